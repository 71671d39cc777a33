//! Which bin a code is of. Bins of two depots may have the same name; of several bins the one with the cursor is
//! meant, else it is asked. Pure.

use contract::{PickTask, PlaceRef, ScanFound};

use super::scene::{KnownBin, ScanScene, nothing};
use crate::picking::tape::TapeChange;
use crate::search::{count_of, text::fold};

/// What a code does that names a bin of tasks; `None` for one that names none.
pub(super) fn scanned_bin(
    code: &str,
    known: &[KnownBin],
    scene: ScanScene<'_>,
) -> Option<(ScanFound, Vec<TapeChange>)> {
    let named = bins_named(code, known, scene.tasks);
    let active = scene.active_task().and_then(|task| task.bin.as_ref());
    // In another depot of the walk a bin without tasks may have the same name.
    let is_namesake =
        |it: &KnownBin| is_of_walk(it, scene) && named.iter().all(|bin| bin.id != it.bin.id);
    let is_sure = scene.depots.len() < 2 || !known.iter().any(is_namesake);
    match named.as_slice() {
        [] => None,
        [bin] if is_sure => Some(before(bin, scene)),
        several => {
            let is_active = |bin: &&&PlaceRef| active.is_some_and(|active| active.id == bin.id);
            Some(match several.iter().find(is_active) {
                Some(bin) => before(bin, scene),
                None => nothing(which_of(several, scene)),
            })
        }
    }
}

/// What is said of a bin from which nothing is to be fetched; `None` where no bin is known.
pub(super) fn idle_bin(known: &[KnownBin], scene: ScanScene<'_>) -> Option<ScanFound> {
    let here = known.iter().find(|it| is_of_walk(it, scene));
    match (here, known.first().cloned()) {
        (Some(KnownBin { bin, depot }), _) => {
            let depot = (scene.depots.len() > 1).then(|| depot.clone());
            Some(ScanFound::Bin { bin: bin.clone(), tasks: 0, first: None, depot })
        }
        (None, Some(KnownBin { bin, depot })) => Some(ScanFound::OtherDepot { bin, depot }),
        (None, None) => None,
    }
}

/// The picker stands before a bin.
fn before(bin: &PlaceRef, scene: ScanScene<'_>) -> (ScanFound, Vec<TapeChange>) {
    let there = || tasks_in(bin, scene);
    let first = there().find(|task| !task.state.is_done()).map(|task| task.id.clone());
    let tasks = count_of(there().filter(|task| !task.state.is_done()).count());
    let depot = there().find_map(|task| task.depot.clone());
    let found = ScanFound::Bin { bin: bin.clone(), tasks, first, depot };
    (found, vec![TapeChange::Bin { bin: bin.id.clone() }])
}

/// Which of several bins is meant is asked by a task of each.
fn which_of(bins: &[&PlaceRef], scene: ScanScene<'_>) -> ScanFound {
    let of = |bin: &&PlaceRef| {
        let open = tasks_in(bin, scene).find(|task| !task.state.is_done());
        open.or_else(|| tasks_in(bin, scene).next()).map(|task| task.id.clone())
    };
    let among: Vec<String> = bins.iter().filter_map(of).collect();
    ScanFound::Several { tasks: count_of(among.len()), among }
}

fn tasks_in<'a>(bin: &'a PlaceRef, scene: ScanScene<'a>) -> impl Iterator<Item = &'a PickTask> {
    let is_there = move |task: &&PickTask| task.bin.as_ref().is_some_and(|it| it.id == bin.id);
    scene.tasks.iter().filter(is_there)
}

fn is_of_walk(known: &KnownBin, scene: ScanScene<'_>) -> bool {
    scene.depots.is_empty() || scene.depots.iter().any(|depot| depot.id == known.depot.id)
}

/// The bins of tasks with this name, number or id, each once.
fn bins_named<'a>(code: &str, known: &[KnownBin], tasks: &'a [PickTask]) -> Vec<&'a PlaceRef> {
    let name = fold(code);
    let is_known = |bin: &PlaceRef| known.iter().any(|known| known.bin.id == bin.id);
    let is_it =
        |bin: &&PlaceRef| bin.id.as_str() == code || fold(&bin.name) == name || is_known(bin);
    let mut bins: Vec<_> =
        tasks.iter().filter_map(|task| task.bin.as_ref()).filter(is_it).collect();
    bins.sort_by(|one, other| one.id.cmp(&other.id));
    bins.dedup_by(|one, other| one.id == other.id);
    bins
}
