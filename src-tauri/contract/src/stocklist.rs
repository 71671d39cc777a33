//! Stocklists: what a place orders again and again. They are maintained in the service.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{
    Location, LocationId, Person, PersonRef, PlaceRef, ProductId, ProductRef, StocklistId,
    StocklistItemId,
};

/// A stocklist with its items (interface document, 2.6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stocklist {
    /// The service's id.
    pub id: StocklistId,
    /// Name.
    pub name: Option<String>,
    /// `requisitionNumber`: the number people know it by.
    pub number: Option<String>,
    /// Free text.
    pub description: Option<String>,
    /// `isTemplate`
    pub is_template: Option<bool>,
    /// `type`, open text; STOCK is seen.
    pub kind: Option<String>,
    /// `status`, open text; often absent.
    pub status: Option<String>,
    /// `commodityClass`, open text.
    pub commodity_class: Option<String>,
    /// When its states were reached.
    pub dates: StocklistDates,
    /// Where goods come from.
    pub origin: Option<Location>,
    /// Where goods go to.
    pub destination: Option<Location>,
    /// Who brought it to its states.
    pub people: StocklistPeople,
    /// The items in the order of their `orderIndex`.
    pub items: Vec<StocklistItem>,
}

/// When a stocklist reached its states (interface document, 2.6).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StocklistDates {
    /// `dateRequested`
    pub requested: Option<DateTime<Utc>>,
    /// `dateReviewed`
    pub reviewed: Option<DateTime<Utc>>,
    /// `dateVerified`
    pub verified: Option<DateTime<Utc>>,
    /// `dateChecked`
    pub checked: Option<DateTime<Utc>>,
    /// `dateDelivered`
    pub delivered: Option<DateTime<Utc>>,
    /// `dateIssued`
    pub issued: Option<DateTime<Utc>>,
    /// `dateReceived`
    pub received: Option<DateTime<Utc>>,
}

/// Who brought a stocklist to its states (interface document, 2.6).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StocklistPeople {
    /// `requestedBy`
    pub requested_by: Option<Person>,
    /// `reviewedBy`
    pub reviewed_by: Option<Person>,
    /// `verifiedBy`
    pub verified_by: Option<Person>,
    /// `checkedBy`
    pub checked_by: Option<Person>,
    /// `deliveredBy`
    pub delivered_by: Option<Person>,
    /// `issuedBy`
    pub issued_by: Option<Person>,
    /// `receivedBy`
    pub received_by: Option<Person>,
    /// `recipient`
    pub recipient: Option<Person>,
}

impl StocklistPeople {
    /// Everybody named.
    pub fn iter(&self) -> impl Iterator<Item = &Person> {
        [
            &self.requested_by,
            &self.reviewed_by,
            &self.verified_by,
            &self.checked_by,
            &self.delivered_by,
            &self.issued_by,
            &self.received_by,
            &self.recipient,
        ]
        .into_iter()
        .flatten()
    }
}

/// A requisition item of a stocklist (interface document, 2.6). What the document names without
/// showing its shape is kept as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StocklistItem {
    /// The service's id.
    pub id: StocklistItemId,
    /// `status`, open text; PENDING is seen.
    pub status: Option<String>,
    /// `requisition.id`: the stocklist it belongs to.
    pub requisition: Option<StocklistId>,
    /// The product.
    pub product: ProductRef,
    /// How many the list asks for; whole pieces.
    pub quantity: Option<i64>,
    /// `quantityApproved`
    pub quantity_approved: Option<i64>,
    /// `quantityCanceled`
    pub quantity_canceled: Option<i64>,
    /// `cancelReasonCode`
    pub cancel_reason_code: Option<String>,
    /// `cancelComments`
    pub cancel_comments: Option<String>,
    /// Place in the list, as the service counts.
    pub order_index: Option<i64>,
    /// `inventoryItem`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inventory_item: Option<serde_json::Value>,
    /// `changes`
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<serde_json::Value>,
    /// `modification`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modification: Option<serde_json::Value>,
    /// `substitution`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub substitution: Option<serde_json::Value>,
    /// `picklistItems`
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub picklist_items: Vec<serde_json::Value>,
}

/// What the service is asked for: its own filters (interface document, 4.6). They are applied here
/// once more, because some installations ignore them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(default)]
pub struct StocklistQuery {
    /// Part of the name.
    pub name: Option<String>,
    /// Part of the requisition number.
    pub number: Option<String>,
    /// The place goods come from.
    pub origin: Option<LocationId>,
    /// The place goods go to.
    pub destination: Option<LocationId>,
}

/// What the stocklists screen shows of what was read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct StocklistFilter {
    /// Words to be found in name, number, places or the products inside; all must be there.
    pub text: String,
    /// Only those that hold this product.
    pub product: Option<ProductId>,
    /// What the service is asked for.
    pub query: StocklistQuery,
}

/// A stocklist as a row, without its items.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StocklistRow {
    /// The service's id.
    pub id: StocklistId,
    /// Name; the id where the service gave none.
    pub name: String,
    /// `requisitionNumber`.
    pub number: Option<String>,
    /// Where goods come from.
    pub origin: Option<PlaceRef>,
    /// Where goods go to.
    pub destination: Option<PlaceRef>,
    /// Who asked for it.
    pub requested_by: Option<PersonRef>,
    /// When it was asked for.
    pub date_requested: Option<DateTime<Utc>>,
    /// How many items it has.
    pub items: u32,
}

/// Columns of the stocklists screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StocklistColumn {
    /// `requisitionNumber`
    Number,
    /// `name`
    Name,
    /// Name of the origin.
    Origin,
    /// Name of the destination.
    Destination,
    /// How many items.
    Items,
    /// Name of who asked for it.
    RequestedBy,
    /// `dateRequested`
    Requested,
}
