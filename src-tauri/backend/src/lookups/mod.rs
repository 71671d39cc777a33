//! What the interface looks up but does not change: stocklists, products, bins and internal
//! locations, and what is harvested from them. One file per kind: its reading, its cache, its
//! commands.

pub(crate) mod categories;
pub(crate) mod find;
mod found;
mod location_rows;
pub(crate) mod locations;
pub(crate) mod people;
pub(crate) mod places;
pub(crate) mod product_index;
mod product_rows;
pub(crate) mod products;
pub(crate) mod stocklist_rows;
pub(crate) mod stocklists;

use std::sync::OnceLock;

use chrono::TimeDelta;

use crate::lists::text::fold;

/// Lookups older than this are read anew behind, when somebody looks at them.
pub(crate) const LOOKUP_AGE: TimeDelta = TimeDelta::minutes(10);

/// A record of a list, with the text a search looks through, folded when first needed.
#[derive(Debug)]
pub(crate) struct Record<T> {
    /// The record as it was read.
    pub of: T,
    folded: OnceLock<String>,
}

impl<T> Record<T> {
    pub(crate) fn new(of: T) -> Self {
        Self { of, folded: OnceLock::new() }
    }

    /// The folded text; `searched` says what it is made of.
    pub(crate) fn folded<'a>(
        &'a self,
        searched: impl FnOnce(&'a T) -> Vec<Option<&'a str>>,
    ) -> &'a str {
        self.folded.get_or_init(|| {
            let texts: Vec<_> = searched(&self.of).into_iter().flatten().collect();
            fold(&texts.join("\n"))
        })
    }
}
