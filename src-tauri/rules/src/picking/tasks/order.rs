//! In which order one walks from task to task: one depot after the other, bin by bin. Pure.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use contract::{LocationId, PickTask, WalkOrder};

use crate::picking::route::Depot;
use crate::search::text::{fold, natural};

/// Brings tasks into the order in which one walks; those without a bin come last.
pub(super) fn in_walk_order(tasks: &mut [PickTask], depot: &Depot, order: WalkOrder) {
    let bin = |task: &PickTask| task.bin.as_ref().map(|bin| bin.name.clone());
    let code = |task: &PickTask| task.product.code.as_deref().map(fold).unwrap_or_default();
    let bins: BTreeSet<String> = tasks.iter().filter_map(bin).collect();
    let bins: Vec<&str> = bins.iter().map(String::as_str).collect();
    let way = depot.in_order(&bins, order);
    let places: BTreeMap<&str, usize> =
        way.into_iter().enumerate().map(|(place, at)| (bins[at], place)).collect();
    let place = |task: &PickTask| places.get(&*bin(task)?).copied();
    let depots = depots_in_order(tasks);
    let depot = |task: &PickTask| depots.get(&task.depot.as_ref()?.id).copied();
    tasks.sort_by_cached_key(|task| TaskOrder {
        depot: depot(task),
        bin: place(task),
        code: code(task),
        movement: (task.place, task.number),
    });
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
