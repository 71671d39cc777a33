//! Quantities that come back from a table (S-12): a pick list that was printed or exported and filled in. What its
//! columns are, what would come of each row, and then one step that undo takes back.
//!
//! Files: `state` (what its columns are taken for and what would come of it), `sheet` (the window over the tasks),
//! `trouble` (what is wrong with a row).

mod sheet;
mod state;
mod trouble;

pub use sheet::PicksImportTool;
pub use state::PicksImport;
