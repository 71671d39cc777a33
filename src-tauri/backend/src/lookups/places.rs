//! Places seen in what was read, and how often they are used.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use contract::{LocationId, LocationKind, Place};
use rules::search::{
    count_of,
    text::{fold, natural},
};

use super::{locations::Locations, stocklists::Stocklists};
use crate::{directory::Directory, movements::mirror::Movements};

#[derive(Default)]
struct Uses {
    origin: u32,
    destination: u32,
}

/// Places seen in what was read.
pub(crate) struct Places {
    pub directory: Arc<Directory>,
    pub movements: Arc<Movements>,
    pub stocklists: Arc<Stocklists>,
    pub locations: Arc<Locations>,
}

impl Places {
    /// Every place seen, by name.
    pub(crate) fn places(&self) -> Vec<Place> {
        let uses = self.uses_of_places();
        let bins = self.bins_of_places();
        let mut places: Vec<_> = self
            .directory
            .places()
            .into_iter()
            .map(|place| {
                let uses = uses.get(&place.id);
                let shown = Place {
                    as_origin: uses.map_or(0, |uses| uses.origin),
                    as_destination: uses.map_or(0, |uses| uses.destination),
                    bins: bins.get(&place.id).copied(),
                    name: place.name,
                    type_code: place.type_code,
                    id: place.id,
                };
                (fold(&shown.name), shown)
            })
            .collect();
        places.sort_by(|(a, one), (b, other)| natural(a, b).then_with(|| one.id.cmp(&other.id)));
        places.into_iter().map(|(_, place)| place).collect()
    }

    /// How often each place is origin or destination of a movement or a stocklist.
    fn uses_of_places(&self) -> HashMap<LocationId, Uses> {
        let mut uses: HashMap<LocationId, Uses> = HashMap::new();
        let mut count = |origin: Option<&LocationId>, destination: Option<&LocationId>| {
            if let Some(id) = origin {
                uses.entry(id.clone()).or_default().origin += 1;
            }
            if let Some(id) = destination {
                uses.entry(id.clone()).or_default().destination += 1;
            }
        };
        let movements = self.movements.known();
        for movement in movements.iter().map(|known| &known.movement) {
            let (origin, destination) = (&movement.origin, &movement.destination);
            count(origin.as_ref().map(|at| &at.id), destination.as_ref().map(|at| &at.id));
        }
        for list in self.stocklists.all() {
            let (origin, destination) = (&list.of.origin, &list.of.destination);
            count(origin.as_ref().map(|at| &at.id), destination.as_ref().map(|at| &at.id));
        }
        uses
    }

    /// How many bins are known in each place whose bins were asked for.
    fn bins_of_places(&self) -> HashMap<LocationId, u32> {
        let lists = self.locations.lists.values().into_iter();
        lists
            .filter(|((kind, _), ..)| *kind == LocationKind::Bins)
            .map(|((_, parent), bins, _)| {
                let distinct: HashSet<_> = bins.iter().map(|bin| &bin.id).collect();
                (parent, count_of(distinct.len()))
            })
            .collect()
    }
}
