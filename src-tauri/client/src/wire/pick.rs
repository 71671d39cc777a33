//! Picks of a line from inventory (interface document, 2.4 and 4.5).

use contract::LocationId;
use serde::Serialize;

use super::Pieces;

/// One row of a pick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PicklistItem {
    /// The pick to change; `None` makes a new one.
    pub id: Option<String>,
    /// The inventory item (a lot of a product) it is taken from.
    pub inventory_item: String,
    /// The bin it is taken from; `None` for stock without one.
    pub bin_location: Option<LocationId>,
    /// How many pieces; 0 takes the pick back.
    pub quantity_picked: u32,
}

/// The body of a pick.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PickBody<'a> {
    picklist_items: Vec<PicklistItemBody<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PicklistItemBody<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(rename = "inventoryItem.id")]
    inventory_item: &'a str,
    #[serde(rename = "binLocation.id", skip_serializing_if = "Option::is_none")]
    bin_location: Option<&'a str>,
    quantity_picked: Pieces,
}

impl<'a> PickBody<'a> {
    pub fn new(picks: &'a [PicklistItem]) -> Self {
        let row = |pick: &'a PicklistItem| PicklistItemBody {
            id: pick.id.as_deref(),
            inventory_item: &pick.inventory_item,
            bin_location: pick.bin_location.as_ref().map(LocationId::as_str),
            quantity_picked: Pieces(pick.quantity_picked),
        };
        Self { picklist_items: picks.iter().map(row).collect() }
    }
}
