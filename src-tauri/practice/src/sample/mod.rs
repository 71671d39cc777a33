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

use crate::answer::Refusal;
use crate::store::{Ids, Write, effects};

pub use crate::record_id::id;
pub use ids::*;
pub use people::{PASSWORD, Role, USERS, User};

/// How much data a new database holds; one that has data already is kept as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// The sample data alone.
    Sample,
    /// The sample data in a large warehouse; see the constants that begin with `LARGE`.
    Large,
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

#[cfg(test)]
mod tests;
