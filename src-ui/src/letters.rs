//! Letters in small for components, which may not reach over the border themselves.

pub use crate::ipc::lower;
