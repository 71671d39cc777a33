//! Movements made here, in the file: the form is kept before its first byte is sent, and says until
//! its lines are as previewed what became of it. Jobs for [`super::Store`].

use contract::MovementKey;
use rusqlite::{Connection, Row, Transaction, params};

use super::load::{read_key, time};
use crate::{
    error::StoreFault,
    movements::creations::{Creation, Made},
};

/// Keeps a creation as it stands now.
pub(crate) fn save(
    tx: &Transaction<'_>,
    key: MovementKey,
    creation: &Creation,
) -> Result<(), StoreFault> {
    tx.execute(
        "INSERT INTO creation (key, form, attempted, list_as_of, id, sent, changes, failure)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (key) DO UPDATE SET form = excluded.form, attempted = excluded.attempted,
             list_as_of = excluded.list_as_of, id = excluded.id, sent = excluded.sent,
             changes = excluded.changes, failure = excluded.failure",
        params![
            key.to_string(),
            serde_json::to_string(&creation.form)?,
            creation.attempted.timestamp_micros(),
            creation.list_as_of.map(|at| at.timestamp_micros()),
            creation.made.as_ref().map(|made| made.id.as_str()),
            creation.made.as_ref().map(|made| made.at.timestamp_micros()),
            creation.changes,
            creation.failure.as_ref().map(serde_json::to_string).transpose()?,
        ],
    )?;
    Ok(())
}

/// Forgets a creation that the service certainly did not make.
pub(crate) fn forget(tx: &Transaction<'_>, key: MovementKey) -> Result<(), StoreFault> {
    tx.execute("DELETE FROM creation WHERE key = ?1", [key.to_string()])?;
    Ok(())
}

/// Reads all of them. One that cannot be read is a fault: it is the user's work.
pub(crate) fn load(connection: &Connection) -> Result<Vec<(MovementKey, Creation)>, StoreFault> {
    let mut statement = connection.prepare("SELECT * FROM creation ORDER BY row")?;
    let rows = statement.query_map([], |row| Ok(read(row)))?;
    rows.map(|row| row?).collect()
}

fn read(row: &Row<'_>) -> Result<(MovementKey, Creation), StoreFault> {
    let key: String = row.get("key")?;
    let form: String = row.get("form")?;
    let failure: Option<String> = row.get("failure")?;
    let id: Option<String> = row.get("id")?;
    let sent: Option<i64> = row.get("sent")?;
    let list_as_of: Option<i64> = row.get("list_as_of")?;
    let made = match (id, sent) {
        (Some(id), Some(sent)) => Some(Made { id: id.into(), at: time(sent)? }),
        _ => None,
    };
    let creation = Creation {
        form: serde_json::from_str(&form)?,
        attempted: time(row.get("attempted")?)?,
        list_as_of: list_as_of.map(time).transpose()?,
        made,
        changes: row.get("changes")?,
        // Why it was not finished may be in a form of another version; that it was not is known.
        failure: failure.and_then(|failure| serde_json::from_str(&failure).ok()),
    };
    Ok((read_key(&key)?, creation))
}
