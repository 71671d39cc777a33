//! The clipboard, for components, which know nothing of the border it lies behind.

pub use crate::ipc::{Promised, promise_clipboard};
