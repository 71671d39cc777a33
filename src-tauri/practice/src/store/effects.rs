//! The effect log: what was really applied, in order.
//!
//! Read by the control port and by [`crate::Running::effects`]; written by [`super::Write::log`]
//! within the transaction of the write itself. Refused and dropped requests leave nothing here.

use rusqlite::Connection;
use serde::Serialize;
use serde_json::Value;

use super::rows;
use crate::answer::Refusal;

/// One applied write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Effect {
    /// Position in the log, from 1.
    pub seq: i64,
    /// When, as an ISO 8601 UTC timestamp with milliseconds.
    pub at: String,
    /// User name of who wrote.
    pub user: String,
    /// `createMovement`, `updateHeader`, `createItem`, `updateItem`, `reviseItem`,
    /// `substituteItem`, `cancelItem`, `revertItem`, `deleteItem`, `pick` or `createCategory`.
    pub operation: String,
    /// Id of the movement written to.
    pub movement: Option<String>,
    /// Id of the line item written to.
    pub item: Option<String>,
    /// What was written, by operation.
    pub detail: Value,
}

/// The entries after that position.
pub(crate) fn list(conn: &Connection, after: i64) -> Result<Vec<Effect>, Refusal> {
    let sql = "SELECT seq, at, user, operation, movement, item, detail FROM effect
               WHERE seq > ?1 ORDER BY seq";
    rows(conn, sql, [after], |row| {
        let detail: String = row.get(6)?;
        Ok(Effect {
            seq: row.get(0)?,
            at: row.get(1)?,
            user: row.get(2)?,
            operation: row.get(3)?,
            movement: row.get(4)?,
            item: row.get(5)?,
            detail: serde_json::from_str(&detail).unwrap_or(Value::String(detail)),
        })
    })
}

/// Empties the log and lets it count from 1 again.
pub(crate) fn clear(conn: &Connection) -> Result<(), Refusal> {
    conn.execute_batch("DELETE FROM effect; DELETE FROM sqlite_sequence WHERE name = 'effect';")?;
    Ok(())
}
