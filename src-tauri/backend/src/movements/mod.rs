//! Stock movements: what is known of them here (`mirror`), how the list (`read_list`) and one of them
//! (`read`, `look`) come anew, and making one (`create`). Deliberately absent: sending; what is to be
//! changed is saved, and goes through the outbox.

pub(crate) mod change;
pub(crate) mod create;
pub(crate) mod form;
pub(crate) mod list;
pub(crate) mod look;
pub(crate) mod mirror;
pub(crate) mod read;
pub(crate) mod read_list;
