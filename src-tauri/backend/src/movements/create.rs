//! Command `create_movement`: the form is kept as an operation (interface document, 4.3), and its
//! draft goes with it. One key has one effect, however often it is sent: sent again, it corrects what
//! the service refused, or only tells where it stands. What follows is the outbox's.

use contract::{
    CreateMovement, JournalEvent, MovementKey, NewMovement, Operation, OperationKey,
    OperationState, Topic, Written,
};

use super::form::{header, marker, stocklist};
use crate::{
    Backend,
    error::Error,
    outbox::op::{Base, Op},
    profile::Opened,
    store::drafts,
};

impl Backend {
    /// Keeps a movement to be made, and answers what the service says within a moment.
    ///
    /// # Errors
    /// What keeps the form from being sent; if it cannot be kept here.
    pub async fn create_movement(&self, request: CreateMovement) -> Result<Written, Error> {
        let opened = self.opened()?;
        header(&request.form)?;
        let key = request.key.unwrap_or_else(|| opened.common.clock.new_key());
        // A second click, or a second window, waits here and then finds what the first one did.
        let _alone = opened.creation_gates.enter(&key).await;
        let op = opened.keep_creation(key, request.form).await?;
        drop(_alone);
        Ok(opened.answer(key.0, &[op]).await)
    }
}

impl Opened {
    async fn keep_creation(&self, key: MovementKey, form: NewMovement) -> Result<Op, Error> {
        // The movement and the operation that makes it have one name.
        let name = OperationKey(key.0);
        if let Some(op) = self.outbox.find(name) {
            return self.correct_creation(op, form).await;
        }
        match self.ended_op(name).await? {
            Some(op) if matches!(op.state, OperationState::Dropped { .. }) => {
                return self.take_up_creation(key, op, form).await;
            }
            Some(op) => return Ok(op),
            None => {}
        }
        if self.movements.find(&key.into()).is_some() {
            let problem = "this key names a movement that was not made here";
            return Err(Error::Invalid { field: "key", problem });
        }
        let stocklist = stocklist(&form);
        let base = self.facts().sending.marker.then(|| Base::Marker(marker(name)));
        let body = Operation::CreateMovement(form);
        let op = Op::new(name, Some(key), body, base, self.common.clock.now());
        // Before the sender may make it and tell its id.
        self.outbox.remember_made(key, None, stocklist);
        let kept = self.keep(vec![op], move |tx| drafts::forget(tx, key)).await;
        if kept.is_err() {
            self.outbox.forget_made(key);
        }
        let kept = kept?;
        self.common.changes.announce(&[Topic::Drafts]);
        kept.into_iter().next().ok_or_else(|| Error::Internal("nothing was kept".to_owned()))
    }

    /// What was given up is asked for again.
    async fn take_up_creation(
        &self,
        key: MovementKey,
        op: Op,
        form: NewMovement,
    ) -> Result<Op, Error> {
        self.outbox.remember_made(key, None, stocklist(&form));
        let body = Operation::CreateMovement(form);
        let op = Op { body, state: OperationState::Queued, ..op };
        let entry = self.entry(&op, JournalEvent::Edited);
        self.save_ops(vec![op.clone()], vec![entry]).await?;
        self.outbox.put([op.clone()]);
        self.forget_draft(key).await?;
        Ok(op)
    }

    /// What was refused is replaced by the form sent now, and tried again.
    async fn correct_creation(&self, op: Op, form: NewMovement) -> Result<Op, Error> {
        if !matches!(op.state, OperationState::Stuck(_)) {
            return Ok(op);
        }
        let body = Operation::CreateMovement(form);
        let changed = self
            .change_ops(&[op.key], JournalEvent::Edited, |op| {
                let is_stuck = matches!(op.state, OperationState::Stuck(_));
                if is_stuck {
                    op.body = body.clone();
                    op.state = OperationState::Queued;
                }
                is_stuck
            })
            .await?;
        if let Some(key) = op.movement {
            self.forget_draft(key).await?;
        }
        Ok(changed.into_iter().next().unwrap_or(op))
    }

    /// What a draft asked for is kept; it would only come back as if it were not.
    pub(crate) async fn forget_draft(&self, key: MovementKey) -> Result<(), Error> {
        self.store.send(move |tx| drafts::forget(tx, key)).await?;
        self.common.changes.announce(&[Topic::Drafts]);
        Ok(())
    }
}
