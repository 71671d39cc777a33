//! What a site keeps for picking that its service does not tell: barcodes of products, and what lies where.
//! Read once at the start and held in memory.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
};

use contract::{
    Alias, ImportReport, LineItem, Location, LocationId, Operation, PlaceRef, ProductId,
    ProductRef, SiteFacts, SiteTable, Topic,
};
use parking_lot::Mutex;
use rules::{
    picking::{
        scan::{KnownBin, alias_key, code_to_learn},
        site::{SiteItem, SiteItems, SiteStock, read_aliases, read_stock},
        view::SentPicks,
    },
    search::{count_of, text::fold},
};

use crate::{
    account::Account,
    background::blocking,
    error::Error,
    lookups::{locations::Locations, products::Products},
    outbox::queue::Outbox,
    store::tables::site::{self, SavedSite},
};

/// Barcodes of products, and what the site says lies where.
pub(crate) struct SiteData {
    pub account: Arc<Account>,
    pub products: Arc<Products>,
    pub locations: Arc<Locations>,
    pub outbox: Arc<Outbox>,
    pub known: Mutex<KnownSite>,
}

#[derive(Debug, Default)]
pub(crate) struct KnownSite {
    /// By what a code is the same as another.
    aliases: BTreeMap<String, Alias>,
    table: Option<(SiteTable, Arc<SiteItems>)>,
}

impl SiteData {
    pub(crate) fn restore(&self, saved: SavedSite) {
        let aliases = saved.aliases.into_iter().collect();
        let table = saved.table.map(|(table, items)| (table, Arc::new(SiteItems::of(items))));
        *self.known.lock() = KnownSite { aliases, table };
    }

    /// The product of which a code was learned to be.
    pub(crate) fn product_of(&self, code: &str) -> Option<ProductId> {
        self.known.lock().aliases.get(&alias_key(code)).map(|alias| alias.product.id.clone())
    }

    /// The product that has this id, this code, or one like it.
    pub(crate) fn listed(&self, code: &str) -> Option<ProductRef> {
        let (all, wanted) = (self.products.cache.look(&()).value?, fold(code));
        let is_it = |it: &contract::Product| {
            it.id.as_str() == code
                || it.product_code.as_deref().is_some_and(|it| fold(it) == wanted)
        };
        all.iter().find(|record| is_it(&record.of)).map(|record| ProductRef::from(&record.of))
    }

    /// The bins that have this name, number or id, in all depots whose bins were read.
    pub(crate) fn bins(&self, code: &str) -> Vec<KnownBin> {
        let wanted = fold(code);
        let is_called =
            |name: &Option<String>| name.as_deref().is_some_and(|it| fold(it) == wanted);
        let is_it = |bin: &&Location| {
            bin.id.as_str() == code || is_called(&bin.name) || is_called(&bin.location_number)
        };
        let mut found = Vec::new();
        for (depot, bins) in self.locations.bins_by_depot() {
            let known = |bin: &Location| KnownBin {
                bin: PlaceRef::from(bin),
                depot: depot_of(bin, &depot),
            };
            found.extend(bins.iter().filter(is_it).map(known));
        }
        found
    }

    /// Barcodes by code.
    pub(crate) fn aliases(&self) -> Vec<Alias> {
        self.known.lock().aliases.values().cloned().collect()
    }

    /// Whether a code was learned here.
    pub(crate) fn has_learned(&self, key: &str) -> bool {
        self.known.lock().aliases.contains_key(key)
    }

    /// Learns that a barcode is of a product.
    pub(crate) async fn learn(&self, code: &str, product: ProductRef) -> Result<(), Error> {
        let code = code_to_learn(code);
        if code.is_empty() {
            return Err(Error::Required("code"));
        }
        let learned = self.account.now();
        let key = alias_key(&code);
        self.learn_all(vec![(key, Alias { code, product, learned, told_by: None })]).await
    }

    async fn learn_all(&self, aliases: Vec<(String, Alias)>) -> Result<(), Error> {
        let saved = aliases.clone();
        self.account.store.send(move |tx| site::save_aliases(tx, &saved)).await?;
        self.known.lock().aliases.extend(aliases);
        self.account.announce(&[Topic::Walks]);
        Ok(())
    }

    /// Forgets a barcode.
    pub(crate) async fn forget(&self, code: &str) -> Result<(), Error> {
        let key = alias_key(code);
        let saved = key.clone();
        self.account.store.send(move |tx| site::remove_alias(tx, &saved)).await?;
        self.known.lock().aliases.remove(&key);
        self.account.announce(&[Topic::Walks]);
        Ok(())
    }

    /// Learns barcodes from a table, or only says what would come of it.
    pub(crate) async fn import_aliases(
        &self,
        text: String,
        dry_run: bool,
    ) -> Result<ImportReport, Error> {
        let products = self.products.refs_by_code().await;
        let (report, found, products) = blocking(move || {
            let knows = |code: &str| products.contains_key(&fold(code));
            let (report, found) = read_aliases(&text, alias_key, knows);
            (report, found, products)
        })
        .await?;
        if !dry_run {
            let learned = self.account.now();
            let alias = |(code, of): (String, String)| {
                let product = products.get(&fold(&of))?.clone();
                Some((alias_key(&code), Alias { code, product, learned, told_by: None }))
            };
            self.learn_all(found.into_iter().filter_map(alias).collect()).await?;
        }
        Ok(report)
    }

    /// Uses a table of what lies where, or only says what would come of it. One without a row that can be
    /// used changes nothing.
    pub(crate) async fn import_stock(
        &self,
        file_name: String,
        text: String,
        dry_run: bool,
    ) -> Result<ImportReport, Error> {
        let products = self.products.refs_by_code().await;
        let depots = self.locations.all_bins();
        let (report, items) = blocking(move || {
            let bins = depots.iter().flat_map(|bins| bins.iter());
            let bins: HashSet<String> =
                bins.filter_map(|bin| Some(fold(bin.name.as_ref()?))).collect();
            let knows = |code: &str| products.contains_key(&fold(code));
            read_stock(&text, knows, |name| bins.contains(&fold(name)))
        })
        .await?;
        if !dry_run && report.used > 0 {
            let (as_of, rows) = (self.account.now(), count_of(items.len()));
            self.use_table(SiteTable { file_name, as_of, rows }, items).await?;
        }
        Ok(report)
    }

    async fn use_table(&self, table: SiteTable, items: Vec<SiteItem>) -> Result<(), Error> {
        let indexed = Arc::new(SiteItems::of(items.iter().cloned()));
        let saved = table.clone();
        self.account.store.send(move |tx| site::save_table(tx, &saved, &items)).await?;
        self.known.lock().table = Some((table, indexed));
        self.account.announce(&[Topic::Walks]);
        Ok(())
    }

    /// The table of what lies where that is in use, and how many barcodes are known.
    pub(crate) fn facts(&self) -> SiteFacts {
        let known = self.known.lock();
        let table = known.table.as_ref().map(|(table, _)| table.clone());
        SiteFacts { table, aliases: count_of(known.aliases.len()) }
    }

    /// Uses the table of what lies where no more.
    pub(crate) async fn remove_table(&self) -> Result<(), Error> {
        self.account.store.send(site::remove_table).await?;
        self.known.lock().table = None;
        self.account.announce(&[Topic::Walks]);
        Ok(())
    }

    /// What the site says lies where of the products of these lines, in a depot with these bins.
    pub(crate) fn stock(
        &self,
        lines: &[LineItem],
        bins: &HashMap<LocationId, PlaceRef>,
    ) -> SiteStock {
        let Some((table, items)) = self.known.lock().table.clone() else {
            return SiteStock::default();
        };
        let today = self.account.common.clock.today();
        let (mut queued, now) = (Vec::new(), self.account.now());
        self.outbox.look_at_all(|op| {
            if let (Operation::Pick { item, picks }, Some(movement)) = (&op.body, op.movement) {
                let (key, item, picks) = (op.key, item.clone(), picks.clone());
                let sent =
                    SentPicks { key, movement, item, product: None, picks, at: now, id: None };
                queued.push(sent);
            }
        });
        SiteStock { as_of: Some(table.as_of), of: items.stock(lines, bins, today), queued }
    }
}

/// The depot of this id, as one of its bins names it.
fn depot_of(bin: &Location, id: &LocationId) -> PlaceRef {
    let name = bin.parent.as_deref().map_or_else(|| id.to_string(), |it| it.shown().to_owned());
    PlaceRef { id: id.clone(), name, type_code: None }
}
