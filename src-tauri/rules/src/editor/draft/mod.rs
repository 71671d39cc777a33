//! What is wanted of lines and not sent: the sheet of a movement, how an edit changes it, how a
//! step is undone, and which edits belong together. Pure.

pub mod apply;
pub mod aspects;
pub mod means;
pub mod merge;
pub mod places;
pub mod sheet;
#[cfg(test)]
pub(crate) mod stage;
pub mod together;
pub mod touched;
pub mod undo;
