//! Lines, bins and what lies in them, for the tests of picking.

use chrono::DateTime;
use contract::{
    AvailableLot, LineItem, MovementKey, OperationKey, Pick, PickRow, PlaceRef, ProductRef,
};
use uuid::Uuid;

use super::view::SentPicks;
use crate::movements::lines::new_line;

pub const MOVEMENT: MovementKey = MovementKey(Uuid::from_u128(1));

pub fn sent(item: &str, quantity: u32) -> SentPicks {
    let pick = Pick { id: None, inventory_item: "v1".into(), bin_location: None, quantity };
    SentPicks {
        key: OperationKey(Uuid::from_u128(7)),
        movement: MOVEMENT,
        item: item.into(),
        product: None,
        picks: vec![pick],
        at: DateTime::UNIX_EPOCH,
        id: None,
    }
}

pub fn line(id: &str, code: &str, quantity: i64, place: i64) -> LineItem {
    let product = ProductRef {
        id: code.into(),
        code: Some(code.into()),
        name: None,
        description: None,
        category: None,
    };
    LineItem { id: id.into(), ..new_line(product, quantity, Some(place)) }
}

pub fn bin(id: &str, name: &str) -> PlaceRef {
    PlaceRef { id: id.into(), name: name.into(), type_code: None }
}

/// A row of the service's page, with so much of a lot in each bin.
pub fn row(item: &str, lots: &[(&str, &str, i64)]) -> PickRow {
    let available = lots.iter().map(|(lot, place, quantity)| AvailableLot {
        inventory_item: (*lot).to_owned(),
        lot: None,
        expiry: None,
        bin: Some(bin(place, place)),
        quantity: Some(*quantity),
        status: None,
    });
    PickRow {
        item: item.into(),
        product: None,
        product_code: None,
        required: None,
        available: available.collect(),
        picks: Vec::new(),
        sort_order: None,
    }
}
