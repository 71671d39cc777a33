//! Where the focus of the lines goes by itself: to a line named elsewhere, to the next that needs the
//! user, to one that was just added, back to the cell that was being typed in.

use std::time::Duration;

use contract::RowKey;
use leptos::prelude::*;

use super::columns::id_of;
use super::draw::ENTRY;
use super::editor::Editor;
use super::lines::{is_named, needs_attention};

/// So long after a text that was looked for is cleared, all lines are asked for.
const UNFILTERED: Duration = Duration::from_millis(150);

/// A cell to go to once its row is here.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    row: u32,
    key: String,
    column: &'static str,
    /// It is to be edited, from this text.
    text: String,
}

impl Editor {
    /// Goes to the next line that needs the user.
    pub fn go_to_attention(self) {
        let from = untrack(|| self.grid.selection()).map_or(0, |chosen| chosen.rows.1 + 1);
        let go = move |at: u32| {
            self.grid.go(at, "requested");
            self.grid.focus();
        };
        self.lines.seek(from, needs_attention, String::new(), go);
    }

    /// Goes to a line, whatever is looked for.
    pub fn go_to(self, row: &RowKey) {
        let row = row.to_string();
        let go = move || {
            let go = move |at: u32| {
                self.grid.go(at, "requested");
                self.grid.focus();
            };
            self.lines.seek(0, is_named, row, go);
        };
        if untrack(|| self.lines.is_filtered()) {
            self.lines.clear();
            return set_timeout(go, UNFILTERED);
        }
        go();
    }

    /// Goes to a line that was just added, somewhere from a row on, and edits its code.
    pub fn edit_new(self, from: u32, row: &RowKey) {
        let key = row.to_string();
        let wanted = key.clone();
        let go = move |at: u32| self.want(at, key, "code", String::new());
        self.lines.seek(from, is_named, wanted, go);
    }

    /// Goes on where the cell was being typed in when the window went away.
    pub fn go_on_typing(self) {
        let Some(typed) = untrack(|| self.state()).typing else { return };
        let Some(column) = id_of(typed.column) else { return };
        self.typing.was_kept();
        let Some(row) = &typed.row else {
            let text = self.entry.restore(&typed);
            return self.want(self.listed(), ENTRY.to_owned(), column, text);
        };
        let (key, text) = (row.to_string(), typed.text);
        let wanted = key.clone();
        let go = move |at: u32| self.want(at, key, column, text);
        self.lines.seek(0, is_named, wanted, go);
    }

    fn want(self, row: u32, key: String, column: &'static str, text: String) {
        self.grid.go(row, column);
        self.wanted.set(Some(Wanted { row, key, column, text }));
    }

    /// Follows what is wanted.
    pub(super) fn go_when_here(self) {
        Effect::new(move || {
            self.lines.rows.grid.version.track();
            let Some(wanted) = self.wanted.get() else { return };
            let here = wanted.key == ENTRY
                || self.lines.rows.grid.row(wanted.row).is_some_and(|row| row.key == wanted.key);
            if here {
                self.wanted.set(None);
                self.grid.edit(wanted.row, wanted.column, wanted.text);
            }
        });
    }
}
