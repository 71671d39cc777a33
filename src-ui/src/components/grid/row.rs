//! A slot as it is drawn: a row of cells, the head of a group, a note, or bones while its row is
//! not here yet.

use leptos::either::EitherOf4;
use leptos::prelude::*;

use super::content::{content, full_text, lead};
use super::edit::CellEditor;
use super::model::{Align, Cell, Column, Content, Kind, Row, Tone};
use super::slots::Slot;
use super::state::GridState;
use crate::components::Icon;
use crate::dom;

/// A slot.
#[component]
pub fn SlotRow(grid: GridState, showing: RwSignal<Slot>, tree: bool) -> impl IntoView {
    let slot = showing;
    let kind = move || slot.with(class_of);
    view! {
        <div
            class=kind
            role="row"
            style:transform=move || slot.with(|s| format!("translateY({})", dom::css(s.place, "px")))
            aria-rowindex=move || slot.with(|s| s.index.map(|at| at + 2))
            aria-selected=move || slot.with(|s| s.row.as_ref().map(|_| s.chosen.to_string()))
            attr:aria-level=move || tree.then(|| slot.with(level))
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
        Kind::Note(_, true) => "row-note slot",
        Kind::Note(_, false) => "row-note slot is-attn",
    };
    // One text: classes set beside it would go whenever it changes.
    let chosen = if slot.chosen { " is-selected" } else { "" };
    let current = if slot.column.is_some() { " is-current" } else { "" };
    format!("{kind} {}{chosen}{current}", row.class)
}

fn level(slot: &Slot) -> u32 {
    match slot.row.as_ref().map(|row| &row.kind) {
        Some(Kind::Child | Kind::Note(..)) => 2,
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
                slot.column.is_some(),
                columns.len(),
            )),
            Kind::Note(text, _) => EitherOf4::C(note(text.clone(), slot, columns.len())),
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

fn note(text: String, slot: &Slot, columns: usize) -> impl IntoView + use<> {
    let current = slot.column.is_some();
    view! {
        <div
            class="row-note-c"
            class:is-cell=current
            role="gridcell"
            aria-colspan=columns
            tabindex=if current { "0" } else { "-1" }
            data-testid="note"
        >
            {text}
        </div>
    }
}

fn cells(grid: GridState, slot: &Slot, row: &Row, columns: &[Column]) -> impl IntoView + use<> {
    let layout = grid.places.get();
    let empty = Cell::from(Content::Empty);
    columns
        .iter()
        .zip(layout)
        .enumerate()
        .map(|(place, (column, declared))| {
            let cell = row.cells.get(declared).unwrap_or(&empty);
            let editing = slot.editing == Some(place);
            draw(grid, column, row, cell, place, slot.column == Some(place), editing)
        })
        .collect_view()
}

fn draw(
    grid: GridState,
    column: &Column,
    row: &Row,
    cell: &Cell,
    place: usize,
    current: bool,
    editing: bool,
) -> impl IntoView + use<> {
    let why = match &cell.tone {
        Tone::Warn(why) | Tone::Error(why) => Some(why.clone()),
        _ => None,
    };
    let lead = lead(row, &cell.content).filter(|_| !editing);
    let data = matches!(cell.content, Content::Text(_) | Content::Dim(_) | Content::Name(_));
    let data = data && lead.is_none();
    let class = class_of_cell(column, cell, current, editing, lead.is_some());
    let content = match lead {
        _ if editing => view! { <CellEditor grid label=column.label /> }.into_any(),
        Some(lead) => {
            let content = content(grid, &cell.content, column, place);
            view! { {lead}<span class="trunc" dir="auto">{content}</span> }.into_any()
        }
        None => content(grid, &cell.content, column, place),
    };
    view! {
        <div
            class=class
            role="gridcell"
            tabindex=if current { "0" } else { "-1" }
            dir=data.then_some("auto")
            title=why.clone().or_else(|| full_text(&cell.content))
            aria-colindex=place + 1
            aria-invalid=matches!(cell.tone, Tone::Error(_)).then_some("true")
            aria-description=why
            aria-readonly=column.editor.and(cell.edit.is_none().then_some("true"))
            data-testid="cell"
            data-col=column.id
        >
            {content}
        </div>
    }
}

fn class_of_column(column: &Column) -> &'static str {
    match column.align {
        Align::Start => "c",
        Align::End => "c n",
        Align::Middle => "c mid",
    }
}

fn class_of_cell(column: &Column, cell: &Cell, current: bool, editing: bool, led: bool) -> String {
    let mut class = class_of_column(column).to_owned();
    let mut add = |on: bool, name: &str| {
        if on {
            class.push(' ');
            class.push_str(name);
        }
    };
    let flex = led
        || matches!(
            cell.content,
            Content::Share { .. }
                | Content::Status(..)
                | Content::NameTagged(..)
                | Content::Press(_)
        );
    add(flex && !editing, "c-flex");
    add(matches!(cell.content, Content::Ordinal(_)), "ord");
    add(matches!(cell.content, Content::Outcome(..)), "ship medium");
    add(matches!(cell.content, Content::Dim(_)), "dim");
    add(matches!(cell.content, Content::Press(_)), "c-end");
    add(current && !editing, "is-cell");
    add(editing, "is-edit");
    add(cell.tone == Tone::Local, "is-local");
    add(matches!(cell.tone, Tone::Warn(_)), "is-warn");
    add(matches!(cell.tone, Tone::Error(_)), "is-error");
    class
}
