//! Carrying out line item instructions (interface document, sections 3 and 4.4).
//!
//! Called by [`super::movements`]. Which transition is allowed is decided in
//! [`crate::rules::standing`]; this file finds the item, applies the result and writes the log.

use serde_json::{Value, json};

use super::{Write, known, lines, products, row};
use crate::answer::Refusal;
use crate::rules::instruction::{Instruction, Reason};
use crate::rules::standing::{Standing, Status};

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
            let id = lines::insert(write, movement, product, *quantity, *sort_order, recipient)?;
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
        let (product, standing) = found.ok_or_else(|| lines::not_found(id))?;
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
