//! Picking: the rows of `picklistItems` applied to a line item (interface document, section 4.5).
//!
//! Called by the picking route, and by the pick page to read them back. A pick is checked against
//! the quantity on hand in its bin but deliberately takes nothing from it: what picking does to the
//! stock is not shown.

use rusqlite::Connection;
use serde_json::{Value, json};

use super::{Write, known, lines, row};
use crate::answer::Refusal;
use crate::rules::pick::{Pick, too_much};

/// Applies all rows to the line item and answers the item as it was before.
pub(crate) fn apply(write: &Write<'_>, item: &str, picks: &[Pick]) -> Result<Value, Refusal> {
    let before = lines::find(write.conn, item)?.ok_or_else(|| lines::not_found(item))?;
    let sql = "SELECT movement_id FROM line_item WHERE id = ?1";
    let movement: Option<String> = row(write.conn, sql, [item], |row| row.get(0))?;
    for pick in picks {
        if let Some(detail) = apply_one(write, item, pick)? {
            write.log("pick", movement.as_deref(), Some(item), detail)?;
        }
    }
    Ok(before)
}

/// Applies one row; nothing to log when there was nothing to remove.
fn apply_one(write: &Write<'_>, item: &str, pick: &Pick) -> Result<Option<Value>, Refusal> {
    let existing = match &pick.id {
        Some(id) => Some((id.clone(), existing(write.conn, item, id)?)),
        None => None,
    };
    if pick.removes {
        let Some((id, _)) = existing else { return Ok(None) };
        write.run("DELETE FROM picklist_item WHERE id = ?1", [&id])?;
        return Ok(Some(json!({ "picklistItem": id, "quantityPicked": 0 })));
    }
    let (id, old) = match existing {
        Some((id, place)) => (id, Some(place)),
        None => (write.new_id(), None),
    };
    let (old_inventory, old_bin) = old.unwrap_or_default();
    let inventory = pick.inventory_item.clone().unwrap_or(old_inventory);
    let bin = pick.bin.clone().unwrap_or(old_bin);
    check_on_hand(write.conn, &inventory, &bin, pick.quantity)?;
    write.run(
        "INSERT INTO picklist_item (id, line_item_id, inventory_item_id, bin_id, quantity)
         VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (id) DO UPDATE SET
             inventory_item_id = ?3, bin_id = ?4, quantity = ?5",
        (&id, item, &inventory, &bin, pick.quantity),
    )?;
    Ok(Some(json!({ "picklistItem": id, "inventoryItem": inventory, "binLocation": bin,
        "quantityPicked": pick.quantity })))
}

/// Inventory item and bin of a picklist item of this line item.
fn existing(conn: &Connection, item: &str, id: &str) -> Result<(String, String), Refusal> {
    let sql = "SELECT inventory_item_id, bin_id FROM picklist_item
               WHERE id = ?1 AND line_item_id = ?2";
    row(conn, sql, [id, item], |row| Ok((row.get(0)?, row.get(1)?)))?
        .ok_or_else(|| Refusal::missing(format!("picklist item with ID {id}")))
}

fn check_on_hand(conn: &Connection, item: &str, bin: &str, wanted: i64) -> Result<(), Refusal> {
    known(conn, "inventory_item", "inventoryItem.id", item)?;
    known(conn, "location", "binLocation.id", bin)?;
    let sql = "SELECT quantity FROM stock WHERE inventory_item_id = ?1 AND bin_id = ?2";
    let on_hand = row(conn, sql, [item, bin], |row| row.get::<_, i64>(0))?.unwrap_or(0);
    if wanted <= on_hand {
        return Ok(());
    }
    let sql = "SELECT name FROM location WHERE id = ?1";
    let name: String = row(conn, sql, [bin], |row| row.get(0))?.unwrap_or_default();
    Err(too_much(&name, on_hand, wanted))
}
