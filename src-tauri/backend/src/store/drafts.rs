//! Forms being filled in, in the file: one per movement, and one of what is typed about its lines. Jobs for [`super::Store`], sent by the use
//! cases of `crate::drafts` and by whoever queues a movement. A body in a form this version cannot
//! read is the user's work all the same: it is left out of lists and never deleted.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use contract::{Draft, DraftForm, KeptDraft, MovementKey};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::load::time;
use crate::error::StoreFault;

/// Keeps a form, in place of the one kept before. Answers whether it was: a form whose movement was
/// queued meanwhile is not kept any more, the movement is; one the service refused can be changed.
/// What the service refused is corrected in the form, and that is kept.
pub(crate) fn save(
    tx: &Transaction<'_>,
    draft: &Draft,
    kept: DateTime<Utc>,
) -> Result<bool, StoreFault> {
    if is_new_movement(draft) && is_queued(tx, draft.key)? {
        return Ok(false);
    }
    let name = name_of(draft);
    set_aside_unreadable(tx, &name)?;
    if matches!(&draft.form, DraftForm::Lines(lines) if lines.is_empty()) {
        tx.prepare_cached("DELETE FROM draft WHERE key = ?1")?.execute([name])?;
        return Ok(true);
    }
    tx.prepare_cached(
        "INSERT INTO draft (key, body, kept) VALUES (?1, ?2, ?3)
         ON CONFLICT (key) DO UPDATE SET body = excluded.body, kept = excluded.kept",
    )?
    .execute(params![name, serde_json::to_string(draft)?, kept.timestamp_micros()])?;
    Ok(true)
}

/// Forgets a form: thrown away, or turned into an operation in this same transaction. What is typed
/// about lines is not of it, and stays.
pub(crate) fn forget(tx: &Transaction<'_>, key: MovementKey) -> Result<(), StoreFault> {
    set_aside_unreadable(tx, &key.to_string())?;
    tx.prepare_cached("DELETE FROM draft WHERE key = ?1")?.execute([key.to_string()])?;
    Ok(())
}

/// All that can be read, those kept last first.
pub(crate) fn list(connection: &Connection) -> Result<Vec<KeptDraft>, StoreFault> {
    let mut statement =
        connection.prepare_cached("SELECT body, kept FROM draft ORDER BY kept DESC, key")?;
    let rows =
        statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)))?;
    let mut drafts = Vec::new();
    for row in rows {
        let (body, kept) = row?;
        match serde_json::from_str(&body) {
            Ok(draft) => drafts.push(KeptDraft { draft, kept: time(kept)? }),
            Err(error) => tracing::warn!(%error, "a draft cannot be read; it is left alone"),
        }
    }
    Ok(drafts)
}

/// Movements whose header is being changed. Asked with every list of movements: long forms are not
/// read for it, and of one that cannot be read [`list`] tells.
pub(crate) fn headers(connection: &Connection) -> Result<HashSet<MovementKey>, StoreFault> {
    let sql = "SELECT body FROM draft WHERE instr(body, '\"header\"') > 0";
    let mut statement = connection.prepare_cached(sql)?;
    let mut headers = HashSet::new();
    for body in statement.query_map([], |row| row.get::<_, String>(0))? {
        let draft = serde_json::from_str::<Draft>(&body?);
        let header = draft.ok().filter(|draft| matches!(draft.form, DraftForm::Header { .. }));
        headers.extend(header.map(|draft| draft.key));
    }
    Ok(headers)
}

/// What a form is kept under.
fn name_of(draft: &Draft) -> String {
    match draft.form.is_of_lines() {
        true => format!("{} lines", draft.key),
        false => draft.key.to_string(),
    }
}

fn is_new_movement(draft: &Draft) -> bool {
    matches!(draft.form, DraftForm::NewMovement(_))
}

/// Whether the movement is being made, or was made.
fn is_queued(tx: &Transaction<'_>, key: MovementKey) -> Result<bool, StoreFault> {
    let mut queued = tx.prepare_cached(
        "SELECT count(*) FROM operation WHERE key = ?1 AND state NOT IN ('dropped', 'stuck')",
    )?;
    Ok(queued.query_row([key.to_string()], |row| row.get::<_, i64>(0))? > 0)
}

/// Moves a body that cannot be read out of the way, under a name nobody asks for.
fn set_aside_unreadable(tx: &Transaction<'_>, key: &str) -> Result<(), StoreFault> {
    let body: Option<String> = tx
        .prepare_cached("SELECT body FROM draft WHERE key = ?1")?
        .query_row([key], |row| row.get(0))
        .optional()?;
    if body.is_some_and(|body| serde_json::from_str::<Draft>(&body).is_err()) {
        tx.execute("UPDATE draft SET key = key || ' of ' || kept WHERE key = ?1", [key])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
