//! The journal in the file: it only grows, and each entry's hash covers the entry and the hash
//! before it. [`append`] runs in the transaction that changes an operation, so that neither is
//! there without the other; [`check`] reads all of it. Deliberately absent: finding and showing
//! entries (`history`), and a secret key: whoever may write
//! the file and the note beside it (`note`) can write it all anew.

use std::iter;

use blake3::Hasher;
use chrono::{DateTime, Utc};
use contract::{Failure, JournalCheck, JournalEvent, MovementKey, Operation, OperationKey};
use rusqlite::{
    Connection, OptionalExtension, Row, Transaction, params, params_from_iter,
    types::{Value, ValueRef},
};

use crate::error::StoreFault;

/// What happened to an operation, as it is to be remembered.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NewJournalEntry {
    /// When.
    pub at: DateTime<Utc>,
    /// Who was signed in, or whose data it is.
    pub who: String,
    /// The operation.
    pub key: OperationKey,
    /// The movement it is about.
    pub movement: Option<MovementKey>,
    /// What happened.
    pub event: JournalEvent,
    /// What was asked for, where the entry tells it.
    pub operation: Option<Operation>,
    /// How it was before, in short.
    pub before: Option<String>,
    /// How it is to be, or became, in short.
    pub after: Option<String>,
    /// Why it was not done.
    pub failure: Option<Failure>,
    /// How long the request took.
    pub milliseconds: Option<u32>,
}

/// Writes an entry behind the last one. It is there when the transaction is.
pub(crate) fn append(tx: &Transaction<'_>, entry: &NewJournalEntry) -> Result<(), StoreFault> {
    let (number, before) = next(tx)?;
    let columns = columns(number, entry)?;
    let hash = hash(&before, columns.iter().map(ValueRef::from)).to_vec();
    tx.prepare_cached(
        "INSERT INTO journal (entry, at, who, operation, movement, event, asked, before, after,
             failure, milliseconds, hash)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    )?
    .execute(params_from_iter(columns.into_iter().chain([hash.clone().into()])))?;
    tx.prepare_cached(
        "INSERT INTO journal_head (only_row, entry, hash) VALUES (1, ?1, ?2)
         ON CONFLICT (only_row) DO UPDATE SET entry = excluded.entry, hash = excluded.hash",
    )?
    .execute(params![number, hash])?;
    Ok(())
}

/// Reads the whole journal, one entry at a time, and says which one is not as it was written, or is
/// not the one that was noted outside the file.
pub(crate) fn check(
    connection: &Connection,
    noted: Option<&Noted>,
) -> Result<JournalCheck, StoreFault> {
    // One transaction, so that nothing is written between the entries and the head.
    let tx = connection.unchecked_transaction()?;
    let entries: i64 = tx.query_row("SELECT count(*) FROM journal", [], |row| row.get(0))?;
    let fault = first_fault(&tx)?.map_or_else(|| departure(&tx, noted), |fault| Ok(Some(fault)))?;
    let fault = fault.map(i64::unsigned_abs);
    Ok(JournalCheck { entries: entries.unsigned_abs(), fault })
}

/// The last entry, as it was noted outside the file: what is behind it came later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Noted {
    /// Its number, 0 before the first.
    pub entry: i64,
    /// Its hash.
    pub hash: Vec<u8>,
}

/// The last entry as the head has it.
pub(crate) fn last(connection: &Connection) -> Result<Noted, StoreFault> {
    let (entry, hash) = head(connection)?.unwrap_or((0, NOTHING.to_vec()));
    Ok(Noted { entry, hash })
}

/// The number of the entry that was noted, or of the first one missing before it, unless the noted
/// one is there as it was.
pub(crate) fn departure(
    connection: &Connection,
    noted: Option<&Noted>,
) -> Result<Option<i64>, StoreFault> {
    let Some(noted) = noted.filter(|noted| noted.entry > 0) else { return Ok(None) };
    let hash: Option<Vec<u8>> = connection
        .prepare_cached("SELECT hash FROM journal WHERE entry = ?1")?
        .query_row([noted.entry], |row| row.get(0))
        .optional()?;
    if hash.as_ref() == Some(&noted.hash) {
        return Ok(None);
    }
    let last: i64 = connection.query_row(
        "SELECT coalesce(max(entry), 0) FROM journal WHERE entry <= ?1",
        [noted.entry],
        |row| row.get(0),
    )?;
    Ok(Some(noted.entry.min(last + 1)))
}

/// How many columns an entry's hash covers, the entry's number first.
const COLUMNS: usize = 11;

/// The hash before the first entry.
const NOTHING: Hash = [0; blake3::OUT_LEN];

type Hash = [u8; blake3::OUT_LEN];

/// The number of the next entry and the hash it follows. Should the head be gone or wrong, work
/// still goes on; the check tells of it.
fn next(tx: &Transaction<'_>) -> Result<(i64, Vec<u8>), StoreFault> {
    let last: i64 = tx
        .prepare_cached("SELECT coalesce(max(entry), 0) FROM journal")?
        .query_row([], |row| row.get(0))?;
    let (number, hash) = head(tx)?.unwrap_or((last, NOTHING.to_vec()));
    let next = number.max(last).checked_add(1);
    next.map(|next| (next, hash)).ok_or_else(|| StoreFault::Broken("the journal is full".into()))
}

fn head(connection: &Connection) -> Result<Option<(i64, Vec<u8>)>, StoreFault> {
    let mut head = connection.prepare_cached("SELECT entry, hash FROM journal_head")?;
    Ok(head.query_row([], |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
}

fn columns(number: i64, entry: &NewJournalEntry) -> Result<[Value; COLUMNS], StoreFault> {
    Ok([
        number.into(),
        entry.at.timestamp_micros().into(),
        entry.who.clone().into(),
        entry.key.to_string().into(),
        entry.movement.map(|key| key.to_string()).into(),
        name_of(entry.event)?.into(),
        entry.operation.as_ref().map(serde_json::to_string).transpose()?.into(),
        entry.before.clone().into(),
        entry.after.clone().into(),
        entry.failure.as_ref().map(serde_json::to_string).transpose()?.into(),
        entry.milliseconds.map(i64::from).into(),
    ])
}

/// An event's name in the file: that of the contract.
pub(crate) fn name_of(event: JournalEvent) -> Result<String, StoreFault> {
    Ok(serde_json::from_value(serde_json::to_value(event)?)?)
}

/// The hash of an entry: of the hash before it and of every column, each with its type and length,
/// so that nothing can move from one column into the next unseen.
fn hash<'a>(before: &'a [u8], columns: impl Iterator<Item = ValueRef<'a>>) -> Hash {
    let mut hasher = Hasher::new_derive_key("Stockhand 2026-11-20 entry of the journal");
    for value in iter::once(ValueRef::Blob(before)).chain(columns) {
        match value {
            ValueRef::Null => hasher.update(&[0]),
            ValueRef::Integer(number) => hasher.update(&[1]).update(&number.to_le_bytes()),
            ValueRef::Real(number) => hasher.update(&[2]).update(&number.to_le_bytes()),
            ValueRef::Text(text) => framed(hasher.update(&[3]), text),
            ValueRef::Blob(bytes) => framed(hasher.update(&[4]), bytes),
        };
    }
    hasher.finalize().into()
}

fn framed<'h>(hasher: &'h mut Hasher, bytes: &[u8]) -> &'h mut Hasher {
    // No length here comes near 2^64.
    hasher.update(&(bytes.len() as u64).to_le_bytes()).update(bytes)
}

/// The number of the first entry that is missing or not as it was written.
fn first_fault(connection: &Connection) -> Result<Option<i64>, StoreFault> {
    let mut statement = connection.prepare_cached(
        "SELECT entry, at, who, operation, movement, event, asked, before, after, failure,
             milliseconds, hash
         FROM journal ORDER BY entry",
    )?;
    let mut rows = statement.query([])?;
    let (mut last, mut before) = (0, NOTHING);
    while let Some(row) = rows.next()? {
        before = hash(&before, read_columns(row)?.into_iter());
        last += 1;
        let number: i64 = row.get("entry")?;
        if number != last || row.get_ref("hash")? != ValueRef::Blob(&before) {
            return Ok(Some(last));
        }
    }
    Ok(match head(connection)? {
        Some((entry, hash)) if entry == last && hash == before => None,
        // The journal was cut: what stood behind its last entry is missing.
        Some((entry, _)) if entry > last => Some(last + 1),
        _ => Some(last.max(1)),
    })
}

fn read_columns<'a>(row: &'a Row<'_>) -> Result<[ValueRef<'a>; COLUMNS], StoreFault> {
    let mut columns = [ValueRef::Null; COLUMNS];
    for (index, column) in columns.iter_mut().enumerate() {
        *column = row.get_ref(index)?;
    }
    Ok(columns)
}

#[cfg(test)]
mod tests;
