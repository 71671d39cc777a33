//! Lots in bins, and products with what there is of them: the parts pages are made of (observed in
//! real installations, under dotted names in older ones and nested in newer ones).

use contract::{PlaceRef, ProductRef};
use serde::Deserialize;

use crate::observed::{Available, SubstituteStock};
use crate::wire::location::{self, PlaceWire};
use crate::wire::product::{self, Beside, ProductWire};
use crate::wire::read::{Day, Missing, Object, Text, Whole, Wire};

/// An inventory item inside another record.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct InventoryWire {
    pub id: Text,
    pub lot_number: Text,
    pub expiration_date: Day,
}

/// A lot in a bin as an object: what can be picked, or was.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct LotWire {
    inventory_item: Object<InventoryWire>,
    #[serde(rename = "inventoryItem.id")]
    inventory_item_id: Text,
    lot_number: Text,
    expiration_date: Day,
    bin_location: Object<PlaceWire>,
    #[serde(rename = "binLocation.id")]
    bin_id: Text,
    #[serde(rename = "binLocation.name")]
    bin_name: Text,
    quantity: Whole,
    quantity_available: Whole,
    status: Text,
}

/// Which lot lies in which bin.
pub(crate) struct Lot {
    pub inventory_item: String,
    pub lot: Option<String>,
    pub expiry: Option<chrono::NaiveDate>,
    pub bin: Option<PlaceRef>,
}

/// The parts of a lot, nested or beside.
pub(crate) fn lot(
    nested: Object<InventoryWire>,
    id: Text,
    lot_number: Text,
    expiry: Day,
    bin: Option<PlaceRef>,
) -> Result<Lot, Missing> {
    let nested = nested.0.unwrap_or_default();
    Ok(Lot {
        inventory_item: nested.id.0.or(id.0).ok_or(Missing("inventoryItem.id"))?,
        lot: lot_number.0.or(nested.lot_number.0),
        expiry: expiry.0.or(nested.expiration_date.0),
        bin,
    })
}

impl Wire for LotWire {
    type Record = Available;

    fn record(self) -> Result<Available, Missing> {
        let bin = location::place(self.bin_location, self.bin_id, self.bin_name);
        let Lot { inventory_item, lot, expiry, bin } = lot(
            self.inventory_item,
            self.inventory_item_id,
            self.lot_number,
            self.expiration_date,
            bin,
        )?;
        let quantity = self.quantity_available.0.or(self.quantity.0);
        Ok(Available { inventory_item, lot, expiry, bin, quantity, status: self.status.0 })
    }
}

/// A product that may go instead of another, with what there is of it, as an object.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct SubstituteWire {
    #[serde(rename = "type")]
    kind: Text,
    product: Object<ProductWire>,
    product_id: Text,
    product_code: Text,
    product_name: Text,
    min_expiration_date: Day,
    quantity_available: Whole,
    available_quantity: Whole,
    quantity_on_hand: Whole,
}

impl Wire for SubstituteWire {
    type Record = SubstituteStock;

    fn record(self) -> Result<SubstituteStock, Missing> {
        // Products are associated for other reasons too.
        if self.kind.0.as_deref().is_some_and(|kind| kind != "SUBSTITUTE") {
            return Err(Missing("type"));
        }
        let beside =
            Beside { id: self.product_id, code: self.product_code, name: self.product_name };
        let quantity = [self.quantity_available, self.available_quantity, self.quantity_on_hand];
        Ok(SubstituteStock {
            product: product::referred(self.product, beside)?,
            quantity: quantity.into_iter().find_map(|quantity| quantity.0),
            expiry: self.min_expiration_date.0,
        })
    }
}

/// The product a row of a page is about; `None` where the page does not name it by its id.
pub(crate) fn product_of(nested: Object<ProductWire>, beside: Beside) -> Option<ProductRef> {
    product::referred(nested, beside).ok()
}
