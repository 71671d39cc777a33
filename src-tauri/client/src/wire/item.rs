//! Line items of a movement (interface document, 2.2).

use contract::{LineItem, LineStatus};
use serde::Deserialize;

use super::person::{self, PersonWire};
use super::product::{self, Beside, ProductWire};
use super::shape::read::{Deeper, Free, Id, Missing, Object, Records, Text, Whole, Wire};

/// A line of a movement, with its children; theirs are empty (interface document, 2.2).
pub(crate) type LineWire = LineLevelWire<Records<LineLevelWire<Deeper>>>;

/// A line item as an object, on its level of nesting.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound = "C: Children")]
pub(crate) struct LineLevelWire<C> {
    id: Id,
    product: Object<ProductWire>,
    #[serde(rename = "product.id")]
    product_id: Id,
    #[serde(rename = "product.productCode")]
    dotted_code: Text,
    #[serde(rename = "product.name")]
    product_name: Text,
    product_code: Text,
    pallet_name: Text,
    box_name: Text,
    status_code: Text,
    quantity_requested: Whole,
    quantity_allowed: Whole,
    quantity_available: Whole,
    quantity_canceled: Whole,
    quantity_revised: Whole,
    substitutions: C,
    substitution_items: C,
    reason_code: Text,
    comments: Free,
    recipient: Object<PersonWire>,
    #[serde(rename = "recipient.id")]
    recipient_id: Id,
    sort_order: Whole,
}

/// What stands under a line.
pub(crate) trait Children: Default + for<'de> Deserialize<'de> {
    fn lines(self) -> Vec<LineItem>;
}

impl Children for Deeper {
    fn lines(self) -> Vec<LineItem> {
        Vec::new()
    }
}

impl Children for Records<LineLevelWire<Deeper>> {
    fn lines(self) -> Vec<LineItem> {
        self.0.unwrap_or_default()
    }
}

impl<C: Children> Wire for LineLevelWire<C> {
    type Record = LineItem;

    fn record(self) -> Result<LineItem, Missing> {
        let code = Text(self.dotted_code.0.or(self.product_code.0));
        let beside = Beside { id: self.product_id, code, name: self.product_name };
        let children = [self.substitutions.lines(), self.substitution_items.lines()];
        let children = children.into_iter().find(|list| !list.is_empty());
        Ok(LineItem {
            id: self.id.0.ok_or(Missing("id"))?.into(),
            product: product::referred(self.product, beside)?,
            pallet_name: self.pallet_name.0,
            box_name: self.box_name.0,
            status: LineStatus::from(self.status_code.0.unwrap_or_default()),
            quantity_requested: self.quantity_requested.0,
            quantity_allowed: self.quantity_allowed.0,
            quantity_available: self.quantity_available.0,
            quantity_canceled: self.quantity_canceled.0,
            quantity_revised: self.quantity_revised.0,
            substitutions: children.unwrap_or_default(),
            reason_code: self.reason_code.0,
            comments: self.comments.0,
            recipient: person::referred(self.recipient, self.recipient_id),
            sort_order: self.sort_order.0,
        })
    }
}

/// Puts lines in the order of their `sortOrder`, those without one last; twins keep their order. A
/// 0 is a place here: stocklists count from it, and their lines carry it.
pub(crate) fn sort(lines: &mut [LineItem]) {
    lines.sort_by_key(|line| (line.sort_order.is_none(), line.sort_order));
}
