//! The way back from an operation that was sent, where the interface has one. Pure.

use blake3::Hasher;
use contract::{
    HeaderFields, LineChange, LineItem, LineStatus, Operation, OperationKey, Pick, Substitute, Undo,
};
use uuid::Builder;

use super::{fields, op::Op};

/// What takes an operation back; `None` where it was not sent, or nothing takes it back.
pub(crate) fn undo(op: &Op) -> Option<Undo> {
    let contract::OperationState::Sent { id, .. } = &op.state else { return None };
    match &op.body {
        Operation::CreateMovement(_) | Operation::CreateCategory { .. } => None,
        Operation::UpdateHeader(change) => {
            let operation = Operation::UpdateHeader(back(op.base_header()?, change)?);
            Some(Undo { operations: vec![operation], faithful: true, asked: false })
        }
        Operation::Pick { item, picks } => {
            let picks: Option<Vec<_>> = picks
                .iter()
                .map(|pick| pick.id.is_some().then(|| Pick { quantity: 0, ..pick.clone() }))
                .collect();
            let operation = Operation::Pick { item: item.clone(), picks: picks? };
            Some(Undo { operations: vec![operation], faithful: true, asked: false })
        }
        Operation::ChangeLine(change) => undo_line(change, op.base_line(), id.as_deref()),
    }
}

/// What a step of the way back from an operation is called: always the same, so that it is there
/// once, however often it is asked for.
pub(crate) fn key_of_step(op: OperationKey, step: usize) -> OperationKey {
    let mut hasher = Hasher::new_derive_key("Stockhand 2026-11-20 step of a way back");
    hasher.update(op.0.as_bytes()).update(&(step as u64).to_le_bytes());
    let mut name = [0; 16];
    hasher.finalize_xof().fill(&mut name);
    OperationKey(Builder::from_custom_bytes(name).into_uuid())
}

fn undo_line(change: &LineChange, base: Option<&LineItem>, id: Option<&str>) -> Option<Undo> {
    let undo = |changes: Vec<LineChange>, faithful| {
        let operations = changes.into_iter().map(Operation::ChangeLine).collect();
        Some(Undo { operations, faithful, asked: false })
    };
    match change {
        LineChange::Create { .. } => undo(vec![LineChange::Delete { item: id?.into() }], true),
        LineChange::Update { item, product, quantity, sort_order } => {
            let base = base?;
            let number = |n: Option<i64>| n.and_then(|n| u32::try_from(n).ok());
            // A number the line did not have cannot be taken away from it again.
            let quantity = match quantity {
                Some(_) => Some(number(base.quantity_requested)?),
                None => None,
            };
            let sort_order = match sort_order {
                Some(_) => Some(number(base.sort_order).filter(|place| *place > 0)?),
                None => None,
            };
            let product = product.as_ref().map(|_| base.product.clone());
            let item = item.clone();
            undo(vec![LineChange::Update { item, product, quantity, sort_order }], true)
        }
        LineChange::Revise { item, .. }
        | LineChange::Substitute { item, .. }
        | LineChange::Cancel { item, .. } => {
            let mut changes = vec![LineChange::Revert { item: item.clone() }];
            changes.extend(base.and_then(decided));
            undo(changes, true)
        }
        LineChange::Revert { .. } => undo(vec![decided(base?)?], true),
        LineChange::Delete { .. } => {
            let base = base?;
            let quantity = u32::try_from(base.quantity_requested?).ok()?;
            let recipient = base.recipient.as_ref().map(contract::PersonRef::from);
            let product = base.product.clone();
            let sort_order = None;
            // It comes back with another id, and without its history.
            undo(vec![LineChange::Create { product, quantity, sort_order, recipient }], false)
        }
    }
}

/// What was decided about a line, as a change that decides it again.
fn decided(line: &LineItem) -> Option<LineChange> {
    let item = line.id.clone();
    let reason_code = line.reason_code.clone()?;
    let comments = line.comments.clone();
    match line.status {
        LineStatus::Changed => {
            let quantity = u32::try_from(line.quantity_revised?).ok()?;
            Some(LineChange::Revise { item, quantity, reason_code, comments })
        }
        LineStatus::Canceled => Some(LineChange::Cancel { item, reason_code, comments }),
        LineStatus::Substituted => {
            let with: Option<Vec<_>> = line
                .substitutions
                .iter()
                .map(|child| {
                    let quantity = u32::try_from(child.quantity_requested?).ok()?;
                    Some(Substitute { product: child.product.clone(), quantity })
                })
                .collect();
            Some(LineChange::Substitute { item, with: with?, reason_code, comments })
        }
        _ => None,
    }
}

/// The fields a change replaced, as they were. `None` where one of them had no value: the interface
/// cannot take a value away.
fn back(base: &HeaderFields, change: &HeaderFields) -> Option<HeaderFields> {
    let all = fields::over(change.clone(), base);
    let mut back = HeaderFields::default();
    macro_rules! field {
        ($($name:ident),*) => {$(
            if change.$name.is_some() {
                base.$name.as_ref()?;
                back.$name.clone_from(&all.$name);
            }
        )*};
    }
    field!(name, description, origin, destination, date_requested, requested_by);
    Some(back)
}

#[cfg(test)]
mod tests;
