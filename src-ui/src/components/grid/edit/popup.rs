//! The list under a cell: whether it is open, and where the arrows are in it.

use leptos::html;
use leptos::prelude::*;

/// A list under a cell.
#[derive(Clone, Copy)]
pub struct SearchPopup {
    /// It is open.
    pub open: RwSignal<bool>,
    /// The choice the arrows are on, or the one that is meant.
    pub active: RwSignal<Option<usize>>,
    /// The text that is searched for.
    pub text: StoredValue<String>,
    /// What it opens under.
    pub anchor: NodeRef<html::Div>,
}

impl SearchPopup {
    /// A list that is closed.
    pub fn new() -> Self {
        Self {
            open: RwSignal::new(false),
            active: RwSignal::new(None),
            text: StoredValue::default(),
            anchor: NodeRef::new(),
        }
    }

    /// Closes it.
    pub fn close(self) {
        if self.open.get_untracked() {
            self.open.set(false);
        }
        if self.active.get_untracked().is_some() {
            self.active.set(None);
        }
    }
}
