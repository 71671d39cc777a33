//! Gathers ordered rows under heads.. Groups stand in their own order (days
//! newest first, names as people sort them, rows without a value last); inside a group the order
//! asked for stays.

use std::{cmp::Ordering, collections::HashSet, sync::Arc};

use chrono::{Days, NaiveDate};
use contract::{Entry, GroupKey, MovementGrouping};

use crate::{
    movements::known::KnownMovement,
    search::{
        count_of,
        text::{fold, natural},
    },
};

/// A group of ordered rows.
pub struct Group<R> {
    /// What its rows have in common.
    pub key: GroupKey,
    /// Its rows, in their order.
    pub rows: Vec<R>,
}

/// Gathers rows; `today` is the user's, and without it every day stands for itself.
pub fn gather(
    rows: &[Arc<KnownMovement>],
    by: MovementGrouping,
    today: Option<NaiveDate>,
) -> Vec<Group<&Arc<KnownMovement>>> {
    let mut keyed: Vec<_> = rows.iter().map(|row| (key_of(row, by, today), row)).collect();
    keyed.sort_by(|(a, _), (b, _)| compare(a, b));
    let groups = keyed.chunk_by(|(a, _), (b, _)| a == b);
    groups
        .filter_map(|group| {
            let key = group.first()?.0.clone();
            Some(Group { key, rows: group.iter().map(|(_, row)| *row).collect() })
        })
        .collect()
}

/// The heads, and under those that are not folded their rows.
pub fn entries<R: Copy>(groups: &[Group<R>], folded: &[GroupKey]) -> Vec<Entry<R>> {
    let folded: HashSet<_> = folded.iter().collect();
    let mut entries = Vec::new();
    for group in groups {
        let is_folded = folded.contains(&group.key);
        let key = group.key.clone();
        entries.push(Entry::Group { key, rows: count_of(group.rows.len()), folded: is_folded });
        if !is_folded {
            entries.extend(group.rows.iter().map(|row| Entry::Row { row: *row }));
        }
    }
    entries
}

fn key_of(known: &KnownMovement, by: MovementGrouping, today: Option<NaiveDate>) -> GroupKey {
    let movement = &known.movement;
    let name = |name: Option<&str>| {
        name.map_or(GroupKey::None, |name| GroupKey::Name(name.trim().to_owned()))
    };
    match by {
        MovementGrouping::Requested => {
            movement.date_requested.map_or(GroupKey::None, |day| day_key(day, today))
        }
        MovementGrouping::Destination => {
            name(movement.destination.as_ref().map(|place| place.name.as_str()))
        }
        MovementGrouping::RequestedBy => {
            name(movement.requested_by.as_ref().map(|person| person.shown()))
        }
    }
}

/// Today, yesterday and each of the five days before stand for themselves, as do days to come.
fn day_key(day: NaiveDate, today: Option<NaiveDate>) -> GroupKey {
    let first = today.and_then(|today| today.checked_sub_days(Days::new(6)));
    match first {
        Some(first) if day < first => GroupKey::Before(first),
        _ => GroupKey::Day(day),
    }
}

fn compare(a: &GroupKey, b: &GroupKey) -> Ordering {
    match (a, b) {
        (GroupKey::Day(a), GroupKey::Day(b)) => b.cmp(a),
        (GroupKey::Name(a), GroupKey::Name(b)) => {
            natural(&fold(a), &fold(b)).then_with(|| a.cmp(b))
        }
        _ => rank(a).cmp(&rank(b)),
    }
}

fn rank(key: &GroupKey) -> u8 {
    match key {
        GroupKey::Day(_) => 0,
        GroupKey::Before(_) => 1,
        GroupKey::Name(_) | GroupKey::Movement { .. } => 2,
        GroupKey::None | GroupKey::Proposals(_) => 3,
    }
}

#[cfg(test)]
mod tests;
