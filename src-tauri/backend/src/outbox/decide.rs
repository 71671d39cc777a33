//! What only the user knows, or decides: answers to questions, conflicts, undo.

use std::sync::Arc;

use contract::{JournalEvent, LineChange, Operation, OperationKey, OperationState};

use super::{
    keep::Operations,
    op::{Base, Baseline, Op},
    undo::key_of_step,
};
use crate::{error::Error, store::tables::operations, workspace::Workspace};

impl Workspace {
    /// Keeps the steps of the way back from an operation, as far as they do not wait or were sent.
    pub(crate) async fn take_back(
        &self,
        op: &Op,
        way_back: Vec<Operation>,
    ) -> Result<Vec<Op>, Error> {
        let now = self.account.now();
        let mut place = op.movement.map(|key| self.view.last_place(key)).unwrap_or_default();
        let (mut there, mut again, mut new) = (Vec::new(), Vec::new(), Vec::new());
        for (step, mut body) in way_back.into_iter().enumerate() {
            let key = key_of_step(op.key, step);
            if let Operation::ChangeLine(LineChange::Create { sort_order, .. }) = &mut body {
                place = place.saturating_add(crate::outbox::act::STEP);
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
    pub(crate) async fn adopt(self: &Arc<Self>, op: &Op, id: &str) -> Result<(), Error> {
        let Some(key) = op.movement else { return Err(Error::Unknown) };
        let answered = self.reader.ask_movement(&id.into()).await?;
        self.creation_sender.made(key, op.clone(), answered, true).await
    }
}

impl Operations {
    pub(crate) async fn decide(&self, key: OperationKey, to: OperationState) -> Result<(), Error> {
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
pub(crate) fn rebased(
    op: &Op,
    given_up: &[contract::ConflictField],
    at: chrono::DateTime<chrono::Utc>,
) -> Op {
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
        Operation::ChangeLine(change) => crate::outbox::compare::give_up(change, given_up),
        _ => false,
    };
    next.state = if nothing_left { OperationState::Dropped { at } } else { OperationState::Queued };
    next
}

/// Whether what is left of a change does no more what its merge wants of it.
pub(crate) fn loses_its_part(left: &Op, given_up: &[contract::ConflictField]) -> bool {
    let no_quantity = given_up.contains(&contract::ConflictField::Quantity);
    left.merge.is_some() && (left.has_ended() || no_quantity)
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
