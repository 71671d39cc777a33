//! Tables that are imported (S-12): a file that is selected or dropped, or rows and texts that are pasted. What is
//! made of one is its page's: lines of a movement, or quantities of a walk.
//!
//! Files: `reading` (what was selected or pasted, until it is read), `asked` (the window that asks for it),
//! `choices` (worksheets, rows of heads and columns as they are chosen).

mod asked;
mod choices;
mod reading;

pub use asked::ImportAsked;
pub use choices::{NO_ROW, column_choices, head_choices, sheet_choices};
pub use reading::ImportReading;
