//! Moves the focus of the lines without a key press: to a line named elsewhere, to the next one that
//! needs attention, to one that was just added, back to the cell that was being typed in; and along with
//! its line when a filter hides or shows others.

use std::time::Duration;

use contract::{EditorRow, LineFilter, RowKey};
use leptos::prelude::*;

use super::arrival::{OnArrival, PendingMove};
use super::columns::id_of;
use super::draw::{ENTRY, line_of};
use super::rows::{is_named, needs_attention};
use crate::effect::{effect, effect_after, memo};
use crate::i18n::say;
use crate::pages::movement::editing::editor::Editor;

/// So long the focus waits for the line it is to stay on.
pub const GIVEN_UP: Duration = Duration::from_secs(1);

impl Editor {
    /// Goes to the next line that needs the user.
    pub fn go_to_attention(self) {
        let from = untrack(|| self.grid.selection()).map_or(0, |chosen| chosen.rows.1 + 1);
        let go = move |at: u32| {
            self.grid.go(at, "requested");
            self.grid.focus();
        };
        self.seek(from, needs_attention, String::new(), go);
    }

    /// Goes to a line, whatever is looked for.
    pub fn go_to(self, row: &RowKey) {
        self.go_to_cell(row.to_string(), "requested", OnArrival::Focus);
    }

    /// Goes to a cell of a line, whatever is looked for.
    pub fn go_to_cell(self, key: String, column: &'static str, then: OnArrival) {
        self.show_all();
        let wanted = key.clone();
        self.last_goal.set_value(Some(key.clone()));
        let go = move |at: u32| {
            // Whoever goes to another line meanwhile is not led to this one.
            if self.last_goal.with_value(|last| last.as_ref() == Some(&key)) {
                self.want(at, key, column, then);
            }
        };
        self.seek(0, is_named, wanted, go);
    }

    /// Goes to a cell of a line whose code was scanned. What is left out stays left out where the line
    /// is among those shown; else all lines are shown, and that is said.
    pub fn go_to_scanned(self, code: String, cell: (String, &'static str), then: OnArrival) {
        let (key, column) = cell;
        if !untrack(|| self.lines.is_filtered()) {
            return self.go_to_cell(key, column, then);
        }
        self.last_goal.set_value(Some(key.clone()));
        let (wanted, moves) = (key.clone(), self.moves.get_value());
        self.lines.seek_shown(is_named, wanted, move |at| {
            // Whoever goes elsewhere meanwhile is not led to this one.
            let is_last = self.last_goal.try_with_value(|last| last.as_ref() == Some(&key));
            if self.moves.try_get_value() != Some(moves) || is_last != Some(true) {
                return;
            }
            let Some(at) = at else {
                let said = untrack(|| say!(self.i18n, editor.filter_lifted, code = code));
                self.toasts.tell(said);
                return self.go_to_cell(key, column, then);
            };
            self.want(at, key, column, then);
        });
    }

    /// Shows all lines, for one of them that is gone to: the cursor does not stay on the line of before.
    fn show_all(self) {
        let before = untrack(|| self.lines.filter());
        self.lines.clear();
        if untrack(|| self.lines.filter()) != before {
            self.is_sent.set_value(true);
        }
    }

    /// Goes to a line that was just added, somewhere from a row on, and edits its code.
    pub fn edit_new(self, from: u32, row: &RowKey) {
        let key = row.to_string();
        let wanted = key.clone();
        let go = move |at: u32| self.want(at, key, "code", OnArrival::Edit(String::new()));
        self.seek(from, is_named, wanted, go);
    }

    /// Goes on where the cell was being typed in when the window went away. Where there are no lines,
    /// a code can be typed at once.
    pub fn go_on_typing(self) {
        let Some(typed) = untrack(|| self.state()).typing else {
            if untrack(|| self.lines.is_empty()) {
                self.grid.go(self.listed(), "code");
            }
            return;
        };
        let Some(column) = id_of(typed.column) else { return };
        self.typing.was_kept();
        let Some(row) = &typed.row else {
            let text = self.entry.restore(&typed);
            return self.want(self.listed(), ENTRY.to_owned(), column, OnArrival::Edit(text));
        };
        let (key, text) = (row.to_string(), typed.text);
        let wanted = key.clone();
        let go = move |at: u32| self.want(at, key, column, OnArrival::Edit(text));
        self.lines.seek(0, is_named, wanted, go);
    }

    /// The user goes elsewhere: what is waited for does not fetch them back. A text that is to be typed
    /// on is not given up.
    pub fn stop_waiting(self) {
        self.moves.update_value(|moves| *moves = moves.wrapping_add(1));
        let has_text = |wanted: &PendingMove| matches!(&wanted.then, OnArrival::Edit(text) if !text.is_empty());
        if self.wanted.with_untracked(|it| it.as_ref().is_some_and(|it| !has_text(it))) {
            self.wanted.set(None);
        }
    }

    /// Looks for a row and goes there, unless the user goes elsewhere meanwhile.
    fn seek(
        self,
        from: u32,
        is: fn(&EditorRow, &str) -> bool,
        text: String,
        go: impl FnOnce(u32) + 'static,
    ) {
        let moves = self.moves.get_value();
        self.lines.seek(from, is, text, move |at| {
            if self.moves.try_get_value() == Some(moves) {
                go(at);
            }
        });
    }

    /// A line that has not come by then is somewhere else; whoever went on is not fetched back. A text
    /// that is to be typed on is waited for.
    fn wait_a_while(self, wanted: PendingMove) {
        if !matches!(wanted.then, OnArrival::Edit(_)) {
            let give_up = move || {
                self.wanted.try_update(|now| drop(now.take_if(|now| *now == wanted)));
            };
            set_timeout(give_up, GIVEN_UP);
        }
    }

    /// Stays on the line with the focus when others are left out, or shown again: also where it is
    /// far off among them.
    pub fn stay_on_the_line(self) {
        let stays_on = StoredValue::new(None::<String>);
        effect_after(move |before: Option<LineFilter>| {
            let now = self.lines.filter();
            let looked_for = before.filter(|before| *before != now);
            untrack(|| {
                let Some(before) = looked_for else { return };
                let is_sent = self.is_sent.try_update_value(std::mem::take) == Some(true);
                // Where nothing was found there is no grid, and its line is the one of before.
                if let Some(chosen) = self.grid.selection() {
                    let at = chosen.rows.0;
                    let here = self.lines.rows.records(at, at.saturating_add(1));
                    stays_on.set_value(here.first().map(|row| line_of(row).to_string()));
                }
                let line = stays_on.get_value().filter(|_| shows_others(&before, &now));
                if let Some(line) = line.filter(|_| !is_sent) {
                    self.seek_line(line);
                }
            });
            now
        });
    }

    /// The cursor goes to a line that is shown; the focus stays where it is.
    pub fn lead_to(self, row: &RowKey) {
        self.seek_line(row.to_string());
    }

    fn seek_line(self, line: String) {
        let wanted = line.clone();
        let go = move |at: u32| {
            let is_meant = |wanted: &PendingMove| wanted.then != OnArrival::Stay;
            if !self.wanted.with_untracked(|wanted| wanted.as_ref().is_some_and(is_meant)) {
                self.want(at, line, "", OnArrival::Stay);
            }
        };
        self.seek(0, is_named, wanted, go);
    }

    /// A letter where the row for a new line takes none: a code begins with it.
    pub fn begin_code(self, letter: &str) -> bool {
        let is_text = letter.chars().all(char::is_alphanumeric);
        let begins = is_text && self.is_in_entry() && self.entry.is_empty();
        begins && self.grid.edit(self.listed(), "code", letter.to_owned())
    }

    /// Whether the focus is in the row for a new line.
    pub fn is_in_entry(self) -> bool {
        untrack(|| self.grid.selection()).is_some_and(|chosen| self.is_entry(&chosen))
    }

    /// Goes to a cell once its row is here.
    pub fn want(self, row: u32, key: String, column: &'static str, then: OnArrival) {
        let wanted = PendingMove { row, key, column, then };
        self.wanted.set(Some(wanted.clone()));
        self.wait_a_while(wanted);
    }

    /// Follows what is wanted.
    pub fn go_when_here(self) {
        // Where nothing was found, the grid comes after the rows.
        let has_grid = memo(move || self.grid.selection().is_some());
        effect(move || {
            self.lines.rows.grid.version.track();
            let Some(wanted) = self.wanted.get().filter(|_| has_grid.get()) else { return };
            let row = self.lines.rows.grid.row(wanted.row);
            match row {
                Some(row) if row.key == wanted.key => self.arrive(wanted),
                _ if wanted.key == ENTRY => self.arrive(wanted),
                // A far row is read once the cursor is on it.
                None => untrack(|| self.grid.go(wanted.row, wanted.column)),
                // The rows of before are still shown, and a cursor put there would follow theirs.
                Some(_) => {}
            }
        });
    }

    fn arrive(self, wanted: PendingMove) {
        self.wanted.set(None);
        let PendingMove { row, key, column, then } = wanted;
        if let OnArrival::Edit(text) = then {
            self.grid.edit(row, column, text);
            return;
        }
        let moves = self.moves.get_value();
        // The grid follows the rows that came first, from where its cursor was among those of before.
        request_animation_frame(move || {
            let is_there =
                |row: u32| self.lines.rows.grid.row(row).is_some_and(|row| row.key == key);
            // The page may be gone, or the user elsewhere.
            let stays = self.moves.try_get_value() == Some(moves);
            if stays && untrack(|| is_there(row)) {
                self.grid.go(row, column);
                if then == OnArrival::Focus {
                    self.grid.focus();
                }
            }
        });
    }
}

/// Whether other lines are shown, not only fewer for one more letter: then the focus stays where it
/// is, and the first of what is found are in sight.
fn shows_others(before: &LineFilter, now: &LineFilter) -> bool {
    before.only != now.only || now.text.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use contract::OnlyLines;

    use super::*;

    #[test]
    fn the_focus_stays_on_its_line_but_for_what_is_typed_to_find_others() {
        let filter = |text: &str, only| LineFilter { text: text.into(), only, reasons: Vec::new() };
        let (all, some) = (OnlyLines::All, OnlyLines::Attention);
        for (before, now, expected) in [
            (filter("", some), filter("", all), true),
            (filter("", all), filter("", some), true),
            (filter("glove", all), filter("", all), true),
            (filter("", all), filter("g", all), false),
            (filter("g", all), filter("gl", all), false),
        ] {
            assert_eq!(shows_others(&before, &now), expected, "{before:?} {now:?}");
        }
    }
}
