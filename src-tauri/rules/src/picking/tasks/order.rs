//! In which order one walks from task to task: one depot after the other, bin by bin. Pure.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use contract::{LocationId, PickTask, WalkOrder};

use crate::picking::depots::Depots;
use crate::search::text::{fold, natural};

/// Bins, each with its place on the way.
type Way = BTreeMap<String, usize>;

/// Brings tasks into the order in which one walks; those without a bin come last.
pub(super) fn in_walk_order(tasks: &mut [PickTask], depots: &Depots, order: WalkOrder) {
    let code = |task: &PickTask| task.product.code.as_deref().map(fold).unwrap_or_default();
    let ways = ways(tasks, depots, order);
    let place = |task: &PickTask| {
        let way = ways.get(&depot_of(task).cloned())?;
        way.get(&task.bin.as_ref()?.name).copied()
    };
    let first = depots_in_order(tasks);
    let depot = |task: &PickTask| first.get(depot_of(task)?).copied();
    tasks.sort_by_cached_key(|task| TaskOrder {
        depot: depot(task),
        bin: place(task),
        code: code(task),
        movement: (task.place, task.number),
    });
}

/// The depot of a task, where it is told.
fn depot_of(task: &PickTask) -> Option<&LocationId> {
    task.depot.as_ref().map(|depot| &depot.id)
}

/// Of each depot the bins of tasks, with their places on the way through it. Bins of no told depot have one of their
/// own.
fn ways(
    tasks: &[PickTask],
    depots: &Depots,
    order: WalkOrder,
) -> BTreeMap<Option<LocationId>, Way> {
    let mut all: BTreeMap<Option<LocationId>, BTreeSet<String>> = BTreeMap::new();
    for task in tasks {
        if let Some(bin) = &task.bin {
            all.entry(depot_of(task).cloned()).or_default().insert(bin.name.clone());
        }
    }
    let way = |(depot, bins): (Option<LocationId>, BTreeSet<String>)| {
        let names: Vec<&str> = bins.iter().map(String::as_str).collect();
        let order = depots.of(depot.as_ref()).in_order(&names, order);
        let places = order.into_iter().enumerate();
        let way: Way = places.map(|(place, at)| (names[at].to_owned(), place)).collect();
        (depot, way)
    };
    all.into_iter().map(way).collect()
}

/// Depots by the place of the first movement that is picked there.
fn depots_in_order(tasks: &[PickTask]) -> BTreeMap<LocationId, u32> {
    let mut depots: BTreeMap<LocationId, u32> = BTreeMap::new();
    for task in tasks {
        if let Some(depot) = &task.depot {
            let first = depots.entry(depot.id.clone()).or_insert(task.place);
            *first = task.place.min(*first);
        }
    }
    depots
}

#[derive(PartialEq, Eq)]
struct TaskOrder {
    depot: Option<u32>,
    bin: Option<usize>,
    code: String,
    movement: (u32, u32),
}

impl Ord for TaskOrder {
    fn cmp(&self, other: &Self) -> Ordering {
        let place = |of: &Self| (of.bin.is_none(), of.depot, of.bin);
        place(self)
            .cmp(&place(other))
            .then_with(|| natural(&self.code, &other.code))
            .then_with(|| self.movement.cmp(&other.movement))
    }
}

impl PartialOrd for TaskOrder {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
