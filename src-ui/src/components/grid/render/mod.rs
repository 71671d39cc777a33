//! Rows in the document: what each shows (`slots`), as pieces (`row`, `cell`, `note`, `content`, drawn by
//! what is in `ground`), which element shows which row (`pool`, `keep`), and the document made true to it
//! (`piece`, `paint`).

pub mod cell;
pub mod content;
pub mod ground;
pub mod keep;
pub mod note;
pub mod paint;
pub mod piece;
pub mod pool;
pub mod row;
pub mod slots;
