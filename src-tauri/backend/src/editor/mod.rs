//! The movement editor: edited lines, saved here until they are sent. `draft` is what is wanted and
//! not sent, `drawn` shows it over what the service has and what waits in the outbox; the files
//! here join both with the rest of the workspace. Deliberately absent: sending; what is sent goes
//! through the outbox.

pub(crate) mod drawing;
pub(crate) mod editors;
pub(crate) mod imports;
pub(crate) mod keep;
pub(crate) mod last_drawn;
pub(crate) mod learned;
pub(crate) mod overview;
pub(crate) mod panel;
pub(crate) mod past;
pub(crate) mod paste;
pub(crate) mod plan;
pub(crate) mod reasons;
pub(crate) mod send;
pub(crate) mod suggest;

// What is decided, beside those who do it.
pub(crate) use rules::editor::{draft, drawn};
