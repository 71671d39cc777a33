//! Products, categories and allowed substitutions.
//!
//! Called by the product and category routes, line items, stocklists and the generic family.
//! Products are never written: the interface document shows no way to.

use rusqlite::{Connection, Row};
use serde_json::{Value, json};

use super::{Page, Write, row, rows};
use crate::answer::Refusal;

/// The columns [`brief`] reads, of aliases `p` (product) and `c` (category).
pub(crate) const COLUMNS: &str = "p.id, p.code, p.name, p.description, c.id, c.name";

/// A product as line items show it (section 2.2), from [`COLUMNS`] beginning at `at`.
pub(crate) fn brief(row: &Row<'_>, at: usize) -> rusqlite::Result<Value> {
    let text = |offset: usize| row.get::<_, Option<String>>(at + offset);
    Ok(json!({
        "id": text(0)?, "productCode": text(1)?, "name": text(2)?, "description": text(3)?,
        "category": { "id": text(4)?, "name": text(5)? },
    }))
}

fn listed(row: &Row<'_>) -> rusqlite::Result<Value> {
    let mut product = brief(row, 0)?;
    product["dateCreated"] = json!(row.get::<_, String>(6)?);
    product["lastUpdated"] = json!(row.get::<_, String>(7)?);
    Ok(product)
}

/// Products as listed (section 2.8), by product code.
pub(crate) fn list(conn: &Connection, page: Page) -> Result<Vec<Value>, Refusal> {
    // The page is cut before the join, so that what is skipped is not looked up.
    let sql = format!(
        "SELECT {COLUMNS}, p.created, p.updated
         FROM (SELECT * FROM product ORDER BY code LIMIT ?1 OFFSET ?2) p
         JOIN category c ON c.id = p.category_id ORDER BY p.code"
    );
    rows(conn, &sql, (page.max, page.offset), listed)
}

/// One product as listed.
pub(crate) fn find(conn: &Connection, id: &str) -> Result<Option<Value>, Refusal> {
    let sql = format!(
        "SELECT {COLUMNS}, p.created, p.updated FROM product p
         JOIN category c ON c.id = p.category_id WHERE p.id = ?1"
    );
    row(conn, &sql, [id], listed)
}

/// Code and name of a product, as error texts show it.
pub(crate) fn label(conn: &Connection, id: &str) -> Result<String, Refusal> {
    let sql = "SELECT code || ' ' || name FROM product WHERE id = ?1";
    Ok(row(conn, sql, [id], |row| row.get(0))?.unwrap_or_default())
}

/// Whether the second product may replace the first (section 3; never itself).
pub(crate) fn replaces(conn: &Connection, product: &str, other: &str) -> Result<bool, Refusal> {
    let sql = "SELECT 1 FROM substitute WHERE product_id = ?1 AND substitute_id = ?2";
    Ok(product != other && row(conn, sql, [product, other], |_| Ok(()))?.is_some())
}

/// Categories by name.
pub(crate) fn categories(conn: &Connection) -> Result<Vec<Value>, Refusal> {
    rows(conn, "SELECT id, name FROM category ORDER BY name", (), category_shape)
}

/// One category.
pub(crate) fn category(conn: &Connection, id: &str) -> Result<Option<Value>, Refusal> {
    row(conn, "SELECT id, name FROM category WHERE id = ?1", [id], category_shape)
}

fn category_shape(row: &Row<'_>) -> rusqlite::Result<Value> {
    Ok(json!({ "id": row.get::<_, String>(0)?, "name": row.get::<_, String>(1)? }))
}

/// Creates a category (section 4.2).
pub(crate) fn create_category(write: &Write<'_>, name: &str) -> Result<Value, Refusal> {
    let created = json!({ "id": write.new_id(), "name": name });
    write.run("INSERT INTO category (id, name) VALUES (?1, ?2)", (created["id"].as_str(), name))?;
    write.log("createCategory", None, None, created.clone())?;
    Ok(created)
}
