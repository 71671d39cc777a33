//! Operations as they are shown.

use contract::{OpenedMovement, OperationRow, OperationState, RowState, Undo};
use rules::movements::known::KnownMovement;

use super::{movements::MovementView, titles::Titles};
use crate::outbox::{
    op::Op,
    undo::{key_of_step, undo},
};

impl MovementView {
    /// An operation that has not ended, as it is shown.
    pub(crate) fn operation_row(op: Op, titles: &Titles) -> OperationRow {
        OperationRow {
            title: op.movement.and_then(|key| titles.of(key)).unwrap_or_default().to_owned(),
            undo: undo(&op),
            line: op.base_line().cloned().map(Box::new),
            header: op.base_header().cloned(),
            key: op.key,
            movement: op.movement,
            operation: op.body,
            merge: op.merge,
            state: op.state,
            kept: op.kept,
            attempts: op.attempts,
        }
    }

    /// An operation as it is shown, with whether its way back was asked for; `in_file` is what the
    /// file knows of that.
    pub(crate) fn operation_row_with(
        &self,
        op: Op,
        in_file: bool,
        titles: &Titles,
    ) -> OperationRow {
        let first = self.outbox.newest(key_of_step(op.key, 0));
        let given_up = |step: Op| matches!(step.state, OperationState::Dropped { .. });
        let asked = first.map_or(in_file, |step| !given_up(step));
        let row = Self::operation_row(op, titles);
        OperationRow { undo: row.undo.map(|undo| Undo { asked, ..undo }), ..row }
    }

    /// One movement with all that is said of it.
    pub(crate) fn shown(&self, known: &KnownMovement) -> OpenedMovement {
        let shown = self.shown_movement(&known.key.into());
        let movement = shown.map_or_else(|| known.movement.clone(), |shown| shown.movement.clone());
        let (operations, titles) = (self.outbox.of_movement(known.key), self.titles());
        let state = self.row_states().get(&known.key).copied().unwrap_or(RowState::InService);
        OpenedMovement {
            key: known.key,
            movement,
            as_of: known.lines_seen.unwrap_or(known.seen),
            gone: known.gone,
            review: known.review(),
            stocklist: self.outbox.stocklist_of(known.key),
            state,
            operations: operations.into_iter().map(|op| Self::operation_row(op, &titles)).collect(),
        }
    }
}
