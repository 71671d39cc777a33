//! Whose data it is: the profile, its file, the work behind that ends with it, and what was learned
//! about user and service. Every other part of a workspace stands upon it.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use client::Base;
use contract::{Profile, Topic};
use parking_lot::{Mutex, MutexGuard};

use crate::{
    background::Background,
    common::Common,
    error::Error,
    store::{
        Store,
        tables::facts::{self, Facts},
    },
};

/// All topics a profile's data is made of.
pub(crate) const ALL_DATA: &[Topic] =
    &[Topic::Movements, Topic::Stocklists, Topic::Products, Topic::Locations, Topic::People];

/// A profile that is open.
pub(crate) struct Account {
    pub common: Arc<Common>,
    pub profile: Profile,
    /// The address of its service.
    pub base: Base,
    pub store: Arc<Store>,
    pub background: Background,
    facts: Mutex<Facts>,
}

impl Account {
    /// A profile whose file is open, with the facts it holds.
    pub(crate) fn new(
        common: &Arc<Common>,
        profile: Profile,
        base: Base,
        store: Arc<Store>,
        facts: Facts,
    ) -> Self {
        let (common, background) = (Arc::clone(common), Background::default());
        Self { common, profile, base, store, background, facts: Mutex::new(facts) }
    }

    /// The time now.
    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.common.clock.now()
    }

    /// Tells listeners what changed.
    pub(crate) fn announce(&self, topics: &[Topic]) {
        self.common.changes.announce(topics);
    }

    /// What was learned about user and service.
    pub(crate) fn facts(&self) -> Facts {
        self.lock_facts().clone()
    }

    /// Learns something about user or service, and keeps it.
    pub(crate) async fn learn(&self, change: impl FnOnce(&mut Facts)) -> Result<(), Error> {
        let kept = {
            let mut facts = self.lock_facts();
            change(&mut facts);
            let facts = facts.clone();
            self.store.send(move |tx| facts::save(tx, &facts))
        };
        Ok(kept.await?)
    }

    fn lock_facts(&self) -> MutexGuard<'_, Facts> {
        self.facts.lock()
    }
}
