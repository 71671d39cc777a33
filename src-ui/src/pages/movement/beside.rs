//! What stands beside the lines: the line that has the focus, the movement itself, or the form of
//! its header.

use std::sync::Arc;

use leptos::prelude::*;

use super::line_panel::Focused;
use super::view::LinesView;
use crate::components::grid::Row;
use crate::pages::list::ListKeys;

/// What the panel is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Line,
    Movement,
    Form,
}

/// The panel beside the lines.
#[derive(Clone, Copy)]
pub struct Beside {
    /// It is wanted.
    pub wanted: RwSignal<bool>,
    what: RwSignal<What>,
    /// The line that has the focus.
    pub focused: Memo<Option<Focused>>,
    key: RwSignal<Option<String>>,
}

impl Beside {
    /// Nothing at first.
    pub fn start(view: LinesView) -> Self {
        let key = RwSignal::new(None::<String>);
        let (wanted, what) = (RwSignal::new(false), RwSignal::new(What::Line));
        let focused = Memo::new(move |_| key.with(|key| view.find(key.as_deref()?)));
        // Closed, it is about the line again.
        Effect::new(move || {
            if !wanted.get() {
                what.set(What::Line);
            }
        });
        Self { wanted, what, focused, key }
    }

    /// Another row has the focus.
    pub fn focus_on(self, row: Option<Arc<Row>>) {
        let key = row.map(|row| row.key.clone());
        if self.key.get_untracked() != key {
            // Going to another line asks for that line.
            let had_one = self.key.with_untracked(Option::is_some);
            self.key.set(key);
            if had_one && self.what.get_untracked() == What::Movement {
                self.what.set(What::Line);
            }
        }
    }

    /// Shows the line that has the focus.
    pub fn show_line(self) {
        self.what.set(What::Line);
        self.wanted.set(true);
    }

    /// Shows or hides what is said of the movement.
    pub fn toggle_about(self, keys: ListKeys) {
        if self.wanted.get_untracked() && self.what.get_untracked() == What::Movement {
            keys.close_panel();
        } else {
            self.wanted.set(true);
            self.what.set(What::Movement);
        }
    }

    /// Shows the form of the header.
    pub fn edit(self) {
        self.wanted.set(true);
        self.what.set(What::Form);
    }

    /// Whether the movement is shown.
    pub fn is_about(self) -> bool {
        self.wanted.get() && self.what.get() == What::Movement
    }

    /// Whether the header is being edited.
    pub fn is_form(self) -> bool {
        self.wanted.get() && self.what.get() == What::Form
    }

    /// Whether a line is shown.
    pub fn is_line(self) -> bool {
        self.wanted.get() && self.what.get() == What::Line && self.focused.with(Option::is_some)
    }

    /// Whether there is a panel.
    pub fn is_shown(self) -> bool {
        self.is_about() || self.is_form() || self.is_line()
    }
}
