//! Focus, choice and editor stay with their rows when rows above them come or go. Started by
//! `view`.

use leptos::prelude::*;

use super::input::moves::Cursor;
use super::input::range::RangeSelection;
use super::model::{Row, RowKind};
use super::state::GridState;
use crate::effect::effect_after;

/// How far from its old place a row is looked for, beyond those on screen.
const REACH: u32 = 50;

/// Where something was put, and on which row.
type Put = StoredValue<Option<(u32, String)>>;

/// Keeps the focus on its row, and with it what is chosen and edited.
pub fn follow_the_row(grid: GridState) {
    let (focus, from): (Put, Put) = (StoredValue::new(None), StoredValue::new(None));
    // One effect: what is remembered must not be overwritten before it was followed.
    effect_after(move |before: Option<u32>| {
        let version = grid.data.version.get();
        grid.cursor.track();
        grid.chosen.track();
        untrack(|| {
            if before.is_some_and(|before| before != version) {
                rows_changed(grid, focus, from);
            }
            begin(grid, focus);
            if !is_to_begin(grid) {
                remember(grid, focus, grid.cursor.get().row);
            }
            remember(grid, from, grid.chosen.get().from.map(|(row, _)| row));
        });
        version
    });
}

/// What one comes to first is a record, not the head of its group.
fn begin(grid: GridState, focus: Put) {
    let cursor = grid.cursor.get();
    let first = grid.first_record();
    if focus.with_value(Option::is_none) && cursor.row == Some(0) && first > 0 {
        grid.cursor.set(Cursor { row: Some(first), ..cursor });
    }
}

/// Whether the row under a first head is still to come: it is where one begins.
fn is_to_begin(grid: GridState) -> bool {
    let has_next = grid.data.total.get() > 1 && grid.data.row(1).is_none();
    let is_head = grid.data.row(0).is_some_and(|row| matches!(row.kind, RowKind::Group { .. }));
    grid.cursor.get().row == Some(0) && has_next && is_head
}

fn remember(grid: GridState, put: Put, at: Option<u32>) {
    if let Some((at, row)) = at.and_then(|at| Some((at, grid.data.row(at)?))) {
        put.set_value(Some((at, row.key.clone())));
    }
}

fn rows_changed(grid: GridState, focus: Put, from: Put) {
    let cursor = grid.cursor.get_untracked();
    follow_the_editor(grid);
    let (Some(at), Some((was, wanted))) = (cursor.row, focus.get_value()) else { return };
    if was != at {
        // It was put elsewhere in the same breath: by a key that keeps a cell and goes on.
        return;
    }
    let last = grid.data.total.get_untracked().checked_sub(1);
    if let Some(last) = last.filter(|last| *last < at) {
        // The list has become shorter than that: its last record, not the row for new ones.
        let is_entry = grid.data.row(last).is_some_and(|row| row.kind == RowKind::Entry);
        let last = if is_entry { last.saturating_sub(1) } else { last };
        let first = first_of_gone(grid, at, from).unwrap_or(last);
        grid.choose(RangeSelection::default());
        let first = past_head(grid, first.min(last));
        grid.cursor.set(Cursor { row: Some(first), ..cursor });
        return;
    }
    let now = find(grid, at, &wanted);
    if let Some(first) = first_of_gone(grid, at, from).filter(|_| now.is_none()) {
        // What was chosen is gone whole: what comes next stands where the first of it stood.
        grid.choose(RangeSelection::default());
        grid.cursor.set(Cursor { row: Some(past_head(grid, first)), ..cursor });
        return;
    }
    follow_the_choice(grid, (at, now.unwrap_or(at)), from);
    match now {
        Some(to) if to != at => {
            grid.cursor.set(Cursor { row: Some(to), ..cursor });
            let top = grid.top.get_untracked();
            if top > 0.0 {
                let by = (f64::from(to) - f64::from(at)) * grid.row.get_untracked();
                grid.scroll_to((top + by).max(0.0));
            }
        }
        Some(_) => {}
        // Where the row is gone, the focus stays where it is, on the row that came there.
        None => {
            let to = past_head(grid, at);
            if to != at {
                grid.cursor.set(Cursor { row: Some(to), ..cursor });
            }
        }
    }
}

/// The row to go on at: under the head of a group its first record.
fn past_head(grid: GridState, at: u32) -> u32 {
    let is_open = |row: &Row| matches!(row.kind, RowKind::Group { folded: false, .. });
    at + u32::from(grid.data.row(at).is_some_and(|row| is_open(&row)))
}

/// The first row of what was chosen, where the row the choice began at is gone.
fn first_of_gone(grid: GridState, at: u32, from: Put) -> Option<u32> {
    let (row, _) = grid.chosen.get_untracked().from?;
    let (_, wanted) = from.get_value().filter(|(was, _)| *was == row)?;
    find(grid, row, &wanted).is_none().then_some(row.min(at))
}

fn follow_the_choice(grid: GridState, focus: (u32, u32), from: Put) {
    let chosen = grid.chosen.get_untracked();
    let began = chosen.from.and_then(|(row, _)| {
        let (_, wanted) = from.get_value().filter(|(was, _)| *was == row)?;
        Some((row, find(grid, row, &wanted)?))
    });
    // A row that was never here is taken to be where it was, beside the others.
    let unknown =
        chosen.from.filter(|(row, _)| from.get_value().is_none_or(|(was, _)| was != *row));
    let began = began.or(unknown.map(|(row, _)| {
        let moved = i64::from(row) + i64::from(focus.1) - i64::from(focus.0);
        (row, u32::try_from(moved).unwrap_or(row))
    }));
    grid.choose(chosen.moved(focus, began));
}

fn follow_the_editor(grid: GridState) {
    let Some(editing) = grid.editing.get_untracked() else { return };
    let now = find(grid, editing.row, &editing.key).filter(|now| *now != editing.row);
    if let Some(row) = now {
        grid.editing.update(|editing| {
            if let Some(editing) = editing {
                editing.row = row;
            }
        });
    }
}

/// Where a row is now: where it was, near that, or at its old place if nothing is known of that place
/// and the row is nowhere else. The row for new records goes down to a place that was never read.
fn find(grid: GridState, at: u32, wanted: &str) -> Option<u32> {
    let is_it = |at: &u32| grid.data.row(*at).is_some_and(|row| row.key == wanted);
    let (from, to) = grid.window_now().drawn();
    let mut near = from.min(at.saturating_sub(REACH))..to.max(at + REACH);
    let unknown = || grid.data.row(at).is_none().then_some(at);
    Some(at).filter(is_it).or_else(|| near.find(is_it)).or_else(unknown)
}
