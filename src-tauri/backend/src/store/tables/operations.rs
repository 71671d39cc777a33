//! Operations in the file. Jobs for [`crate::store::Store`], each with its journal entries in the same
//! transaction. An operation that cannot be read is left where it is: it is the user's work.

use std::collections::HashMap;

use contract::{
    MovementId, MovementKey, OperationFilter, OperationKey, OperationState, StocklistId,
};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use serde::{Deserialize, Serialize};

use super::journal::{self, NewJournalEntry};
use crate::{
    error::StoreFault,
    outbox::op::{Base, Op, state_name},
    store::load::{read_key, time},
};

/// What a movement made here became, and what it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MadeHere {
    /// The service's id.
    pub id: Option<MovementId>,
    /// The stocklist it was made from.
    pub stocklist: Option<StocklistId>,
}

/// What the outbox begins with.
#[derive(Debug, Default)]
pub(crate) struct StoredQueue {
    /// Operations that have not ended, in their order.
    pub ops: Vec<Op>,
    /// Operations of another version or damaged: counted, never touched.
    pub unreadable: u32,
    /// Movements made here, by their keys.
    pub made: HashMap<MovementKey, MadeHere>,
}

/// Keeps new operations, and answers them with their places.
pub(crate) fn insert(
    tx: &Transaction<'_>,
    mut ops: Vec<Op>,
    entries: &[NewJournalEntry],
) -> Result<Vec<Op>, StoreFault> {
    let mut statement = tx.prepare_cached(
        "INSERT INTO operation (key, movement, body, base, state, detail, kept, attempts, id)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )?;
    for op in &mut ops {
        op.row = statement.insert(params![
            op.key.to_string(),
            op.movement.map(|key| key.to_string()),
            serde_json::to_string(&op.body)?,
            written_base(op)?,
            state_name(&op.state),
            serde_json::to_string(&op.state)?,
            op.kept.timestamp_micros(),
            op.attempts,
            op.id,
        ])?;
    }
    append(tx, entries)?;
    Ok(ops)
}

/// Keeps operations as they stand now.
pub(crate) fn update(
    tx: &Transaction<'_>,
    ops: &[Op],
    entries: &[NewJournalEntry],
) -> Result<(), StoreFault> {
    let mut statement = tx.prepare_cached(
        "UPDATE operation SET body = ?2, base = ?3, state = ?4, detail = ?5, attempts = ?6,
             before = ?7, id = ?8, ended = ?9
         WHERE key = ?1",
    )?;
    for op in ops {
        statement.execute(params![
            op.key.to_string(),
            serde_json::to_string(&op.body)?,
            written_base(op)?,
            state_name(&op.state),
            serde_json::to_string(&op.state)?,
            op.attempts,
            op.before.as_ref().map(serde_json::to_string).transpose()?,
            op.id,
            op.ended().map(|at| at.timestamp_micros()),
        ])?;
    }
    append(tx, entries)
}

fn append(tx: &Transaction<'_>, entries: &[NewJournalEntry]) -> Result<(), StoreFault> {
    entries.iter().try_for_each(|entry| journal::append(tx, entry))
}

/// Reads what has not ended, and which movements were made here.
pub(crate) fn load(connection: &Connection) -> Result<StoredQueue, StoreFault> {
    let mut waiting = StoredQueue { made: load_made(connection)?, ..StoredQueue::default() };
    let mut statement =
        connection.prepare("SELECT * FROM operation WHERE ended IS NULL ORDER BY row")?;
    let rows = statement.query_map([], |row| Ok(read(row)))?;
    for row in rows {
        match row? {
            Ok(op) => waiting.ops.push(op),
            Err(fault) => {
                tracing::error!(%fault, "an operation that waits cannot be read; it is left alone");
                waiting.unreadable += 1;
            }
        }
    }
    Ok(waiting)
}

/// Reads one operation, ended or not.
pub(crate) fn find(connection: &Connection, key: &str) -> Result<Option<Op>, StoreFault> {
    let found = connection
        .query_row("SELECT * FROM operation WHERE key = ?1", [key], |row| Ok(read(row)))
        .optional()?;
    found.transpose()
}

/// Reads all operations of a merge of lines, ended or not, in their order.
pub(crate) fn of_merge(
    connection: &Connection,
    movement: MovementKey,
    merge: OperationKey,
) -> Result<Vec<Op>, StoreFault> {
    let mut statement = connection.prepare_cached(
        "SELECT * FROM operation WHERE movement = ?1
             AND CASE WHEN json_valid(base) THEN json_extract(base, '$.merge') END = ?2
         ORDER BY row",
    )?;
    let rows = statement
        .query_map([movement.to_string(), merge.to_string()], |row| Ok(read(row)))?
        .collect::<Result<Vec<_>, _>>()?;
    // One that cannot be read is left where it is.
    Ok(rows.into_iter().filter_map(Result::ok).collect())
}

/// Whether there is an operation of this name that was not given up.
pub(crate) fn stands(connection: &Connection, key: OperationKey) -> Result<bool, StoreFault> {
    let mut standing = connection
        .prepare_cached("SELECT count(*) FROM operation WHERE key = ?1 AND state <> 'dropped'")?;
    Ok(standing.query_row([key.to_string()], |row| row.get::<_, i64>(0))? > 0)
}

/// A window of operations: first those that have not ended, in their order, then the others, the
/// newest first. With how many there are in all.
pub(crate) fn list(
    connection: &Connection,
    filter: &OperationFilter,
    start: u32,
    count: u32,
) -> Result<(Vec<Op>, u32), StoreFault> {
    let movement = filter.movement.map(|key| key.to_string());
    let key = filter.operation.map(|key| key.to_string());
    let which = "(?1 IS NULL OR movement = ?1) AND (?2 OR ended IS NULL)
                 AND (NOT ?3 OR state IN ('stuck', 'conflict', 'unknown'))
                 AND (?4 IS NULL OR key = ?4)";
    let total = connection.query_row(
        &format!("SELECT count(*) FROM operation WHERE {which}"),
        params![movement, filter.ended, filter.attention, key],
        |row| row.get(0),
    )?;
    let mut statement = connection.prepare_cached(&format!(
        "SELECT * FROM operation WHERE {which}
         ORDER BY ended IS NOT NULL, CASE WHEN ended IS NULL THEN row ELSE -row END
         LIMIT ?5 OFFSET ?6",
    ))?;
    let rows = statement
        .query_map(params![movement, filter.ended, filter.attention, key, count, start], |row| {
            Ok(read(row))
        })?;
    let mut ops = Vec::new();
    for row in rows {
        // One that cannot be read is counted, and not shown.
        ops.extend(row?.ok());
    }
    Ok((ops, total))
}

fn load_made(connection: &Connection) -> Result<HashMap<MovementKey, MadeHere>, StoreFault> {
    let mut statement = connection.prepare(
        "SELECT movement, id, json_extract(body, '$.create_movement.start.stocklist')
         FROM operation WHERE json_valid(body)
             AND json_type(body, '$.create_movement') IS NOT NULL AND state <> 'dropped'",
    )?;
    let rows = statement.query_map([], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, Option<String>>(1)?, row.get(2)?))
    })?;
    let mut made = HashMap::new();
    for row in rows {
        let (key, id, stocklist): (_, _, Option<String>) = row?;
        let here = MadeHere { id: id.map(Into::into), stocklist: stocklist.map(Into::into) };
        // One whose key is no key belongs to no movement; the rest must open all the same.
        if let Ok(key) = read_key(&key) {
            made.insert(key, here);
        }
    }
    Ok(made)
}

/// What an operation was decided upon, and the merge it is a part of: one object in the file, in which
/// operations kept by earlier versions lack the latter.
#[derive(Serialize, Deserialize)]
struct StoredBase<B> {
    #[serde(flatten)]
    base: Option<B>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    merge: Option<OperationKey>,
}

fn written_base(op: &Op) -> Result<Option<String>, StoreFault> {
    let base = StoredBase { base: op.base.as_ref(), merge: op.merge };
    let is_any = op.base.is_some() || op.merge.is_some();
    Ok(is_any.then(|| serde_json::to_string(&base)).transpose()?)
}

fn read(row: &Row<'_>) -> Result<Op, StoreFault> {
    let key: String = row.get("key")?;
    let movement: Option<String> = row.get("movement")?;
    let body: String = row.get("body")?;
    let base: Option<String> = row.get("base")?;
    let before: Option<String> = row.get("before")?;
    let key = key.parse().map_err(|_| StoreFault::Broken(format!("{key:?} is no key")))?;
    // Of another version, it helps no more: then it is compared and asked about as unknown.
    let base = base.and_then(|base| serde_json::from_str::<StoredBase<Base>>(&base).ok());
    let (base, merge) = base.map_or((None, None), |stored| (stored.base, stored.merge));
    Ok(Op {
        row: row.get("row")?,
        key,
        movement: movement.as_deref().map(read_key).transpose()?,
        body: serde_json::from_str(&body)?,
        base,
        merge,
        before: before.and_then(|before| serde_json::from_str(&before).ok()),
        state: read_state(row)?,
        kept: time(row.get("kept")?)?,
        attempts: row.get("attempts")?,
        id: row.get("id")?,
    })
}

fn read_state(row: &Row<'_>) -> Result<OperationState, StoreFault> {
    let detail: String = row.get("detail")?;
    if let Ok(state) = serde_json::from_str(&detail) {
        return Ok(state);
    }
    let name: String = row.get("state")?;
    let ended: Option<i64> = row.get("ended")?;
    let ended = ended.map(time).transpose()?;
    Ok(match (name.as_str(), ended) {
        ("queued", _) => OperationState::Queued,
        ("sent", Some(at)) => OperationState::Sent { at, id: row.get("id")?, seen: false },
        ("dropped", Some(at)) => OperationState::Dropped { at },
        ("stuck" | "conflict" | "unknown", _) => {
            OperationState::Stuck(contract::Reason::Internal.into())
        }
        // Sent perhaps: it is looked for before anything else.
        _ => OperationState::Unsure,
    })
}
