//! What helps to judge a decision: the last requests for the product, other lines of the movement, and how much
//! of it is asked for elsewhere. Pure.

use std::{collections::HashSet, sync::Arc};

use contract::{ItemId, LineItem, LineRef, LocationId, OtherLine, PastRequest, ProductId};

use crate::{movements::known::KnownMovement, search::count_of};

/// So many requests and lines are told.
const MOST: usize = 10;

fn lines(known: &KnownMovement) -> &[LineItem] {
    known.movement.lines.as_deref().unwrap_or_default()
}

/// The last requests for a product: those that went to the place first, and others only where these are fewer;
/// of both the newest first.
pub fn history(
    all: &[Arc<KnownMovement>],
    product: &ProductId,
    place: Option<&LocationId>,
) -> Vec<PastRequest> {
    let of = |known: &Arc<KnownMovement>| {
        let known = Arc::clone(known);
        let is_it = |line: &&LineItem| line.product.id == *product;
        let found: Vec<_> = lines(&known).iter().filter(is_it).cloned().collect();
        found.into_iter().map(move |line| request(&known, &line, place)).collect::<Vec<_>>()
    };
    let mut requests: Vec<PastRequest> = all.iter().flat_map(of).collect();
    requests.sort_by(|one, other| {
        let by_place = other.same_place.cmp(&one.same_place);
        by_place.then_with(|| other.day.cmp(&one.day)).then_with(|| one.line.cmp(&other.line))
    });
    requests.truncate(MOST);
    requests
}

fn request(known: &KnownMovement, line: &LineItem, place: Option<&LocationId>) -> PastRequest {
    let destination = known.movement.destination.as_ref();
    PastRequest {
        line: LineRef { movement: known.key, item: line.id.clone() },
        day: known.movement.date_requested,
        destination: destination.map(|place| place.name.clone()),
        same_place: place.is_some() && destination.map(|place| &place.id) == place,
        requested: line.quantity_requested,
        goes: line.quantity_to_ship(),
        status: line.status.clone(),
    }
}

/// The lines that stand around one in its movement.
pub fn others(known: &KnownMovement, item: &ItemId) -> Vec<OtherLine> {
    let all = lines(known);
    let at = all.iter().position(|line| line.id == *item).unwrap_or(0);
    let from = at.saturating_sub(MOST / 2).min(all.len().saturating_sub(MOST + 1));
    let around = all[from..].iter().filter(|line| line.id != *item).take(MOST);
    let other = |line: &LineItem| OtherLine {
        product: line.product.clone(),
        requested: line.quantity_requested,
        status: line.status.clone(),
    };
    around.map(other).collect()
}

/// How many pieces of a product are asked for in open lines, and in how many movements.
pub fn demand(all: &[Arc<KnownMovement>], product: &ProductId) -> (i64, u32) {
    let (mut pieces, mut movements) = (0_i64, HashSet::new());
    for known in all.iter().filter(|known| !known.gone) {
        for line in lines(known).iter().filter(|line| line.product.id == *product) {
            if line.is_open() {
                pieces = pieces.saturating_add(line.quantity_requested.unwrap_or(0));
                movements.insert(known.key);
            }
        }
    }
    (pieces, count_of(movements.len()))
}
