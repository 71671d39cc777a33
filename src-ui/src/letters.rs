//! Lower case, and text without accents, for components, which may not call `ipc` themselves.

pub use crate::ipc::{folded, lower};
