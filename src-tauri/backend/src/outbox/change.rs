//! Commands that change what becomes of operations: tried again, given up, taken up again, corrected.
//! Each counts only for an operation that stands as the user saw it, and is kept before it is
//! answered.

use contract::{
    Done, DropOperation, EditOperation, JournalEvent, Operation, OperationFilter, OperationState,
    RestoreOperation, RetryOperations, Written,
};

use super::op::Op;
use crate::{Backend, error::Error, lists::MOST_ROWS, profile::Opened, store::operations};

impl Backend {
    /// Lets operations that wait for the user be tried again.
    ///
    /// # Errors
    /// If no profile is open, or it cannot be kept.
    pub async fn retry_operations(&self, request: RetryOperations) -> Result<Done, Error> {
        let opened = self.opened()?;
        let keys = if request.operations.is_empty() {
            let stuck = |op: &Op| matches!(op.state, OperationState::Stuck(_));
            opened.outbox.all().iter().filter(|op| stuck(op)).map(|op| op.key).collect()
        } else {
            request.operations
        };
        opened
            .change_ops(&keys, JournalEvent::Retried, |op| {
                let waits = matches!(op.state, OperationState::Stuck(_));
                if waits {
                    op.state = OperationState::Queued;
                }
                waits
            })
            .await?;
        opened.outbox.release();
        Ok(Done {})
    }

    /// Gives an operation up, and with a movement that is not made what builds upon it.
    ///
    /// # Errors
    /// [`Error::TooLate`] for one on its way or ended; if it cannot be kept.
    pub async fn drop_operation(&self, request: DropOperation) -> Result<Done, Error> {
        let opened = self.opened()?;
        let op = opened.outbox.find(request.operation).ok_or(Error::TooLate)?;
        let mut keys = vec![op.key];
        if let (true, Some(movement)) = (op.is_creation() && op.id.is_none(), op.movement) {
            keys = opened.outbox.of_movement(movement).iter().map(|op| op.key).collect();
        }
        let at = opened.common.clock.now();
        let (asked, mut may_all) = (op.key, true);
        let dropped = opened.change_ops(&keys, JournalEvent::Dropped, |op| {
            // The movement is made before what builds upon it: on its way, it keeps all of that.
            may_all &= op.key != asked || is_idle(op);
            let may = may_all && is_idle(op);
            if may {
                op.state = OperationState::Dropped { at };
            }
            may
        });
        if dropped.await?.iter().all(|dropped| dropped.key != op.key) {
            return Err(Error::TooLate);
        }
        if let (true, Some(movement)) = (op.is_creation() && op.id.is_none(), op.movement) {
            opened.outbox.forget_made(movement);
        }
        Ok(Done {})
    }

    /// Takes an operation up again that was given up, and what was given up with it.
    ///
    /// # Errors
    /// [`Error::TooLate`] for one that was not given up; if it cannot be kept.
    pub async fn restore_operation(&self, request: RestoreOperation) -> Result<Done, Error> {
        let opened = self.opened()?;
        let op = opened.ended_op(request.operation).await?.ok_or(Error::Unknown)?;
        if !matches!(op.state, OperationState::Dropped { .. }) {
            return Err(Error::TooLate);
        }
        let ops = opened.dropped_with(op).await?;
        let back = |op| Op { state: OperationState::Queued, ..op };
        let ops: Vec<_> = ops.into_iter().map(back).collect();
        let entries = ops.iter().map(|op| opened.entry(op, JournalEvent::Restored)).collect();
        opened.save_ops(ops.clone(), entries).await?;
        for op in &ops {
            if let (Operation::CreateMovement(form), Some(movement)) = (&op.body, op.movement) {
                let id = op.id.as_deref().map(Into::into);
                let stocklist = crate::movements::form::stocklist(form);
                opened.outbox.remember_made(movement, id, stocklist);
            }
        }
        opened.outbox.put(ops);
        Ok(Done {})
    }

    /// Changes what a waiting operation asks for.
    ///
    /// # Errors
    /// [`Error::TooLate`] for one on its way, asked about or ended; [`Error::Invalid`] for another
    /// kind of operation; if it cannot be kept.
    pub async fn edit_operation(&self, request: EditOperation) -> Result<Written, Error> {
        let opened = self.opened()?;
        let with = request.with;
        let op = opened.outbox.find(request.operation).ok_or(Error::TooLate)?;
        check_edit(&op.body, &with)?;
        let edited = opened
            .change_ops(&[op.key], JournalEvent::Edited, |op| {
                // What may have been done is not sent again before the user said that it was not.
                let may = is_idle(op) && !matches!(op.state, OperationState::Unknown(_));
                if may {
                    op.body = with.clone();
                    op.state = OperationState::Queued;
                }
                may
            })
            .await?;
        if edited.is_empty() {
            return Err(Error::TooLate);
        }
        let key = op.movement.map_or(op.key.0, |key| key.0);
        Ok(opened.answer(key, &edited).await)
    }
}

impl Opened {
    /// An operation that was given up, and those about its movement that went with it.
    async fn dropped_with(&self, op: Op) -> Result<Vec<Op>, Error> {
        let Some(movement) = op.movement.filter(|_| op.is_creation()) else { return Ok(vec![op]) };
        let filter =
            OperationFilter { movement: Some(movement), ended: true, ..OperationFilter::default() };
        let most = crate::lists::count_of(MOST_ROWS);
        let (mut all, _) =
            self.store.read(move |file| operations::list(file, &filter, 0, most)).await?;
        all.retain(|other| other.state == op.state);
        all.sort_by_key(|op| op.row);
        Ok(all)
    }
}

/// Whether the user may still change what becomes of an operation. One that is looked for may have
/// been done.
fn is_idle(op: &Op) -> bool {
    op.state == OperationState::Queued || op.needs_user()
}

/// The same kind of operation, about the same thing.
fn check_edit(before: &Operation, with: &Operation) -> Result<(), Error> {
    match (before, with) {
        (Operation::CreateMovement(_), Operation::CreateMovement(form)) => {
            crate::movements::form::header(form).map(drop)
        }
        (Operation::UpdateHeader(_), Operation::UpdateHeader(change)) if !change.is_empty() => {
            match &change.name {
                Some(name) if name.trim().is_empty() => Err(Error::Required("name")),
                _ => Ok(()),
            }
        }
        (Operation::CreateCategory { .. }, Operation::CreateCategory { name }) => {
            if name.trim().is_empty() { Err(Error::Required("name")) } else { Ok(()) }
        }
        (Operation::ChangeLine(before), Operation::ChangeLine(with))
            if before.item() == with.item() =>
        {
            crate::movements::change::check_change(with)
        }
        (Operation::Pick { item, .. }, Operation::Pick { item: other, picks })
            if item == other && !picks.is_empty() =>
        {
            Ok(())
        }
        _ => Err(Error::Invalid { field: "with", problem: "it is another kind of operation" }),
    }
}
