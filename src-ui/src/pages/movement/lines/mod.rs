//! The lines as the page shows them: windows of rows (`rows`), how they are drawn (`columns`, `draw`,
//! `drawing`, `notes`, `accounts`), their grid, the row for new ones (`new_row`, `product_search`,
//! `people_search`), where the focus goes (`focus`, `arrival`), and what stands there without rows
//! (`standing`).

pub mod accounts;
pub mod arrival;
pub mod columns;
pub mod draw;
pub mod drawing;
pub mod focus;
pub mod grid;
pub mod new_row;
pub mod notes;
pub mod people_search;
pub mod product_search;
pub mod rows;
pub mod standing;
