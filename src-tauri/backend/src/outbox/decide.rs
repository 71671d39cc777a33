//! Commands by which the user decides what nothing else can: whether something was done, how a
//! conflict ends, what is taken back.

use std::sync::Arc;

use contract::{
    Answer, AnswerQuestion, JournalEvent, LineChange, Operation, OperationKey, OperationState,
    Question, ResolveConflict, UndoOperation, Written,
};

use super::{
    op::{Base, Baseline, Op},
    undo::{key_of_step, undo},
};
use crate::{Backend, error::Error, outbox::Operations, store::operations, workspace::Workspace};

impl Backend {
    /// Takes the user's word for whether something was done.
    ///
    /// # Errors
    /// [`Error::TooLate`] for an operation that is not asked about; [`Error::Unknown`] for a
    /// movement the service does not know; if it cannot be kept.
    pub async fn answer_question(&self, request: AnswerQuestion) -> Result<Written, Error> {
        let workspace = self.workspace()?;
        let op = workspace.outbox.find(request.operation).ok_or(Error::TooLate)?;
        let OperationState::Unknown(question) = &op.state else { return Err(Error::TooLate) };
        let key = op.movement.map_or(op.key.0, |key| key.0);
        match (request.answer, question) {
            (Answer::Done(Some(id)), Question::MovementMade(_)) => {
                workspace.adopt(&op, &id).await?;
            }
            (Answer::Done(None), Question::MovementMade(_)) => {
                return Err(Error::Required("answer"));
            }
            (Answer::Done(id), _) => {
                workspace
                    .operations
                    .decide(op.key, workspace.creation_sender.delivery.sent(id, true))
                    .await?;
            }
            (Answer::NotDone, _) => {
                workspace.operations.decide(op.key, OperationState::Queued).await?
            }
        }
        Ok(workspace.operations.answer(key, &[op]).await)
    }

    /// Ends a conflict: fields in `keep` are sent as asked for, the others stay as the service has
    /// them.
    ///
    /// # Errors
    /// [`Error::TooLate`] for an operation that is not in conflict; if it cannot be kept.
    pub async fn resolve_conflict(&self, request: ResolveConflict) -> Result<Written, Error> {
        let workspace = self.workspace()?;
        let op = workspace.outbox.find(request.operation).ok_or(Error::TooLate)?;
        let OperationState::Conflict(fields) = &op.state else { return Err(Error::TooLate) };
        let given_up: Vec<_> = fields
            .iter()
            .map(|clash| clash.field)
            .filter(|field| !request.keep.contains(field))
            .collect();
        let at = workspace.account.now();
        let next = rebased(&op, &given_up, at);
        let decided = workspace
            .operations
            .change_ops(&[op.key], JournalEvent::Decided, |op| {
                let may = matches!(op.state, OperationState::Conflict(_));
                if may {
                    *op = next.clone();
                }
                may
            })
            .await?;
        if decided.is_empty() {
            return Err(Error::TooLate);
        }
        let key = op.movement.map_or(op.key.0, |key| key.0);
        Ok(workspace.operations.answer(key, &decided).await)
    }

    /// Takes back an operation that was sent, once: asked again, it tells where the way back stands,
    /// and takes up again what was given up of it.
    ///
    /// # Errors
    /// [`Error::TooLate`] for one that was not sent, or that nothing takes back; if it cannot be
    /// kept.
    pub async fn undo_operation(&self, request: UndoOperation) -> Result<Written, Error> {
        let workspace = self.workspace()?;
        let op = workspace.operations.ended_op(request.operation).await?.ok_or(Error::Unknown)?;
        let way_back = undo(&op).ok_or(Error::TooLate)?;
        // Another press waits here, and then finds what the first one did.
        let alone = workspace.operations.taking_up.lock().await;
        let steps = workspace.take_back(&op, way_back.operations).await?;
        drop(alone);
        let key = op.movement.map_or(op.key.0, |key| key.0);
        Ok(workspace.operations.answer(key, &steps).await)
    }
}

impl Workspace {
    /// Keeps the steps of the way back from an operation, as far as they do not wait or were sent.
    async fn take_back(&self, op: &Op, way_back: Vec<Operation>) -> Result<Vec<Op>, Error> {
        let now = self.account.now();
        let mut place = op.movement.map(|key| self.view.last_place(key)).unwrap_or_default();
        let (mut there, mut again, mut new) = (Vec::new(), Vec::new(), Vec::new());
        for (step, mut body) in way_back.into_iter().enumerate() {
            let key = key_of_step(op.key, step);
            if let Operation::ChangeLine(LineChange::Create { sort_order, .. }) = &mut body {
                place = place.saturating_add(super::act::STEP);
                *sort_order = Some(place);
            }
            let base = base_after(self, op, &body);
            match self.operations.ended_op(key).await? {
                None => new.push(Op::new(key, op.movement, body, base, now)),
                Some(step) if matches!(step.state, OperationState::Dropped { .. }) => {
                    again.push(Op { body, base, state: OperationState::Queued, ..step });
                }
                Some(step) => there.push(step),
            }
        }
        let entry = |event| move |op: &Op| self.operations.entry(op, event);
        let restored: Vec<_> = again.iter().map(entry(JournalEvent::Restored)).collect();
        let kept: Vec<_> = new.iter().map(entry(JournalEvent::Kept)).collect();
        let queued = self.account.store.send(move |tx| {
            operations::update(tx, &again, &restored)?;
            Ok([again, operations::insert(tx, new, &kept)?].concat())
        });
        let queued = queued.await?;
        self.outbox.put(queued.clone());
        self.operations.announce_operations();
        Ok([there, queued].concat())
    }

    /// The user says that this movement of the service is the one that was to be made.
    async fn adopt(self: &Arc<Self>, op: &Op, id: &str) -> Result<(), Error> {
        let Some(key) = op.movement else { return Err(Error::Unknown) };
        let answered = self.reader.ask_movement(&id.into()).await?;
        self.creation_sender.made(key, op.clone(), answered, true).await
    }
}

impl Operations {
    async fn decide(&self, key: OperationKey, to: OperationState) -> Result<(), Error> {
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

/// An operation in conflict after the user saw what the service has: what they saw is what it is
/// decided upon now, and what they gave up is asked for no more.
fn rebased(op: &Op, given_up: &[contract::ConflictField], at: chrono::DateTime<chrono::Utc>) -> Op {
    let mut next = op.clone();
    match &op.before {
        Some(Baseline::Header(fields)) => next.base = Some(Base::Header(fields.clone())),
        Some(Baseline::Line(line)) => next.base = Some(Base::Line(line.clone())),
        _ => {}
    }
    let nothing_left = match &mut next.body {
        Operation::UpdateHeader(change) => {
            *change = std::mem::take(change).without(given_up);
            change.is_empty()
        }
        Operation::ChangeLine(change) => super::compare::give_up(change, given_up),
        _ => false,
    };
    next.state = if nothing_left { OperationState::Dropped { at } } else { OperationState::Queued };
    next
}

/// What the way back is decided upon: what the operation made of the line or the fields.
fn base_after(workspace: &Workspace, op: &Op, body: &Operation) -> Option<Base> {
    let known = workspace.movements.find(&op.movement?.into())?;
    match body {
        Operation::UpdateHeader(_) => {
            Some(Base::Header(Box::new(contract::HeaderFields::of(&known.movement))))
        }
        // Of two steps back, the second is about a line the first has not changed yet.
        Operation::ChangeLine(change) => {
            let lines = known.movement.lines.as_ref()?;
            let line = lines.iter().find(|line| Some(&line.id) == change.item())?;
            let fits = matches!(change, LineChange::Revert { .. }) || line.is_open();
            fits.then(|| Base::Line(Box::new(line.clone())))
        }
        _ => None,
    }
}
