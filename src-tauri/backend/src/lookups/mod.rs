//! What the interface looks up but does not change: stocklists, products, bins and internal
//! locations, and what is harvested from them. One file per kind: its reading and its cache.

pub(crate) mod categories;
pub(crate) mod find;
pub(crate) mod found;
pub(crate) mod index;
pub(crate) mod locations;
pub(crate) mod people;
pub(crate) mod places;
pub(crate) mod products;
pub(crate) mod stocklists;

use chrono::TimeDelta;

/// Lookups older than this are read anew behind, when somebody looks at them.
pub(crate) const LOOKUP_AGE: TimeDelta = TimeDelta::minutes(10);
