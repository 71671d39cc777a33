//! The movement editor: lines as they are to be, kept here until they are sent. What is wanted and was
//! not sent is the `sheet`; `apply` and `undo` say how an edit changes it, `keep` changes it here and
//! in the file; `rows` draws it over what the service has and what waits in the outbox, and `standing`
//! says what of it can be sent, and `together` what goes only with others. Deliberately absent: sending;
//! what is sent goes through the outbox.

pub(crate) mod commands;
pub(crate) mod draft;
pub(crate) mod drawing;
pub(crate) mod drawn;
pub(crate) mod editors;
pub(crate) mod keep;
pub(crate) mod last_drawn;
pub(crate) mod panel;
pub(crate) mod past;
pub(crate) mod paste;
pub(crate) mod plan;
pub(crate) mod reasons;
pub(crate) mod send;
