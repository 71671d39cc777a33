//! Giving operations up, taking them up again, and taking the user's word for what became of one.

use contract::{JournalEvent, MovementKey, OperationFilter, OperationKey, OperationState};
use rules::search::MOST_ROWS;
use rusqlite::{Connection, Transaction};

use super::{
    keep::Operations,
    op::{Op, keys_of},
};
use crate::{
    error::{Error, StoreFault},
    store::tables::{drafts, operations},
};

impl Operations {
    /// Gives up a movement the service refused to make, and forgets its form, both or neither.
    pub(crate) async fn give_up_refused(&self, key: MovementKey) -> Result<(), Error> {
        let creation = self.outbox.find(OperationKey(key.0));
        let refused = creation.filter(|op| matches!(op.state, OperationState::Stuck(_)));
        let forget = move |tx: &Transaction<'_>| drafts::forget(tx, key);
        match refused {
            Some(op) => self.give_up(&op, forget).await.map(drop),
            None => Ok(self.account.store.send(forget).await?),
        }
    }

    /// Gives an operation up, and with it the rest of its merge, or with a movement that is not made
    /// what builds upon it; answers those that still could be. `with` goes into the same transaction; where
    /// none could be, it is not done either.
    pub(crate) async fn give_up(
        &self,
        op: &Op,
        with: impl FnOnce(&Transaction<'_>) -> Result<(), StoreFault> + Send + 'static,
    ) -> Result<Vec<Op>, Error> {
        let never_made = op.movement.filter(|_| op.is_creation() && op.id.is_none());
        let all = || self.outbox.merged_with(op);
        let all = never_made.map_or_else(all, |key| self.outbox.of_movement(key));
        let (at, mut before) = (self.account.now(), Vec::new());
        let in_order = self.outbox.in_order();
        // Half a merge is not given up while the other half is on its way.
        let is_idle = |part: &Op| self.outbox.find(part.key).is_none_or(|now| now.is_idle());
        let mut may_all = op.merge.is_none() || all.iter().all(is_idle);
        let dropped = self.outbox.change(&keys_of(&all), |now| {
            // The movement is made before what builds upon it: on its way, it keeps all of that.
            may_all &= now.key != op.key || now.is_idle();
            let may = may_all && now.is_idle();
            if may {
                before.push(now.clone());
                now.state = OperationState::Dropped { at };
            }
            may
        });
        if dropped.is_empty() {
            return Ok(dropped);
        }
        let entries: Vec<_> =
            dropped.iter().map(|op| self.entry(op, JournalEvent::Dropped)).collect();
        let kept = dropped.clone();
        let saved = self.account.store.send(move |tx| {
            with(tx)?;
            operations::update(tx, &kept, &entries)
        });
        drop(in_order);
        let saved = saved.await;
        if saved.is_err() {
            self.outbox.put(before);
        } else if let Some(key) = never_made {
            self.outbox.forget_made(key);
        }
        self.announce_operations();
        saved?;
        Ok(dropped)
    }

    /// All operations of a merge as they stand now, also those that have ended.
    pub(crate) async fn of_merge(
        &self,
        movement: MovementKey,
        merge: OperationKey,
    ) -> Result<Vec<Op>, Error> {
        let of_merge = move |file: &Connection| operations::of_merge(file, movement, merge);
        let all = self.account.store.read(of_merge).await?;
        // The file may be a moment behind.
        let newest = |op: Op| self.outbox.newest(op.key).unwrap_or(op);
        Ok(all.into_iter().map(newest).collect())
    }

    /// An operation that was given up, and those of its merge, or about its movement, that went with it.
    pub(crate) async fn dropped_with(&self, op: Op) -> Result<Vec<Op>, Error> {
        if let (Some(movement), Some(merge)) = (op.movement, op.merge) {
            let is_dropped = |op: &Op| matches!(op.state, OperationState::Dropped { .. });
            let all = self.of_merge(movement, merge).await?;
            return Ok(all.into_iter().filter(is_dropped).collect());
        }
        let Some(movement) = op.movement.filter(|_| op.is_creation()) else { return Ok(vec![op]) };
        let filter =
            OperationFilter { movement: Some(movement), ended: true, ..OperationFilter::default() };
        let most = rules::search::count_of(MOST_ROWS);
        let (mut all, _) =
            self.account.store.read(move |file| operations::list(file, &filter, 0, most)).await?;
        all.retain(|other| other.state == op.state && other.key != op.key);
        all.push(op);
        all.sort_by_key(|op| op.row);
        Ok(all)
    }

    /// Takes the user's word for what became of an operation that is asked about.
    ///
    /// # Errors
    /// [`Error::TooLate`] for one that is not asked about; if it cannot be kept.
    pub(crate) async fn decide(&self, key: OperationKey, to: OperationState) -> Result<(), Error> {
        let decided = self
            .change_ops(&[key], JournalEvent::Decided, |op| {
                let may = matches!(op.state, OperationState::Unknown(_));
                if may {
                    op.move_to(to.clone());
                }
                if may && to == OperationState::Queued {
                    // What looks like it is not it; it is as if it was never sent.
                    (op.attempts, op.before) = (0, None);
                }
                may
            })
            .await?;
        if decided.is_empty() { Err(Error::TooLate) } else { Ok(()) }
    }
}
