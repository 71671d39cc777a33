//! What use cases outside need to know of operations that wait, or would: places taken, picks under
//! way, how they travel. Pure.

use std::slice;

use client::Instruction;
use contract::{ItemId, LineChange, LineItem, Operation, Pick};

use super::{
    compare::{Known, Standing, standing},
    lane::{Step, next_step},
    op::Op,
    queue::MOST_IN_ONE,
    send_lines::last_place,
};

pub(crate) use super::send_lines::STEP;

/// The last place a line of a movement has, or is to have.
pub(crate) fn last_place_of(lines: &[LineItem], ops: &[Op]) -> u32 {
    let waiting = ops.iter().filter_map(|op| match op.line_change()? {
        LineChange::Create { sort_order, .. } => *sort_order,
        LineChange::Update { sort_order, .. } => *sort_order,
        _ => None,
    });
    waiting.max().unwrap_or_default().max(last_place(lines))
}

/// Whether a new pick among these takes stock for which another new one is not settled yet.
pub(crate) fn picks_alike(ops: &[Op], item: &ItemId, picks: &[Pick]) -> bool {
    let new = |pick: &&Pick| pick.id.is_none();
    let is_same = |a: &Pick, b: &Pick| {
        a.inventory_item == b.inventory_item && a.bin_location == b.bin_location
    };
    ops.iter().any(|op| match &op.body {
        Operation::Pick { item: other, picks: under_way } if other == item => under_way
            .iter()
            .filter(new)
            .any(|one| picks.iter().filter(new).any(|pick| is_same(pick, one))),
        _ => false,
    })
}

/// How new changes of lines travel: those of each request, if all goes well.
pub(crate) fn requests(ops: &[Op]) -> Vec<Vec<&Op>> {
    let mut left: Vec<&Op> = ops.iter().collect();
    let mut requests = Vec::new();
    while let Some(Step::Lines(which)) = next_step(&left, MOST_IN_ONE) {
        requests.push(which.iter().map(|at| left[*at]).collect());
        let mut at = 0..;
        left.retain(|_| at.next().is_some_and(|at| which.binary_search(&at).is_err()));
    }
    requests
}

/// The instructions of one request, as long as its lines are as they were seen.
pub(crate) fn instructions(request: &[&Op]) -> Vec<Instruction> {
    let of = |op: &&Op| {
        let lines = op.base_line().map_or(&[][..], slice::from_ref);
        let known =
            Known { base: op.base_line(), alike_before: None, taken: &[], attempted: false };
        match op.line_change().map(|change| standing(change, lines, known)) {
            Some(Standing::Undone(instructions)) => instructions,
            _ => Vec::new(),
        }
    };
    request.iter().flat_map(of).collect()
}
