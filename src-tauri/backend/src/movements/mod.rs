//! Stock movements: the list, one movement, and making one. What is known of them is in `rules::movements`;
//! readings are in `read`, commands in `list`, `open`, `look`, `create` and `change`. Deliberately
//! absent: sending; what is to be changed is kept, and goes through the outbox.

pub(crate) mod change;
pub(crate) mod create;
pub(crate) mod form;
pub(crate) mod list;
pub(crate) mod look;
pub(crate) mod mirror;
pub(crate) mod read;
pub(crate) mod read_list;
