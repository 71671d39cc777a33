//! Sending: the loop that gives lanes their next step (`sender`), what all steps share (`delivery`,
//! `judge`, `writes`), one file for each kind of operation, and finding out what became of
//! unanswered ones (`settle`).

pub(crate) mod creation;
pub(crate) mod delivery;
pub(crate) mod header;
pub(crate) mod judge;
pub(crate) mod lines;
pub(crate) mod merges;
pub(crate) mod picks;
pub(crate) mod sender;
pub(crate) mod settle;
pub(crate) mod single;
pub(crate) mod writes;
