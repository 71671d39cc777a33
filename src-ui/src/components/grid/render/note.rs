//! The row of a note, as a piece: its sentence from the growing column on, and what can be done about
//! it.

use super::content::sentence;
use super::ground::Ground;
use super::piece::{Name, Piece, Tag};
use super::slots::Slot;
use crate::components::grid::model::{Column, Note};

/// The id of the note that stands in a row.
pub fn note_id(ground: &Ground, at: u32) -> String {
    format!("{}-{at}", ground.note)
}

/// A note. Its actions are pressed by the pointer, or by Enter once Left and Right led to them.
pub fn note<'a>(ground: &'a Ground, slot: &Slot, note: &'a Note, columns: &[Column]) -> Piece<'a> {
    let action = slot.marks.action;
    let on_text = action.is_some() && note.actions.is_empty();
    let begins = columns.iter().position(|column| column.grows).unwrap_or(0);
    let number = |number: usize| u32::try_from(number).unwrap_or_default();
    let actions = note.actions.iter().enumerate().map(|(at, (name, words))| {
        let current = action == Some(at);
        Tag::new("button")
            .says("type", "button")
            .says("class", if current { "btn btn-link is-cell" } else { "btn btn-link" })
            .says("tabindex", index(current))
            .says("data-action", number(at))
            .says("data-testid", format!("note-{name}"))
            .holds(words)
            .into()
    });
    let text = Tag::span("trunc").says("dir", "auto").says("title", &note.text);
    let text = sentence(text, &note.text);
    Tag::new("div")
        .says("class", if on_text { "row-note-c is-cell" } else { "row-note-c" })
        .says("role", "gridcell")
        .says("id", note_id(ground, slot.index))
        .says("aria-colindex", number(begins + 1))
        .says("aria-colspan", number(columns.len().saturating_sub(begins)))
        .says("tabindex", index(on_text))
        .with(Name::Style("grid-column-start"), number(begins + 1))
        .says("data-testid", "note")
        .holds(text)
        .holds_all(actions)
        .into()
}

fn index(current: bool) -> &'static str {
    if current { "0" } else { "-1" }
}
