//! How a page controls its grid from outside: where the focus goes, which cell is edited, what is
//! selected.

use leptos::prelude::*;

use super::calls::Selection;
use super::data::GridData;
use super::edit::cell_edit::CellEdit;
use super::input::moves::Cursor;
use super::model::Column;
use super::state::GridState;
use crate::dom;

/// Whether a column of a grid is on screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnStand {
    /// It is.
    OnScreen,
    /// There is no room for it, or it holds little.
    Beside,
    /// Somebody hid it.
    Hidden,
}

/// What a grid shows: its name, its rows and its columns.
#[derive(Clone)]
pub struct ShownTable {
    /// The grid's name.
    pub name: &'static str,
    /// The rows, on screen or not.
    pub data: GridData,
    /// All columns in the order of the grid, each with its place in a row's cells.
    pub columns: Vec<(usize, Column, ColumnStand)>,
}

impl ShownTable {
    /// The columns that stand so, in the order of the grid, each with its place in a row's cells.
    pub fn standing(&self, stand: ColumnStand) -> Vec<(usize, Column)> {
        let such = self.columns.iter().filter(|(_, _, of)| *of == stand);
        such.map(|(at, column, _)| (*at, *column)).collect()
    }
}

/// A page's hold on its grid; empty until the grid is drawn.
#[derive(Clone, Copy)]
pub struct GridHandle(RwSignal<Option<GridState>>);

impl Default for GridHandle {
    fn default() -> Self {
        Self(RwSignal::new(None))
    }
}

impl GridHandle {
    /// Takes hold; called by the grid.
    pub(super) fn take(self, grid: GridState) {
        self.0.set(Some(grid));
        on_cleanup(move || {
            self.0.try_set(None);
        });
    }

    /// What is chosen.
    pub fn selection(self) -> Option<Selection> {
        self.0.get().and_then(GridState::selection)
    }

    /// Whether a letter typed now is text in the cell with the cursor, and no command.
    pub fn takes_letters(self) -> bool {
        self.0.get().is_some_and(GridState::takes_letters)
    }

    /// Whether the focus is inside.
    pub fn has_focus(self) -> bool {
        self.0.get().is_some_and(|grid| grid.inside.get())
    }

    /// What is shown; nothing before the grid is drawn.
    pub fn shown(self) -> Option<ShownTable> {
        let grid = self.0.get()?;
        let places = grid.places.get();
        let columns = grid.columns.with_value(|all| {
            grid.layout.with(|layout| {
                let column = |at: usize| {
                    let column = *all.get(at)?;
                    let stand = if places.contains(&at) {
                        ColumnStand::OnScreen
                    } else if layout.is_hidden(&column) {
                        ColumnStand::Hidden
                    } else {
                        ColumnStand::Beside
                    };
                    Some((at, column, stand))
                };
                layout.shown(all).into_iter().filter_map(column).collect()
            })
        });
        Some(ShownTable { name: grid.name, data: grid.data, columns })
    }

    /// Whether a cell is being edited.
    pub fn is_editing(self) -> bool {
        self.0.get().is_some_and(|grid| grid.editing.with(Option::is_some))
    }

    /// Puts the cursor on a cell and brings it into view.
    pub fn go(self, row: u32, column: &str) {
        if let Some(grid) = self.0.get_untracked() {
            grid.lead(cell(grid, row, column), false);
        }
    }

    /// Puts the cursor on the first record, past the head of its group.
    pub fn go_first(self) {
        if let Some(grid) = self.0.get_untracked() {
            grid.lead(
                Cursor { row: Some(grid.first_record()), ..grid.cursor.get_untracked() },
                false,
            );
        }
    }

    /// Gives the focus to the cell with the cursor.
    pub fn focus(self) {
        let Some(grid) = self.0.get_untracked() else { return };
        grid.inside.set(true);
        if let Some(element) = grid.element.get_untracked()
            && !dom::focus_first(&element, "[tabindex=\"0\"]")
        {
            dom::focus(&element);
        }
    }

    /// Opens the editor of a cell with a text in it, as it was left when the window went away.
    /// Answers whether the cell can be edited.
    pub fn edit(self, row: u32, column: &str, text: String) -> bool {
        let Some(grid) = self.0.get_untracked() else { return false };
        let begun = grid.edit(cell(grid, row, column), None);
        if begun {
            grid.inside.set(true);
            let with = |editing: CellEdit| CellEdit { text, typed: true, ..editing };
            grid.editing.update(|editing| *editing = editing.take().map(with));
        }
        begun
    }

    /// Draws a row as its data has it: what was typed into it is answered, or taken back.
    pub fn settle(self, key: &str) {
        if let Some(grid) = self.0.get_untracked() {
            grid.typed.update(|typed| typed.forget(key));
        }
    }
}

fn cell(grid: GridState, row: u32, column: &str) -> Cursor {
    let column = grid.place_of(column).unwrap_or(grid.cursor.get_untracked().column);
    Cursor { row: Some(row), column }
}
