//! A block that is pasted or imported: which of its columns are what (`column_headers`), which rows ask for
//! something (`block`), what comes of them (`report`), and which need attention (`troubles`). Lines of a
//! letter become rows before (`free_text`).

pub mod block;
pub mod column_headers;
pub mod free_text;
pub mod report;
pub mod troubles;
