//! Creates a movement. What looks like it is noted first, so that a lost answer never makes it
//! twice; changes its lines still lack become operations in the same transaction.

use std::{collections::HashSet, sync::Arc};

use chrono::TimeDelta;
use client::MovementHeader;
use contract::{
    Candidate, Endpoint, HeaderFields, JournalEvent, LineItem, Movement, MovementId, MovementKey,
    NewMovement, Operation, OperationState, Question,
};
use rules::movements::{adjust::adjustments, known::Answered};

use super::{
    delivery::{Delivery, lines_left_out},
    judge::{self, Heard, Next, of_read, of_write},
};
use crate::{
    account::Account,
    error::Error,
    movements::{
        create::Creations,
        form::{self, CreationTrace, other_date},
        mirror::Movements,
        read::MovementReader,
        read_list::ListReader,
    },
    outbox::{
        keep::Operations,
        op::{Base, Baseline, Lane, Op},
        queue::Outbox,
    },
    store::tables::operations,
};

/// A list of movements younger than this shows what was there before a creation.
const FRESH: TimeDelta = TimeDelta::seconds(60);

/// Sends creations of movements.
pub(crate) struct CreationSender {
    pub account: Arc<Account>,
    pub outbox: Arc<Outbox>,
    pub movements: Arc<Movements>,
    pub list: Arc<ListReader>,
    pub reader: Arc<MovementReader>,
    pub operations: Arc<Operations>,
    pub creations: Arc<Creations>,
    pub delivery: Arc<Delivery>,
}

impl CreationSender {
    /// Makes a movement, or goes on with one that was made.
    pub(crate) async fn send_creation(self: &Arc<Self>, lane: Lane, op: Op) -> Result<(), Error> {
        let (Operation::CreateMovement(form), Some(key)) = (&op.body, op.movement) else {
            return Ok(());
        };
        if op.id.is_some() {
            return self.bring_lines(lane, key, &op).await;
        }
        let header = match Creations::header_of_creation(form, &op) {
            Ok(header) => header,
            Err(error) => {
                let next = judge::next(Heard::Refused(error.into()), 1);
                return self.delivery.set_back(lane, &[op.key], next).await;
            }
        };
        let fresh = match self.list_before_creation().await {
            Ok(fresh) => fresh,
            Err(heard) => {
                return self.delivery.set_back(lane, &[op.key], judge::next(heard, 1)).await;
            }
        };
        // Sent before, and refused or believed lost: what appeared since may be it after all.
        if op.attempts > 0
            && let Some(Baseline::Movements { alike, .. }) = &op.before
        {
            match form::find(
                self.creations.new_since(alike, &header, key),
                &header,
                op.marker(),
                false,
            ) {
                CreationTrace::Nothing => {}
                CreationTrace::One(one) => return self.take_over(lane, key, op, &one).await,
                CreationTrace::Ask(some) => return self.ask_which(&op, &some).await,
            }
        }
        let alike = self.creations.alike(&header);
        let before = Baseline::Movements { alike, fresh };
        if self
            .delivery
            .attempt(std::slice::from_ref(&op), |_| Some(before.clone()))
            .await?
            .is_empty()
        {
            return Ok(());
        }
        match self.delivery.writes.create_movement(header).await {
            Ok(answered) => {
                self.outbox.went_well(lane);
                self.made(key, op, answered, false).await
            }
            Err(error) => {
                self.delivery.set_back(lane, &[op.key], judge::next(of_write(error), 1)).await
            }
        }
    }

    /// Looks for a movement whose making was not answered.
    pub(crate) async fn settle_creation(self: &Arc<Self>, lane: Lane, op: Op) -> Result<(), Error> {
        let (Operation::CreateMovement(form), Some(key)) = (&op.body, op.movement) else {
            return Ok(());
        };
        let late = self.delivery.can_no_longer_arrive(&op);
        let listed = match self.list.read_movements_afresh().await {
            // One that could not be read may be it.
            Ok(()) => self.movements.is_whole(),
            Err(error) => match of_read(error) {
                heard @ (Heard::SignedOut | Heard::Unreached(_)) => {
                    return self.delivery.set_back(lane, &[op.key], judge::next(heard, 1)).await;
                }
                _ => false,
            },
        };
        let header = Creations::header_of_creation(form, &op)?;
        let (before, fresh) = match &op.before {
            Some(Baseline::Movements { alike, fresh }) => (alike.as_slice(), *fresh),
            _ => (&[][..], false),
        };
        let new = self.creations.new_since(before, &header, key);
        match form::find(new, &header, op.marker(), fresh) {
            CreationTrace::One(one) => self.take_over(lane, key, op, &one).await,
            CreationTrace::Ask(some) => self.ask_which(&op, &some).await,
            // Only a list that is whole tells that it is not there.
            CreationTrace::Nothing if listed && self.movements.is_whole() => {
                self.delivery.absent(&op, late, Endpoint::CreateMovement).await
            }
            CreationTrace::Nothing if !late => {
                self.delivery.absent(&op, false, Endpoint::CreateMovement).await
            }
            CreationTrace::Nothing => self.ask_which(&op, &[]).await,
        }
    }

    /// This movement of the service is the one that was to be made.
    async fn take_over(
        self: &Arc<Self>,
        lane: Lane,
        key: MovementKey,
        op: Op,
        one: &Movement,
    ) -> Result<(), Error> {
        match self.reader.ask_movement(&one.id).await {
            Ok(answered) => self.made(key, op, answered, true).await,
            Err(error) => {
                self.delivery.set_back(lane, &[op.key], judge::next(of_read(error), 1)).await
            }
        }
    }

    async fn ask_which(&self, op: &Op, candidates: &[Movement]) -> Result<(), Error> {
        let candidates = candidates.iter().map(candidate).collect();
        let question = OperationState::Unknown(Question::MovementMade(candidates));
        self.delivery.move_all(&[op.key], JournalEvent::Unknown, |_| question.clone()).await?;
        Ok(())
    }

    /// It exists. What its lines still lack is kept as operations together with that.
    pub(crate) async fn made(
        self: &Arc<Self>,
        key: MovementKey,
        mut op: Op,
        answered: Answered,
        seen: bool,
    ) -> Result<(), Error> {
        let Operation::CreateMovement(form) = &op.body else { return Ok(()) };
        let stocklist = form::stocklist(form);
        op.id = Some(answered.movement.id.as_str().to_owned());
        self.outbox.remember_made(key, Some(answered.movement.id.clone()), stocklist);
        // From here on its key means it, whatever happens to the rest.
        self.movements.note_movement(answered.clone(), Some(key));
        let movement = answered.movement;
        let event = if seen { JournalEvent::Found } else { JournalEvent::Sent };
        let more = match (&movement.lines, form.lines.is_empty()) {
            (_, true) => self.date_left(key, form, &movement),
            // What is not read is not added again: then its lines are read anew first.
            (Some(lines), false) if movement.has_all_lines() => {
                let date = self.date_left(key, form, &movement);
                [date, self.lines_left(key, form, lines)].concat()
            }
            (_, false) => {
                let (id, state) = (op.id.clone(), OperationState::Queued);
                self.operations
                    .change_ops(&[op.key], event, |op| {
                        (op.id, op.state) = (id.clone(), state.clone());
                        true
                    })
                    .await?;
                return Ok(());
            }
        };
        self.finish_creation(key, op, more, event, seen).await
    }

    /// Reads the lines of a movement that was made, and keeps what they lack.
    async fn bring_lines(
        self: &Arc<Self>,
        lane: Lane,
        key: MovementKey,
        op: &Op,
    ) -> Result<(), Error> {
        let Operation::CreateMovement(form) = &op.body else { return Ok(()) };
        let Some(newest) = self.delivery.newest(lane, &[op.key]).await? else { return Ok(()) };
        if !newest.has_all_lines() {
            return self.delivery.set_back(lane, &[op.key], Next::Pause(lines_left_out())).await;
        }
        let lines = newest.lines.as_deref().unwrap_or_default();
        let date = self.date_left(key, form, &newest);
        let more = [date, self.lines_left(key, form, lines)].concat();
        self.finish_creation(key, op.clone(), more, JournalEvent::Sent, false).await
    }

    async fn finish_creation(
        self: &Arc<Self>,
        key: MovementKey,
        mut op: Op,
        more: Vec<Op>,
        event: JournalEvent,
        seen: bool,
    ) -> Result<(), Error> {
        // Newer than the copy this step began with: attempts were counted since.
        let now = self.outbox.find(op.key).unwrap_or_else(|| op.clone());
        (op.attempts, op.before) = (now.attempts, now.before);
        op.state = self.delivery.sent(op.id.clone(), seen);
        let entry = self.operations.entry(&op, event);
        let creation = op.clone();
        self.operations.keep(more, move |tx| operations::update(tx, &[creation], &[entry])).await?;
        self.outbox.put([op]);
        self.operations.announce_operations();
        self.read_code_behind(key);
        Ok(())
    }

    /// A movement made of another day than was asked for is said of its date alone: it is made.
    fn date_left(&self, key: MovementKey, form: &NewMovement, made: &Movement) -> Vec<Op> {
        let Some(failure) = other_date(form.date_requested, made) else { return Vec::new() };
        let date_requested = form.date_requested;
        let body = Operation::UpdateHeader(HeaderFields { date_requested, ..Default::default() });
        let (number, now) = (self.account.common.clock.new_operation(), self.account.now());
        let base = Some(Base::Header(Box::new(HeaderFields::of(made))));
        let mut op = Op::new(number, Some(key), body, base, now);
        op.state = OperationState::Stuck(failure);
        vec![op]
    }

    /// Operations that bring the lines of a movement to what was previewed.
    fn lines_left(&self, key: MovementKey, form: &NewMovement, lines: &[LineItem]) -> Vec<Op> {
        let now = self.account.now();
        adjustments(&form.lines, lines)
            .into_iter()
            .map(|change| {
                let line = lines.iter().find(|line| Some(&line.id) == change.item());
                let base = line.map(|line| Base::Line(Box::new(line.clone())));
                let body = Operation::ChangeLine(change);
                Op::new(self.account.common.clock.new_operation(), Some(key), body, base, now)
            })
            .collect()
    }

    /// Whether the list of movements shows all that is there before a creation; it is read anew once
    /// for all that is sent in one go.
    async fn list_before_creation(self: &Arc<Self>) -> Result<bool, Heard> {
        let as_of = self.movements.list.look(&()).freshness.as_of;
        let age = as_of.map(|at| self.account.now() - at);
        let is_fresh = age.is_some_and(|age| age >= TimeDelta::zero() && age < FRESH);
        if is_fresh && self.outbox.was_listed() {
            return Ok(self.movements.is_whole());
        }
        match self.list.read_movements_afresh().await {
            Ok(()) => {
                self.outbox.was_listed();
                Ok(self.movements.is_whole())
            }
            Err(error) => match of_read(error) {
                heard @ (Heard::SignedOut | Heard::Unreached(_)) => Err(heard),
                _ => Ok(false),
            },
        }
    }

    /// The code is often given a moment after the movement; it fills in behind.
    fn read_code_behind(self: &Arc<Self>, key: MovementKey) {
        let known = self.movements.find(&key.into());
        if let Some(known) = known.filter(|known| known.movement.identifier.is_none()) {
            let _ = self.reader.read_movement(key, &known.movement.id);
        }
    }
}

impl Creations {
    /// Known movements that could be taken for the one to be made, whatever became of them.
    fn alike(&self, header: &MovementHeader) -> Vec<MovementId> {
        let known = self.movements.known();
        known
            .iter()
            .filter(|known| form::is_compatible(&known.movement, header))
            .map(|known| known.movement.id.clone())
            .collect()
    }

    /// Movements that were not known `before`, but for those that are known to be others made here,
    /// or show all that another creation under way asks for.
    fn new_since(
        &self,
        before: &[MovementId],
        header: &MovementHeader,
        key: MovementKey,
    ) -> Vec<Movement> {
        let made = self.outbox.all_made().into_iter().filter(|(other, _)| *other != key);
        let not_new: HashSet<_> = made.map(|(_, id)| id).chain(before.iter().cloned()).collect();
        let others = self.outbox.all().into_iter().filter(|op| op.movement != Some(key));
        let others: Vec<_> = others
            .filter(|op| op.attempts > 0 && op.id.is_none())
            .filter_map(|op| match &op.body {
                Operation::CreateMovement(form) => Creations::header_of_creation(form, &op).ok(),
                _ => None,
            })
            .collect();
        let is_anothers = |movement: &Movement| {
            others.iter().any(|other| form::is_exact(movement, other))
                && !form::is_exact(movement, header)
        };
        let known = self.movements.known();
        known
            .iter()
            .filter(|known| !known.gone && !not_new.contains(&known.movement.id))
            .filter(|known| !is_anothers(&known.movement))
            .map(|known| known.movement.clone())
            .collect()
    }

    /// What is known to have been there before a creation was sent, after its form was replaced by
    /// another: what could be taken for the new one, and never for the one that was sent, is not it.
    pub(crate) fn before_of(&self, op: &Op, form: &NewMovement) -> Option<Baseline> {
        let Some(Baseline::Movements { alike, fresh }) = &op.before else {
            return op.before.clone();
        };
        let Operation::CreateMovement(sent) = &op.body else { return op.before.clone() };
        let (Ok(sent), Ok(header)) =
            (Self::header_of_creation(sent, op), Self::header_of_creation(form, op))
        else {
            return op.before.clone();
        };
        let may_be_sent: HashSet<_> = self.alike(&sent).into_iter().collect();
        let mut alike = alike.clone();
        alike.extend(self.alike(&header).into_iter().filter(|id| !may_be_sent.contains(id)));
        Some(Baseline::Movements { alike, fresh: *fresh })
    }

    fn header_of_creation(form: &NewMovement, op: &Op) -> Result<MovementHeader, Error> {
        let header = form::header(form)?;
        Ok(match op.marker() {
            Some(marker) => form::marked(header, marker),
            None => header,
        })
    }
}

fn candidate(movement: &Movement) -> Candidate {
    let title = movement.identifier.as_ref().or(movement.name.as_ref());
    let title = title.map_or(movement.id.as_str(), String::as_str).to_owned();
    Candidate { id: movement.id.clone(), title }
}
