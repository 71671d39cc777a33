//! The next step of one movement's operations: in order, waiting for unclear results, and held up
//! only by what they depend on. Pure.

use std::collections::{HashMap, HashSet};

use contract::{ItemId, LineChange, Operation, OperationState};

use super::op::Op;

/// The next step of a lane. Operations are named by their place among those of the lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LaneStep {
    /// Look in the service what became of these.
    Settle(Vec<usize>),
    /// Make the movement, or go on with one that was just made.
    Create(usize),
    /// Change its own fields.
    Header(usize),
    /// Change its lines, all in one request.
    Lines(Vec<usize>),
    /// One request for one operation.
    Single(usize),
}

/// What an operation changes; a later one about the same thing builds upon it.
#[derive(PartialEq, Eq, Hash)]
enum Target<'a> {
    Header,
    Line(&'a ItemId),
}

/// The next step of a lane whose operations these are, in their order; `None` if there is nothing to
/// do. `limit` is how many changes of lines one request may hold.
pub(crate) fn next_step(ops: &[&Op], limit: usize) -> Option<LaneStep> {
    let is = |wanted: fn(&OperationState) -> bool| {
        (0..ops.len()).filter(move |at| wanted(&ops[*at].state))
    };
    let unsure: Vec<_> = is(OperationState::is_in_doubt).collect();
    if !unsure.is_empty() {
        return Some(LaneStep::Settle(unsure));
    }
    if is(|state| *state == OperationState::Sending).next().is_some() {
        return None;
    }
    if let Some(creation) = (0..ops.len()).find(|at| ops[*at].is_creation()) {
        // Everything else about the movement waits for it.
        return (ops[creation].state == OperationState::Queued)
            .then_some(LaneStep::Create(creation));
    }
    first_free(ops, limit.max(1))
}

/// The operations of a lane of which something may become without the user: not those that wait for
/// them, nor what builds upon these.
pub(crate) fn moving<'a>(ops: &[&'a Op]) -> Vec<&'a Op> {
    let unmade = ops.iter().any(|op| op.is_creation() && op.needs_user());
    let mut held = HashSet::new();
    let mut moving = Vec::new();
    for &op in ops {
        let target = target(op);
        let builds = unmade || target.as_ref().is_some_and(|target| held.contains(target));
        let waits = builds && op.state == OperationState::Queued;
        if op.needs_user() {
            held.extend(target.filter(|_| !is_refused_pick(op)));
        } else if !waits {
            moving.push(op);
        }
    }
    moving
}

fn first_free(ops: &[&Op], limit: usize) -> Option<LaneStep> {
    // What earlier operations are about, with the change that one of the same line may follow.
    let mut held = HashMap::<_, Option<&LineChange>>::new();
    let mut batch = Vec::new();
    for (at, op) in ops.iter().enumerate() {
        let target = target(op);
        let earlier = target.as_ref().and_then(|target| held.get(target)).copied();
        let is_free = op.state == OperationState::Queued
            && earlier.is_none_or(|earlier| may_follow(earlier, op.line_change()));
        match &op.body {
            Operation::ChangeLine(_) if is_free => {
                batch.push(at);
                if batch.len() == limit {
                    break;
                }
            }
            _ if is_free && batch.is_empty() => {
                return Some(match &op.body {
                    Operation::UpdateHeader(_) => LaneStep::Header(at),
                    _ => LaneStep::Single(at),
                });
            }
            // A request of its own; the changes of lines before it go first.
            _ if is_free => break,
            _ => {}
        }
        let followed = op.line_change().filter(|_| is_free && earlier.is_none());
        let holds = target.filter(|_| !is_refused_pick(op));
        held.extend(holds.map(|target| (target, followed)));
    }
    (!batch.is_empty()).then_some(LaneStep::Lines(batch))
}

/// Whether two changes of a line may travel together: only where the line's end tells of each
/// whether it was done.
fn may_follow(earlier: Option<&LineChange>, later: Option<&LineChange>) -> bool {
    matches!(
        (earlier, later),
        (
            Some(LineChange::Update { .. }),
            Some(
                LineChange::Revise { .. }
                    | LineChange::Substitute { .. }
                    | LineChange::Cancel { .. }
            )
        ) | (Some(LineChange::Revert { .. }), Some(LineChange::Update { .. }))
    )
}

/// Whether it is a pick that the service refused: nothing of it was done, and what is picked of the line
/// otherwise does not build upon it.
fn is_refused_pick(op: &Op) -> bool {
    matches!(op.body, Operation::Pick { .. }) && op.is_refused()
}

fn target(op: &Op) -> Option<Target<'_>> {
    match &op.body {
        Operation::UpdateHeader(_) => Some(Target::Header),
        _ => op.item().map(Target::Line),
    }
}

#[cfg(test)]
mod tests;
