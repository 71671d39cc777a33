//! What lies where: the lots of products in the bins of a place.
//!
//! Called by the pages of a movement and by the substitutes of a product. What is available is
//! what is on hand: picks deliberately take nothing from it.

use std::collections::HashMap;

use rusqlite::{Connection, Params};
use serde_json::{Value, json};

use super::{movements, rows};
use crate::answer::Refusal;

/// A lot of a product in one bin.
pub(crate) struct Lot {
    /// Id of the inventory item.
    pub(crate) id: String,
    number: String,
    expires: Option<String>,
    bin: (String, String),
    /// What lies there, more than nothing.
    pub(crate) quantity: i64,
}

/// Lots by product id: what expires first comes first, what never expires last.
#[derive(Default)]
pub(crate) struct Lots(HashMap<String, Vec<Lot>>);

impl Lots {
    /// The lots of a product.
    pub(crate) fn of(&self, product: &Value) -> &[Lot] {
        let id = product["id"].as_str().unwrap_or_default();
        self.0.get(id).map_or(&[], Vec::as_slice)
    }
}

/// The lots in the origin of a movement: of the products of its line items and of everything that
/// may replace them.
pub(crate) fn of_movement(conn: &Connection, movement: &str) -> Result<Lots, Refusal> {
    collect(
        conn,
        "i.product_id IN (
             SELECT product_id FROM line_item WHERE movement_id = ?1
             UNION SELECT s.substitute_id FROM line_item l
                   JOIN substitute s ON s.product_id = l.product_id WHERE l.movement_id = ?1
         ) AND b.parent_id = (SELECT origin_id FROM movement WHERE id = ?1)",
        [movement],
    )
}

/// The lots of a product and of everything that may replace it, in one location or in all.
pub(crate) fn of_product(
    conn: &Connection,
    product: &str,
    location: Option<&str>,
) -> Result<Lots, Refusal> {
    collect(
        conn,
        "i.product_id IN (SELECT ?1 UNION SELECT substitute_id FROM substitute
                          WHERE product_id = ?1) AND (?2 IS NULL OR b.parent_id = ?2)",
        (product, location),
    )
}

/// All that lies in a bin with a name, as a table of comma separated values: what a site would write out
/// for programs that cannot read it from the service.
pub(crate) fn site_table(conn: &Connection) -> Result<String, Refusal> {
    let sql = "SELECT i.id, p.code, i.lot, coalesce(i.expires, ''), b.name, s.quantity
               FROM inventory_item i JOIN stock s ON s.inventory_item_id = i.id
               JOIN location b ON b.id = s.bin_id JOIN product p ON p.id = i.product_id
               WHERE s.quantity > 0 ORDER BY b.seq, p.code, i.id";
    let lines = rows(conn, sql, [], |row| {
        let text = |at| row.get::<_, String>(at);
        let quantity: i64 = row.get(5)?;
        Ok([text(0)?, text(1)?, text(2)?, text(3)?, text(4)?, quantity.to_string()].join(","))
    })?;
    let head = "inventoryItemId,productCode,lotNumber,expirationDate,binName,quantity";
    Ok([vec![head.to_owned()], lines].concat().join("\n"))
}

fn collect(conn: &Connection, condition: &str, params: impl Params) -> Result<Lots, Refusal> {
    let sql = format!(
        "SELECT i.product_id, i.id, i.lot, i.expires, b.id, b.name, s.quantity
         FROM inventory_item i JOIN stock s ON s.inventory_item_id = i.id
         JOIN location b ON b.id = s.bin_id WHERE s.quantity > 0 AND {condition}
         ORDER BY i.expires IS NULL, i.expires, i.lot, i.id, b.seq"
    );
    let found = rows(conn, &sql, params, |row| {
        let lot = Lot {
            id: row.get(1)?,
            number: row.get(2)?,
            expires: row.get(3)?,
            bin: (row.get(4)?, row.get(5)?),
            quantity: row.get(6)?,
        };
        Ok((row.get::<_, String>(0)?, lot))
    })?;
    let mut lots = Lots::default();
    for (product, lot) in found {
        lots.0.entry(product).or_default().push(lot);
    }
    Ok(lots)
}

/// The quantity of all lots; none when there is nothing.
pub(crate) fn total(lots: &[Lot]) -> Option<i64> {
    (!lots.is_empty()).then(|| lots.iter().map(|lot| lot.quantity).sum())
}

/// The first day on which one of the lots expires, as an ISO date.
pub(crate) fn first_expiry(lots: &[Lot]) -> Option<&str> {
    lots.first().and_then(|lot| lot.expires.as_deref())
}

/// Whether something of the other lots expires before all of these do.
pub(crate) fn expire_earlier(others: &[Lot], lots: &[Lot]) -> bool {
    let before = |other| first_expiry(lots).is_none_or(|own| other < own);
    !lots.is_empty() && first_expiry(others).is_some_and(before)
}

/// The date of a lot as the pages show it.
pub(crate) fn page_date(expires: Option<&str>) -> Option<String> {
    expires.map(movements::shown)
}

/// The lots of a product as the pages show them: one row for each bin.
pub(crate) fn available_items(lots: &[Lot], product: &Value) -> Vec<Value> {
    lots.iter().map(|lot| available_item(lot, product)).collect()
}

/// One lot in one bin as the pages show it.
pub(crate) fn available_item(lot: &Lot, product: &Value) -> Value {
    json!({
        "inventoryItem.id": lot.id, "product.name": product["name"],
        "productCode": product["productCode"], "lotNumber": lot.number,
        "expirationDate": page_date(lot.expires.as_deref()), "binLocation.id": lot.bin.0,
        "binLocation.name": lot.bin.1, "quantityAvailable": lot.quantity,
    })
}

/// The date of a lot as the products' own answers show it.
pub(crate) fn timestamp(expires: Option<&str>) -> Option<String> {
    expires.map(|day| format!("{day}T00:00:00Z"))
}

/// The lots of a product as the products' own answers show them: over all bins.
pub(crate) fn inventory(lots: &[Lot], product: &Value) -> Vec<Value> {
    let items = lots.chunk_by(|one, next| one.id == next.id);
    items
        .filter_map(|bins| {
            let lot = bins.first()?;
            Some(json!({
                "inventoryItem": {
                    "id": lot.id, "product": product, "lotNumber": lot.number,
                    "expirationDate": timestamp(lot.expires.as_deref()),
                },
                "quantity": total(bins),
            }))
        })
        .collect()
}
