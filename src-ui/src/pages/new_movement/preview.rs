//! The third column: the lines the movement will have. Quantities are typed over, lines are left
//! out with Space; what is not as the list has it stands out.

mod row;

use std::sync::Arc;

use contract::{Failure, StocklistId};
use leptos::html;
use leptos::prelude::*;

use super::form::{Form, Kind};
use super::search::Search;
use crate::components::grid::{Column, ColumnState, Edit, Editor, Grid, GridData, Row, Value};
use crate::components::{Bones, Empty, FailureNote, FindField, IconButton, Show, Size};
use crate::dom;
use crate::effect::{effect, memo};
use crate::format::use_format;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::ipc;
use crate::keys::use_keys;
use row::draw;

pub use row::wrong;

/// The lines of the movement.
#[component]
pub fn Preview(
    /// The form.
    form: Form,
    /// The search for the stocklist they come from.
    search: Search,
) -> impl IntoView {
    let i18n = use_i18n();
    let find = Find {
        shown: RwSignal::new(false),
        text: RwSignal::new(String::new()),
        field: NodeRef::new(),
        section: NodeRef::new(),
    };
    use_keys().on_page("Ctrl+F", text!(i18n, new_movement.find_line), move || find.open());
    // What was looked for in one list is not looked for in the next.
    effect(move || {
        form.list.track();
        find.close();
    });
    let has_list = memo(move || form.has_lines() && form.list.with(Option::is_some));
    let shows = memo(move || shows(form, search));
    let content = move || match shows.get() {
        Shows::Failure(failure) => {
            let again = Callback::new(move |()| search.opening.ask_again());
            view! { <div class="new-fails"><FailureNote failure on_retry=again /></div> }.into_any()
        }
        Shows::Lines(_) => view! { <Lines form find /> }.into_any(),
        Shows::Reading => view! { <div class="new-fails"><Bones lines=12 /></div> }.into_any(),
        Shows::Nothing => view! { <NoLines form /> }.into_any(),
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
enum Shows {
    Failure(Failure),
    Lines(StocklistId),
    Reading,
    Nothing,
}

fn shows(form: Form, search: Search) -> Shows {
    if !form.has_lines() {
        return Shows::Nothing;
    }
    let list = form.list_id();
    match (search.opening_failure(), list) {
        (Some(failure), _) => Shows::Failure(failure),
        // The lines of the last list stay until those of the next are here.
        (None, Some(list)) => Shows::Lines(list),
        (None, None) if search.is_on_its_way() => Shows::Reading,
        (None, None) => Shows::Nothing,
    }
}

/// Finding in the lines.
#[derive(Clone, Copy)]
struct Find {
    shown: RwSignal<bool>,
    text: RwSignal<String>,
    field: NodeRef<html::Input>,
    section: NodeRef<html::Section>,
}

impl Find {
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
fn LinesHead(form: Form, find: Find, has_list: Memo<bool>) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let counts = move || {
        let facts = form.facts.get();
        let (kept, all) = (format.number(facts.kept), format.number(facts.all));
        has_list.get().then(|| say!(i18n, list.counts, matching = kept, known = all))
    };
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
        </div>
    }
}

/// The lines of the chosen list.
#[component]
fn Lines(form: Form, find: Find) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let layout = RwSignal::new(ColumnState::default());
    let rows = memo(move || -> Vec<Arc<Row>> {
        let words: Vec<String> =
            ipc::lower(&find.text.get()).split_whitespace().map(str::to_owned).collect();
        let problems = form.problems.get();
        form.lines.with(|lines| {
            let found = lines.iter().enumerate().filter(|(_, line)| line.has(&words));
            found.map(|(at, line)| Arc::new(draw(i18n, format, at, line, &problems))).collect()
        })
    });
    let edit = Callback::new(move |edit: Edit| {
        let Ok(at) = edit.key.parse::<usize>() else { return };
        form.change_line(at, |line| match edit.value {
            Value::Check(included) => line.preview.included = included,
            Value::Text(text) => line.type_quantity(&text, format.read_quantity(&text)),
        });
        form.typing.set(None);
    });
    // Kept before it is entered.
    let typing = Callback::new(move |edit: Edit| {
        if let (Ok(at), Value::Text(text)) = (edit.key.parse(), edit.value) {
            form.typing.set(Some((at, text)));
        }
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
                label=text!(i18n, new_movement.lines_of_list)
                columns=columns(i18n)
                data=GridData::local(rows.into())
                layout
                on_edit=edit
                on_typing=typing
                begin_in="quantity"
            />
        </Show>
    }
}

fn columns(i18n: I18n) -> Vec<Column> {
    vec![
        Column::new("include", text!(i18n, new_movement.col_include), 2.0)
            .symbol()
            .edited_by(Editor::Check),
        Column::new("number", text!(i18n, new_movement.col_number), 2.0)
            .number()
            .signed("#")
            .unsorted(),
        Column::new("code", text!(i18n, new_movement.col_code), 5.25).unsorted(),
        Column::new("product", text!(i18n, new_movement.col_product), 10.0).grows().unsorted(),
        Column::new("list", text!(i18n, new_movement.col_list), 3.5).number().unsorted(),
        Column::new("change", text!(i18n, new_movement.col_change), 4.0).number().unsorted(),
        Column::new("quantity", text!(i18n, new_movement.col_quantity), 4.5)
            .number()
            .unsorted()
            .edited_by(Editor::Number),
    ]
}

/// Why there are no lines.
#[component]
fn NoLines(form: Form) -> impl IntoView {
    let i18n = use_i18n();
    move || match form.kind.get() {
        Kind::Stocklist => view! {
            <Empty
                icon="clipboard-list"
                title=text!(i18n, new_movement.no_list_title)
                text=text!(i18n, new_movement.no_list_text)
                testid="no-list"
            />
        },
        Kind::Empty | Kind::Inbound => view! {
            <Empty
                icon="file-text"
                title=text!(i18n, new_movement.no_lines_title)
                text=text!(i18n, new_movement.no_lines_text)
                testid="no-lines"
            />
        },
    }
}
