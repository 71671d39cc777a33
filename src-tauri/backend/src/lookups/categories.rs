//! Categories: the interface lists none; they are those of products, and those made here.

use std::{collections::BTreeMap, sync::Arc};

use parking_lot::Mutex;

use contract::{Category, CategoryCount};
use rules::search::text::{fold, natural};

use super::products::Products;

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

    pub(crate) fn count_categories(&self) -> Vec<CategoryCount> {
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
