//! Brings a profile's file to the schema this version knows, step by numbered step. Called once by
//! [`crate::store::Store::open`]. Deliberately absent: anything a step could import; a step is SQL text
//! that never changes once it was shipped.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::error::StoreFault;

/// The steps of this version, in order; the n-th leads from schema n-1 to schema n.
pub(super) const STEPS: &[&str] = &[
    include_str!("migrations/0001_mirror.sql"),
    include_str!("migrations/0002_outbox.sql"),
    include_str!("migrations/0003_editor.sql"),
    include_str!("migrations/0004_observed.sql"),
    include_str!("migrations/0005_history.sql"),
    include_str!("migrations/0006_left_out.sql"),
    include_str!("migrations/0007_walks.sql"),
    include_str!("migrations/0008_site.sql"),
    include_str!("migrations/0009_review.sql"),
    include_str!("migrations/0010_pairs.sql"),
    include_str!("migrations/0011_review_steps.sql"),
];

/// The schema a file has; 0 for a file that does not exist or holds nothing yet. Opens it for
/// reading alone, so that a newer version's file stays as it is to the byte.
pub(super) fn schema_of(file: &Path) -> Result<usize, StoreFault> {
    if !file.exists() {
        return Ok(0);
    }
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    Ok(user_version(&connection)?)
}

/// Runs the steps the file has not seen yet, each in a transaction of its own, after one copy of an
/// existing file to its side.
pub(super) fn migrate(
    connection: &mut Connection,
    file: &Path,
    steps: &[&str],
) -> Result<(), StoreFault> {
    let from = user_version(connection)?;
    if from > steps.len() {
        return Err(StoreFault::NewerData);
    }
    if from > 0 && from < steps.len() {
        back_up(connection, &backup_of(file, from))?;
    }
    for (step, sql) in (1_i64..).zip(steps).skip(from) {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch(sql)?;
        transaction.pragma_update(None, "user_version", step)?;
        transaction.commit()?;
    }
    Ok(())
}

/// Where the copy of a file of this schema is put.
pub(super) fn backup_of(file: &Path, schema: usize) -> PathBuf {
    file.with_extension(format!("schema-{schema}.sqlite"))
}

fn back_up(connection: &Connection, copy: &Path) -> Result<(), StoreFault> {
    // A copy left by a migration that failed half-way is of the same file; the newer one replaces it.
    match std::fs::remove_file(copy) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    connection.execute("VACUUM INTO ?1", [copy.to_string_lossy()])?;
    Ok(())
}

fn user_version(connection: &Connection) -> rusqlite::Result<usize> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    // A negative number was written by nobody of ours; as a huge one it is refused.
    Ok(usize::try_from(version).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests;
