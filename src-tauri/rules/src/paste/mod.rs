//! A block that is pasted: which of its columns are what (`column_headers`), which rows ask for something
//! (`block`), and what comes of them (`report`). Lines of a letter become rows before (`free_text`).

pub mod block;
pub mod column_headers;
pub mod free_text;
pub mod report;
