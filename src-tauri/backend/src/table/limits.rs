//! How much of a file is read. A file beyond any of these is refused whole: half a table is worse than
//! none, as nobody sees which half. Pure.

use std::fmt;

/// Bytes of a file.
pub(super) const FILE_BYTES: usize = 20 << 20;
/// Bytes that all it packs come to, as they are really unpacked.
pub(super) const UNPACKED_BYTES: u64 = 200 << 20;
/// Beginnings, ends and texts of XML in a file: of each cell there are five, or eight with a formula.
pub(super) const EVENTS: usize = 40_000_000;
/// Things packed in a file.
pub(super) const ENTRIES: usize = 10_000;
/// Sheets of a file.
pub(super) const SHEETS: usize = 1_000;
/// Rows of all sheets, each from its first to its last filled row.
const ROWS: usize = 200_000;
/// Columns of a sheet.
pub(super) const COLUMNS: usize = 200;
/// Cells of all sheets, in each row from the first to the last filled one.
pub(super) const CELLS: usize = 2_000_000;
/// Bytes of all texts. Cells of a small file may share one long text, and each gets its own here.
const TEXT_BYTES: usize = 96 << 20;
/// Characters of the text of a cell, as of any text of the service.
pub(super) const CELL_TEXT: usize = 4_096;

/// Why a file gives no rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFault {
    /// It is broken, or nothing that is read here.
    NotRead,
    /// It needs a password.
    Encrypted,
    /// It, or what it unpacks to, is more than is read.
    TooLarge,
    /// Nothing stands in it.
    NoRows,
}

impl fmt::Display for TableFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotRead => "the table cannot be read",
            Self::Encrypted => "the table needs a password",
            Self::TooLarge => "the table is too large",
            Self::NoRows => "nothing stands in the table",
        })
    }
}

impl std::error::Error for TableFault {}

/// What the sheets of a file have come to so far.
#[derive(Default)]
pub(super) struct Spent {
    rows: usize,
    cells: usize,
    text: usize,
}

impl Spent {
    /// Counts more rows, cells, and bytes of text.
    pub(super) fn add(&mut self, rows: usize, cells: usize, text: usize) -> Result<(), TableFault> {
        self.rows = self.rows.saturating_add(rows);
        self.cells = self.cells.saturating_add(cells);
        self.text = self.text.saturating_add(text);
        if self.rows > ROWS || self.cells > CELLS || self.text > TEXT_BYTES {
            return Err(TableFault::TooLarge);
        }
        Ok(())
    }
}
