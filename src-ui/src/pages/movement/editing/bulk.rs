//! What is done to the chosen lines at once: filled, set, emptied, deleted, moved, multiplied. They
//! may lie beyond the screen. Each is one step of undo. Deliberately absent: deciding about them,
//! which is the panel's.

use contract::{EditorColumn, EditorLine, EditorRow, LineEdit, RowKey, StepKind};
use leptos::prelude::*;

use super::editor::Editor;
use crate::components::grid::{Fill, Selection};
use crate::i18n::say;
use crate::pages::movement::lines::columns::column_of;
use crate::pages::movement::lines::draw::text_of;
use crate::pages::movement::lines::new_row::new_key;
use crate::pages::movement::lines::rows::lines_of;

impl Editor {
    /// Whether what is chosen is the row for new lines.
    pub fn is_entry(self, chosen: &Selection) -> bool {
        chosen.rows.0 >= self.listed()
    }

    /// Does something with the chosen lines, once they are here.
    pub fn with_lines(self, chosen: &Selection, run: impl FnOnce(Self, Vec<EditorLine>) + 'static) {
        if !self.is_entry(chosen) {
            self.lines.read(chosen.rows, move |rows| run(self, only_lines(rows)));
        }
    }

    /// Fills cells from others.
    pub fn fill(self, fill: Fill) {
        let columns = columns_of(&fill.target);
        let target = fill.target.clone();
        self.with_lines(&fill.source, move |editor, source| {
            editor.with_lines(&target, move |editor, target| {
                editor.edit_some(StepKind::Fill, filled(&source, &target, &columns));
            });
        });
    }

    /// Puts a text into all chosen cells.
    pub fn set(self, chosen: &Selection, text: String) {
        let columns = columns_of(chosen);
        self.with_lines(chosen, move |editor, lines| {
            editor.edit_some(StepKind::Fill, typed(&lines, &columns, &text));
        });
    }

    /// Empties the chosen cells.
    pub fn clear(self, chosen: &Selection) {
        if self.is_entry(chosen) {
            self.entry.clear();
            return self.left();
        }
        let columns = columns_of(chosen);
        self.with_lines(chosen, move |editor, lines| {
            let edits = typed(&lines, &columns, "");
            if edits.is_empty() && columns == [EditorColumn::Recipient] {
                let said = untrack(|| say!(editor.i18n, editor.recipient_fixed).to_owned());
                return editor.toasts.tell(said);
            }
            editor.edit_some(StepKind::Clear, edits);
        });
    }

    /// Empties what was copied; lines chosen whole are deleted.
    pub fn cut(self, chosen: &Selection) {
        if chosen.whole { self.delete(chosen) } else { self.clear(chosen) }
    }

    /// Deletes the chosen lines; where all of them are to be deleted already, they stay.
    pub fn delete(self, chosen: &Selection) {
        self.with_lines(chosen, |editor, lines| {
            let deleted = !lines.iter().all(|line| line.deleted);
            let edit = |line: EditorLine| LineEdit::Delete { row: line.key, deleted };
            editor.edit(StepKind::Delete, lines.into_iter().map(edit).collect());
        });
    }

    /// Forgets what was changed here of the chosen lines and not sent.
    pub fn forget(self, chosen: &Selection) {
        self.with_lines(chosen, |editor, lines| {
            let edit = |line: EditorLine| LineEdit::Forget { row: line.key };
            editor.edit(StepKind::Discard, lines.into_iter().map(edit).collect());
        });
    }

    /// Multiplies the quantities of the chosen lines, in thousandths; parts of a piece are rounded
    /// up, so that nobody gets less than was meant.
    pub fn multiply(self, chosen: &Selection, thousandths: i64) {
        self.with_lines(chosen, move |editor, lines| {
            let edit = |line: &EditorLine| {
                let pieces = multiplied(line.requested?, thousandths)?;
                let column = EditorColumn::Requested;
                let row = line.key.clone();
                can_edit(line, column).then(|| LineEdit::Cell {
                    row,
                    column,
                    text: pieces.to_string(),
                })
            };
            editor.edit_some(StepKind::Fill, lines.iter().filter_map(edit).collect());
        });
    }

    /// Puts an empty line in, in front of a row, and goes to its code.
    pub fn insert(self, before: u32) {
        if before >= self.listed() {
            return self.grid.go(before, "code");
        }
        if !self.is_movable() {
            return;
        }
        let from = before.saturating_sub(1);
        let moves = self.moves.get_value();
        self.lines.read((from, before), move |rows| {
            let (row, first) = (new_key(), before == 0);
            let after = rows
                .first()
                .filter(|_| !first)
                .map(|row| crate::pages::movement::lines::draw::line_of(row).clone());
            let (product, code, quantity) = (None, String::new(), String::new());
            let add = LineEdit::Add { row: row.clone(), after, product, code, quantity };
            let to_the_top = first.then(|| LineEdit::Move { row: row.clone(), after: None });
            let edits = std::iter::once(add).chain(to_the_top).collect();
            self.edit_then(StepKind::Add, edits, move |editor| {
                if editor.moves.try_get_value() == Some(moves) {
                    editor.edit_new(from, &row);
                }
            });
        });
    }

    /// Moves the chosen lines by so many lines.
    pub fn move_lines(self, chosen: &Selection, by: i32) {
        if self.is_entry(chosen) || !self.is_movable() {
            return;
        }
        // Each line may bring along what goes instead of it, and notes.
        let reach = by.unsigned_abs().saturating_mul(8).saturating_add(64);
        let (first, last) = chosen.rows;
        let from = first.saturating_sub(reach);
        let to = last.saturating_add(reach).min(self.listed().saturating_sub(1));
        self.lines.read((from, to), move |rows| {
            let place = |row: u32| usize::try_from(row - from).unwrap_or(0);
            let chosen = rows.get(place(first)..=place(last)).unwrap_or_default();
            let is_fixed = |line: &&EditorLine| !can_edit(line, EditorColumn::Requested);
            if let Some(line) = only_lines(chosen.to_vec()).iter().find(is_fixed) {
                return self.say_why_closed(line);
            }
            let moved = lines_of(chosen);
            self.edit(StepKind::Move, moves(&lines_of(&rows), &moved, by));
            self.say_unplaced();
        });
    }

    /// Once for each page: where the service tells no order, the moved lines may not stay where they are put.
    fn say_unplaced(self) {
        let i18n = self.i18n;
        if untrack(|| self.state().unplaced) && !self.unplaced_said.get_value() {
            self.unplaced_said.set_value(true);
            self.toasts.tell(untrack(|| say!(i18n, editor.unplaced).to_owned()));
        }
    }

    /// Edits cells; where none of them can be, says so.
    fn edit_some(self, step: StepKind, edits: Vec<LineEdit>) {
        let i18n = self.i18n;
        if edits.is_empty() {
            return self.toasts.tell(untrack(|| say!(i18n, editor.cannot_edit).to_owned()));
        }
        self.edit(step, edits);
    }

    /// Lines have places in the movement's own order alone.
    fn is_movable(self) -> bool {
        let i18n = self.i18n;
        let own = self.lines.is_in_own_order();
        if !own {
            self.toasts.tell(untrack(|| say!(i18n, editor.own_order).to_owned()));
        }
        own
    }
}

/// The lines among rows.
fn only_lines(rows: Vec<EditorRow>) -> Vec<EditorLine> {
    let line = |row| match row {
        EditorRow::Line(line) => Some(*line),
        _ => None,
    };
    rows.into_iter().filter_map(line).collect()
}

/// The columns of chosen cells that can be typed in.
fn columns_of(chosen: &Selection) -> Vec<EditorColumn> {
    let columns = chosen.columns.iter().filter_map(|id| column_of(id));
    columns
        .filter(|column| crate::pages::movement::lines::columns::id_of(*column).is_some())
        .collect()
}

fn can_edit(line: &EditorLine, column: EditorColumn) -> bool {
    line.editable.contains(&column)
}

/// A text in all cells of lines that can be edited.
fn typed(lines: &[EditorLine], columns: &[EditorColumn], text: &str) -> Vec<LineEdit> {
    let mut edits = Vec::new();
    for line in lines {
        for column in columns.iter().copied().filter(|column| can_edit(line, *column)) {
            edits.push(LineEdit::Cell { row: line.key.clone(), column, text: text.to_owned() });
        }
    }
    edits
}

/// Cells of lines filled from those of others: the first from the first, and from the first again
/// when there are no more.
fn filled(source: &[EditorLine], target: &[EditorLine], columns: &[EditorColumn]) -> Vec<LineEdit> {
    let mut edits = Vec::new();
    for (line, from) in target.iter().zip(source.iter().cycle()) {
        for column in columns.iter().copied().filter(|column| can_edit(line, *column)) {
            let row = line.key.clone();
            edits.push(match (&from.product, column) {
                (Some(product), EditorColumn::Code) if from.code_typed.is_none() => {
                    LineEdit::Product { row, product: product.clone() }
                }
                _ => LineEdit::Cell { row, column, text: text_of(from, column) },
            });
        }
    }
    edits
}

/// A quantity so many thousandths of another, rounded up; at least 1 of what was something.
fn multiplied(pieces: i64, thousandths: i64) -> Option<i64> {
    let product = pieces.checked_mul(thousandths)?;
    Some(product.div_euclid(1000) + i64::from(product.rem_euclid(1000) > 0))
}

/// The moves that bring lines so many places further, as far as the list goes: the first behind
/// another line, each of the others behind the one before it.
fn moves(all: &[RowKey], moved: &[RowKey], by: i32) -> Vec<LineEdit> {
    let others: Vec<&RowKey> = all.iter().filter(|key| !moved.contains(key)).collect();
    let before = all.iter().take_while(|key| !moved.contains(key)).count();
    let steps = usize::try_from(by.unsigned_abs()).unwrap_or(usize::MAX);
    let to = if by < 0 { before.saturating_sub(steps) } else { (before + steps).min(others.len()) };
    if to == before || moved.is_empty() {
        return Vec::new();
    }
    let mut after = to.checked_sub(1).map(|at| others[at].clone());
    let mut moves = Vec::new();
    for row in moved {
        let behind = after.replace(row.clone());
        moves.push(LineEdit::Move { row: row.clone(), after: behind });
    }
    moves
}

#[cfg(test)]
mod tests;
