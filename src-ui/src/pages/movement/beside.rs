//! What stands beside the lines: the line that has the focus, or the movement itself.

use std::sync::Arc;

use leptos::prelude::*;

use super::line_panel::Focused;
use super::view::LinesView;
use crate::components::grid::Row;
use crate::pages::list::ListKeys;

/// The panel beside the lines.
#[derive(Clone, Copy)]
pub struct Beside {
    /// It is wanted.
    pub wanted: RwSignal<bool>,
    /// It is about the movement.
    about: RwSignal<bool>,
    /// The line that has the focus.
    pub focused: Memo<Option<Focused>>,
    key: RwSignal<Option<String>>,
}

impl Beside {
    /// Nothing at first.
    pub fn start(view: LinesView) -> Self {
        let key = RwSignal::new(None::<String>);
        let (wanted, about) = (RwSignal::new(false), RwSignal::new(false));
        let focused = Memo::new(move |_| key.with(|key| view.find(key.as_deref()?)));
        // Closed, it is about the line again.
        Effect::new(move || {
            if !wanted.get() {
                about.set(false);
            }
        });
        Self { wanted, about, focused, key }
    }

    /// Another row has the focus.
    pub fn focus_on(self, row: Option<Arc<Row>>) {
        let key = row.map(|row| row.key.clone());
        if self.key.get_untracked() != key {
            // Going to another line asks for that line.
            let had_one = self.key.with_untracked(Option::is_some);
            self.key.set(key);
            if had_one {
                self.about.set(false);
            }
        }
    }

    /// Shows the line that has the focus.
    pub fn show_line(self) {
        self.about.set(false);
        self.wanted.set(true);
    }

    /// Shows or hides what is said of the movement.
    pub fn toggle_about(self, keys: ListKeys) {
        if self.wanted.get_untracked() && self.about.get_untracked() {
            keys.close_panel();
        } else {
            self.wanted.set(true);
            self.about.set(true);
        }
    }

    /// Whether the movement is shown.
    pub fn is_about(self) -> bool {
        self.wanted.get() && self.about.get()
    }

    /// Whether there is a panel.
    pub fn is_shown(self) -> bool {
        self.wanted.get() && (self.about.get() || self.focused.with(Option::is_some))
    }
}
