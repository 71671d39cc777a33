//! Products (interface document, 2.8 and 4.6): read whole, listed and searched here. The document
//! demonstrates the list with POST and calls lookups GET; GET is asked, and POST only where the
//! service has no GET.

use std::{collections::HashMap, sync::Arc, time::Duration};

use client::{Listed, Paging, ProductsBy};
use contract::{
    DataSet, Endpoint, Page, Product, ProductColumn, ProductFilter, ProductRef, ProductRow, Rows,
    Sort, Topic,
};
use rules::{
    catalog::product_rows::{Counted, by_code, in_order, is_by_code},
    search::{Counts, Record, order::LastOrder, product_index::ProductIndex, text::fold, window},
};
use tokio::time::timeout;

use super::{LOOKUP_AGE, index::LastIndex, stocklists::Stocklists};
use crate::{
    account::Account,
    background::blocking,
    error::Error,
    service::{
        cache::{Age, Cache, Flight, Turn},
        calls::Service,
        crawl::crawl,
    },
    store::tables::mirror,
};

/// Whoever needs all products waits so long for the first reading.
const FIRST_READING: Duration = Duration::from_secs(20);

/// How many products are asked for at once.
const PAGE: u32 = 200;

type All = Vec<Arc<Record<Product>>>;

/// The products read so far.
pub(crate) struct Products {
    pub(super) account: Arc<Account>,
    service: Arc<Service>,
    stocklists: Arc<Stocklists>,
    pub cache: Cache<(), All>,
    order: LastOrder<ProductOrderKey, Counted>,
    /// All of them as they stand where nobody asks for another order: a filter, which changes with
    /// every letter, then needs none made.
    by_code: LastOrder<u64, Arc<Record<Product>>>,
    pub(super) index: LastIndex,
}

#[derive(PartialEq)]
struct ProductOrderKey {
    version: u64,
    stocklists: u64,
    filter: ProductFilter,
    sort: Vec<Sort<ProductColumn>>,
}

impl Products {
    pub(crate) fn new(
        account: &Arc<Account>,
        service: &Arc<Service>,
        stocklists: &Arc<Stocklists>,
    ) -> Self {
        Self {
            account: Arc::clone(account),
            service: Arc::clone(service),
            stocklists: Arc::clone(stocklists),
            cache: Cache::new(&account.common.changes, &[Topic::Products]),
            order: LastOrder::default(),
            by_code: LastOrder::default(),
            index: LastIndex::default(),
        }
    }

    /// Puts in what the store held.
    pub(crate) fn restore(&self, products: Vec<Product>, age: Age) {
        self.cache.restore((), records(products), Some(age));
    }
}

impl Products {
    /// Products by their codes, folded; all of them, where the service tells.
    pub(crate) async fn refs_by_code(self: &Arc<Self>) -> HashMap<String, ProductRef> {
        self.until_read().await;
        let all = self.cache.look(&()).value.unwrap_or_default();
        let refs = all.iter().filter_map(|record| {
            Some((fold(record.of.product_code.as_ref()?), ProductRef::from(&record.of)))
        });
        refs.collect()
    }

    /// Reads all products anew, or joins who does.
    pub(crate) fn read_products(self: &Arc<Self>) -> Result<Flight, Error> {
        let this = Arc::clone(self);
        let crawl = |turn| async move { this.crawl_products(turn).await };
        self.service.begin_reading(&self.cache, &(), crawl)
    }

    /// Reads behind if it was never done, or is old.
    pub(crate) fn read_products_behind(self: &Arc<Self>) {
        let (now, epoch) = (self.account.now(), self.service.session.epoch());
        if self.cache.is_due(&(), now, LOOKUP_AGE, epoch) {
            // Without a session what is known is shown as it is.
            let _ = self.read_products();
        }
    }

    /// Waits until all were read once: a code that is not among some of them may be among the others. Where
    /// nobody answers, or not soon, what is known must do.
    pub(crate) async fn until_read(self: &Arc<Self>) {
        self.read_products_behind();
        let first = self.cache.look(&()).freshness;
        if first.as_of.is_none()
            && first.failure.is_none()
            && first.reading.is_some()
            && let Ok(reading) = self.read_products()
        {
            let _ = timeout(FIRST_READING, reading.wait()).await;
        }
    }

    async fn crawl_products(self: Arc<Self>, turn: Turn<(), All>) {
        let mut all: All = Vec::new();
        let page = |products: Vec<Product>| {
            all.extend(records(products));
            turn.progress(all.len());
            turn.show(|| all.clone());
            Ok(())
        };
        let read = |page: Paging| {
            let this = Arc::clone(&self);
            async move { this.products_page(page).await }
        };
        let end =
            crawl(Endpoint::ListProducts, PAGE, read, |product| product.id.clone(), page).await;
        let now = self.account.now();
        let end = match end {
            Ok(crawled) => {
                let age = Age { as_of: now, left_out: crawled.left_out };
                self.keep_products(all.clone(), age).await.map(|()| age)
            }
            Err(error) => Err(error),
        };
        match end {
            Ok(age) => {
                turn.done_but(all, age);
                self.index_products_behind();
            }
            Err(error) => turn.failed(&error, now),
        }
    }

    /// One page; asked by POST where the service is known to want it so, or turns out to.
    async fn products_page(self: &Arc<Self>, page: Paging) -> Result<Listed<Product>, Error> {
        if self.account.facts().products_by_post {
            return self.products_page_by(page, ProductsBy::Post).await;
        }
        match self.products_page_by(page, ProductsBy::Get).await {
            Err(Error::Refused(refusal)) if matches!(refusal.status, 404 | 405) => {
                let products = self.products_page_by(page, ProductsBy::Post).await?;
                self.account.learn(|facts| facts.products_by_post = true).await?;
                Ok(products)
            }
            answer => answer,
        }
    }

    async fn products_page_by(
        self: &Arc<Self>,
        page: Paging,
        by: ProductsBy,
    ) -> Result<Listed<Product>, Error> {
        let call = |client: client::Client, cookies| async move {
            client.list_products(&cookies, page, by).await
        };
        self.service.read(Endpoint::ListProducts, call).await
    }

    async fn keep_products(&self, all: All, age: Age) -> Result<(), Error> {
        let kept = self.account.store.send(move |tx| {
            mirror::save_products(tx, all.iter().map(|product| &product.of))?;
            mirror::save_age(tx, &DataSet::Products, age)
        });
        Ok(kept.await?)
    }

    pub(crate) fn list_products(
        &self,
        filter: ProductFilter,
        rows: &Rows<ProductColumn>,
    ) -> Page<ProductRow> {
        let glance = self.cache.look(&());
        let known = glance.value.unwrap_or_default();
        let question = ProductOrderKey {
            version: glance.version,
            stocklists: self.stocklists.cache.version(),
            filter,
            sort: rows.sort.clone(),
        };
        let ordered = self.order.of(question, |question| {
            let lists = self.stocklists.products();
            if is_by_code(&question.sort) {
                let all = self.by_code.of(question.version, |_| by_code(&known));
                return in_order(&all, &lists, &question.filter, None);
            }
            in_order(&known, &lists, &question.filter, Some(&question.sort))
        });
        let counts = Counts { matching: ordered.len(), known: known.len() };
        window(&ordered, rows, counts, glance.freshness, Counted::row)
    }

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
        *self.index.made.lock() = Some(Arc::clone(&index));
        index
    }

    /// The index as it is. `None` if it must be made first; only while products come in page by page
    /// is one of fewer products good enough.
    pub(crate) fn index_at_hand(&self) -> Option<Arc<ProductIndex>> {
        let is_growing = self.cache.look(&()).freshness.reading.is_some();
        self.newest_index().or_else(|| self.index.made.lock().clone().filter(|_| is_growing))
    }

    /// Whether it is to be made, and nobody does.
    fn wants_index(&self) -> bool {
        self.newest_index().is_none() && self.index.making.try_lock().is_some()
    }

    fn newest_index(&self) -> Option<Arc<ProductIndex>> {
        let version = self.cache.look(&()).version;
        self.index.made.lock().clone().filter(|index| index.version == version)
    }
}

fn records(products: Vec<Product>) -> All {
    products.into_iter().map(|product| Arc::new(Record::new(product))).collect()
}
