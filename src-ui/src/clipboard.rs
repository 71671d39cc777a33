//! Clipboard access for components, which may not call `ipc` themselves.

pub use crate::ipc::{Promised, promise_clipboard};
