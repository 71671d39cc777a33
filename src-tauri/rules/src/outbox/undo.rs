//! The operations that undo a sent one, where there are any. Pure.

use blake3::Hasher;
use contract::{
    HeaderFields, ItemId, LineChange, LineItem, LineStatus, Operation, OperationKey, Pick,
    Substitute, Undo,
};
use uuid::Builder;

use super::op::{Baseline, Op};

/// What takes an operation back; `None` where it was not sent, or nothing takes it back.
pub fn undo(op: &Op) -> Option<Undo> {
    let contract::OperationState::Sent { id, .. } = &op.state else { return None };
    match &op.body {
        Operation::CreateMovement(_) | Operation::CreateCategory { .. } => None,
        Operation::UpdateHeader(change) => {
            let operation = Operation::UpdateHeader(back(op.base_header()?, change)?);
            Some(Undo { operations: vec![operation], faithful: true, asked: false })
        }
        Operation::Pick { item, picks } => undo_picks(op, item, picks, id.as_deref()),
        Operation::ChangeLine(change) => undo_line(change, op.base_line(), id.as_deref()),
    }
}

/// Picks are taken back by the ids the service gave them: a new one is taken off, a changed one gets
/// the quantity it had, and one that was taken off is made again, under another id.
fn undo_picks(op: &Op, item: &ItemId, picks: &[Pick], id: Option<&str>) -> Option<Undo> {
    let before = match &op.before {
        Some(Baseline::Picks(before)) => Some(before),
        _ => None,
    };
    let new = picks.iter().filter(|pick| pick.id.is_none()).count();
    let mut faithful = true;
    let mut back = Vec::with_capacity(picks.len());
    for pick in picks {
        let was = before.and_then(|all| all.iter().find(|was| Some(&was.id) == pick.id.as_ref()));
        back.push(match (&pick.id, was) {
            (None, _) => {
                let id = Some(id.filter(|_| new == 1)?.to_owned());
                Pick { id, quantity: 0, ..pick.clone() }
            }
            (Some(_), Some(was)) => {
                let made_again = pick.quantity == 0;
                faithful &= !made_again;
                Pick {
                    id: pick.id.clone().filter(|_| !made_again),
                    inventory_item: was.inventory_item.clone(),
                    bin_location: was.bin.as_ref().map(|bin| bin.id.clone()),
                    quantity: u32::try_from(was.quantity).ok().filter(|pieces| *pieces > 0)?,
                }
            }
            // What it was before is not known; it can only be taken off.
            (Some(_), None) if pick.quantity > 0 => Pick { quantity: 0, ..pick.clone() },
            (Some(_), None) => return None,
        });
    }
    let operation = Operation::Pick { item: item.clone(), picks: back };
    Some(Undo { operations: vec![operation], faithful, asked: false })
}

/// What a step of the way back from an operation is called: always the same, so that it is there
/// once, however often it is asked for.
pub fn key_of_step(op: OperationKey, step: usize) -> OperationKey {
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
                Some(_) => Some(number(base.sort_order)?),
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
    let all = change.with(base);
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
