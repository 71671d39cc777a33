//! Categories: the interface makes them (interface document, 4.2) and lists none, so they are seen
//! on products, beside those made here. Commands `list_categories` and `create_category`.

use std::{
    collections::BTreeMap,
    future::{Future, ready},
    sync::Arc,
};

use parking_lot::Mutex;

use contract::{Category, CategoryCount, CreateCategory, ListCategories, Operation, Written};
use rules::search::text::{fold, natural};

use super::products::Products;
use crate::{Backend, error::Error, outbox::op::Op};

/// Categories made here.
pub(crate) struct Categories {
    products: Arc<Products>,
    made: Mutex<Vec<String>>,
}

impl Categories {
    pub(crate) fn new(products: &Arc<Products>) -> Self {
        Self { products: Arc::clone(products), made: Mutex::default() }
    }

    /// Puts in what the store held.
    pub(crate) fn restore(&self, categories: Vec<Category>) {
        let names = categories.into_iter().filter_map(|category| category.name);
        *self.made.lock() = names.collect();
    }

    fn names(&self) -> Vec<String> {
        self.made.lock().clone()
    }

    /// Puts in one the service made.
    pub(crate) fn add(&self, name: String) {
        self.made.lock().push(name);
    }

    fn count_categories(&self) -> Vec<CategoryCount> {
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for name in self.names() {
            counts.entry(name).or_default();
        }
        let products = self.products.cache.look(&()).value.unwrap_or_default();
        let seen = products.iter().filter_map(|product| product.of.category.as_ref());
        for name in seen.filter_map(|category| category.name.as_ref()) {
            *counts.entry(name.clone()).or_default() += 1;
        }
        let mut counts: Vec<_> =
            counts.into_iter().map(|(name, n)| (fold(&name), name, n)).collect();
        counts.sort_by(|(a, ..), (b, ..)| natural(a, b));
        counts.into_iter().map(|(_, name, products)| CategoryCount { name, products }).collect()
    }
}

impl Backend {
    /// Shows the categories seen on products and made here, by name.
    ///
    /// # Errors
    /// If no profile is open.
    pub fn list_categories(
        &self,
        _request: ListCategories,
    ) -> impl Future<Output = Result<Vec<CategoryCount>, Error>> + Send + use<> {
        ready(self.workspace().map(|workspace| {
            workspace.products.read_products_behind();
            workspace.categories.count_categories()
        }))
    }

    /// Keeps a category to be made, and answers what the service says within a moment.
    ///
    /// # Errors
    /// [`Error::Required`] for a blank name; [`Error::Invalid`] for a key that something else has; if
    /// it cannot be kept.
    pub async fn create_category(&self, request: CreateCategory) -> Result<Written, Error> {
        let workspace = self.workspace()?;
        let name = request.name.trim().to_owned();
        if name.is_empty() {
            return Err(Error::Required("name"));
        }
        let body = Operation::CreateCategory { name };
        let alone = workspace.operations.taking_up.lock().await;
        let ops = match workspace.operations.kept_as(request.key, &body).await? {
            Some(op) => vec![op],
            None => {
                let key =
                    request.key.unwrap_or_else(|| workspace.account.common.clock.new_operation());
                let op = Op::new(key, None, body, None, workspace.account.now());
                workspace.operations.keep(vec![op], |_| Ok(())).await?
            }
        };
        drop(alone);
        let key = ops.first().map_or_else(uuid::Uuid::nil, |op| op.key.0);
        Ok(workspace.operations.answer(key, &ops).await)
    }
}
