//! The lines of a movement as they are now: gathers what they are drawn from, and draws them again
//! only when some of it changed.

use std::{cell::LazyCell, sync::Arc};

use contract::{LastTimeOf, LastTimes, MovementKey, ProductId, ProductRef};
use rules::{movements::known::KnownMovement, search::Record};

use super::{
    drawn::{
        draw::{Sources, draw},
        last_time::{EarlierMovements, Run},
        rows::{Drawn, completed, is_nameless},
    },
    editors::Editors,
    last_drawn::Version,
};
use crate::{
    account::Account,
    directory::Directory,
    error::Error,
    lookups::products::Products,
    movements::{mirror::Movements, read::MovementReader},
    outbox::{keep::Operations, queue::Outbox, view::movements::MovementView},
    picking::picked::Picking,
};

/// The lines of movements as they are edited: drafts that are not sent, drawn over what the service
/// has.
pub(crate) struct LineDrafts {
    pub account: Arc<Account>,
    pub outbox: Arc<Outbox>,
    pub directory: Arc<Directory>,
    pub editors: Arc<Editors>,
    pub movements: Arc<Movements>,
    pub reader: Arc<MovementReader>,
    pub products: Arc<Products>,
    pub operations: Arc<Operations>,
    pub view: Arc<MovementView>,
    pub picking: Arc<Picking>,
}

impl LineDrafts {
    /// The lines of a movement as they are drawn now.
    pub(crate) fn drawn(&self, movement: MovementKey) -> Result<Arc<Drawn>, Error> {
        let movement = self.movements.name_now(movement);
        let before = self.editors.last.of(movement);
        let version = self.version(movement, before.as_ref().map(|(version, _)| version));
        if let Some((drawn_from, drawn)) = before
            && drawn_from.is_that_of(&version)
        {
            self.editors.last.put(movement, version, Arc::clone(&drawn));
            return Ok(drawn);
        }
        let known = match &version.known {
            Some(known) => Arc::clone(known),
            None => self.view.shown_movement(&movement.into()).ok_or(Error::Unknown)?,
        };
        let ops = self.outbox.of_movement(movement);
        let listed = version.are_products_read.then(|| self.listed());
        let is_listed = |id: &ProductId| {
            let listed = listed.as_ref();
            listed.is_some_and(|all| all.binary_search_by(|one| one.of.id.cmp(id)).is_ok())
        };
        let of_list = |id: &ProductId| by_id(listed.as_ref()?, id);
        let index = LazyCell::new(|| self.products.index());
        let drawn = Arc::new(draw(Sources {
            known,
            ops: &ops,
            sent: &self.outbox.sent_lately(movement),
            sheet: &version.sheet,
            is_listed: listed.is_some().then_some(&is_listed),
            listed: &of_list,
            named: &|text| version.products.and_then(|_| index.named(text)),
            last_time: version.before.last_time(),
        }));
        self.editors.last.put(movement, version, Arc::clone(&drawn));
        Ok(drawn)
    }

    fn version(&self, movement: MovementKey, before: Option<&Version>) -> Version {
        let list = self.movements.list.look(&());
        let movements = list.version;
        let are_all = list.freshness.as_of.is_some() && self.movements.is_whole();
        let known = self.movements.find(&movement.into());
        let products = self.products.cache.look(&());
        let are_products_read = products.freshness.as_of.is_some();
        let are_coming = !are_products_read && products.freshness.reading.is_some();
        let before = match before {
            Some(version) if version.movements == movements && version.are_all == are_all => {
                version.before.clone()
            }
            _ => {
                let before = known.as_ref().map(|known| self.before(known, are_all));
                before.unwrap_or_default()
            }
        };
        Version {
            known,
            outbox: self.outbox.version(),
            sheet: self.editors.sheet(movement),
            products: (!are_coming).then_some(products.version),
            are_products_read,
            movements,
            are_all,
            before,
        }
    }

    /// How many of each product were asked for the last time between two places.
    pub(crate) fn last_times(self: &Arc<Self>, run: Run<'_>) -> LastTimes {
        let list = self.movements.list.look(&());
        let are_all = list.freshness.as_of.is_some() && self.movements.is_whole();
        let before = EarlierMovements::between(run, &self.movements.known(), are_all);
        if let Some(unread) = &before.newest_unread {
            self.reader.read_movement_behind(unread.key, &unread.movement.id);
        }
        let last = before.last_time();
        let of = |(product, pieces)| LastTimeOf { product, pieces };
        LastTimes {
            products: last.requested.into_iter().map(of).collect(),
            is_whole: last.is_whole,
        }
    }

    fn before(&self, known: &KnownMovement, are_all: bool) -> EarlierMovements {
        EarlierMovements::of(known, &self.movements.known(), are_all)
    }

    /// A product with its code and its name, as far as the list of products that was read has them.
    pub(crate) fn product_named(&self, product: ProductRef) -> ProductRef {
        if !is_nameless(&product) {
            return product;
        }
        let listed = by_id(&self.listed(), &product.id);
        listed.map_or_else(|| product.clone(), |listed| completed(&product, &listed))
    }

    /// The product with this id, as the list of products or the lines of a movement have it.
    pub(crate) fn product_known(&self, id: &ProductId) -> Option<ProductRef> {
        by_id(&self.listed(), id).or_else(|| {
            let glance = self.movements.list.look(&()).value.unwrap_or_default();
            let lines = glance.iter().filter_map(|known| known.movement.lines.as_deref()).flatten();
            let mut all = lines.flat_map(|line| line.substitutions.iter().chain([line]));
            all.find(|line| line.product.id == *id).map(|line| line.product.clone())
        })
    }

    fn listed(&self) -> Arc<Vec<Arc<Record<contract::Product>>>> {
        let glance = self.products.cache.look(&());
        self.editors.last.listed.of(glance.version, |_| {
            let mut all = glance.value.map_or_else(Vec::new, |all| all.to_vec());
            all.sort_unstable_by(|a, b| a.of.id.cmp(&b.of.id));
            all
        })
    }
}

fn by_id(listed: &[Arc<Record<contract::Product>>], id: &ProductId) -> Option<ProductRef> {
    let at = listed.binary_search_by(|one| one.of.id.cmp(id)).ok()?;
    listed.get(at).map(|product| ProductRef::from(&product.of))
}
