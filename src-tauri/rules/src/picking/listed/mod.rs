//! A pick list that comes back: a table, printed or exported before and filled in since, is read into the
//! quantities of a walk. What its heads say (`heads`), which column is what (`columns`), which tasks a row may
//! be of (`finder`), and what becomes of each row (`account`). Pure.

pub mod account;
pub mod columns;
pub mod finder;
mod heads;
mod row;
