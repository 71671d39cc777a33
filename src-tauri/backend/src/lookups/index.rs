//! The index products are searched by, made of the newest that were read.

use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use rules::search::product_index::ProductIndex;

use super::products::Products;
use crate::background::blocking;

/// The index of the newest products somebody searched.
#[derive(Default)]
pub(crate) struct LastIndex {
    made: Mutex<Option<Arc<ProductIndex>>>,
    /// One at a time makes it; whoever needs it meanwhile waits for it.
    making: Mutex<()>,
}

impl Products {
    /// Makes the index behind, so that the first key finds it there.
    pub(crate) fn index_products_behind(self: &Arc<Self>) {
        if self.wants_index() {
            let this = Arc::clone(self);
            self.account.background.spawn(async move {
                let _ = blocking(move || this.index()).await;
            });
        }
    }

    /// The index of all products known now.
    pub(crate) fn index(&self) -> Arc<ProductIndex> {
        if let Some(index) = self.newest_index() {
            return index;
        }
        let _making = self.index.making.lock();
        if let Some(index) = self.newest_index() {
            return index;
        }
        let glance = self.cache.look(&());
        let known = glance.value.unwrap_or_default();
        let index = Arc::new(ProductIndex::new(glance.version, &known));
        *self.index.made() = Some(Arc::clone(&index));
        index
    }

    /// The index as it is. `None` if it must be made first; only while products come in page by page
    /// is one of fewer products good enough.
    pub(crate) fn index_at_hand(&self) -> Option<Arc<ProductIndex>> {
        let is_growing = self.cache.look(&()).freshness.reading.is_some();
        self.newest_index().or_else(|| self.index.made().clone().filter(|_| is_growing))
    }

    /// Whether it is to be made, and nobody does.
    fn wants_index(&self) -> bool {
        self.newest_index().is_none() && self.index.making.try_lock().is_some()
    }

    fn newest_index(&self) -> Option<Arc<ProductIndex>> {
        let version = self.cache.look(&()).version;
        self.index.made().clone().filter(|index| index.version == version)
    }
}

impl LastIndex {
    fn made(&self) -> MutexGuard<'_, Option<Arc<ProductIndex>>> {
        self.made.lock()
    }
}
