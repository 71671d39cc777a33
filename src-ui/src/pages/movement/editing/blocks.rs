//! Blocks of cells that cross the clipboard: chosen cells as texts, and what is pasted as lines.

use contract::{EditorColumn, EditorLine, EditorRow, Failure, PasteLines, Reason};
use leptos::prelude::*;

use super::editor::Editor;
use super::queue::Job;
use crate::components::grid::{Block, Copied, Selection, TooLarge};
use crate::i18n::I18n;
use crate::pages::movement::lines::columns::{column_of, id_of};
use crate::pages::movement::lines::draw::text_of;
use crate::pages::movement::lines::rows::lines_of;
use crate::wording::words;

impl Editor {
    /// Puts the texts of chosen cells where the clipboard takes them from.
    pub fn copy(self, chosen: &Selection, copied: Copied) {
        if self.is_entry(chosen) {
            return;
        }
        let columns: Vec<_> = chosen.columns.iter().filter_map(|id| column_of(id)).collect();
        self.lines.read(chosen.rows, move |rows| {
            let texts: Vec<_> = {
                let text =
                    |line: &EditorLine, column| untrack(|| shown_text(self.i18n, line, column));
                rows.iter().filter_map(|row| texts_of(row, &columns, text)).collect()
            };
            if texts.len() > 1 {
                self.toasts.say(untrack(|| words::copied(self.i18n, self.format, texts.len())));
            }
            copied.put(texts);
        });
    }

    /// Pastes a block on the first of the chosen cells. A single text goes into all of them.
    pub fn paste(self, chosen: &Selection, block: Result<Block, TooLarge>) {
        let Ok(block) = block else {
            let failure = Failure::from(Reason::PasteTooLarge);
            return self.toasts.tell(untrack(|| words::failure(self.i18n, &failure)));
        };
        let column = chosen.columns.first().and_then(|id| column_of(id));
        let column = column.filter(|column| id_of(*column).is_some());
        if let ([row], Some(_)) = (&block.cells[..], column)
            && let ([text], false) = (&row[..], self.is_entry(chosen))
        {
            return self.set(chosen, text.clone());
        }
        let column = column.unwrap_or(EditorColumn::Code);
        let rows = u32::try_from(block.cells.len()).unwrap_or(u32::MAX);
        let cells = block.cells;
        if self.is_entry(chosen) {
            return self.put_down(column, Vec::new(), cells);
        }
        // Between the lines lie notes, and what goes instead of some.
        let first = chosen.rows.0;
        let last = self.listed().saturating_sub(1);
        let to = first.saturating_add(rows.saturating_mul(2)).saturating_add(32).min(last);
        self.lines.read((first, to), move |here| {
            let mut targets = lines_of(&here);
            targets.truncate(cells.len());
            self.put_down(column, targets, cells);
        });
    }

    fn put_down(
        self,
        column: EditorColumn,
        targets: Vec<contract::RowKey>,
        cells: Vec<Vec<String>>,
    ) {
        let Some(movement) = self.movement() else { return };
        let decimal_mark = untrack(|| self.format.decimal_mark());
        let request = PasteLines { movement, column, targets, cells, decimal_mark };
        self.queue.push(Job::Paste(request), Some(self.account()));
    }
}

/// A cell as the window shows it, numbers in plain digits.
fn shown_text(i18n: I18n, line: &EditorLine, column: EditorColumn) -> String {
    match (column, &line.status, &line.reason_code) {
        (EditorColumn::Status, Some(status), _) => match words::line_status(i18n, status) {
            Some((_, _, word)) => word.to_owned(),
            None => status.as_str().to_owned(),
        },
        (EditorColumn::Reason, _, Some(code)) => words::reason(i18n, code),
        _ => text_of(line, column),
    }
}

/// A row's texts; notes have none.
fn texts_of(
    row: &EditorRow,
    columns: &[EditorColumn],
    text: impl Fn(&EditorLine, EditorColumn) -> String,
) -> Option<Vec<String>> {
    let texts = match row {
        EditorRow::Line(line) => columns.iter().map(|column| text(line, *column)).collect(),
        EditorRow::Instead(instead) => {
            let text = |column: &EditorColumn| match column {
                EditorColumn::Code => instead.product.code.clone().unwrap_or_default(),
                EditorColumn::Product => instead.product.name.clone().unwrap_or_default(),
                EditorColumn::ToShip => {
                    instead.quantity.map(|pieces| pieces.to_string()).unwrap_or_default()
                }
                _ => String::new(),
            };
            columns.iter().map(text).collect()
        }
        EditorRow::Note(_) => return None,
    };
    Some(texts)
}

#[cfg(test)]
mod tests {
    use contract::{InsteadRow, ItemId, Note, NoteRow, ProductRef, RowKey};

    use super::*;

    #[test]
    fn what_goes_instead_is_copied_with_its_line_and_notes_are_not() {
        let of = RowKey::Line(ItemId::from("i1"));
        let product = ProductRef {
            id: "p1".into(),
            code: Some("CAN-1845".into()),
            name: None,
            description: None,
            category: None,
        };
        let instead = InsteadRow {
            of: of.clone(),
            at: 0,
            product,
            quantity: Some(56),
            available: None,
            local: true,
        };
        let columns = [EditorColumn::Code, EditorColumn::Requested, EditorColumn::ToShip];
        let row = EditorRow::Instead(Box::new(instead));
        assert_eq!(
            texts_of(&row, &columns, text_of),
            Some(vec!["CAN-1845".into(), String::new(), "56".into()])
        );
        let note = NoteRow { of, note: Note::Elsewhere { fields: Vec::new() } };
        assert_eq!(texts_of(&EditorRow::Note(Box::new(note)), &columns, text_of), None);
    }
}
