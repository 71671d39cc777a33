//! Whether the profile was closed properly, and what was waiting if not.

use std::collections::HashSet;

use contract::{DraftForm, KeptDraft, MovementKey, Restored};
use rules::{picking::tape::lines_entered, search::count_of};
use rusqlite::Connection;

use super::tables::{drafts, editor, walks};
use crate::error::StoreFault;

/// What waited when the program ended without closing the file.
pub(super) struct LastEnd {
    restored: Restored,
    /// When the last of its operations was kept.
    kept: Option<i64>,
}

/// Marks the file as open, and answers what waits in it if it was marked already.
pub(super) fn enter(connection: &Connection) -> Result<Option<LastEnd>, StoreFault> {
    let was_open: bool =
        connection.query_row("SELECT is_open FROM profile", [], |row| row.get(0))?;
    if !was_open {
        // On a full disk, what is there can still be read; a kill will then not be told.
        if let Err(error) = connection.execute("UPDATE profile SET is_open = 1", []) {
            tracing::warn!(%error, "the profile could not be marked as open");
        }
        return Ok(None);
    }
    let kept = connection.query_row("SELECT max(kept) FROM operation", [], |row| row.get(0))?;
    let before = LastEnd { restored: waiting(connection, kept, |_| true)?, kept };
    Ok(Some(before).filter(|before| before.restored != Restored::default()))
}

/// What is still there of it: neither sent nor given up. `None` once nothing is.
pub(super) fn left(
    connection: &Connection,
    before: &LastEnd,
) -> Result<Option<Restored>, StoreFault> {
    let Restored { new_movements, headers, movements, .. } = &before.restored;
    let known: HashSet<_> = [new_movements, headers, movements].into_iter().flatten().collect();
    let left = waiting(connection, before.kept, |movement| known.contains(movement))?;
    Ok(Some(left).filter(|left| *left != Restored::default()))
}

/// What waits of these movements, and of the operations kept until then.
fn waiting(
    connection: &Connection,
    kept: Option<i64>,
    counts: impl Fn(&MovementKey) -> bool,
) -> Result<Restored, StoreFault> {
    let mut waiting = Restored::default();
    for (movement, changed) in editor::unsent(connection)? {
        if counts(&movement) {
            waiting.lines += changed;
            waiting.movements.push(movement);
        }
    }
    for KeptDraft { draft, .. } in drafts::list(connection)? {
        if !counts(&draft.key) {
            continue;
        }
        match &draft.form {
            DraftForm::Lines(typed) => {
                waiting.lines += count_of(typed.iter().filter(|line| line.is_something()).count());
                if !waiting.movements.contains(&draft.key) {
                    waiting.movements.push(draft.key);
                }
            }
            DraftForm::NewMovement(_) => waiting.new_movements.push(draft.key),
            DraftForm::Header { .. } => waiting.headers.push(draft.key),
        }
    }
    let walks = walks::load(connection)?;
    for (movement, lines) in lines_entered(walks.iter().map(|(.., tape)| tape)) {
        if counts(&movement) {
            waiting.lines += count_of(lines.len());
            if !waiting.movements.contains(&movement) {
                waiting.movements.push(movement);
            }
        }
    }
    waiting.operations = connection.query_row(
        "SELECT count(*) FROM operation WHERE ended IS NULL AND kept <= ?1",
        [kept],
        |row| row.get(0),
    )?;
    Ok(waiting)
}

/// Takes the mark away. With something `untold` it stays in the file of a user who signed out: such
/// a file was only looked at, and who signs in next is still to be told.
pub(super) fn leave(connection: &Connection, untold: bool) -> Result<(), StoreFault> {
    connection.execute("UPDATE profile SET is_open = signed_out AND ?1", [untold])?;
    Ok(())
}
