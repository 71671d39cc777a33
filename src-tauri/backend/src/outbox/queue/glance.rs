//! The outbox in short: counts, what holds it, the next try.

use chrono::{DateTime, TimeDelta, Utc};
use contract::{Held, OperationState, OutboxState, Reason};
use rules::search::count_of;
use tokio::time::Instant;

use super::{Outbox, QueueState};
use crate::outbox::{op::Op, pace::Pace};

impl Outbox {
    /// What waits, at a glance. `held` says what else keeps it from being sent.
    pub(crate) fn shown(&self, held: Option<Held>, now: DateTime<Utc>) -> OutboxState {
        let state = self.state();
        let count =
            |wanted: fn(&Op) -> bool| count_of(state.ops.values().filter(|op| wanted(op)).count());
        let attention = count(Op::needs_user) + state.unreadable;
        let waiting = count(|op| !op.needs_user());
        let at = Instant::now();
        let pauses = state.lanes.values().chain(&state.hold);
        let next = pauses.filter(|pause| pause.until > at).min_by_key(|pause| pause.until);
        let next = next.map(|pause| (pause.until, pause.failure.clone()));
        let busy = state.busy_until(self.pace).map(|until| (until, Reason::Busy.into()));
        let next = next.into_iter().chain(busy).min_by_key(|(until, _)| *until);
        let after = next
            .as_ref()
            .and_then(|(until, _)| TimeDelta::from_std(until.saturating_duration_since(at)).ok());
        OutboxState {
            waiting,
            sending: count(|op| op.state == OperationState::Sending),
            unsure: count(|op| op.state.is_in_doubt()),
            attention,
            oldest: state.ops.values().map(|op| op.kept).min(),
            held: if state.paused { Some(Held::Paused) } else { held },
            next_try: after.filter(|_| waiting > 0).map(|after| now + after),
            failure: next.filter(|_| waiting > 0).map(|(_, failure)| failure),
            others: Vec::new(),
            restored: None,
            unsent: Vec::new(),
        }
    }
}

impl QueueState {
    /// When the first of what the service was too busy for goes again, if it is not found before.
    fn busy_until(&self, pace: Pace) -> Option<Instant> {
        let busy = self.ops.values().filter(|op| op.state == OperationState::Busy);
        let since = busy.filter_map(|op| self.timing.get(&op.key)).map(|timing| timing.since);
        Some(since.min()? + pace.absence_settles).max(self.asked)
    }
}
