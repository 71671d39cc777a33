//! Products, stocklists and locations as rows: what a search finds, what a column holds, in which order.

pub mod location_rows;
pub mod product_rows;
pub mod stocklist_rows;
