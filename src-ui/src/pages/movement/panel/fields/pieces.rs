//! Reads a typed number of pieces. Pure.

use contract::{EditProblem, Quantity};

/// Reads a quantity as typed.
pub type Read<'a> = &'a dyn Fn(&str) -> Quantity;

/// Reads pieces of which there must be at least so many.
pub fn pieces(text: &str, least: i64, read: Read<'_>) -> Result<u32, EditProblem> {
    match read(text) {
        Quantity::Empty => Err(EditProblem::NoQuantity),
        Quantity::NotANumber => Err(EditProblem::NotANumber),
        Quantity::Broken => Err(EditProblem::NotWhole),
        Quantity::Whole(pieces) if pieces < least => Err(EditProblem::BelowOne),
        // The service counts with signed numbers of 32 bits.
        Quantity::Whole(pieces) => i32::try_from(pieces)
            .ok()
            .and_then(|n| u32::try_from(n).ok())
            .ok_or(EditProblem::TooMany),
    }
}
