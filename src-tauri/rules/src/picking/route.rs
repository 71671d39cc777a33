//! The way through the bins of a depot. A bin's name is read as aisle, bay and level; aisles lie side by
//! side, and one changes aisles at their ends. Pure, and the same bins in whatever order give the same way.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
};

use contract::{DepotPlan, WalkOrder};

use crate::search::text::{fold, natural};

/// Metres from an aisle to the one beside it.
pub const AISLE: f64 = 4.0;
/// Metres from a bay to the next one.
pub const BAY: f64 = 1.5;
/// A way with more stops than this is as the aisles go: looking for a better one takes too long.
const MOST_STOPS: usize = 150;
/// Of more stops than this not every way can be tried.
const MOST_TRIED: usize = 15;
/// So often a way is looked through for a better one, at most.
const ROUNDS: usize = 40;

/// Where a bin is: its aisle, and the bay in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    /// Which aisle, from 0.
    pub aisle: usize,
    /// Metres from the front end of the aisle.
    pub along: f64,
}

/// The bins of a depot as they lie, read from their names.
#[derive(Clone, Debug, Default)]
pub struct Depot {
    plan: DepotPlan,
    aisles: Vec<String>,
    bays: BTreeMap<String, Vec<String>>,
    /// Metres from the front end of the aisles to their back end.
    length: f64,
}

/// Aisle, bay and what follows, of a bin's name.
#[derive(Clone, Debug, PartialEq, Eq)]
struct BinName {
    aisle: String,
    bay: String,
    rest: String,
}

impl BinName {
    /// Runs of letters and of digits: "A-02-04" and "A02-04" are aisle A, bay 02, where the plan says no other.
    /// `None` of a name that has no such part.
    fn read(name: &str, plan: &DepotPlan) -> Option<Self> {
        let folded = fold(name);
        let mut runs: Vec<String> = Vec::new();
        let mut last = None;
        for letter in folded.chars() {
            let kind = letter.is_alphanumeric().then(|| letter.is_ascii_digit());
            match (kind, runs.last_mut()) {
                (Some(_), Some(run)) if kind == last => run.push(letter),
                (Some(_), _) => runs.push(letter.into()),
                (None, _) => {}
            }
            last = kind;
        }
        let part = |number: u8| usize::from(number).checked_sub(1);
        let (aisle_at, bay_at) = (part(plan.aisle)?, part(plan.bay));
        let bay = bay_at.and_then(|at| runs.get(at)).cloned().unwrap_or_default();
        let rest = runs.iter().enumerate().filter(|(at, _)| *at != aisle_at && Some(*at) != bay_at);
        let rest: Vec<&str> = rest.map(|(_, run)| run.as_str()).collect();
        Some(Self { aisle: runs.get(aisle_at)?.clone(), bay, rest: rest.join("-") })
    }
}

impl Depot {
    /// A depot with these bins, of which the plan says how they are read.
    pub fn of<'a>(bins: impl Iterator<Item = &'a str>, plan: DepotPlan) -> Self {
        let mut bays: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for name in bins.filter_map(|name| BinName::read(name, &plan)) {
            bays.entry(name.aisle).or_default().insert(name.bay);
        }
        let mut aisles: Vec<String> = bays.keys().cloned().collect();
        let wanted: Vec<String> = plan.aisles.iter().map(|aisle| fold(aisle.trim())).collect();
        let place =
            |aisle: &String| wanted.iter().position(|it| it == aisle).unwrap_or(wanted.len());
        aisles.sort_by(|a, b| place(a).cmp(&place(b)).then_with(|| natural(a, b)));
        let in_order = |bays: BTreeSet<String>| {
            let mut bays: Vec<String> = bays.into_iter().collect();
            bays.sort_by(|a, b| natural(a, b));
            bays
        };
        let bays: BTreeMap<_, _> =
            bays.into_iter().map(|(aisle, bays)| (aisle, in_order(bays))).collect();
        let longest = bays.values().map(Vec::len).max().unwrap_or_default();
        Self { plan, aisles, bays, length: metres(longest.saturating_sub(1)) }
    }

    /// The aisle and the bay of a bin, as they are read.
    pub fn read(&self, bin: &str) -> Option<(String, String)> {
        BinName::read(bin, &self.plan).map(|name| (name.aisle, name.bay))
    }

    /// Where a bin is.
    pub fn stop(&self, bin: &str) -> Option<Stop> {
        let name = BinName::read(bin, &self.plan)?;
        let aisle = self.aisles.iter().position(|aisle| *aisle == name.aisle)?;
        let bay = self.bays.get(&name.aisle)?.iter().position(|bay| *bay == name.bay)?;
        Some(Stop { aisle, along: metres(bay) })
    }

    /// How far it is from one stop to another, over the nearer end of the aisles.
    pub fn between(&self, from: Stop, to: Stop) -> f64 {
        if from.aisle == to.aisle {
            return (from.along - to.along).abs();
        }
        let across = AISLE * count(from.aisle.abs_diff(to.aisle));
        let front = from.along + to.along;
        let back = 2.0 * self.length - front;
        across + front.min(back)
    }

    /// How far one walks along these stops, from the front of the first aisle and back there.
    pub fn length_of(&self, stops: &[Stop]) -> f64 {
        let gate = Stop { aisle: 0, along: 0.0 };
        let mut way = 0.0;
        let mut at = gate;
        for stop in stops.iter().copied().chain([gate]) {
            way += self.between(at, stop);
            at = stop;
        }
        way
    }

    /// How long the shortest way of all along these stops is, by trying every set of stops with every last
    /// one; `None` for more stops than can be tried.
    pub fn least(&self, stops: &[Stop]) -> Option<f64> {
        if stops.len() > MOST_TRIED {
            return None;
        }
        let gate = Stop { aisle: 0, along: 0.0 };
        let all = 1_usize << stops.len();
        let mut least = vec![vec![f64::INFINITY; stops.len()]; all];
        for (at, stop) in stops.iter().enumerate() {
            least[1 << at][at] = self.between(gate, *stop);
        }
        for set in 1..all {
            for last in (0..stops.len()).filter(|last| set & (1 << last) != 0) {
                for next in (0..stops.len()).filter(|next| set & (1 << next) == 0) {
                    let way = least[set][last] + self.between(stops[last], stops[next]);
                    let known = &mut least[set | 1 << next][next];
                    *known = known.min(way);
                }
            }
        }
        let home = |at: usize| least[all - 1][at] + self.between(stops[at], gate);
        Some((0..stops.len()).map(home).reduce(f64::min).unwrap_or_default())
    }

    /// Brings bins into the order in which one walks along them; those that cannot be read come last.
    pub fn in_order(&self, bins: &[&str], order: WalkOrder) -> Vec<usize> {
        let mut known: Vec<usize> =
            (0..bins.len()).filter(|at| self.stop(bins[*at]).is_some()).collect();
        let folded: Vec<String> = bins.iter().map(|bin| fold(bin)).collect();
        // Where an order of aisles is wanted, it holds for every order of bins.
        let aisle = |at: &usize| match self.plan.aisles.is_empty() {
            true => 0,
            false => self.stop(bins[*at]).map_or(usize::MAX, |stop| stop.aisle),
        };
        known.sort_by(|a, b| {
            aisle(a).cmp(&aisle(b)).then_with(|| natural(&folded[*a], &folded[*b]))
        });
        let stops: Vec<Stop> = known.iter().filter_map(|at| self.stop(bins[*at])).collect();
        let sorted: Vec<usize> = match order {
            WalkOrder::Bins => (0..known.len()).collect(),
            WalkOrder::Serpentine => serpentine(&stops, false),
            WalkOrder::Shortest => self.shortest(&stops),
        };
        let mut unknown: Vec<usize> = (0..bins.len()).filter(|at| !known.contains(at)).collect();
        unknown.sort_by(|a, b| natural(&folded[*a], &folded[*b]));
        sorted.into_iter().map(|at| known[at]).chain(unknown).collect()
    }

    /// The shortest way that is found: from several beginnings, mended until nothing mends it.
    fn shortest(&self, stops: &[Stop]) -> Vec<usize> {
        let begin = [serpentine(stops, false), serpentine(stops, true), self.nearest(stops)];
        if stops.len() > MOST_STOPS {
            return begin.into_iter().next().unwrap_or_default();
        }
        let mended = begin.into_iter().map(|way| self.mended(stops, way));
        let length = |way: &Vec<usize>| self.length_of(&along(stops, way));
        mended.min_by(|a, b| length(a).total_cmp(&length(b))).unwrap_or_default()
    }

    /// Always to the nearest one.
    fn nearest(&self, stops: &[Stop]) -> Vec<usize> {
        let mut left: Vec<usize> = (0..stops.len()).collect();
        let mut way = Vec::with_capacity(left.len());
        let mut at = Stop { aisle: 0, along: 0.0 };
        while let Some(next) = (0..left.len()).min_by(|a, b| {
            let far = |place: usize| self.between(at, stops[left[place]]);
            far(*a).total_cmp(&far(*b))
        }) {
            let stop = left.remove(next);
            at = stops[stop];
            way.push(stop);
        }
        way
    }

    /// The way with parts of it turned round or put elsewhere, as long as that makes it shorter.
    fn mended(&self, stops: &[Stop], way: Vec<usize>) -> Vec<usize> {
        let mut best = way;
        let mut length = self.length_of(&along(stops, &best));
        for _ in 0..ROUNDS {
            let Some(better) = self.better(stops, &best, length) else { break };
            (best, length) = better;
        }
        best
    }

    /// The best of the ways that differ in one part.
    fn better(&self, stops: &[Stop], way: &[usize], length: f64) -> Option<(Vec<usize>, f64)> {
        let mut best: Option<(Vec<usize>, f64)> = None;
        let mut try_it = |other: Vec<usize>| {
            let other_length = self.length_of(&along(stops, &other));
            let than = best.as_ref().map_or(length, |(_, length)| *length);
            if other_length + 1e-9 < than {
                best = Some((other, other_length));
            }
        };
        for from in 0..way.len() {
            for to in from + 1..way.len() {
                let mut turned = way.to_vec();
                turned[from..=to].reverse();
                try_it(turned);
            }
            for size in 1..=3.min(way.len() - from) {
                let mut left = way.to_vec();
                let part: Vec<usize> = left.drain(from..from + size).collect();
                for to in 0..=left.len() {
                    let mut moved = left.clone();
                    moved.splice(to..to, part.iter().copied());
                    try_it(moved);
                }
            }
        }
        best
    }
}

/// Aisle by aisle, every other one from its back end.
fn serpentine(stops: &[Stop], from_back: bool) -> Vec<usize> {
    let mut way: Vec<usize> = (0..stops.len()).collect();
    let visited: BTreeSet<usize> = stops.iter().map(|stop| stop.aisle).collect();
    let turns = |aisle: usize| {
        let before = visited.range(..aisle).count();
        (before % 2 == 1) != from_back
    };
    way.sort_by(|a, b| {
        let (one, other) = (stops[*a], stops[*b]);
        one.aisle.cmp(&other.aisle).then_with(|| {
            let along: Ordering = one.along.total_cmp(&other.along);
            if turns(one.aisle) { along.reverse() } else { along }
        })
    });
    way
}

fn along(stops: &[Stop], way: &[usize]) -> Vec<Stop> {
    way.iter().map(|at| stops[*at]).collect()
}

fn metres(bays: usize) -> f64 {
    BAY * count(bays)
}

fn count(n: usize) -> f64 {
    u32::try_from(n).map_or(f64::from(u32::MAX), f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six aisles of twelve bays, as the bins of many depots are named.
    fn depot() -> (Vec<String>, Depot) {
        let bins: Vec<String> = ('A'..='F')
            .flat_map(|aisle| (1..=12).map(move |bay| format!("{aisle}-{bay:02}-01")))
            .collect();
        let depot = Depot::of(bins.iter().map(String::as_str), DepotPlan::default());
        (bins, depot)
    }

    fn walked(bins: &[&str], order: WalkOrder) -> Vec<String> {
        let (_, depot) = depot();
        let way = depot.in_order(bins, order);
        way.into_iter().map(|at| bins[at].to_owned()).collect()
    }

    #[test]
    fn names_are_read_with_and_without_hyphens() {
        let plan = DepotPlan::default();
        let read = |name: &str| BinName::read(name, &plan).map(|it| (it.aisle, it.bay, it.rest));
        let told = |aisle: &str, bay: &str, rest: &str| {
            Some((aisle.to_owned(), bay.to_owned(), rest.to_owned()))
        };
        assert_eq!(read("A-02-04"), told("a", "02", "04"));
        assert_eq!(read("A02.4b"), told("a", "02", "4-b"));
        assert_eq!(read("Cold room"), told("cold", "room", ""));
        assert_eq!(read(" - "), None);
    }

    #[test]
    fn a_plan_says_which_part_is_the_aisle_and_in_which_order_aisles_come() {
        let names = ["02-A-1", "01-B-1", "10-A-1", "01-A-1", "03-C-1", "x"];
        let walked = |aisles: &[&str], order| {
            let aisles = aisles.iter().map(|aisle| (*aisle).to_owned()).collect();
            let plan = DepotPlan { aisle: 2, bay: 1, aisles };
            let depot = Depot::of(names.into_iter(), plan);
            let way = depot.in_order(&names, order);
            way.into_iter().map(|at| names[at]).collect::<Vec<_>>()
        };
        let expected = ["03-C-1", "01-A-1", "02-A-1", "10-A-1", "01-B-1", "x"];
        assert_eq!(walked(&["c ", "A"], WalkOrder::Bins), expected);
        let expected = ["01-A-1", "02-A-1", "10-A-1", "01-B-1", "03-C-1", "x"];
        assert_eq!(walked(&[], WalkOrder::Serpentine), expected);
        let back = ["01-B-1", "10-A-1", "02-A-1", "01-A-1", "03-C-1", "x"];
        assert_eq!(walked(&["B"], WalkOrder::Serpentine), back);
        let nowhere = DepotPlan { aisle: 0, bay: 9, aisles: Vec::new() };
        assert_eq!(Depot::of(names.into_iter(), nowhere).read("01-A"), None);
    }

    #[test]
    fn a_serpentine_comes_back_in_every_other_aisle_it_visits() {
        let bins = ["D-09-01", "A-10-01", "A-02-01", "D-03-01", "F-05-01", "nowhere"];
        let expected = ["A-02-01", "A-10-01", "D-09-01", "D-03-01", "F-05-01", "nowhere"];
        assert_eq!(walked(&bins, WalkOrder::Serpentine), expected);
        let expected = ["A-02-01", "A-10-01", "D-03-01", "D-09-01", "F-05-01", "nowhere"];
        assert_eq!(walked(&bins, WalkOrder::Bins), expected);
    }

    #[test]
    fn one_changes_aisles_at_the_nearer_end() {
        let (_, depot) = depot();
        let at = |bin: &str| depot.stop(bin).unwrap();
        let back = 2.0 * BAY + AISLE;
        assert_eq!(depot.between(at("A-11-01"), at("B-11-01")), back);
        assert_eq!(depot.between(at("A-01-01"), at("C-01-01")), 2.0 * AISLE);
        assert_eq!(depot.between(at("A-01-01"), at("A-12-01")), 11.0 * BAY);
        assert_eq!(depot.length_of(&[at("A-12-01")]), 22.0 * BAY);
    }

    #[test]
    fn the_way_that_is_found_is_at_most_a_tenth_longer_than_the_shortest() {
        let (bins, depot) = depot();
        let mut seed = 7_u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from(seed >> 33).unwrap() % below
        };
        for stops in [1, 3, 6, 9, 11] {
            for _ in 0..12 {
                let chosen: BTreeSet<usize> = (0..stops).map(|_| random(bins.len())).collect();
                let names: Vec<&str> = chosen.iter().map(|at| bins[*at].as_str()).collect();
                let way = depot.in_order(&names, WalkOrder::Shortest);
                let walked: Vec<Stop> =
                    way.iter().map(|at| depot.stop(names[*at]).unwrap()).collect();
                let all: Vec<Stop> = names.iter().map(|bin| depot.stop(bin).unwrap()).collect();
                let (ours, best) = (depot.length_of(&walked), depot.least(&all).unwrap());
                assert!(ours <= 1.1 * best + 1e-9, "{names:?}: {ours} against {best}");
            }
        }
    }

    #[test]
    fn the_same_bins_in_another_order_give_the_same_way() {
        let bins = ["B-03-01", "A-09-01", "E-02-01", "C-12-01", "A-01-01"];
        let mut turned = bins;
        turned.reverse();
        for order in [WalkOrder::Bins, WalkOrder::Serpentine, WalkOrder::Shortest] {
            assert_eq!(walked(&bins, order), walked(&turned, order), "{order:?}");
        }
    }
}
