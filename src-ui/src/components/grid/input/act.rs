//! What a grid's keys do: go, choose, open, fold, sort, arrange columns, and hand to the page what
//! is its own.

use std::sync::Arc;

use leptos::prelude::*;

use super::keys::GridAction;
use super::moves::{Bounds, CellMove, Cursor, go};
use super::range::{Range, RangeSelection};
use crate::components::grid::calls::{Fill, Selection};
use crate::components::grid::column::fit;
use crate::components::grid::model::{Row, RowKind};
use crate::components::grid::state::GridState;

impl GridState {
    /// Does what a key asks; answers whether it did anything.
    pub fn act(self, act: GridAction) -> bool {
        let cursor = self.cursor.get_untracked();
        let bounds = self.bounds();
        match act {
            GridAction::Go(step) => {
                if !self.step_inside(step, cursor, bounds) {
                    self.put(go(step, cursor, bounds), false);
                }
                true
            }
            GridAction::Extend(step) => self.extend(step, cursor, bounds),
            GridAction::All => self.choose_all(),
            GridAction::Row => {
                self.choose_whole(cursor, |chosen| RangeSelection { rows: true, ..chosen })
            }
            GridAction::Column => {
                self.choose_whole(cursor, |chosen| RangeSelection { columns: true, ..chosen })
            }
            GridAction::Collapse => self.collapse(),
            GridAction::Open => self.open(cursor, false),
            GridAction::SortMore => self.sort(cursor, true),
            GridAction::Edit => self.edit(cursor, None),
            GridAction::Toggle => self.toggle(cursor),
            GridAction::Narrower => self.widen(cursor, -0.5),
            GridAction::Wider => self.widen(cursor, 0.5),
            GridAction::FitWidth => self.fit_width(cursor),
            GridAction::MoveLeft => self.reorder(cursor, bounds.rtl),
            GridAction::MoveRight => self.reorder(cursor, !bounds.rtl),
            GridAction::Copy => self.copy(false),
            GridAction::Cut => self.copy(true),
            // The engine's own, which tells of the block.
            GridAction::Paste => false,
            GridAction::Fill => self.fill_down(),
            GridAction::Clear => self.hand_on(self.calls.clear),
            GridAction::Delete => self.hand_on(self.calls.delete),
            GridAction::Insert => self.insert(cursor),
            GridAction::RowsUp => self.move_rows(-1),
            GridAction::RowsDown => self.move_rows(1),
        }
    }

    /// Opens a record, folds a group, presses a note's action, sorts by a head, edits a cell that
    /// can be.
    pub fn open(self, cursor: Cursor, pointer: bool) -> bool {
        if cursor.row.is_none() {
            return self.sort(cursor, false);
        }
        let Some(row) = cursor.row.and_then(|at| self.data.row(at)) else { return false };
        match &row.kind {
            RowKind::Group { .. } => return self.fold(&row),
            RowKind::Note(_) => return self.press_action(&row, self.action.get_untracked()),
            _ => {}
        }
        if !pointer && self.calls.enter.is_some_and(|enter| enter.run(row.clone())) {
            return true;
        }
        if self.edit(cursor, None)
            || (!pointer && (self.toggle_check(cursor) || self.press(cursor)))
        {
            return true;
        }
        let opens = row.kind != RowKind::Entry;
        self.calls.open.filter(|_| opens).map(|open| open.run(row)).is_some()
    }

    /// Presses an action of a note.
    pub fn press_action(self, row: &Arc<Row>, at: usize) -> bool {
        let RowKind::Note(note) = &row.kind else { return false };
        let Some((name, _)) = note.actions.get(at) else { return false };
        self.calls.note.map(|press| press.run((row.clone(), *name))).is_some()
    }

    /// Sorts by the column at the cursor's place.
    pub fn sort(self, cursor: Cursor, beside: bool) -> bool {
        if cursor.row.is_some() {
            return false;
        }
        let Some(column) = self.column(cursor.column).filter(|column| column.sorts) else {
            return false;
        };
        self.layout.update(|layout| layout.sort_by(column.id, beside));
        self.keep_layout();
        true
    }

    /// Folds or unfolds a group or tree row.
    pub fn fold(self, row: &Arc<Row>) -> bool {
        match (self.calls.fold, row.unfolded) {
            (Some(fold), Some(_)) => {
                fold.run(row.clone());
                true
            }
            _ => false,
        }
    }

    /// Steps that stay in a row and do not lead from cell to cell: over the actions of a note; on
    /// the first cell, folding and unfolding what has children, and back from a child to the row it
    /// belongs to.
    fn step_inside(self, step: CellMove, cursor: Cursor, bounds: Bounds) -> bool {
        let (back, onward) = if bounds.rtl {
            (CellMove::Right, CellMove::Left)
        } else {
            (CellMove::Left, CellMove::Right)
        };
        let Some((at, row)) = self.current().filter(|_| step == back || step == onward) else {
            return false;
        };
        if let RowKind::Note(note) = &row.kind {
            let last = note.actions.len().saturating_sub(1);
            let now = self.action.get_untracked();
            let next = if step == onward { (now + 1).min(last) } else { now.saturating_sub(1) };
            self.action.set(next);
            return true;
        }
        if cursor.column > 0 && !row.is_wide() {
            return false;
        }
        match (&row.kind, row.unfolded) {
            (RowKind::Child, _) if step == back => {
                let is_child =
                    |at: &u32| self.data.row(*at).is_some_and(|r| r.kind == RowKind::Child);
                let parent = (0..at).rev().find(|at| !is_child(at));
                parent.map(|row| self.put(Cursor { row: Some(row), column: 0 }, false)).is_some()
            }
            (_, Some(unfolded)) if unfolded == (step == back) => self.fold(&row),
            _ => false,
        }
    }

    fn extend(self, step: CellMove, cursor: Cursor, bounds: Bounds) -> bool {
        if cursor.row.is_none() {
            return false;
        }
        let to = go(step, cursor, bounds);
        if to.row.is_some() {
            self.put(to, true);
        }
        true
    }

    fn choose_all(self) -> bool {
        if self.data.listed.get_untracked() == 0 {
            return false;
        }
        self.choose(RangeSelection { rows: true, columns: true, from: None });
        true
    }

    fn choose_whole(self, cursor: Cursor, whole: fn(RangeSelection) -> RangeSelection) -> bool {
        if cursor.row.is_none() {
            return false;
        }
        self.choose(whole(self.chosen.get_untracked()));
        true
    }

    fn collapse(self) -> bool {
        let drew = self.let_go();
        let chose = self.chosen.get_untracked() != RangeSelection::default();
        self.choose(RangeSelection::default());
        drew || chose
    }

    fn widen(self, cursor: Cursor, by: f64) -> bool {
        if cursor.row.is_some() {
            return false;
        }
        let Some(column) = self.column(cursor.column) else { return false };
        // One that shares what is left is wider than it was declared.
        let drawn = fit::drawn_width(self, &column);
        self.layout.update(|layout| {
            let width = drawn.unwrap_or_else(|| layout.width(&column));
            layout.resize(&column, width + by);
        });
        self.keep_layout();
        true
    }

    fn fit_width(self, cursor: Cursor) -> bool {
        let column = self.column(cursor.column).filter(|_| cursor.row.is_none());
        column.is_some_and(|column| fit::to_contents(self, &column))
    }

    fn reorder(self, cursor: Cursor, onward: bool) -> bool {
        if cursor.row.is_some() {
            return false;
        }
        let columns = self.columns.get_value();
        let mut place = cursor.column;
        let shown = self.places.get_untracked();
        self.layout.update(|layout| {
            place = layout.reorder(&columns, &shown, cursor.column, onward);
        });
        self.put(Cursor { column: place, ..cursor }, false);
        self.keep_layout();
        true
    }

    fn fill_down(self) -> bool {
        let filled = self.range_now().and_then(Range::fill_down);
        let (Some((source, target)), Some(fill)) = (filled, self.calls.fill) else { return false };
        fill.run(Fill { source: self.told(source), target: self.told(target) });
        true
    }

    fn hand_on(self, call: Option<Callback<Selection>>) -> bool {
        let Some((call, chosen)) = call.zip(self.selection_now()) else { return false };
        call.run(chosen);
        true
    }

    fn insert(self, cursor: Cursor) -> bool {
        let Some((insert, row)) = self.calls.insert.zip(cursor.row) else { return false };
        insert.run(row);
        true
    }

    fn move_rows(self, by: i32) -> bool {
        let chosen = self.selection_now().filter(|_| self.current_is_listed());
        let Some((call, chosen)) = self.calls.move_rows.zip(chosen) else { return false };
        call.run((chosen, by));
        true
    }

    fn current_is_listed(self) -> bool {
        self.current().is_some_and(|(_, row)| row.kind != RowKind::Entry)
    }
}
