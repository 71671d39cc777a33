//! A slot as pieces: a row of cells, the head of a group, or bones while its row is not here yet.
//! Cells are `cell`'s, notes `note`'s; when they are drawn is `pool`'s.

use leptos::web_sys::Element;

use super::cell::{CellLook, class_of_column};
use super::content::icon;
use super::ground::Ground;
use super::note::note;
use super::piece::{AttributeValue, Name, Piece, Tag, patch_inside};
use super::slots::Slot;
use crate::components::grid::model::{Align, Column, Row, RowKind};

/// Makes a slot's row.
pub fn make(ground: &Ground, slot: &Slot) -> Element {
    row(ground, slot).holds_all(inside(ground, slot)).make()
}

/// Makes an element that shows one slot show another one.
pub fn redraw(ground: &Ground, element: &Element, before: &Slot, now: &Slot) {
    row(ground, now).patch(element, &row(ground, before));
    match (celled(before), celled(now)) {
        (Some(old), Some(new)) if old == new && before.is_marked_like(now) => {}
        (Some(old), Some(new)) => redraw_cells(ground, element, (before, old), (now, new)),
        _ => patch_inside(element, &inside(ground, before), &inside(ground, now)),
    }
}

/// The row of a slot, if it has cells.
pub fn celled(slot: &Slot) -> Option<&Row> {
    slot.row.as_deref().filter(|row| !row.is_wide())
}

fn redraw_cells(ground: &Ground, element: &Element, before: (&Slot, &Row), now: (&Slot, &Row)) {
    let mut next = element.first_element_child();
    for (place, column) in ground.columns.iter().enumerate() {
        let Some(cell) = next else { return };
        let look = CellLook::new(ground, now.0, now.1, place);
        let old = CellLook::new(ground, before.0, before.1, place);
        if look != old {
            look.tag(ground, column, place).patch(&cell, &old.tag(ground, column, place));
        }
        next = cell.next_element_sibling();
    }
}

/// The row itself, without what lies in it.
fn row<'a>(ground: &Ground, slot: &'a Slot) -> Tag<'a> {
    let row = slot.row.as_deref();
    let level = ground.tree.then(|| row.map_or(1, Row::level));
    Tag::new("div")
        .says("class", class_of(slot))
        .says("role", "row")
        .with(Name::Style("transform"), AttributeValue::Down(slot.place))
        .says("aria-rowindex", slot.index + 2)
        .says("aria-selected", row.map(|_| slot.marks.whole))
        .says("aria-level", level)
        .says("aria-expanded", row.and_then(|row| row.unfolded))
        .says("aria-hidden", row.is_none().then_some("true"))
        .says("data-key", row.map(|row| &row.key))
        .says("data-index", slot.index)
        .says("data-testid", "row")
}

fn class_of(slot: &Slot) -> AttributeValue<'_> {
    let Some(row) = &slot.row else { return "row bones slot".into() };
    let kind = match &row.kind {
        RowKind::Record => "row slot",
        RowKind::Group { .. } => "slot group-slot",
        RowKind::Child => "row slot is-child",
        RowKind::Entry => "row slot row-entry",
        RowKind::Note(note) if note.refused => "row-note slot",
        RowKind::Note(_) => "row-note slot is-attn",
    };
    let marks = [
        (slot.marks.chosen, " is-selected"),
        (slot.marks.column.is_some(), " is-current"),
        (slot.marks.drop, " is-drop"),
    ];
    if row.class.is_empty() && marks.iter().all(|(on, _)| !on) {
        return kind.into();
    }
    let marked = marks.iter().filter(|(on, _)| *on).map(|(_, class)| *class).collect::<String>();
    let space = if row.class.is_empty() { "" } else { " " };
    [kind, space, row.class, &marked].concat().into()
}

fn inside<'a>(ground: &'a Ground, slot: &'a Slot) -> Vec<Piece<'a>> {
    let columns = &ground.columns;
    let Some(row) = slot.row.as_deref() else { return columns.iter().map(bone).collect() };
    match &row.kind {
        RowKind::Group { name, beside, folded } => {
            vec![group((name, beside), *folded, slot.marks.column.is_some(), columns.len()).into()]
        }
        RowKind::Note(said) => vec![note(ground, slot, said, columns)],
        _ => {
            let cells = columns.iter().enumerate();
            let cell = |(place, column): (usize, &Column)| {
                CellLook::new(ground, slot, row, place).tag(ground, column, place).into()
            };
            cells.map(cell).collect()
        }
    }
}

/// A cell of a row that is not here yet.
fn bone<'a>(column: &Column) -> Piece<'a> {
    let bone = match column.align {
        Align::Start if column.grows => "bone bone-l",
        Align::Start => "bone",
        Align::End => "bone bone-s",
        Align::Middle => "",
    };
    Tag::new("div").says("class", class_of_column(column)).holds(Tag::span(bone)).into()
}

/// The head of a group, its name and what stands beside it; also drawn at the top while its rows are
/// scrolled under it.
pub fn group<'a>(
    (name, beside): (&'a String, &'a String),
    folded: bool,
    current: bool,
    columns: usize,
) -> Tag<'a> {
    let sign = if folded { "chevron-right" } else { "chevron-down" };
    let direction = if folded { "icon icon-sm icon-dir" } else { "icon icon-sm" };
    let cell = Tag::new("div")
        .says("class", if current { "c is-cell" } else { "c" })
        .says("role", "gridcell")
        .says("aria-colspan", u32::try_from(columns).unwrap_or_default())
        .says("tabindex", if current { "0" } else { "-1" })
        .says("data-testid", "group")
        .holds(icon(sign, direction))
        .holds(Tag::new("bdi").holds(name))
        .holds(Tag::new("bdi").says("class", "faint").holds(beside));
    Tag::new("div").says("class", "group").holds(cell)
}
