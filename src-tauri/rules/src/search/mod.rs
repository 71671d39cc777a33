//! Long lists as windows of rows: every list is filtered and ordered here, in memory, and a page
//! gets the rows it can show. The last order is kept, so that scrolling costs nothing. Deliberately
//! absent: what the rows are; each use case brings its own columns.

pub mod order;
pub mod product_index;
mod record;
pub mod text;
pub mod vocabulary;

pub use record::Record;

use contract::{Freshness, Page, Rows};

/// A page asks for no more rows than this at once.
pub const MOST_ROWS: usize = 1_000;

/// Cuts the window out of a whole list of `all` entries.
pub fn window<E, R, C>(
    all: &[E],
    rows: &Rows<C>,
    counts: Counts,
    freshness: Freshness,
    row: impl FnMut(&E) -> R,
) -> Page<R> {
    let start = (rows.start as usize).min(all.len());
    let count = (rows.count as usize).min(MOST_ROWS).min(all.len() - start);
    Page {
        rows: all[start..start + count].iter().map(row).collect(),
        start: count_of(start),
        total: count_of(all.len()),
        matching: count_of(counts.matching),
        known: count_of(counts.known),
        unread: 0,
        idle: Vec::new(),
        freshness,
    }
}

/// How many records there are.
pub struct Counts {
    /// That match the filter.
    pub matching: usize,
    /// At all.
    pub known: usize,
}

/// A count as the border carries it.
pub fn count_of(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(start: u32, count: u32) -> Page<u32> {
        let all: Vec<u32> = (0..2_500).collect();
        let rows = Rows::<()> { start, count, sort: Vec::new() };
        let counts = Counts { matching: 2_400, known: 9_000 };
        window(&all, &rows, counts, Freshness::default(), |n| *n)
    }

    #[test]
    fn a_window_holds_the_rows_asked_for_and_the_counts_of_the_whole() {
        let page = page(100, 50);
        assert_eq!(page.rows, (100..150).collect::<Vec<_>>());
        assert_eq!((page.start, page.total), (100, 2_500));
        assert_eq!((page.matching, page.known), (2_400, 9_000));
    }

    #[test]
    fn nobody_gets_more_than_a_thousand_rows() {
        assert_eq!(page(0, u32::MAX).rows.len(), 1_000);
    }

    #[test]
    fn a_window_beyond_the_end_is_empty_and_says_where_the_end_is() {
        let beyond = page(u32::MAX, 10);
        assert!(beyond.rows.is_empty());
        assert_eq!((beyond.start, beyond.total), (2_500, 2_500));
        assert_eq!(page(2_490, 100).rows.len(), 10);
    }
}
