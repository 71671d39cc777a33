//! Which columns are shown: in a narrow grid those that may give way do so, one after the other, before
//! the grid scrolls sideways.

use leptos::prelude::*;

use super::state::ColumnState;
use crate::components::grid::model::Column;
use crate::dom;
use crate::effect::memo;

/// Indexes of the columns shown, in their order on screen; `width` is the grid's in px, 0 before it
/// is known; `idle` names those that hold nothing.
pub fn places(
    columns: StoredValue<Vec<Column>>,
    layout: RwSignal<ColumnState>,
    width: RwSignal<f64>,
    row: RwSignal<f64>,
    idle: Signal<Vec<String>>,
) -> Memo<Vec<usize>> {
    let room = memo(move || {
        // A rem is another one whenever a row has another height.
        row.track();
        let width = width.get();
        if width > 0.0 { width / dom::rem() } else { f64::INFINITY }
    });
    memo(move || {
        let room = room.get();
        columns.with_value(|columns| {
            idle.with(|idle| layout.with(|layout| layout.fitting(columns, room, idle)))
        })
    })
}
