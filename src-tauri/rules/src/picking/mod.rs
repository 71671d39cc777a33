//! Picking: what there is to pick for a line, which stock goes first, what is left of it, how long it may be
//! used, and how much is picked.

pub mod expiry;
pub mod first;
pub mod picked;
pub mod view;
