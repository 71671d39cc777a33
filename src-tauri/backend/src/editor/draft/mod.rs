//! What is wanted of lines and not sent: the sheet of a movement, how an edit changes it, how a
//! step is undone, and which edits belong together. Pure.

pub(crate) mod apply;
pub(crate) mod aspects;
pub(crate) mod means;
pub(crate) mod merge;
pub(crate) mod places;
pub(crate) mod sheet;
#[cfg(test)]
pub(crate) mod stage;
pub(crate) mod together;
pub(crate) mod touched;
pub(crate) mod undo;
