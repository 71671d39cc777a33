//! Codes: what can be encoded, and which modules of a symbol are dark.

pub mod fit;
pub mod gs1;
pub mod kind;
pub mod linear;
pub mod matrix;
pub mod symbol;
