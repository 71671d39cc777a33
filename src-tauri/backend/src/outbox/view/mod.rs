//! Movements as they are shown: as the service has them, with what waits to be changed, and with
//! names and counts for lists.

pub(crate) mod movements;
pub(crate) mod operations;
pub(crate) mod titles;
pub(crate) mod unsent;
