//! Stock movements: the list, one movement, and making one. What is known of them is in `rules::movements`;
//! readings are in `read`, commands in `list`, `open`, `look`, `create` and `change`. Deliberately
//! absent: sending; what is to be changed is kept, and goes through the outbox.

pub(crate) mod change;
mod create;
pub(crate) mod form;
mod list;
mod look;
mod open;
mod read;

use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use chrono::{DateTime, Utc};
use contract::{MovementKey, MovementRef, Topic};
use rules::{
    movements::{
        known::{Answered, KnownMovement, MovementSet},
        news::News,
    },
    search::order::LastOrder,
};

use crate::{
    cache::Age, cache::Cache, changes::Changes, directory::Harvest, error::Error,
    profile::Workspace, store::Receipt, store::mirror,
};

pub(crate) use form::{header_of, other_date};
use look::Looks;

/// The movements of a profile.
pub(crate) struct Movements {
    /// All of them; its age is that of the last full list.
    pub list: Cache<(), MovementSet>,
    /// Readings of both ends of the list alone.
    ends: Cache<(), ()>,
    /// Readings of one movement with its lines.
    pub readings: Cache<MovementKey, ()>,
    looks: Looks,
    order: LastOrder<list::MovementOrderKey, Arc<KnownMovement>>,
    /// Those whose lines a filter asks for, and that were never read.
    unread: LastOrder<list::MovementOrderKey, Arc<KnownMovement>>,
    /// Whether the last full list showed that it is whole, and each of its rows could be read.
    is_whole: AtomicBool,
}

impl Movements {
    pub(crate) fn new(changes: &Changes) -> Self {
        Self {
            // Places show how often movements name them.
            list: Cache::new(changes, &[Topic::Movements, Topic::Locations]),
            // What a reading brings is announced when it is taken in.
            ends: Cache::new(changes, &[]),
            readings: Cache::new(changes, &[]),
            looks: Looks::default(),
            order: LastOrder::default(),
            unread: LastOrder::default(),
            is_whole: AtomicBool::default(),
        }
    }

    /// Puts in what the store held.
    pub(crate) fn restore(&self, movements: Vec<KnownMovement>, age: Option<Age>) {
        self.list.restore((), MovementSet::restore(movements), age);
    }

    /// Whether what the last full list did not hold is not in the service: some installations end
    /// their list before its end, or always answer its beginning.
    pub(crate) fn is_whole(&self) -> bool {
        self.is_whole.load(Ordering::Acquire)
    }

    /// All of them, in no order.
    pub(crate) fn known(&self) -> Vec<Arc<KnownMovement>> {
        self.list.look(&()).value.map_or_else(Vec::new, |set| set.iter().cloned().collect())
    }

    /// One of them.
    pub(crate) fn find(&self, named: &MovementRef) -> Option<Arc<KnownMovement>> {
        self.list.look(&()).value?.find(named).cloned()
    }
}

impl Workspace {
    /// Changes what is known, at once, and sends what changed to the file in the order of the
    /// changes. The receipt comes when it is kept.
    pub(crate) fn change_movements(
        &self,
        change: impl FnOnce(&mut MovementSet) -> Vec<Arc<KnownMovement>>,
    ) -> (Vec<Arc<KnownMovement>>, Receipt<()>) {
        self.movements.list.edit(&(), |set| {
            let changed = change(set);
            let rows = changed.clone();
            let kept = self.store.send(move |tx| {
                mirror::save_movements(tx, rows.iter().map(|known| known.as_ref()))
            });
            (changed, kept)
        })
    }

    /// Takes in a movement that was read to see what became of it. `key` is the name it must have, if
    /// it must have one. What differs from the reading before is news, unless something from here is
    /// on its way.
    pub(crate) async fn take_movement(
        &self,
        answered: Answered,
        key: Option<MovementKey>,
    ) -> Result<Arc<KnownMovement>, Error> {
        let known = self.movements.find(&MovementRef::Id(answered.movement.id.clone()));
        let is_own = known.is_some_and(|known| self.with_work().contains(&known.key));
        let (known, kept) = self.take_in(answered, key, !is_own);
        kept.await?;
        known.ok_or_else(|| Error::Internal("no movement taken".to_owned()))
    }

    /// Takes in a movement as an answer to what was done from here showed it, for whoever need not know
    /// when it is in the file: what is kept after this call is there no earlier than it.
    pub(crate) fn note_movement(&self, answered: Answered, key: Option<MovementKey>) {
        // A mirror that is not kept is read again; work that waits must not suffer from it.
        drop(self.take_in(answered, key, false));
    }

    /// Movements that something from here is to become of.
    fn with_work(&self) -> HashSet<MovementKey> {
        let mut keys = HashSet::new();
        self.outbox.look_at_all(|op| keys.extend(op.movement));
        keys
    }

    fn take_in(
        &self,
        mut answered: Answered,
        key: Option<MovementKey>,
        tells_news: bool,
    ) -> (Option<Arc<KnownMovement>>, Receipt<()>) {
        self.harvest(Harvest::of_movements([&answered.movement]));
        self.directory.name_people(&mut answered.movement);
        let now = self.common.clock.now();
        let new_key = || self.common.clock.new_key();
        let (changed, kept) = self.change_movements(|set| {
            let id = MovementRef::Id(answered.movement.id.clone());
            let before = set.find(&id).filter(|_| tells_news).cloned();
            let known = set.take_movement(answered, now, key, new_key);
            vec![match before {
                Some(before) => set.tell_news(&before, known, News::with),
                None => known,
            }]
        });
        (changed.into_iter().next(), kept)
    }

    /// When the newest saved data was read.
    pub(crate) fn saved_as_of(&self) -> Option<DateTime<Utc>> {
        let caches = [
            self.movements.list.newest(),
            self.stocklists.cache.newest(),
            self.products.cache.newest(),
            self.locations.newest(),
        ];
        caches.into_iter().flatten().max()
    }
}
