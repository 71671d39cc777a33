//! What goes of the quantities of stocklists, in the movements that follow them. Pure.

use std::{collections::HashMap, ops::RangeInclusive, sync::Arc};

use chrono::NaiveDate;
use contract::{
    LocationId, Movement, MovementKey, ProductId, Share, Stocklist, StocklistId, StocklistShare,
};

use crate::{
    movements::known::KnownMovement,
    search::{
        Record,
        text::{fold, natural},
    },
};

/// So many stocklists are listed, those of which least goes.
const LISTED: usize = 8;

/// Pieces of each product.
type Pieces<'a> = HashMap<&'a ProductId, i64>;

/// A stocklist with what it says of each product.
struct ListPieces<'a> {
    list: &'a Stocklist,
    pieces: Pieces<'a>,
}

/// The stocklists that movements of some days follow. `made_from` tells of movements made here.
pub fn by_stocklist(
    all: &[Arc<KnownMovement>],
    lists: &[Arc<Record<Stocklist>>],
    made_from: impl Fn(MovementKey) -> Option<StocklistId>,
    days: &RangeInclusive<NaiveDate>,
) -> Vec<StocklistShare> {
    let lists: Vec<_> = lists.iter().map(|list| ListPieces::of(&list.of)).collect();
    let mut by_way: HashMap<_, Vec<&ListPieces<'_>>> = HashMap::new();
    for list in lists.iter().filter(|list| !list.pieces.is_empty()) {
        by_way.entry(list.way()).or_default().push(list);
    }
    let mut counted: HashMap<&StocklistId, StocklistShare> = HashMap::new();
    for known in all.iter().filter(|known| !known.gone && known.movement.has_all_lines()) {
        if !known.movement.date_requested.is_some_and(|day| days.contains(&day)) {
            continue;
        }
        let going = going(&known.movement);
        let followed = match made_from(known.key) {
            Some(id) => lists.iter().find(|list| list.list.id == id),
            None => by_way.get(&way(&known.movement)).and_then(|lists| longest(lists, &going)),
        };
        if let Some(followed) = followed {
            let nothing = || followed.nothing();
            let share = counted.entry(&followed.list.id).or_insert_with(nothing);
            share.movements += 1;
            followed.add_to(&mut share.share, &going);
        }
    }
    worst(counted.into_values().filter(|one| one.share.requested > 0).collect())
}

impl<'a> ListPieces<'a> {
    fn of(list: &'a Stocklist) -> Self {
        let mut pieces = Pieces::new();
        for item in &list.items {
            if let Some(quantity) = item.quantity.filter(|quantity| *quantity > 0) {
                add(&mut pieces, &item.product.id, quantity);
            }
        }
        Self { list, pieces }
    }

    fn way(&self) -> (Option<&'a LocationId>, Option<&'a LocationId>) {
        let Stocklist { origin, destination, .. } = self.list;
        (origin.as_ref().map(|at| &at.id), destination.as_ref().map(|at| &at.id))
    }

    fn nothing(&self) -> StocklistShare {
        let Stocklist { id, name, .. } = self.list;
        let name = name.clone().unwrap_or_else(|| id.to_string());
        let share = Share::default();
        StocklistShare { stocklist: id.clone(), name, movements: 0, share }
    }

    /// More than the list says does not make up for what is missing of another product.
    fn add_to(&self, share: &mut Share, going: &Pieces<'_>) {
        for (product, pieces) in &self.pieces {
            let goes = going.get(product).map_or(0, |goes| *goes.min(pieces));
            share.requested = share.requested.saturating_add(*pieces);
            share.goes = share.goes.saturating_add(goes);
        }
    }
}

/// From where to where a movement goes.
fn way(movement: &Movement) -> (Option<&LocationId>, Option<&LocationId>) {
    let Movement { origin, destination, .. } = movement;
    (origin.as_ref().map(|at| &at.id), destination.as_ref().map(|at| &at.id))
}

/// What goes of each product that has a line: its own pieces, or what goes instead.
fn going(movement: &Movement) -> Pieces<'_> {
    let mut pieces = Pieces::new();
    for line in movement.lines.iter().flatten() {
        add(&mut pieces, &line.product.id, line.quantity_to_ship().unwrap_or(0).max(0));
    }
    pieces
}

fn add<'a>(pieces: &mut Pieces<'a>, product: &'a ProductId, more: i64) {
    let now = pieces.entry(product).or_default();
    *now = now.saturating_add(more);
}

/// Of the lists all of whose products have a line, the one with the most; none where two have as many.
fn longest<'a>(lists: &[&'a ListPieces<'a>], going: &Pieces<'_>) -> Option<&'a ListPieces<'a>> {
    let held = |list: &&&ListPieces<'_>| list.pieces.keys().all(|id| going.contains_key(id));
    let held: Vec<_> = lists.iter().filter(held).copied().collect();
    let most = held.iter().map(|list| list.pieces.len()).max()?;
    let mut longest = held.into_iter().filter(|list| list.pieces.len() == most);
    longest.next().filter(|_| longest.next().is_none())
}

fn worst(mut counted: Vec<StocklistShare>) -> Vec<StocklistShare> {
    counted.sort_by(|one, other| {
        let by_share = one.share.permille().cmp(&other.share.permille());
        let by_name = || natural(&fold(&one.name), &fold(&other.name));
        by_share.then_with(by_name).then_with(|| one.stocklist.cmp(&other.stocklist))
    });
    counted.truncate(LISTED);
    counted
}

#[cfg(test)]
mod tests;
