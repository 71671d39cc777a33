//! What a service that has a pick page tells there of lots, bins and picks, as it is kept on this
//! computer. The window never gets it: it is shown a [`crate::PickView`].

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::{ItemId, PlaceRef, ProductId};

/// A lot in a bin, and how much is there (observed: `availableItems`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AvailableLot {
    /// Id of the inventory item.
    pub inventory_item: String,
    /// Number of the lot; `None` for goods without one.
    pub lot: Option<String>,
    /// The last day on which it may be used; `None` for goods that do not expire.
    pub expiry: Option<NaiveDate>,
    /// The bin; `None` for stock without one.
    pub bin: Option<PlaceRef>,
    /// How many pieces.
    pub quantity: Option<i64>,
    /// Whether it may be taken, in the service's word; newer installations alone tell it.
    pub status: Option<String>,
}

/// What there is to pick for a line, or for a product that goes instead (observed:
/// `pickPageItems`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PickRow {
    /// The id to pick against: that of the line, of a child of it, or, for a revised line of some
    /// installations, of a child that no line shows.
    pub item: ItemId,
    /// The product, where the row names it by its id.
    pub product: Option<ProductId>,
    /// Its code.
    pub product_code: Option<String>,
    /// How many pieces are to be picked.
    pub required: Option<i64>,
    /// What can be picked.
    pub available: Vec<AvailableLot>,
    /// What was picked.
    pub picks: Vec<SeenPick>,
    /// Place of the line.
    pub sort_order: Option<i64>,
}

/// A pick as the service shows it (observed: `picklistItems`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenPick {
    /// Id of the picklist item.
    pub id: String,
    /// Id of the inventory item it was taken from.
    pub inventory_item: String,
    /// Number of the lot.
    pub lot: Option<String>,
    /// The last day on which it may be used.
    pub expiry: Option<NaiveDate>,
    /// The bin it was taken from.
    pub bin: Option<PlaceRef>,
    /// How many pieces. Some installations keep a pick that was taken back, with 0.
    pub quantity: i64,
}
