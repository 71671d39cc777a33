//! New movement: what it starts from, its header, its lines, and one button that makes it. Opened
//! on a stocklist, empty, or as it was kept: everything typed is a draft at once, which outlives the
//! tab and the program until it is made or discarded.
//!
//! Files: `form` (what is filled in, as a draft and back), `search`, `marks`, `import` and `source` (the
//! first row, and a column until a list is chosen), `header`, `lines` and `preview` (the columns; `last_times`, `edits` as
//! in a spreadsheet), `create` (sending), `outcome` and `commit` (foot), `closing`.

mod closing;
mod commit;
mod create;
mod edits;
mod form;
mod header;
mod import;
mod last_times;
mod lines;
mod marks;
mod outcome;
mod preview;
mod search;
mod source;
mod template;

use contract::FormField;
use leptos::html;
use leptos::prelude::*;

use crate::components::IconButton;
use crate::data::drafts::{Keeper, use_drafts};
use crate::data::session::use_session;
use crate::effect::{effect, effect_after};
use crate::frame::{PaneHead, ServiceBanner};
use crate::i18n::{I18n, text, use_i18n};
use crate::keys::{Scope, use_keys};
use crate::navigation::{StartKind, use_tab, use_tabs};
use crate::pages::header_fields::keep_focus;
use crate::wording::format::use_format;
use crate::{dom, ipc};
use closing::Closing;
use commit::Commit;
use create::Create;
use form::{MovementForm, StartsFrom};
use header::Header;
use import::{FormImport, FormImportSheet};
use outcome::Outcome;
use preview::{Find, Preview};
use search::StocklistSearch;
use source::Source;

pub use template::{TemplateButton, TemplateStarter};

/// The page.
#[component]
pub fn NewMovementPage(
    /// What it starts from.
    start: StartKind,
) -> impl IntoView {
    let (i18n, tabs, tab) = (use_i18n(), use_tabs(), use_tab().number);
    let (key, kind, list) = match start {
        StartKind::Stocklist => (None, StartsFrom::Stocklist, None),
        StartKind::List(id) => (None, StartsFrom::Stocklist, Some(id)),
        // What could get no lines later starts from those of a stocklist.
        StartKind::Empty if untrack(|| use_session().lacks_updates()) => {
            (None, StartsFrom::Stocklist, None)
        }
        StartKind::Empty => (None, StartsFrom::Empty, None),
        StartKind::Draft(key) => (Some(key), StartsFrom::Empty, None),
    };
    let form = MovementForm::start(kind, ipc::today);
    let shelved = key.and_then(|key| use_drafts().take(key));
    let (mut kept, mut refused) = (None, None);
    if let Some(shelved) = shelved {
        let format = use_format();
        untrack(|| form.restore(&shelved.draft, |text| format.read_quantity(text)));
        (kept, refused) = (shelved.kept, shelved.refused);
    }
    let list = list.or_else(|| untrack(|| form.list_id()));
    let key = key.unwrap_or_else(ipc::new_movement_key);
    let keeper = Keeper::start(key, Signal::derive(move || form.draft(key)), kept);
    let search = StocklistSearch::start(form, list);
    let create = Create::start(form, key, keeper, refused);
    let find = Find::start();
    let import = FormImport::start(form, find, create);
    let page = Page { form, search, create, find, body: NodeRef::new() };
    let on_create = page.creates();
    page.bind_keys(i18n, on_create);
    page.follow_the_search();
    keep_focus(Signal::derive(move || create.is_busy()));
    view! {
        <PaneHead title=text!(i18n, nav.new_movement) meta=text!(i18n, draft.while_you_work)>
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
            failure=Signal::derive(move || search.failure().filter(|_| form.is_from_list()))
        />
        <div
            class="body new-body"
            class:takes-file=move || import.look.reading.is_over.get()
            inert=move || create.is_busy()
            node_ref=page.body
            on:focusout=move |_| keeper.save_now()
            on:dragover=move |event| import.look.reading.dragged(&event)
            on:dragleave=move |_| import.look.reading.is_over.set(false)
            on:drop=move |event| import.dropped(&event)
        >
            <Source form search import is_stuck=Signal::derive(move || create.is_stuck()) />
            <Header form create />
            <Preview form search find />
        </div>
        <Outcome create />
        <Commit form create keeper on_create />
        <FormImportSheet import />
        <Closing form keeper key />
    }
}

/// The parts of the page that keys and the button bring together.
#[derive(Clone, Copy)]
struct Page {
    form: MovementForm,
    search: StocklistSearch,
    create: Create,
    find: Find,
    body: NodeRef<html::Div>,
}

impl Page {
    /// Creates the movement, or leads to what keeps it from being created. A list that is on its
    /// way is waited for: what was typed quickly means the same.
    fn creates(self) -> Callback<()> {
        let waiting = RwSignal::new(false);
        effect(move || {
            if waiting.get() && !self.search.is_on_its_way() {
                waiting.set(false);
                self.create_now();
            }
        });
        Callback::new(move |()| {
            if self.form.kind.get_untracked() == StartsFrom::Stocklist
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
        match obstacle {
            None => self.create.send(),
            Some(FormField::Line(first)) => {
                self.form.try_it();
                self.find.go_to(untrack(|| self.next_bad_line()).unwrap_or(first));
            }
            Some(FormField::Start) if self.form.kind.get_untracked() == StartsFrom::Import => {
                self.form.try_it();
                self.focus("[data-testid=import-rows]");
            }
            Some(field) => {
                self.form.try_it();
                self.focus(selector(field));
            }
        }
    }

    /// The next line to correct after the one the cursor is on; after the last the first.
    fn next_bad_line(self) -> Option<u32> {
        let bad = self.form.bad_lines();
        let after = self.find.current().and_then(|now| bad.iter().find(|at| **at > now));
        after.or(bad.first()).copied()
    }

    fn bind_keys(self, i18n: I18n, on_create: Callback<()>) {
        let keys = use_keys();
        keys.on_page("Ctrl+Enter", text!(i18n, new_movement.create), move || on_create.run(()));
        keys.on_page("Ctrl+Shift+N", text!(i18n, new_movement.find_list), move || {
            if untrack(|| self.form.is_fixed(self.create.is_stuck())) {
                return;
            }
            self.form.start_from(StartsFrom::Stocklist);
            self.search.look_for_another();
            self.focus(selector(FormField::Start));
        });
        let tab = Scope::Tab(use_tab().number);
        keys.bind_if(tab, "Esc", Some(text!(i18n, list.clear)), move |_| self.escape());
        keys.on_page("F5", text!(i18n, list.refresh), move || self.search.read_anew());
    }

    /// Empties the find field of the column the focus is in.
    fn escape(self) -> bool {
        let in_lists =
            dom::focused().is_some_and(|now| now.closest(".new-lists").ok().flatten().is_some());
        if in_lists { self.search.escape() } else { self.find.escape() }
    }

    /// Where the search for lists goes from under the focus, the first field of the header has it.
    fn follow_the_search(self) {
        effect_after(move |before: Option<bool>| {
            let now = self.search.is_choosing();
            if before.is_some_and(|before| before != now) {
                // Once what was just changed is drawn: whoever has the focus keeps it.
                request_animation_frame(move || {
                    if dom::focus_is_lost() {
                        let next = if now { FormField::Start } else { FormField::Name };
                        self.focus(selector(next));
                    }
                });
            }
            now
        });
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
