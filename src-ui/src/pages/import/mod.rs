//! Tables that are imported (S-12): a file that is selected or dropped, or rows and texts that are pasted. What is
//! made of one is its page's: lines of a movement, of a new one, or quantities of a walk.
//!
//! Files: `reading` (what was selected or pasted, until it is read), `asked` (the key, and the window that asks for
//! it), `looked` (the window over what was read), `choices` (worksheets, rows of heads and columns as they are
//! chosen), `mend` (rows put right in place), `lines` (all of it for what becomes lines).

mod asked;
mod choices;
mod lines;
mod looked;
mod mend;
mod reading;

pub use asked::{ImportAsked, use_import_key};
pub use choices::{Chosen, NO_ROW, column_choices, head_choices, place, place_or_none, show_place};
pub use lines::{LinesLook, LinesSheet, LinesSheetWords, LookedAt};
pub use looked::{ImportAttention, ImportLooked, ImportProspect};
pub use mend::{MendableRow, MendedPart, Mending, RowStand};
pub use reading::ImportReading;
