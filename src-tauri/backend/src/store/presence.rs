//! Whether a profile was closed, in its file: marked while it is open, so that the next opening
//! knows that the program ended otherwise, and what waited then. Called by [`super::Store`].

use contract::{DraftForm, KeptDraft, Restored};
use rusqlite::Connection;

use super::{drafts, editor};
use crate::{error::StoreFault, lists::count_of};

/// Marks the file as open, and answers what waits in it if it was marked already.
pub(super) fn enter(connection: &Connection) -> Result<Option<Restored>, StoreFault> {
    let was_open: bool =
        connection.query_row("SELECT is_open FROM profile", [], |row| row.get(0))?;
    if !was_open {
        // On a full disk, what is there can still be read; a kill will then not be told.
        if let Err(error) = connection.execute("UPDATE profile SET is_open = 1", []) {
            tracing::warn!(%error, "the profile could not be marked as open");
        }
        return Ok(None);
    }
    let (mut forms, mut lines, mut movements) = (0, 0, Vec::new());
    for (movement, changed) in editor::unsent(connection)? {
        lines += changed;
        movements.push(movement);
    }
    for KeptDraft { draft, .. } in drafts::list(connection)? {
        match &draft.form {
            DraftForm::Lines(typed) => {
                lines += count_of(typed.len());
                if !movements.contains(&draft.key) {
                    movements.push(draft.key);
                }
            }
            _ => forms += 1,
        }
    }
    let restored = Restored {
        drafts: forms,
        lines,
        movements,
        operations: connection.query_row(
            "SELECT count(*) FROM operation WHERE ended IS NULL",
            [],
            |row| row.get(0),
        )?,
    };
    Ok(Some(restored).filter(|restored| *restored != Restored::default()))
}

/// Takes the mark away. With something `untold` it stays in the file of a user who signed out: such
/// a file was only looked at, and who signs in next is still to be told.
pub(super) fn leave(connection: &Connection, untold: bool) -> Result<(), StoreFault> {
    connection.execute("UPDATE profile SET is_open = signed_out AND ?1", [untold])?;
    Ok(())
}
