//! What every sender needs: an attempt is written down before its first byte goes out, the movement is
//! read by a reading that begins now, and what `judge` says about what was heard is done.

use std::sync::Arc;

use contract::{
    Endpoint, Failure, ItemId, JournalEvent, Movement, Operation, OperationKey, OperationState,
    Question, Reason,
};

use super::{
    judge::{self, Heard, Next, not_done, of_read},
    writes::Writes,
};
use crate::{
    account::Account,
    error::Error,
    movements::{mirror::Movements, read::MovementReader},
    outbox::{
        compare::Comparison,
        keep::Operations,
        op::{Baseline, Lane, Op, keys_of},
        queue::Outbox,
    },
};

/// A movement as just read, for the operations of its lane.
pub(crate) type Newest = Option<Movement>;

/// What every sender needs: an attempt is written down, the movement is read, and what was heard is
/// done.
pub(crate) struct Delivery {
    pub account: Arc<Account>,
    pub outbox: Arc<Outbox>,
    pub movements: Arc<Movements>,
    pub reader: Arc<MovementReader>,
    pub operations: Arc<Operations>,
    pub writes: Arc<Writes>,
}

impl Delivery {
    /// Writes down that operations are about to be sent, before the first byte goes out; answers
    /// those that may be.
    pub(crate) async fn attempt(
        &self,
        ops: &[Op],
        before: impl Fn(&Op) -> Option<Baseline>,
    ) -> Result<Vec<Op>, Error> {
        let keys = keys_of(ops);
        let sending = self
            .operations
            .change_ops(&keys, JournalEvent::Attempted, |op| {
                // The user may have changed or dropped it since this step began.
                let as_seen = ops.iter().any(|seen| seen.key == op.key && seen.body == op.body);
                let goes = as_seen && op.state == OperationState::Queued;
                if goes {
                    op.state = OperationState::Sending;
                    op.attempts += 1;
                    op.before = before(op);
                }
                goes
            })
            .await;
        if sending.is_err() {
            // Not one byte went out.
            self.outbox.change(&keys, |op| {
                let back = op.state == OperationState::Sending;
                if back {
                    op.state = OperationState::Queued;
                    op.attempts -= 1;
                }
                back
            });
        }
        sending
    }

    /// Reads the movement of a lane with its lines, by a reading that begins now. If that fails,
    /// the operations wait as the failure says, and there is nothing to go on with.
    pub(crate) async fn newest(
        self: &Arc<Self>,
        lane: Lane,
        keys: &[OperationKey],
    ) -> Result<Newest, Error> {
        let Lane::Movement(key) = lane else { return Ok(None) };
        let known = self.movements.find(&key.into()).map(|known| known.movement.id.clone());
        let Some(id) = known.or_else(|| self.outbox.id_of(key)) else {
            self.set_back(lane, keys, Next::Park(Reason::Gone.into())).await?;
            return Ok(None);
        };
        let heard = match self.reader.ask_movement(&id).await {
            Ok(answered) if answered.movement.lines.is_some() => {
                self.movements.note_movement(answered.clone(), Some(key));
                return Ok(Some(answered.movement));
            }
            Ok(_) => Heard::NotNow(lines_left_out()),
            Err(error) => of_read(error),
        };
        self.set_back(lane, keys, judge::next(heard, 1)).await?;
        Ok(None)
    }

    /// Does what was said about operations that were not done.
    pub(crate) async fn set_back(
        &self,
        lane: Lane,
        keys: &[OperationKey],
        next: Next,
    ) -> Result<(), Error> {
        // Refused, it was sent; else not one byte of it counts, and it is as if it never began.
        let was_sent = matches!(next, Next::Halve);
        match next {
            Next::Wait | Next::AwaitSession | Next::AwaitLocation => {}
            Next::AwaitService(failure) => self.outbox.hold(failure),
            Next::Pause(failure) => self.outbox.pause_lane(lane, failure),
            Next::Halve => {}
            Next::Look => {
                self.move_all(keys, JournalEvent::Unanswered, |_| OperationState::Unsure).await?;
                return Ok(());
            }
            Next::Busy => {
                self.move_all(keys, JournalEvent::Busy, |_| OperationState::Busy).await?;
                return Ok(());
            }
            Next::Park(failure) => {
                let stuck = |_: &Op| OperationState::Stuck(failure.clone());
                self.move_all(keys, JournalEvent::Refused, stuck).await?;
                return Ok(());
            }
        }
        self.operations
            .change_ops(keys, JournalEvent::NotDone, |op| {
                let back = op.state == OperationState::Sending;
                if back {
                    op.state = OperationState::Queued;
                    op.attempts -= u32::from(!was_sent);
                }
                back
            })
            .await?;
        Ok(())
    }

    /// Moves operations that have not ended to a state.
    pub(crate) async fn move_all(
        &self,
        keys: &[OperationKey],
        event: JournalEvent,
        to: impl Fn(&Op) -> OperationState,
    ) -> Result<Vec<Op>, Error> {
        self.operations
            .change_ops(keys, event, |op| {
                op.move_to(to(op));
                true
            })
            .await
    }

    /// The state of an operation that is now in the service.
    pub(crate) fn sent(&self, id: Option<String>, seen: bool) -> OperationState {
        OperationState::Sent { at: self.account.now(), id, seen }
    }

    /// It is not there. Late enough, that means it was not done, and it may be sent again.
    pub(crate) async fn absent(
        &self,
        op: &Op,
        late: bool,
        endpoint: Endpoint,
    ) -> Result<(), Error> {
        if !late {
            self.outbox.look_later(&[op.key]);
            return Ok(());
        }
        let (lost, most) = (self.outbox.count_lost(op.key), self.outbox.pace.lost_attempts);
        let next = not_done(lost, most, why_in_doubt(op, endpoint));
        self.operations
            .change_ops(&[op.key], JournalEvent::NotDone, |op| {
                let was_in_doubt = op.state.is_in_doubt();
                if was_in_doubt {
                    op.state = next.clone();
                }
                was_in_doubt
            })
            .await?;
        Ok(())
    }

    /// Whether a request that was not answered is past arriving.
    pub(crate) fn can_no_longer_arrive(&self, op: &Op) -> bool {
        self.outbox.unsure_for(op.key) >= self.outbox.pace.absence_settles
    }

    /// Nobody knows whether it was done, for this reason. What only sets a quantity can be sent again;
    /// anything else is asked.
    pub(crate) async fn ask_or_repeat(
        &self,
        lane: Lane,
        op: &Op,
        why: Reason,
    ) -> Result<(), Error> {
        let question = match &op.body {
            Operation::Pick { picks, .. } if picks.iter().all(|pick| pick.id.is_some()) => None,
            Operation::Pick { .. } => Some(Question::Picked),
            _ => Some(Question::CategoryMade),
        };
        match question {
            Some(question) => {
                let asked = |_: &Op| OperationState::Unknown(question.clone());
                self.move_all(&[op.key], JournalEvent::Unknown, asked).await?;
            }
            None => {
                self.outbox.pause_lane(lane, why.clone().into());
                let lost = self.outbox.count_lost(op.key);
                let event = match why {
                    Reason::Busy => JournalEvent::Busy,
                    _ => JournalEvent::Unanswered,
                };
                let again = judge::not_done(lost, self.outbox.pace.lost_attempts, why);
                self.move_all(&[op.key], event, |_| again.clone()).await?;
            }
        }
        Ok(())
    }

    /// Ends, or parks, an operation of which nothing is to be sent. `seen` is what the user is shown
    /// of a conflict.
    pub(crate) async fn end_unsent(
        &self,
        op: &Op,
        found: Comparison,
        seen: Option<Baseline>,
    ) -> Result<(), Error> {
        let (event, state) = match found {
            Comparison::Done(id) => (JournalEvent::Found, self.sent(id.map(id_text), true)),
            Comparison::Clash(fields) => (JournalEvent::Conflict, OperationState::Conflict(fields)),
            Comparison::Impossible(failure) => {
                (JournalEvent::Refused, OperationState::Stuck(failure))
            }
            Comparison::Unread => (JournalEvent::Refused, OperationState::Stuck(lines_left_out())),
            Comparison::Unclear(lines) => {
                (JournalEvent::Unknown, OperationState::Unknown(Question::LineAdded(lines)))
            }
            Comparison::Undone(_) => return Ok(()),
        };
        self.change_as_seen(op, event, |now| {
            now.move_to(state.clone());
            if event == JournalEvent::Conflict {
                now.before.clone_from(&seen);
            }
        })
        .await
    }

    /// Changes an operation that is still as it was looked at: the user may have changed it meanwhile.
    pub(crate) async fn change_as_seen(
        &self,
        op: &Op,
        event: JournalEvent,
        change: impl Fn(&mut Op) + Send,
    ) -> Result<(), Error> {
        let change = |now: &mut Op| {
            let as_seen = now.body == op.body && now.state == op.state;
            if as_seen {
                change(now);
            }
            as_seen
        };
        self.operations.change_ops(&[op.key], event, change).await.map(drop)
    }
}

/// Lines of a movement did not come, or could not be read.
pub(super) fn lines_left_out() -> Failure {
    let endpoint = contract::Endpoint::ReadMovement;
    Reason::NotUnderstood { endpoint, status: 200, at: "data.lineItems".to_owned() }.into()
}

/// Why it is not known whether an operation was done.
pub(crate) fn why_in_doubt(op: &Op, endpoint: Endpoint) -> Reason {
    match op.state {
        OperationState::Busy => Reason::Busy,
        _ => Reason::NoAnswer { endpoint },
    }
}

pub(crate) fn id_text(id: ItemId) -> String {
    id.as_str().to_owned()
}
