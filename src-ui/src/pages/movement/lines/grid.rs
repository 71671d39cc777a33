//! The grid of a movement's lines, with what its keys and its pointer ask of the page.

use std::sync::Arc;

use contract::EditorColumn;
use leptos::prelude::*;

use super::columns::{column_of, columns};
use crate::components::grid::{Calls, CellSearch, Grid, Row};
use crate::effect::memo;
use crate::i18n::{text, use_i18n};
use crate::pages::movement::beside::SidePanel;
use crate::pages::movement::editing::editor::Editor;
use crate::pages::movement::note_acts::NoteActs;
use crate::pages::movement::panel::LineAction;

/// The grid.
#[component]
pub fn LinesGrid(
    /// What is done to the lines.
    editor: Editor,
    /// What stands beside them.
    beside: SidePanel,
    /// What is done about notes.
    notes: NoteActs,
    /// Keeps the columns.
    keep: Callback<()>,
) -> impl IntoView {
    let i18n = use_i18n();
    let lines = editor.lines;
    let data = lines.data();
    let entry = editor.entry.row(i18n);
    let is_open = memo(move || editor.why_not.with(Option::is_none));
    let open = move |_: Arc<Row>| beside.show(LineAction::Details);
    let fold = move |row: Arc<Row>| lines.fold(&row);
    move || {
        // There is a row for new lines where lines can be added.
        let data = if is_open.get() { data.with_entry(entry) } else { data };
        let calls = if is_open.get() { calls(editor, notes) } else { reading(editor, notes) };
        let is_empty = untrack(|| lines.is_empty());
        view! {
            <Grid
                name="lines"
                label=text!(i18n, movement.lines)
                columns=columns(i18n)
                data
                layout=lines.layout
                tree=true
                cells=true
                begin_in=if is_empty { "code" } else { "requested" }
                calls
                handle=editor.grid
                on_layout=keep
                on_open=open
                on_fold=fold
            />
        }
    }
}

/// What can be done where nothing can be changed.
fn reading(editor: Editor, notes: NoteActs) -> Calls {
    Calls {
        copy: Some(Callback::new(move |(chosen, copied)| editor.copy(&chosen, copied))),
        note: Some(Callback::new(move |(row, way): (Arc<Row>, _)| notes.press(&row.key, way))),
        moved: Some(Callback::new(move |()| editor.stop_waiting())),
        ..Calls::default()
    }
}

/// What is done to the lines.
fn calls(editor: Editor, notes: NoteActs) -> Calls {
    Calls {
        edit: Some(Callback::new(move |edit| editor.enter(edit))),
        typing: Some(Callback::new(move |edit| editor.type_in(edit))),
        closed: Some(Callback::new(move |row: Arc<Row>| editor.say_closed(&row.key))),
        left: Some(Callback::new(move |()| editor.left())),
        cut: Some(Callback::new(move |chosen| editor.cut(&chosen))),
        paste: Some(Callback::new(move |(chosen, block)| editor.paste(&chosen, block))),
        fill: Some(Callback::new(move |fill| editor.fill(fill))),
        set: Some(Callback::new(move |(chosen, text)| editor.set(&chosen, text))),
        clear: Some(Callback::new(move |chosen| editor.clear(&chosen))),
        delete: Some(Callback::new(move |chosen| editor.delete(&chosen))),
        insert: Some(Callback::new(move |row| editor.insert(row))),
        move_rows: Some(Callback::new(move |(chosen, by)| editor.move_lines(&chosen, by))),
        search: Some(search(editor)),
        ..reading(editor, notes)
    }
}

/// What is found for what is typed: people where they get the line, products elsewhere.
fn search(editor: Editor) -> CellSearch {
    let of_people = RwSignal::new(false);
    let is_of_people = |column| column_of(column) == Some(EditorColumn::Recipient);
    let asked = move |(column, text)| {
        let is_of_people = is_of_people(column);
        of_people.set(is_of_people);
        if is_of_people { editor.people.ask(text) } else { editor.search.ask(text) }
    };
    let chosen = move |(row, column, at): (String, _, _)| {
        if is_of_people(column) {
            if let Some(person) = editor.people.person(at) {
                editor.choose_recipient(&row, person);
            }
        } else if let Some(product) = editor.search.product(at) {
            editor.choose(&row, product);
        }
    };
    CellSearch {
        choices: Signal::derive(move || {
            if of_people.get() { editor.people.choices() } else { editor.search.choices() }
        }),
        found_for: Signal::derive(move || editor.search.found_for()),
        asked: Callback::new(asked),
        chosen: Callback::new(chosen),
    }
}
