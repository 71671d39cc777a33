//! Keeping: every change of an operation goes to the file together with its journal entry, and what
//! is told to anybody is told after that. Used by every other file of the outbox.

use std::{sync::Arc, time::Duration};

use contract::{
    Failure, JournalEvent, LineChange, Operation, OperationKey, OperationState, Substitute, Topic,
    WriteState, Written,
};
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

use super::{
    op::{Lane, Op},
    queue::Outbox,
    texts,
};
use crate::{
    account::Account,
    error::Error,
    service::calls::Service,
    store::{
        Receipt,
        tables::{journal::NewJournalEntry, operations},
    },
};

/// The operations of a profile, as they are kept: each change of one goes to the file with its
/// journal entry.
pub(crate) struct Operations {
    pub account: Arc<Account>,
    pub service: Arc<Service>,
    pub outbox: Arc<Outbox>,
    /// What was given up is taken up again by one press at a time.
    pub taking_up: tokio::sync::Mutex<()>,
}

impl Operations {
    /// Keeps new operations, all or none, and lets them be sent. `with` goes into the same
    /// transaction.
    ///
    /// # Errors
    /// [`Error::Invalid`] if a text of them may not be sent; if they cannot be kept.
    pub(crate) async fn keep(
        &self,
        ops: Vec<Op>,
        with: impl FnOnce(&rusqlite::Transaction<'_>) -> Result<(), crate::error::StoreFault>
        + Send
        + 'static,
    ) -> Result<Vec<Op>, Error> {
        ops.iter().try_for_each(|op| texts::check(&op.body))?;
        let entries: Vec<_> = ops.iter().map(|op| self.entry(op, JournalEvent::Kept)).collect();
        let kept = self.account.store.send(move |tx| {
            with(tx)?;
            operations::insert(tx, ops, &entries)
        });
        let ops = kept.await?;
        self.outbox.put(ops.clone());
        self.announce_operations();
        Ok(ops)
    }

    /// The operation that was kept under a name its caller gave, where it is asked for once more.
    /// Whoever keeps one under it then holds [`Self::taking_up`] meanwhile.
    ///
    /// # Errors
    /// [`Error::Invalid`] where the name is that of something else; if the file cannot be read.
    pub(crate) async fn kept_as(
        &self,
        named: Option<OperationKey>,
        body: &Operation,
    ) -> Result<Option<Op>, Error> {
        let Some(key) = named else { return Ok(None) };
        let kept = match self.outbox.find(key) {
            Some(waiting) => Some(waiting),
            None => self.ended_op(key).await?,
        };
        match kept {
            Some(op) if op.body != *body => {
                Err(Error::Invalid { field: "key", problem: "something else has this key" })
            }
            kept => Ok(kept),
        }
    }

    /// The same as [`Self::keep`], in the place of others that wait for the user, or for another of their
    /// merge: of each of these `stays` says what of it is still wanted, and nothing gives it up.
    ///
    /// # Errors
    /// [`Error::TooLate`] if one of these waits for the user no more; if it cannot be kept.
    pub(crate) async fn keep_instead(
        &self,
        ops: Vec<Op>,
        replaced: &[OperationKey],
        stays: impl Fn(&Op) -> Option<Operation>,
        with: impl FnOnce(&rusqlite::Transaction<'_>) -> Result<(), crate::error::StoreFault>
        + Send
        + 'static,
    ) -> Result<Vec<Op>, Error> {
        let at = self.account.now();
        let (mut before, mut events) = (Vec::new(), Vec::new());
        let changed = self.outbox.change(replaced, |op| {
            let waits = op.needs_user() || (op.merge.is_some() && op.is_idle());
            if waits {
                before.push(op.clone());
                if let Some(body) = stays(op) {
                    op.body = body;
                    events.push(JournalEvent::Edited);
                } else {
                    op.state = OperationState::Dropped { at };
                    events.push(JournalEvent::Dropped);
                }
            }
            waits
        });
        let entries: Vec<_> =
            changed.iter().zip(events).map(|(op, event)| self.entry(op, event)).collect();
        let kept = if changed.len() == replaced.len() {
            let with = move |tx: &rusqlite::Transaction<'_>| {
                with(tx)?;
                operations::update(tx, &changed, &entries)
            };
            self.keep(ops, with).await
        } else {
            Err(Error::TooLate)
        };
        if kept.is_err() {
            self.outbox.put(before);
        }
        kept
    }

    /// Changes operations that stand as `change` expects them, here and in the file, each with an
    /// entry of the journal; answers those that were changed, when that is certain.
    pub(crate) async fn change_ops(
        &self,
        keys: &[OperationKey],
        event: JournalEvent,
        mut change: impl FnMut(&mut Op) -> bool,
    ) -> Result<Vec<Op>, Error> {
        self.change_each(keys, None, |op| change(op).then_some(event)).await
    }

    /// The same where each has an event of its own; `took` is how long the request took that led to
    /// it.
    pub(crate) async fn change_each(
        &self,
        keys: &[OperationKey],
        took: Option<Duration>,
        mut change: impl FnMut(&mut Op) -> Option<JournalEvent>,
    ) -> Result<Vec<Op>, Error> {
        let milliseconds = took.map(|took| u32::try_from(took.as_millis()).unwrap_or(u32::MAX));
        let mut events = Vec::new();
        let in_order = self.outbox.in_order();
        let changed = self.outbox.change(keys, |op| {
            let event = change(op);
            events.extend(event);
            event.is_some()
        });
        let entry = |(op, event): (&Op, JournalEvent)| NewJournalEntry {
            milliseconds,
            ..self.entry(op, event)
        };
        let entries = changed.iter().zip(events).map(entry).collect();
        let saved = self.send_ops(changed.clone(), entries);
        drop(in_order);
        if let Some(saved) = saved {
            let saved = saved.await;
            self.announce_operations();
            saved?;
        }
        Ok(changed)
    }

    /// Writes operations that were changed already, with entries of the journal.
    pub(crate) async fn save_ops(
        &self,
        ops: Vec<Op>,
        entries: Vec<NewJournalEntry>,
    ) -> Result<(), Error> {
        let Some(saved) = self.send_ops(ops, entries) else { return Ok(()) };
        let saved = saved.await;
        self.announce_operations();
        Ok(saved?)
    }

    /// Hands operations to the file, if there are any; the receipt comes when it has them.
    fn send_ops(&self, ops: Vec<Op>, entries: Vec<NewJournalEntry>) -> Option<Receipt<()>> {
        let update = |ops: Vec<Op>| {
            self.account.store.send(move |tx| operations::update(tx, &ops, &entries))
        };
        (!ops.is_empty()).then(|| update(ops))
    }

    /// Something about operations changed, and with it how movements are shown.
    pub(crate) fn announce_operations(&self) {
        self.account.announce(&[Topic::Outbox, Topic::Movements]);
    }

    /// The journal's entry about an operation as it stands now.
    pub(crate) fn entry(&self, op: &Op, event: JournalEvent) -> NewJournalEntry {
        // A creation can be large: it is told when it is asked for and when it has ended.
        let tells_all = !op.is_creation()
            || op.has_ended()
            || matches!(event, JournalEvent::Kept | JournalEvent::Edited);
        NewJournalEntry {
            at: self.account.now(),
            who: self.account.profile.user_name.clone(),
            key: op.key,
            movement: op.movement,
            event,
            operation: tells_all.then(|| op.body.clone()),
            before: before(op),
            after: after(op),
            failure: failure_of(op),
            milliseconds: None,
        }
    }

    /// What a write command answers about operations of one lane just kept: what the service says
    /// within a moment, else that they are kept here.
    pub(crate) async fn answer(&self, key: Uuid, ops: &[Op]) -> Written {
        let Some(first) = ops.first() else {
            return Written { key, state: WriteState::Kept { at: self.account.now() } };
        };
        let until = Instant::now() + self.outbox.pace.answer_within;
        let mut changes = self.outbox.listen();
        while self.is_moving(first.lane(), ops) {
            if timeout_at(until, changes.changed()).await.is_err() {
                break;
            }
        }
        Written { key, state: self.write_state(first).await }
    }

    /// Whether something may become of operations within a moment.
    fn is_moving(&self, lane: Lane, ops: &[Op]) -> bool {
        let goes = self.service.session.is_live() && !self.outbox.is_held();
        // To a movement belong the lines it was asked for with.
        let all = ops.iter().any(Op::is_creation);
        let such = |now: &Op| {
            let waits = matches!(now.state, OperationState::Queued | OperationState::Sending);
            all || waits && ops.iter().any(|op| op.key == now.key)
        };
        goes && self.outbox.moves(lane, such)
    }

    /// Where an operation stands, as a write command tells it.
    pub(crate) async fn write_state(&self, op: &Op) -> WriteState {
        let now = self.ended_op(op.key).await.ok().flatten();
        match now.map(|now| now.state) {
            Some(OperationState::Sent { at, id, .. }) => WriteState::Sent { at, id },
            Some(OperationState::Stuck(failure)) => WriteState::Stuck(failure),
            Some(OperationState::Conflict(_) | OperationState::Unknown(_)) => WriteState::Asks,
            _ => WriteState::Kept { at: op.kept },
        }
    }

    /// An operation that may have ended.
    pub(crate) async fn ended_op(&self, key: OperationKey) -> Result<Option<Op>, Error> {
        // The file may be a moment behind.
        if let Some(newest) = self.outbox.newest(key) {
            return Ok(Some(newest));
        }
        let key = key.to_string();
        Ok(self.account.store.read(move |file| operations::find(file, &key)).await?)
    }
}

fn failure_of(op: &Op) -> Option<Failure> {
    match &op.state {
        OperationState::Stuck(failure) => Some(failure.clone()),
        _ => None,
    }
}

/// How it was, in short, where the operation was decided upon something: pieces and reason of a
/// line, the name of a movement.
fn before(op: &Op) -> Option<String> {
    if let Some(line) = op.base_line() {
        let pieces = match op.line_change() {
            Some(LineChange::Update { .. }) => line.quantity_requested,
            _ => line.quantity_to_ship(),
        };
        return pieces.map(|pieces| with_reason(pieces, line.reason_code.as_deref()));
    }
    op.base_header().and_then(|fields| fields.name.clone())
}

/// How it is to be, in short.
fn after(op: &Op) -> Option<String> {
    match &op.body {
        Operation::CreateMovement(form) => Some(form.name.clone()),
        Operation::UpdateHeader(fields) => fields.name.clone(),
        Operation::CreateCategory { name } => Some(name.clone()),
        Operation::Pick { picks, .. } => {
            Some(picks.iter().map(|pick| pick.quantity.to_string()).collect::<Vec<_>>().join(" + "))
        }
        Operation::ChangeLine(change) => after_change(change, op),
    }
}

fn after_change(change: &LineChange, op: &Op) -> Option<String> {
    match change {
        LineChange::Create { quantity, .. } => Some(quantity.to_string()),
        LineChange::Update { quantity, .. } => quantity.map(|pieces| pieces.to_string()),
        LineChange::Revise { quantity, reason_code, .. } => {
            Some(with_reason(quantity, Some(reason_code)))
        }
        LineChange::Cancel { reason_code, .. } => Some(with_reason(0, Some(reason_code))),
        LineChange::Substitute { with, reason_code, .. } => {
            let one = |instead: &Substitute| {
                let product = &instead.product;
                let code = product.code.as_deref().unwrap_or(product.id.as_str());
                format!("{} × {code}", instead.quantity)
            };
            let all = with.iter().map(one).collect::<Vec<_>>().join(", ");
            Some(with_reason(all, Some(reason_code)))
        }
        LineChange::Revert { .. } => {
            op.base_line()?.quantity_requested.map(|pieces| pieces.to_string())
        }
        LineChange::Delete { .. } => None,
    }
}

fn with_reason(what: impl std::fmt::Display, reason: Option<&str>) -> String {
    reason.map_or_else(|| what.to_string(), |reason| format!("{what}, {reason}"))
}
