//! Which rows of the inbox are chosen: those the user marked, those of the group whose head has the cursor, or the
//! one with the cursor.

use contract::{Entry, ReviewRow};
use leptos::prelude::*;

use super::columns::key_of_entry;
use super::state::ReviewState;
use crate::components::grid::GridHandle;
use crate::wording::words::group as group_words;

/// Entries of the list that are chosen, by the first and the last of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ChosenEntries {
    /// The first.
    pub from: u32,
    /// The last.
    pub to: u32,
    /// They are a group; its head is the first.
    pub is_group: bool,
}

impl ReviewState {
    /// The entry with the cursor.
    fn entry(self) -> Option<Entry<ReviewRow>> {
        let key = self.current.get()?;
        self.rows.find(|entry| key_of_entry(entry) == key)
    }

    /// The row with the cursor.
    pub fn row(self) -> Option<ReviewRow> {
        self.entry().and_then(Entry::into_row)
    }

    /// The group whose head has the cursor: its name, and what stands beside it.
    pub fn group(self) -> Option<(String, Option<String>)> {
        match self.entry()? {
            Entry::Group { key, .. } => Some(group_words(self.i18n, self.format, &key)),
            Entry::Row { .. } => None,
        }
    }

    /// What is chosen, where that may be several rows.
    pub fn range(self) -> Option<ChosenEntries> {
        let (from, to) = self.grid.get().and_then(GridHandle::selection)?.rows;
        if from != to {
            return Some(ChosenEntries { from, to, is_group: false });
        }
        match self.rows.records(from, from + 1).first()? {
            Entry::Group { rows, folded: false, .. } => {
                Some(ChosenEntries { from, to: from + rows, is_group: true })
            }
            _ => None,
        }
    }

    /// The chosen entries that are here.
    fn chosen_entries(self) -> Vec<Entry<ReviewRow>> {
        let here = self.range().map(|chosen| self.rows.records(chosen.from, chosen.to + 1));
        here.unwrap_or_else(|| self.entry().into_iter().collect())
    }

    /// The rows that are chosen, as far as they are here; the one with the cursor where none is.
    pub fn chosen(self) -> Vec<ReviewRow> {
        self.chosen_entries().into_iter().filter_map(Entry::into_row).collect()
    }

    /// Whether all that is chosen is here, as it was told last.
    pub fn is_whole(self) -> bool {
        self.range().is_none_or(|ChosenEntries { from, to, is_group }| {
            let inner = || self.rows.records(from + 1, to + 1);
            let is_own = || inner().iter().all(|entry| entry.row().is_some());
            self.rows.is_fresh(from, to + 1) && (!is_group || is_own())
        })
    }

    /// Whether nothing but groups that are folded is chosen.
    pub fn is_folded(self) -> bool {
        let entries = self.chosen_entries();
        let is_head = |entry: &Entry<ReviewRow>| matches!(entry, Entry::Group { folded: true, .. });
        !entries.is_empty() && entries.iter().all(is_head)
    }

    /// How many rows are chosen.
    pub fn count(self) -> u32 {
        let entries = self.chosen_entries();
        let here = entries.iter().filter(|entry| entry.row().is_some()).count();
        let here = u32::try_from(here).unwrap_or(u32::MAX);
        match self.range() {
            // Heads among those that were never scrolled to are not known.
            Some(chosen) if entries.len() as u64 <= u64::from(chosen.to - chosen.from) => {
                here.max(chosen.to - chosen.from + u32::from(!chosen.is_group))
            }
            _ => here,
        }
    }
}
