//! A slot as it is drawn: a row of cells, the head of a group, or bones while its row is not here
//! yet. Cells are `cell`'s, notes `note`'s.

use leptos::attr::custom::custom_attribute;
use leptos::either::EitherOf4;
use leptos::prelude::*;

use super::cell::{cells, class_of_column};
use super::model::{Align, Column, Kind};
use super::note::{note, note_id};
use super::slots::Slot;
use super::state::GridState;
use crate::components::Icon;
use crate::dom;

/// A slot.
#[component]
pub fn SlotRow(grid: GridState, showing: RwSignal<Slot>, tree: bool) -> impl IntoView {
    let slot = showing;
    let kind = move || slot.with(class_of);
    // The attribute is none of those that views know by name.
    let level = custom_attribute("aria-level", move || tree.then(|| slot.with(level)));
    view! {
        <div
            class=kind
            role="row"
            style:transform=move || slot.with(|s| format!("translateY({})", dom::css(s.place, "px")))
            aria-rowindex=move || slot.with(|s| s.index.map(|at| at + 2))
            aria-selected=move || slot.with(|s| s.row.as_ref().map(|_| s.marks.whole.to_string()))
            {..level}
            aria-expanded=move || {
                slot.with(|s| Some(s.row.as_ref()?.unfolded?.to_string()))
            }
            aria-hidden=move || slot.with(|s| s.row.is_none().then_some("true"))
            data-key=move || slot.with(|s| s.row.as_ref().map(|row| row.key.clone()))
            data-index=move || slot.with(|s| s.index)
            data-testid="row"
        >
            {move || inside(grid, &slot.get())}
        </div>
    }
}

fn class_of(slot: &Slot) -> String {
    let Some(row) = &slot.row else {
        return if slot.index.is_some() { "row bones slot" } else { "row slot is-free" }.into();
    };
    let kind = match &row.kind {
        Kind::Record => "row slot",
        Kind::Group { .. } => "slot group-slot",
        Kind::Child => "row slot is-child",
        Kind::Entry => "row slot row-entry",
        Kind::Note(note) if note.refused => "row-note slot",
        Kind::Note(_) => "row-note slot is-attn",
    };
    // One text: classes set beside it would go whenever it changes.
    let chosen = if slot.marks.chosen { " is-selected" } else { "" };
    let current = if slot.marks.column.is_some() { " is-current" } else { "" };
    let drop = if slot.marks.drop { " is-drop" } else { "" };
    format!("{kind} {}{chosen}{current}{drop}", row.class)
}

fn level(slot: &Slot) -> u32 {
    match slot.row.as_ref().map(|row| &row.kind) {
        Some(Kind::Child | Kind::Note(_)) => 2,
        _ => 1,
    }
}

fn inside(grid: GridState, slot: &Slot) -> impl IntoView + use<> {
    let columns = grid.shown();
    match &slot.row {
        None => EitherOf4::A(bones(&columns)),
        Some(row) => match &row.kind {
            Kind::Group { name, beside, folded } => EitherOf4::B(group(
                name.clone(),
                beside.clone(),
                *folded,
                slot.marks.column.is_some(),
                columns.len(),
            )),
            Kind::Note(said) => EitherOf4::C(note(said, slot, &columns, note_id(grid, slot.index))),
            _ => EitherOf4::D(cells(grid, slot, row, &columns)),
        },
    }
}

/// A row that is not here yet.
fn bones(columns: &[Column]) -> impl IntoView + use<> {
    columns
        .iter()
        .map(|column| {
            let bone = match column.align {
                Align::Start if column.grows => "bone bone-l",
                Align::Start => "bone",
                Align::End => "bone bone-s",
                Align::Middle => "",
            };
            view! { <div class=class_of_column(column)><span class=bone></span></div> }
        })
        .collect_view()
}

/// The head of a group; also drawn at the top while its rows are scrolled under it.
pub fn group(
    name: String,
    beside: String,
    folded: bool,
    current: bool,
    columns: usize,
) -> impl IntoView {
    let icon = if folded { "chevron-right" } else { "chevron-down" };
    let direction = if folded { "icon icon-sm icon-dir" } else { "icon icon-sm" };
    view! {
        <div class="group">
            <div
                class="c"
                class:is-cell=current
                role="gridcell"
                aria-colspan=columns
                tabindex=if current { "0" } else { "-1" }
                data-testid="group"
            >
                <Icon name=icon class=direction />
                <bdi>{name}</bdi>
                <span class="faint">{beside}</span>
            </div>
        </div>
    }
}
