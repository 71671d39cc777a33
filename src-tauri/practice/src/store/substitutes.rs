//! What may replace a product, with what there is of it.
//!
//! Called by the extension routes of products and by the edit page. Whether an instruction may
//! substitute is asked in [`super::products`].

use std::collections::HashMap;

use rusqlite::Connection;
use serde_json::{Value, json};

use super::{lots, products, rows};
use crate::answer::Refusal;
use crate::record_id;

/// The one type of association there is.
const SUBSTITUTE: &str = "SUBSTITUTE";

/// Allowed substitutes by product id, each a product as line items show it.
#[derive(Default)]
pub(crate) struct Substitutes(HashMap<String, Vec<Value>>);

impl Substitutes {
    /// What may replace a product.
    pub(crate) fn of(&self, product: &Value) -> &[Value] {
        let id = product["id"].as_str().unwrap_or_default();
        self.0.get(id).map_or(&[], Vec::as_slice)
    }
}

/// What may replace the products of a movement.
pub(crate) fn of_movement(conn: &Connection, movement: &str) -> Result<Substitutes, Refusal> {
    collect(conn, "IN (SELECT product_id FROM line_item WHERE movement_id = ?1)", movement)
}

fn collect(conn: &Connection, which: &str, id: &str) -> Result<Substitutes, Refusal> {
    let sql = format!(
        "SELECT s.product_id, {} FROM substitute s JOIN product p ON p.id = s.substitute_id
         JOIN category c ON c.id = p.category_id WHERE s.product_id {which} ORDER BY s.rowid",
        products::COLUMNS
    );
    let pair = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, products::brief(row, 1)?));
    let mut substitutes = Substitutes::default();
    for (product, substitute) in rows(conn, &sql, [id], pair)? {
        substitutes.0.entry(product).or_default().push(substitute);
    }
    Ok(substitutes)
}

/// What is asked about a product.
pub(crate) struct Question {
    /// Id of the product.
    pub(crate) product: String,
    /// The location whose lots count; `None` is all of them.
    pub(crate) location: Option<String>,
    /// Types of association; empty is all of them.
    pub(crate) types: Vec<String>,
}

/// A product with its allowed substitutes under `name`, and the lots of them all. `None` for an
/// unknown product.
pub(crate) fn associations(
    conn: &Connection,
    question: &Question,
    name: &str,
) -> Result<Option<Value>, Refusal> {
    let Question { product, location, types } = question;
    let Some(found) = products::find(conn, product)? else { return Ok(None) };
    let allowed = collect(conn, "= ?1", product)?;
    let lots = lots::of_product(conn, product, location.as_deref())?;
    let own = lots.of(&found);
    let wanted = types.is_empty() || types.iter().any(|kind| kind == SUBSTITUTE);
    let others = if wanted { allowed.of(&found) } else { &[] };
    let earlier = others.iter().any(|other| lots::expire_earlier(lots.of(other), own));
    let list: Vec<Value> =
        others.iter().map(|other| association(product, other, lots.of(other))).collect();
    Ok(Some(json!({
        "product": found, "availableItems": lots::inventory(own, &found),
        "hasAssociations": !list.is_empty(), "hasEarlierExpiringItems": earlier, name: list,
    })))
}

fn association(product: &str, other: &Value, lots: &[lots::Lot]) -> Value {
    let key = format!("{product}/{}", other["id"].as_str().unwrap_or_default());
    json!({
        "id": record_id::id("association", &key), "type": SUBSTITUTE, "product": other,
        "conversionFactor": 1, "comments": null,
        "minExpirationDate": lots::timestamp(lots::first_expiry(lots)),
        "availableQuantity": lots::total(lots), "availableItems": lots::inventory(lots, other),
    })
}
