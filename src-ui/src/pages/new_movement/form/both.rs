//! The lines of the form: those of the chosen stocklist, and those of a table. What it starts from says which of them
//! are its lines now; the others wait.

use leptos::prelude::*;

use super::{Line, StartsFrom};

/// The lines of a list and of a table.
#[derive(Clone, Copy)]
pub struct FormLines {
    /// Those of the chosen list.
    pub list: RwSignal<Vec<Line>>,
    /// Those of the table.
    pub table: RwSignal<Vec<Line>>,
    kind: RwSignal<StartsFrom>,
}

impl FormLines {
    /// None yet.
    pub fn start(kind: RwSignal<StartsFrom>) -> Self {
        Self { list: RwSignal::new(Vec::new()), table: RwSignal::new(Vec::new()), kind }
    }

    /// Reads those that count now.
    pub fn with<T>(self, read: impl FnOnce(&Vec<Line>) -> T) -> T {
        self.of(self.kind.get()).with(read)
    }

    /// Reads those that count now, and does not read them again as they change.
    pub fn with_untracked<T>(self, read: impl FnOnce(&Vec<Line>) -> T) -> T {
        self.of(self.kind.get_untracked()).with_untracked(read)
    }

    /// Changes those that count now.
    pub fn update(self, change: impl FnOnce(&mut Vec<Line>)) {
        self.of(self.kind.get_untracked()).update(change);
    }

    fn of(self, kind: StartsFrom) -> RwSignal<Vec<Line>> {
        match kind {
            StartsFrom::Import => self.table,
            _ => self.list,
        }
    }
}
