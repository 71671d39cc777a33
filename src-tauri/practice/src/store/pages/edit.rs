//! The edit page: what there is of each line item's product and what may replace it.
//!
//! Called by the pages alone. Consumption is deliberately absent: no goods ever leave here.

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::answer::Refusal;
use crate::store::lots::{self, Lots};
use crate::store::substitutes;

/// A row for every line item, in their order.
pub(super) fn items(
    conn: &Connection,
    movement: &str,
    lines: &[Value],
) -> Result<Vec<Value>, Refusal> {
    let lots = lots::of_movement(conn, movement)?;
    let allowed = substitutes::of_movement(conn, movement)?;
    Ok(lines.iter().map(|line| item(line, allowed.of(&line["product"]), &lots)).collect())
}

fn item(line: &Value, allowed: &[Value], lots: &Lots) -> Value {
    let product = &line["product"];
    let own = lots.of(product);
    let available = allowed.iter().map(|other| substitution(other, None, lots));
    let made = line["substitutions"].as_array().into_iter().flatten();
    let made = made
        .map(|child| substitution(&child["product"], child["quantityRequested"].as_i64(), lots));
    json!({
        "requisitionItemId": line["id"], "statusCode": line["statusCode"],
        "reasonCode": line["reasonCode"], "comments": line["comments"],
        "productId": product["id"], "productCode": product["productCode"],
        "productName": product["name"],
        "minExpirationDate": lots::page_date(lots::first_expiry(own)),
        "quantityRequested": line["quantityRequested"],
        "quantityRevised": line["quantityRevised"], "quantityConsumed": null,
        "quantityAvailable": lots::total(own), "totalMonthlyQuantity": null,
        "substitutionStatus": substitution_status(product, allowed, lots),
        "availableSubstitutions": available.collect::<Vec<Value>>(),
        "substitutionItems": made.collect::<Vec<Value>>(), "sortOrder": line["sortOrder"],
    })
}

/// A product that may replace another, or does so with a quantity.
fn substitution(product: &Value, quantity: Option<i64>, lots: &Lots) -> Value {
    let own = lots.of(product);
    json!({
        "productId": product["id"], "productCode": product["productCode"],
        "productName": product["name"],
        "minExpirationDate": lots::page_date(lots::first_expiry(own)),
        "quantityAvailable": lots::total(own), "quantitySelected": quantity,
        "quantityRequested": quantity, "availableItems": lots::available_items(own, product),
    })
}

/// Whether something may replace the product, and even expires earlier.
fn substitution_status(product: &Value, allowed: &[Value], lots: &Lots) -> &'static str {
    let mut stocked = allowed.iter().map(|other| lots.of(other)).filter(|lots| !lots.is_empty());
    let Some(first) = stocked.next() else { return "NO" };
    let earlier = |others| lots::expire_earlier(others, lots.of(product));
    if earlier(first) || stocked.any(earlier) { "EARLIER" } else { "YES" }
}
