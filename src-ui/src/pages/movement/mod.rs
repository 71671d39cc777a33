//! A movement, read: its head, its lines with what goes in the stead of them, and beside them
//! everything the service says of the line that has the focus, or the form of its header. What
//! waits here, and what waits for the user, stands over it. Deliberately absent: changing lines.
//!
//! Files of the form: `edit` (what is to be sent, pure), `editing` (what becomes of it), `edit_form`
//! (how it is drawn); `banners` says where the movement's changes stand.

mod about_panel;
mod banners;
mod beside;
mod columns;
mod edit;
mod edit_form;
mod editing;
mod facts;
mod header;
mod line_panel;
mod lines;
mod preview;
mod standing;
mod tools;
mod view;

use std::sync::Arc;

use contract::{
    DataSet, HeaderFields, LineItem, MovementRef, OpenMovement, OpenedMovement, OperationRow,
    OperationState, Refresh,
};
use leptos::html;
use leptos::prelude::*;

use crate::app::Sheets;
use crate::components::grid::{ColumnState, Grid, Row};
use crate::components::{KeyHint, StatusLine};
use crate::dom;
use crate::drafts::use_drafts;
use crate::format::use_format;
use crate::frame::{ServiceBanner, use_tab};
use crate::i18n::{I18n, text, use_i18n};
use crate::keys::use_keys;
use crate::pages::list::{ListKeys, focus_in};
use crate::pages::use_layout;
use crate::query::{Query, once, use_command, use_query};
use about_panel::AboutPanel;
use banners::MovementBanners;
use beside::Beside;
use columns::columns;
use edit_form::EditForm;
use editing::Current;
use header::{Head, Header};
use line_panel::LinePanel;
use standing::{Nothing, Standing, standing};
use tools::{Facts, Tools};
use view::{Lines, LinesView};

pub use preview::MovementPreview;

/// The page.
#[component]
pub fn MovementPage(
    /// Which one.
    movement: MovementRef,
) -> impl IntoView {
    let asked = movement.clone();
    let opened = use_query(move || Some(OpenMovement { movement: asked.clone() }));
    let header = Memo::new(move |_| opened.reply.with(|reply| reply.as_ref().map(Header::of)));
    let (layout, keep) = use_lines_layout();
    let view = LinesView::of(lines_of(opened, |_| true), layout);
    let beside = Beside::start(view);
    let refresh = use_command::<Refresh>();
    let read_anew = Callback::new(move |()| {
        let what = DataSet::Movement(movement.clone());
        refresh.send(Refresh { what }, move |_| opened.ask_again());
    });
    let (find, body) = (NodeRef::<html::Input>::new(), NodeRef::<html::Div>::new());
    let keys = bind_keys(view, beside, read_anew, find, body);
    name_the_tab(header);
    let standing = standing(opened, view);
    take_focus(standing, body);
    let reading = Signal::derive(move || opened.reply.with(Option::is_none));
    let failure = Signal::derive(move || {
        let behind = opened.failure.get().filter(|_| !reading.get());
        refresh.failure.get().or(behind)
    });
    let close = Callback::new(move |()| keys.close_panel());
    let about = Callback::new(move |()| beside.toggle_about(keys));
    let shown = Signal::derive(move || beside.is_about());
    let operations = Memo::new(move |_| {
        opened
            .reply
            .with(|reply| reply.as_ref().map(|it| it.operations.clone()).unwrap_or_default())
    });
    let current = current(opened, operations);
    let compare = compare_when_known(operations);
    let edit = Callback::new(move |()| beside.edit());
    use_keys().on_page("F2", text!(use_i18n(), movement.edit), move || edit.run(()));
    edit_when_wanted(current, edit);
    view! {
        <Head header reading=refresh.busy.into() on_read=read_anew about=shown on_about=about on_edit=edit />
        <Tools view find />
        <ServiceBanner retry=read_anew failure />
        <MovementBanners header operations />
        <div class="body" node_ref=body>
            {move || match standing.get() {
                Standing::Rows => view! { <LinesGrid view beside reading layout keep /> }.into_any(),
                other => view! { <Nothing standing=other opened view on_read=read_anew /> }.into_any(),
            }}
            <Show when=move || beside.is_about()>
                <AboutPanel header on_close=close />
            </Show>
            <Show when=move || beside.is_form()>
                {move || current.get().map(|current| view! {
                    <EditForm current on_close=close on_conflict=compare body />
                })}
            </Show>
            <Show when=move || beside.is_line()>
                <LinePanel focused=beside.focused.into() on_close=close />
            </Show>
        </div>
        <StatusLine hints=hints(use_i18n())><Facts view /></StatusLine>
    }
}

/// The movement for the form of its header, once it is known which one it is.
fn current(
    opened: Query<OpenedMovement>,
    operations: Memo<Vec<OperationRow>>,
) -> Memo<Option<Current>> {
    let fields = Memo::new(move |_| {
        let of = |reply: &OpenedMovement| HeaderFields::of(&reply.movement);
        opened.reply.with(|reply| reply.as_ref().map(of).unwrap_or_default())
    });
    Memo::new(move |_| {
        let key = opened.reply.with(|reply| reply.as_ref().map(|reply| reply.key))?;
        Some(Current { key, fields, operations })
    })
}

/// Opens the conflict sheet, as soon as the conflict that was told of is known here.
fn compare_when_known(operations: Memo<Vec<OperationRow>>) -> Callback<()> {
    let sheets = expect_context::<Sheets>();
    let wanted = RwSignal::new(false);
    Effect::new(move || {
        let conflict = operations.with(|all| {
            all.iter().find(|row| matches!(row.state, OperationState::Conflict(_))).cloned()
        });
        if wanted.get() && conflict.is_some() {
            wanted.set(false);
            sheets.conflict.set(conflict);
        }
    });
    Callback::new(move |()| wanted.set(true))
}

/// Opens the form where a draft of it was brought back, or something is to be corrected in it.
fn edit_when_wanted(current: Memo<Option<Current>>, edit: Callback<()>) {
    let drafts = use_drafts();
    Effect::new(move || {
        if current.get().is_some_and(|current| drafts.wants_header(current.key)) {
            edit.run(());
        }
    });
}

/// The lines.
#[component]
fn LinesGrid(
    view: LinesView,
    beside: Beside,
    reading: Signal<bool>,
    layout: RwSignal<ColumnState>,
    keep: Callback<()>,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let data = view.data(i18n, format, reading);
    let fold = Callback::new(move |row: Arc<Row>| view.fold(&row));
    // Columns are declared once a grid; thousands of lines need room for their numbers.
    let thousands = Memo::new(move |_| view.counts.get().all >= 1000);
    move || {
        view! {
            <Grid
                name="lines"
                label=text!(i18n, movement.lines)
                columns=columns(i18n, thousands.get())
                data
                layout
                tree=true
                on_layout=keep
                on_open=move |_| beside.show_line()
                on_fold=fold
                on_current=move |row| beside.focus_on(row)
            />
        }
    }
}

fn bind_keys(
    view: LinesView,
    beside: Beside,
    refresh: Callback<()>,
    find: NodeRef<html::Input>,
    body: NodeRef<html::Div>,
) -> ListKeys {
    let keys = ListKeys {
        find,
        refresh,
        filtered: Signal::derive(move || view.is_filtered()),
        clear: Callback::new(move |()| view.clear()),
        panel: Some(beside.wanted),
        panel_shown: Signal::derive(move || beside.is_shown()),
        body,
    };
    keys.bind(use_keys(), use_i18n());
    keys
}

/// The lines alone, of a movement that is the right one; the same as before where a reading brought
/// the same.
fn lines_of(
    opened: Query<OpenedMovement>,
    is_this: impl Fn(&OpenedMovement) -> bool + Send + Sync + 'static,
) -> Memo<Lines> {
    Memo::new(move |before: Option<&Lines>| {
        opened.reply.with(|reply| {
            let reply = reply.as_ref().filter(|reply| is_this(reply))?;
            let lines: &Vec<LineItem> = reply.movement.lines.as_ref()?;
            match before {
                Some(Some(before)) if **before == *lines => Some(before.clone()),
                _ => Some(Arc::new(lines.clone())),
            }
        })
    })
}

/// The movement's own order is none of its columns.
fn use_lines_layout() -> (RwSignal<ColumnState>, Callback<()>) {
    let (layout, keep) = use_layout("lines", "", false);
    layout.update(|layout| layout.sort.retain(|sort| !sort.column.is_empty()));
    (layout, keep)
}

fn name_the_tab(header: Memo<Option<Header>>) {
    let tab = use_tab();
    Effect::new(move || tab.title.set(header.get().and_then(|header| header.title())));
}

/// A page that could not be read has the focus on what can be done about it.
fn take_focus(standing: Memo<Standing>, body: NodeRef<html::Div>) {
    let stuck = move || matches!(standing.get(), Standing::Failed | Standing::Unread);
    once(stuck, move || {
        if dom::focused().is_none_or(|now| matches!(&*now.tag_name(), "BODY" | "MAIN")) {
            focus_in(body, ".empty button");
        }
    });
}

fn hints(i18n: I18n) -> Vec<KeyHint> {
    vec![
        KeyHint { chord: "Space", label: text!(i18n, movement.hint_details) },
        KeyHint { chord: "F2", label: text!(i18n, movement.hint_edit) },
        KeyHint { chord: "Ctrl+F", label: text!(i18n, movement.hint_find) },
        KeyHint { chord: "F5", label: text!(i18n, movement.hint_refresh) },
        KeyHint { chord: "?", label: text!(i18n, app.all_keys) },
    ]
}
