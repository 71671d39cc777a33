//! Locations in the shape of section 2.5: depots, suppliers, wards, bins and internal locations.
//!
//! Called by the lookup routes, stocklists and the generic family. Movements show their places as
//! {id, name} only and read those themselves.

use rusqlite::Connection;
use serde_json::{Value, json};

use super::{row, rows};
use crate::answer::Refusal;
use crate::record_id;

/// Type code of bin locations (section 2.5).
pub(crate) const BIN: &str = "BIN_LOCATION";
/// Type code of internal locations that are no bins.
pub(crate) const INTERNAL: &str = "INTERNAL";

/// One location with its parent inside, or nothing.
pub(crate) fn find(conn: &Connection, id: &str) -> Result<Option<Value>, Refusal> {
    let sql = "SELECT l.id, l.name, l.description, l.number, l.group_name, l.parent_id,
                      t.id, t.name, t.description, t.code
               FROM location l JOIN location_type t ON t.id = l.type_id WHERE l.id = ?1";
    let found = row(conn, sql, [id], |row| {
        let text = |at: usize| row.get::<_, Option<String>>(at);
        let group =
            text(4)?.map(|name| json!({ "id": record_id::id("group", &name), "name": name }));
        let shape = json!({
            "id": text(0)?, "name": text(1)?, "description": text(2)?, "locationNumber": text(3)?,
            "locationGroup": group,
            "locationType": {
                "id": text(6)?, "name": text(7)?, "description": text(8)?,
                "locationTypeCode": text(9)?,
            },
            "locationTypeCode": text(9)?,
        });
        Ok((shape, text(5)?))
    })?;
    let Some((mut shape, parent)) = found else { return Ok(None) };
    shape["parentLocation"] = match parent {
        Some(parent) => find(conn, &parent)?.unwrap_or_default(),
        None => Value::Null,
    };
    Ok(Some(shape))
}

fn all(conn: &Connection, ids: Vec<String>) -> Result<Vec<Value>, Refusal> {
    ids.iter().filter_map(|id| find(conn, id).transpose()).collect()
}

/// The locations of a type code, of one parent or of all.
pub(crate) fn inside(
    conn: &Connection,
    code: &str,
    parent: Option<&str>,
) -> Result<Vec<Value>, Refusal> {
    let sql = "SELECT l.id FROM location l JOIN location_type t ON t.id = l.type_id
               WHERE t.code = ?1 AND (?2 IS NULL OR l.parent_id = ?2) ORDER BY l.seq";
    all(conn, rows(conn, sql, (code, parent), |row| row.get(0))?)
}

/// The locations that are in no other: depots, suppliers and wards. `name` is part of the name,
/// regardless of case; without type codes all types count.
pub(crate) fn top(
    conn: &Connection,
    name: Option<&str>,
    codes: &[String],
) -> Result<Vec<Value>, Refusal> {
    let sql = "SELECT id FROM location
               WHERE parent_id IS NULL AND (?1 IS NULL OR instr(lower(name), lower(?1)) > 0)
               ORDER BY seq";
    let mut places = all(conn, rows(conn, sql, [name], |row| row.get(0))?)?;
    places.retain(|place| {
        codes.is_empty() || codes.iter().any(|code| place["locationTypeCode"] == code.as_str())
    });
    Ok(places)
}

/// Every location.
pub(crate) fn every(conn: &Connection) -> Result<Vec<Value>, Refusal> {
    all(conn, rows(conn, "SELECT id FROM location ORDER BY seq", (), |row| row.get(0))?)
}
