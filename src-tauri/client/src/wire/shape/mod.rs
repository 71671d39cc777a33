//! What all records are read with: the wrapping of answers, errors, lists row by row, tolerant readers of
//! fields, and how much one answer may hold.

pub mod budget;
pub mod date;
pub mod envelope;
pub mod error;
pub mod list;
pub mod mend;
pub mod read;
