//! The sample data: the hospital network "St. Aldhelm", the same in every run, if wanted within a
//! large warehouse.
//!
//! Filled into a new database by the store; its constants are for tests and documentation. All
//! ids are 32 hex digits derived from what the record is, so that they never change; dates count
//! back from the day the service was started with.

mod catalogue;
mod ids;
mod inventory;
mod large;
mod movements;
mod people;
mod places;
mod products;
mod quarterly;
mod stocklists;
mod topics;

use chrono::NaiveDate;
use rusqlite::Connection;

use crate::Scale;
use crate::answer::Refusal;
use crate::store::{Ids, Write, effects};

pub use ids::*;
pub use people::{PASSWORD, Role, USERS, User};

/// The id of a sample record: 32 lower-case hex digits derived from its kind and key, such as
/// `id("user", "aokafor")`, `id("location", "Central store")`, `id("bin", "A-01-03")`,
/// `id("product", "GLV-2207")`, `id("stocklist", "STL-0107")`.
pub fn id(kind: &str, key: &str) -> String {
    ids::digits(kind, key).iter().map(|digit| char::from(*digit)).collect()
}

/// Fills empty tables; the effect log stays empty.
pub(crate) fn fill(conn: &Connection, today: NaiveDate, scale: Scale) -> Result<(), Refusal> {
    let write = Write::new(conn, "sample", Ids::Derived(std::cell::Cell::new(0)));
    people::fill(&write)?;
    places::fill(&write)?;
    products::fill(&write, today)?;
    inventory::fill(&write, today)?;
    stocklists::fill(&write, today)?;
    // Movements are listed by their creation, the last one first.
    if scale == Scale::Large {
        large::fill(&write, today)?;
    }
    quarterly::fill(&write, today)?;
    movements::fill(&write, today)?;
    effects::clear(conn)
}

/// A number that looks random but is the same in every run: for quantities and choices.
fn pick(kind: &str, key: &str, below: usize) -> usize {
    (ids::hash(kind, key, 0) % below.max(1) as u64) as usize
}

#[cfg(test)]
mod tests;
