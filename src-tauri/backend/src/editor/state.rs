//! A movement's editor at a glance: counts, totals, and what undo and redo would do. Pure.

use contract::{ChangeStand, EditorState, LineItem, LineStatus, Note};

use super::{
    rows::{Drawn, DrawnRow},
    standing::planned,
};
use crate::lists::count_of;

impl Drawn {
    /// The counts and totals of the lines.
    pub(crate) fn counted(&self) -> EditorState {
        let count = |such: fn(&DrawnRow) -> bool| {
            count_of(self.rows.iter().filter(|row| such(row)).count())
        };
        let total = |of: fn(&LineItem) -> Option<i64>| -> i64 {
            let there = self.rows.iter().filter(|row| !row.deleted && !row.is_gone);
            there.filter_map(|row| of(row.line()?)).sum()
        };
        let changes: Vec<_> = self.rows.iter().flat_map(planned).collect();
        let ready = changes.iter().filter(|change| change.goes());
        let doubtful = changes
            .iter()
            .filter(|it| matches!(it.stand, ChangeStand::Look(_) | ChangeStand::Blocked(_)));
        let proposed = changes.iter().filter(|change| change.stand == ChangeStand::Proposed);
        EditorState {
            lines: count_of(self.rows.len()),
            attention: count(DrawnRow::needs_user),
            changed_here: count(|row| row.is_added() || row.is_changed_here()),
            ready: ready.map(|change| count_of(change.instructions.len())).sum(),
            doubtful: count_of(doubtful.count()),
            proposed: count_of(proposed.count()),
            sending: count(|row| row.sending),
            refused: count(|row| has_note(row, |note| matches!(note, Note::Refused { .. }))),
            elsewhere: count(|row| {
                has_note(row, |it| matches!(it, Note::Conflict { .. } | Note::Elsewhere { .. }))
            }),
            changed: count(|row| is(row, &LineStatus::Changed)),
            substituted: count(|row| is(row, &LineStatus::Substituted)),
            canceled: count(|row| is(row, &LineStatus::Canceled)),
            requested: total(|line| line.quantity_requested),
            to_ship: total(LineItem::quantity_to_ship),
            ..EditorState::default()
        }
    }
}

fn has_note(row: &DrawnRow, such: fn(&Note) -> bool) -> bool {
    row.notes.iter().any(such)
}

fn is(row: &DrawnRow, status: &LineStatus) -> bool {
    row.line().is_some_and(|line| line.status == *status)
}
