//! TODO

pub(crate) mod echo;
pub(crate) mod operations;
pub(crate) mod titles;
pub(crate) mod unsent;
