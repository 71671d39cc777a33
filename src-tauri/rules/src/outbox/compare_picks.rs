//! What the picks of a line as read now tell about picks that were sent: made, not made, or nobody can
//! tell. Services that show picks are observed; the interface document shows none. Pure.

use std::collections::HashMap;

use contract::{ItemId, LocationId, Pick, PickRow, SeenPick};

/// What the newest reading tells about picks that were sent together. They are made all or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PickComparison {
    /// They are there. With the id of the one new pick among them.
    Made(Option<String>),
    /// They are not there.
    NotMade,
    /// What is there may be theirs or somebody else's.
    Unclear,
}

/// What tells of one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Made,
    NotMade,
    /// It is so, and was so before.
    Neither,
    Unclear,
}

/// Which stock, and how many pieces of it.
type Wanted<'a> = (&'a str, Option<&'a LocationId>, i64);

/// The picks of what was picked against; `None` if the page does not tell of it.
pub fn picks_of<'a>(rows: &'a [PickRow], item: &ItemId) -> Option<&'a [SeenPick]> {
    rows.iter().find(|row| row.item == *item).map(|row| row.picks.as_slice())
}

/// Compares picks that were sent with those the service shows. `before` is what it showed just before
/// they were sent; `None` where that is not known.
pub fn compare_pick(
    picks: &[Pick],
    before: Option<&[SeenPick]>,
    now: &[SeenPick],
) -> PickComparison {
    let named = picks.iter().filter_map(|pick| Some((pick.id.as_deref()?, pick)));
    let mut signs: Vec<_> = named.map(|(id, pick)| of_named(id, pick, before, now)).collect();
    let mut new: HashMap<Wanted<'_>, usize> = HashMap::new();
    for pick in picks.iter().filter(|pick| pick.id.is_none() && pick.quantity > 0) {
        *new.entry(wanted(pick)).or_default() += 1;
    }
    let mut ids = Vec::new();
    for (wanted, count) in &new {
        let (sign, found) = of_new(*wanted, *count, before, now);
        signs.push(sign);
        ids.extend(found);
    }
    let has = |sign| signs.contains(&sign);
    if has(Sign::Unclear) || (has(Sign::Made) && has(Sign::NotMade)) {
        PickComparison::Unclear
    } else if has(Sign::NotMade) {
        PickComparison::NotMade
    } else {
        let id = ids.first().filter(|_| ids.len() == 1).map(|id| (*id).to_owned());
        PickComparison::Made(id)
    }
}

/// A pick that was to be changed or taken back.
fn of_named(id: &str, pick: &Pick, before: Option<&[SeenPick]>, now: &[SeenPick]) -> Sign {
    let find = |picks: &[SeenPick]| picks.iter().find(|seen| seen.id == id).cloned();
    let (found, was) = (find(now), before.map(find));
    let is_so = |seen: Option<&SeenPick>| match seen {
        // Some services keep a pick that was taken back, with nothing in it.
        None => pick.quantity == 0,
        Some(seen) => {
            let (inventory_item, bin, quantity) = of_seen(seen);
            quantity == i64::from(pick.quantity)
                && (quantity == 0 || (inventory_item, bin, quantity) == wanted(pick))
        }
    };
    match (is_so(found.as_ref()), was) {
        (true, Some(was)) if is_so(was.as_ref()) => Sign::Neither,
        (true, _) => Sign::Made,
        // What it was is not known: what is there now may be somebody else's.
        (false, None) => Sign::Unclear,
        (false, Some(was)) if was == found => Sign::NotMade,
        // Neither what it was nor what it was to be: somebody else was there.
        (false, Some(_)) => Sign::Unclear,
    }
}

/// So many new picks of the same, and the ids of those that must be they.
fn of_new<'a>(
    wanted: Wanted<'_>,
    count: usize,
    before: Option<&[SeenPick]>,
    now: &'a [SeenPick],
) -> (Sign, Vec<&'a str>) {
    let like: Vec<_> = now.iter().filter(|seen| of_seen(seen) == wanted).collect();
    let Some(before) = before else {
        // Whatever is like them may have been there before.
        let sign = if like.is_empty() { Sign::NotMade } else { Sign::Unclear };
        return (sign, Vec::new());
    };
    let was = |seen: &SeenPick| before.iter().find(|was| was.id == seen.id);
    let new: Vec<_> = like.iter().filter(|seen| was(seen).is_none()).collect();
    // Some services put what is picked of the same stock into the pick that is there.
    let is_changed = like.iter().any(|seen| was(seen).is_some_and(|was| was != *seen));
    if new.len() == count && !is_changed {
        (Sign::Made, new.into_iter().map(|seen| seen.id.as_str()).collect())
    } else if new.is_empty() && !is_changed {
        (Sign::NotMade, Vec::new())
    } else {
        (Sign::Unclear, Vec::new())
    }
}

fn wanted(pick: &Pick) -> Wanted<'_> {
    (&pick.inventory_item, pick.bin_location.as_ref(), pick.quantity.into())
}

fn of_seen(seen: &SeenPick) -> Wanted<'_> {
    (&seen.inventory_item, seen.bin.as_ref().map(|bin| &bin.id), seen.quantity)
}

#[cfg(test)]
mod tests;
