//! What the records of a sheet say of its rows and columns that are not shown. Pure.

use crate::table::limits::COLUMNS;
use crate::table::rows::RowsDraft;
use crate::table::xls::stream::{RecordPlace, number};

/// The records that say it, by their numbers.
pub(super) const COLUMN_INFO: u16 = 0x007D;
pub(super) const ROW: u16 = 0x0208;

/// The mark of a row of no height, and of columns that are not shown.
const NO_HEIGHT: usize = 0x20;
const NOT_SHOWN: usize = 0x01;

/// The hidden rows and columns of a sheet, counted from 0.
#[derive(Default)]
pub(super) struct HiddenPlaces {
    /// There are at most as many as records.
    rows: Vec<u16>,
    /// For each column that may be read; empty where none is hidden.
    columns: Vec<bool>,
}

impl HiddenPlaces {
    /// Sees what a record says of a row, or of columns; others say nothing.
    pub(super) fn see(&mut self, stream: &[u8], record: &RecordPlace) {
        let field =
            |at: usize| number(stream, record.from + at, 2).filter(|_| at + 2 <= record.length);
        let marked = |at: usize, mark: usize| field(at).is_some_and(|marks| marks & mark != 0);
        match record.kind {
            ROW if marked(12, NO_HEIGHT) => {
                self.rows.extend(field(0).and_then(|row| u16::try_from(row).ok()));
            }
            COLUMN_INFO if marked(8, NOT_SHOWN) => {
                let (first, last) = (field(0).unwrap_or(COLUMNS), field(2).unwrap_or(0));
                self.columns.resize(COLUMNS, false);
                if let Some(columns) = self.columns.get_mut(first..COLUMNS.min(last + 1)) {
                    columns.fill(true);
                }
            }
            _ => (),
        }
    }

    /// Hides them among rows that were put together.
    pub(super) fn hide_in(&self, draft: &mut RowsDraft) {
        for row in &self.rows {
            draft.hide(usize::from(*row));
        }
        for (column, is_hidden) in self.columns.iter().enumerate() {
            if *is_hidden {
                draft.hide_columns(column..column + 1);
            }
        }
    }
}
