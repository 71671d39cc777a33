//! The cell being edited: which cells can be, what the editor starts with, what happens to the
//! text, and where the focus goes then. Its field is drawn by `field`.

use std::sync::Arc;

use leptos::prelude::*;

use super::cell_edit::{CellEdit, Entered, Leave};
use crate::components::grid::input::keys::GridAction;
use crate::components::grid::input::moves::{CellMove, Cursor};
use crate::components::grid::model::{CellValue, Column, Content, Edit, EditorKind, Row, RowKind};
use crate::components::grid::state::GridState;

impl GridState {
    /// Begins editing with a typed character, if the cell takes it.
    pub fn typed(self, character: &str) -> bool {
        let cursor = self.cursor.get_untracked();
        let takes = match self.column(cursor.column).and_then(|column| column.editor) {
            Some(editor) if editor.takes_letters() => {
                character.chars().all(|c| c.is_alphabetic() || c.is_ascii_digit())
            }
            Some(EditorKind::Number) => character.chars().all(|c| c.is_ascii_digit() || c == '-'),
            Some(EditorKind::Pieces) => character.chars().all(|c| c.is_ascii_digit()),
            _ => false,
        };
        takes && self.edit(cursor, Some(character))
    }

    /// Whether a letter begins editing the cell with the cursor, as it stood when the cursor came there:
    /// rows that come are the grid's own to follow first.
    pub fn takes_letters(self) -> bool {
        let cursor = self.cursor.get();
        untrack(|| {
            let editor = self.column(cursor.column).and_then(|column| column.editor);
            let row = cursor.row.and_then(|at| self.data.row(at)).filter(|row| !row.is_wide());
            let place = self.declared(cursor.column);
            let is_editable = |(row, at): (Arc<Row>, usize)| {
                row.cells.get(at).is_some_and(|cell| cell.edit.is_some())
            };
            editor.is_some_and(EditorKind::takes_letters) && row.zip(place).is_some_and(is_editable)
        })
    }

    /// Begins editing a cell, if its row allows it.
    pub fn edit(self, cursor: Cursor, typed: Option<&str>) -> bool {
        let Some(column) = self.column(cursor.column) else { return false };
        if column.editor.is_none_or(|editor| editor == EditorKind::Check) {
            return false;
        }
        let Some((row, at, text)) = self.editable(cursor) else {
            // In a cell of text a letter may be a command of the page.
            let is_meant = typed.is_none() || column.editor.is_some_and(EditorKind::is_number);
            return is_meant && self.is_closed(cursor);
        };
        if self.cursor.get_untracked() != cursor {
            self.lead(cursor, false);
        }
        self.reveal(at);
        self.list.close();
        self.editing.set(Some(CellEdit {
            key: row.key.clone(),
            row: at,
            column: column.id,
            text: typed.map_or(text, str::to_owned),
            typed: typed.is_some(),
            drawn: false,
        }));
        true
    }

    /// Tells the page that a record cannot be edited.
    fn is_closed(self, cursor: Cursor) -> bool {
        let row = cursor.row.and_then(|at| self.data.row(at)).filter(|row| !row.is_wide());
        let closed = row.zip(self.calls.closed);
        closed.map(|(row, closed)| closed.run(row)).is_some()
    }

    /// Tells the page what is being typed.
    pub fn type_in(self, text: String) {
        let edit = self.editing.try_update_untracked(|editing| {
            let editing = editing.as_mut()?;
            editing.text.clone_from(&text);
            editing.typed = true;
            let (key, column) = (editing.key.clone(), editing.column);
            Some(Edit { key, column, value: CellValue::Text(text) })
        });
        if let (Some(Some(edit)), Some(typing)) = (edit, self.calls.typing) {
            typing.run(edit);
        }
    }

    /// Leaves the editor with what was entered.
    pub fn leave(self, entered: Entered, leave: Leave) {
        let Some(editing) = self.editing.get_untracked() else { return };
        let in_entry = self.data.row(editing.row).is_some_and(|row| row.kind == RowKind::Entry);
        let begins = !matches!(entered, Entered::Nothing) && self.begins_record(&editing);
        self.editing.set(None);
        self.list.close();
        match entered {
            Entered::Nothing => {}
            Entered::Text(text) => self.enter(&editing, text),
            Entered::Choice(at, text) => {
                self.draw_typed(&editing, &text);
                if let Some(search) = self.calls.search {
                    search.chosen.run((editing.key.clone(), editing.column, at));
                }
            }
        }
        if let Some(left) = self.calls.left {
            left.run(());
        }
        match leave {
            Leave::Stay => {}
            Leave::Down | Leave::Next(true) if in_entry => self.next_of_entry(),
            // What it is of is said now: how much of it comes next.
            Leave::Down if begins => self.next_editable(true),
            Leave::Down => drop(self.act(GridAction::Go(CellMove::Down))),
            Leave::Next(onward) => self.next_editable(onward),
        }
    }

    /// Whether it is being said of a record for the first time what it is of.
    fn begins_record(self, editing: &CellEdit) -> bool {
        self.columns.with_value(|columns| {
            let at = columns.iter().position(|column| column.id == editing.column);
            let Some(at) = at.filter(|at| columns[*at].editor == Some(EditorKind::Search)) else {
                return false;
            };
            let row = self.data.row(editing.row).filter(|row| row.key == editing.key);
            let held = row.and_then(|row| row.cells.get(at)?.edit.clone());
            held.is_some_and(|text| text.is_empty())
        })
    }

    /// Ticks or unticks the cell at the cursor.
    pub fn toggle_check(self, cursor: Cursor) -> bool {
        let Some(column) = self.column(cursor.column) else { return false };
        let Some((row, _, _)) = self.editable(cursor) else { return false };
        let cell = self.declared(cursor.column).and_then(|at| row.cells.get(at));
        let Some(Content::Check(ticked)) = cell.map(|cell| &cell.content) else { return false };
        if column.editor != Some(EditorKind::Check) {
            return false;
        }
        self.hand_over(row.key.clone(), column.id, CellValue::Check(!ticked));
        true
    }

    /// Ticks the row, from whichever of its cells; or folds the group, or presses the note's action.
    pub fn toggle(self, cursor: Cursor) -> bool {
        let is_tick = |column: &Column| column.editor == Some(EditorKind::Check);
        let tick = self.shown_now().iter().position(is_tick);
        if tick.is_some_and(|column| self.toggle_check(Cursor { column, ..cursor })) {
            return true;
        }
        let row = cursor.row.and_then(|at| self.data.row(at));
        row.is_some_and(|row| row.is_wide()) && self.open(cursor, false)
    }

    /// Presses the button in the cell at the cursor.
    pub fn press(self, cursor: Cursor) -> bool {
        let row = cursor.row.and_then(|at| self.data.row(at));
        let (Some(row), Some(place)) = (row, self.declared(cursor.column)) else { return false };
        match (row.cells.get(place).map(|cell| &cell.content), self.calls.press) {
            (Some(Content::Press(_)), Some(press)) => {
                press.run(row);
                true
            }
            _ => false,
        }
    }

    /// What the editor of a cell begins with, where its row allows editing it.
    fn editable(self, cursor: Cursor) -> Option<(Arc<Row>, u32, String)> {
        let at = cursor.row?;
        let row = self.data.row(at).filter(|row| !row.is_wide())?;
        let drawn = self.typed.try_update_untracked(|typed| typed.over(row))?;
        let text = drawn.cells.get(self.declared(cursor.column)?)?.edit.clone()?;
        Some((drawn, at, text))
    }

    /// Keeps a text: the page is told, and it is drawn at once.
    fn enter(self, editing: &CellEdit, text: String) {
        self.draw_typed(editing, &text);
        self.hand_over(editing.key.clone(), editing.column, CellValue::Text(text));
    }

    fn draw_typed(self, editing: &CellEdit, text: &str) {
        // A list of one column's cells knows at once what comes of a text, and so does the row for
        // new records.
        let row = self.data.row(editing.row).filter(|row| row.key == editing.key && self.cells);
        let Some(row) = row.filter(|row| row.kind != RowKind::Entry) else { return };
        let (at, editor) = self.columns.with_value(|columns| {
            let at = columns.iter().position(|column| column.id == editing.column);
            (at, at.and_then(|at| columns[at].editor))
        });
        let Some(at) = at else { return };
        let content = match editor {
            Some(editor) if editor.is_number() => Content::Number,
            Some(EditorKind::Search) => Content::Code,
            _ => Content::Text,
        };
        self.typed.update(|typed| typed.put(&row, at, text, content));
    }

    fn hand_over(self, key: String, column: &'static str, value: CellValue) {
        if let Some(edit) = self.calls.edit {
            edit.run(Edit { key, column, value });
        }
    }

    /// In the row for new records: to its next cell that can be edited, and edits it; from the last
    /// to the first, where the next record begins.
    fn next_of_entry(self) {
        let cursor = self.cursor.get_untracked();
        let columns = self.places.with_untracked(Vec::len);
        let at = |column| Cursor { column, ..cursor };
        let takes_text = |column: &usize| {
            let editor = self.column(*column).and_then(|column| column.editor);
            editor.is_some() && self.editable(at(*column)).is_some()
        };
        if let Some(next) = (cursor.column + 1..columns).find(takes_text) {
            self.edit(at(next), None);
            return;
        }
        let first = (0..columns).find(takes_text);
        self.lead(at(first.unwrap_or(cursor.column)), false);
    }

    /// Goes to the next cell of the row, or of the rows after it, whose editor takes text.
    fn next_editable(self, onward: bool) {
        let last = self.places.with_untracked(Vec::len).saturating_sub(1);
        let mut cursor = self.cursor.get_untracked();
        // A row further is far enough: an editable column is on every row. Notes lie between.
        for _ in 0..(last + 1) * 4 {
            let edge = if onward { last } else { 0 };
            cursor = match (cursor.column == edge, onward, cursor.row) {
                (false, true, _) => Cursor { column: cursor.column + 1, ..cursor },
                (false, false, _) => Cursor { column: cursor.column - 1, ..cursor },
                (true, true, Some(row)) => Cursor { row: Some(row + 1), column: 0 },
                (true, false, Some(row)) if row > 0 => Cursor { row: Some(row - 1), column: last },
                _ => return,
            };
            if self.edit(cursor, None) {
                return;
            }
        }
    }
}
