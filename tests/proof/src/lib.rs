//! Proves what SECURITY.md promises. One row is one promise, run by the gate in small and by
//! `cargo xtask soak` in large; both call the same function. The tests in `tests/gate` and the
//! program of this crate call it.
//!
//! To add a row: a file with its function, and one line in [`rows::ROWS`]. What rows share lies
//! here: a [`proxy`] that breaks connections by a script, a [`responder`] that says any bytes, a
//! [`trap`] that only counts, [`certificates`], and [`random`] numbers that come again. Deliberately
//! absent: any use by the product itself.

pub mod certificates;
pub mod figures;
pub mod network;
pub mod outbox;
pub mod planted;
pub mod promise;
pub mod proxy;
pub mod random;
pub mod responder;
pub mod rows;
pub mod run;
pub mod session;
pub mod store;
pub mod trap;
pub mod walking;

pub use promise::{Amount, Counts, Violation, check};
