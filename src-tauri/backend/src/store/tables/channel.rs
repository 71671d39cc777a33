//! What was told and heard over the channel, in the file. Jobs for [`crate::store::Store`], sent by
//! `crate::channel`.

use chrono::{DateTime, Utc};
use rules::channel::record::SharedRecord;
use rusqlite::{Connection, Transaction, params};

use crate::{error::StoreFault, store::load::time};

/// Keeps records that were heard at this time, each once.
pub(crate) fn save(
    tx: &Transaction<'_>,
    records: &[SharedRecord],
    heard: DateTime<Utc>,
) -> Result<(), StoreFault> {
    let mut save = tx.prepare_cached(
        "INSERT OR IGNORE INTO channel_record (id, heard, body) VALUES (?1, ?2, ?3)",
    )?;
    for record in records {
        let (id, body) = (record.id.to_string(), serde_json::to_string(record)?);
        save.execute(params![id, heard.timestamp_micros(), body])?;
    }
    Ok(())
}

/// Reads all records, and when each was heard; what cannot be read is left out.
pub(crate) fn load(
    connection: &Connection,
) -> Result<Vec<(SharedRecord, DateTime<Utc>)>, StoreFault> {
    let mut statement = connection.prepare("SELECT heard, body FROM channel_record")?;
    let rows = statement.query_map([], |row| Ok((row.get("heard")?, row.get("body")?)))?;
    let mut records = Vec::new();
    for row in rows {
        let (heard, body): (i64, String) = row?;
        let read = serde_json::from_str(&body);
        let read = read.inspect_err(|error| tracing::warn!(%error, "a record cannot be read"));
        records.extend(read.map(|record| (record, time(heard).unwrap_or_default())));
    }
    Ok(records)
}
