//! The gate: every row in its small amount. A test's name begins with the id of its row.

mod network;
mod outbox;
mod planted;
mod session;
mod store;
