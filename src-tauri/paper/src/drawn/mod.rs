//! What is drawn: pages with their text, rules, boxes and codes, and what a reader that speaks is told.

pub mod below;
pub mod book;
pub mod codes;
pub mod foot;
pub mod group;
pub mod labels;
pub mod pen;
pub mod rows;
pub mod table;
pub mod top;
