//! A block that is pasted or imported: which of its columns are what (`column_headers`), which rows ask for
//! something (`block`), what somebody puts right in them (`mended`), what comes of them (`report`), in a movement
//! that is not made yet too (`first_lines`), and which need attention (`troubles`). What quantities from elsewhere mean
//! is settled before (`marks`), and lines of a letter become rows (`free_text`).

pub mod block;
pub mod column_headers;
pub mod first_lines;
pub mod free_text;
pub mod marks;
pub mod mended;
pub mod report;
pub mod troubles;
