//! Operations as they are shown.

use contract::{OperationRow, OperationState, Undo};

use super::{
    op::Op,
    titles::Titles,
    undo::{key_of_step, undo},
};
use crate::profile::Workspace;

impl Workspace {
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
}
