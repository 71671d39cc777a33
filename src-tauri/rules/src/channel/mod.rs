//! What stations tell each other: how it is written, and what all of it comes to. Whatever the order in which
//! records come, and however often, all stations come to the same. Pure.

pub mod record;
pub mod shared;
