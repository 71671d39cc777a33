//! The row of a note: its sentence from the growing column on, and what can be done about it.

use leptos::prelude::*;

use super::model::{Column, Note};
use super::slots::Slot;
use super::state::GridState;

/// The id of the note that stands in a row.
pub fn note_id(grid: GridState, at: Option<u32>) -> String {
    format!("{}-{}", grid.id("note"), at.unwrap_or_default())
}

/// A note. Its actions are pressed by the pointer, or by Enter once Left and Right led to them.
pub fn note(note: &Note, slot: &Slot, columns: &[Column], id: String) -> impl IntoView + use<> {
    let action = slot.marks.action;
    let on_text = action.is_some() && note.actions.is_empty();
    let begins = columns.iter().position(|column| column.grows).unwrap_or(0);
    let actions = note.actions.iter().enumerate().map(|(at, (name, words))| {
        let current = action == Some(at);
        view! {
            <button
                type="button"
                class=if current { "btn btn-link is-cell" } else { "btn btn-link" }
                tabindex=index(current)
                data-action=at
                data-testid=format!("note-{name}")
            >
                {words.clone()}
            </button>
        }
    });
    view! {
        <div
            class=if on_text { "row-note-c is-cell" } else { "row-note-c" }
            role="gridcell"
            id=id
            aria-colindex=begins + 1
            aria-colspan=columns.len().saturating_sub(begins)
            tabindex=index(on_text)
            style:grid-column-start=(begins + 1).to_string()
            data-testid="note"
        >
            <span class="trunc" dir="auto" title=note.text.clone()>{note.text.clone()}</span>
            {actions.collect_view()}
        </div>
    }
}

fn index(current: bool) -> &'static str {
    if current { "0" } else { "-1" }
}
