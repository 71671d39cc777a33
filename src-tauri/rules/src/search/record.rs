//! A record of a list as it is searched.

use std::sync::OnceLock;

use crate::search::text::fold;

/// A record of a list, with the text a search looks through, folded when first needed.
#[derive(Debug)]
pub struct Record<T> {
    /// The record as it was read.
    pub of: T,
    folded: OnceLock<String>,
}

impl<T> Record<T> {
    /// Of this record.
    pub fn new(of: T) -> Self {
        Self { of, folded: OnceLock::new() }
    }

    /// The folded text; `searched` says what it is made of.
    pub fn folded<'a>(&'a self, searched: impl FnOnce(&'a T) -> Vec<Option<&'a str>>) -> &'a str {
        self.folded.get_or_init(|| {
            let texts: Vec<_> = searched(&self.of).into_iter().flatten().collect();
            fold(&texts.join("\n"))
        })
    }
}
