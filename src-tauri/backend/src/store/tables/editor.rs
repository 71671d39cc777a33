//! Sheets of movements in the file: what is wanted of lines, the steps of undo, and the cell being
//! typed in. Jobs for [`crate::store::Store`], sent by `crate::editor::keep`. A body in a form this version
//! cannot read is the user's work all the same: it is left out and never deleted.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

use chrono::{DateTime, Utc};
use contract::{MovementKey, RowKey, TypedCell};
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde::de::DeserializeOwned;

use crate::{
    editor::draft::sheet::{
        History, RowDraft, Sheet, SheetChange, SheetRow, UndoEntry, count_changed,
    },
    error::StoreFault,
    store::load::{read_key, time},
};

/// What is to be written of a change of a sheet.
pub(crate) struct Save {
    movement: MovementKey,
    /// What is wanted from then on of lines, and how often something of them was sent.
    rows: Vec<(RowKey, Option<Arc<RowDraft>>, u32)>,
    /// Numbers of steps that cannot be done again any more.
    dropped: Vec<i64>,
    /// A new step.
    step: Option<Arc<UndoEntry>>,
    /// The number of the last step done; of a new one, its own.
    done: i64,
    leaves_cell: bool,
    kept: DateTime<Utc>,
}

impl Save {
    pub(crate) fn of(
        movement: MovementKey,
        sheet: &Sheet,
        change: &SheetChange,
        kept: DateTime<Utc>,
    ) -> Self {
        let (dropped, done) = sheet.numbers(&change.history);
        let keys = change.rows.iter().map(|(key, _)| key).chain(&change.sent).cloned();
        let keys: BTreeSet<_> = keys.collect();
        let mut after = sheet.clone();
        after.take(change.clone(), kept);
        let row = |key| (after.draft(&key).cloned(), after.sent(&key), key);
        let rows = keys.into_iter().map(row).map(|(draft, sent, key)| (key, draft, sent));
        let is_new = matches!(change.history, History::New(_));
        let step = after.last_done().filter(|_| is_new).cloned();
        let (rows, leaves_cell) = (rows.collect(), change.leaves_cell);
        Self { movement, rows, dropped, step, done, leaves_cell, kept }
    }
}

/// Keeps a change of a sheet.
pub(crate) fn save(tx: &Transaction<'_>, save: &Save) -> Result<(), StoreFault> {
    let movement = save.movement.to_string();
    if save.leaves_cell {
        save_typing(tx, save.movement, None)?;
    }
    save_rows(tx, &movement, &save.rows)?;
    let mut drop = tx.prepare_cached("DELETE FROM sheet_step WHERE movement = ?1 AND n = ?2")?;
    for n in &save.dropped {
        drop.execute(params![movement, n])?;
    }
    if let Some(step) = &save.step {
        tx.prepare_cached("INSERT INTO sheet_step (movement, n, body) VALUES (?1, ?2, ?3)")?
            .execute(params![movement, save.done, serde_json::to_string(step.as_ref())?])?;
    }
    tx.prepare_cached(
        "INSERT INTO sheet (movement, done, kept) VALUES (?1, ?2, ?3)
         ON CONFLICT (movement) DO UPDATE SET done = excluded.done, kept = excluded.kept",
    )?
    .execute(params![movement, save.done, save.kept.timestamp_micros()])?;
    Ok(())
}

fn save_rows(
    tx: &Transaction<'_>,
    movement: &str,
    rows: &[(RowKey, Option<Arc<RowDraft>>, u32)],
) -> Result<(), StoreFault> {
    let mut write = tx.prepare_cached(
        "INSERT INTO sheet_row (movement, row, body, sent) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (movement, row) DO UPDATE SET body = excluded.body, sent = excluded.sent",
    )?;
    let mut forget = tx.prepare_cached("DELETE FROM sheet_row WHERE movement = ?1 AND row = ?2")?;
    for (row, draft, sent) in rows {
        let row = row.to_string();
        set_aside_unreadable(tx, movement, &row)?;
        let body = draft.as_ref().map(|draft| serde_json::to_string(draft.as_ref())).transpose()?;
        if body.is_none() && *sent == 0 {
            forget.execute([movement, &row])?;
        } else {
            write.execute(params![movement, row, body, sent])?;
        }
    }
    Ok(())
}

/// Keeps the cell being typed in, or forgets it.
pub(crate) fn save_typing(
    tx: &Transaction<'_>,
    movement: MovementKey,
    typing: Option<&TypedCell>,
) -> Result<(), StoreFault> {
    let movement = movement.to_string();
    match typing {
        Some(typing) => tx
            .prepare_cached(
                "INSERT INTO typing (movement, body) VALUES (?1, ?2)
                 ON CONFLICT (movement) DO UPDATE SET body = excluded.body",
            )?
            .execute([&movement, &serde_json::to_string(typing)?])?,
        None => {
            tx.prepare_cached("DELETE FROM typing WHERE movement = ?1")?.execute([&movement])?
        }
    };
    Ok(())
}

/// Reads all sheets.
pub(crate) fn load(connection: &Connection) -> Result<HashMap<MovementKey, Sheet>, StoreFault> {
    let mut rows = load_rows(connection)?;
    let mut steps = load_steps(connection)?;
    let mut typing: HashMap<_, TypedCell> = load_typing(connection)?;
    let mut statement = connection.prepare(
        "SELECT movement, done, kept FROM sheet
         UNION ALL
         SELECT movement, 0, NULL FROM typing
         WHERE movement NOT IN (SELECT movement FROM sheet)",
    )?;
    let heads = statement.query_map([], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?, row.get::<_, Option<i64>>(2)?))
    })?;
    let mut sheets = HashMap::new();
    for head in heads {
        let (movement, done, kept) = head?;
        let movement = read_key(&movement)?;
        let (steps, last) = steps.remove(&movement).unwrap_or_default();
        let rows = rows.remove(&movement).unwrap_or_default();
        let kept = kept.map(time).transpose()?;
        let typing = typing.remove(&movement);
        sheets.insert(movement, Sheet::restore(rows, steps, (done, last), typing, kept));
    }
    Ok(sheets)
}

type Rows = HashMap<RowKey, SheetRow>;

fn load_rows(connection: &Connection) -> Result<HashMap<MovementKey, Rows>, StoreFault> {
    let mut statement = connection.prepare("SELECT movement, row, body, sent FROM sheet_row")?;
    let found = statement.query_map([], |row| {
        Ok((
            row.get::<_, String>(0)?,
            row.get::<_, String>(1)?,
            row.get::<_, Option<String>>(2)?,
            row.get::<_, u32>(3)?,
        ))
    })?;
    let mut rows: HashMap<MovementKey, Rows> = HashMap::new();
    for row in found {
        let (movement, key, body, sent) = row?;
        let draft = body.and_then(|body| read::<RowDraft>(&body)).and_then(RowDraft::unless_empty);
        // One that was set aside has a name that is none.
        if let Ok(key) = key.parse() {
            let row = SheetRow { draft: draft.map(Arc::new), sent };
            rows.entry(read_key(&movement)?).or_default().insert(key, row);
        }
    }
    Ok(rows)
}

/// Steps with their numbers, and the highest of all. Those up to one that cannot be read are not
/// reached any more.
type Steps = (Vec<(i64, UndoEntry)>, i64);

fn load_steps(connection: &Connection) -> Result<HashMap<MovementKey, Steps>, StoreFault> {
    let mut statement =
        connection.prepare("SELECT movement, n, body FROM sheet_step ORDER BY movement, n")?;
    let found = statement.query_map([], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?, row.get::<_, String>(2)?))
    })?;
    let mut all: HashMap<MovementKey, Steps> = HashMap::new();
    for step in found {
        let (movement, n, body) = step?;
        let (steps, last) = all.entry(read_key(&movement)?).or_default();
        match read(&body) {
            Some(step) => steps.push((n, step)),
            None => steps.clear(),
        }
        *last = n;
    }
    Ok(all)
}

fn load_typing(connection: &Connection) -> Result<HashMap<MovementKey, TypedCell>, StoreFault> {
    let mut statement = connection.prepare("SELECT movement, body FROM typing")?;
    let found =
        statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
    let mut typing = HashMap::new();
    for cell in found {
        let (movement, body) = cell?;
        if let Some(cell) = read(&body) {
            typing.insert(read_key(&movement)?, cell);
        }
    }
    Ok(typing)
}

/// Movements in which something is wanted that was not sent, or was being typed; and in how many
/// lines of each.
pub(crate) fn unsent(connection: &Connection) -> Result<Vec<(MovementKey, u32)>, StoreFault> {
    let sql = "SELECT movement, body FROM sheet_row WHERE body IS NOT NULL
               UNION ALL SELECT movement, NULL FROM typing";
    let mut statement = connection.prepare(sql)?;
    let rows = statement
        .query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, Option<String>>(1)?)))?;
    let mut wanted: BTreeMap<String, Vec<Option<RowDraft>>> = BTreeMap::new();
    for row in rows {
        let (movement, body) = row?;
        // A cell being typed in is a change, and so is what cannot be read.
        let draft = match body.as_deref().and_then(read::<RowDraft>) {
            Some(draft) => match draft.unless_empty() {
                None => continue,
                draft => draft,
            },
            None => None,
        };
        wanted.entry(movement).or_default().push(draft);
    }
    let counted = wanted.into_iter().filter_map(|(movement, drafts)| {
        let count = count_changed(drafts.iter().map(Option::as_ref));
        Some((MovementKey(movement.parse().ok()?), count))
    });
    Ok(counted.collect())
}

fn read<T: DeserializeOwned>(body: &str) -> Option<T> {
    serde_json::from_str(body)
        .inspect_err(|error| {
            tracing::warn!(%error, "something of a sheet cannot be read; it is left alone");
        })
        .ok()
}

/// Moves a body that cannot be read out of the way, under a name that is none.
fn set_aside_unreadable(tx: &Transaction<'_>, movement: &str, row: &str) -> Result<(), StoreFault> {
    let body: Option<Option<String>> = tx
        .prepare_cached("SELECT body FROM sheet_row WHERE movement = ?1 AND row = ?2")?
        .query_row([movement, row], |row| row.get(0))
        .optional()?;
    if body.flatten().is_some_and(|body| read::<RowDraft>(&body).is_none()) {
        let free = "SELECT count(*) FROM sheet_row WHERE movement = ?1";
        tx.execute(
            &format!(
                "UPDATE sheet_row SET row = 'aside ' || ({free}) || ' ' || row
                 WHERE movement = ?1 AND row = ?2"
            ),
            [movement, row],
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
