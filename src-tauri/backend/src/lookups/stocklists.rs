//! Stocklists (interface document, 2.6 and 4.6): read by what the service is asked for, filtered
//! here once more because some installations ignore its filters.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use client::Paging;
use contract::{
    DataSet, Endpoint, Page, ProductId, Rows, Sort, Stocklist, StocklistColumn, StocklistFilter,
    StocklistId, StocklistQuery, StocklistRow, Topic,
};
use rules::{
    catalog::stocklist_rows::{in_order, row},
    search::{Counts, Record, order::LastOrder, window},
};

use super::LOOKUP_AGE;
use crate::{
    account::Account,
    directory::{Directory, Harvest},
    error::Error,
    service::{
        cache::{Age, Cache, Flight, Turn},
        calls::Service,
        crawl::crawl,
    },
    store::tables::mirror,
};

/// How many stocklists are asked for at once; each comes with its items.
const PAGE: u32 = 100;

/// Answers to so many different queries are kept.
const QUERIES: usize = 24;

type Lists = Vec<Arc<Record<Stocklist>>>;

/// The stocklists read so far.
pub(crate) struct Stocklists {
    account: Arc<Account>,
    service: Arc<Service>,
    directory: Arc<Directory>,
    pub cache: Cache<StocklistQuery, Lists>,
    order: LastOrder<StocklistOrderKey, Arc<Record<Stocklist>>>,
}

#[derive(PartialEq)]
struct StocklistOrderKey {
    version: u64,
    filter: StocklistFilter,
    sort: Vec<Sort<StocklistColumn>>,
}

impl Stocklists {
    pub(crate) fn new(
        account: &Arc<Account>,
        service: &Arc<Service>,
        directory: &Arc<Directory>,
    ) -> Self {
        // Products show in how many lists they stand, places how often they are named.
        const TOPICS: &[Topic] = &[Topic::Stocklists, Topic::Products, Topic::Locations];
        Self {
            account: Arc::clone(account),
            service: Arc::clone(service),
            directory: Arc::clone(directory),
            cache: Cache::new(&account.common.changes, TOPICS),
            order: LastOrder::default(),
        }
    }

    /// Puts in what the store held.
    pub(crate) fn restore(
        &self,
        asked: StocklistQuery,
        stocklists: Vec<Stocklist>,
        age: Option<Age>,
    ) {
        self.cache.restore(asked, records(stocklists), age);
    }

    /// Every stocklist known, once, in its newest reading.
    pub(crate) fn all(&self) -> Vec<Arc<Record<Stocklist>>> {
        let mut readings = self.cache.values();
        readings.sort_by_key(|(_, _, as_of)| std::cmp::Reverse(*as_of));
        let mut seen = HashSet::new();
        readings
            .iter()
            .flat_map(|(_, lists, _)| lists.iter())
            .filter(|list| seen.insert(list.of.id.clone()))
            .cloned()
            .collect()
    }

    pub(crate) fn find(&self, id: &StocklistId) -> Option<Stocklist> {
        self.all().into_iter().find(|list| list.of.id == *id).map(|list| list.of.clone())
    }

    /// In how many stocklists each product stands.
    pub(crate) fn products(&self) -> HashMap<ProductId, u32> {
        let mut counts = HashMap::new();
        for list in self.all() {
            let products: HashSet<_> = list.of.items.iter().map(|item| &item.product.id).collect();
            for product in products {
                *counts.entry(product.clone()).or_default() += 1;
            }
        }
        counts
    }
}

impl Stocklists {
    /// Reads all stocklists of a query anew, or joins who does.
    pub(crate) fn read_stocklists(
        self: &Arc<Self>,
        asked: &StocklistQuery,
    ) -> Result<Flight, Error> {
        if self.service.session.is_live() {
            self.make_room(asked);
        }
        let (this, of) = (Arc::clone(self), asked.clone());
        let crawl = |turn| async move { this.crawl_stocklists(of, turn).await };
        self.service.begin_reading(&self.cache, asked, crawl)
    }

    /// Reads behind if it was never done, or is old.
    pub(crate) fn read_stocklists_behind(self: &Arc<Self>, asked: &StocklistQuery) {
        let (now, epoch) = (self.account.now(), self.service.session.epoch());
        if self.cache.is_due(asked, now, LOOKUP_AGE, epoch) {
            // Without a session what is known is shown as it is.
            let _ = self.read_stocklists(asked);
        }
    }

    async fn crawl_stocklists(
        self: Arc<Self>,
        asked: StocklistQuery,
        turn: Turn<StocklistQuery, Lists>,
    ) {
        let mut all: Lists = Vec::new();
        let page = |stocklists: Vec<Stocklist>| {
            self.directory.harvest(&self.account, Harvest::of_stocklists(&stocklists));
            all.extend(records(stocklists));
            turn.progress(all.len());
            turn.show(|| all.clone());
            Ok(())
        };
        let read = |page: Paging| {
            let (this, asked) = (Arc::clone(&self), asked.clone());
            async move {
                let call = |client: client::Client, cookies| async move {
                    client.list_stocklists(&cookies, &asked, page).await
                };
                this.service.read(Endpoint::ListStocklists, call).await
            }
        };
        let id = |list: &Stocklist| list.id.clone();
        let end = crawl(Endpoint::ListStocklists, PAGE, read, id, page).await;
        let now = self.account.now();
        let end = match end {
            Ok(crawled) => {
                let age = Age { as_of: now, left_out: crawled.left_out };
                self.keep_stocklists(asked, all.clone(), age).await.map(|()| age)
            }
            Err(error) => Err(error),
        };
        match end {
            Ok(age) => turn.done_but(all, age),
            Err(error) => turn.failed(&error, now),
        }
    }

    async fn keep_stocklists(
        &self,
        asked: StocklistQuery,
        all: Lists,
        age: Age,
    ) -> Result<(), Error> {
        let kept = self.account.store.send(move |tx| {
            mirror::save_stocklists(tx, &asked, all.iter().map(|list| &list.of))?;
            mirror::save_age(tx, &DataSet::Stocklists(asked), age)
        });
        Ok(kept.await?)
    }

    /// Keeps the number of answers bounded: the oldest go when a new query comes.
    fn make_room(&self, asked: &StocklistQuery) {
        let mut readings = self.cache.values();
        readings.retain(|(query, _, _)| query != asked && *query != StocklistQuery::default());
        if readings.len() < QUERIES {
            return;
        }
        readings.sort_by_key(|(_, _, as_of)| *as_of);
        let surplus = readings.len() + 1 - QUERIES;
        let old: Vec<_> = readings.into_iter().take(surplus).map(|(query, _, _)| query).collect();
        self.cache.retain(|query| !old.contains(query));
        drop(
            self.account.store.send(move |tx| {
                old.iter().try_for_each(|query| mirror::drop_stocklists(tx, query))
            }),
        );
    }

    pub(crate) fn list_stocklists(
        &self,
        filter: StocklistFilter,
        rows: &Rows<StocklistColumn>,
    ) -> Page<StocklistRow> {
        let glance = self.cache.look(&filter.query);
        let known = glance.value.unwrap_or_default();
        let question =
            StocklistOrderKey { version: glance.version, filter, sort: rows.sort.clone() };
        let ordered =
            self.order.of(question, |question| in_order(&known, &question.filter, &question.sort));
        let counts = Counts { matching: ordered.len(), known: known.len() };
        window(&ordered, rows, counts, glance.freshness, |list| row(&list.of))
    }
}

fn records(stocklists: Vec<Stocklist>) -> Lists {
    stocklists.into_iter().map(|list| Arc::new(Record::new(list))).collect()
}
