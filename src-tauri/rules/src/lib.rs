//! What is decided without a service, a file or a clock: everything comes in as arguments, and what is
//! said goes out. The backend asks these rules and does what they say. Deliberately absent: I/O, tasks,
//! locks held over anything, and any crate of ours but `contract`.

pub mod catalog;
pub mod channel;
pub mod editor;
pub mod figures;
pub mod movements;
pub mod outbox;
pub mod paste;
pub mod picking;
pub mod review;
pub mod search;
pub mod table;
