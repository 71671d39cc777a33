//! The pick page: what can be picked for each line item, and the picks so far with their ids.
//!
//! Called by the pages alone. Picking itself is in [`crate::store::picks`].

use std::collections::HashMap;

use rusqlite::{Connection, Row};
use serde_json::{Value, json};

use crate::answer::Refusal;
use crate::record_id;
use crate::rules::standing::Status;
use crate::store::lots::{self, Lot};
use crate::store::rows;

/// Nothing is picked.
pub(super) const NOT_PICKED: &str = "NOT_PICKED";
/// Everything that is to be picked is.
pub(super) const PICKED: &str = "PICKED";

/// A row for everything that is to be picked: open and revised line items, and the children of
/// substituted ones in the place of those.
pub(super) fn items(
    conn: &Connection,
    movement: &str,
    lines: &[Value],
) -> Result<Vec<Value>, Refusal> {
    let lots = lots::of_movement(conn, movement)?;
    let mut picks = picks(conn, movement)?;
    let mut items = Vec::new();
    for line in lines.iter().filter(|line| line["statusCode"] != Status::Canceled.code()) {
        let children = line["substitutions"].as_array().filter(|children| !children.is_empty());
        for picked in children.map_or(std::slice::from_ref(line), Vec::as_slice) {
            let id = picked["id"].as_str().unwrap_or_default();
            let rows = picks.remove(id).unwrap_or_default();
            items.push(item(picked, line, lots.of(&picked["product"]), rows));
        }
    }
    Ok(items)
}

/// The row of an item; `line` is the item itself or the one it is a child of.
fn item(item: &Value, line: &Value, lots: &[Lot], picks: Vec<Value>) -> Value {
    let required = item["quantityRevised"].as_i64().or(item["quantityRequested"].as_i64());
    let required = required.unwrap_or_default();
    let picked: i64 = picks.iter().filter_map(|pick| pick["quantityPicked"].as_i64()).sum();
    let status = match picked {
        0 => NOT_PICKED,
        _ if picked < required => "PARTIALLY_PICKED",
        _ => PICKED,
    };
    let product = &item["product"];
    json!({
        "pickStatusCode": status, "requestStatusCode": item["statusCode"],
        "requisitionItem.id": item["id"], "product.name": product["name"],
        "productCode": product["productCode"], "productId": product["id"],
        "reasonCode": item["reasonCode"], "comments": item["comments"],
        "quantityRequested": item["quantityRequested"], "quantityRequired": required,
        "quantityPicked": picked, "quantityAvailable": lots::total(lots),
        "quantityRemaining": (required - picked).max(0), "hasAdjustedInventory": false,
        "hasChangedPick": false, "availableItems": lots::available_items(lots, product),
        "suggestedItems": suggestion(lots, product, required), "picklistItems": picks,
        "recipient": line["recipient"], "sortOrder": line["sortOrder"],
    })
}

/// What to take so that what expires first goes first; nothing when there is not enough.
fn suggestion(lots: &[Lot], product: &Value, required: i64) -> Vec<Value> {
    if lots::total(lots).is_none_or(|total| total < required) {
        return Vec::new();
    }
    let mut left = required;
    let mut rows = Vec::new();
    for lot in lots {
        if left == 0 {
            break;
        }
        let taken = left.min(lot.quantity);
        left -= taken;
        let mut row = lots::available_item(lot, product);
        row["quantityRequested"] = json!(required);
        row["quantityPicked"] = json!(taken);
        rows.push(row);
    }
    rows
}

/// The picks of a movement by the id of the item they are for, as they were made.
fn picks(conn: &Connection, movement: &str) -> Result<HashMap<String, Vec<Value>>, Refusal> {
    let sql = "SELECT k.line_item_id, k.id, k.inventory_item_id, p.name, p.code, i.lot, i.expires,
                      b.id, b.name, k.quantity
               FROM line_item l JOIN picklist_item k ON k.line_item_id = l.id
               JOIN inventory_item i ON i.id = k.inventory_item_id
               JOIN product p ON p.id = i.product_id JOIN location b ON b.id = k.bin_id
               WHERE l.movement_id = ?1 ORDER BY k.seq";
    let picklist = record_id::id("picklist", movement);
    let read = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, picklist_item(row, &picklist)?));
    let mut picks = HashMap::<String, Vec<Value>>::new();
    for (item, pick) in rows(conn, sql, [movement], read)? {
        picks.entry(item).or_default().push(pick);
    }
    Ok(picks)
}

fn picklist_item(row: &Row<'_>, picklist: &str) -> rusqlite::Result<Value> {
    let text = |at: usize| row.get::<_, String>(at);
    let expires: Option<String> = row.get(6)?;
    Ok(json!({
        "id": text(1)?, "status": null, "picklist.id": picklist, "requisitionItem.id": text(0)?,
        "inventoryItem.id": text(2)?, "product.name": text(3)?, "productCode": text(4)?,
        "lotNumber": text(5)?, "expirationDate": lots::page_date(expires.as_deref()),
        "binLocation.id": text(7)?, "binLocation.name": text(8)?,
        "quantityPicked": row.get::<_, i64>(9)?, "reasonCode": null, "comment": null,
    }))
}
