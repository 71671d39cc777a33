//! What is wrong with lines, or worth a look. Pure. Lines to be deleted have nothing wrong.

use std::collections::HashMap;

use contract::{Decision, EditProblem, LineItem, LineStatus, ProductId, Quantity};

use super::rows::DrawnRow;
use crate::editor::draft::sheet::Aspects;

/// The service counts pieces no further.
pub const MOST: i64 = u32::MAX as i64;

/// Marks lines that stand in their order. `is_listed` tells whether a product is among those read from
/// the service, where these are known.
pub fn mark(rows: &mut [DrawnRow], is_listed: Option<&dyn Fn(&ProductId) -> bool>) {
    let twins = twins(rows);
    for (row, twin) in rows.iter_mut().zip(twins) {
        if row.deleted || row.is_gone {
            continue;
        }
        let mut problems = of_row(row, is_listed.is_some());
        problems.extend(twin.map(EditProblem::Duplicate));
        let product = row.product().filter(|_| row.line().is_some_and(LineItem::is_open));
        if product.zip(is_listed).is_some_and(|(product, is_listed)| !is_listed(&product.id)) {
            problems.push(EditProblem::NotListed);
        }
        problems.sort_by_key(|problem| !problem.blocks());
        row.problems = problems;
    }
}

/// Of each line, the number of the first one of the same product, where that is another. Open lines
/// alone count.
fn twins(rows: &[DrawnRow]) -> Vec<Option<u32>> {
    let mut first = HashMap::new();
    let mut twins = Vec::with_capacity(rows.len());
    for (number, row) in (1..).zip(rows) {
        let first = counted(row).map(|product| *first.entry(product).or_insert(number));
        twins.push(first.filter(|first| *first != number));
    }
    twins
}

fn counted(row: &DrawnRow) -> Option<&ProductId> {
    let is_open = row.line().is_some_and(LineItem::is_open);
    row.product().filter(|_| is_open && !row.deleted && !row.is_gone).map(|product| &product.id)
}

/// What is wrong with a line, whatever the others are. `are_read` tells whether all products were
/// read.
fn of_row(row: &DrawnRow, are_read: bool) -> Vec<EditProblem> {
    let nothing = Aspects::default();
    let wants = row.draft.as_ref().map_or(&nothing, |draft| &draft.wants);
    let Some(line) = row.line() else { return Vec::new() };
    let mut problems = Vec::new();
    problems.extend(of_product(row, wants, are_read));
    if line.is_open() || wants.quantity.is_some() {
        problems.extend(of_quantity(line, wants));
    }
    let reason = match wants.decided() {
        Some(decision) => reason_of(decision),
        None if line.status == LineStatus::Changed => {
            Some(line.reason_code.as_deref().unwrap_or_default())
        }
        None => None,
    };
    if reason.is_some_and(|reason| reason.trim().is_empty()) {
        problems.push(EditProblem::NoReason);
    }
    if let Some(Decision::Substitute { with, .. }) = wants.decided() {
        let goes: i64 = with.iter().map(|one| i64::from(one.quantity)).sum();
        let left = line.quantity_requested.unwrap_or_default() - goes;
        problems.extend((left > 0).then_some(EditProblem::Remainder(left)));
    }
    if line.status != LineStatus::Substituted {
        let above = line.quantity_to_ship().zip(line.quantity_available);
        let above = above.map(|(goes, there)| goes - there).filter(|above| *above > 0);
        problems.extend(above.map(EditProblem::AboveAvailable));
    }
    problems
}

fn of_product(row: &DrawnRow, wants: &Aspects, are_read: bool) -> Option<EditProblem> {
    match wants.typed_code() {
        Some(text) if text.trim().is_empty() => Some(EditProblem::NoProduct),
        Some(_) if are_read => Some(EditProblem::UnknownProduct),
        Some(_) => Some(EditProblem::UnreadProduct),
        None => row.product().is_none().then_some(EditProblem::NoProduct),
    }
}

fn of_quantity(line: &LineItem, wants: &Aspects) -> Option<EditProblem> {
    let requested = line.quantity_requested.map_or(Quantity::Empty, Quantity::Whole);
    of_pieces(wants.quantity.as_ref().map_or(requested, |typed| typed.means))
}

/// Why a quantity cannot be sent.
pub fn of_pieces(quantity: Quantity) -> Option<EditProblem> {
    match quantity {
        Quantity::Empty => Some(EditProblem::NoQuantity),
        Quantity::NotANumber => Some(EditProblem::NotANumber),
        Quantity::Broken => Some(EditProblem::NotWhole),
        Quantity::Whole(..1) => Some(EditProblem::BelowOne),
        Quantity::Whole(pieces) => (pieces > MOST).then_some(EditProblem::TooMany),
    }
}

/// Why a decision was taken; `None` for one that needs no reason.
pub fn reason_of(decision: &Decision) -> Option<&str> {
    match decision {
        Decision::Revise { reason_code, .. }
        | Decision::Substitute { reason_code, .. }
        | Decision::Cancel { reason_code, .. } => Some(reason_code),
        Decision::Revert => None,
    }
}

#[cfg(test)]
mod tests;
