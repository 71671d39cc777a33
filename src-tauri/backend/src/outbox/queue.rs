//! Operations that have not ended, in memory, with what the file does not hold: pauses, when the
//! last byte went out, lanes at work.

mod glance;
mod merged;

use std::{
    collections::{BTreeMap, HashMap, HashSet, VecDeque},
    time::Duration,
};

use parking_lot::{Mutex, MutexGuard};

use contract::{
    Failure, ItemId, LineChange, MovementId, MovementKey, OperationKey, OperationState, StocklistId,
};
use tokio::{
    sync::{Notify, watch},
    time::Instant,
};

use super::{
    lane::{LaneStep, moving, next_step},
    op::{Lane, Op},
    pace::Pace,
    questions::MOST_IN_ONE,
};
use crate::store::tables::operations::{MadeHere, StoredQueue};

/// So many operations that ended are remembered in memory.
const RECENT: usize = 200;

/// The outbox of a profile.
pub(crate) struct Outbox {
    pub pace: Pace,
    state: Mutex<QueueState>,
    /// See [`Self::in_order`].
    order: Mutex<()>,
    /// Something may be sent that could not be a moment ago.
    pub wake: Notify,
    /// Grows with every change of an operation.
    version: watch::Sender<u64>,
}

#[derive(Default)]
struct QueueState {
    ops: BTreeMap<i64, Op>,
    rows: HashMap<OperationKey, i64>,
    made: HashMap<MovementKey, MadeHere>,
    timing: HashMap<OperationKey, Timing>,
    lanes: HashMap<Lane, Pause>,
    /// Lines that were added, and are therefore no other addition.
    added: Vec<(Option<MovementKey>, ItemId)>,
    /// How often in a row requests were not answered.
    lost: HashMap<OperationKey, u32>,
    /// Operations that ended a moment ago: the file may not know it yet.
    recent: VecDeque<Op>,
    busy: HashSet<Lane>,
    unreadable: u32,
    paused: bool,
    /// Nothing is sent before this, after the service was not reached.
    hold: Option<Pause>,
    /// Nothing is sent before this, because the service asked for it.
    asked: Option<Instant>,
    /// When the list of movements was last read for creations, if that was in this flush.
    listed: bool,
}

/// What is known of an unanswered request.
#[derive(Clone, Copy)]
struct Timing {
    /// When its last byte can have gone out at the latest.
    since: Instant,
    looks: u32,
    due: Instant,
}

#[derive(Clone)]
struct Pause {
    failures: u32,
    until: Instant,
    failure: Failure,
    suspected: Option<Suspected>,
}

/// Rows of changes of lines, in their order, that were refused together: while the bad one among
/// them is being looked for, no request holds more than half of those that are left.
#[derive(Clone)]
pub(crate) struct Suspected(pub Vec<i64>);

/// A lane, and what it does next.
pub(crate) struct LaneWork {
    pub lane: Lane,
    pub step: LaneStep,
    /// All operations of the lane; the step names its own by their places.
    pub ops: Vec<Op>,
}

impl Outbox {
    pub(crate) fn new(pace: Pace) -> Self {
        let (version, _) = watch::channel(0);
        let (state, order) = (Mutex::default(), Mutex::default());
        Self { pace, state, order, wake: Notify::new(), version }
    }

    /// Held while operations change here and what they became is handed to the file: of two changes
    /// of one operation at the same moment the file must take the later one last.
    pub(crate) fn in_order(&self) -> MutexGuard<'_, ()> {
        self.order.lock()
    }

    /// Puts in what the file held. What was being sent when the program ended may have arrived.
    pub(crate) fn restore(&self, waiting: StoredQueue) {
        let now = Instant::now();
        let mut state = self.state();
        state.unreadable = waiting.unreadable;
        state.made = waiting.made;
        for mut op in waiting.ops {
            if op.state == OperationState::Sending {
                op.state = OperationState::Unsure;
            }
            state.put(op, now);
        }
    }

    /// How often anything changed.
    pub(crate) fn version(&self) -> u64 {
        *self.version.borrow()
    }

    /// Listens for changes from now on.
    pub(crate) fn listen(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// Puts in operations as they now stand; those that have ended leave.
    pub(crate) fn put(&self, ops: impl IntoIterator<Item = Op>) {
        let now = Instant::now();
        let mut state = self.state();
        for op in ops {
            state.put(op, now);
        }
        drop(state);
        self.version.send_modify(|version| *version += 1);
        self.wake.notify_one();
    }

    /// Changes operations that stand as expected, at once; answers those that were changed.
    pub(crate) fn change(
        &self,
        keys: &[OperationKey],
        mut change: impl FnMut(&mut Op) -> bool,
    ) -> Vec<Op> {
        let now = Instant::now();
        let mut state = self.state();
        let mut changed = Vec::new();
        for key in keys {
            let Some(mut op) = state.find(*key).cloned() else { continue };
            if change(&mut op) {
                changed.push(op.clone());
                state.put(op, now);
            }
        }
        drop(state);
        self.version.send_modify(|version| *version += 1);
        self.wake.notify_one();
        changed
    }

    /// One operation that has not ended.
    pub(crate) fn find(&self, key: OperationKey) -> Option<Op> {
        self.state().find(key).cloned()
    }

    /// One operation that has not ended, or did a moment ago.
    pub(crate) fn newest(&self, key: OperationKey) -> Option<Op> {
        let state = self.state();
        let recent = || state.recent.iter().find(|op| op.key == key);
        state.find(key).or_else(recent).cloned()
    }

    /// All operations of a movement that have not ended, in their order.
    pub(crate) fn of_movement(&self, key: MovementKey) -> Vec<Op> {
        let state = self.state();
        state.ops.values().filter(|op| op.movement == Some(key)).cloned().collect()
    }

    /// Changes of a movement's lines that were sent a while ago, the oldest first.
    pub(crate) fn sent_lately(&self, key: MovementKey) -> Vec<Op> {
        let is_sent = |op: &&Op| {
            op.line_change().is_some() && matches!(op.state, OperationState::Sent { .. })
        };
        let state = self.state();
        let of_movement = state.recent.iter().filter(|op| op.movement == Some(key));
        of_movement.filter(is_sent).cloned().collect()
    }

    /// Whether something may become, without the user, of such an operation of a lane.
    pub(crate) fn moves(&self, lane: Lane, such: impl Fn(&Op) -> bool) -> bool {
        let state = self.state();
        let ops: Vec<_> = state.ops.values().filter(|op| op.lane() == lane).collect();
        moving(&ops).into_iter().any(such)
    }

    /// Lines that additions from here turned out to be, of those that ended while the program runs.
    pub(crate) fn lines_added(&self, movement: Option<MovementKey>) -> Vec<ItemId> {
        let state = self.state();
        let of = |added: &&(Option<MovementKey>, ItemId)| added.0 == movement;
        state.added.iter().filter(of).map(|(_, id)| id.clone()).collect()
    }

    /// All operations that have not ended, in their order.
    pub(crate) fn all(&self) -> Vec<Op> {
        self.state().ops.values().cloned().collect()
    }

    /// Shows all operations that have not ended, in their order, without copying them. `look` must
    /// ask nothing of the outbox.
    pub(crate) fn look_at_all(&self, look: impl FnMut(&Op)) {
        self.state().ops.values().for_each(look);
    }

    /// What the service called a movement made here.
    pub(crate) fn id_of(&self, key: MovementKey) -> Option<MovementId> {
        self.state().made.get(&key)?.id.clone()
    }

    /// The stocklist a movement made here was made from.
    pub(crate) fn stocklist_of(&self, key: MovementKey) -> Option<StocklistId> {
        self.state().made.get(&key)?.stocklist.clone()
    }

    /// Whether a movement is made here, or was.
    pub(crate) fn made_here(&self, key: MovementKey) -> bool {
        self.state().made.contains_key(&key)
    }

    /// Ids of movements made here, with their keys.
    pub(crate) fn all_made(&self) -> Vec<(MovementKey, MovementId)> {
        let state = self.state();
        state.made.iter().filter_map(|(key, made)| Some((*key, made.id.clone()?))).collect()
    }

    /// Remembers a movement made here.
    pub(crate) fn remember_made(
        &self,
        key: MovementKey,
        id: Option<MovementId>,
        stocklist: Option<StocklistId>,
    ) {
        self.state().made.insert(key, MadeHere { id, stocklist });
    }

    /// Forgets a movement that is not to be made any more.
    pub(crate) fn forget_made(&self, key: MovementKey) {
        self.state().made.remove(&key);
    }

    /// Lanes that have something to do now, which are then being worked on until [`Self::leave`];
    /// and when the next one may have, if nothing changes before.
    pub(crate) fn begin(&self, most: usize) -> (Vec<LaneWork>, Option<Instant>) {
        let now = Instant::now();
        let mut state = self.state();
        if state.paused {
            return (Vec::new(), None);
        }
        if let Some(asked) = state.asked.filter(|until| *until > now) {
            return (Vec::new(), Some(asked));
        }
        if let Some(hold) = state.hold.as_ref().filter(|hold| hold.until > now) {
            return (Vec::new(), Some(hold.until));
        }
        // After a hold one request at a time finds out whether the service is back.
        let most = if state.hold.is_some() { 1 } else { most };
        let (mut begun, mut later) = (Vec::new(), None::<Instant>);
        if state.busy.len() < most {
            for (lane, ops) in state.lanes_waiting() {
                let pause = state.lanes.get(&lane);
                let suspected = pause.and_then(|pause| pause.suspected.as_ref());
                let limit = suspected.and_then(|suspected| suspected.half(&ops));
                let limit = limit.unwrap_or(MOST_IN_ONE);
                let Some(step) = next_step(&ops, limit) else { continue };
                let due = state.due(&step, &ops).max(pause.map(|pause| pause.until));
                if let Some(due) = due.filter(|due| *due > now) {
                    later = Some(later.map_or(due, |later| later.min(due)));
                } else if !state.has_twin_under_way(&step, &ops, &begun) {
                    let ops = ops.into_iter().cloned().collect();
                    begun.push(LaneWork { lane, step, ops });
                    if state.busy.len() + begun.len() == most {
                        break;
                    }
                }
            }
        }
        for work in &begun {
            state.busy.insert(work.lane);
        }
        if begun.is_empty() && state.busy.is_empty() && later.is_none() {
            state.listed = false;
        }
        (begun, later)
    }

    /// A lane is not being worked on any more.
    pub(crate) fn leave(&self, lane: Lane) {
        self.state().busy.remove(&lane);
        self.wake.notify_one();
    }

    /// A request of the lane was answered: it goes on at once.
    pub(crate) fn went_well(&self, lane: Lane) {
        let mut state = self.state();
        state.hold = None;
        if let Some(pause) = state.lanes.get_mut(&lane) {
            (pause.failures, pause.until) = (0, Instant::now());
        }
    }

    /// The lane goes on after a pause.
    pub(crate) fn pause_lane(&self, lane: Lane, failure: Failure) {
        let mut state = self.state();
        let before = state.lanes.get(&lane);
        let failures = before.map_or(1, |before| before.failures + 1);
        let suspected = before.and_then(|before| before.suspected.clone());
        let until = Instant::now() + self.pace.pause(failures, jitter());
        state.lanes.insert(lane, Pause { failures, until, failure, suspected });
    }

    /// These changes of lines were refused together; `None` where the bad one was found, and the
    /// rest may travel together again.
    pub(crate) fn suspect(&self, lane: Lane, suspected: Option<Suspected>, failure: Failure) {
        let until = Instant::now();
        let mut state = self.state();
        match suspected {
            None => state.lanes.remove(&lane),
            Some(_) => state.lanes.insert(lane, Pause { failures: 0, until, failure, suspected }),
        };
    }

    /// The service was not reached: all lanes wait.
    pub(crate) fn hold(&self, failure: Failure) {
        let mut state = self.state();
        let failures = state.hold.as_ref().map_or(1, |hold| hold.failures + 1);
        let until = Instant::now() + self.pace.pause(failures, jitter());
        state.hold = Some(Pause { failures, until, failure, suspected: None });
    }

    /// The service asks to be left alone for so long, whatever else is heard of it meanwhile.
    pub(crate) fn wait_at_least(&self, wait: Duration) {
        let mut state = self.state();
        state.asked = state.asked.max(Some(Instant::now() + wait));
    }

    /// The service answers again, or somebody signed in: nobody waits any longer than needed.
    pub(crate) fn release(&self) {
        let mut state = self.state();
        state.hold = None;
        let now = Instant::now();
        for pause in state.lanes.values_mut() {
            pause.until = now;
        }
        drop(state);
        self.wake.notify_one();
    }

    /// The user holds all sending back, or lets it go on.
    pub(crate) fn set_paused(&self, paused: bool) {
        self.state().paused = paused;
        self.version.send_modify(|version| *version += 1);
        self.wake.notify_one();
    }

    /// Nothing is sent because nobody lets it.
    pub(crate) fn is_held(&self) -> bool {
        let state = self.state();
        state.paused || state.hold.is_some()
    }

    /// For how long it has been unknown what became of an operation.
    pub(crate) fn unsure_for(&self, key: OperationKey) -> Duration {
        self.state().timing.get(&key).map_or(Duration::ZERO, |timing| timing.since.elapsed())
    }

    /// A request was not answered once more; how often that was so in a row while the program runs.
    pub(crate) fn count_lost(&self, key: OperationKey) -> u32 {
        let mut state = self.state();
        let lost = state.lost.entry(key).or_default();
        *lost += 1;
        *lost
    }

    /// Looked for in vain, once more later.
    pub(crate) fn look_later(&self, keys: &[OperationKey]) {
        let now = Instant::now();
        let mut state = self.state();
        for key in keys {
            if let Some(timing) = state.timing.get_mut(key) {
                timing.due = now + self.pace.next_look(now - timing.since, timing.looks);
                timing.looks += 1;
            }
        }
    }

    /// Whether the list of movements was read in this flush; after the call it counts as read.
    pub(crate) fn was_listed(&self) -> bool {
        std::mem::replace(&mut self.state().listed, true)
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock()
    }
}

impl Suspected {
    /// Half of what of it still waits; `None` if nothing does.
    fn half(&self, ops: &[&Op]) -> Option<usize> {
        let waits =
            |op: &&&Op| op.state == OperationState::Queued && self.0.binary_search(&op.row).is_ok();
        let left = ops.iter().filter(waits).count();
        (left > 0).then(|| left.div_ceil(2))
    }
}

/// A number between 0 and 1.
fn jitter() -> f64 {
    f64::from(getrandom::u32().unwrap_or(u32::MAX / 2)) / f64::from(u32::MAX)
}

impl QueueState {
    pub(crate) fn find(&self, key: OperationKey) -> Option<&Op> {
        self.ops.get(self.rows.get(&key)?)
    }

    fn put(&mut self, op: Op, now: Instant) {
        if op.state.is_in_doubt() {
            let timing = Timing { since: now, looks: 0, due: now };
            self.timing.entry(op.key).or_insert(timing);
        } else {
            self.timing.remove(&op.key);
        }
        if let (OperationState::Sent { id: Some(id), .. }, Some(LineChange::Create { .. })) =
            (&op.state, op.line_change())
        {
            self.added.push((op.movement, id.as_str().into()));
        }
        self.recent.retain(|recent| recent.key != op.key);
        if op.has_ended() || op.needs_user() {
            self.lost.remove(&op.key);
        }
        if op.has_ended() {
            self.rows.remove(&op.key);
            self.ops.remove(&op.row);
            self.recent.push_back(op);
            if self.recent.len() > RECENT {
                self.recent.pop_front();
            }
        } else {
            self.rows.insert(op.key, op.row);
            self.ops.insert(op.row, op);
        }
    }

    /// Lanes nobody works on, in the order of their first operation.
    fn lanes_waiting(&self) -> Vec<(Lane, Vec<&Op>)> {
        let mut lanes: Vec<(Lane, Vec<&Op>)> = Vec::new();
        let mut at = HashMap::new();
        for op in self.ops.values().filter(|op| !self.busy.contains(&op.lane())) {
            let place = *at.entry(op.lane()).or_insert_with(|| {
                lanes.push((op.lane(), Vec::new()));
                lanes.len() - 1
            });
            lanes[place].1.push(op);
        }
        lanes
    }

    /// When what is being looked for is looked for again.
    fn due(&self, step: &LaneStep, ops: &[&Op]) -> Option<Instant> {
        let LaneStep::Settle(which) = step else { return None };
        let due = which.iter().filter_map(|at| self.timing.get(&ops[*at].key));
        due.map(|timing| timing.due).min()
    }

    /// Whether another movement of the same form is being made, or it is not known whether it was:
    /// two of them at once could not be told apart.
    fn has_twin_under_way(&self, step: &LaneStep, ops: &[&Op], begun: &[LaneWork]) -> bool {
        let LaneStep::Create(at) = step else { return false };
        let under_way = |op: &&Op| {
            op.state == OperationState::Sending
                || op.state.is_in_doubt()
                || self.busy.contains(&op.lane())
                || begun.iter().any(|work| work.lane == op.lane())
        };
        self.ops
            .values()
            .filter(|op| op.key != ops[*at].key && op.is_creation())
            .filter(under_way)
            .any(|op| crate::outbox::op::are_twins(&op.body, &ops[*at].body))
    }
}

#[cfg(test)]
mod tests;
