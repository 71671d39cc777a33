//! Forms being filled in, in the file: one per movement, and one of what is typed about its lines. Jobs for [`crate::store::Store`], sent by the use
//! cases of `crate::api::drafts` and by whoever queues a movement. A body in a form this version cannot
//! read is the user's work all the same: it is left out of lists and never deleted.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, Utc};
use contract::{
    Draft, DraftForm, ItemId, KeptDraft, MovementKey, Pick, RowKey, TypedLine, TypedPick,
    TypedPickOf,
};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use crate::{error::StoreFault, store::load::time};

/// What stands in forms of movements and was not sent.
#[derive(Debug, Default)]
pub(crate) struct UnsentForms {
    /// Movements whose header is being changed.
    pub headers: HashSet<MovementKey>,
    /// Lines of which something is typed in their panel, or entered in a walk, by their movement.
    pub lines: HashMap<MovementKey, Vec<ItemId>>,
}

impl UnsentForms {
    /// Adds lines of which something is entered elsewhere and not sent.
    pub(crate) fn add(&mut self, entered: HashMap<MovementKey, HashSet<ItemId>>) {
        for (movement, items) in entered {
            let lines = self.lines.entry(movement).or_default();
            let items = items.into_iter().filter(|item| !lines.contains(item));
            let new: Vec<_> = items.collect();
            lines.extend(new);
        }
    }
}

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

/// What of movements stands in forms and was not sent. Asked with every list of movements: long forms
/// are not read for it, and of one that cannot be read [`list`] tells.
pub(crate) fn unsent(connection: &Connection) -> Result<UnsentForms, StoreFault> {
    let sql = "SELECT body FROM draft
               WHERE instr(body, '\"header\"') > 0 OR substr(key, -6) = ' lines'";
    let mut statement = connection.prepare_cached(sql)?;
    let mut unsent = UnsentForms::default();
    for body in statement.query_map([], |row| row.get::<_, String>(0))? {
        let Ok(draft) = serde_json::from_str::<Draft>(&body?) else { continue };
        match draft.form {
            DraftForm::Header { .. } => drop(unsent.headers.insert(draft.key)),
            DraftForm::Lines(lines) => {
                let items: Vec<_> = typed(lines).map(|(item, _)| item).collect();
                if !items.is_empty() {
                    unsent.lines.insert(draft.key, items);
                }
            }
            DraftForm::NewMovement(_) => {}
        }
    }
    Ok(unsent)
}

/// What is typed about the lines of a movement in their panel and not sent.
pub(crate) fn typed_of(
    connection: &Connection,
    movement: MovementKey,
) -> Result<HashMap<ItemId, TypedLine>, StoreFault> {
    Ok(typed(lines_of(connection, movement)?).collect())
}

/// Forgets what was typed of picks that are being kept, in this same transaction: after a kill
/// nobody sends them twice.
pub(crate) fn forget_picks(
    tx: &Transaction<'_>,
    movement: MovementKey,
    item: &ItemId,
    picks: &[Pick],
) -> Result<(), StoreFault> {
    let mut lines = lines_of(tx, movement)?;
    let is_kept =
        |typed: &TypedPick| typed.part == *item && picks.iter().any(|it| is_of(typed, it));
    let mut is_other = false;
    for line in &mut lines {
        let before = line.picks.len();
        line.picks.retain(|typed| !is_kept(typed));
        is_other |= line.picks.len() < before;
    }
    if is_other {
        let body = Draft {
            key: movement,
            form: DraftForm::Lines(lines),
            typed: BTreeMap::new(),
            aside: Vec::new(),
            table: None,
        };
        tx.prepare_cached("UPDATE draft SET body = ?2 WHERE key = ?1")?
            .execute(params![name_of(&body), serde_json::to_string(&body)?])?;
    }
    Ok(())
}

/// Whether this was typed to make a pick.
fn is_of(typed: &TypedPick, pick: &Pick) -> bool {
    match &typed.of {
        TypedPickOf::Made { id } => pick.id.as_ref() == Some(id),
        TypedPickOf::Stock { inventory_item, bin } => {
            pick.id.is_none() && pick.inventory_item == *inventory_item && pick.bin_location == *bin
        }
        TypedPickOf::Other { inventory_item, bin, .. } => {
            pick.id.is_none()
                && Some(&pick.inventory_item) == inventory_item.as_ref()
                && pick.bin_location == *bin
        }
    }
}

/// What is typed about lines of a movement; nothing of a form that cannot be read.
fn lines_of(connection: &Connection, movement: MovementKey) -> Result<Vec<TypedLine>, StoreFault> {
    let body: Option<String> = connection
        .prepare_cached("SELECT body FROM draft WHERE key = ?1")?
        .query_row([name_of_lines(movement)], |row| row.get(0))
        .optional()?;
    let draft = body.and_then(|body| serde_json::from_str::<Draft>(&body).ok());
    Ok(match draft.map(|draft| draft.form) {
        Some(DraftForm::Lines(lines)) => lines,
        _ => Vec::new(),
    })
}

/// Those of which something is typed; a line that is only here is unsent as it is.
fn typed(lines: Vec<TypedLine>) -> impl Iterator<Item = (ItemId, TypedLine)> {
    lines.into_iter().filter(TypedLine::is_something).filter_map(|line| match &line.row {
        RowKey::Line(item) => Some((item.clone(), line)),
        RowKey::New(_) => None,
    })
}

/// What a form is kept under.
fn name_of(draft: &Draft) -> String {
    match draft.form.is_of_lines() {
        true => name_of_lines(draft.key),
        false => draft.key.to_string(),
    }
}

fn name_of_lines(movement: MovementKey) -> String {
    format!("{movement} lines")
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
