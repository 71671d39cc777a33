//! Operations as they are shown.

use contract::{MovementKey, MovementRef, OperationRow, OperationState, Undo};

use super::{
    op::Op,
    undo::{key_of_step, undo},
};
use crate::profile::Opened;

impl Opened {
    /// An operation that has not ended, as it is shown.
    pub(crate) fn operation_row(&self, op: Op) -> OperationRow {
        OperationRow {
            title: op.movement.and_then(|key| self.title_of(key)).unwrap_or_default(),
            undo: undo(&op),
            line: op.base_line().cloned().map(Box::new),
            header: op.base_header().cloned(),
            key: op.key,
            movement: op.movement,
            operation: op.body,
            state: op.state,
            kept: op.kept,
            attempts: op.attempts,
        }
    }

    /// An operation as it is shown, with whether its way back was asked for; `in_file` is what the
    /// file knows of that.
    pub(crate) fn operation_row_with(&self, op: Op, in_file: bool) -> OperationRow {
        let first = self.outbox.newest(key_of_step(op.key, 0));
        let given_up = |step: Op| matches!(step.state, OperationState::Dropped { .. });
        let asked = first.map_or(in_file, |step| !given_up(step));
        let row = self.operation_row(op);
        OperationRow { undo: row.undo.map(|undo| Undo { asked, ..undo }), ..row }
    }

    /// What people call a movement: its code, else its name.
    pub(crate) fn title_of(&self, key: MovementKey) -> Option<String> {
        let known = self.shown_movement(&MovementRef::Key(key))?;
        known.movement.identifier.clone().or_else(|| known.movement.name.clone())
    }
}
