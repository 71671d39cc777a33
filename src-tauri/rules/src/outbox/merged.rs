//! Merges of lines: one line gets the quantities of others, which are deleted. In the outbox that is an
//! operation for each line, and half of them would count pieces twice or not at all. So they travel in
//! one request, and what holds one of them holds all (`lane`). Deliberately absent: how lines are merged,
//! which is the editor's.

use std::collections::HashSet;

use contract::OperationKey;

use super::op::Op;

/// Merges of which an operation waits for the user: nothing of them goes.
pub fn parked<'a>(ops: impl IntoIterator<Item = &'a Op>) -> HashSet<OperationKey> {
    ops.into_iter().filter(|op| op.needs_user()).filter_map(|op| op.merge).collect()
}

/// How many changes of a request stand or fall by themselves: a merge is one.
pub fn parts(ops: &[Op]) -> usize {
    let merges: HashSet<_> = ops.iter().filter_map(Op::travels_with).collect();
    let alone = ops.iter().filter(|op| op.travels_with().is_none());
    merges.len() + alone.count()
}

/// The merge that a request was about, if it was about one and nothing else.
pub fn only_merge(ops: &[Op]) -> Option<OperationKey> {
    ops.first()?.travels_with().filter(|_| parts(ops) == 1)
}
