//! Long lists are read as windows of rows: the page says which rows it can show, in which order;
//! the backend sorts and filters everything it holds and hands over that window alone.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::Failure;

/// One key of an order. The first of a list decides, the next break ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sort<C> {
    /// The column sorted by.
    pub by: C,
    /// Last first. Rows without a value stand at the end in both directions.
    #[serde(default)]
    pub descending: bool,
}

/// The window of rows a page asks for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rows<C> {
    /// Index of the first row wanted, counted in the filtered and sorted whole, from 0.
    #[serde(default)]
    pub start: u32,
    /// How many rows at most; the backend caps it at 1,000.
    pub count: u32,
    /// The order; empty means the list's own (newest first, or by code).
    #[serde(default = "Vec::new")]
    pub sort: Vec<Sort<C>>,
}

impl<C> Rows<C> {
    /// The first `count` rows in the list's own order.
    #[must_use]
    pub fn first(count: u32) -> Self {
        Self { start: 0, count, sort: Vec::new() }
    }
}

/// A window of rows, and what is known of the whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Page<R> {
    /// The rows from `start` on.
    pub rows: Vec<R>,
    /// Index of the first of `rows` in the filtered and sorted whole.
    pub start: u32,
    /// How many rows the filtered list has, group heads included.
    pub total: u32,
    /// How many records match the filter, group heads not counted.
    pub matching: u32,
    /// How many records are known at all.
    pub known: u32,
    /// How many records may match besides: what the filter asks of them was never read, and is read
    /// behind.
    #[serde(default)]
    pub unread: u32,
    /// Columns, by their names, that say nothing or the same in every record known: a page has no need
    /// to show them.
    #[serde(default)]
    pub idle: Vec<String>,
    /// Where they come from and how old they are.
    pub freshness: Freshness,
}

/// How old a data set is, and whether it is being read right now. It tells "not asked yet" (all
/// empty) from "empty" (`as_of` is set and there are no rows).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Freshness {
    /// When the last complete reading ended; `None` before the first.
    pub as_of: Option<DateTime<Utc>>,
    /// Rows received so far by a reading under way; `None` when nothing is being read.
    pub reading: Option<u32>,
    /// Why the last reading failed; gone after the next that succeeds.
    pub failure: Option<Failure>,
    /// How many records of the last complete reading could not be read. They are not among the rows,
    /// or stand there as they were known before.
    #[serde(default)]
    pub left_out: u32,
}

impl Freshness {
    /// That of rows which were read from this too: as old as the oldest of it. What was never read stays so.
    #[must_use]
    pub fn no_younger_than(self, read: impl IntoIterator<Item = DateTime<Utc>>) -> Self {
        let oldest = |as_of: DateTime<Utc>| read.into_iter().fold(as_of, Ord::min);
        Self { as_of: self.as_of.map(oldest), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_as_old_as_the_oldest_that_they_were_read_from() {
        let at = |hour: u32| -> DateTime<Utc> {
            format!("2026-11-20T{hour:02}:00:00Z").parse().unwrap()
        };
        let of = |as_of| Freshness { as_of, ..Freshness::default() };
        assert_eq!(of(Some(at(9))).no_younger_than([at(8), at(7), at(12)]), of(Some(at(7))));
        assert_eq!(of(Some(at(9))).no_younger_than([at(10)]), of(Some(at(9))));
        assert_eq!(of(None).no_younger_than([at(8)]), of(None));
    }
}
