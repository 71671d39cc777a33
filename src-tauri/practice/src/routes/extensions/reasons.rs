//! The service's own list of reason codes, by what they are given for.
//!
//! Behind the guard. A list alone: what an instruction gives as its reason is deliberately free
//! text, in installations as here.

use axum::response::Response;
use serde_json::{Value, json};

use crate::answer;
use crate::routes::input::Params;

/// Code, name, sort order, and for which activities of [`ACTIVITIES`] it is given.
type ReasonRow = (&'static str, &'static str, i64, &'static [usize]);

/// The activities that are told apart.
const ACTIVITIES: [&str; 3] =
    ["SUBSTITUTE_REQUISITION_ITEM", "MODIFY_REQUISITION_ITEM", "MODIFY_PICKLIST_ITEM"];

const SUBSTITUTE: usize = 0;
const MODIFY: usize = 1;
const PICK: usize = 2;
const ALL: &[usize] = &[SUBSTITUTE, MODIFY, PICK];

const REASONS: &[ReasonRow] = &[
    ("STOCKOUT", "Stock out", 1, ALL),
    ("LOW_STOCK", "Low stock", 2, &[SUBSTITUTE, MODIFY]),
    ("EXPIRED", "Expired", 3, ALL),
    ("DAMAGED", "Damaged", 4, ALL),
    ("SUBSTITUTION", "Substitution", 5, &[SUBSTITUTE]),
    ("PACKAGE_SIZE", "Package size", 6, &[MODIFY]),
    ("CLINICAL_OVERRIDE", "Clinical override", 7, &[]),
    ("INSUFFICIENT_CONSUMPTION", "Insufficient consumption", 8, &[MODIFY]),
    ("REPLACED_BY_FORMULARY_ITEM", "Replaced by formulary item", 9, &[SUBSTITUTE]),
    ("CANCELED_BY_REQUESTER", "Canceled by requester", 10, &[MODIFY]),
    ("NON_FORMULARY_NO_SUBSTITUTION", "Not in formulary, no substitution", 11, &[MODIFY]),
    ("NOT_STOCKED", "Not stocked", 12, &[MODIFY]),
    ("AVAILABLE_STOCK_RESERVED", "Available stock is reserved", 13, &[SUBSTITUTE, MODIFY]),
    ("COULD_NOT_LOCATE", "Could not locate", 14, &[PICK]),
    ("DIFFERENT_LOCATION", "Different location", 15, &[]),
    ("DATA_ENTRY_ERROR", "Data entry error", 16, ALL),
    ("SUPPLY_MAX_QUANTITY", "Maximum supply quantity", 17, ALL),
    ("NOT_ON_STOCK_LIST", "Not on the stock list", 18, ALL),
    ("INSUFFICIENT_QUANTITY_RECONDITIONED", "Insufficient quantity reconditioned", 19, ALL),
    ("SUBSTITUTION_WITHIN_PRODUCT_GROUP", "Substitution within product group", 20, &[SUBSTITUTE]),
    ("SUPPLIED_BY_GOVERNMENT", "Supplied by government", 21, ALL),
    ("OTHER", "Other", 100, ALL),
];

/// `GET /api/reasonCodes`: for one or several activities. None, and one that is not told apart,
/// mean the whole list.
pub(super) async fn list(params: Params) -> Response {
    let wanted = params.all("activityCode");
    let numbers = wanted.iter().map(|code| ACTIVITIES.iter().position(|known| known == code));
    let numbers: Option<Vec<usize>> = numbers.collect();
    let listed = |reason: &&ReasonRow| match numbers.as_deref() {
        None | Some([]) => true,
        Some(numbers) => reason.3.iter().any(|activity| numbers.contains(activity)),
    };
    let shape =
        |&(id, name, order, _): &ReasonRow| json!({ "id": id, "name": name, "sortOrder": order });
    answer::data(REASONS.iter().filter(listed).map(shape).collect::<Vec<Value>>().into())
}
