//! What the window asks and holds: queries and commands, windows of rows, the session, what waits in the
//! outbox, and forms being filled in.

pub mod drafts;
pub mod outbox;
pub mod query;
pub mod rows;
pub mod session;
