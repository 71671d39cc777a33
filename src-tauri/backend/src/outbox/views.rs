//! Operations as they are shown.

use contract::{MovementKey, MovementRef, OperationRow};

use super::{op::Op, undo::undo};
use crate::profile::Opened;

impl Opened {
    /// An operation as it is shown.
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

    /// What people call a movement: its code, else its name.
    pub(crate) fn title_of(&self, key: MovementKey) -> Option<String> {
        let known = self.shown_movement(&MovementRef::Key(key))?;
        known.movement.identifier.clone().or_else(|| known.movement.name.clone())
    }
}
