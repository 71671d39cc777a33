//! Words for what the contract names, and texts, numbers and dates as people read and type them.

pub mod address;
pub mod format;
pub mod line_words;
pub mod outbox_words;
pub mod pasted_words;
pub mod words;
