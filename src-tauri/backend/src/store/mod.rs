//! What stays on this computer: one SQLite file per profile. One thread writes, in the order in
//! which it was asked to; readers have connections of their own. Opened by the workspace; what it
//! holds is read and written in `tables`. Deliberately absent: decisions, and any second writer.

pub(crate) mod folder;
pub(crate) mod load;
mod lock;
mod migrations;
mod note;
pub(crate) mod others;
mod presence;
pub(crate) mod tables;
mod writer;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use parking_lot::{Mutex, MutexGuard};

use contract::{JournalCheck, Profile, Restored};
use rusqlite::{Connection, OpenFlags, Transaction};
use tokio::task::spawn_blocking;

use crate::{error::StoreFault, private};

use presence::LastEnd;
use tables::journal;
pub(crate) use writer::Receipt;
use writer::{Writer, closed};

/// The SQLite that mends a fault which could damage a file written and read at the same time.
const OLDEST_SQLITE: i32 = 3_051_003;

/// Connections for reading that are kept open between readings.
const READERS: usize = 2;

/// A profile's file, open.
pub(crate) struct Store {
    file: PathBuf,
    writer: Mutex<Option<Writer>>,
    readers: Mutex<Vec<Connection>>,
    before: Mutex<Option<LastEnd>>,
}

impl Store {
    /// Whether this profile has data on this computer.
    pub(crate) fn exists(data: &Path, profile: &Profile) -> bool {
        file_in(&folder::of(data, profile)).exists()
    }

    /// Opens a profile's file, making it if there is none. Blocks; for a thread that may.
    pub(crate) fn open(data: &Path, profile: &Profile) -> Result<Arc<Self>, StoreFault> {
        if rusqlite::version_number() < OLDEST_SQLITE {
            return Err(StoreFault::Broken(format!("SQLite {} is too old", rusqlite::version())));
        }
        let folder = folder::of(data, profile);
        folder::make(&folder)?;
        let lock = lock::Lock::take(&folder)?;
        let file = file_in(&folder);
        prepare_file(&folder, &file)?;
        if migrations::schema_of(&file)? > migrations::STEPS.len() {
            return Err(StoreFault::NewerData);
        }
        let mut connection = connect(&file)?;
        migrations::migrate(&mut connection, &file, migrations::STEPS)?;
        claim(&connection, profile)?;
        let before = Mutex::new(presence::enter(&connection)?);
        let writer = Mutex::new(Some(Writer::start(connection, lock, note::Note::of(&folder))?));
        Ok(Arc::new(Self { file, writer, readers: Mutex::default(), before }))
    }

    /// Hands a job to the writer at once, so that jobs are done in the order of these calls. The
    /// receipt comes when the job is committed; it need not be awaited for that.
    pub(crate) fn send<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Transaction<'_>) -> Result<T, StoreFault> + Send + 'static,
    ) -> Receipt<T> {
        self.writer().as_ref().map_or_else(Receipt::of_nobody, |writer| writer.send(job))
    }

    /// Reads on a connection of its own, beside whatever is being written.
    pub(crate) async fn read<T: Send + 'static>(
        self: &Arc<Self>,
        job: impl FnOnce(&Connection) -> Result<T, StoreFault> + Send + 'static,
    ) -> Result<T, StoreFault> {
        let store = Arc::clone(self);
        spawn_blocking(move || store.read_now(job)).await.unwrap_or_else(|_| Err(closed()))
    }

    fn read_now<T>(
        &self,
        job: impl FnOnce(&Connection) -> Result<T, StoreFault>,
    ) -> Result<T, StoreFault> {
        let kept = self.readers().pop();
        let connection = match kept {
            Some(connection) => connection,
            None => Connection::open_with_flags(&self.file, READ_ONLY)?,
        };
        let value = job(&connection);
        let mut readers = self.readers();
        if readers.len() < READERS && self.writer().is_some() {
            readers.push(connection);
        }
        value
    }

    /// Reads the whole journal and says whether it is as it was written.
    pub(crate) async fn check_journal(self: &Arc<Self>) -> Result<JournalCheck, StoreFault> {
        let folder = self.file.parent().map(Path::to_owned).unwrap_or_default();
        // The note first: what is committed meanwhile is behind it.
        let noted = spawn_blocking(move || note::read(&note::file_in(&folder))).await;
        self.read(move |file| journal::check(file, noted.ok().flatten().as_ref())).await
    }

    /// What waited when the program last ended without closing this profile, and is still there;
    /// `None` if it was closed, or nothing is.
    pub(crate) async fn restored(self: &Arc<Self>) -> Result<Option<Restored>, StoreFault> {
        if self.before().is_none() {
            return Ok(None);
        }
        let store = Arc::clone(self);
        self.read(move |file| {
            let mut before = store.before();
            let left = before.as_ref().map(|before| presence::left(file, before)).transpose()?;
            let left = left.flatten();
            if left.is_none() {
                *before = None;
            }
            Ok(left)
        })
        .await
    }

    /// The user has seen what was restored.
    pub(crate) fn forget_restored(&self) {
        *self.before() = None;
    }

    fn before(&self) -> MutexGuard<'_, Option<LastEnd>> {
        self.before.lock()
    }

    /// Finishes what was asked for, brings the file to one piece and lets go of the lock.
    pub(crate) async fn close(&self) {
        let Some(writer) = self.writer().take() else { return };
        self.readers().clear();
        // The last of all jobs, and only here: whatever ends otherwise ended without closing.
        let untold = self.before().is_some();
        let closed = writer.send(move |tx| presence::leave(tx, untold));
        let _ = spawn_blocking(move || writer.finish()).await;
        if closed.await.is_err() {
            tracing::warn!("the profile will count as not closed");
        }
    }

    fn writer(&self) -> MutexGuard<'_, Option<Writer>> {
        self.writer.lock()
    }

    fn readers(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.readers.lock()
    }
}

const READ_ONLY: OpenFlags =
    OpenFlags::SQLITE_OPEN_READ_ONLY.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

fn file_in(folder: &Path) -> PathBuf {
    folder.join("profile.sqlite")
}

/// Sees to it that the database's files are this user's own and no links, and makes the file if it is
/// missing. One that is empty although a journal was kept beside it has lost everything.
fn prepare_file(folder: &Path, file: &Path) -> Result<(), StoreFault> {
    for end in ["", "-wal", "-shm", "-journal"] {
        let mut name = file.as_os_str().to_owned();
        name.push(end);
        private::file(Path::new(&name))?;
    }
    let is_empty = file.metadata().is_ok_and(|metadata| metadata.len() == 0);
    if is_empty && note::file_in(folder).exists() {
        return Err(StoreFault::Broken("the profile's file was emptied".to_owned()));
    }
    drop(private::open(file)?);
    Ok(())
}

/// Opens for writing. FULL, because a transaction whose commit was answered is promised to last.
fn connect(file: &Path) -> Result<Connection, StoreFault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(connection)
}

/// Writes into a new file whose it is, and refuses another profile's.
fn claim(connection: &Connection, profile: &Profile) -> Result<(), StoreFault> {
    connection.execute(
        "INSERT OR IGNORE INTO profile (only_row, server, user_name) VALUES (1, ?1, ?2)",
        [&profile.server, &profile.user_name],
    )?;
    let owner = connection.query_row("SELECT server, user_name FROM profile", [], |row| {
        Ok(Profile { server: row.get(0)?, user_name: row.get(1)? })
    })?;
    if owner == *profile {
        Ok(())
    } else {
        Err(StoreFault::Broken("the file is of another profile".to_owned()))
    }
}

#[cfg(test)]
mod tests;
pub(crate) mod unsent;
