//! Keeping changes of a movement's own fields, and picks. Deliberately absent: lines, which are sent
//! from their drafts (`editor`).

use std::sync::Arc;

use contract::{ItemId, MovementKey, Operation, Pick, Reason, Topic, Written};
use rusqlite::Transaction;

use super::{
    keep::Operations,
    op::{Base, Op},
    questions::picks_left,
};
use crate::{
    error::{Error, StoreFault},
    store::tables::drafts,
};

impl Operations {
    pub(crate) async fn keep_changes(
        self: &Arc<Self>,
        key: MovementKey,
        changes: Vec<(Operation, Option<Base>)>,
        with: impl FnOnce(&Transaction<'_>) -> Result<(), StoreFault> + Send + 'static,
    ) -> Result<Written, Error> {
        let now = self.account.now();
        let op = |(body, base)| {
            Op::new(self.account.common.clock.new_operation(), Some(key), body, base, now)
        };
        let ops = self.keep_ops(changes.into_iter().map(op).collect(), with).await?;
        Ok(self.answer(key.0, &ops).await)
    }

    async fn keep_ops(
        &self,
        ops: Vec<Op>,
        with: impl FnOnce(&Transaction<'_>) -> Result<(), StoreFault> + Send + 'static,
    ) -> Result<Vec<Op>, Error> {
        if self.service.session.lacks_updates() {
            return Err(Error::UpdatesNotOffered);
        }
        let ops = self.keep(ops, with).await?;
        self.account.announce(&[Topic::Drafts]);
        Ok(ops)
    }

    /// Keeps a pick. Of refused ones only what it does not pick anew stays. `with` goes into the same
    /// transaction.
    pub(crate) async fn keep_pick(
        &self,
        movement: MovementKey,
        op: Op,
        item: &ItemId,
        picks: &[Pick],
        with: impl FnOnce(&Transaction<'_>) -> Result<(), StoreFault> + Send + 'static,
    ) -> Result<Vec<Op>, Error> {
        if self.service.session.lacks_updates() {
            return Err(Error::UpdatesNotOffered);
        }
        let mut alike = self.outbox.of_movement(movement);
        alike.retain(|other| picks_left(&other.body, item, picks).is_some());
        if !alike.iter().all(Op::is_refused) {
            return Err(Error::NotAllowed(Reason::PickUnsettled));
        }
        let replaced: Vec<_> = alike.iter().map(|other| other.key).collect();
        let stays = |other: &Op| {
            let left = picks_left(&other.body, item, picks).filter(|left| !left.is_empty())?;
            Some(Operation::Pick { item: item.clone(), picks: left })
        };
        let (of, made) = (item.clone(), picks.to_vec());
        let forget = move |tx: &Transaction<'_>| {
            with(tx)?;
            drafts::forget_picks(tx, movement, &of, &made)
        };
        let ops = self.keep_instead(vec![op], &replaced, stays, forget).await?;
        self.account.announce(&[Topic::Drafts]);
        Ok(ops)
    }
}
