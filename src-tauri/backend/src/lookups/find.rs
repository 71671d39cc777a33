//! Command `find_products`: products for what is being typed, out of an index in memory that is made
//! behind, before somebody types. Deliberately absent: how they are found; `product_index` does that.

use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};

use contract::{FindProducts, FoundProduct, ProductRef};
use rules::search::product_index::ProductIndex;

use super::products::Products;
use crate::{
    Backend, background::blocking, editor::rows::DrawnRow, error::Error, profile::Workspace,
};

/// Nobody looks through more than this.
const MOST: usize = 50;

/// The index of the newest products somebody searched.
#[derive(Default)]
pub(crate) struct LastIndex {
    made: Mutex<Option<Arc<ProductIndex>>>,
    /// One at a time makes it; whoever needs it meanwhile waits for it.
    making: Mutex<()>,
}

impl Backend {
    /// Finds products for what is typed; for nothing, none. Products that were never read, or are
    /// old, are read behind.
    ///
    /// # Errors
    /// If no profile is open.
    pub async fn find_products(&self, request: FindProducts) -> Result<Vec<FoundProduct>, Error> {
        let workspace = self.workspace()?;
        workspace.read_products_behind();
        let at_hand = workspace.products.index_at_hand();
        if at_hand.is_some() {
            // One that is a page behind finds what it has, rather than nothing yet.
            workspace.index_products_behind();
        }
        blocking(move || {
            let index = at_hand.unwrap_or_else(|| workspace.products.index());
            workspace.found_products(&index, &request)
        })
        .await
    }
}

impl Workspace {
    /// Makes the index behind, so that the first key finds it there.
    pub(crate) fn index_products_behind(self: &Arc<Self>) {
        if self.products.wants_index() {
            let workspace = Arc::clone(self);
            self.background.spawn(async move {
                let _ = blocking(move || workspace.products.index()).await;
            });
        }
    }

    fn found_products(&self, index: &ProductIndex, request: &FindProducts) -> Vec<FoundProduct> {
        let most = usize::try_from(request.count).unwrap_or(MOST).min(MOST);
        let hits = index.find(&request.text, most);
        // A movement that is not known here has no lines.
        let drawn = request.movement.and_then(|key| self.drawn(self.name_now(key)).ok());
        let in_line = |product: &ProductRef| {
            let rows = (1..).zip(drawn.iter().flat_map(|drawn| &drawn.rows));
            let mut open = rows.filter(|(_, row)| row.is_updatable());
            let is_it = |row: &DrawnRow| row.product().is_some_and(|other| other.id == product.id);
            open.find(|(_, row)| is_it(row)).map(|(number, _)| number)
        };
        let found = hits.into_iter().map(|hit| FoundProduct {
            in_line: in_line(&hit.product),
            product: hit.product,
            exact: hit.exact,
        });
        found.collect()
    }
}

impl Products {
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
    fn index_at_hand(&self) -> Option<Arc<ProductIndex>> {
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
