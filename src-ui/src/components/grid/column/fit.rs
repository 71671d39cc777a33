//! Columns that come and go: the cell with the focus stays in its column and is brought into view. And
//! how wide a column has to be for what it holds. Called by `view`, `head` and `act`.

use leptos::prelude::*;

use crate::components::grid::input::moves::Cursor;
use crate::components::grid::model::Column;
use crate::components::grid::state::GridState;
use crate::dom;
use crate::effect::{effect, effect_after};

/// Room at the two edges of a cell, in rem, and for what rounds up.
const PADDING: f64 = 1.0625;

/// Keeps the cursor in its column when others come or go.
pub fn keep_column(grid: GridState) {
    effect_after(move |before: Option<Vec<usize>>| {
        let now = grid.places.get();
        let cursor = grid.cursor.get_untracked();
        if let Some(before) = before.filter(|before| *before != now) {
            let column = before.get(cursor.column);
            let same = now.iter().position(|at| Some(at) == column);
            let column = same.unwrap_or(cursor.column.min(now.len().saturating_sub(1)));
            // Chosen columns are no longer side by side.
            grid.choose(grid.chosen.get_untracked().in_column(column));
            grid.cursor.set(Cursor { column, ..cursor });
        }
        now
    });
}

/// How wide a column is on screen, in rem.
pub fn drawn_width(grid: GridState, column: &Column) -> Option<f64> {
    let element = grid.element.get_untracked()?;
    let head = format!("[role=columnheader][data-col={}]", column.id);
    let at = dom::place_of(dom::all(&element, &head).first()?);
    Some((at.right - at.left) / dom::rem())
}

/// Makes a column as wide as the widest of its contents on screen. The one that takes the room that is
/// left stays as it is.
pub fn to_contents(grid: GridState, column: &Column) -> bool {
    let Some(element) = grid.element.get_untracked().filter(|_| !column.grows) else {
        return false;
    };
    let cells = dom::all(&element, &format!("[data-col={}]", column.id));
    let widest = cells.iter().map(|cell| dom::width_of_contents(cell)).fold(0.0, f64::max);
    grid.layout.update(|layout| layout.resize(column, widest / dom::rem() + PADDING));
    grid.keep_layout();
    true
}

/// Scrolls sideways to the cell the cursor came to. Rows are brought into view by `state`.
pub fn reveal_column(grid: GridState) {
    effect(move || {
        grid.cursor.track();
        if !grid.inside.get_untracked() {
            return;
        }
        request_animation_frame(move || {
            let Some(Some(element)) = grid.element.try_get_untracked() else { return };
            if let Some(cell) = dom::all(&element, "[tabindex=\"0\"]").first() {
                dom::reveal_sideways(&element, cell);
            }
        });
    });
}
