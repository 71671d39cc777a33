//! What was learned of pairs of products: counted over the movements known here, read from a file of the site,
//! and forgotten on request. Suggestions are made from it.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use contract::{ImportReport, LearnedPair, ProductId, ProductRef, Topic};
use parking_lot::Mutex;
use rules::{
    review::pairs::{Forgotten, KeptPair, Pair, PairItem, PairKey, joined, read_pairs},
    search::text::fold,
};

use super::{past::Past, suggest::RefusedPair};
use crate::{
    account::Account, background::blocking, error::Error, lookups::products::Products,
    movements::mirror::Movements, store::tables::pairs,
};

/// What was learned.
pub(crate) struct LearnedPairs {
    pub account: Arc<Account>,
    pub movements: Arc<Movements>,
    pub products: Arc<Products>,
    pub past: Past,
    pub kept: Mutex<BTreeMap<PairKey, KeptPair>>,
}

impl LearnedPairs {
    pub(crate) fn restore(&self, kept: Vec<(PairKey, KeptPair)>) {
        *self.kept.lock() = kept.into_iter().collect();
    }

    /// Reasons given in the service, those given most first.
    pub(super) fn reasons_seen(&self) -> Arc<Vec<String>> {
        self.past.reasons_seen(&self.movements)
    }

    /// What went instead of a product, in no order.
    pub(super) fn used(&self, product: &ProductId) -> Vec<Pair> {
        let own = self.past.went_instead_of(&self.movements, product);
        let kept = self.kept.lock();
        // Ids are ordered: those of one product stand together.
        let of_product = kept.range((product.clone(), ProductId::from(""))..);
        let of_product = of_product.take_while(|((of, _), _)| of == product);
        let kept = of_product.map(|((_, instead), kept)| (instead, kept));
        both(own, &kept.collect())
    }

    /// Whether a refusal is not forgotten.
    pub(super) fn stands(&self, product: &ProductId, pair: &RefusedPair) -> bool {
        let key = (product.clone(), pair.instead.id.clone());
        let kept = self.kept.lock();
        let forgotten = kept.get(&key).and_then(|kept| kept.forgotten);
        forgotten.is_none_or(|forgotten| pair.refused.at > forgotten.at)
    }

    /// All that is known of what went, or was to go, instead of a product: the most used first. `refused` begins
    /// with the newest.
    pub(crate) fn list(&self, product: &ProductId, refused: Vec<RefusedPair>) -> Vec<LearnedPair> {
        let used = self.used(product);
        let is_of_file = |instead: &ProductId| {
            let key = (product.clone(), instead.clone());
            self.kept.lock().get(&key).is_some_and(|kept| kept.from_file.is_some())
        };
        let learned = |pair: Pair| LearnedPair {
            from_file: is_of_file(&pair.instead.id),
            instead: pair.instead,
            used: Some(pair.used),
            reasons: pair.reasons,
            asked_by: pair.asked_by,
            refused: None,
        };
        let mut all: Vec<_> = used.into_iter().map(learned).collect();
        for pair in refused.into_iter().filter(|pair| self.stands(product, pair)) {
            let found = all.iter_mut().find(|one| one.instead.id == pair.instead.id);
            match found {
                Some(one) => {
                    one.refused.get_or_insert(pair.refused);
                }
                None => all.push(LearnedPair {
                    instead: pair.instead,
                    used: None,
                    reasons: Vec::new(),
                    asked_by: None,
                    refused: Some(pair.refused),
                    from_file: false,
                }),
            }
        }
        all.sort_by_key(|one| {
            let used = one.used.as_ref().map(|used| (used.times, used.last));
            (Reverse(used), one.instead.code.clone())
        });
        all
    }

    /// Forgets what is known of a pair so far.
    pub(crate) async fn forget(&self, key: PairKey) -> Result<(), Error> {
        let seen = self.past.went_instead_of(&self.movements, &key.0);
        let seen = seen.into_iter().find(|pair| pair.instead.id == key.1);
        let times = seen.map_or(0, |pair| pair.used.times);
        let forgotten = Some(Forgotten { times, at: self.account.now() });
        self.keep(vec![(key, KeptPair { from_file: None, forgotten })]).await
    }

    async fn keep(&self, pairs: Vec<(PairKey, KeptPair)>) -> Result<(), Error> {
        let saved = pairs.clone();
        self.account.store.send(move |tx| pairs::save(tx, &saved)).await?;
        self.kept.lock().extend(pairs);
        self.account.announce(&[Topic::Products]);
        Ok(())
    }

    /// Learns pairs from a table, or only says what would come of it.
    pub(crate) async fn import(&self, text: String, dry_run: bool) -> Result<ImportReport, Error> {
        let products = self.products.refs_by_code().await;
        let (report, found, products) = blocking(move || {
            let knows = |code: &str| products.contains_key(&fold(code));
            let (report, found) = read_pairs(&text, knows);
            (report, found, products)
        })
        .await?;
        if !dry_run {
            let of_file = |item: PairItem| {
                let product = products.get(&fold(&item.product))?.clone();
                let instead = products.get(&fold(&item.instead))?.clone();
                let key = (product.id.clone(), instead.id.clone());
                let reasons = item.reason.into_iter().collect();
                let pair = Pair { product, instead, used: item.used, reasons, asked_by: None };
                let forgotten = self.kept.lock().get(&key).and_then(|kept| kept.forgotten);
                Some((key, KeptPair { from_file: Some(pair), forgotten }))
            };
            self.keep(found.into_iter().filter_map(of_file).collect()).await?;
        }
        Ok(report)
    }

    /// All pairs that went, by their products' codes.
    pub(crate) fn all(&self) -> Vec<Pair> {
        let seen = self.past.pairs(&self.movements);
        let mut products: Vec<ProductId> =
            seen.iter().map(|pair| pair.product.id.clone()).collect();
        products.extend(self.kept.lock().keys().map(|(product, _)| product.clone()));
        products.sort();
        products.dedup();
        let mut all: Vec<_> = products.iter().flat_map(|product| self.used(product)).collect();
        let code = |product: &ProductRef| product.code.clone();
        all.sort_by_key(|pair| (code(&pair.product), code(&pair.instead)));
        all
    }
}

/// Pairs of one product as they were seen and as they are kept.
fn both(seen: Vec<Pair>, kept: &HashMap<&ProductId, &KeptPair>) -> Vec<Pair> {
    let mut files: HashMap<&ProductId, Pair> = HashMap::new();
    for (instead, kept) in kept {
        files.extend(kept.from_file.clone().map(|pair| (*instead, pair)));
    }
    let mut all = Vec::new();
    for mut pair in seen {
        let file = files.remove(&pair.instead.id);
        let forgotten = kept.get(&pair.instead.id).and_then(|kept| kept.forgotten);
        pair.used.times = pair.used.times.saturating_sub(forgotten.map_or(0, |it| it.times));
        all.extend(joined(Some(pair).filter(|pair| pair.used.times > 0), file));
    }
    all.extend(files.into_values());
    all
}
