//! The journal's last entry, noted in a small file beside the database: a journal that was cut, or an
//! older copy of the file put back, is missing it. Written by the writer's thread after the commit,
//! when nothing waits: whatever is killed, the note is of an entry that is on the disk, or of an
//! earlier one, and a note that cannot be read counts as none. So no crash makes it tell a fault.
//! Deliberately absent: a promise that it is there; whoever may write the folder can remove it.

use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::tables::journal::{self, Noted};
use crate::{error::StoreFault, private};

/// Where a profile's note is.
pub(super) fn file_in(folder: &Path) -> PathBuf {
    folder.join("journal.last")
}

/// What was noted, if it can be read.
pub(super) fn read(file: &Path) -> Option<Noted> {
    let text = private::read_text(file).ok()?;
    let (entry, hash) = text.trim().split_once(' ')?;
    let bytes = |at: usize| u8::from_str_radix(hash.get(at..at + 2)?, 16).ok();
    let hash: Option<Vec<u8>> = (0..hash.len()).step_by(2).map(bytes).collect();
    Some(Noted {
        entry: entry.parse().ok()?,
        hash: hash.filter(|hash| hash.len() == blake3::OUT_LEN)?,
    })
}

/// Keeps the note up to date.
pub(super) struct Note {
    file: PathBuf,
    noted: Option<Noted>,
}

impl Note {
    /// The note of a profile's folder.
    pub(crate) fn of(folder: &Path) -> Self {
        let file = file_in(folder);
        Self { noted: read(&file), file }
    }

    /// Notes the last entry of what is committed. A note that the journal departed from stays as it
    /// is, so that the check goes on telling it.
    pub(super) fn keep(&mut self, connection: &Connection) {
        if let Err(fault) = self.try_to_keep(connection) {
            tracing::warn!(%fault, "the journal's last entry could not be noted");
        }
    }

    fn try_to_keep(&mut self, connection: &Connection) -> Result<(), StoreFault> {
        let last = journal::last(connection)?;
        let is_news = self.noted.as_ref().is_none_or(|noted| last.entry > noted.entry);
        if !is_news || journal::departure(connection, self.noted.as_ref())?.is_some() {
            return Ok(());
        }
        let hash: String = last.hash.iter().map(|byte| format!("{byte:02x}")).collect();
        private::replace_soon(&self.file, format!("{} {hash}\n", last.entry).as_bytes())?;
        self.noted = Some(last);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
