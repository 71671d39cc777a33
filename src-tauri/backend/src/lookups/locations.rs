//! Bins and internal locations (interface document, 2.5 and 4.6), read by the place they lie in.
//! Commands `list_bin_locations` and `open_location`.

use std::sync::Arc;

use client::Listed;
use contract::{
    BinLocation, DataSet, Endpoint, ListBinLocations, Location, LocationColumn, LocationId,
    LocationKind, OpenLocation, Page, Rows,
};
use rules::{
    catalog::location_rows::{idle, in_order},
    search::{Counts, count_of, window},
};

use super::LOOKUP_AGE;
use crate::{
    Backend, background::blocking, cache::Age, cache::Begun, cache::Flight, cache::Turn,
    directory::Harvest, error::Error, profile::Workspace, store::mirror,
};

/// A lookup, and the place it was asked for.
pub(crate) type LocationKey = (LocationKind, LocationId);

impl Backend {
    /// Shows the bins or internal locations of a place as far as they were read, and reads behind
    /// if they never were or are old.
    ///
    /// # Errors
    /// If no profile is open, or no place is named.
    pub async fn list_bin_locations(
        &self,
        request: ListBinLocations,
    ) -> Result<Page<BinLocation>, Error> {
        let workspace = self.workspace()?;
        named(&request.parent, "parent")?;
        let of = (request.kind, request.parent);
        let (now, epoch) = (workspace.common.clock.now(), workspace.session.epoch());
        if workspace.locations.is_due(&of, now, LOOKUP_AGE, epoch) {
            // Without a session what is known is shown as it is.
            let _ = workspace.read_locations(&of);
        }
        blocking(move || workspace.list_locations(&of, &request.text, &request.rows)).await
    }

    /// Shows one location: from the service, or as last read here if that cannot be asked.
    ///
    /// # Errors
    /// [`Error::Unknown`] if the service knows none, or what its reading ended with if nothing is
    /// known here.
    pub async fn open_location(&self, request: OpenLocation) -> Result<Location, Error> {
        let workspace = self.workspace()?;
        named(&request.location, "location")?;
        let id = request.location;
        let (now, epoch) = (workspace.common.clock.now(), workspace.session.epoch());
        let read = if workspace.single_locations.is_due(&id, now, LOOKUP_AGE, epoch) {
            match workspace.read_location(&id) {
                Ok(flight) => flight.wait().await,
                Err(error) => Err(error),
            }
        } else {
            Ok(())
        };
        match (workspace.known_location(&id), read) {
            (_, Err(Error::Unknown)) => Err(Error::Unknown),
            (Some(location), _) => Ok(location),
            (None, read) => Err(read.err().unwrap_or(Error::Unknown)),
        }
    }
}

impl Workspace {
    /// Reads the bins or internal locations of a place anew, or joins who does.
    pub(crate) fn read_locations(self: &Arc<Self>, of: &LocationKey) -> Result<Flight, Error> {
        named(&of.1, "parent")?;
        if !self.session.is_live() {
            return Err(Error::NeedsSession);
        }
        Ok(match self.locations.begin(of, self.session.epoch()) {
            Begun::Joined(flight) => flight,
            Begun::Mine(turn, flight) => {
                let (workspace, of) = (Arc::clone(self), of.clone());
                self.background.spawn(async move { workspace.fill_locations(of, turn).await });
                flight
            }
        })
    }

    async fn fill_locations(
        self: Arc<Self>,
        of: LocationKey,
        turn: Turn<LocationKey, Vec<Location>>,
    ) {
        let read = self.ask_locations(&of).await;
        let now = self.common.clock.now();
        let kept = match read {
            Ok(listed) => {
                self.harvest(Harvest::of_locations(listed.iter()));
                let age = Age { as_of: now, left_out: count_of(listed.unread) };
                let (rows, (kind, parent)) = (listed.rows.clone(), of);
                let receipt = self.store.send(move |tx| {
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
        self.read(endpoint, call).await
    }

    fn read_location(self: &Arc<Self>, id: &LocationId) -> Result<Flight, Error> {
        if !self.session.is_live() {
            return Err(Error::NeedsSession);
        }
        Ok(match self.single_locations.begin(id, self.session.epoch()) {
            Begun::Joined(flight) => flight,
            Begun::Mine(turn, flight) => {
                let (workspace, id) = (Arc::clone(self), id.clone());
                self.background.spawn(async move {
                    let location = workspace.ask_location(id).await;
                    let now = workspace.common.clock.now();
                    match location {
                        Ok(location) => turn.done(location, now),
                        Err(error) => turn.failed(&error, now),
                    }
                });
                flight
            }
        })
    }

    async fn ask_location(self: &Arc<Self>, id: LocationId) -> Result<Location, Error> {
        let call = |client: client::Client, cookies| async move {
            client.read_internal_location(&cookies, &id).await
        };
        match self.read(Endpoint::ReadInternalLocation, call).await {
            Ok(Some(location)) => Ok(location),
            Ok(None) => Err(Error::Unknown),
            Err(error) if error.is_not_found() => Err(Error::Unknown),
            Err(error) => Err(error),
        }
    }

    /// A location as last read: alone, or among those of its place.
    fn known_location(&self, id: &LocationId) -> Option<Location> {
        if let Some(location) = self.single_locations.look(id).value {
            return Some(location.as_ref().clone());
        }
        let lists = self.locations.values();
        let mut all = lists.iter().flat_map(|(_, locations, _)| locations.iter());
        all.find(|location| location.id == *id).cloned()
    }

    fn list_locations(
        &self,
        of: &LocationKey,
        text: &str,
        rows: &Rows<LocationColumn>,
    ) -> Page<BinLocation> {
        let glance = self.locations.look(of);
        let known = glance.value.unwrap_or_default();
        let ordered = in_order(&known, text, &rows.sort);
        let counts = Counts { matching: ordered.len(), known: known.len() };
        let page = window(&ordered, rows, counts, glance.freshness, Clone::clone);
        Page { idle: idle(&known), ..page }
    }
}

fn data_set(kind: LocationKind, parent: LocationId) -> DataSet {
    match kind {
        LocationKind::Bins => DataSet::BinLocations(parent),
        LocationKind::Internal => DataSet::InternalLocations(parent),
    }
}

/// Without a place the service would answer the bins of all.
fn named(id: &LocationId, field: &'static str) -> Result<(), Error> {
    if id.as_str().trim().is_empty() { Err(Error::Required(field)) } else { Ok(()) }
}
