//! New movement: what it starts from, its header, its lines, and one button that makes it. Opened
//! on a stocklist or empty; stays as it is while other tabs are looked at. Deliberately absent:
//! what was typed outlives neither the tab nor the program, and the page says so.
//!
//! Files: `form` (what is filled in), `search`, `marks` and `source` (first column), `header`,
//! `places` and `day` (second), `lines` and `preview` (third), `create` (sending), `outcome` and
//! `commit` (foot), `closing`.

mod closing;
mod commit;
mod create;
mod day;
mod form;
mod header;
mod lines;
mod marks;
mod outcome;
mod places;
mod preview;
mod search;
mod source;

use contract::FormField;
use leptos::html;
use leptos::prelude::*;

use super::StartKind;
use crate::components::IconButton;
use crate::frame::{PaneHead, ServiceBanner, use_tab, use_tabs};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::keys::use_keys;
use crate::{dom, ipc};
use closing::Closing;
use commit::Commit;
use create::Create;
use form::{Form, Kind};
use header::Header;
use outcome::Outcome;
use preview::Preview;
use search::Search;
use source::Source;

/// The page.
#[component]
pub fn NewMovementPage(
    /// What it starts from.
    start: StartKind,
) -> impl IntoView {
    let (i18n, tabs, tab) = (use_i18n(), use_tabs(), use_tab().number);
    let (kind, list) = match start {
        StartKind::Stocklist => (Kind::Stocklist, None),
        StartKind::List(id) => (Kind::Stocklist, Some(id)),
        StartKind::Empty => (Kind::Empty, None),
    };
    let form = Form::start(kind, ipc::today);
    let search = Search::start(form, list);
    let create = Create::start(form);
    let page = Page { form, search, create, body: NodeRef::new() };
    let on_create = page.creates();
    page.bind_keys(i18n, on_create);
    page.keep_focus();
    // What is left of a creation is kept with the movement.
    let kept = move || create.exists();
    let not_kept = move || String::from(say!(i18n, new_movement.not_kept));
    let meta = Signal::derive(move || if kept() { String::new() } else { not_kept() });
    view! {
        <PaneHead title=text!(i18n, nav.new_movement) meta>
            <IconButton
                label=text!(i18n, app.close)
                icon="x"
                chord="Ctrl+W"
                on_press=move |()| tabs.close(tab)
                testid="close-page"
            />
        </PaneHead>
        <ServiceBanner
            retry=move |()| search.read_anew()
            failure=Signal::derive(move || search.failure().filter(|_| form.has_lines()))
        />
        <div
            class="body new-body"
            class:is-made=move || create.exists()
            inert=move || create.is_locked()
            node_ref=page.body
        >
            <Source form search />
            <Header form create />
            <Preview form search />
        </div>
        <Outcome create />
        <Commit form create on_create />
        <Closing form create />
    }
}

/// The parts of the page that keys and the button bring together.
#[derive(Clone, Copy)]
struct Page {
    form: Form,
    search: Search,
    create: Create,
    body: NodeRef<html::Div>,
}

impl Page {
    /// Creates the movement, or leads to what keeps it from being created. A list that is on its
    /// way is waited for: what was typed quickly means the same.
    fn creates(self) -> Callback<()> {
        let waiting = RwSignal::new(false);
        Effect::new(move || {
            if waiting.get() && !self.search.is_on_its_way() {
                waiting.set(false);
                self.create_now();
            }
        });
        Callback::new(move |()| {
            if self.form.kind.get_untracked() == Kind::Stocklist
                && untrack(|| self.search.is_on_its_way())
            {
                waiting.set(true);
            } else {
                self.create_now();
            }
        })
    }

    fn create_now(self) {
        let obstacle = untrack(|| self.form.first_obstacle());
        match obstacle.filter(|_| !self.create.exists_now()) {
            None => self.create.send(),
            Some(field) => {
                self.form.try_it();
                self.focus(selector(field));
            }
        }
    }

    /// While it is being sent, the form cannot be changed; then the focus is back where it was.
    fn keep_focus(self) {
        let before = StoredValue::new_local(None);
        Effect::new(move || {
            if self.create.is_locked() {
                before.set_value(dom::focused());
            } else if let Some(before) = before.try_update_value(Option::take).flatten() {
                request_animation_frame(move || dom::focus(&before));
            }
        });
    }

    fn bind_keys(self, i18n: I18n, on_create: Callback<()>) {
        let keys = use_keys();
        keys.on_page("Ctrl+Enter", text!(i18n, new_movement.create), move || on_create.run(()));
        keys.on_page("Ctrl+Shift+N", text!(i18n, new_movement.find_list), move || {
            self.form.start_from(Kind::Stocklist);
            self.focus(selector(FormField::Start));
        });
        keys.on_page("Esc", text!(i18n, list.clear), move || self.search.type_in(String::new()));
        keys.on_page("F5", text!(i18n, list.refresh), move || self.search.read_anew());
    }

    fn focus(self, selector: &'static str) {
        // Once what was just changed is drawn.
        request_animation_frame(move || {
            if let Some(Some(body)) = self.body.try_get_untracked() {
                dom::focus_first(&body, selector);
            }
        });
    }
}

/// Where a field of the form is on the page.
fn selector(field: FormField) -> &'static str {
    match field {
        FormField::Start => "[data-testid=stocklist-search]",
        FormField::Name => "[data-testid=movement-name]",
        FormField::Origin => "[data-testid=movement-origin]",
        FormField::Destination => "[data-testid=movement-destination]",
        FormField::DateRequested => "[data-testid=movement-date]",
        FormField::RequestedBy => "[data-testid=movement-requester]",
        FormField::Line(_) => "[data-testid=preview-grid] [role=gridcell][tabindex=\"0\"]",
    }
}
