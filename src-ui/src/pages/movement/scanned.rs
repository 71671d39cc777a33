//! What a scanned code does in the lines: it goes to the line of its product, and where something is
//! being done with a line in the panel, the same is done with that one; in the row for new lines it
//! adds a line, or one piece to the line there is.

use contract::{EditorColumn, EditorRow, LineEdit, StepKind};
use leptos::prelude::*;

use super::beside::Beside;
use super::draw::{key_of, line_of};
use super::editor::Editor;
use super::going::Arrival;
use crate::i18n::say;
use crate::letters;

impl Editor {
    /// Takes a code.
    pub fn scanned(self, code: String, beside: Beside) {
        let adds = self.is_in_entry() && self.why_not.with_untracked(Option::is_none);
        let wanted = letters::lower(code.trim());
        let in_panel = beside.has_focus();
        let found = move |_, row: &EditorRow| {
            if adds {
                self.add_piece(row);
            } else if in_panel {
                beside.begin_at(line_of(row).clone());
                self.go_to_cell(key_of(row), "", Arrival::Stay);
            } else {
                self.go_to_cell(key_of(row), "requested", Arrival::Focus);
            }
        };
        let missing = move || match adds {
            true => self.add_scanned(code),
            false => {
                let said = say!(self.i18n, editor.no_line_of, code = code);
                self.toasts.tell(said);
            }
        };
        self.lines.seek_in_all(is_of_code, wanted, found, missing);
    }

    /// One piece more of a line.
    fn add_piece(self, row: &EditorRow) {
        let EditorRow::Line(line) = row else { return };
        if !line.editable.contains(&EditorColumn::Requested) {
            return self.say_why_closed(line);
        }
        let (column, more) = (EditorColumn::Requested, line.requested.unwrap_or(0) + 1);
        let edit = LineEdit::Cell { row: line.key.clone(), column, text: more.to_string() };
        self.edit(StepKind::Cell, vec![edit]);
        let (code, number) = (line.product.as_ref(), self.format.number(more));
        let code = code.and_then(|product| product.code.clone()).unwrap_or_default();
        self.toasts.say(say!(self.i18n, editor.one_more, code = code, number = number));
    }

    /// A line of one piece.
    fn add_scanned(self, code: String) {
        // A code that was typed before is a line of its own.
        self.add_entry();
        self.entry.enter(EditorColumn::Code, code);
        self.entry.enter(EditorColumn::Requested, "1".to_owned());
        self.add_entry();
        self.grid.go(self.listed(), "code");
    }
}

/// Whether a row is a line of this product, by its code in lower case.
fn is_of_code(row: &EditorRow, code: &str) -> bool {
    let EditorRow::Line(line) = row else { return false };
    let product = line.product.as_ref().and_then(|product| product.code.as_deref());
    line.code_typed.as_deref().or(product).is_some_and(|known| letters::lower(known) == code)
}
