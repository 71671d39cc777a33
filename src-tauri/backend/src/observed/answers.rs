//! The last answers of observed calls, in memory.

use std::{collections::HashMap, sync::atomic::AtomicBool};

use client::observed::{EditRow, Substitutions};
use contract::{LocationId, MovementId, PersonId, PickRow, ProductId, Topic};
use parking_lot::{Mutex, MutexGuard};
use tokio::time::Instant;

use super::{reasons::ListedReason, typed::Typed};
use crate::{changes::Changes, service::cache::Cache};

/// A product, and the place it is asked about in.
pub(crate) type ProductAt = (ProductId, LocationId);

/// The last answers of observed calls.
pub(crate) struct Observed {
    /// Trying which of them are offered.
    pub probing: Cache<(), ()>,
    /// Somebody waits for that.
    pub hurry: AtomicBool,
    /// What there was to ask about when it was tried last.
    tried_with: Mutex<AtHand>,
    pub reasons: Cache<(), Vec<ListedReason>>,
    pub pick_pages: Cache<MovementId, Vec<PickRow>>,
    pub edit_pages: Cache<MovementId, Vec<EditRow>>,
    pub substitutions: Cache<ProductAt, Substitutions>,
    /// People found, by what was asked for.
    pub people: Cache<String, Vec<PersonId>>,
    pub people_typed: Typed,
    /// Places found, by what was asked for.
    pub places: Cache<String, Vec<LocationId>>,
    pub places_typed: Typed,
    /// Pick pages that were read after the last pick sent from here, and when that began.
    whole: Mutex<HashMap<MovementId, (Instant, Vec<PickRow>)>>,
}

/// What there is to ask a service about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct AtHand {
    /// A movement.
    pub movement: bool,
    /// A movement whose lines are known.
    pub lines: bool,
    /// A place.
    pub place: bool,
}

impl AtHand {
    /// Whether there is something that was not there before.
    pub(crate) fn is_more_than(self, before: Self) -> bool {
        self.movement && !before.movement
            || self.lines && !before.lines
            || self.place && !before.place
    }
}

impl Observed {
    /// What there was to ask about when it was tried last.
    pub(crate) fn tried_with(&self) -> MutexGuard<'_, AtHand> {
        self.tried_with.lock()
    }

    pub(crate) fn new(changes: &Changes) -> Self {
        Self {
            probing: Cache::new(changes, &[Topic::Observed]),
            hurry: AtomicBool::new(false),
            tried_with: Mutex::default(),
            reasons: Cache::new(changes, &[Topic::Observed]),
            // What is picked stands in the list of lines too.
            pick_pages: Cache::new(changes, &[Topic::Observed, Topic::Editor]),
            edit_pages: Cache::new(changes, &[Topic::Observed]),
            substitutions: Cache::new(changes, &[Topic::Observed]),
            people: Cache::new(changes, &[Topic::People]),
            people_typed: Typed::default(),
            places: Cache::new(changes, &[Topic::Locations]),
            places_typed: Typed::default(),
            whole: Mutex::default(),
        }
    }

    pub(super) fn whole(&self) -> MutexGuard<'_, HashMap<MovementId, (Instant, Vec<PickRow>)>> {
        self.whole.lock()
    }

    /// A pick is about to be sent: pages read so far do not show it.
    pub(crate) fn forget_pick_page_is_whole(&self, id: &MovementId) {
        self.whole().remove(id);
    }
}
