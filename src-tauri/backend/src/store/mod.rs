//! What stays on this computer: one SQLite file per profile. One thread writes, in the order in
//! which it was asked to; readers have connections of their own. Opened by `profile`; the jobs it
//! runs are in `mirror` and `creations`. Deliberately absent: decisions, and any second writer.

pub(crate) mod creations;
pub(crate) mod facts;
pub(crate) mod folder;
pub(crate) mod load;
mod lock;
mod migrations;
pub(crate) mod mirror;

use std::{
    path::{Path, PathBuf},
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc},
    task::{Context, Poll},
    thread,
    time::Duration,
};

use contract::Profile;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use tokio::{sync::oneshot, task::spawn_blocking};

use crate::error::StoreFault;

/// The SQLite that mends a fault which could damage a file written and read at the same time.
const OLDEST_SQLITE: i32 = 3_051_003;

/// Connections for reading that are kept open between readings.
const READERS: usize = 2;

/// A profile's file, open.
pub(crate) struct Store {
    file: PathBuf,
    writer: Mutex<Option<Writer>>,
    readers: Mutex<Vec<Connection>>,
}

struct Writer {
    jobs: mpsc::Sender<Job>,
    thread: thread::JoinHandle<()>,
}

/// Tells when a job is committed, and what it answered.
#[must_use = "dropping it is to trust that the job will be done"]
pub(crate) struct Receipt<T>(oneshot::Receiver<Result<T, StoreFault>>);

type Job = Box<dyn FnOnce(&mut Connection) + Send>;

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
        if migrations::schema_of(&file)? > migrations::STEPS.len() {
            return Err(StoreFault::NewerData);
        }
        let mut connection = connect(&file)?;
        migrations::migrate(&mut connection, &file, migrations::STEPS)?;
        claim(&connection, profile)?;
        let (jobs, queue) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || write_until_closed(connection, queue, lock))?;
        let writer = Mutex::new(Some(Writer { jobs, thread }));
        Ok(Arc::new(Self { file, writer, readers: Mutex::default() }))
    }

    /// Hands a job to the writer at once, so that jobs are done in the order of these calls. The
    /// receipt comes when the job is committed; it need not be awaited for that.
    pub(crate) fn send<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Transaction<'_>) -> Result<T, StoreFault> + Send + 'static,
    ) -> Receipt<T> {
        let (answer, receipt) = oneshot::channel();
        let run: Job = Box::new(move |connection| {
            let outcome = commit(connection, job);
            if let Err(fault) = &outcome {
                tracing::error!(%fault, "a write to the profile's file failed");
            }
            let _ = answer.send(outcome);
        });
        // A writer that is gone drops the job, and with it the sending half of the receipt.
        if let Some(writer) = &*self.writer() {
            let _ = writer.jobs.send(run);
        }
        Receipt(receipt)
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

    /// Finishes what was asked for, brings the file to one piece and lets go of the lock.
    pub(crate) async fn close(&self) {
        let Some(Writer { jobs, thread }) = self.writer().take() else { return };
        self.readers().clear();
        drop(jobs);
        let _ = spawn_blocking(move || thread.join()).await;
    }

    fn writer(&self) -> MutexGuard<'_, Option<Writer>> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn readers(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Future for Receipt<T> {
    type Output = Result<T, StoreFault>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let answered = Pin::new(&mut self.0).poll(context);
        answered.map(|answer| answer.unwrap_or_else(|_| Err(closed())))
    }
}

const READ_ONLY: OpenFlags =
    OpenFlags::SQLITE_OPEN_READ_ONLY.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

fn file_in(folder: &Path) -> PathBuf {
    folder.join("profile.sqlite")
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

fn write_until_closed(mut connection: Connection, queue: mpsc::Receiver<Job>, lock: lock::Lock) {
    for job in queue {
        job(&mut connection);
    }
    if let Err(error) = connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)") {
        tracing::warn!(%error, "the profile's file keeps its log beside it");
    }
    drop(connection);
    // Nobody else may open the file before it is in one piece.
    drop(lock);
}

fn commit<T>(
    connection: &mut Connection,
    job: impl FnOnce(&Transaction<'_>) -> Result<T, StoreFault>,
) -> Result<T, StoreFault> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let value = job(&transaction)?;
    transaction.commit()?;
    Ok(value)
}

fn closed() -> StoreFault {
    StoreFault::Broken("the profile's file is closed".to_owned())
}

#[cfg(test)]
mod tests;
