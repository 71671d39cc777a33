//! Text: from characters to lines of glyphs.

pub mod clean;
pub mod line;
pub mod wrap;
