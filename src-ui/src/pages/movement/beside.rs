//! The side panel of the movement page: the selected lines, the movement itself, or the form of its
//! header.

use contract::RowKey;
use leptos::prelude::*;

use super::editing::editor::Editor;
use super::lines::focus::GIVEN_UP;
use super::lines::rows::lines_of;
use super::panel::LineAction;
use crate::components::grid::{Row, RowKind};
use crate::dom;
use crate::effect::{effect, memo};
use crate::keys::{Keys, use_keys};
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
pub struct SidePanel {
    /// It is wanted.
    pub wanted: RwSignal<bool>,
    /// What is to be done with the lines it is about.
    pub act: RwSignal<LineAction>,
    /// What is being done with them: the panel's tabs choose it too.
    pub shown: RwSignal<LineAction>,
    /// The lines it is about.
    pub rows: RwSignal<Vec<RowKey>>,
    /// The code of what goes instead of the line, where that was scanned: its field has the focus first.
    pub code: RwSignal<Option<String>>,
    what: RwSignal<What>,
    keys: Keys,
    editor: Editor,
    /// What is being done in the panel is to be done with this line, once that is shown.
    next: RwSignal<Option<RowKey>>,
}

impl SidePanel {
    /// Nothing at first. The lines it is about are those that are chosen.
    pub fn start(editor: Editor) -> Self {
        let beside = Self {
            wanted: RwSignal::new(false),
            act: RwSignal::new(LineAction::default()),
            shown: RwSignal::new(LineAction::default()),
            rows: RwSignal::new(Vec::new()),
            code: RwSignal::new(None),
            what: RwSignal::new(What::Line),
            keys: use_keys(),
            editor,
            next: RwSignal::new(None),
        };
        effect(move || {
            let Some(next) = beside.next.get() else { return };
            if beside.rows.with(|rows| *rows == [next]) {
                beside.next.set(None);
                // Set again, it brings the focus into its first field. What is done by one key alone is
                // not begun by a code.
                beside.act.set(match beside.shown.get_untracked() {
                    LineAction::Delete | LineAction::Revert => LineAction::Pick,
                    shown => shown,
                });
            }
        });
        // Closed, it is about the line again, and all that is known of it.
        effect(move || {
            if !beside.wanted.get() {
                beside.what.set(What::Line);
                beside.act.set(LineAction::default());
                beside.shown.set(LineAction::default());
                beside.next.set(None);
            }
        });
        beside.follow(editor);
        beside
    }

    /// Something is to be done with the chosen lines.
    pub fn show(self, act: LineAction) {
        self.what.set(What::Line);
        self.wanted.set(true);
        // Nothing comes for the row of new lines.
        let editor = self.editor;
        let is_line = untrack(|| {
            editor.grid.selection().is_some_and(|chosen| chosen.rows.0 < editor.listed())
        });
        if act != LineAction::Details && is_line {
            self.keys.hold();
        }
        self.act.set(act);
    }

    /// Whether something is being done with a line, by whoever has the focus in the panel, or had it there
    /// until what it was in went: a code may come while the line of the one before is being shown.
    pub fn has_focus(self) -> bool {
        let shown = self.shown.get_untracked();
        let is_done = untrack(|| self.is_line()) && shown != LineAction::Details;
        // Whoever picks scans the next line wherever the focus is.
        let is_there = || dom::focus_is_in("[data-testid=line-panel]") || dom::focus_is_lost();
        is_done && (shown == LineAction::Pick || is_there())
    }

    /// What is being done is to be done with another line, as soon as the panel shows it; with what goes
    /// instead of it, where its code was scanned.
    pub fn begin_at(self, row: RowKey, code: Option<String>) {
        self.code.set(code);
        self.next.set(Some(row.clone()));
        let give_up = move || {
            if self.next.try_with_untracked(|next| *next == Some(row)) == Some(true) {
                self.next.set(None);
            }
        };
        set_timeout(give_up, GIVEN_UP);
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

    /// Whether lines are shown.
    pub fn is_line(self) -> bool {
        self.wanted.get()
            && self.what.get() == What::Line
            && self.rows.with(|rows| !rows.is_empty())
    }

    /// Whether there is a panel.
    pub fn is_shown(self) -> bool {
        self.is_about() || self.is_form() || self.is_line()
    }

    /// Chosen lines may lie beyond the screen: they are asked for while they are shown.
    fn follow(self, editor: Editor) {
        let choice = StoredValue::new(0u32);
        let chosen = memo(move || editor.grid.selection().map(|chosen| chosen.rows));
        effect(move || {
            editor.lines.rows.grid.version.track();
            let is_wanted = self.wanted.get() && self.what.get() == What::Line;
            let Some(rows) = chosen.get().filter(|_| is_wanted) else { return };
            choice.update_value(|choice| *choice = choice.wrapping_add(1));
            let number = choice.get_value();
            if rows.0 >= editor.listed() {
                return self.rows.set(Vec::new());
            }
            editor.lines.read(rows, move |rows| {
                let lines = lines_of(&rows);
                let is_last = choice.try_get_value() == Some(number);
                if is_last && self.rows.with_untracked(|known| *known != lines) {
                    self.rows.set(lines);
                }
            });
        });
    }
}

/// Puts the focus of the lines on the next line, or the one before; answers whether there is one.
pub fn step(editor: Editor, onward: bool) -> bool {
    let Some(chosen) = untrack(|| editor.grid.selection()) else { return false };
    let is_line = |row: &Row| row.kind == RowKind::Record;
    if onward {
        go_to_first(editor, chosen.rows.1 + 1..editor.listed(), is_line)
    } else {
        go_to_first(editor, (0..chosen.rows.0).rev(), is_line)
    }
}

/// Puts it on the next line of which something is left to pick, after the last one on the first;
/// answers whether there is one. Where the line that was done with is left out of what is shown, the
/// next has come to its place.
pub fn step_to_open(editor: Editor, done: &RowKey) -> bool {
    const DONE: [&str; 3] = ["is-canceled", "is-deleted", "is-picked"];
    let Some(chosen) = untrack(|| editor.grid.selection()) else { return false };
    let at = chosen.rows.0;
    let done = done.to_string();
    let is_gone = untrack(|| editor.lines.rows.grid.row(at)).is_some_and(|row| row.key != done);
    let next = if is_gone { at } else { chosen.rows.1 + 1 };
    let is_done = |row: &Row| DONE.iter().any(|class| row.class.contains(class));
    let others = (next..editor.listed()).chain(0..at);
    go_to_first(editor, others, |row| row.kind == RowKind::Record && !is_done(row))
}

fn go_to_first(
    editor: Editor,
    mut places: impl Iterator<Item = u32>,
    is: impl Fn(&Row) -> bool,
) -> bool {
    let rows = editor.lines.rows.grid;
    // One that is not here yet is on its way.
    let found = places.find(|at| untrack(|| rows.row(*at)).is_none_or(|row| is(&row)));
    if let Some(at) = found {
        editor.grid.go(at, "");
    }
    found.is_some()
}
