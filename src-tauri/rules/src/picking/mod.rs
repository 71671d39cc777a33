//! Picking: which stock goes first, and what is left of it.

pub mod first;
