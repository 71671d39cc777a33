//! Bins and internal locations (interface document, 2.5 and 4.6), read by the place they lie in.

use std::{collections::HashMap, sync::Arc};

use client::Listed;
use contract::{
    BinLocation, DataSet, Endpoint, Location, LocationColumn, LocationId, LocationKind, Page,
    PlaceRef, Rows, Topic,
};
use rules::{
    catalog::location_rows::{idle, in_order},
    search::{Counts, count_of, window},
};

use super::LOOKUP_AGE;
use crate::{
    account::Account,
    directory::{Directory, Harvest},
    error::Error,
    service::{
        cache::{Age, Cache, Flight, Turn},
        calls::Service,
    },
    store::tables::mirror,
};

/// A lookup, and the place it was asked for.
pub(crate) type LocationKey = (LocationKind, LocationId);

/// Bins and internal locations read so far.
pub(crate) struct Locations {
    account: Arc<Account>,
    service: Arc<Service>,
    directory: Arc<Directory>,
    /// Those of a place.
    pub lists: Cache<LocationKey, Vec<Location>>,
    /// Those that were asked for alone.
    pub singles: Cache<LocationId, Location>,
}

impl Locations {
    pub(crate) fn new(
        account: &Arc<Account>,
        service: &Arc<Service>,
        directory: &Arc<Directory>,
    ) -> Self {
        let changes = &account.common.changes;
        Self {
            account: Arc::clone(account),
            service: Arc::clone(service),
            directory: Arc::clone(directory),
            lists: Cache::new(changes, &[Topic::Locations]),
            singles: Cache::new(changes, &[Topic::Locations]),
        }
    }

    /// Reads the bins or internal locations of a place anew, or joins who does.
    pub(crate) fn read_locations(self: &Arc<Self>, of: &LocationKey) -> Result<Flight, Error> {
        named(&of.1, "parent")?;
        let (this, asked) = (Arc::clone(self), of.clone());
        let fill = |turn| async move { this.fill_locations(asked, turn).await };
        self.service.begin_reading(&self.lists, of, fill)
    }

    async fn fill_locations(
        self: Arc<Self>,
        of: LocationKey,
        turn: Turn<LocationKey, Vec<Location>>,
    ) {
        let read = self.ask_locations(&of).await;
        let now = self.account.now();
        let kept = match read {
            Ok(listed) => {
                self.directory.harvest(&self.account, Harvest::of_locations(listed.iter()));
                let age = Age { as_of: now, left_out: count_of(listed.unread) };
                let (rows, (kind, parent)) = (listed.rows.clone(), of);
                let receipt = self.account.store.send(move |tx| {
                    mirror::save_locations(tx, kind, &parent, &rows)?;
                    mirror::save_age(tx, &data_set(kind, parent), age)
                });
                receipt.await.map(|()| (listed.rows, age)).map_err(Error::from)
            }
            Err(error) => Err(error),
        };
        match kept {
            Ok((locations, age)) => turn.done_but(locations, age),
            Err(error) => turn.failed(&error, now),
        }
    }

    async fn ask_locations(
        self: &Arc<Self>,
        (kind, parent): &LocationKey,
    ) -> Result<Listed<Location>, Error> {
        let (kind, parent) = (*kind, parent.clone());
        let endpoint = match kind {
            LocationKind::Bins => Endpoint::ListBinLocations,
            LocationKind::Internal => Endpoint::ListInternalLocations,
        };
        let call = |client: client::Client, cookies| async move {
            match kind {
                LocationKind::Bins => client.list_bin_locations(&cookies, Some(&parent)).await,
                LocationKind::Internal => {
                    client.list_internal_locations(&cookies, Some(&parent)).await
                }
            }
        };
        self.service.read(endpoint, call).await
    }

    pub(crate) fn read_location(self: &Arc<Self>, id: &LocationId) -> Result<Flight, Error> {
        let (this, asked) = (Arc::clone(self), id.clone());
        let read = |turn: Turn<_, _>| async move {
            let location = this.ask_location(asked).await;
            let now = this.account.now();
            match location {
                Ok(location) => turn.done(location, now),
                Err(error) => turn.failed(&error, now),
            }
        };
        self.service.begin_reading(&self.singles, id, read)
    }

    async fn ask_location(self: &Arc<Self>, id: LocationId) -> Result<Location, Error> {
        let call = |client: client::Client, cookies| async move {
            client.read_internal_location(&cookies, &id).await
        };
        match self.service.read(Endpoint::ReadInternalLocation, call).await {
            Ok(Some(location)) => Ok(location),
            Ok(None) => Err(Error::Unknown),
            Err(error) if error.is_not_found() => Err(Error::Unknown),
            Err(error) => Err(error),
        }
    }

    /// A location as last read: alone, or among those of its place.
    pub(crate) fn known_location(&self, id: &LocationId) -> Option<Location> {
        if let Some(location) = self.singles.look(id).value {
            return Some(location.as_ref().clone());
        }
        let lists = self.lists.values();
        let mut all = lists.iter().flat_map(|(_, locations, _)| locations.iter());
        all.find(|location| location.id == *id).cloned()
    }

    pub(crate) fn list_locations(
        &self,
        of: &LocationKey,
        text: &str,
        rows: &Rows<LocationColumn>,
    ) -> Page<BinLocation> {
        let glance = self.lists.look(of);
        let known = glance.value.unwrap_or_default();
        let ordered = in_order(&known, text, &rows.sort);
        let counts = Counts { matching: ordered.len(), known: known.len() };
        let page = window(&ordered, rows, counts, glance.freshness, Clone::clone);
        Page { idle: idle(&known), ..page }
    }

    /// The bins of all places that were read, place by place.
    pub(crate) fn all_bins(&self) -> Vec<Arc<Vec<Location>>> {
        let lists = self.lists.values().into_iter();
        let bins = lists.filter(|((kind, _), ..)| *kind == LocationKind::Bins);
        bins.map(|(_, bins, _)| bins).collect()
    }

    /// The same, each list with the place it is of.
    pub(crate) fn bins_by_depot(&self) -> Vec<(LocationId, Arc<Vec<Location>>)> {
        let lists = self.lists.values().into_iter();
        let bins = lists.filter(|((kind, _), ..)| *kind == LocationKind::Bins);
        bins.map(|((_, depot), bins, _)| (depot, bins)).collect()
    }

    /// Bins of a place as they were last read, by their ids.
    pub(crate) fn bins_of(&self, place: Option<&PlaceRef>) -> HashMap<LocationId, PlaceRef> {
        let Some(place) = place else { return HashMap::new() };
        let bins = self.lists.look(&(LocationKind::Bins, place.id.clone())).value;
        let bins = bins.unwrap_or_default();
        bins.iter().map(|bin| (bin.id.clone(), PlaceRef::from(bin))).collect()
    }

    /// Reads the bins of a place behind, if they are old or were never read.
    pub(crate) fn read_bins_behind(self: &Arc<Self>, place: Option<&PlaceRef>) {
        let Some(place) = place else { return };
        let of = (LocationKind::Bins, place.id.clone());
        let (now, epoch) = (self.account.now(), self.service.session.epoch());
        if self.lists.is_due(&of, now, LOOKUP_AGE, epoch) {
            // Without a session what is known is shown as it is.
            drop(self.read_locations(&of));
        }
    }
}

fn data_set(kind: LocationKind, parent: LocationId) -> DataSet {
    match kind {
        LocationKind::Bins => DataSet::BinLocations(parent),
        LocationKind::Internal => DataSet::InternalLocations(parent),
    }
}

/// Without a place the service would answer the bins of all.
pub(crate) fn named(id: &LocationId, field: &'static str) -> Result<(), Error> {
    if id.as_str().trim().is_empty() { Err(Error::Required(field)) } else { Ok(()) }
}
