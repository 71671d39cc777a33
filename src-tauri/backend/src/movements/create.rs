//! Creating a movement: the form is saved as an operation (interface document, 4.3), and its draft
//! goes with it. One key has one effect, however often it is sent: sent again, it corrects what the
//! service refused, or only tells where it stands.

use std::sync::Arc;

use contract::{
    JournalEvent, MovementKey, NewMovement, Operation, OperationKey, OperationState, Topic,
};

use rusqlite::Transaction;

use super::{
    form::{marker, stocklist},
    mirror::Movements,
};
use crate::{
    account::Account,
    error::{Error, StoreFault},
    outbox::{
        keep::Operations,
        op::{Base, Op},
        queue::Outbox,
    },
    service::gates::Gates,
    store::tables::drafts,
};

/// Movements that are to be made.
pub(crate) struct Creations {
    pub account: Arc<Account>,
    pub outbox: Arc<Outbox>,
    pub movements: Arc<Movements>,
    pub operations: Arc<Operations>,
    /// Creations of one key go one after another.
    pub gates: Gates<MovementKey>,
}

impl Creations {
    /// Whether nothing was asked for under this key yet.
    pub(crate) async fn is_new(&self, key: MovementKey) -> Result<bool, Error> {
        let name = OperationKey(key.0);
        let is_waiting = self.outbox.find(name).is_some();
        Ok(!is_waiting && self.operations.ended_op(name).await?.is_none())
    }

    /// Whether the service refused what was asked for under this key.
    pub(crate) fn is_refused(&self, key: MovementKey) -> bool {
        let op = self.outbox.find(OperationKey(key.0));
        op.is_some_and(|op| matches!(op.state, OperationState::Stuck(_)))
    }

    /// Keeps a movement that is to be made, or corrects it; `first` writes what belongs to one that is asked for
    /// for the first time, in the same transaction.
    pub(crate) async fn keep_creation(
        &self,
        key: MovementKey,
        form: NewMovement,
        first: impl FnOnce(&Transaction<'_>) -> Result<(), StoreFault> + Send + 'static,
    ) -> Result<Op, Error> {
        // The movement and the operation that makes it have one name.
        let name = OperationKey(key.0);
        if let Some(op) = self.outbox.find(name) {
            return self.correct_creation(op, form).await;
        }
        let _alone = self.operations.taking_up.lock().await;
        match self.operations.ended_op(name).await? {
            Some(op) if matches!(op.state, OperationState::Dropped { .. }) => {
                return self.take_up_creation(key, op, form).await;
            }
            Some(op) if op.body == Operation::CreateMovement(form.clone()) => return Ok(op),
            Some(_) => return Err(Error::TooLate),
            None => {}
        }
        if self.movements.find(&key.into()).is_some() {
            let problem = "this key names a movement that was not made here";
            return Err(Error::Invalid { field: "key", problem });
        }
        let stocklist = stocklist(&form);
        let base = self.account.facts().sending.marker.then(|| Base::Marker(marker(name)));
        let body = Operation::CreateMovement(form);
        let op = Op::new(name, Some(key), body, base, self.account.now());
        // Before the sender may make it and tell its id.
        self.outbox.remember_made(key, None, stocklist);
        let with = move |tx: &Transaction<'_>| drafts::forget(tx, key).and_then(|()| first(tx));
        let kept = self.operations.keep(vec![op], with).await;
        if kept.is_err() {
            self.outbox.forget_made(key);
        }
        let kept = kept?;
        self.account.announce(&[Topic::Drafts]);
        kept.into_iter().next().ok_or_else(|| Error::Internal("nothing was kept".to_owned()))
    }

    /// What was given up is asked for again, and what was given up with it.
    async fn take_up_creation(
        &self,
        key: MovementKey,
        op: Op,
        form: NewMovement,
    ) -> Result<Op, Error> {
        self.outbox.remember_made(key, None, stocklist(&form));
        let before = self.before_of(&op, &form);
        let body = Operation::CreateMovement(form);
        let mut ops = self.operations.dropped_with(op.clone()).await?;
        for again in &mut ops {
            again.state = OperationState::Queued;
            if again.key == op.key {
                again.before.clone_from(&before);
                again.body = body.clone();
            }
        }
        let entry = |again: &Op| {
            let is_it = again.key == op.key;
            let event = if is_it { JournalEvent::Edited } else { JournalEvent::Restored };
            self.operations.entry(again, event)
        };
        let entries = ops.iter().map(entry).collect();
        self.operations.save_ops(ops.clone(), entries).await?;
        self.outbox.put(ops);
        self.forget_draft(key).await?;
        Ok(Op { body, before, state: OperationState::Queued, ..op })
    }

    /// What waits, or was refused, is replaced by the form sent now. A form that comes too late for
    /// that is told so: it is what the user typed, and must not vanish as if it had been kept.
    async fn correct_creation(&self, op: Op, form: NewMovement) -> Result<Op, Error> {
        let before = self.before_of(&op, &form);
        let body = Operation::CreateMovement(form);
        let is_same = body == op.body;
        if is_same && !matches!(op.state, OperationState::Stuck(_)) {
            return Ok(op);
        }
        let correct = |op: &mut Op| {
            let may = op.correct(&body);
            if may {
                op.before.clone_from(&before);
            }
            may
        };
        let changed = self.operations.change_ops(&[op.key], JournalEvent::Edited, correct).await?;
        match changed.into_iter().next() {
            None if is_same => Ok(op),
            None => Err(Error::TooLate),
            Some(corrected) => {
                if let Some(key) = op.movement {
                    self.forget_draft(key).await?;
                }
                Ok(corrected)
            }
        }
    }

    /// What a draft asked for is kept; it would only come back as if it were not.
    pub(crate) async fn forget_draft(&self, key: MovementKey) -> Result<(), Error> {
        self.account.store.send(move |tx| drafts::forget(tx, key)).await?;
        self.account.announce(&[Topic::Drafts]);
        Ok(())
    }
}
