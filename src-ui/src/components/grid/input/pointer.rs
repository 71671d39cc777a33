//! What the pointer does in a grid: a press puts the focus on a cell and may begin a drawing, a
//! click folds, a double click opens.

use leptos::ev::{Event, MouseEvent};
use leptos::prelude::*;
use leptos::web_sys::Element;
use wasm_bindgen::JsCast;

use super::moves::Cursor;
use super::range::Drag;
use super::range::RangeSelection;
use crate::components::grid::model::{Content, RowKind};
use crate::components::grid::state::GridState;
use crate::dom;

/// The side of the square, in rem, in which the handle at a cell's corner is met.
const HANDLE: f64 = 0.75;

/// The pointer was pressed.
pub fn pressed(grid: GridState, event: &MouseEvent) {
    let in_editor =
        element_of(event).is_some_and(|el| el.tag_name() == "INPUT" && dom::takes_text(&el));
    if in_editor || event.button() != 0 {
        return;
    }
    if on_handle(event) {
        event.prevent_default();
        let range = grid.range_now();
        grid.drawn.set(range.map(|range| Drag::Handle(range, None)));
        return;
    }
    let Some(cursor) = cell_at(event) else { return };
    if event.shift_key() {
        // Shift would choose text on its way.
        event.prevent_default();
    }
    grid.inside.set(true);
    if !event.shift_key() && take_rows(grid, cursor) {
        return;
    }
    grid.put(cursor, event.shift_key());
    if grid.cells {
        grid.drawn.set(Some(Drag::Cells));
    }
}

/// The pointer was clicked.
pub fn clicked(grid: GridState, event: &MouseEvent) {
    let Some(cursor) = cell_at(event) else { return };
    let Some(row) = cursor.row.and_then(|at| grid.data.row(at)) else { return };
    let within = |selector| element_of(event)?.closest(selector).ok().flatten();
    if let Some(action) = within("[data-action]") {
        let at = action.get_attribute("data-action").and_then(|at| at.parse().ok());
        let at = at.unwrap_or_default();
        grid.action.set(at);
        grid.press_action(&row, at);
    } else if within("[data-testid=row-action]").is_some() {
        grid.press(cursor);
    } else if within(".twist").is_some() || matches!(row.kind, RowKind::Group { .. }) {
        grid.fold(&row);
    }
}

/// The pointer was clicked twice.
pub fn opened(grid: GridState, event: &MouseEvent) {
    if let Some(cursor) = cell_at(event) {
        let wide = cursor.row.and_then(|at| grid.data.row(at)).is_some_and(|row| row.is_wide());
        if !wide {
            grid.open(cursor, true);
        }
    }
}

/// Something in a cell was changed: a tick, or the text of an editor, which is its own.
pub fn ticked(grid: GridState, event: &Event) {
    let is_tick = element_of(event).is_some_and(|element| !dom::takes_text(&element));
    if let Some(cursor) = cell_at(event).filter(|_| is_tick) {
        grid.toggle_check(cursor);
    }
}

/// A press on the number of a line takes the row, or the chosen rows it is one of, to be drawn
/// elsewhere.
fn take_rows(grid: GridState, cursor: Cursor) -> bool {
    let Some(at) = cursor.row.filter(|_| grid.calls.move_rows.is_some()) else { return false };
    let row = grid.data.row(at).filter(|row| row.kind == RowKind::Record);
    let cell =
        row.as_ref().zip(grid.declared(cursor.column)).and_then(|(row, at)| row.cells.get(at));
    if !cell.is_some_and(|cell| matches!(cell.content, Content::Ordinal(_))) {
        return false;
    }
    let chosen = grid.range_now().filter(|range| range.whole && range.has_row(at));
    let rows = chosen.map_or((at, at), |range| range.rows);
    if chosen.is_none() {
        grid.put(cursor, false);
        grid.choose(RangeSelection { rows: grid.cells, ..RangeSelection::default() });
    }
    grid.drawn.set(Some(Drag::Rows(rows, None)));
    true
}

/// The cell under a pointer: row and column, by its place on screen.
fn cell_at(event: &Event) -> Option<Cursor> {
    let target = element_of(event)?;
    let row = target.closest("[data-index]").ok().flatten()?;
    let index = row.get_attribute("data-index")?.parse().ok()?;
    let cell = target.closest("[aria-colindex]").ok().flatten();
    let column = cell.and_then(|cell| cell.get_attribute("aria-colindex")?.parse::<usize>().ok());
    Some(Cursor { row: Some(index), column: column.map_or(0, |at| at.saturating_sub(1)) })
}

/// Whether the pointer is on the handle: the lower corner at the end of the cell that has it.
fn on_handle(event: &MouseEvent) -> bool {
    let cell = element_of(event).and_then(|el| el.closest(".has-fill").ok().flatten());
    let Some(cell) = cell else { return false };
    let (place, side) = (dom::place_of(&cell), HANDLE * dom::rem());
    let x = f64::from(event.client_x());
    let in_corner = if dom::is_rtl() { x < place.left + side } else { x > place.right - side };
    in_corner && f64::from(event.client_y()) > place.bottom - side
}

fn element_of(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}
