//! Letters in small, and without their accents, for components, which may not reach over the border
//! themselves.

pub use crate::ipc::{folded, lower};
