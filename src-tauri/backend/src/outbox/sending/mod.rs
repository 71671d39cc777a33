//! TODO

pub(crate) mod creation;
pub(crate) mod delivery;
pub(crate) mod header;
pub(crate) mod judge;
pub(crate) mod lines;
pub(crate) mod picks;
pub(crate) mod sender;
pub(crate) mod settle;
pub(crate) mod single;
pub(crate) mod writes;
