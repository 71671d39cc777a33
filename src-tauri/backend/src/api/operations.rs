//! Commands about single operations: tried again, given up, taken up again, corrected, answered,
//! taken back. Each counts only for an operation that stands as the user saw it, and is kept before it
//! is answered.

use chrono::{DateTime, Utc};
use contract::{
    Answer, AnswerQuestion, ConflictField, Done, DropOperation, EditOperation, HeaderFields,
    JournalEvent, LineChange, Operation, OperationState, Question, ResolveConflict,
    RestoreOperation, RetryOperations, UndoOperation, Written,
};

use crate::{
    Backend,
    error::Error,
    outbox::{
        compare::give_up,
        op::{Base, Baseline, Op},
        questions::STEP,
        texts,
        undo::{key_of_step, undo},
    },
    store::tables::operations,
    workspace::Workspace,
};

impl Backend {
    /// Lets operations that wait for the user be tried again, each with the rest of its merge.
    ///
    /// # Errors
    /// If no profile is open, or it cannot be kept.
    pub async fn retry_operations(&self, request: RetryOperations) -> Result<Done, Error> {
        let workspace = self.workspace()?;
        let keys = if request.operations.is_empty() {
            let stuck = |op: &Op| matches!(op.state, OperationState::Stuck(_));
            workspace.outbox.all().iter().filter(|op| stuck(op)).map(|op| op.key).collect()
        } else {
            workspace.outbox.with_merges(&request.operations)
        };
        workspace
            .operations
            .change_ops(&keys, JournalEvent::Retried, |op| {
                let waits = matches!(op.state, OperationState::Stuck(_));
                if waits {
                    op.state = OperationState::Queued;
                }
                waits
            })
            .await?;
        workspace.outbox.release();
        Ok(Done {})
    }

    /// Gives an operation up, and with it the rest of its merge, or with a movement that is not made
    /// what builds upon it.
    ///
    /// # Errors
    /// [`Error::TooLate`] for one on its way or ended; if it cannot be kept. One of a merge that was
    /// given up with another of it is given up, and no failure.
    pub async fn drop_operation(&self, request: DropOperation) -> Result<Done, Error> {
        let workspace = self.workspace()?;
        let Some(op) = workspace.outbox.find(request.operation) else {
            let ended = workspace.outbox.newest(request.operation);
            let went_with_its_merge = ended.is_some_and(|op| {
                op.merge.is_some() && matches!(op.state, OperationState::Dropped { .. })
            });
            return if went_with_its_merge { Ok(Done {}) } else { Err(Error::TooLate) };
        };
        let dropped = workspace.operations.give_up(&op, |_| Ok(())).await?;
        if dropped.iter().all(|dropped| dropped.key != op.key) {
            return Err(Error::TooLate);
        }
        Ok(Done {})
    }

    /// Takes an operation up again that was given up, and what was given up with it.
    ///
    /// # Errors
    /// [`Error::TooLate`] for one that was not given up; if it cannot be kept.
    pub async fn restore_operation(&self, request: RestoreOperation) -> Result<Done, Error> {
        let workspace = self.workspace()?;
        let _alone = workspace.operations.taking_up.lock().await;
        let op = workspace.operations.ended_op(request.operation).await?.ok_or(Error::Unknown)?;
        if !matches!(op.state, OperationState::Dropped { .. }) {
            return Err(Error::TooLate);
        }
        let ops = workspace.operations.dropped_with(op).await?;
        let back = |op| Op { state: OperationState::Queued, ..op };
        let ops: Vec<_> = ops.into_iter().map(back).collect();
        let entries =
            ops.iter().map(|op| workspace.operations.entry(op, JournalEvent::Restored)).collect();
        workspace.operations.save_ops(ops.clone(), entries).await?;
        for op in &ops {
            if let (Operation::CreateMovement(form), Some(movement)) = (&op.body, op.movement) {
                let id = op.id.as_deref().map(Into::into);
                let stocklist = crate::movements::form::stocklist(form);
                workspace.outbox.remember_made(movement, id, stocklist);
            }
        }
        workspace.outbox.put(ops);
        Ok(Done {})
    }

    /// Changes what a waiting operation asks for.
    ///
    /// # Errors
    /// [`Error::TooLate`] for one on its way, asked about or ended; [`Error::Invalid`] for another
    /// kind of operation, or for a text that may not be sent; if it cannot be kept.
    pub async fn edit_operation(&self, request: EditOperation) -> Result<Written, Error> {
        let workspace = self.workspace()?;
        let with = request.with;
        let op = workspace.outbox.find(request.operation).ok_or(Error::TooLate)?;
        check_edit(&op.body, &with)?;
        texts::check(&with)?;
        let before = match &with {
            Operation::CreateMovement(form) => workspace.creations.before_of(&op, form),
            _ => op.before.clone(),
        };
        let correct = |op: &mut Op| {
            let may = op.correct(&with);
            if may && op.is_creation() {
                op.before.clone_from(&before);
            }
            may
        };
        let edited =
            workspace.operations.change_ops(&[op.key], JournalEvent::Edited, correct).await?;
        if edited.is_empty() {
            return Err(Error::TooLate);
        }
        let key = op.movement.map_or(op.key.0, |key| key.0);
        Ok(workspace.operations.answer(key, &edited).await)
    }

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
                adopt(&workspace, &op, &id).await?;
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
    /// them. Of a merge that loses a part by that nothing is left.
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
        let mut next = rebased(&op, &given_up, at);
        let mut keys = vec![op.key];
        if loses_its_part(&next, &given_up) {
            let others = workspace.outbox.merged_with(&op).into_iter().map(|other| other.key);
            keys.extend(others.filter(|other| *other != op.key));
            if !next.has_ended() {
                next.merge = None;
            }
        }
        let mut is_in_conflict = false;
        let decided = workspace
            .operations
            .change_each(&keys, None, |now| {
                if now.key == op.key {
                    is_in_conflict = matches!(now.state, OperationState::Conflict(_));
                    if is_in_conflict {
                        *now = next.clone();
                    }
                    return is_in_conflict.then_some(JournalEvent::Decided);
                }
                let goes_with_it = is_in_conflict && now.is_idle();
                if goes_with_it {
                    now.state = OperationState::Dropped { at };
                }
                goes_with_it.then_some(JournalEvent::Dropped)
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
        let steps = take_back(&workspace, &op, way_back.operations).await?;
        drop(alone);
        let key = op.movement.map_or(op.key.0, |key| key.0);
        Ok(workspace.operations.answer(key, &steps).await)
    }
}

/// Keeps the steps of the way back from an operation, as far as they do not wait or were sent.
async fn take_back(
    workspace: &Workspace,
    op: &Op,
    way_back: Vec<Operation>,
) -> Result<Vec<Op>, Error> {
    let now = workspace.account.now();
    let mut place = op.movement.map(|key| workspace.view.last_place(key)).unwrap_or_default();
    let (mut there, mut again, mut new) = (Vec::new(), Vec::new(), Vec::new());
    for (step, mut body) in way_back.into_iter().enumerate() {
        let key = key_of_step(op.key, step);
        if let Operation::ChangeLine(LineChange::Create { sort_order, .. }) = &mut body {
            place = place.saturating_add(STEP);
            *sort_order = Some(place);
        }
        let base = base_after(workspace, op, &body);
        match workspace.operations.ended_op(key).await? {
            None => new.push(Op::new(key, op.movement, body, base, now)),
            Some(step) if matches!(step.state, OperationState::Dropped { .. }) => {
                again.push(Op { body, base, state: OperationState::Queued, ..step });
            }
            Some(step) => there.push(step),
        }
    }
    let entry = |event| move |op: &Op| workspace.operations.entry(op, event);
    let restored: Vec<_> = again.iter().map(entry(JournalEvent::Restored)).collect();
    let kept: Vec<_> = new.iter().map(entry(JournalEvent::Kept)).collect();
    let queued = workspace.account.store.send(move |tx| {
        operations::update(tx, &again, &restored)?;
        Ok([again, operations::insert(tx, new, &kept)?].concat())
    });
    let queued = queued.await?;
    workspace.outbox.put(queued.clone());
    workspace.operations.announce_operations();
    Ok([there, queued].concat())
}

/// The user says that this movement of the service is the one that was to be made.
async fn adopt(workspace: &Workspace, op: &Op, id: &str) -> Result<(), Error> {
    let Some(key) = op.movement else { return Err(Error::Unknown) };
    let answered = workspace.reader.ask_movement(&id.into()).await?;
    workspace.creation_sender.made(key, op.clone(), answered, true).await
}

/// An operation in conflict after the user saw what the service has: what they saw is what it is
/// decided upon now, and what they gave up is asked for no more.
fn rebased(op: &Op, given_up: &[ConflictField], at: DateTime<Utc>) -> Op {
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
        Operation::ChangeLine(change) => give_up(change, given_up),
        _ => false,
    };
    next.state = if nothing_left { OperationState::Dropped { at } } else { OperationState::Queued };
    next
}

/// Whether what is left of a change does no more what its merge wants of it.
fn loses_its_part(left: &Op, given_up: &[ConflictField]) -> bool {
    let no_quantity = given_up.contains(&ConflictField::Quantity);
    left.merge.is_some() && (left.has_ended() || no_quantity)
}

/// What the way back is decided upon: what the operation made of the line or the fields.
fn base_after(workspace: &Workspace, op: &Op, body: &Operation) -> Option<Base> {
    let known = workspace.movements.find(&op.movement?.into())?;
    match body {
        Operation::UpdateHeader(_) => {
            Some(Base::Header(Box::new(HeaderFields::of(&known.movement))))
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

/// The same kind of operation, about the same thing.
fn check_edit(before: &Operation, with: &Operation) -> Result<(), Error> {
    match (before, with) {
        (Operation::CreateMovement(_), Operation::CreateMovement(form)) => {
            crate::movements::form::header(form).map(drop)
        }
        (Operation::UpdateHeader(_), Operation::UpdateHeader(change)) if !change.is_empty() => {
            match &change.name {
                Some(name) if name.trim().is_empty() => Err(Error::Required("name")),
                _ => Ok(()),
            }
        }
        (Operation::CreateCategory { .. }, Operation::CreateCategory { name }) => {
            if name.trim().is_empty() { Err(Error::Required("name")) } else { Ok(()) }
        }
        (Operation::ChangeLine(before), Operation::ChangeLine(with))
            if before.item() == with.item() =>
        {
            crate::movements::change::check_change(with)
        }
        (Operation::Pick { item, .. }, Operation::Pick { item: other, picks })
            if item == other && !picks.is_empty() =>
        {
            Ok(())
        }
        _ => Err(Error::Invalid { field: "with", problem: "it is another kind of operation" }),
    }
}
