//! How much of what was asked for goes: in all, in parts of the time, by place, by reason, by product; by
//! stocklist in `stocklists`. A file of it is a table (`table`) or a drawing (`chart`). Pure.

pub mod chart;
pub mod stocklists;
pub mod table;

use std::{
    collections::{BTreeMap, HashMap},
    hash::Hash,
    sync::Arc,
};

use chrono::{Datelike, Days, NaiveDate};
use contract::{
    Figures, LineDecision, LineItem, LocationId, MovementKey, PeriodShare, PlaceRef, PlaceShare,
    ProductId, ProductLines, ProductRef, ReasonLines, Share,
};

use crate::{
    movements::known::KnownMovement,
    search::{
        count_of,
        text::{fold, natural},
    },
};

/// So many places, reasons and products are listed, those with the most.
const LISTED: usize = 8;

/// A time of so many days is parted by days, one of so many by weeks, a longer one by months.
const BY_DAYS: u32 = 31;
const BY_WEEKS: u32 = 120;

/// What is counted in parts of the time: by the first day of each, with its last.
type Parts = BTreeMap<NaiveDate, (NaiveDate, Share)>;

/// What is counted of the lines of some days.
#[derive(Default)]
struct LineCounts {
    all: Share,
    lines: usize,
    trend: Parts,
    places: HashMap<LocationId, (PlaceRef, Share, Parts)>,
    reasons: HashMap<String, u32>,
    products: HashMap<ProductId, (ProductRef, u32)>,
}

/// The figures of so many days up to one, all but those by stocklist.
pub fn figures(all: &[Arc<KnownMovement>], to: NaiveDate, days: u32) -> Figures {
    let from = days_before(to, days.saturating_sub(1));
    let earlier = days_before(from, days)..from;
    let (mut counted, mut before, mut unread) = (LineCounts::default(), Share::default(), 0);
    for known in all.iter().filter(|known| !known.gone) {
        let Some(day) = known.movement.date_requested else { continue };
        match known.movement.lines.as_deref() {
            Some(lines) if earlier.contains(&day) => add_all(&mut before, lines),
            Some(lines) if (from..=to).contains(&day) => {
                let part = part_of(day, from, to, days);
                counted.add(part, known.movement.destination.as_ref(), lines);
            }
            None if (from..=to).contains(&day) => unread += 1,
            _ => {}
        }
    }
    let LineCounts { all, lines, trend, places, reasons, products } = counted;
    let places = places.into_values().filter(|(_, share, _)| share.requested > 0);
    let places = places.map(|(place, share, parts)| {
        let months = if days > BY_WEEKS { shares(parts) } else { Vec::new() };
        (share.requested, fold(&place.name), PlaceShare { place, share, months })
    });
    let reasons = reasons.into_iter();
    let reasons = reasons.map(|(code, lines)| (lines, fold(&code), ReasonLines { code, lines }));
    let products = products.into_values().map(|(product, lines)| {
        let name = product.name.as_deref().or(product.code.as_deref()).unwrap_or_default();
        (lines, fold(name), ProductLines { product, lines })
    });
    Figures {
        from,
        to,
        lines: count_of(lines),
        unread,
        all,
        before,
        trend: shares(trend),
        destinations: most(places.collect()),
        stocklists: Vec::new(),
        reasons: most(reasons.collect()),
        substituted: most(products.collect()),
    }
}

/// Parts in which anything was asked for.
fn shares(parts: Parts) -> Vec<PeriodShare> {
    let parts = parts.into_iter().filter(|(_, (_, share))| share.requested > 0);
    parts.map(|(from, (to, share))| PeriodShare { from, to, share }).collect()
}

impl LineCounts {
    fn add(
        &mut self,
        (part, last): (NaiveDate, NaiveDate),
        destination: Option<&PlaceRef>,
        lines: &[LineItem],
    ) {
        self.lines += lines.len();
        add_all(&mut self.all, lines);
        add_all(&mut self.trend.entry(part).or_insert((last, Share::default())).1, lines);
        if let Some(place) = destination {
            let nothing = || (place.clone(), Share::default(), Parts::new());
            let (_, share, parts) = self.places.entry(place.id.clone()).or_insert_with(nothing);
            add_all(share, lines);
            add_all(&mut parts.entry(part).or_insert((last, Share::default())).1, lines);
        }
        for line in lines {
            let Some(decision) = LineDecision::of(line) else { continue };
            let reason = line.reason_code.as_deref().map(str::trim).unwrap_or_default();
            if !reason.is_empty() {
                *self.reasons.entry(reason.to_owned()).or_default() += 1;
            }
            if decision == LineDecision::Substituted {
                let none = || (line.product.clone(), 0);
                self.products.entry(line.product.id.clone()).or_insert_with(none).1 += 1;
            }
        }
    }
}

/// Movements of the figures' days whose lines were never read, the newest first.
pub fn unread(all: &[Arc<KnownMovement>], to: NaiveDate, days: u32) -> Vec<MovementKey> {
    let from = days_before(to, days.saturating_sub(1));
    let is_unread = |known: &&Arc<KnownMovement>| !known.gone && known.movement.lines.is_none();
    let day = |known: &Arc<KnownMovement>| known.movement.date_requested;
    let mut unread: Vec<_> = all
        .iter()
        .filter(is_unread)
        .filter_map(|known| Some((day(known)?, known.key)))
        .filter(|(day, _)| (from..=to).contains(day))
        .collect();
    unread.sort_by_key(|(day, key)| (std::cmp::Reverse(*day), *key));
    unread.into_iter().map(|(_, key)| key).collect()
}

/// Names, those that stand most often first, each once.
pub fn most_often<T: Clone + Eq + Hash>(all: impl Iterator<Item = (T, String)>) -> Vec<String> {
    let mut counted: HashMap<T, (String, u32)> = HashMap::new();
    for (id, name) in all {
        counted.entry(id).or_insert((name, 0)).1 += 1;
    }
    let counted = counted.into_values().map(|(name, count)| (count, fold(&name), name));
    in_order(counted.collect())
}

/// The first of what is counted: the most first, and what is alike by name.
fn most<N: Ord + Copy, T>(counted: Vec<(N, String, T)>) -> Vec<T> {
    let mut all = in_order(counted);
    all.truncate(LISTED);
    all
}

fn in_order<N: Ord + Copy, T>(mut counted: Vec<(N, String, T)>) -> Vec<T> {
    counted.sort_by(|(one, name, _), (other, other_name, _)| {
        other.cmp(one).then_with(|| natural(name, other_name)).then_with(|| name.cmp(other_name))
    });
    counted.into_iter().map(|(_, _, counted)| counted).collect()
}

/// A line of which the service gives no number counts for nothing; nor does one below nothing.
fn add_all(share: &mut Share, lines: &[LineItem]) {
    for line in lines {
        let Some(requested) = line.quantity_requested.filter(|pieces| *pieces > 0) else {
            continue;
        };
        let goes = line.quantity_to_ship().unwrap_or(0).clamp(0, requested);
        share.requested = share.requested.saturating_add(requested);
        share.goes = share.goes.saturating_add(goes);
    }
}

fn days_before(day: NaiveDate, days: u32) -> NaiveDate {
    day.checked_sub_days(Days::new(u64::from(days))).unwrap_or(NaiveDate::MIN)
}

/// The part of the time a day stands in: its first and its last day.
fn part_of(day: NaiveDate, from: NaiveDate, to: NaiveDate, days: u32) -> (NaiveDate, NaiveDate) {
    if days <= BY_DAYS {
        return (day, day);
    }
    if days <= BY_WEEKS {
        let into = u64::try_from((day - from).num_days()).unwrap_or(0);
        let first = from.checked_add_days(Days::new(into / 7 * 7)).unwrap_or(day);
        return (first, first.checked_add_days(Days::new(6)).unwrap_or(to).min(to));
    }
    let first = day.with_day(1).unwrap_or(day);
    let next = first.checked_add_months(chrono::Months::new(1));
    let last = next.and_then(|next| next.pred_opt()).unwrap_or(to);
    (first.max(from), last.min(to))
}

#[cfg(test)]
mod tests;
