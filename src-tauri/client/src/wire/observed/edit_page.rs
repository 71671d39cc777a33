//! The page on which lines are decided (observed in real installations): what there is of each
//! line's product, and what may go instead.

use serde::Deserialize;

use super::rows::{IsThere, Maybe, RowsInside};
use super::stock::{self, SubstituteWire};
use crate::observed::{EditPage, EditRow};
use crate::wire::product::{Beside, ProductWire};
use crate::wire::shape::read::{Day, Id, Missing, Object, Text, Whole, Wire};

/// A movement read with `stepNumber=3`, as an object.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct EditMovementWire {
    id: Id,
    edit_page: Maybe<EditPageWire>,
    pick_page: IsThere,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct EditPageWire {
    edit_page_items: RowsInside<EditRowWire>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct EditRowWire {
    requisition_item_id: Id,
    #[serde(rename = "requisitionItem.id")]
    dotted_item_id: Id,
    product: Object<ProductWire>,
    product_id: Id,
    product_code: Text,
    product_name: Text,
    min_expiration_date: Day,
    quantity_available: Whole,
    quantity_on_hand: Whole,
    available_substitutions: RowsInside<SubstituteWire>,
}

impl Wire for EditMovementWire {
    type Record = EditPage;

    fn record(self) -> Result<EditPage, Missing> {
        if self.id.0.is_none() {
            return Err(Missing("id"));
        }
        Ok(EditPage { rows: self.edit_page.0, has_pick_page: self.pick_page.0 })
    }
}

impl Wire for EditPageWire {
    type Record = Vec<EditRow>;

    fn record(self) -> Result<Vec<EditRow>, Missing> {
        Ok(self.edit_page_items.records)
    }
}

impl Wire for EditRowWire {
    type Record = EditRow;

    fn record(self) -> Result<EditRow, Missing> {
        let item = self.requisition_item_id.0.or(self.dotted_item_id.0);
        let beside =
            Beside { id: self.product_id, code: self.product_code, name: self.product_name };
        Ok(EditRow {
            item: item.ok_or(Missing("requisitionItemId"))?.into(),
            product: stock::product_of(self.product, beside).map(|product| product.id),
            quantity: self.quantity_available.0.or(self.quantity_on_hand.0),
            expiry: self.min_expiration_date.0,
            substitutes: self.available_substitutions.records,
        })
    }
}
