//! What is handed in: plain data, with nothing decided about where it stands on the page.

pub mod codes;
pub mod document;
pub mod labels;
pub mod page;
pub mod table;
