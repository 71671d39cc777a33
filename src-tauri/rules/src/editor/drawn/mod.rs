//! Lines as they are shown: the service's, changed by what waits in the outbox, changed by the
//! sheet; what is wrong with them, what can be sent of them, and the page of rows. Pure.

pub mod draw;
pub mod last_time;
pub mod lines;
pub mod notes;
pub mod planned;
pub mod problems;
pub mod resolve;
pub mod rows;
pub mod state;
