//! Whether a list that was read page by page showed that it is whole: only then what it does not hold
//! is not in the service. Pure.

/// The pages of a list as they came.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pages {
    rows: u64,
    /// Rows of the first page, of the one before the newest, and of the newest.
    first: Option<u64>,
    before: u64,
    newest: u64,
    /// How many there are, as the service tells it.
    total: Option<u64>,
}

impl Pages {
    /// A page of so many rows came; some installations tell with it how many there are in all.
    pub fn came(&mut self, rows: usize, total: Option<u64>) {
        let rows = u64::try_from(rows).unwrap_or(u64::MAX);
        self.rows = self.rows.saturating_add(rows);
        self.first.get_or_insert(rows);
        (self.before, self.newest) = (self.newest, rows);
        self.total = total.or(self.total);
    }

    /// Whether the list ended by itself: with an empty page, or with a short one of rows that came
    /// already and were moved on by new ones. One whose next page brings its first rows again ignores
    /// where to begin, and one that ends with a page as full as it was asked for may go on.
    pub fn are_whole(&self, asked: u32) -> bool {
        let ended = self.first.is_some_and(|first| self.newest == 0 || self.newest < first);
        let is_full = self.before >= u64::from(asked);
        match self.total {
            Some(total) => ended && self.rows >= total,
            None => ended && !is_full,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(came: &[(usize, Option<u64>)]) -> bool {
        let mut pages = Pages::default();
        came.iter().for_each(|(rows, total)| pages.came(*rows, *total));
        pages.are_whole(100)
    }

    #[test]
    fn a_list_is_whole_only_where_it_shows_its_end() {
        assert!(whole(&[(0, None)]), "there are none");
        assert!(whole(&[(100, None), (30, None), (0, None)]));
        assert!(whole(&[(10, None), (10, None), (4, None), (0, None)]), "pages may be capped");
        assert!(!whole(&[(30, None), (30, None)]), "the same rows once more");
        assert!(whole(&[(100, None), (31, None), (1, None)]), "one came to the front meanwhile");
        assert!(!whole(&[(100, None), (0, None)]), "a cap may have cut it off");
        assert!(!whole(&[(10, Some(25)), (10, Some(25)), (0, Some(25))]), "there are more");
        assert!(whole(&[(100, Some(100)), (0, None)]), "so many there are");
        assert!(!whole(&[]));
    }
}
