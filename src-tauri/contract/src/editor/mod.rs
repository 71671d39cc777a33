//! Lines of a movement as they are edited: what the service has, what waits in the outbox, and over
//! both what was changed here and not sent yet.

pub(crate) mod cell;
pub(crate) mod change;
pub(crate) mod edit;
pub(crate) mod panel;
pub(crate) mod row;
pub(crate) mod rules;
pub(crate) mod typed_line;
