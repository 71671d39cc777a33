//! Stocklists and their items (interface document, 2.6).

use contract::{Stocklist, StocklistDates, StocklistItem, StocklistPeople};
use serde::Deserialize;

use super::location::{LocationWire, Parent};
use super::person::{self, PersonWire};
use super::product::{self, Beside, ProductWire};
use super::shape::read::{
    Flag, Id, Instant, Missing, Object, Records, Shapeless, Text, Whole, Wire,
};

/// A stocklist as an object.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct StocklistWire {
    id: Id,
    name: Text,
    requisition_number: Text,
    description: Text,
    is_template: Flag,
    #[serde(rename = "type")]
    kind: Text,
    status: Text,
    commodity_class: Text,
    date_requested: Instant,
    date_reviewed: Instant,
    date_verified: Instant,
    date_checked: Instant,
    date_delivered: Instant,
    date_issued: Instant,
    date_received: Instant,
    origin: Object<LocationWire>,
    #[serde(rename = "origin.id")]
    origin_id: Id,
    #[serde(rename = "origin.name")]
    origin_name: Text,
    destination: Object<LocationWire>,
    #[serde(rename = "destination.id")]
    destination_id: Id,
    #[serde(rename = "destination.name")]
    destination_name: Text,
    requested_by: Object<PersonWire>,
    #[serde(rename = "requestedBy.id")]
    requested_by_id: Id,
    reviewed_by: Object<PersonWire>,
    verified_by: Object<PersonWire>,
    checked_by: Object<PersonWire>,
    delivered_by: Object<PersonWire>,
    issued_by: Object<PersonWire>,
    received_by: Object<PersonWire>,
    recipient: Object<PersonWire>,
    requisition_items: Records<RequisitionItemWire>,
}

impl Wire for StocklistWire {
    type Record = Stocklist;

    fn record(self) -> Result<Stocklist, Missing> {
        let mut items = self.requisition_items.0.unwrap_or_default();
        items.sort_by_key(|item| (item.order_index.is_none(), item.order_index));
        Ok(Stocklist {
            id: self.id.0.ok_or(Missing("id"))?.into(),
            name: self.name.0,
            number: self.requisition_number.0,
            description: self.description.0,
            is_template: self.is_template.0,
            kind: self.kind.0,
            status: self.status.0,
            commodity_class: self.commodity_class.0,
            dates: StocklistDates {
                requested: self.date_requested.0,
                reviewed: self.date_reviewed.0,
                verified: self.date_verified.0,
                checked: self.date_checked.0,
                delivered: self.date_delivered.0,
                issued: self.date_issued.0,
                received: self.date_received.0,
            },
            origin: self.origin.location(self.origin_id, self.origin_name),
            destination: self.destination.location(self.destination_id, self.destination_name),
            people: StocklistPeople {
                requested_by: person::referred(self.requested_by, self.requested_by_id),
                reviewed_by: someone(self.reviewed_by),
                verified_by: someone(self.verified_by),
                checked_by: someone(self.checked_by),
                delivered_by: someone(self.delivered_by),
                issued_by: someone(self.issued_by),
                received_by: someone(self.received_by),
                recipient: someone(self.recipient),
            },
            items,
        })
    }
}

fn someone(nested: Object<PersonWire>) -> Option<contract::Person> {
    person::referred(nested, Id::default())
}

/// A requisition item as an object.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct RequisitionItemWire {
    id: Id,
    status: Text,
    requisition: Object<RequisitionWire>,
    #[serde(rename = "requisition.id")]
    requisition_id: Id,
    product: Object<ProductWire>,
    #[serde(rename = "product.id")]
    product_id: Id,
    #[serde(rename = "product.productCode")]
    product_code: Text,
    #[serde(rename = "product.name")]
    product_name: Text,
    quantity: Whole,
    quantity_approved: Whole,
    quantity_canceled: Whole,
    cancel_reason_code: Text,
    cancel_comments: Text,
    order_index: Whole,
    inventory_item: Shapeless,
    changes: Shapeless,
    modification: Shapeless,
    substitution: Shapeless,
    picklist_items: Shapeless,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct RequisitionWire {
    id: Id,
}

impl Wire for RequisitionItemWire {
    type Record = StocklistItem;

    fn record(self) -> Result<StocklistItem, Missing> {
        let nested = self.requisition.0.and_then(|requisition| requisition.id.0);
        let beside =
            Beside { id: self.product_id, code: self.product_code, name: self.product_name };
        Ok(StocklistItem {
            id: self.id.0.ok_or(Missing("id"))?.into(),
            status: self.status.0,
            requisition: self.requisition_id.0.or(nested).map(Into::into),
            product: product::referred(self.product, beside)?,
            quantity: self.quantity.0,
            quantity_approved: self.quantity_approved.0,
            quantity_canceled: self.quantity_canceled.0,
            cancel_reason_code: self.cancel_reason_code.0,
            cancel_comments: self.cancel_comments.0,
            order_index: self.order_index.0,
            inventory_item: self.inventory_item.value(),
            changes: self.changes.list(),
            modification: self.modification.value(),
            substitution: self.substitution.value(),
            picklist_items: self.picklist_items.list(),
        })
    }
}
