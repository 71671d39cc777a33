//! The third column: the lines the movement will have. Quantities are typed over, lines are left
//! out with Space; what is not as the list has it stands out.

mod row;

use std::collections::HashMap;
use std::sync::Arc;

use contract::{Failure, FormField, Rule, StocklistId};
use leptos::html;
use leptos::prelude::*;

use super::edits::Edits;
use super::form::{MovementForm, StartsFrom};
use super::last_times::KnownLastTime;
use super::lines::LineCodes;
use super::search::StocklistSearch;
use crate::components::grid::{
    Calls, Column, ColumnState, EditorKind, Grid, GridData, GridHandle, Row,
};
use crate::components::{Bones, Empty, FailureNote, FindField, IconButton, Show, Size};
use crate::data::session::use_session;
use crate::dom;
use crate::effect::{effect, memo};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::ipc;
use crate::keys::{Scope, use_keys};
use crate::navigation::use_tab;
use crate::pages::export::{ExportTool, Exported};
use crate::wording::format::use_format;
use row::draw;

pub use row::wrong;

/// The lines of the movement.
#[component]
pub fn Preview(
    /// The form.
    form: MovementForm,
    /// The search for the stocklist they come from.
    search: StocklistSearch,
    /// Finding one of them.
    find: Find,
) -> impl IntoView {
    let i18n = use_i18n();
    use_keys().on_page("Ctrl+F", text!(i18n, new_movement.find_line), move || find.open());
    // What was looked for in one list is not looked for in the next.
    effect(move || {
        form.list.track();
        form.import.track();
        find.close();
    });
    let has_list = memo(move || match form.is_from_list() {
        true => form.list.with(Option::is_some),
        false => form.has_import() && !form.lines.with(Vec::is_empty),
    });
    let shows = memo(move || shows(form, search));
    let session = use_session();
    let closed = memo(move || session.lacks_updates());
    let content = move || match shows.get() {
        PreviewContent::Failure(failure) => {
            let again = Callback::new(move |()| search.opening.ask_again());
            view! { <div class="new-fails"><FailureNote failure on_retry=again /></div> }.into_any()
        }
        PreviewContent::Lines(_) | PreviewContent::Imported(_) => {
            view! { <Lines form find closed=closed.get() /> }.into_any()
        }
        PreviewContent::Reading => {
            view! { <div class="new-fails"><Bones lines=12 /></div> }.into_any()
        }
        PreviewContent::Nothing => view! { <NoLines form /> }.into_any(),
    };
    view! {
        <section
            class="new-lines"
            node_ref=find.section
            // Left without entering, the cell is as it was.
            on:focusout=move |_| form.typing.set(None)
            aria-label=move || say!(i18n, new_movement.lines)
        >
            <LinesHead form find has_list />
            {content}
        </section>
    }
}

/// What the column shows. Another list is another grid, which begins at its first line.
#[derive(Clone, PartialEq)]
enum PreviewContent {
    Failure(Failure),
    Lines(StocklistId),
    /// The table of this number.
    Imported(u32),
    Reading,
    Nothing,
}

fn shows(form: MovementForm, search: StocklistSearch) -> PreviewContent {
    match form.kind.get() {
        StartsFrom::Import if form.has_import() && !form.lines.with(Vec::is_empty) => {
            return PreviewContent::Imported(form.tables.get());
        }
        StartsFrom::Stocklist => {}
        _ => return PreviewContent::Nothing,
    }
    let list = form.list_id();
    match (search.opening_failure(), list) {
        (Some(failure), _) => PreviewContent::Failure(failure),
        // The lines of the last list stay until those of the next are here.
        (None, Some(list)) => PreviewContent::Lines(list),
        (None, None) if search.is_on_its_way() => PreviewContent::Reading,
        (None, None) => PreviewContent::Nothing,
    }
}

/// Finding in the lines.
#[derive(Clone, Copy)]
pub struct Find {
    shown: RwSignal<bool>,
    text: RwSignal<String>,
    field: NodeRef<html::Input>,
    section: NodeRef<html::Section>,
    grid: GridHandle,
    /// How many lines are shown while one is looked for.
    found: RwSignal<Option<u32>>,
}

impl Find {
    /// Looks for nothing.
    pub fn start() -> Self {
        Self {
            shown: RwSignal::new(false),
            text: RwSignal::new(String::new()),
            field: NodeRef::new(),
            section: NodeRef::new(),
            grid: GridHandle::default(),
            found: RwSignal::new(None),
        }
    }

    /// Closes the field if the focus is in the lines; answers whether there was something to close.
    pub fn escape(self) -> bool {
        let section = self.section.get_untracked();
        let is_inside =
            section.zip(dom::focused()).is_some_and(|(all, now)| all.contains(Some(&now)));
        let closes = is_inside && self.shown.get_untracked();
        if closes {
            self.close();
        }
        closes
    }

    /// Leads to a line, whatever is looked for.
    pub fn go_to(self, line: u32) {
        self.close();
        // Once all lines are drawn.
        request_animation_frame(move || {
            self.grid.go(line, "quantity");
            self.grid.focus();
        });
    }

    /// The line the cursor is on, while the focus is in the lines.
    pub fn current(self) -> Option<u32> {
        let is_all = self.text.with_untracked(String::is_empty);
        let chosen = untrack(|| self.grid.selection());
        chosen.filter(|_| is_all).map(|chosen| chosen.rows.0)
    }

    fn open(self) {
        self.shown.set(true);
        request_animation_frame(move || {
            if let Some(Some(field)) = self.field.try_get_untracked() {
                dom::focus(&field);
                field.select();
            }
        });
    }

    fn close(self) {
        self.text.set(String::new());
        self.shown.set(false);
    }

    fn go_to_lines(self) {
        request_animation_frame(move || {
            if let Some(Some(section)) = self.section.try_get_untracked() {
                dom::focus_first(&section, dom::CURSOR);
            }
        });
    }
}

/// How many lines there are, and the way to find one.
#[component]
fn LinesHead(form: MovementForm, find: Find, has_list: Memo<bool>) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let counts = move || {
        let facts = form.facts.get();
        let (kept, all) = (format.number(facts.kept), format.number(facts.all));
        let included = || say!(i18n, new_movement.included, kept = kept, all = all);
        has_list.get().then(|| match find.found.get() {
            Some(found) => {
                let number = format.number(found);
                format!("{} · {}", say!(i18n, new_movement.shown, number = number), included())
            }
            None => included(),
        })
    };
    let exported = Exported::new(find.grid, text!(i18n, new_movement.lines));
    let on_key = move |event: leptos::ev::KeyboardEvent| {
        match event.key().as_str() {
            // The field empties itself first; empty, it goes.
            "Escape" => find.close(),
            "Enter" | "ArrowDown" if !event.ctrl_key() && !event.meta_key() => {}
            _ => return,
        }
        find.go_to_lines();
        event.prevent_default();
        event.stop_propagation();
    };
    view! {
        <div class="lines-head">
            <h2 class="label">{move || say!(i18n, new_movement.lines)}</h2>
            <span class="faint small num" role="status">{counts}</span>
            <span class="push"></span>
            <Show when=move || has_list.get() && find.shown.get()>
                <div class="new-find" on:keydown=on_key>
                    <FindField
                        label=text!(i18n, new_movement.find_line)
                        placeholder=text!(i18n, new_movement.find_line_hint)
                        value=find.text
                        node=find.field
                    />
                </div>
            </Show>
            <Show when=move || has_list.get() && !find.shown.get()>
                <IconButton
                    label=text!(i18n, new_movement.find_line)
                    icon="search"
                    size=Size::Small
                    chord="Ctrl+F"
                    on_press=move |()| find.open()
                    testid="find-line"
                />
            </Show>
            <Show when=move || has_list.get()>
                <ExportTool grids=vec![exported] />
            </Show>
        </div>
    }
}

/// The lines of the chosen list; `closed`, they are as it has them.
#[component]
fn Lines(form: MovementForm, find: Find, closed: bool) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let layout = RwSignal::new(ColumnState::default());
    let last = KnownLastTime::start(form);
    let idle = memo(move || match last.with(KnownLastTime::is_empty) {
        true => vec!["last_time".to_owned()],
        false => Vec::new(),
    });
    let drawn = move || -> Vec<Arc<Row>> {
        let words: Vec<String> =
            ipc::lower(&find.text.get()).split_whitespace().map(str::to_owned).collect();
        let mut problems: HashMap<FormField, Rule> = HashMap::new();
        form.problems.with(|all| {
            for problem in all {
                problems.entry(problem.field).or_insert(problem.rule);
            }
        });
        form.lines.with(|lines| {
            let found = lines.iter().enumerate().filter(|(_, line)| line.has(&words));
            last.with(|last| {
                let row = |line| Arc::new(draw((i18n, format), line, &problems, last, closed));
                found.map(row).collect()
            })
        })
    };
    let rows = memo(drawn);
    let data = GridData::local(rows.into()).made_by(Signal::derive(drawn)).with_idle(idle.into());
    effect(move || {
        let found = rows.with(|rows| u32::try_from(rows.len()).unwrap_or(u32::MAX));
        find.found.set((!find.text.with(String::is_empty)).then_some(found));
    });
    let edits = Edits::start(form, rows, last, find.grid);
    let calls = match closed {
        false => edits.calls(),
        true => Calls { copy: edits.calls().copy, ..Calls::default() },
    };
    if !closed {
        bind_undo(i18n, edits);
    }
    use_keys().on_scan(move |code| {
        let line = form.lines.with_untracked(|lines| {
            LineCodes::of(lines).find(&code).and_then(|at| u32::try_from(at).ok())
        });
        line.map(|line| find.go_to(line)).is_some()
    });
    let nothing = move || rows.with(Vec::is_empty) && !find.text.with(String::is_empty);
    view! {
        <Show
            when=move || !nothing()
            fallback=move || view! {
                <Empty icon="search" title=text!(i18n, new_movement.no_line) testid="no-line" />
            }
        >
            <Grid
                name="preview"
                label=Signal::derive(move || match form.is_from_list() {
                    true => say!(i18n, new_movement.lines_of_list).to_owned(),
                    false => say!(i18n, new_movement.lines_of_rows).to_owned(),
                })
                columns=columns(i18n, form, closed)
                data
                layout
                cells=true
                calls
                handle=find.grid
                begin_in="quantity"
            />
        </Show>
    }
}

/// A text field has its own use for these keys.
fn bind_undo(i18n: I18n, edits: Edits) {
    let (keys, tab) = (use_keys(), Scope::Tab(use_tab().number));
    let undo = text!(i18n, editor.undo);
    let redo = text!(i18n, editor.redo);
    for (chord, label, again) in
        [("Ctrl+Z", undo, false), ("Ctrl+Shift+Z", redo, true), ("Ctrl+Y", redo, true)]
    {
        keys.bind_if(tab.clone(), chord, Some(label), move |_| {
            !dom::focus_takes_text() && edits.undo(again)
        });
    }
}

/// The columns; without the one that leaves lines out where these are `closed`.
fn columns(i18n: I18n, form: MovementForm, closed: bool) -> Vec<Column> {
    let listed = Signal::derive(move || match form.is_from_list() {
        true => say!(i18n, new_movement.col_list).to_owned(),
        false => say!(i18n, new_movement.col_rows).to_owned(),
    });
    let columns = vec![
        Column::new("include", text!(i18n, new_movement.col_include), 2.0)
            .symbol()
            .pressed()
            .edited_by(EditorKind::Check),
        Column::new("number", text!(i18n, new_movement.col_number), 2.0)
            .number()
            .signed("#")
            .unsorted(),
        Column::new("code", text!(i18n, new_movement.col_code), 5.25).unsorted().items(),
        Column::new("product", text!(i18n, new_movement.col_product), 10.0)
            .grows()
            .heads()
            .unsorted(),
        Column::new("list", listed, 3.5).number().unsorted(),
        Column::new("last_time", text!(i18n, movement.col_last_time), 4.75)
            .number()
            .unsorted()
            .yields(1),
        Column::new("change", text!(i18n, new_movement.col_change), 4.0).number().unsorted(),
        Column::new("quantity", text!(i18n, new_movement.col_quantity), 5.75)
            .number()
            .unsorted()
            .edited_by(EditorKind::Number),
    ];
    columns.into_iter().skip(usize::from(closed)).collect()
}

/// Why there are no lines.
#[component]
fn NoLines(form: MovementForm) -> impl IntoView {
    let i18n = use_i18n();
    move || match form.kind.get() {
        StartsFrom::Stocklist => view! {
            <Empty
                icon="clipboard-list"
                title=text!(i18n, new_movement.no_list_title)
                text=text!(i18n, new_movement.no_list_text)
                testid="no-list"
            />
        },
        StartsFrom::Template(_) => view! {
            <Empty
                icon="copy"
                title=text!(i18n, new_movement.template_title)
                text=text!(i18n, new_movement.template_text)
                testid="template-lines"
            />
        },
        StartsFrom::Import if form.is_handed_over() => view! {
            <Empty
                icon="file-text"
                title=text!(i18n, new_movement.rows_kept_title)
                text=text!(i18n, new_movement.rows_kept)
                testid="rows-kept"
            />
        },
        StartsFrom::Import if form.has_import() => view! {
            <Empty
                icon="triangle-alert"
                title=text!(i18n, new_movement.rows_open_title)
                text=text!(i18n, new_movement.rows_open_text)
                testid="rows-open"
            />
        },
        StartsFrom::Import => view! {
            <Empty
                icon="file-text"
                title=text!(i18n, new_movement.rows_title)
                text=text!(i18n, new_movement.rows_text)
                testid="no-rows"
            />
        },
        StartsFrom::Empty | StartsFrom::Inbound => view! {
            <Empty
                icon="file-text"
                title=text!(i18n, new_movement.no_lines_title)
                text=text!(i18n, new_movement.no_lines_text)
                testid="no-lines"
            />
        },
    }
}
