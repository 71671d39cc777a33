//! The depots that are walked through: how their bins are read, and in which order they come.

use contract::{
    DepotPlan, DepotPlanView, LocationId, MovementKey, MovementRef, PlaceRef, PlannedBin, Topic,
    WalkKey,
};
use rules::{
    picking::{depots::Depots, route::Depot},
    search::count_of,
};

use super::walks::Walks;
use crate::{error::Error, store::tables::facts::Facts};

/// So many bins show what comes of a plan.
const BINS_SHOWN: usize = 60;

impl Walks {
    /// The bins of the places a walk's movements begin in, as they lie, each place by its own plan. Bins of which no
    /// place is told are read as those of the first one.
    pub(super) fn planned_depots(&self, movements: &[MovementKey]) -> Depots {
        let origins = self.depots_of(movements);
        let bins = |origin: &PlaceRef| -> Vec<String> {
            self.locations.bins_of(Some(origin)).into_values().map(|bin| bin.name).collect()
        };
        let bins: Vec<Vec<String>> = origins.iter().map(bins).collect();
        let plan = origins.first().map(|origin| self.plan_of(&origin.id)).unwrap_or_default();
        let all = Depots::one(Depot::of(bins.iter().flatten().map(String::as_str), plan));
        if origins.len() < 2 {
            return all;
        }
        origins.into_iter().zip(&bins).fold(all, |depots, (origin, bins)| {
            let plan = self.plan_of(&origin.id);
            depots.with(origin.id, Depot::of(bins.iter().map(String::as_str), plan))
        })
    }

    /// The places a walk's movements begin in, each once.
    pub(super) fn depots_of(&self, movements: &[MovementKey]) -> Vec<PlaceRef> {
        let mut depots: Vec<PlaceRef> = Vec::new();
        for origin in movements.iter().filter_map(|key| self.origin_of(*key)) {
            if depots.iter().all(|depot| depot.id != origin.id) {
                depots.push(origin);
            }
        }
        depots
    }

    pub(super) fn origin_of(&self, movement: MovementKey) -> Option<PlaceRef> {
        self.movements.find(&MovementRef::Key(movement))?.movement.origin.clone()
    }

    /// The depot in which the first movement of a walk begins that tells one.
    fn first_depot(&self, key: WalkKey) -> Result<Option<PlaceRef>, Error> {
        let movements = self.open_walks.get(key)?.walk.movements;
        Ok(movements.iter().find_map(|movement| self.origin_of(*movement)))
    }

    /// How the bins of the depots are read in which these movements begin, that of the first one first.
    pub(crate) fn plans_for(&self, movements: &[MovementKey]) -> Vec<(LocationId, DepotPlan)> {
        let depots = self.depots_of(movements).into_iter().map(|depot| depot.id);
        depots.map(|depot| (depot.clone(), self.plan_of(&depot))).collect()
    }

    /// How the bins of a depot are read.
    fn plan_of(&self, depot: &LocationId) -> DepotPlan {
        let plans = self.account.facts().depots.clone();
        plans.into_iter().find(|(of, _)| of == depot).map(|(_, plan)| plan).unwrap_or_default()
    }

    /// What comes of a plan for a walk's depot, or of the one that is kept.
    pub(crate) fn depot_plan(
        &self,
        key: WalkKey,
        plan: Option<DepotPlan>,
    ) -> Result<DepotPlanView, Error> {
        let depot = self.first_depot(key)?;
        let order = self.open_walks.get(key)?.walk.order;
        let kept = || depot.as_ref().map(|depot| self.plan_of(&depot.id)).unwrap_or_default();
        let plan = plan.unwrap_or_else(kept);
        self.locations.read_bins_behind(depot.as_ref());
        let bins: Vec<String> =
            self.locations.bins_of(depot.as_ref()).into_values().map(|bin| bin.name).collect();
        let names: Vec<&str> = bins.iter().map(String::as_str).collect();
        let planned = Depot::of(names.iter().copied(), plan.clone());
        let read =
            |at: usize| PlannedBin { name: names[at].to_owned(), read: planned.read(names[at]) };
        let way: Vec<PlannedBin> = planned.in_order(&names, order).into_iter().map(read).collect();
        let unread = count_of(way.iter().filter(|bin| bin.read.is_none()).count());
        let all = count_of(way.len());
        let bins = way.into_iter().take(BINS_SHOWN).collect();
        Ok(DepotPlanView { depot, plan, bins, all, unread })
    }

    /// Keeps how the bins of a walk's depot are read.
    pub(crate) async fn save_plan(&self, key: WalkKey, plan: DepotPlan) -> Result<(), Error> {
        let depot = self.first_depot(key)?.ok_or(Error::Unknown)?.id;
        let keep = |facts: &mut Facts| {
            facts.depots.retain(|(of, _)| *of != depot);
            facts.depots.push((depot, plan));
        };
        self.account.learn(keep).await?;
        self.account.announce(&[Topic::Walks]);
        Ok(())
    }
}
