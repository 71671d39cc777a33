//! The large warehouse around the sample data, for lists that are long and answers that are big.
//!
//! Filled in only when the service is started so. Everything is reckoned from running numbers, and
//! nothing is kept in memory; the movements are older than those of the sample data.

mod groups;
mod movements;
mod places;
mod products;

use chrono::NaiveDate;

use crate::answer::Refusal;
use crate::store::Write;

pub(super) fn fill(write: &Write<'_>, today: NaiveDate) -> Result<(), Refusal> {
    places::fill(write)?;
    products::fill(write, today)?;
    movements::fill(write, today)
}

#[cfg(test)]
mod tests;
