//! What to take so that what expires first goes first. Pure.

use std::cmp::Ordering;

use contract::{LocationId, MadePick, Pick, PickStand, PickStock, PlaceRef};

use crate::search::text::{fold, natural};

/// Brings stock in the order in which it is to be taken: what expires first, then by bin as people
/// count, then by lot. What never expires, or of which nobody told, is last.
pub fn sort(stock: &mut [PickStock]) {
    stock.sort_by(|one, other| {
        let expiry = |stock: &PickStock| (stock.expiry.is_none(), stock.expiry);
        expiry(one).cmp(&expiry(other)).then_with(|| by_bin(one, other))
    });
}

fn by_bin(one: &PickStock, other: &PickStock) -> Ordering {
    let bin = |stock: &PickStock| stock.bin.as_ref().map(|bin| fold(&bin.name)).unwrap_or_default();
    natural(&bin(one), &bin(other))
        .then_with(|| one.lot.cmp(&other.lot))
        .then_with(|| one.inventory_item.cmp(&other.inventory_item))
}

/// Takes what was picked off what lies there.
pub fn take_off(stock: &mut [PickStock], picks: &[MadePick]) {
    for lot in stock {
        let is_of = |pick: &&MadePick| {
            pick.inventory_item == lot.inventory_item && bin_of(&pick.bin) == bin_of(&lot.bin)
        };
        let taken: i64 = picks.iter().filter(is_of).filter(|p| counts(p)).map(|p| p.quantity).sum();
        lot.available = lot.available.map(|there| there.saturating_sub(taken).max(0));
    }
}

fn bin_of(bin: &Option<PlaceRef>) -> Option<&LocationId> {
    bin.as_ref().map(|bin| &bin.id)
}

/// New picks of what is left, out of stock in its order: never more from a bin than lies there, and
/// nothing of what has expired, is held back, or whose quantity nobody told.
pub fn first_expiring(left: i64, stock: &[PickStock]) -> Vec<Pick> {
    let mut left = left;
    let mut suggested = Vec::new();
    for lot in stock.iter().filter(|lot| !lot.expired && lot.held_back.is_none()) {
        let take = left.min(lot.available.unwrap_or_default());
        let Some(quantity) = u32::try_from(take).ok().filter(|quantity| *quantity > 0) else {
            continue;
        };
        left -= take;
        suggested.push(Pick {
            id: None,
            inventory_item: lot.inventory_item.clone(),
            bin_location: bin_of(&lot.bin).cloned(),
            quantity,
        });
    }
    suggested
}

/// Whether a pick counts as made: one that waits for the user may never be.
pub fn counts(pick: &MadePick) -> bool {
    pick.stand != PickStand::Attention
}

#[cfg(test)]
mod tests {
    use contract::Source;

    use super::*;

    fn bin(name: &str) -> Option<PlaceRef> {
        Some(PlaceRef { id: name.into(), name: name.into(), type_code: None })
    }

    fn lot(id: &str, expiry: &str, name: &str, available: Option<i64>) -> PickStock {
        PickStock {
            inventory_item: id.into(),
            lot: None,
            expiry: expiry.parse().ok(),
            bin: bin(name),
            available,
            held_back: None,
            expired: false,
            expires_in: None,
            source: Source::Service,
        }
    }

    fn pick(id: &str, name: &str, quantity: i64, stand: PickStand) -> MadePick {
        MadePick {
            id: None,
            inventory_item: id.into(),
            lot: None,
            expiry: None,
            bin: bin(name),
            quantity,
            stand,
            operation: None,
            sent: None,
            failure: None,
        }
    }

    fn taken(left: i64, stock: &[PickStock], picks: &[MadePick]) -> Vec<(String, u32)> {
        let mut stock = stock.to_vec();
        take_off(&mut stock, picks);
        let suggested = first_expiring(left, &stock);
        suggested.into_iter().map(|pick| (pick.inventory_item, pick.quantity)).collect()
    }

    fn stock() -> Vec<PickStock> {
        let mut stock = vec![
            lot("never", "", "A-1", Some(99)),
            lot("late", "2027-04-06", "A-1", Some(162)),
            lot("early-10", "2027-02-25", "A-10", Some(10)),
            lot("early-2", "2027-02-25", "A-2", Some(4)),
        ];
        sort(&mut stock);
        stock
    }

    #[test]
    fn what_expires_first_stands_first_and_bins_stand_as_people_count() {
        let ids: Vec<_> = stock().into_iter().map(|lot| lot.inventory_item).collect();
        assert_eq!(ids, ["early-2", "early-10", "late", "never"]);
    }

    #[test]
    fn a_bin_is_emptied_before_the_next_is_begun() {
        let expected =
            [("early-2".to_owned(), 4), ("early-10".to_owned(), 10), ("late".to_owned(), 6)];
        assert_eq!(taken(20, &stock(), &[]), expected);
        assert_eq!(taken(3, &stock(), &[]), [("early-2".to_owned(), 3)]);
        for nothing in [0, -5] {
            assert_eq!(taken(nothing, &stock(), &[]), []);
        }
    }

    #[test]
    fn what_was_picked_from_a_bin_is_not_taken_from_it_again() {
        let picks = [
            pick("early-2", "A-2", 3, PickStand::InService),
            pick("early-10", "A-10", 9, PickStand::Waiting),
            pick("early-10", "elsewhere", 9, PickStand::Sent),
            pick("late", "A-1", 162, PickStand::Attention),
        ];
        let expected =
            [("early-2".to_owned(), 1), ("early-10".to_owned(), 1), ("late".to_owned(), 3)];
        assert_eq!(taken(5, &stock(), &picks), expected);
        let mut stock = stock();
        take_off(&mut stock, &picks);
        let left: Vec<_> = stock.iter().filter_map(|lot| lot.available).collect();
        assert_eq!(left, [1, 1, 162, 99]);
    }

    #[test]
    fn what_has_expired_is_held_back_or_has_no_number_is_left_out() {
        let mut stock = stock();
        stock[0].expired = true;
        stock[1].held_back = Some("RECALLED".into());
        stock[2].available = None;
        assert_eq!(taken(5, &stock, &[]), [("never".to_owned(), 5)]);
        stock[3].available = Some(0);
        assert_eq!(taken(5, &stock, &[]), []);
    }

    #[test]
    fn what_is_there_is_suggested_also_where_it_is_not_enough() {
        let all: u32 = taken(1_000, &stock(), &[]).into_iter().map(|(_, quantity)| quantity).sum();
        assert_eq!(all, 275);
    }
}
