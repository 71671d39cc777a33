//! Lines as they are shown: the service's, changed by what waits in the outbox, changed by the
//! sheet; what is wrong with them, what can be sent of them, and the page of rows. Pure.

pub(crate) mod draw;
pub(crate) mod last_time;
pub(crate) mod lines;
pub(crate) mod notes;
pub(crate) mod planned;
pub(crate) mod problems;
pub(crate) mod resolve;
pub(crate) mod rows;
pub(crate) mod state;
pub(crate) mod suggest;
