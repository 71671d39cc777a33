//! A movement's editor at a glance: counts, totals, and what undo and redo would do. Pure.

use crate::search::count_of;
use contract::{ChangeStand, EditorState, LineItem, LineStatus, Note, PickingState};

use super::rows::{Drawn, DrawnRow};
use crate::{editor::draft::together::planned_together, picking::picked::PickedLines};

impl Drawn {
    /// The counts and totals of the lines.
    pub fn counted(&self, picked: &PickedLines) -> EditorState {
        let count = |such: fn(&DrawnRow) -> bool| {
            count_of(self.rows.iter().filter(|row| such(row)).count())
        };
        let total = |of: fn(&LineItem) -> Option<i64>| -> i64 {
            let there = self.rows.iter().filter(|row| !row.deleted && !row.is_gone);
            there.filter_map(|row| of(row.line()?)).sum()
        };
        let follow = count(DrawnRow::only_follows);
        // Lines that only make room for others are no changes of their own; alone, they are one.
        let at_least = u32::from(follow > 0);
        let changes = planned_together(self).into_iter();
        let own = changes.filter(|(at, _)| !self.rows[*at].only_follows());
        let changes: Vec<_> = own.flat_map(|(_, planned)| planned).collect();
        let ready = changes.iter().filter(|change| change.goes());
        let doubtful = changes
            .iter()
            .filter(|it| matches!(it.stand, ChangeStand::Look(_) | ChangeStand::Blocked(_)));
        let proposed = changes.iter().filter(|change| change.stand == ChangeStand::Proposed);
        let picks: Vec<_> = self.rows.iter().filter_map(|row| row.picked(picked)).collect();
        let whole = picks.iter().filter(|picked| picked.is_whole()).count();
        let picking = PickingState { lines: count_of(picks.len()), whole: count_of(whole) };
        let only_in_panel = self.rows.iter().filter(|row| !row.is_unsent());
        let only_in_panel =
            count_of(only_in_panel.filter(|row| row.is_typed_in_panel(picked)).count());
        EditorState {
            picking: picked.is_known().then_some(picking),
            lines: count_of(self.rows.len()),
            attention: count(DrawnRow::needs_user),
            changed_here: count(DrawnRow::is_unsent).max(at_least) + only_in_panel,
            only_in_panel,
            ready: ready
                .map(|change| count_of(change.instructions.len()))
                .sum::<u32>()
                .max(at_least),
            unplaced: self.is_unplaced(),
            follow,
            doubtful: count_of(doubtful.count()),
            proposed: count_of(proposed.count()),
            sending: count(|row| row.sending && !row.busy),
            busy: count(|row| row.busy),
            refused: count(|row| has_note(row, |note| matches!(note, Note::Refused { .. }))),
            elsewhere: count(|row| {
                has_note(row, |it| matches!(it, Note::Conflict { .. } | Note::Elsewhere { .. }))
            }),
            news: count(DrawnRow::is_news),
            undecided: count(DrawnRow::is_undecided),
            changed: count(|row| is(row, &LineStatus::Changed)),
            substituted: count(|row| is(row, &LineStatus::Substituted)),
            canceled: count(|row| is(row, &LineStatus::Canceled)),
            requested: total(|line| line.quantity_requested),
            to_ship: total(LineItem::quantity_to_ship),
            ..EditorState::default()
        }
    }

    /// Whether the service told a place of none of several lines.
    fn is_unplaced(&self) -> bool {
        let in_service = self.rows.iter().filter_map(|row| row.service.as_ref()?.line());
        let places: Vec<_> = in_service.map(|line| line.sort_order.unwrap_or_default()).collect();
        places.len() > 1 && places.iter().all(|place| *place == 0)
    }
}

fn has_note(row: &DrawnRow, such: fn(&Note) -> bool) -> bool {
    row.notes.iter().any(such)
}

fn is(row: &DrawnRow, status: &LineStatus) -> bool {
    row.line().is_some_and(|line| line.status == *status)
}
