//! The loop that sends. It gives lanes their next step, two at a time, and does what `judge` says
//! about what was heard. It only goes forward: what it does can be cut off at any point, and goes on
//! at the next start from what the file holds.

use std::{future::pending, sync::Arc};

use contract::OperationState;
use tokio::{select, task::JoinSet, time::sleep_until};

use super::{
    creation::CreationSender, delivery::Delivery, header::HeaderSender, lines::LineSender,
    single::SingleSender,
};
use crate::{
    account::Account,
    common::IN_FLIGHT,
    outbox::{
        lane::LaneStep,
        op::{Lane, keys_of},
        queue::{LaneWork, Outbox},
    },
    service::calls::Service,
};

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
    pub creation_sender: Arc<CreationSender>,
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
            LaneStep::Create(at) => self.creation_sender.send_creation(lane, ops[at].clone()).await,
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
