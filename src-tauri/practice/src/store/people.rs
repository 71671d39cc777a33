//! Users in the shapes of the interface document.
//!
//! Called by the session routes, movements, line items, stocklists and the generic family.
//! Passwords are deliberately not stored: the sample data has one rule for all of them.

use rusqlite::{Connection, Row};
use serde_json::{Value, json};

use super::{row, rows};
use crate::answer::Refusal;

/// The columns [`shape`] reads, of a table or alias `u`.
pub(crate) const COLUMNS: &str = "u.id, u.username, u.first_name, u.last_name, u.email";

/// A user as in section 2.1, from [`COLUMNS`] beginning at `at`; null when there is none.
pub(crate) fn shape(row: &Row<'_>, at: usize) -> rusqlite::Result<Value> {
    let Some(id) = row.get::<_, Option<String>>(at)? else { return Ok(Value::Null) };
    let (username, first): (String, String) = (row.get(at + 1)?, row.get(at + 2)?);
    let (last, email): (String, String) = (row.get(at + 3)?, row.get(at + 4)?);
    Ok(json!({
        "id": id, "name": format!("{first} {last}"), "firstName": first, "lastName": last,
        "email": email, "username": username,
    }))
}

/// Users whose name contains the text, regardless of case; all of them for an empty text.
pub(crate) fn list(conn: &Connection, name: &str) -> Result<Vec<Value>, Refusal> {
    let sql = format!(
        "SELECT {COLUMNS} FROM user u
         WHERE instr(lower(u.first_name || ' ' || u.last_name), lower(?1)) > 0 OR ?1 = ''
         ORDER BY u.last_name, u.first_name"
    );
    rows(conn, &sql, [name], |row| shape(row, 0))
}

/// One user.
pub(crate) fn find(conn: &Connection, id: &str) -> Result<Option<Value>, Refusal> {
    row(conn, &format!("SELECT {COLUMNS} FROM user u WHERE u.id = ?1"), [id], |row| shape(row, 0))
}

/// The id of a user name, if somebody has it.
pub(crate) fn id_of(conn: &Connection, username: &str) -> Result<Option<String>, Refusal> {
    row(conn, "SELECT id FROM user WHERE username = ?1", [username], |row| row.get(0))
}

/// Whether the user has the Superuser role (section 5, rule 1).
pub(crate) fn is_superuser(conn: &Connection, id: &str) -> Result<bool, Refusal> {
    let found = row(conn, "SELECT superuser FROM user WHERE id = ?1", [id], |row| row.get(0))?;
    Ok(found.unwrap_or(false))
}

/// A user as stocklists show one (section 2.6).
pub(crate) fn requester(conn: &Connection, id: &str) -> Result<Value, Refusal> {
    let user = find(conn, id)?.unwrap_or_default();
    Ok(json!({
        "id": user["id"], "username": user["username"], "firstName": user["firstName"],
        "lastName": user["lastName"], "displayName": user["name"],
    }))
}
