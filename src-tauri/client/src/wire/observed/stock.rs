//! Lots in bins, and products with what there is of them: the parts pages are made of (observed in
//! real installations, under dotted names in older ones and nested in newer ones).

use contract::{AvailableLot, PlaceRef, ProductRef, SeenPick};
use serde::Deserialize;

use crate::observed::SubstituteStock;
use crate::wire::location::{self, PlaceWire};
use crate::wire::product::{self, Beside, ProductWire};
use crate::wire::shape::read::{Day, Id, Missing, Object, Text, Whole, Wire};

/// An inventory item inside another record.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct InventoryWire {
    id: Id,
    lot_number: Text,
    expiration_date: Day,
}

/// A lot in a bin as an object: what can be picked, or was.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct LotWire {
    /// Of a pick.
    id: Id,
    inventory_item: Object<InventoryWire>,
    #[serde(rename = "inventoryItem.id")]
    inventory_item_id: Id,
    lot_number: Text,
    expiration_date: Day,
    bin_location: Object<PlaceWire>,
    #[serde(rename = "binLocation.id")]
    bin_id: Id,
    #[serde(rename = "binLocation.name")]
    bin_name: Text,
    quantity: Whole,
    quantity_available: Whole,
    /// Of a pick.
    quantity_picked: Whole,
    status: Text,
}

/// The same where it was picked.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct PickWire(LotWire);

/// Which lot lies in which bin.
struct Lot {
    inventory_item: String,
    lot: Option<String>,
    expiry: Option<chrono::NaiveDate>,
    bin: Option<PlaceRef>,
}

impl LotWire {
    /// The parts of the lot, nested or beside.
    fn lot(self) -> Result<Lot, Missing> {
        let nested = self.inventory_item.0.unwrap_or_default();
        let id = nested.id.0.or(self.inventory_item_id.0);
        Ok(Lot {
            inventory_item: id.ok_or(Missing("inventoryItem.id"))?,
            lot: self.lot_number.0.or(nested.lot_number.0),
            expiry: self.expiration_date.0.or(nested.expiration_date.0),
            bin: location::place(self.bin_location, self.bin_id, self.bin_name),
        })
    }
}

impl Wire for LotWire {
    type Record = AvailableLot;

    fn record(mut self) -> Result<AvailableLot, Missing> {
        let quantity = self.quantity_available.0.or(self.quantity.0);
        let status = self.status.0.take();
        let Lot { inventory_item, lot, expiry, bin } = self.lot()?;
        Ok(AvailableLot { inventory_item, lot, expiry, bin, quantity, status })
    }
}

impl Wire for PickWire {
    type Record = SeenPick;

    fn record(self) -> Result<SeenPick, Missing> {
        let Self(mut pick) = self;
        let quantity = pick.quantity_picked.0.or(pick.quantity.0).unwrap_or_default();
        let id = pick.id.0.take().ok_or(Missing("id"))?;
        let Lot { inventory_item, lot, expiry, bin } = pick.lot()?;
        Ok(SeenPick { id, inventory_item, lot, expiry, bin, quantity })
    }
}

/// A product that may go instead of another, with what there is of it, as an object.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct SubstituteWire {
    #[serde(rename = "type")]
    kind: Text,
    product: Object<ProductWire>,
    product_id: Id,
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
