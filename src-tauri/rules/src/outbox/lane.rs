//! The next step of one movement's operations: in order, waiting for unclear results, and held up
//! only by what they depend on and by what is merged with them. Pure.

use std::collections::{HashMap, HashSet};

use contract::{ItemId, LineChange, Operation, OperationKey, OperationState};

use super::{merged, op::Op};

/// The next step of a lane. Operations are named by their place among those of the lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LaneStep {
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
pub fn next_step(ops: &[&Op], limit: usize) -> Option<LaneStep> {
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
/// them, nor what builds upon these, nor what is merged with any of that.
pub fn moving<'a>(ops: &[&'a Op]) -> Vec<&'a Op> {
    let parked = merged::parked(ops.iter().copied());
    let mut apart = parked.clone();
    loop {
        let (moving, torn) = moving_beside(ops, &parked, &apart);
        if torn.is_subset(&apart) {
            return moving;
        }
        apart.extend(torn);
    }
}

/// The same where the merges `apart` wait, and of those that are `parked` also what makes room for
/// them; and the merges of which something waits.
fn moving_beside<'a>(
    ops: &[&'a Op],
    parked: &HashSet<OperationKey>,
    apart: &HashSet<OperationKey>,
) -> (Vec<&'a Op>, HashSet<OperationKey>) {
    let unmade = ops.iter().any(|op| op.is_creation() && op.needs_user());
    let mut held = HashSet::new();
    let (mut moving, mut torn) = (Vec::new(), HashSet::new());
    for &op in ops {
        let target = target(op);
        let builds = unmade || target.as_ref().is_some_and(|target| held.contains(target));
        let waits = (builds || is_held_with_its_merge(op, parked, apart))
            && op.state == OperationState::Queued;
        if op.needs_user() || waits {
            torn.extend(op.travels_with());
            held.extend(target.filter(|_| !is_refused_pick(op)));
        } else {
            moving.push(op);
        }
    }
    (moving, torn)
}

/// Whether it waits for another operation of its merge.
fn is_held_with_its_merge(
    op: &Op,
    parked: &HashSet<OperationKey>,
    apart: &HashSet<OperationKey>,
) -> bool {
    op.merge.is_some_and(|merge| parked.contains(&merge))
        || op.travels_with().is_some_and(|merge| apart.contains(&merge))
}

/// What is free goes first, as far as it is whole: a merge of which one part is not free waits.
fn first_free(ops: &[&Op], limit: usize) -> Option<LaneStep> {
    let parked = merged::parked(ops.iter().copied());
    let mut apart = HashSet::new();
    loop {
        match free_beside(ops, &parked, &apart) {
            Some(LaneStep::Lines(free)) => {
                let torn = torn(ops, &free);
                if torn.is_empty() {
                    return Some(LaneStep::Lines(first_of(ops, free, limit)));
                }
                apart.extend(torn);
            }
            other => return other,
        }
    }
}

/// Merges of which some operations are free and others are not.
fn torn(ops: &[&Op], free: &[usize]) -> HashSet<OperationKey> {
    let is_left = |at: &usize| free.binary_search(at).is_err();
    let left = (0..ops.len()).filter(is_left).filter_map(|at| ops[at].travels_with());
    let left: HashSet<_> = left.collect();
    let goes = free.iter().filter_map(|at| ops[*at].travels_with());
    goes.filter(|merge| left.contains(merge)).collect()
}

/// The first of what is free, as much as a request may hold: a merge whole, also where it alone is more
/// than that.
fn first_of(ops: &[&Op], free: Vec<usize>, limit: usize) -> Vec<usize> {
    let mut merges = HashMap::<_, Vec<usize>>::new();
    for at in &free {
        if let Some(merge) = ops[*at].travels_with() {
            merges.entry(merge).or_default().push(*at);
        }
    }
    let mut batch = Vec::new();
    for at in free {
        let together = match ops[at].travels_with().map(|merge| merges.remove(&merge)) {
            Some(Some(merge)) => merge,
            // It was taken with the first of its merge.
            Some(None) => continue,
            None => vec![at],
        };
        if !batch.is_empty() && batch.len() + together.len() > limit {
            break;
        }
        batch.extend(together);
    }
    batch.sort_unstable();
    batch
}

/// All that is free where the merges `apart` wait, and of those that are `parked` also what makes room
/// for them.
fn free_beside(
    ops: &[&Op],
    parked: &HashSet<OperationKey>,
    apart: &HashSet<OperationKey>,
) -> Option<LaneStep> {
    // What earlier operations are about, with the change that one of the same line may follow.
    let mut held = HashMap::<_, Option<&LineChange>>::new();
    let mut batch = Vec::new();
    for (at, op) in ops.iter().enumerate() {
        let target = target(op);
        let earlier = target.as_ref().and_then(|target| held.get(target)).copied();
        let is_free = op.state == OperationState::Queued
            && !is_held_with_its_merge(op, parked, apart)
            && earlier.is_none_or(|earlier| may_follow(earlier, op.line_change()));
        match &op.body {
            Operation::ChangeLine(_) if is_free => batch.push(at),
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
