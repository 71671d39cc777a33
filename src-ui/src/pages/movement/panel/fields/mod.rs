//! What the forms of a decision are made of: reason, comment, and the rows of substitutes.

pub mod comment;
pub mod pieces;
pub mod product_field;
pub mod reason;
pub mod suggestions;
pub mod sum;
pub mod swap_rows;
pub mod swaps;
