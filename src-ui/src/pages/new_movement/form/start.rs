//! What the form starts from, and its lines: those of the chosen stocklist, and those of a table. The start says which
//! of them are its lines now; the others wait.

use contract::MovementKey;
use leptos::prelude::*;

use crate::pages::new_movement::lines::Line;

/// What a movement starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartsFrom {
    /// A stocklist's items.
    Stocklist,
    /// Nothing.
    Empty,
    /// A supplier.
    Inbound,
    /// Another movement's lines.
    Template(MovementKey),
    /// The rows of a table.
    Import,
}

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
