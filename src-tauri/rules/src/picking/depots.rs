//! The depots of which the bins of a walk are, each read by its own plan. Pure.

use std::collections::BTreeMap;

use contract::LocationId;

use crate::picking::route::Depot;

/// Depots by their ids.
#[derive(Clone, Debug, Default)]
pub struct Depots {
    own: BTreeMap<LocationId, Depot>,
    /// In which bins lie whose depot is not told.
    other: Depot,
}

impl Depots {
    /// None; bins lie in this one.
    pub fn one(other: Depot) -> Self {
        Self { own: BTreeMap::new(), other }
    }

    /// With one more, in which the bins lie of which it is told.
    pub fn with(mut self, id: LocationId, depot: Depot) -> Self {
        self.own.insert(id, depot);
        self
    }

    /// The depot in which a bin lies, of which this one is told.
    pub fn of(&self, told: Option<&LocationId>) -> &Depot {
        told.and_then(|id| self.own.get(id)).unwrap_or(&self.other)
    }
}
