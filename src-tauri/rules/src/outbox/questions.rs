//! Read-only questions about operations: the last place of a line, picks that are left, how changes
//! split into requests. Pure.

use std::slice;

use contract::{Instruction, ItemId, LineChange, LineItem, Operation, Pick};

use super::{
    compare::{AttemptFacts, Comparison, compare_change},
    lane::{LaneStep, next_step},
    op::Op,
};

/// A request carries no more changes than this.
pub const MOST_IN_ONE: usize = 1_000;

/// Steps between places of lines that are added.
pub const STEP: u32 = 100;

/// The last place a line of a movement has, or is to have.
pub fn last_place_of(lines: &[LineItem], ops: &[Op]) -> u32 {
    let waiting = ops.iter().filter_map(|op| match op.line_change()? {
        LineChange::Create { sort_order, .. } => *sort_order,
        LineChange::Update { sort_order, .. } => *sort_order,
        _ => None,
    });
    waiting.max().unwrap_or_default().max(last_place(lines))
}

/// The picks of a line in an operation that are about nothing that others are about: what is left of
/// it where those are made in its place. `None` for one that is about other things altogether.
pub fn picks_left(body: &Operation, item: &ItemId, picks: &[Pick]) -> Option<Vec<Pick>> {
    let is_same = |a: &Pick, b: &Pick| match (&a.id, &b.id) {
        // A new pick, by what it takes.
        (None, None) => a.inventory_item == b.inventory_item && a.bin_location == b.bin_location,
        (a, b) => a == b,
    };
    let Operation::Pick { item: other, picks: before } = body else { return None };
    if other != item {
        return None;
    }
    let left: Vec<_> =
        before.iter().filter(|one| !picks.iter().any(|pick| is_same(pick, one))).cloned().collect();
    (left.len() < before.len()).then_some(left)
}

/// How new changes of lines travel: those of each request, if all goes well.
pub fn requests(ops: &[Op]) -> Vec<Vec<&Op>> {
    let mut left: Vec<&Op> = ops.iter().collect();
    let mut requests = Vec::new();
    while let Some(LaneStep::Lines(which)) = next_step(&left, MOST_IN_ONE) {
        requests.push(which.iter().map(|at| left[*at]).collect());
        let mut at = 0..;
        left.retain(|_| at.next().is_some_and(|at| which.binary_search(&at).is_err()));
    }
    requests
}

/// The instructions of one request, as long as its lines are as they were seen.
pub fn instructions(request: &[&Op]) -> Vec<Instruction> {
    let of = |op: &&Op| {
        let lines = op.base_line().map_or(&[][..], slice::from_ref);
        let (base, alike_before) = (op.base_line(), None);
        let known = AttemptFacts { base, alike_before, taken: &[], attempted: false, whole: true };
        match op.line_change().map(|change| compare_change(change, lines, known)) {
            Some(Comparison::Undone(instructions)) => instructions,
            _ => Vec::new(),
        }
    };
    request.iter().flat_map(of).collect()
}

/// The last place taken by a line.
pub fn last_place(lines: &[LineItem]) -> u32 {
    let places = lines.iter().filter_map(|line| u32::try_from(line.sort_order?).ok());
    places.max().unwrap_or_default()
}
