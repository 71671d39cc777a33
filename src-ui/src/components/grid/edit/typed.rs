//! What was typed and is drawn before the backend's answer: the text of a cell that was left stands
//! in it until the cell that comes of it is here. Pure.

use std::sync::Arc;

use crate::components::grid::model::{Cell, Content, Row, Tone};

/// Texts kept at most; what was typed longest ago is far from the screen by then.
const KEPT: usize = 200;

/// Texts typed into cells, by the row's key and the column's place as declared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TypedCells(Vec<TypedText>);

#[derive(Clone, Debug, PartialEq)]
struct TypedText {
    key: String,
    column: usize,
    /// The cell as it is drawn.
    drawn: Cell,
    /// The cell as it was when it was typed over.
    over: Cell,
    /// What was typed into it before, and may be answered yet.
    earlier: Vec<String>,
}

impl TypedCells {
    /// Draws a text in place of a cell, in the manner of the cell's own content.
    pub fn put(&mut self, row: &Row, column: usize, text: &str, content: fn(String) -> Content) {
        let Some(over) = row.cells.get(column) else { return };
        let mut earlier = Vec::new();
        self.0.retain_mut(|typed| {
            let same = typed.key == row.key && typed.column == column;
            if same {
                earlier = std::mem::take(&mut typed.earlier);
                earlier.extend(typed.drawn.edit.take());
            }
            !same
        });
        if over.edit.as_deref() == Some(text) && earlier.is_empty() {
            return;
        }
        if self.0.len() >= KEPT {
            self.0.remove(0);
        }
        let drawn = Cell::from(content(text.to_owned())).tone(Tone::Local).editable(text);
        let (key, over) = (row.key.clone(), over.clone());
        self.0.push(TypedText { key, column, drawn, over, earlier });
    }

    /// The row as it is drawn. What its cells have answered is forgotten.
    pub fn over(&mut self, row: Arc<Row>) -> Arc<Row> {
        let mut drawn = row;
        self.0.retain_mut(|typed| {
            if typed.key != drawn.key {
                return true;
            }
            let Some(cell) = drawn.cells.get(typed.column) else { return false };
            if *cell != typed.over {
                // The answer to what was typed first comes while the last is on its way.
                let Some(at) =
                    typed.earlier.iter().position(|text| cell.edit.as_ref() == Some(text))
                else {
                    return false;
                };
                typed.earlier.drain(..=at);
                typed.over = cell.clone();
            }
            Arc::make_mut(&mut drawn).cells[typed.column] = typed.drawn.clone();
            true
        });
        drawn
    }

    /// Forgets all that was typed in a row.
    pub fn forget(&mut self, key: &str) {
        self.0.retain(|typed| typed.key != key);
    }

    /// Whether nothing is drawn so.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(quantity: &str) -> Arc<Row> {
        let code = Cell::from(Content::Code("CAN-1832".into()));
        let number = Cell::from(Content::Number(quantity.into())).editable(quantity);
        Arc::new(Row::record("7", vec![code, number]))
    }

    fn shown(typed: &mut TypedCells, row: Arc<Row>) -> Content {
        typed.over(row).cells[1].content.clone()
    }

    fn number(text: &str) -> Content {
        Content::Number(text.into())
    }

    #[test]
    fn a_text_is_drawn_at_once_and_until_its_cell_is_another() {
        let mut typed = TypedCells::default();
        typed.put(&row("80"), 1, "60", Content::Number);
        let drawn = typed.over(row("80")).cells[1].clone();
        assert_eq!(drawn, Cell::from(number("60")).tone(Tone::Local).editable("60"));
        assert_eq!(shown(&mut typed, row("50")), number("50"), "answered");
        assert_eq!(shown(&mut typed, row("80")), number("80"), "undone");
    }

    #[test]
    fn another_cell_of_the_row_may_change_meanwhile() {
        let mut typed = TypedCells::default();
        typed.put(&row("80"), 1, "60", Content::Number);
        let mut other = Row::clone(&row("80"));
        other.cells[0] = Content::Code("CAN-1845".into()).into();
        assert_eq!(shown(&mut typed, Arc::new(other)), number("60"));
    }

    #[test]
    fn the_answer_to_an_earlier_text_does_not_show() {
        let mut typed = TypedCells::default();
        typed.put(&row("80"), 1, "60", Content::Number);
        typed.put(&row("80"), 1, "40", Content::Number);
        assert_eq!(shown(&mut typed, row("80")), number("40"));
        assert_eq!(shown(&mut typed, row("60")), number("40"));
        assert_eq!(shown(&mut typed, row("40")), number("40"));
        assert!(typed.is_empty());
    }

    #[test]
    fn the_text_that_is_there_already_is_not_drawn_as_changed() {
        let mut typed = TypedCells::default();
        typed.put(&row("80"), 1, "80", Content::Number);
        assert!(typed.is_empty());
        typed.put(&row("80"), 1, "60", Content::Number);
        typed.put(&row("80"), 1, "80", Content::Number);
        assert_eq!(shown(&mut typed, row("60")), number("80"), "the last text holds");
        typed.forget("7");
        assert!(typed.is_empty());
    }
}
