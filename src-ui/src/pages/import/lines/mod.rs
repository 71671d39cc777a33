//! A table that is to become lines, of a movement or of a new one: what its columns are, what would come of it,
//! and what somebody puts right in its rows before.
//!
//! Files: `look` (what is said of it, and what would come of it), `sheet` (the window), `outcome` (the rows that
//! need attention, mended in place).

mod look;
mod outcome;
mod sheet;

pub use look::{LinesLook, LookedAt};
pub use sheet::{LinesSheet, LinesSheetWords};
