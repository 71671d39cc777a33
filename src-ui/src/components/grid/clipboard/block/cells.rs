//! How many cells a table on the clipboard may have, counted while it is read.

pub use contract::html::TooLarge;
use contract::{PASTED_CELLS, PASTED_COLUMNS, html::TableRoom};

/// Room for a table on the clipboard.
pub(super) fn room() -> TableRoom {
    TableRoom::of(PASTED_CELLS, PASTED_COLUMNS)
}
