//! Reading and writing what the file holds, one file for each kind of record.

pub(crate) mod channel;
pub(crate) mod drafts;
pub(crate) mod editor;
pub(crate) mod facts;
pub(crate) mod history;
pub(crate) mod journal;
pub(crate) mod mirror;
pub(crate) mod observed;
pub(crate) mod operations;
pub(crate) mod pairs;
pub(crate) mod picks;
pub(crate) mod refusals;
pub(crate) mod review;
pub(crate) mod site;
pub(crate) mod walks;
