//! Line items: reading them and carrying out instructions (interface document, sections 2.2, 3).
//!
//! Called by [`super::movements`] and [`super::picks`]. Which transition is allowed is decided in
//! [`crate::rules::standing`]; this file finds the item, applies the result and writes the log.

use rusqlite::{Connection, Row};
use serde_json::{Value, json};

use super::{Write, known, people, products, row, rows};
use crate::answer::Refusal;
use crate::rules::instruction::{Instruction, Reason};
use crate::rules::standing::{Standing, Status};

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

/// Carries out one instruction on a movement.
pub(crate) fn apply(
    write: &Write<'_>,
    movement: &str,
    instruction: &Instruction,
) -> Result<(), Refusal> {
    match instruction {
        Instruction::Create { product, quantity, sort_order, recipient } => {
            known(write.conn, "product", "product.id", product)?;
            if let Some(recipient) = recipient {
                known(write.conn, "user", "recipient.id", recipient)?;
            }
            let recipient = recipient.as_deref();
            let id = insert(write, movement, product, *quantity, *sort_order, recipient)?;
            let detail = json!({ "product": product, "quantityRequested": quantity,
                "sortOrder": sort_order, "recipient": recipient });
            write.log("createItem", Some(movement), Some(&id), detail)
        }
        Instruction::Update { id, product, quantity, sort_order } => {
            let item = Item::find(write, movement, id)?;
            item.update(product.as_deref(), *quantity, *sort_order)
        }
        Instruction::Revise { id, quantity, reason } => {
            let item = Item::find(write, movement, id)?;
            item.keep(&item.standing().revise(*quantity, reason)?)?;
            item.log("reviseItem", because(reason, json!({ "quantityRevised": quantity })))
        }
        Instruction::Substitute { id, product, quantity, reason } => {
            Item::find(write, movement, id)?.substitute(product, *quantity, reason)
        }
        Instruction::Cancel { id, reason } => {
            let item = Item::find(write, movement, id)?;
            item.keep(&item.standing().cancel(reason)?)?;
            item.log("cancelItem", because(reason, json!({})))
        }
        Instruction::Revert { id } => Item::find(write, movement, id)?.revert(),
        Instruction::Delete { id } => Item::find(write, movement, id)?.delete(),
    }
}

fn because(reason: &Reason, mut detail: Value) -> Value {
    detail["reasonCode"] = json!(reason.code);
    detail["comments"] = json!(reason.comments);
    detail
}

/// An item of a movement within a write.
struct Item<'a> {
    write: &'a Write<'a>,
    movement: &'a str,
    id: &'a str,
    product: String,
    standing: Standing,
}

impl<'a> Item<'a> {
    /// Finds an item of this movement; children are not addressed by instructions (section 3,
    /// rule 4).
    fn find(write: &'a Write<'a>, movement: &'a str, id: &'a str) -> Result<Item<'a>, Refusal> {
        let sql = "SELECT product_id, status, quantity_requested, quantity_canceled,
                          quantity_revised, reason_code, comments FROM line_item
                   WHERE id = ?1 AND movement_id = ?2 AND parent_id IS NULL";
        let found = row(write.conn, sql, [id, movement], |row| {
            let code: String = row.get(1)?;
            let status = Status::of(&code).unwrap_or(Status::Pending);
            let standing = Standing {
                canceled: row.get(3)?,
                revised: row.get(4)?,
                reason: row.get(5)?,
                comments: row.get(6)?,
                ..Standing::new(status, row.get(2)?)
            };
            Ok((row.get(0)?, standing))
        })?;
        let (product, standing) = found.ok_or_else(|| not_found(id))?;
        Ok(Item { write, movement, id, product, standing })
    }

    fn standing(&self) -> Standing {
        self.standing.clone()
    }

    fn keep(&self, after: &Standing) -> Result<(), Refusal> {
        self.write.run(
            "UPDATE line_item SET status = ?2, quantity_requested = ?3, quantity_canceled = ?4,
                 quantity_revised = ?5, reason_code = ?6, comments = ?7 WHERE id = ?1",
            (
                self.id,
                after.status.code(),
                after.requested,
                after.canceled,
                after.revised,
                &after.reason,
                &after.comments,
            ),
        )?;
        Ok(())
    }

    fn log(&self, operation: &str, detail: Value) -> Result<(), Refusal> {
        self.write.log(operation, Some(self.movement), Some(self.id), detail)
    }

    fn update(
        &self,
        product: Option<&str>,
        quantity: Option<i64>,
        sort_order: Option<Option<i64>>,
    ) -> Result<(), Refusal> {
        self.keep(&self.standing().update(quantity)?)?;
        let mut detail = json!({ "quantityRequested": quantity });
        if let Some(product) = product {
            known(self.write.conn, "product", "product.id", product)?;
            let sql = "UPDATE line_item SET product_id = ?2 WHERE id = ?1";
            self.write.run(sql, (self.id, product))?;
            detail["product"] = json!(product);
        }
        if let Some(sort_order) = sort_order {
            let sql = "UPDATE line_item SET sort_order = ?2 WHERE id = ?1";
            self.write.run(sql, (self.id, sort_order))?;
            detail["sortOrder"] = json!(sort_order);
        }
        self.log("updateItem", detail)
    }

    fn substitute(&self, product: &str, quantity: i64, reason: &Reason) -> Result<(), Refusal> {
        let conn = self.write.conn;
        let after = self.standing().substitute(reason)?;
        known(conn, "product", "newProduct.id", product)?;
        if !products::replaces(conn, &self.product, product)? {
            return Err(Refusal::failed(format!(
                "Product {} is not a valid substitution of {}",
                products::label(conn, product)?,
                products::label(conn, &self.product)?
            )));
        }
        self.keep(&after)?;
        let child = self.write.new_id();
        self.write.run(
            "INSERT INTO line_item (id, movement_id, parent_id, product_id, status,
                                    quantity_requested) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            (&child, self.movement, self.id, product, Status::Approved.code(), quantity),
        )?;
        let detail = json!({ "child": child, "newProduct": product, "newQuantity": quantity });
        self.log("substituteItem", because(reason, detail))
    }

    fn revert(&self) -> Result<(), Refusal> {
        // An open item has nothing to revert; asking for it is no error and no effect.
        let Some(after) = self.standing().revert() else { return Ok(()) };
        self.keep(&after)?;
        let removed = self.write.run("DELETE FROM line_item WHERE parent_id = ?1", [self.id])?;
        self.log("revertItem", json!({ "childrenRemoved": removed }))
    }

    fn delete(&self) -> Result<(), Refusal> {
        self.standing.delete()?;
        self.write.run("DELETE FROM line_item WHERE id = ?1", [self.id])?;
        self.log("deleteItem", json!({ "product": self.product }))
    }
}

/// The refusal for an item that is not there or not of this movement.
pub(crate) fn not_found(id: &str) -> Refusal {
    Refusal::new(
        axum::http::StatusCode::NOT_FOUND,
        format!("Could not find stock movement item with ID {id}"),
    )
}
