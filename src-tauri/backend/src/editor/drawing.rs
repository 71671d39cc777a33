//! Gathers what the lines of a movement are drawn from, and keeps them as they were last drawn as
//! long as none of it has changed.

use std::{
    cell::LazyCell,
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use contract::{LineItem, LocationId, Movement, MovementKey, ProductId};

use super::{
    draw::{Sources, draw},
    rows::Drawn,
    sheet::Sheet,
};
use crate::{
    error::Error, lists::order::LastOrder, lookups::Record, movements::known::Known,
    profile::Opened,
};

/// The lines of so many movements are kept as they were last drawn.
const KEPT: usize = 8;

/// Lines as they were last drawn.
#[derive(Default)]
pub(crate) struct LastDrawn {
    drawn: Mutex<Vec<(MovementKey, Version, Arc<Drawn>)>>,
    /// Products in the order of their ids.
    listed: LastOrder<u64, Arc<Record<contract::Product>>>,
}

/// What lines were drawn from.
#[derive(Clone)]
struct Version {
    known: Option<Arc<Known>>,
    outbox: u64,
    sheet: Arc<Sheet>,
    /// Of the products, as long as they do not come in for the first time.
    products: Option<u64>,
    /// All of these were read.
    are_products_read: bool,
    movements: u64,
    last_time: Option<Arc<Known>>,
}

impl Version {
    fn is_that_of(&self, other: &Self) -> bool {
        let same = |a: &Option<Arc<Known>>, b: &Option<Arc<Known>>| match (a, b) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        same(&self.known, &other.known)
            && same(&self.last_time, &other.last_time)
            && self.sheet.wants_as(&other.sheet)
            && self.outbox == other.outbox
            && self.products == other.products
            && self.are_products_read == other.are_products_read
    }
}

impl Opened {
    /// The lines of a movement as they are drawn now.
    pub(crate) fn drawn(&self, movement: MovementKey) -> Result<Arc<Drawn>, Error> {
        let movement = self.name_now(movement);
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
            None => self.shown_movement(&movement.into()).ok_or(Error::Unknown)?,
        };
        let ops = self.outbox.of_movement(movement);
        let listed = version.are_products_read.then(|| self.listed());
        let is_listed = |id: &ProductId| {
            let listed = listed.as_ref();
            listed.is_some_and(|all| all.binary_search_by(|one| one.of.id.cmp(id)).is_ok())
        };
        let index = LazyCell::new(|| self.products.index());
        let drawn = Arc::new(draw(Sources {
            known,
            ops: &ops,
            sheet: &version.sheet,
            is_listed: listed.is_some().then_some(&is_listed),
            named: &|text| version.products.and_then(|_| index.named(text)),
            last_time: version.last_time.as_deref().map(requested).unwrap_or_default(),
        }));
        self.editors.last.put(movement, version, Arc::clone(&drawn));
        Ok(drawn)
    }

    fn version(&self, movement: MovementKey, before: Option<&Version>) -> Version {
        let movements = self.movements.list.look(&()).version;
        let known = self.movements.find(&movement.into());
        let products = self.products.cache.look(&());
        let are_products_read = products.freshness.as_of.is_some();
        let are_coming = !are_products_read && products.freshness.reading.is_some();
        let last_time = match before {
            Some(before) if before.movements == movements => before.last_time.clone(),
            _ => known.as_ref().and_then(|known| self.last_time(known)),
        };
        Version {
            known,
            outbox: self.outbox.version(),
            sheet: self.editors.sheet(movement),
            products: (!are_coming).then_some(products.version),
            are_products_read,
            movements,
            last_time,
        }
    }

    /// The newest movement before this one between the same places, of those whose lines are known.
    fn last_time(&self, known: &Known) -> Option<Arc<Known>> {
        let between = places(&known.movement)?;
        let date = known.movement.date_requested?;
        let all = self.movements.known().into_iter();
        all.filter(|other| other.key != known.key && other.movement.lines.is_some())
            .filter(|other| places(&other.movement) == Some(between))
            .filter(|other| other.movement.date_requested.is_some_and(|before| before < date))
            .max_by_key(|other| (other.movement.date_requested, other.key))
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

impl LastDrawn {
    fn of(&self, movement: MovementKey) -> Option<(Version, Arc<Drawn>)> {
        let drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        let found = drawn.iter().find(|(key, _, _)| *key == movement)?;
        Some((found.1.clone(), Arc::clone(&found.2)))
    }

    fn put(&self, movement: MovementKey, version: Version, lines: Arc<Drawn>) {
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        drawn.retain(|(key, _, _)| *key != movement);
        drawn.insert(0, (movement, version, lines));
        drawn.truncate(KEPT);
    }
}

fn places(movement: &Movement) -> Option<(&LocationId, &LocationId)> {
    Some((&movement.origin.as_ref()?.id, &movement.destination.as_ref()?.id))
}

/// How many were asked for of each product.
fn requested(known: &Known) -> HashMap<ProductId, i64> {
    let mut requested = HashMap::new();
    let pieces = |line: &LineItem| line.quantity_requested.unwrap_or_default();
    for line in known.movement.lines.iter().flatten() {
        *requested.entry(line.product.id.clone()).or_default() += pieces(line);
    }
    requested
}
