//! Categories: the interface makes them (interface document, 4.2) and lists none, so they are seen
//! on products, beside those made here. Commands `list_categories` and `create_category`.

use std::{
    collections::BTreeMap,
    future::{Future, ready},
};

use parking_lot::Mutex;

use contract::{Category, CategoryCount, CreateCategory, ListCategories, Operation, Written};
use rules::search::text::{fold, natural};

use crate::{Backend, error::Error, outbox::op::Op, profile::Workspace};

/// Categories made here.
#[derive(Default)]
pub(crate) struct Categories(Mutex<Vec<String>>);

impl Categories {
    /// Puts in what the store held.
    pub(crate) fn restore(&self, categories: Vec<Category>) {
        let names = categories.into_iter().filter_map(|category| category.name);
        *self.0.lock() = names.collect();
    }

    fn names(&self) -> Vec<String> {
        self.0.lock().clone()
    }

    /// Puts in one the service made.
    pub(crate) fn add(&self, name: String) {
        self.0.lock().push(name);
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
            workspace.read_products_behind();
            workspace.count_categories()
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
        let alone = workspace.taking_up.lock().await;
        let ops = match workspace.kept_as(request.key, &body).await? {
            Some(op) => vec![op],
            None => {
                let key = request.key.unwrap_or_else(|| workspace.common.clock.new_operation());
                let op = Op::new(key, None, body, None, workspace.common.clock.now());
                workspace.keep(vec![op], |_| Ok(())).await?
            }
        };
        drop(alone);
        let key = ops.first().map_or_else(uuid::Uuid::nil, |op| op.key.0);
        Ok(workspace.answer(key, &ops).await)
    }
}

impl Workspace {
    fn count_categories(&self) -> Vec<CategoryCount> {
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for name in self.categories.names() {
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
