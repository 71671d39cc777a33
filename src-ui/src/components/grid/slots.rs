//! The pool of rows: as many slots as fit on screen, each with one signal. Scrolling gives a slot
//! another row; only slots whose row, place or state changed are drawn anew.

use std::sync::Arc;

use leptos::prelude::*;

use super::model::{Kind, Row};
use super::moves::Cursor;
use super::state::GridState;

/// How far back the head of the group on screen is looked for.
const GROUP_REACH: u32 = 400;

/// What a slot shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slot {
    /// Index of its row; `None` while the slot is not needed.
    pub index: Option<u32>,
    /// The row; `None` while it is not here.
    pub row: Option<Arc<Row>>,
    /// Where it lies, in px.
    pub place: f64,
    /// The column that has the focus, by its place on screen, if this is the current row.
    pub column: Option<usize>,
    /// The row is chosen.
    pub chosen: bool,
    /// The column being edited.
    pub editing: Option<usize>,
}

/// The pool of a grid.
#[derive(Clone, Copy)]
pub struct Slots {
    /// One signal a slot; the pool grows with the window's height and never shrinks.
    pub pool: RwSignal<Vec<RwSignal<Slot>>>,
    /// The grid's owner: slots live as long as the grid, not as long as a run of the effect.
    owner: StoredValue<Option<Owner>>,
}

impl Slots {
    /// Makes the pool and keeps it true to the grid.
    pub fn start(grid: GridState) -> Self {
        let owner = StoredValue::new(Owner::current());
        let slots = Self { pool: RwSignal::new(Vec::new()), owner };
        Effect::new(move || slots.fill(grid));
        slots
    }

    fn fill(self, grid: GridState) {
        let window = grid.window();
        grid.data.version.track();
        let (from, to) = window.drawn();
        let cursor = grid.cursor.get();
        let chosen = grid.chosen();
        let editing = grid.editing.get();
        let needed = window.pool();
        self.grow(needed);
        let pool = self.pool.get_untracked();
        let size = u32::try_from(pool.len()).unwrap_or(1).max(1);
        for (number, slot) in (0u32..).zip(&pool) {
            // The one row of the window that falls to this slot: rows keep their slot while in view.
            let index = from + (number + size - from % size) % size;
            let new = if index < to {
                Slot {
                    index: Some(index),
                    row: grid.data.row(index),
                    place: window.place(index),
                    column: (cursor.row == Some(index)).then_some(cursor.column),
                    chosen: chosen.is_some_and(|(a, b)| (a..=b).contains(&index)),
                    editing: editing.as_ref().filter(|e| e.row == index).map(|e| e.place),
                }
            } else {
                Slot::default()
            };
            if slot.with_untracked(|old| *old != new) {
                slot.set(new);
            }
        }
        grid.data.want(from, to);
    }

    fn grow(self, needed: u32) {
        let have = self.pool.with_untracked(Vec::len);
        let missing = usize::try_from(needed).unwrap_or(0).saturating_sub(have);
        let owner = self.owner.get_value().filter(|_| missing > 0);
        if let Some(owner) = owner {
            let slot = || owner.with(|| RwSignal::new(Slot::default()));
            self.pool.update(|pool| pool.extend((0..missing).map(|_| slot())));
        }
    }
}

/// Whether the cell with the focus is drawn; if not, the grid itself takes the focus.
pub fn cursor_is_drawn(grid: GridState) -> bool {
    let (from, to) = grid.window().drawn();
    match grid.cursor.get().row {
        None => true,
        Some(row) => (from..to).contains(&row),
    }
}

/// The head of the group whose rows are at the top of the screen, when it has scrolled out.
pub fn group_above(grid: GridState) -> Option<(u32, Arc<Row>)> {
    grid.data.version.track();
    let window = grid.window();
    if window.top <= 0.0 || window.total == 0 {
        return None;
    }
    let first = window.first();
    for at in (first.saturating_sub(GROUP_REACH)..=first).rev() {
        let row = grid.data.row(at)?;
        if matches!(row.kind, Kind::Group { .. }) {
            return Some((at, row));
        }
        if at == first && !row.is_wide() && !has_groups(grid) {
            return None;
        }
    }
    None
}

/// Keeps the focus on its row when rows above it come or go.
pub fn follow_the_row(grid: GridState) {
    // Where the focus was put, and on which row.
    let put = StoredValue::new(None::<(u32, String)>);
    Effect::new(move || {
        let at = grid.cursor.get().row;
        if let Some((at, row)) = at.and_then(|at| Some((at, grid.data.row(at)?))) {
            put.set_value(Some((at, row.key.clone())));
        }
    });
    Effect::new(move |first: Option<()>| {
        grid.data.version.track();
        let cursor = grid.cursor.get_untracked();
        let (Some(at), Some((was, wanted)), Some(())) = (cursor.row, put.get_value(), first) else {
            return;
        };
        if was != at {
            // It was put elsewhere in the same breath: by a key that keeps a cell and goes on.
            return;
        }
        let last = grid.data.total.get_untracked().checked_sub(1);
        if let Some(last) = last.filter(|last| *last < at) {
            // The list has become shorter than that.
            grid.cursor.set(Cursor { row: Some(last), ..cursor });
            return;
        }
        if grid.data.row(at).is_none_or(|row| row.key == wanted) {
            return;
        }
        let (from, to) = untrack(|| grid.window()).drawn();
        let reach = from.min(at.saturating_sub(50))..to.max(at + 50);
        let moved =
            reach.into_iter().find(|at| grid.data.row(*at).is_some_and(|r| r.key == wanted));
        match moved {
            Some(to) => {
                grid.cursor.set(Cursor { row: Some(to), ..cursor });
                let top = grid.top.get_untracked();
                if top > 0.0 {
                    let by = (f64::from(to) - f64::from(at)) * grid.row.get_untracked();
                    grid.scroll_to((top + by).max(0.0));
                }
            }
            // The row is gone; the focus stays where it is, on the row that came there.
            None => put.set_value(grid.data.row(at).map(|row| (at, row.key.clone()))),
        }
    });
}

/// Whether the list is grouped: then its first row is a head.
fn has_groups(grid: GridState) -> bool {
    // The first row may have been let go of by now; then a head somewhere above is looked for.
    grid.data.row(0).is_none_or(|row| matches!(row.kind, Kind::Group { .. }))
}
