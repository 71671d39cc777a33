//! The rows of a sheet as they are put together, in whatever order a file tells them. Pure.

use crate::table::cell::TableCell;
use crate::table::limits::{COLUMNS, Spent, TableFault};

/// A sheet of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct TableSheet {
    /// What it is called; empty in a text.
    pub name: String,
    /// It is not shown by the program that it was made with.
    pub is_hidden: bool,
    /// Its rows from the first of the file to the last in which anything stands, hidden ones among them.
    pub rows: Vec<TableRow>,
}

/// A row of a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow {
    /// Its number in the file as a spreadsheet shows it, from 1.
    pub number: u32,
    /// Its cells from the first column to the last in which anything stands; none, if nothing does.
    pub cells: Vec<TableCell>,
}

/// Rows that are being put together.
#[derive(Default)]
pub(super) struct RowsDraft {
    rows: Vec<Vec<TableCell>>,
}

impl RowsDraft {
    /// Puts a cell where it stands, both counted from 0. Nothing takes no place.
    pub(super) fn put(
        &mut self,
        spent: &mut Spent,
        (row, column): (usize, usize),
        cell: TableCell,
    ) -> Result<(), TableFault> {
        if cell == TableCell::Empty {
            return Ok(());
        }
        if column >= COLUMNS {
            return Err(TableFault::TooLarge);
        }
        let more_rows = row.saturating_add(1).saturating_sub(self.rows.len());
        let cells = self.rows.get(row).map(Vec::as_slice).unwrap_or_default();
        let more_cells = (column + 1).saturating_sub(cells.len());
        // A cell that is told again and again is as much work as many.
        let again = cells.get(column).is_some_and(|cell| *cell != TableCell::Empty);
        // What would be too much is never made room for.
        spent.add(more_rows, more_cells + usize::from(again), cell.bytes())?;
        if more_rows > 0 {
            self.rows.resize_with(row + 1, Vec::new);
        }
        if let Some(cells) = self.rows.get_mut(row) {
            if more_cells > 0 {
                cells.resize(column + 1, TableCell::Empty);
            }
            if let Some(place) = cells.get_mut(column) {
                *place = cell;
            }
        }
        Ok(())
    }

    /// The rows.
    pub(super) fn finish(self) -> Vec<TableRow> {
        (1..).zip(self.rows).map(|(number, cells)| TableRow { number, cells }).collect()
    }
}
