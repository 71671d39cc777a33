//! The page on which lines are picked (observed in real installations): what lies where, and the
//! picks so far with their ids.

use contract::PickRow;
use serde::Deserialize;

use super::rows::{Maybe, RowsInside};
use super::stock::{self, LotWire, PickWire};
use crate::observed::PickPage;
use crate::wire::product::{Beside, ProductWire};
use crate::wire::shape::read::{Id, Missing, Object, Text, Whole, Wire};

/// A movement read with `stepNumber=4`, as an object.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct PickMovementWire {
    id: Id,
    pick_page: Maybe<PickPageWire>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct PickPageWire {
    pick_page_items: RowsInside<PickRowWire>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct PickItemWire {
    id: Id,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct PickRowWire {
    requisition_item: Object<PickItemWire>,
    #[serde(rename = "requisitionItem.id")]
    dotted_item_id: Id,
    product: Object<ProductWire>,
    product_id: Id,
    product_code: Text,
    #[serde(rename = "product.name")]
    dotted_product_name: Text,
    quantity_requested: Whole,
    quantity_required: Whole,
    available_items: RowsInside<LotWire>,
    picklist_items: RowsInside<PickWire>,
    sort_order: Whole,
}

impl Wire for PickMovementWire {
    type Record = PickPage;

    fn record(self) -> Result<PickPage, Missing> {
        if self.id.0.is_none() {
            return Err(Missing("id"));
        }
        Ok(PickPage { rows: self.pick_page.0 })
    }
}

impl Wire for PickPageWire {
    type Record = Vec<PickRow>;

    fn record(self) -> Result<Vec<PickRow>, Missing> {
        Ok(self.pick_page_items.records)
    }
}

impl Wire for PickRowWire {
    type Record = PickRow;

    fn record(self) -> Result<PickRow, Missing> {
        let nested = self.requisition_item.0.and_then(|item| item.id.0);
        let beside = Beside {
            id: self.product_id,
            code: Text(self.product_code.0.clone()),
            name: self.dotted_product_name,
        };
        Ok(PickRow {
            item: nested.or(self.dotted_item_id.0).ok_or(Missing("requisitionItem.id"))?.into(),
            product: stock::product_of(self.product, beside).map(|product| product.id),
            product_code: self.product_code.0,
            required: self.quantity_required.0.or(self.quantity_requested.0),
            available: self.available_items.records,
            picks: self.picklist_items.records,
            sort_order: self.sort_order.0,
        })
    }
}
