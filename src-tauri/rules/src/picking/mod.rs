//! Picking: which stock goes first, what is left of it, and how long it may be used.

pub mod expiry;
pub mod first;
