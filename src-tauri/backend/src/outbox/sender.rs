//! The loop that sends. It gives lanes their next step, two at a time, and does what `judge` says
//! about what was heard. It only goes forward: what it does can be cut off at any point, and goes on
//! at the next start from what the file holds.

use std::{future::pending, sync::Arc};

use contract::{Failure, JournalEvent, Movement, OperationKey, OperationState, Reason};
use tokio::{select, task::JoinSet, time::sleep_until};

use super::{
    judge::{self, Heard, Next, of_read},
    lane::LaneStep,
    op::{Baseline, Lane, Op},
    queue::{LaneWork, Outbox},
};
use crate::{
    IN_FLIGHT, account::Account, error::Error, movements::MovementReader, movements::Movements,
    outbox::CreationSender, outbox::HeaderSender, outbox::LineSender, outbox::Operations,
    outbox::SingleSender, service::Service, writes::Writes,
};

/// A movement as just read, for the operations of its lane.
pub(super) type Newest = Option<Movement>;

/// Leaves the lane however the work on it ends.
struct Busy<'a>(&'a Outbox, Lane);

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.leave(self.1);
    }
}

/// Gives lanes their next step, and each step to the one who sends it.
pub(crate) struct Sender {
    pub account: Arc<Account>,
    pub service: Arc<Service>,
    pub outbox: Arc<Outbox>,
    pub delivery: Arc<Delivery>,
    pub creations: Arc<CreationSender>,
    pub headers: Arc<HeaderSender>,
    pub lines: Arc<LineSender>,
    pub singles: Arc<SingleSender>,
}

impl Sender {
    /// Sends what waits, as long as the profile is open.
    pub(crate) fn start_sender(self: &Arc<Self>) {
        let this = Arc::clone(self);
        self.account.background.spawn(async move { this.send_for_ever().await });
    }

    async fn send_for_ever(self: Arc<Self>) {
        let mut at_work = JoinSet::new();
        loop {
            let live = self.service.session.is_live() && !self.service.session.needs_location();
            let (begun, later) =
                if live { self.outbox.begin(IN_FLIGHT) } else { (Vec::new(), None) };
            for work in begun {
                let this = Arc::clone(&self);
                at_work.spawn(async move { this.work(work).await });
            }
            let pause = async {
                match later {
                    Some(until) => sleep_until(until).await,
                    None => pending().await,
                }
            };
            select! {
                () = self.outbox.wake.notified() => {}
                Some(_) = at_work.join_next() => {}
                () = pause => {}
            }
        }
    }

    async fn work(self: Arc<Self>, LaneWork { lane, step, ops }: LaneWork) {
        let _busy = Busy(&self.outbox, lane);
        let pick = |which: Vec<usize>| which.into_iter().map(|at| ops[at].clone()).collect();
        let done = match step {
            LaneStep::Settle(which) => self.settle(lane, pick(which)).await,
            LaneStep::Create(at) => self.creations.send_creation(lane, ops[at].clone()).await,
            LaneStep::Header(at) => self.headers.send_header(lane, ops[at].clone()).await,
            LaneStep::Lines(which) => self.lines.send_lines(lane, pick(which)).await,
            LaneStep::Single(at) => self.singles.send_single(lane, ops[at].clone()).await,
        };
        if let Err(error) = done {
            // The file did not take what became of them: it is looked for, as after a restart.
            let keys = keys_of(&ops);
            self.outbox.change(&keys, |op| {
                let under_way = op.state == OperationState::Sending;
                if under_way {
                    op.state = OperationState::Unsure;
                }
                under_way
            });
            self.outbox.pause_lane(lane, error.into());
        }
    }
}

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
    pub(super) async fn attempt(
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
    pub(super) async fn newest(
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
    pub(super) async fn set_back(
        &self,
        lane: Lane,
        keys: &[OperationKey],
        next: Next,
    ) -> Result<(), Error> {
        // Refused, it was sent; else not one byte of it counts, and it is as if it never began.
        let was_sent = matches!(next, Next::Halve);
        match next {
            Next::AwaitSession | Next::AwaitLocation => {}
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
    pub(super) async fn move_all(
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
}

pub(super) fn keys_of(ops: &[Op]) -> Vec<OperationKey> {
    ops.iter().map(|op| op.key).collect()
}

fn lines_left_out() -> Failure {
    let endpoint = contract::Endpoint::ReadMovement;
    Reason::NotUnderstood { endpoint, status: 200, at: "data.lineItems".to_owned() }.into()
}
