//! Lines as they were last drawn, and what from: they are drawn again only when some of it changed.

use std::sync::Arc;

use contract::MovementKey;
use parking_lot::Mutex;
use rules::{
    movements::known::KnownMovement,
    search::{Record, order::LastOrder},
};

use super::{
    draft::sheet::Sheet,
    drawn::{last_time::EarlierMovements, rows::Drawn},
};

/// The lines of so many movements are kept as they were last drawn.
const KEPT: usize = 8;

/// Lines as they were last drawn.
#[derive(Default)]
pub(crate) struct LastDrawn {
    drawn: Mutex<Vec<(MovementKey, Version, Arc<Drawn>)>>,
    /// Products in the order of their ids.
    pub listed: LastOrder<u64, Arc<Record<contract::Product>>>,
}

/// What lines were drawn from.
#[derive(Clone)]
pub(crate) struct Version {
    pub known: Option<Arc<KnownMovement>>,
    pub outbox: u64,
    pub sheet: Arc<Sheet>,
    /// Of the products, as long as they do not come in for the first time.
    pub products: Option<u64>,
    /// All of these were read.
    pub are_products_read: bool,
    pub movements: u64,
    /// The list of movements was read to its end.
    pub are_all: bool,
    pub before: EarlierMovements,
}

impl Version {
    pub(super) fn is_that_of(&self, other: &Self) -> bool {
        let same = |a: &Option<Arc<KnownMovement>>, b: &Option<Arc<KnownMovement>>| match (a, b) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        same(&self.known, &other.known)
            && self.before.is_as(&other.before)
            && self.sheet.wants_as(&other.sheet)
            && self.outbox == other.outbox
            && self.products == other.products
            && self.are_products_read == other.are_products_read
    }
}

impl LastDrawn {
    pub(super) fn of(&self, movement: MovementKey) -> Option<(Version, Arc<Drawn>)> {
        let drawn = self.drawn.lock();
        let found = drawn.iter().find(|(key, _, _)| *key == movement)?;
        Some((found.1.clone(), Arc::clone(&found.2)))
    }

    pub(super) fn put(&self, movement: MovementKey, version: Version, lines: Arc<Drawn>) {
        let mut drawn = self.drawn.lock();
        drawn.retain(|(key, _, _)| *key != movement);
        drawn.insert(0, (movement, version, lines));
        drawn.truncate(KEPT);
    }
}
