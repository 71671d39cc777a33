//! What is entered in a walk, as changes of its tape; and which task comes next. Pure.

use contract::{Pick, PickStep, PickTask, TaskState};

use super::{
    tape::{Entered, LotKey, Staged, TapeChange},
    tasks::{lot_of_task, needed, part_of},
};
use crate::editor::error::EditError;

/// What a step changes, where these are all tasks of the walk; nothing where it changes nothing.
///
/// # Errors
/// [`EditError::Unknown`] for a task that is not there; [`EditError::TooLate`] for one of which a pick was
/// made; [`EditError::Invalid`] where it is not known what to take.
pub fn changes_of(
    step: &PickStep,
    tasks: &[PickTask],
    staged: &Staged,
) -> Result<Vec<TapeChange>, EditError> {
    Ok(match step {
        PickStep::Quantity { task, quantity } => {
            let task = find(task, tasks)?;
            let problem = "it is not known what to take";
            let unknown = EditError::Invalid { field: "task", problem };
            let lot = lot_of_task(task).ok_or(unknown)?;
            // Who enters it saw the line as it is now, and the numbers beside it with it.
            let mut changes = for_this_request(task, Some(&lot), staged);
            changes.push(entered(task, lot, *quantity));
            changes
        }
        PickStep::From { task, inventory_item, bin, more, instead } => {
            let lot = LotKey { inventory_item: inventory_item.clone(), bin: bin.clone() };
            from_elsewhere(find(task, tasks)?, lot, *more, *instead, staged)
        }
        PickStep::Confirm { task } => {
            let task = find(task, tasks)?;
            match (needed(task), task.state, lot_of_task(task)) {
                (Some(pieces), _, Some(lot)) => vec![entered(task, lot, Some(pieces))],
                // No more of it come.
                (_, TaskState::Counting, Some(lot)) => {
                    let so_many = task.quantity.and_then(|pieces| u32::try_from(pieces).ok());
                    vec![entered(task, lot, so_many)]
                }
                (_, TaskState::Changed, _) => for_this_request(task, None, staged),
                _ => Vec::new(),
            }
        }
        PickStep::RestOfLine { task } => {
            let task = find(task, tasks)?;
            rest(tasks.iter().filter(|other| part_of(other) == part_of(task)))
        }
        PickStep::Rest => rest(tasks.iter()),
        PickStep::Reason { task, reason } => why(find(task, tasks)?, reason.as_deref(), staged),
        PickStep::CheckOff { task, done } => {
            vec![checked(find(task, tasks)?, *done)]
        }
        PickStep::GiveUp => staged.given_up(),
    })
}

/// So many pieces more of a lot for a task's line, but not more than are left of it; with `instead` in the place
/// of what the task has.
fn from_elsewhere(
    task: &PickTask,
    lot: LotKey,
    more: u32,
    instead: bool,
    staged: &Staged,
) -> Vec<TapeChange> {
    let own = lot_of_task(task).filter(|own| instead && *own != lot);
    let own = own.filter(|own| staged.entered(&part_of(task), own).is_some());
    let freed = own.as_ref().and(task.quantity).unwrap_or(0);
    let left = task.left.map(|left| left.saturating_add(freed).max(0));
    let left = left.map(|left| u32::try_from(left).unwrap_or(u32::MAX));
    let more = left.map_or(more, |left| left.min(more));
    if more == 0 {
        return Vec::new();
    }
    let so_far = staged.entered(&part_of(task), &lot).map_or(0, |it| it.quantity);
    let mut changes = for_this_request(task, Some(&lot), staged);
    changes.extend(own.map(|own| entered(task, own, None)));
    changes.push(entered(task, lot, Some(so_far.saturating_add(more))));
    changes
}

/// What enters so many pieces of several tasks at once, none of them twice, as if they were typed one after the
/// other.
pub fn quantities(of: &[(&PickTask, u32)], staged: &Staged) -> Vec<TapeChange> {
    // What was typed before goes first: it must not stand over what is typed now.
    let before = of.iter().flat_map(|(task, _)| for_this_request(task, None, staged));
    let now = of
        .iter()
        .filter_map(|(task, quantity)| Some(entered(task, lot_of_task(task)?, Some(*quantity))));
    before.chain(now).collect()
}

/// A task was done on paper, or was not after all.
pub(super) fn checked(task: &PickTask, checked: bool) -> TapeChange {
    TapeChange::Checked { part: part_of(task), checked, asked: task.asked }
}

/// What enters the picks of a task again that were refused, beside what was entered of the same lots since.
pub fn entered_again(task: &PickTask, picks: &[Pick], staged: &Staged) -> Vec<TapeChange> {
    let again = |pick: &Pick| {
        let (inventory_item, bin) = (pick.inventory_item.clone(), pick.bin_location.clone());
        let lot = LotKey { inventory_item, bin };
        let so_far = staged.entered(&part_of(task), &lot).map_or(0, |it| it.quantity);
        entered(task, lot, Some(so_far.saturating_add(pick.quantity)))
    };
    picks.iter().map(again).collect()
}

/// So many of a task have been counted, and more may come.
pub(super) fn counted(
    task: &PickTask,
    lot: LotKey,
    quantity: u32,
    staged: &Staged,
) -> Vec<TapeChange> {
    let mut changes = for_this_request(task, Some(&lot), staged);
    let entered = Entered { quantity, asked: task.asked, counting: true };
    changes.push(TapeChange::Quantity { part: part_of(task), lot, entered: Some(entered) });
    changes
}

/// Why less goes; nothing was found of a task without a number, and that is taken back with the reason.
fn why(task: &PickTask, reason: Option<&str>, staged: &Staged) -> Vec<TapeChange> {
    let part = part_of(task);
    let said = TapeChange::Reason {
        part: part.clone(),
        reason: reason.map(str::to_owned),
        asked: task.asked,
    };
    let Some(lot) = lot_of_task(task) else { return vec![said] };
    let zero = match (reason, staged.entered(&part, &lot)) {
        (Some(_), None) => Some(entered(task, lot, Some(0))),
        (None, Some(Entered { quantity: 0, .. })) => Some(entered(task, lot, None)),
        _ => None,
    };
    std::iter::once(said).chain(zero).collect()
}

/// The numbers of a line that were meant for another request, meant for this one; but for one lot.
fn for_this_request(task: &PickTask, except: Option<&LotKey>, staged: &Staged) -> Vec<TapeChange> {
    let part = part_of(task);
    let is_other = |lot: &LotKey, of: &Entered| of.asked != task.asked && Some(lot) != except;
    let others = staged.lots(&part).filter(|(lot, of)| is_other(lot, of));
    others.map(|(lot, of)| entered(task, lot.clone(), Some(of.quantity))).collect()
}

fn find<'a>(id: &str, tasks: &'a [PickTask]) -> Result<&'a PickTask, EditError> {
    let task = tasks.iter().find(|task| task.id == id).ok_or(EditError::Unknown)?;
    if task.state.is_made() { Err(EditError::TooLate) } else { Ok(task) }
}

/// All that is still to be fetched and known where, as many as there are to be.
fn rest<'a>(of: impl Iterator<Item = &'a PickTask>) -> Vec<TapeChange> {
    let change = |task: &'a PickTask| {
        let (lot, pieces) = (lot_of_task(task)?, needed(task)?);
        Some(entered(task, lot, Some(pieces)))
    };
    of.filter_map(change).collect()
}

fn entered(task: &PickTask, lot: LotKey, quantity: Option<u32>) -> TapeChange {
    let asked = task.asked;
    let entered = quantity.map(|quantity| Entered { quantity, asked, counting: false });
    TapeChange::Quantity { part: part_of(task), lot, entered }
}

/// Where the next task stands that is still to be done, behind or before one; with the last one at the first
/// of all, and the other way round.
pub fn next_task(tasks: &[&PickTask], id: &str, back: bool) -> Option<usize> {
    let at = tasks.iter().position(|task| task.id == id);
    let is_open = |place: &usize| !tasks[*place].state.is_done() && Some(*place) != at;
    let at = at.unwrap_or(0);
    let mut onward = (at..tasks.len()).chain(0..at);
    if back { onward.rev().find(is_open) } else { onward.find(is_open) }
}
