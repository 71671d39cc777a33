//! Cells as pieces: content or room for the editor, tone, and what is marked of them.

use super::content::{Lead, content, full_text, icon};
use super::ground::Ground;
use super::note::note_id;
use super::piece::{Piece, Tag};
use super::slots::Slot;
use crate::components::grid::model::{Align, Cell, Column, Content, Row, RowKind, Tone};

/// All that the look of a cell depends on: of two that are equal, one is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellLook<'a> {
    /// What it holds; `None` where its row says nothing of its column.
    cell: Option<&'a Cell>,
    lead: Option<Lead>,
    /// It is of the row for new records.
    in_entry: bool,
    current: bool,
    selected: Option<bool>,
    editing: bool,
    in_range: bool,
    in_target: bool,
    has_fill: bool,
    /// The row of the note that describes it.
    noted: Option<u32>,
}

impl<'a> CellLook<'a> {
    /// The look of the cell at a place on screen.
    pub fn new(ground: &Ground, slot: &'a Slot, row: &'a Row, place: usize) -> Self {
        let cell = ground.places.get(place).and_then(|declared| row.cells.get(*declared));
        let marks = slot.marks;
        let editing = slot.marks.editing == Some(place);
        let within = |range: Option<(usize, usize)>| {
            range.is_some_and(|(from, to)| (from..=to).contains(&place))
        };
        let current = marks.column == Some(place);
        // The note stands in the next row; the cell with the focus is described by it.
        let noted = (current && row.class.contains("has-note")).then_some(slot.index + 1);
        Self {
            cell,
            lead: cell.and_then(|cell| lead(row, &cell.content)).filter(|_| !editing),
            in_entry: row.kind == RowKind::Entry,
            current,
            selected: ground.cells.then(|| marks.has(place)),
            editing,
            in_range: within(marks.cells),
            in_target: within(marks.target),
            has_fill: marks.handle == Some(place),
            noted,
        }
    }

    /// The cell.
    pub fn tag(&self, ground: &'a Ground, column: &Column, place: usize) -> Tag<'a> {
        let cell = self.cell.unwrap_or(&EMPTY);
        let why = match &cell.tone {
            Tone::Warn(why) | Tone::Error(why) => Some(why),
            _ => None,
        };
        let is_text = matches!(cell.content, Content::Text(_) | Content::Dim(_) | Content::Name(_));
        // A number keeps its edge, and a day is isolated in it.
        let is_data = is_text && column.align != Align::End;
        let is_fixed = column.editor.is_some() && cell.edit.is_none();
        let tag = Tag::new("div")
            .says("class", self.class(cell, column))
            .says("role", if column.heads { "rowheader" } else { "gridcell" })
            .says("tabindex", if self.current { "0" } else { "-1" })
            .says("dir", (is_data && self.lead.is_none()).then_some("auto"))
            .says("title", why.or_else(|| full_text(&cell.content)))
            .says("aria-colindex", u32::try_from(place + 1).unwrap_or_default())
            .says("aria-selected", self.selected)
            .says("aria-invalid", matches!(cell.tone, Tone::Error(_)).then_some("true"))
            .says("aria-label", why.map(|why| with_reason(&cell.content, why)))
            .says("aria-describedby", self.noted.map(|at| note_id(ground, at)))
            .says("aria-readonly", is_fixed.then_some("true"))
            .says("data-testid", "cell")
            .says("data-col", column.id);
        // The editor is put there by the pool, and stays while the cell around it changes.
        if self.editing { tag } else { tag.holds_all(self.inside(ground, cell, column)) }
    }

    /// What stands in it, behind what leads it.
    fn inside(&self, ground: &'a Ground, cell: &'a Cell, column: &Column) -> Vec<Piece<'a>> {
        let mut inside = content(ground, &cell.content, column);
        match (self.lead, &cell.content) {
            // Its name gives way, its tag does not.
            (Some(lead), Content::NameTagged(..)) => inside.insert(0, lead.piece(ground)),
            (Some(lead), _) => {
                let content = Tag::span("trunc").says("dir", "auto").holds_all(inside);
                return vec![lead.piece(ground), content.into()];
            }
            // A number that is only told has its sign; one that can be typed has its own tag.
            _ if matches!(cell.tone, Tone::Warn(_))
                && column.align == Align::End
                && cell.edit.is_none() =>
            {
                inside.insert(0, icon("triangle-alert", "icon icon-sm").into());
            }
            // The row for new records has no number yet.
            _ if self.in_entry && column.sign.is_some() => {
                return vec![icon("plus", "icon icon-sm").into()];
            }
            _ => {}
        }
        inside
    }

    fn class(&self, cell: &Cell, column: &Column) -> String {
        let flex = matches!(
            cell.content,
            Content::Share { .. }
                | Content::To(_)
                | Content::Counts { .. }
                | Content::Status(..)
                | Content::NameTagged(..)
                | Content::Press(_)
        );
        let classes = [
            ((flex || self.lead.is_some()) && !self.editing, " c-flex"),
            (matches!(cell.content, Content::Ordinal(_)), " ord"),
            (matches!(cell.content, Content::Outcome(..)), " ship medium"),
            (matches!(cell.content, Content::Dim(_)), " dim"),
            (matches!(cell.content, Content::Press(_)), " c-end"),
            (matches!(cell.content, Content::Hint(_)), " is-hint"),
            (cell.tone == Tone::Local, " is-local"),
            (matches!(cell.tone, Tone::Warn(_)), " is-warn"),
            (matches!(cell.tone, Tone::Error(_)), " is-error"),
            (self.current && !self.editing, " is-cell"),
            (self.editing, " is-edit"),
            (self.in_range, " is-range"),
            (self.in_target, " is-target"),
            (self.has_fill, " has-fill"),
        ];
        let mut class = class_of_column(column).to_owned();
        classes.iter().filter(|(on, _)| *on).for_each(|(_, name)| class.push_str(name));
        class
    }
}

/// A value and what is to be said of it, to be read out: a tooltip alone would take its place.
fn with_reason(content: &Content, why: &str) -> String {
    match words(content) {
        Some(words) if !words.is_empty() => format!("{words}, {why}"),
        _ => why.to_owned(),
    }
}

fn words(content: &Content) -> Option<&String> {
    match content {
        Content::Number(text) | Content::Ordinal(text) | Content::Outcome(text, _) => Some(text),
        Content::Code(text) | Content::Bin(text) => Some(text),
        other => full_text(other),
    }
}

/// What is drawn where a row says nothing of a column.
const EMPTY: Cell = Cell { content: Content::Empty, tone: Tone::Plain, edit: None, datum: None };

/// The classes of a column's cells.
pub fn class_of_column(column: &Column) -> &'static str {
    match column.align {
        Align::Start => "c",
        Align::End => "c n",
        Align::Middle => "c mid",
    }
}

fn lead(row: &Row, content: &Content) -> Option<Lead> {
    if !matches!(content, Content::Name(_) | Content::NameTagged(..)) {
        return None;
    }
    match (&row.kind, row.unfolded) {
        (RowKind::Child, _) => Some(Lead::Corner),
        (RowKind::Record, Some(unfolded)) => Some(Lead::Twist(unfolded)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use leptos::prelude::*;

    use super::*;
    use crate::components::grid::render::slots::Marks;

    fn ground() -> Ground {
        let column = |id| Column::new(id, Signal::stored(String::new()), 5.0);
        Ground {
            columns: vec![column("name"), column("quantity").number()],
            places: vec![0, 1],
            cells: true,
            tree: true,
            note: "lines-note".to_owned(),
            absent: "not given",
            twist: "fold",
            labels: Vec::new(),
        }
    }

    fn slot(quantity: &str, marks: Marks) -> Slot {
        let name = Content::Name("Gloves, nitrile".into()).into();
        let row = Row::record("7", vec![name, Content::Number(quantity.into()).into()]);
        Slot { index: 4, row: Some(Arc::new(row.class("has-note"))), place: 0.0, marks }
    }

    /// The places of the cells that are drawn otherwise in the second of two slots.
    fn differing(one: &Slot, other: &Slot) -> Vec<usize> {
        let ground = ground();
        let look = |slot: &Slot, place| {
            let row = slot.row.as_deref().expect("it has a row");
            format!("{:?}", CellLook::new(&ground, slot, row, place))
        };
        (0..2).filter(|place| look(one, *place) != look(other, *place)).collect()
    }

    #[test]
    fn a_status_has_its_word_to_be_told_also_where_its_sign_alone_is_drawn() {
        let status = Content::Status("st-pending", "circle", "Pending".into());
        assert_eq!(full_text(&status).map(String::as_str), Some("Pending"));
        assert_eq!(with_reason(&status, "not sent"), "Pending, not sent");
    }

    #[test]
    fn only_cells_whose_content_or_marks_changed_are_drawn_anew() {
        let owner = Owner::new();
        owner.with(|| {
            let (none, name) = (Marks::default(), Marks { column: Some(0), ..Marks::default() });
            let quantity = Marks { column: Some(1), ..Marks::default() };
            assert_eq!(differing(&slot("8", none), &slot("9", none)), [1]);
            assert_eq!(differing(&slot("8", none), &slot("8", name)), [0]);
            assert_eq!(differing(&slot("8", name), &slot("8", quantity)), [0, 1]);
            let moved = Slot { index: 5, place: 28.0, ..slot("8", name) };
            assert_eq!(differing(&slot("8", name), &moved), [0], "its note is in another row");
            let typed = Marks { editing: Some(1), ..quantity };
            assert_eq!(differing(&slot("8", quantity), &slot("8", typed)), [1]);
        });
    }
}
