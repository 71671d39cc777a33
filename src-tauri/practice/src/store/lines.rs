//! Line items as they are answered, and adding new ones (interface document, section 2.2).
//!
//! Called by [`super::movements`], [`super::instructions`] and [`super::picks`]. Changing items is
//! in [`super::instructions`].

use rusqlite::{Connection, Row};
use serde_json::{Value, json};

use super::{Write, people, products, row, rows};
use crate::answer::Refusal;
use crate::rules::standing::Status;

fn select(rest: &str) -> String {
    format!(
        "SELECT l.id, l.status, l.quantity_requested, l.quantity_canceled, l.quantity_revised,
                l.reason_code, l.comments, l.sort_order, l.parent_id,
                (SELECT sum(s.quantity) FROM inventory_item i
                 JOIN stock s ON s.inventory_item_id = i.id JOIN location b ON b.id = s.bin_id
                 WHERE i.product_id = l.product_id AND b.parent_id = m.origin_id),
                {}, {}
         FROM line_item l JOIN movement m ON m.id = l.movement_id
         JOIN product p ON p.id = l.product_id JOIN category c ON c.id = p.category_id
         LEFT JOIN user u ON u.id = l.recipient_id {rest}",
        products::COLUMNS,
        people::COLUMNS
    )
}

fn shape(row: &Row<'_>) -> rusqlite::Result<Value> {
    let number = |at: usize| row.get::<_, Option<i64>>(at);
    let text = |at: usize| row.get::<_, Option<String>>(at);
    let product = products::brief(row, 10)?;
    let mut line = json!({
        "id": text(0)?, "productCode": product["productCode"], "product": product,
        "palletName": null, "boxName": null, "statusCode": text(1)?,
        "quantityRequested": number(2)?, "quantityAllowed": null, "quantityAvailable": number(9)?,
        "quantityCanceled": number(3)?, "quantityRevised": number(4)?, "reasonCode": text(5)?,
        "comments": text(6)?, "recipient": people::shape(row, 16)?, "sortOrder": number(7)?,
    });
    // A child carries an empty array; an item that is not substituted carries none.
    if text(8)?.is_some() {
        line["substitutions"] = json!([]);
    }
    Ok(line)
}

fn with_children(conn: &Connection, mut line: Value) -> Result<Value, Refusal> {
    if line["statusCode"] == Status::Substituted.code() {
        let children = rows(
            conn,
            &select("WHERE l.parent_id = ?1 ORDER BY l.seq"),
            [line["id"].as_str()],
            shape,
        )?;
        line["substitutions"] = json!(children);
    }
    Ok(line)
}

/// The line items of a movement: by sort order, those without one last, then as created.
pub(crate) fn of_movement(conn: &Connection, movement: &str) -> Result<Vec<Value>, Refusal> {
    let sql = select(
        "WHERE l.movement_id = ?1 AND l.parent_id IS NULL
         ORDER BY l.sort_order IS NULL, l.sort_order, l.seq",
    );
    let lines = rows(conn, &sql, [movement], shape)?;
    lines.into_iter().map(|line| with_children(conn, line)).collect()
}

/// One line item, also a child, as it is answered.
pub(crate) fn find(conn: &Connection, id: &str) -> Result<Option<Value>, Refusal> {
    let found = row(conn, &select("WHERE l.id = ?1"), [id], shape)?;
    found.map(|line| with_children(conn, line)).transpose()
}

/// Adds a PENDING item to a movement and returns its id; the effect is the caller's to log.
pub(crate) fn insert(
    write: &Write<'_>,
    movement: &str,
    product: &str,
    quantity: i64,
    sort_order: Option<i64>,
    recipient: Option<&str>,
) -> Result<String, Refusal> {
    let id = write.new_id();
    write.run(
        "INSERT INTO line_item (id, movement_id, product_id, status, quantity_requested,
                                sort_order, recipient_id) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        (&id, movement, product, Status::Pending.code(), quantity, sort_order, recipient),
    )?;
    Ok(id)
}

/// The refusal for an item that is not there or not of this movement.
pub(crate) fn not_found(id: &str) -> Refusal {
    Refusal::new(
        axum::http::StatusCode::NOT_FOUND,
        format!("Could not find stock movement item with ID {id}"),
    )
}
