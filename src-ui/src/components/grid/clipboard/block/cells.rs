//! How many cells a table on the clipboard may have, counted while it is read.

use contract::{PASTED_CELLS, PASTED_COLUMNS};

/// A table on the clipboard has more cells than [`PASTED_CELLS`] or more columns than
/// [`PASTED_COLUMNS`]: none of it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// How many cells were taken from a table so far.
#[derive(Default)]
pub(super) struct CellsTaken(usize);

impl CellsTaken {
    /// Takes so many more in a row that has `width` then.
    pub(super) fn more(&mut self, cells: usize, width: usize) -> Result<(), TooLarge> {
        self.0 = self.0.saturating_add(cells);
        if self.0 > PASTED_CELLS || width > PASTED_COLUMNS { Err(TooLarge) } else { Ok(()) }
    }
}
