//! How many of a product were asked for the last time: in the newest earlier movement between the same
//! places that has the product. Pure.

use std::{collections::HashMap, sync::Arc};

use crate::movements::known::KnownMovement;
use chrono::NaiveDate;
use contract::{LineItem, LocationId, Movement, ProductId};

/// So many movements before are looked through.
const MOST: usize = 50;

/// What is known of the last time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LastTime {
    /// How many were asked for of each product.
    pub requested: HashMap<ProductId, i64>,
    /// All movements before were looked through: what is not among these is asked for the first time.
    pub is_whole: bool,
}

/// Movements before another one, between the same places.
#[derive(Clone, Default)]
pub struct EarlierMovements {
    /// Those whose lines are known, the newest first.
    read: Vec<Arc<KnownMovement>>,
    /// The newest of all, if its lines are not known.
    pub newest_unread: Option<Arc<KnownMovement>>,
    is_whole: bool,
}

impl EarlierMovements {
    /// Those before a movement, among all that are known. `are_all` says whether the list of them was
    /// read to its end.
    pub fn of(known: &KnownMovement, all: &[Arc<KnownMovement>], are_all: bool) -> Self {
        run(&known.movement).map_or_else(Self::default, |run| Self::between(run, all, are_all))
    }

    /// Those between two places, from one to the other, requested for a day before this one.
    pub fn between((from, to, day): Run<'_>, all: &[Arc<KnownMovement>], are_all: bool) -> Self {
        let is_before = |other: &&Arc<KnownMovement>| {
            run(&other.movement).is_some_and(|of| (of.0, of.1) == (from, to) && of.2 < day)
        };
        let mut before: Vec<_> = all.iter().filter(is_before).cloned().collect();
        before.sort_by_key(|other| std::cmp::Reverse((other.movement.date_requested, other.key)));
        let mut is_whole = are_all && before.len() <= MOST;
        before.truncate(MOST);
        let newest_unread = before.first().filter(|it| it.movement.lines.is_none()).cloned();
        before.retain(|other| {
            let is_read = other.movement.lines.is_some();
            is_whole &= is_read;
            is_read
        });
        Self { read: before, newest_unread, is_whole }
    }

    /// Whether the same is known as of these.
    pub fn is_as(&self, other: &Self) -> bool {
        self.is_whole == other.is_whole
            && self.read.len() == other.read.len()
            && self.read.iter().zip(&other.read).all(|(a, b)| Arc::ptr_eq(a, b))
    }

    /// What was asked for in them.
    pub fn last_time(&self) -> LastTime {
        let mut requested = HashMap::new();
        for known in &self.read {
            for (product, pieces) in requested_in(known) {
                requested.entry(product).or_insert(pieces);
            }
        }
        LastTime { requested, is_whole: self.is_whole }
    }
}

/// From where to where, and when.
pub type Run<'a> = (&'a LocationId, &'a LocationId, NaiveDate);

fn run(movement: &Movement) -> Option<Run<'_>> {
    let (from, to) = (movement.origin.as_ref()?, movement.destination.as_ref()?);
    Some((&from.id, &to.id, movement.date_requested?))
}

/// How many were asked for of each product.
fn requested_in(known: &KnownMovement) -> HashMap<ProductId, i64> {
    let mut requested = HashMap::new();
    let pieces = |line: &LineItem| line.quantity_requested.unwrap_or_default();
    for line in known.movement.lines.iter().flatten() {
        *requested.entry(line.product.id.clone()).or_default() += pieces(line);
    }
    requested
}

#[cfg(test)]
mod tests {
    use contract::{MovementKey, PlaceRef};
    use uuid::Uuid;

    use super::*;
    use crate::editor::draft::stage::{Stage, line};

    /// A movement of a day of November; `lines` are products with what was asked for.
    fn known(day: u32, lines: Option<&[(&str, i64)]>) -> Arc<KnownMovement> {
        let place = |id: &str| PlaceRef { id: id.into(), name: id.into(), type_code: None };
        let item = |(code, pieces): &(&str, i64)| line(code, code, *pieces, 100);
        let mut known = (*Stage::new(Vec::new()).known()).clone();
        known.key = MovementKey(Uuid::from_u128(day.into()));
        known.movement.date_requested = NaiveDate::from_ymd_opt(2026, 11, day);
        known.movement.origin = Some(place("depot"));
        known.movement.destination = Some(place("ward"));
        known.movement.lines = lines.map(|lines| lines.iter().map(item).collect());
        Arc::new(known)
    }

    fn of(all: &[Arc<KnownMovement>]) -> (Option<i64>, Option<i64>, bool) {
        let last = EarlierMovements::of(&known(20, None), all, true).last_time();
        let of = |id: &str| last.requested.get(&ProductId::from(id)).copied();
        (of("a"), of("b"), last.is_whole)
    }

    #[test]
    fn it_is_of_the_newest_movement_before_that_has_the_product() {
        let all = [
            known(3, Some(&[("A", 3), ("B", 30)])),
            known(10, Some(&[("A", 10), ("A", 1)])),
            known(21, Some(&[("A", 21)])),
        ];
        assert_eq!(of(&all), (Some(11), Some(30), true));
    }

    #[test]
    fn the_newest_one_is_to_be_read_where_it_was_not() {
        let newest = |all: &[Arc<KnownMovement>]| {
            let unread = EarlierMovements::of(&known(20, None), all, true).newest_unread;
            unread.and_then(|it| it.movement.date_requested)
        };
        let day = NaiveDate::from_ymd_opt(2026, 11, 10);
        assert_eq!(newest(&[known(3, None), known(10, None)]), day);
        assert_eq!(newest(&[known(3, None), known(10, Some(&[]))]), None);
    }

    #[test]
    fn what_was_not_read_is_not_known_and_no_first_time() {
        assert_eq!(of(&[known(3, Some(&[("B", 30)])), known(10, None)]), (None, Some(30), false));
        assert_eq!(of(&[]), (None, None, true));
        let mut elsewhere = (*known(10, None)).clone();
        elsewhere.movement.destination = None;
        assert_eq!(of(&[Arc::new(elsewhere)]), (None, None, true));
        assert!(!EarlierMovements::of(&known(20, None), &[], false).last_time().is_whole);
    }
}
