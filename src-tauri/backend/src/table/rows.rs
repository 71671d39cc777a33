//! The rows of a sheet as they are put together, in whatever order a file tells them. Pure.

use std::ops::Range;

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
    /// So many of its columns are hidden, of those in which anything stands.
    pub hidden_columns: usize,
}

/// A row of a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow {
    /// Its number in the file as a spreadsheet shows it, from 1.
    pub number: u32,
    /// Its cells from the first column to the last in which anything stands; none, if nothing does.
    pub cells: Vec<TableCell>,
    /// It is not shown by the program that it was made with, and something stands in it.
    pub is_hidden: bool,
}

/// Rows that are being put together.
#[derive(Default)]
pub(super) struct RowsDraft {
    rows: Vec<DraftRow>,
    hidden_columns: Vec<bool>,
}

#[derive(Default)]
struct DraftRow {
    cells: Vec<TableCell>,
    is_hidden: bool,
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
        let cells = self.rows.get(row).map(|row| row.cells.as_slice()).unwrap_or_default();
        let more_cells = (column + 1).saturating_sub(cells.len());
        // A cell that is told again and again is as much work as many.
        let again = cells.get(column).is_some_and(|cell| *cell != TableCell::Empty);
        // What would be too much is never made room for.
        spent.add(more_rows, more_cells + usize::from(again), cell.bytes())?;
        if more_rows > 0 {
            self.rows.resize_with(row + 1, DraftRow::default);
        }
        if let Some(DraftRow { cells, .. }) = self.rows.get_mut(row) {
            if more_cells > 0 {
                cells.resize(column + 1, TableCell::Empty);
            }
            if let Some(place) = cells.get_mut(column) {
                *place = cell;
            }
        }
        Ok(())
    }

    /// Says that a row is hidden, counted from 0. One in which nothing stands takes no place for that.
    pub(super) fn hide(&mut self, row: usize) {
        if let Some(row) = self.rows.get_mut(row) {
            row.is_hidden = !row.cells.is_empty();
        }
    }

    /// Says that columns are hidden, counted from 0.
    pub(super) fn hide_columns(&mut self, columns: Range<usize>) {
        let end = columns.end.min(COLUMNS);
        if columns.start < end {
            self.hidden_columns.resize(COLUMNS, false);
            let hidden = self.hidden_columns.get_mut(columns.start..end);
            hidden.into_iter().for_each(|hidden| hidden.fill(true));
        }
    }

    /// The sheet with these rows.
    pub(super) fn finish(self, name: String, is_hidden: bool) -> TableSheet {
        let Self { rows, hidden_columns } = self;
        let stands = |row: &DraftRow, column: usize| {
            row.cells.get(column).is_some_and(|cell| *cell != TableCell::Empty)
        };
        let is_filled = |column: usize| rows.iter().any(|row| stands(row, column));
        let hidden = hidden_columns.iter().enumerate().filter(|(_, is_hidden)| **is_hidden);
        let hidden_columns = hidden.filter(|(column, _)| is_filled(*column)).count();
        let row = |(number, row): (u32, DraftRow)| {
            let DraftRow { cells, is_hidden } = row;
            TableRow { number, cells, is_hidden }
        };
        let rows = (1..).zip(rows).map(row).collect();
        TableSheet { name, is_hidden, rows, hidden_columns }
    }
}
