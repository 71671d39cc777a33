//! The index products are searched by, made of the newest that were read.

use std::sync::Arc;

use parking_lot::Mutex;
use rules::search::product_index::ProductIndex;

/// The index of the newest products somebody searched.
#[derive(Default)]
pub(crate) struct LastIndex {
    pub(super) made: Mutex<Option<Arc<ProductIndex>>>,
    /// One at a time makes it; whoever needs it meanwhile waits for it.
    pub(super) making: Mutex<()>,
}
