//! Stocklists with their items (interface document, section 2.6).
//!
//! Called by the stocklist route, by movements made from one and by the generic family.
//! Stocklists are never written: the interface document shows no way to.

use rusqlite::Connection;
use serde_json::{Value, json};

use super::{Page, people, places, products, rows};
use crate::answer::Refusal;

/// The filters of section 4.6; absent ones let everything through.
#[derive(Debug, Clone, Default)]
pub(crate) struct Filter {
    /// Part of the name, regardless of case.
    pub(crate) name: Option<String>,
    /// Part of the requisition number, regardless of case.
    pub(crate) number: Option<String>,
    /// Id of the origin.
    pub(crate) origin: Option<String>,
    /// Id of the destination.
    pub(crate) destination: Option<String>,
}

struct Head {
    id: String,
    origin: String,
    destination: String,
    requested_by: String,
    shape: Value,
}

/// The stocklists the filter lets through, in the order of their numbers.
pub(crate) fn list(conn: &Connection, filter: &Filter, page: Page) -> Result<Vec<Value>, Refusal> {
    let sql = "SELECT id, name, number, description, date_requested, origin_id, destination_id,
                      requested_by FROM stocklist
               WHERE (?1 IS NULL OR instr(lower(name), lower(?1)) > 0)
                 AND (?2 IS NULL OR instr(lower(number), lower(?2)) > 0)
                 AND (?3 IS NULL OR origin_id = ?3) AND (?4 IS NULL OR destination_id = ?4)
               ORDER BY number LIMIT ?5 OFFSET ?6";
    let Filter { name, number, origin, destination } = filter;
    let params = (name, number, origin, destination, page.max, page.offset);
    let heads = rows(conn, sql, params, |row| {
        let text = |at: usize| row.get::<_, Option<String>>(at);
        let shape = json!({
            "id": text(0)?, "name": text(1)?, "requisitionNumber": text(2)?,
            "description": text(3)?, "dateRequested": text(4)?, "isTemplate": true,
            "type": "STOCK", "status": null, "commodityClass": null, "dateReviewed": null,
            "dateVerified": null, "dateChecked": null, "dateDelivered": null, "dateIssued": null,
            "dateReceived": null, "reviewedBy": null, "verifiedBy": null, "checkedBy": null,
            "deliveredBy": null, "issuedBy": null, "receivedBy": null, "recipient": null,
        });
        Ok(Head {
            id: row.get(0)?,
            origin: row.get(5)?,
            destination: row.get(6)?,
            requested_by: row.get(7)?,
            shape,
        })
    })?;
    heads.into_iter().map(|head| complete(conn, head)).collect()
}

fn complete(conn: &Connection, head: Head) -> Result<Value, Refusal> {
    let mut shape = head.shape;
    shape["origin"] = json!(places::find(conn, &head.origin)?);
    shape["destination"] = json!(places::find(conn, &head.destination)?);
    shape["requestedBy"] = people::requester(conn, &head.requested_by)?;
    shape["requisitionItems"] = json!(items(conn, &head.id)?);
    Ok(shape)
}

fn items(conn: &Connection, stocklist: &str) -> Result<Vec<Value>, Refusal> {
    let sql = format!(
        "SELECT i.id, i.quantity, i.order_index, {} FROM stocklist_item i
         JOIN product p ON p.id = i.product_id JOIN category c ON c.id = p.category_id
         WHERE i.stocklist_id = ?1 ORDER BY i.order_index",
        products::COLUMNS
    );
    rows(conn, &sql, [stocklist], |row| {
        Ok(json!({
            "id": row.get::<_, String>(0)?, "status": "PENDING", "requisition.id": stocklist,
            "product": products::brief(row, 3)?, "inventoryItem": null,
            "quantity": row.get::<_, i64>(1)?, "quantityApproved": null, "quantityCanceled": null,
            "cancelReasonCode": null, "cancelComments": null,
            "orderIndex": row.get::<_, i64>(2)?, "changes": [], "modification": null,
            "substitution": null, "picklistItems": [],
        }))
    })
}

/// Product, quantity and position of each item, in order.
pub(crate) fn contents(
    conn: &Connection,
    stocklist: &str,
) -> Result<Vec<(String, i64, i64)>, Refusal> {
    let sql = "SELECT product_id, quantity, order_index FROM stocklist_item
               WHERE stocklist_id = ?1 ORDER BY order_index";
    rows(conn, sql, [stocklist], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
}
