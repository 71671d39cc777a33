//! The movement editor: lines as they are to be, kept here until they are sent. What is wanted and was
//! not sent is the `sheet`; `apply` and `undo` say how an edit changes it, `keep` changes it here and
//! in the file; `rows` draws it over what the service has and what waits in the outbox, and `standing`
//! says what of it can be sent, and `together` what goes only with others. Deliberately absent: sending;
//! what is sent goes through the outbox.

pub(crate) mod apply;
pub(crate) mod aspects;
pub(crate) mod commands;
pub(crate) mod draw;
pub(crate) mod drawing;
pub(crate) mod editors;
pub(crate) mod keep;
pub(crate) mod last_drawn;
pub(crate) mod last_time;
pub(crate) mod lines;
pub(crate) mod means;
pub(crate) mod merge;
pub(crate) mod notes;
pub(crate) mod panel;
pub(crate) mod past;
pub(crate) mod paste;
pub(crate) mod places;
pub(crate) mod plan;
pub(crate) mod problems;
pub(crate) mod reasons;
pub(crate) mod rows;
pub(crate) mod send;
pub(crate) mod settle;
pub(crate) mod sheet;
#[cfg(test)]
pub(crate) mod stage;
pub(crate) mod standing;
pub(crate) mod state;
pub(crate) mod suggest;
pub(crate) mod together;
pub(crate) mod touched;
pub(crate) mod undo;
