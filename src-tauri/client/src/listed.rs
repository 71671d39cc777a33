//! One page of a list, with what of it could not be read.

use std::ops::Deref;

/// Rows of a list. One that cannot be read costs that row and no other; it is counted, because the
/// next page begins behind it, and because what is not shown may be there all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed<T> {
    /// The rows that could be read, in the service's order.
    pub rows: Vec<T>,
    /// How many could not.
    pub unread: usize,
    /// How many rows the whole list has, where the service tells it (observed; the interface document
    /// shows no such field).
    pub total: Option<u64>,
}

impl<T> Listed<T> {
    /// How many rows came.
    #[must_use]
    pub fn received(&self) -> usize {
        self.rows.len() + self.unread
    }

    /// The same with each row turned into something else.
    #[must_use]
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> Listed<U> {
        let rows = self.rows.into_iter().map(f).collect();
        Listed { rows, unread: self.unread, total: self.total }
    }
}

impl<T> From<Vec<T>> for Listed<T> {
    fn from(rows: Vec<T>) -> Self {
        Self { rows, unread: 0, total: None }
    }
}

impl<T> Deref for Listed<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.rows
    }
}

impl<T> IntoIterator for Listed<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.rows.into_iter()
    }
}
