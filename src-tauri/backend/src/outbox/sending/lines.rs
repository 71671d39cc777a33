//! Changes of lines: all of a movement in one request, built from the newest reading, each compared
//! first and looked at afterwards. Of a refused request one half is sent again, and of that half in
//! which the bad change must be one half again, until the change the service means stands alone; a
//! merge of lines is never cut in two.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use contract::{
    Failure, FieldConflict, Instruction, ItemId, JournalEvent, LineChange, LineItem, Movement,
    Operation, OperationState, Question,
};
use rules::movements::known::Answered;
use tokio::time::Instant;

use super::{
    delivery::{Delivery, id_text},
    judge::{self, Next, of_write},
};
use crate::{
    error::Error,
    movements::{form::header_of, mirror::Movements, read::MovementReader},
    outbox::{
        compare::{
            AttemptFacts, Comparison, alike, compare_change, is_another, is_decision, shows_effect,
        },
        keep::Operations,
        merged,
        op::{Baseline, Lane, Op, keys_of},
        predict::Ahead,
        questions::{STEP, last_place},
        queue::{Outbox, Suspected},
    },
};

/// Sends changes of lines.
pub(crate) struct LineSender {
    pub outbox: Arc<Outbox>,
    pub movements: Arc<Movements>,
    pub reader: Arc<MovementReader>,
    pub operations: Arc<Operations>,
    pub delivery: Arc<Delivery>,
}

impl LineSender {
    /// Sends changes of lines, as far as they are still to be made.
    pub(crate) async fn send_lines(
        self: &Arc<Self>,
        lane: Lane,
        ops: Vec<Op>,
    ) -> Result<(), Error> {
        let keys = keys_of(&ops);
        let Some(newest) = self.delivery.newest(lane, &keys).await? else { return Ok(()) };
        let lines = newest.lines.as_deref().unwrap_or_default();
        let ops = self.with_free_places(ops, lines);
        let SortedOut { go, unsent } = self.sorted_out(&ops, lines, newest.has_all_lines());
        for (op, found) in unsent {
            self.delivery.end_unsent(op, found, line_of(op, lines)).await?;
        }
        let go = go.into_iter().map(|(op, instructions)| (op.clone(), instructions));
        let (ops, mut instructions): (Vec<_>, Vec<_>) = go.unzip();
        let goes = self.delivery.attempt(&ops, |op| before(op, lines)).await?;
        let goes = self.delivery.whole_merges(lane, &ops, goes).await?;
        let mut at = ops.iter();
        instructions
            .retain(|_| at.next().is_some_and(|op| goes.iter().any(|goes| goes.key == op.key)));
        if goes.is_empty() {
            return Ok(());
        }
        self.request_lines(lane, &newest, goes, instructions.concat()).await
    }

    /// What of changes is still to be made. What builds upon one that stands still waits with it, and
    /// so does what is merged with it.
    fn sorted_out<'a>(&self, ops: &'a [Op], lines: &[LineItem], whole: bool) -> SortedOut<'a> {
        let mut apart = HashSet::new();
        loop {
            let known_apart = apart.len();
            let mut sorted = SortedOut { go: Vec::new(), unsent: Vec::new() };
            let (mut ahead, mut stand_still) = (Ahead::of(lines), HashSet::new());
            for op in ops {
                let builds = op.item().is_some_and(|item| stand_still.contains(item));
                let is_apart = op.merge.is_some_and(|merge| apart.contains(&merge));
                match (!builds).then(|| self.comparison_of(op, ahead.found_by(op), whole)) {
                    Some(Comparison::Undone(instructions)) if !is_apart => {
                        ahead.is_to_do(op);
                        sorted.go.push((op, instructions));
                        continue;
                    }
                    Some(Comparison::Done(id)) => {
                        sorted.unsent.push((op, Comparison::Done(id)));
                        continue;
                    }
                    None | Some(Comparison::Undone(_)) => {}
                    Some(found) => sorted.unsent.push((op, found)),
                }
                stand_still.extend(op.item());
                apart.extend(op.merge);
            }
            // Another part of a merge may have been sorted before it was known that it waits.
            if apart.len() == known_apart {
                return sorted;
            }
        }
    }

    async fn request_lines(
        self: &Arc<Self>,
        lane: Lane,
        newest: &Movement,
        ops: Vec<Op>,
        instructions: Vec<Instruction>,
    ) -> Result<(), Error> {
        let keys = keys_of(&ops);
        let header = header_of(newest);
        let began = Instant::now();
        match self.delivery.writes.update_movement(&newest.id, header, instructions).await {
            Ok(after) => {
                self.outbox.went_well(lane);
                self.accept_lines(lane, &ops, after, began.elapsed()).await
            }
            Err(error) => {
                let failure = Failure::from(error.clone());
                let next = judge::next(of_write(error), merged::parts(&ops));
                match &next {
                    Next::Halve => {
                        let mut rows: Vec<_> = ops.iter().map(|op| op.row).collect();
                        rows.sort_unstable();
                        self.outbox.suspect(lane, Some(Suspected(rows)), failure);
                    }
                    // The one the service meant is found; the rest goes together again.
                    Next::Park(_) => self.outbox.suspect(lane, None, failure),
                    _ => {}
                }
                match (next, merged::only_merge(&ops)) {
                    (Next::Park(failure), Some(merge)) => {
                        self.park_merge(merge, &newest.id, &ops, failure).await
                    }
                    (next, _) => self.delivery.set_back(lane, &keys, next).await,
                }
            }
        }
    }

    /// The service said it did it; whether it did shows in the lines: those of its answer, or, where
    /// the answer does not show it, those read after it.
    async fn accept_lines(
        self: &Arc<Self>,
        lane: Lane,
        ops: &[Op],
        after: Answered,
        took: Duration,
    ) -> Result<(), Error> {
        let Lane::Movement(key) = lane else { return Ok(()) };
        let id = after.movement.id.clone();
        let mut shown = after.movement.lines.clone();
        let is_whole = after.movement.has_all_lines();
        if !is_bare(&after.movement) {
            self.movements.note_movement(after, Some(key));
        }
        let mut found = shown.as_deref().map(|lines| self.after(ops, lines, is_whole));
        if !found.as_ref().is_some_and(|found| found.iter().all(After::is_told)) {
            match self.reader.ask_movement(&id).await {
                Ok(read) => {
                    self.movements.note_movement(read.clone(), Some(key));
                    let is_whole = read.movement.has_all_lines();
                    if let Some(lines) = read.movement.lines {
                        found = Some(self.after(ops, &lines, is_whole));
                        shown = Some(lines);
                    }
                }
                // What cannot be read at all is not shown either.
                Err(_) => {
                    found.get_or_insert_with(|| ops.iter().map(|_| After::NotShown).collect());
                }
            }
        }
        let (lines, found) = (shown.as_deref(), found.unwrap_or_default());
        let ends: HashMap<_, _> = ops.iter().map(|op| op.key).zip(found).collect();
        self.operations
            .change_each(&keys_of(ops), Some(took), |op| {
                let (event, state) = match ends.get(&op.key) {
                    Some(After::Done(id)) => {
                        (JournalEvent::Sent, self.delivery.sent(id.clone().map(id_text), false))
                    }
                    Some(After::NotShown) => {
                        (JournalEvent::Unknown, OperationState::Unknown(Question::NotShown))
                    }
                    Some(After::Others(fields)) => {
                        op.before = lines.and_then(|lines| line_of(op, lines));
                        (JournalEvent::Conflict, OperationState::Conflict(fields.clone()))
                    }
                    // It was accepted, and the service shows no lines at all.
                    None => (JournalEvent::Sent, self.delivery.sent(None, false)),
                };
                op.move_to(state);
                Some(event)
            })
            .await?;
        Ok(())
    }

    /// What lines read after changes were accepted tell about each of them.
    fn after(&self, ops: &[Op], lines: &[LineItem], whole: bool) -> Vec<After> {
        let mut ahead = Ahead::of(lines);
        let mut after = Vec::new();
        for op in ops {
            let found = ahead.found_by(op);
            let line = found.iter().find(|line| Some(&line.id) == op.item());
            let shown = line.zip(op.line_change());
            let is = |what: fn(&LineChange, &LineItem) -> bool| {
                shown.is_some_and(|(line, change)| what(change, line))
            };
            after.push(match self.comparison_of(op, found, whole) {
                Comparison::Done(id) => After::Done(id),
                Comparison::Clash(fields) if is(is_another) => After::Others(fields),
                // What a service writes in its own way is accepted all the same.
                Comparison::Clash(_)
                    if is(shows_effect) || !is(|change, _| is_decision(change)) =>
                {
                    After::Done(None)
                }
                Comparison::Undone(_) | Comparison::Clash(_) => {
                    ahead.is_to_do(op);
                    After::NotShown
                }
                // It was accepted; where it is not read, nothing tells more of it.
                Comparison::Impossible(_) | Comparison::Unclear(_) | Comparison::Unread => {
                    After::Done(None)
                }
            });
        }
        after
    }

    /// What lines as just read tell about a change; `whole` if all of them could be read.
    pub(crate) fn comparison_of(&self, op: &Op, lines: &[LineItem], whole: bool) -> Comparison {
        let Some(change) = op.line_change() else { return Comparison::Undone(Vec::new()) };
        let taken = self.taken_by_others(op);
        let alike_before = match &op.before {
            Some(Baseline::Lines(ids)) => Some(ids.as_slice()),
            _ => None,
        };
        let known = AttemptFacts {
            base: op.base_line(),
            alike_before,
            taken: &taken,
            attempted: op.attempts > 0,
            whole,
        };
        compare_change(change, lines, known)
    }

    /// Lines that other additions to the same movement turned out to be.
    fn taken_by_others(&self, op: &Op) -> Vec<ItemId> {
        if !matches!(op.line_change(), Some(LineChange::Create { .. })) {
            return Vec::new();
        }
        self.outbox.lines_added(op.movement)
    }

    /// Gives additions that were never sent a place nobody took meanwhile. Lines that go elsewhere in
    /// the same request take none.
    fn with_free_places(&self, mut ops: Vec<Op>, lines: &[LineItem]) -> Vec<Op> {
        let moves = |op: &Op| match op.line_change() {
            Some(LineChange::Update { item, sort_order: Some(_), .. }) => Some(item.clone()),
            _ => None,
        };
        let moved: HashSet<_> = ops.iter().filter_map(moves).collect();
        let stay = lines.iter().filter(|line| !moved.contains(&line.id));
        let mut taken: HashSet<_> =
            stay.filter_map(|line| u32::try_from(line.sort_order?).ok()).collect();
        let mut last = last_place(lines);
        for op in &mut ops {
            let never_sent = op.attempts == 0;
            let Operation::ChangeLine(LineChange::Create { sort_order, .. }) = &mut op.body else {
                continue;
            };
            if never_sent && sort_order.is_none_or(|place| taken.contains(&place)) {
                *sort_order = Some(last.saturating_add(STEP));
                let body = op.body.clone();
                self.outbox.change(&[op.key], |op| {
                    op.body = body.clone();
                    true
                });
            }
            if let Operation::ChangeLine(LineChange::Create { sort_order: Some(place), .. }) =
                op.body
            {
                taken.insert(place);
                last = last.max(place);
            }
        }
        ops
    }
}

/// Changes of one request before it is sent.
struct SortedOut<'a> {
    /// Those that are still to be made, with what makes them.
    go: Vec<(&'a Op, Vec<Instruction>)>,
    /// Those of which nothing is to be sent, and why.
    unsent: Vec<(&'a Op, Comparison)>,
}

/// What was seen of a change the service accepted.
enum After {
    /// It is there, or nothing more can be told of it. The id of a line that was added.
    Done(Option<ItemId>),
    /// The line does not show it.
    NotShown,
    /// Somebody else decided the same line at the same time.
    Others(Vec<FieldConflict>),
}

impl After {
    fn is_told(&self) -> bool {
        !matches!(self, Self::NotShown)
    }
}

/// Whether nothing but the id of an answered movement could be read.
pub(crate) fn is_bare(movement: &Movement) -> bool {
    let Movement { name, origin, destination, lines, .. } = movement;
    name.is_none() && origin.is_none() && destination.is_none() && lines.is_none()
}

/// The line an operation is about, as it was just read.
pub(crate) fn line_of(op: &Op, lines: &[LineItem]) -> Option<Baseline> {
    let line = lines.iter().find(|line| Some(&line.id) == op.item())?;
    Some(Baseline::Line(Box::new(line.clone())))
}

/// What of the lines helps to tell afterwards whether a change was made.
fn before(op: &Op, lines: &[LineItem]) -> Option<Baseline> {
    match op.line_change()? {
        LineChange::Create { product, quantity, .. } => {
            let ids = alike(&product.id, *quantity, lines).map(|line| line.id.clone());
            Some(Baseline::Lines(ids.collect()))
        }
        _ => line_of(op, lines),
    }
}
