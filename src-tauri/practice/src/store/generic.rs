//! The generic family's records (interface document, sections 1 and 4): read only.
//!
//! Called by the generic routes. The document shows no shapes here; where it shows one for the
//! same kind of record elsewhere, that one is used. Writing is deliberately absent.

use rusqlite::{Connection, Row};
use serde_json::{Value, json};

use super::{people, places, products, rows};
use crate::answer::Refusal;

/// The records of a kind, all or the one with that id; `None` for an unknown kind.
pub(crate) fn list(
    conn: &Connection,
    object: &str,
    id: Option<&str>,
) -> Result<Option<Vec<Value>>, Refusal> {
    let found = match (object, id) {
        ("product", None) => products::list(conn, super::Page { max: -1, offset: 0 })?,
        ("product", Some(id)) => products::find(conn, id)?.into_iter().collect(),
        ("category", None) => products::categories(conn)?,
        ("category", Some(id)) => products::category(conn, id)?.into_iter().collect(),
        ("location", None) => places::every(conn)?,
        ("location", Some(id)) => places::find(conn, id)?.into_iter().collect(),
        ("person" | "user", None) => people::list(conn, "")?,
        ("person" | "user", Some(id)) => people::find(conn, id)?.into_iter().collect(),
        ("requisition", id) => rows(conn, REQUISITIONS, [id], requisition)?,
        ("requisitionItem", id) => rows(conn, REQUISITION_ITEMS, [id], requisition_item)?,
        ("picklistItem", id) => rows(conn, PICKLIST_ITEMS, [id], picklist_item)?,
        ("inventoryItem", id) => inventory_items(conn, id)?,
        _ => return Ok(None),
    };
    Ok(Some(found))
}

/// Stocklists are the templates among the requisitions; movements are the others.
const REQUISITIONS: &str = "
    SELECT r.id, r.name, r.number, r.template, o.id, o.name, d.id, d.name FROM (
        SELECT id, name, number, 1 AS template, origin_id, destination_id FROM stocklist
        UNION ALL
        SELECT id, name, identifier, 0, origin_id, destination_id FROM movement
    ) r JOIN location o ON o.id = r.origin_id JOIN location d ON d.id = r.destination_id
    WHERE ?1 IS NULL OR r.id = ?1";

fn requisition(row: &Row<'_>) -> rusqlite::Result<Value> {
    let text = |at: usize| row.get::<_, String>(at);
    Ok(json!({
        "id": text(0)?, "name": text(1)?, "requisitionNumber": text(2)?,
        "isTemplate": row.get::<_, bool>(3)?, "origin": { "id": text(4)?, "name": text(5)? },
        "destination": { "id": text(6)?, "name": text(7)? },
    }))
}

/// Items of stocklists and of movements, with the children of section 3, rule 4.
const REQUISITION_ITEMS: &str = "
    SELECT i.id, i.requisition, i.parent, i.status, i.quantity, i.position,
           p.id, p.code, p.name, p.description, c.id, c.name FROM (
        SELECT id, stocklist_id AS requisition, NULL AS parent, 'PENDING' AS status, quantity,
               order_index AS position, product_id FROM stocklist_item
        UNION ALL
        SELECT id, movement_id, parent_id, status, quantity_requested, sort_order, product_id
        FROM line_item
    ) i JOIN product p ON p.id = i.product_id JOIN category c ON c.id = p.category_id
    WHERE ?1 IS NULL OR i.id = ?1";

fn requisition_item(row: &Row<'_>) -> rusqlite::Result<Value> {
    let parent = row.get::<_, Option<String>>(2)?.map(|id| json!({ "id": id }));
    Ok(json!({
        "id": row.get::<_, String>(0)?, "requisition.id": row.get::<_, String>(1)?,
        "parentRequisitionItem": parent, "status": row.get::<_, String>(3)?,
        "quantity": row.get::<_, i64>(4)?, "orderIndex": row.get::<_, Option<i64>>(5)?,
        "product": products::brief(row, 6)?,
    }))
}

const PICKLIST_ITEMS: &str = "
    SELECT k.id, k.line_item_id, k.inventory_item_id, b.id, b.name, k.quantity
    FROM picklist_item k JOIN location b ON b.id = k.bin_id
    WHERE ?1 IS NULL OR k.id = ?1 ORDER BY k.seq";

fn picklist_item(row: &Row<'_>) -> rusqlite::Result<Value> {
    let text = |at: usize| row.get::<_, String>(at);
    Ok(json!({
        "id": text(0)?, "requisitionItem": { "id": text(1)? }, "inventoryItem": { "id": text(2)? },
        "binLocation": { "id": text(3)?, "name": text(4)? },
        "quantityPicked": row.get::<_, i64>(5)?,
    }))
}

/// Lots with the bins they lie in.
fn inventory_items(conn: &Connection, id: Option<&str>) -> Result<Vec<Value>, Refusal> {
    let sql = format!(
        "SELECT i.id, i.lot, i.expires, {} FROM inventory_item i
         JOIN product p ON p.id = i.product_id JOIN category c ON c.id = p.category_id
         WHERE ?1 IS NULL OR i.id = ?1 ORDER BY p.code, i.lot",
        products::COLUMNS
    );
    let mut items = rows(conn, &sql, [id], |row| {
        Ok(json!({
            "id": row.get::<_, String>(0)?, "lotNumber": row.get::<_, String>(1)?,
            "expirationDate": row.get::<_, Option<String>>(2)?, "product": products::brief(row, 3)?,
        }))
    })?;
    for item in &mut items {
        let sql = "SELECT b.id, b.name, s.quantity FROM stock s JOIN location b ON b.id = s.bin_id
                   WHERE s.inventory_item_id = ?1 ORDER BY b.seq";
        let bins = rows(conn, sql, [item["id"].as_str()], |row| {
            Ok(json!({
                "binLocation": { "id": row.get::<_, String>(0)?, "name": row.get::<_, String>(1)? },
                "quantityOnHand": row.get::<_, i64>(2)?,
            }))
        })?;
        let total: i64 = bins.iter().filter_map(|bin| bin["quantityOnHand"].as_i64()).sum();
        item["quantityOnHand"] = json!(total);
        item["bins"] = json!(bins);
    }
    Ok(items)
}
