//! Merges of lines on their way: they are sent whole or not at all, and what a refusal left of one is
//! looked at.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use contract::{Failure, JournalEvent, MovementId, OperationKey, OperationState, Reason};

use super::{
    delivery::{Delivery, id_text},
    judge::Next,
    lines::LineSender,
};
use crate::{
    error::Error,
    outbox::{
        compare::Comparison,
        op::{Lane, Op, keys_of},
    },
};

impl Delivery {
    /// Of operations about to be sent, those whose merges are whole among them. The user may have
    /// corrected one of a merge since this step began; then the others go with it the next time.
    pub(super) async fn whole_merges(
        &self,
        lane: Lane,
        asked: &[Op],
        goes: Vec<Op>,
    ) -> Result<Vec<Op>, Error> {
        let is_left = |op: &&Op| goes.iter().all(|other| other.key != op.key);
        let torn: HashSet<_> = asked.iter().filter(is_left).filter_map(Op::travels_with).collect();
        let is_torn = |op: &Op| op.travels_with().is_some_and(|merge| torn.contains(&merge));
        let (back, goes): (Vec<_>, Vec<_>) = goes.into_iter().partition(is_torn);
        if !back.is_empty() {
            self.set_back(lane, &keys_of(&back), Next::Wait).await?;
        }
        Ok(goes)
    }
}

impl LineSender {
    /// The service refused a merge: all of it waits for the user. The interface document does not say
    /// that a refused request leaves nothing behind, so the lines are looked at: what was done of the
    /// merge all the same is sent, and of the rest it is told that it is a part.
    pub(super) async fn park_merge(
        self: &Arc<Self>,
        merge: OperationKey,
        id: &MovementId,
        ops: &[Op],
        failure: Failure,
    ) -> Result<(), Error> {
        let mut done = self.done_all_the_same(id, ops).await;
        let is_begun = !done.is_empty() || self.is_begun(merge, ops).await?;
        let failure = match is_begun {
            true => Failure { reason: Reason::MergeInPart, ..failure },
            false => failure,
        };
        self.operations
            .change_each(&keys_of(ops), None, |op| {
                let (event, state) = match done.remove(&op.key) {
                    Some(id) => (JournalEvent::Found, self.delivery.sent(id, true)),
                    None => (JournalEvent::Refused, OperationState::Stuck(failure.clone())),
                };
                op.move_to(state);
                Some(event)
            })
            .await?;
        Ok(())
    }

    /// Which of these operations the lines show as done, with the ids of lines that were added.
    async fn done_all_the_same(
        self: &Arc<Self>,
        id: &MovementId,
        ops: &[Op],
    ) -> HashMap<OperationKey, Option<String>> {
        let Ok(answered) = self.reader.ask_movement(id).await else { return HashMap::new() };
        let is_whole = answered.movement.has_all_lines();
        let Some(lines) = answered.movement.lines.clone() else { return HashMap::new() };
        self.movements.note_movement(answered, ops.first().and_then(|op| op.movement));
        let done = |op: &Op| match self.comparison_of(op, &lines, is_whole) {
            Comparison::Done(id) => Some((op.key, id.map(id_text))),
            _ => None,
        };
        ops.iter().filter_map(done).collect()
    }

    /// Whether anything of a merge is in the service by now.
    async fn is_begun(&self, merge: OperationKey, ops: &[Op]) -> Result<bool, Error> {
        let Some(movement) = ops.first().and_then(|op| op.movement) else { return Ok(false) };
        let all = self.operations.of_merge(movement, merge).await?;
        let is_sent = |op: &Op| matches!(op.state, OperationState::Sent { .. });
        Ok(all.iter().any(is_sent))
    }
}
