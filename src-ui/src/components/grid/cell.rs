//! Cells as they are drawn: content or editor, tone, and what is marked of them.

use leptos::prelude::*;

use super::content::{content, full_text, lead};
use super::edit::CellEditor;
use super::model::{Align, Cell, Column, Content, Kind, Row, Tone};
use super::note::note_id;
use super::slots::{Marks, Slot};
use super::state::GridState;
use crate::components::Icon;

/// The cells of a row.
pub fn cells(grid: GridState, slot: &Slot, row: &Row, columns: &[Column]) -> impl IntoView + use<> {
    let layout = grid.places.get();
    let empty = Cell::from(Content::Empty);
    // The note stands in the next row; the cell with the focus is described by it.
    let noted = row.class.contains("has-note") && slot.marks.column.is_some();
    let noted = noted.then(|| note_id(grid, slot.index.map(|at| at + 1)));
    columns
        .iter()
        .zip(layout)
        .enumerate()
        .map(|(place, (column, declared))| {
            let cell = row.cells.get(declared).unwrap_or(&empty);
            let noted = noted.clone().filter(|_| slot.marks.column == Some(place));
            Drawing { grid, slot, row, column, cell, place }.draw(noted)
        })
        .collect_view()
}

/// A cell about to be drawn.
#[derive(Clone, Copy)]
struct Drawing<'a> {
    grid: GridState,
    slot: &'a Slot,
    row: &'a Row,
    column: &'a Column,
    cell: &'a Cell,
    place: usize,
}

impl Drawing<'_> {
    fn draw(self, noted: Option<String>) -> impl IntoView + use<> {
        let Self { grid, slot, column, cell, place, .. } = self;
        let (marks, editing) = (slot.marks, slot.editing == Some(place));
        let why = match &cell.tone {
            Tone::Warn(why) | Tone::Error(why) => Some(why.clone()),
            _ => None,
        };
        let lead = lead(self.row, &cell.content).filter(|_| !editing);
        let data = matches!(cell.content, Content::Text(_) | Content::Dim(_) | Content::Name(_));
        let data = data && lead.is_none();
        let class = class_of_cell(column, cell, editing, lead.is_some())
            + &class_of_marks(marks, place, editing);
        let content = if editing {
            view! { <CellEditor grid column=*column /> }.into_any()
        } else {
            self.inside(lead)
        };
        view! {
            <div
                class=class
                role="gridcell"
                tabindex=if marks.column == Some(place) { "0" } else { "-1" }
                dir=data.then_some("auto")
                title=why.clone().or_else(|| full_text(&cell.content))
                aria-colindex=place + 1
                aria-selected=grid.cells.then(|| marks.has(place).to_string())
                aria-invalid=matches!(cell.tone, Tone::Error(_)).then_some("true")
                aria-description=why
                aria-describedby=noted
                aria-readonly=column.editor.and(cell.edit.is_none().then_some("true"))
                data-testid="cell"
                data-col=column.id
            >
                {content}
            </div>
        }
    }

    /// What stands in it, behind what leads it.
    fn inside(self, lead: Option<AnyView>) -> AnyView {
        let Self { row, column, cell, .. } = self;
        let content = content(self.grid, &cell.content, column, self.place);
        let is_number = column.align == Align::End;
        match (lead, &cell.content) {
            // Its name gives way, its tag does not.
            (Some(lead), Content::NameTagged(..)) => view! { {lead}{content} }.into_any(),
            (Some(lead), _) => {
                view! { {lead}<span class="trunc" dir="auto">{content}</span> }.into_any()
            }
            // A number that is only told has its sign; one that can be typed has its own tag.
            _ if matches!(cell.tone, Tone::Warn(_)) && is_number && cell.edit.is_none() => {
                view! { <Icon name="triangle-alert" class="icon icon-sm" />{content} }.into_any()
            }
            // The row for new records has no number yet.
            _ if row.kind == Kind::Entry && column.sign.is_some() => {
                view! { <Icon name="plus" class="icon icon-sm" /> }.into_any()
            }
            _ => content,
        }
    }
}

/// The classes of a column's cells.
pub fn class_of_column(column: &Column) -> &'static str {
    match column.align {
        Align::Start => "c",
        Align::End => "c n",
        Align::Middle => "c mid",
    }
}

/// The classes of a cell's marks.
fn class_of_marks(marks: Marks, place: usize, editing: bool) -> String {
    let within = |range: Option<(usize, usize)>| {
        range.is_some_and(|(from, to)| (from..=to).contains(&place))
    };
    let current = marks.column == Some(place) && !editing;
    joined(&[
        (current, "is-cell"),
        (editing, "is-edit"),
        (within(marks.cells), "is-range"),
        (within(marks.target), "is-target"),
        (marks.handle == Some(place), "has-fill"),
    ])
}

/// The classes of a cell's content and tone.
fn class_of_cell(column: &Column, cell: &Cell, editing: bool, led: bool) -> String {
    let flex = matches!(
        cell.content,
        Content::Share { .. } | Content::Status(..) | Content::NameTagged(..) | Content::Press(_)
    );
    let classes = joined(&[
        ((flex || led) && !editing, "c-flex"),
        (matches!(cell.content, Content::Ordinal(_)), "ord"),
        (matches!(cell.content, Content::Outcome(..)), "ship medium"),
        (matches!(cell.content, Content::Dim(_)), "dim"),
        (matches!(cell.content, Content::Press(_)), "c-end"),
        (matches!(cell.content, Content::Hint(_)), "is-hint"),
        (cell.tone == Tone::Local, "is-local"),
        (matches!(cell.tone, Tone::Warn(_)), "is-warn"),
        (matches!(cell.tone, Tone::Error(_)), "is-error"),
    ]);
    format!("{}{classes}", class_of_column(column))
}

fn joined(classes: &[(bool, &str)]) -> String {
    let mut joined = String::new();
    for (_, class) in classes.iter().filter(|(on, _)| *on) {
        joined.push(' ');
        joined.push_str(class);
    }
    joined
}
