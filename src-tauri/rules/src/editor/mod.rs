//! Edited lines of a movement: `draft` is what is wanted and not sent, `drawn` shows it over what the
//! service has and what waits in the outbox.

pub mod draft;
pub mod drawn;
pub mod error;
