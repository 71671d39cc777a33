//! What use cases outside need to know of operations that wait: places taken, picks under way. Pure.

use contract::{ItemId, LineChange, LineItem, Operation, Pick};

use super::{op::Op, send_lines::last_place};

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
