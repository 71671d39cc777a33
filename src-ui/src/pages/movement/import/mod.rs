//! Importing lines (S-12): a file that is selected or dropped, or rows and texts that are pasted; what its
//! columns are; what would come of it; and then one step that undo takes back. Rows that need attention
//! become lines that keep them, to be put right in the lines themselves.
//!
//! Files: `state` (what its columns are taken for and what would come of it), `sheet` (the window over the lines),
//! `outcome` (what would come of it, in words).

mod outcome;
mod sheet;
mod state;

pub use sheet::ImportTool;
pub use state::LinesImport;
