//! The one thread that writes a profile's file. Jobs are done in the order they came; those that
//! wait together are committed together, each undone alone if it fails, and none is answered before
//! the commit. Used by [`crate::store::Store`] alone.

use std::{
    pin::Pin,
    sync::mpsc::{Receiver, RecvError, Sender, channel},
    task::{Context, Poll},
    thread,
};

use rusqlite::{Connection, Transaction, TransactionBehavior};
use tokio::sync::oneshot;

use super::{lock::Lock, note::Note};
use crate::error::StoreFault;

/// No more jobs than this are committed together, so that nobody waits long for the others.
const MOST_TOGETHER: usize = 64;

/// The thread, and the way to it.
pub(super) struct Writer {
    jobs: Sender<WriteJob>,
    thread: thread::JoinHandle<()>,
}

/// Tells when a job is committed, and what it answered.
#[must_use = "dropping it is to trust that the job will be done"]
pub(crate) struct Receipt<T>(oneshot::Receiver<Result<T, StoreFault>>);

/// Runs in a transaction, or hears why there is none; what it returns hears how the commit went.
type WriteJob = Box<dyn FnOnce(Result<&Transaction<'_>, &StoreFault>) -> Ran + Send>;

/// A job that ran: whether it went well, and who waits to hear of the commit.
struct Ran {
    well: bool,
    answer: OnWritten,
}

type OnWritten = Box<dyn FnOnce(Result<(), &StoreFault>)>;

impl Writer {
    /// Starts the thread. It ends when the writer is closed or dropped.
    pub(super) fn start(
        connection: Connection,
        lock: Lock,
        note: Note,
    ) -> Result<Self, StoreFault> {
        let (jobs, queue) = channel();
        let thread = thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || write_until_closed(connection, &queue, lock, note))?;
        Ok(Self { jobs, thread })
    }

    /// Hands over a job.
    pub(super) fn send<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Transaction<'_>) -> Result<T, StoreFault> + Send + 'static,
    ) -> Receipt<T> {
        let (answer, receipt) = oneshot::channel();
        let run: WriteJob = Box::new(move |transaction| {
            let outcome = transaction.map_err(Clone::clone).and_then(job);
            let well = outcome.is_ok();
            let answer = Box::new(move |committed: Result<(), &StoreFault>| {
                let outcome = outcome.and_then(|value| {
                    committed.map_err(Clone::clone)?;
                    Ok(value)
                });
                if let Err(fault) = &outcome {
                    tracing::error!(%fault, "a write to the profile's file failed");
                }
                let _ = answer.send(outcome);
            });
            Ran { well, answer }
        });
        // A thread that is gone drops the job, and with it the sending half of the receipt.
        let _ = self.jobs.send(run);
        Receipt(receipt)
    }

    /// Does what was handed over, then ends. Blocks; for a thread that may.
    pub(super) fn finish(self) {
        drop(self.jobs);
        let _ = self.thread.join();
    }
}

impl<T> Receipt<T> {
    /// Of a job nobody is there to do.
    pub(super) fn of_nobody() -> Self {
        Self(oneshot::channel().1)
    }
}

impl<T> Future for Receipt<T> {
    type Output = Result<T, StoreFault>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let answered = Pin::new(&mut self.0).poll(context);
        answered.map(|answer| answer.unwrap_or_else(|_| Err(closed())))
    }
}

fn write_until_closed(
    mut connection: Connection,
    queue: &Receiver<WriteJob>,
    lock: Lock,
    mut note: Note,
) {
    while let Ok(first) = next_job(queue, || note.keep(&connection)) {
        write_together(&mut connection, first, queue);
    }
    if let Err(error) = connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)") {
        tracing::warn!(%error, "the profile's file keeps its log beside it");
    }
    drop(connection);
    // Nobody else may open the file before it is in one piece.
    drop(lock);
}

/// The next job. If none is there yet, there is time for something else before.
fn next_job(queue: &Receiver<WriteJob>, meanwhile: impl FnOnce()) -> Result<WriteJob, RecvError> {
    queue.try_recv().or_else(|_| {
        meanwhile();
        queue.recv()
    })
}

fn write_together(connection: &mut Connection, first: WriteJob, queue: &Receiver<WriteJob>) {
    let transaction = match connection.transaction_with_behavior(TransactionBehavior::Immediate) {
        Ok(transaction) => transaction,
        Err(error) => {
            let fault = StoreFault::from(error);
            (first(Err(&fault)).answer)(Err(&fault));
            return;
        }
    };
    let Ok(second) = queue.try_recv() else {
        // Most jobs come alone; what fails is undone with its transaction.
        let Ran { well, answer } = first(Ok(&transaction));
        let committed = if well { commit(transaction) } else { Ok(()) };
        answer(committed.as_ref().copied());
        return;
    };
    let mut answers = Vec::new();
    let mut next = Some(first);
    let mut waiting = Some(second);
    while let Some(job) = next {
        answers.push(apart(&transaction, job));
        // After some faults of the disk there is no transaction any more, and nothing was kept.
        let goes_on = !transaction.is_autocommit() && answers.len() < MOST_TOGETHER;
        next = waiting.take().or_else(|| goes_on.then(|| queue.try_recv().ok()).flatten());
    }
    let committed = commit(transaction);
    for answer in answers {
        answer(committed.as_ref().copied());
    }
}

fn commit(transaction: Transaction<'_>) -> Result<(), StoreFault> {
    if transaction.is_autocommit() {
        let why = "the transaction was given up by the database";
        return Err(StoreFault::Broken(why.to_owned()));
    }
    Ok(transaction.commit()?)
}

/// Runs a job so that what it wrote is undone if it fails, and nothing else is.
fn apart(transaction: &Transaction<'_>, job: WriteJob) -> OnWritten {
    let begun = if transaction.is_autocommit() {
        Err(StoreFault::Broken("the transaction was given up by the database".to_owned()))
    } else {
        transaction.execute_batch("SAVEPOINT job").map_err(StoreFault::from)
    };
    let Ran { well, answer } = match &begun {
        Ok(()) => job(Ok(transaction)),
        Err(fault) => job(Err(fault)),
    };
    if begun.is_err() || transaction.is_autocommit() {
        return answer;
    }
    let end = if well { "RELEASE job" } else { "ROLLBACK TO job; RELEASE job" };
    match transaction.execute_batch(end) {
        Ok(()) => answer,
        Err(error) => Box::new(move |_| answer(Err(&error.into()))),
    }
}

/// What a closed file answers.
pub(super) fn closed() -> StoreFault {
    StoreFault::Broken("the profile's file is closed".to_owned())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn writer() -> (tempfile::TempDir, Writer) {
        let folder = tempfile::tempdir().unwrap();
        let connection = Connection::open(folder.path().join("file.sqlite")).unwrap();
        connection.execute_batch("CREATE TABLE kept (n INTEGER NOT NULL UNIQUE) STRICT").unwrap();
        let lock = Lock::take(folder.path()).unwrap();
        let writer = Writer::start(connection, lock, Note::of(folder.path())).unwrap();
        (folder, writer)
    }

    fn keep(n: i64) -> impl FnOnce(&Transaction<'_>) -> Result<i64, StoreFault> + Send + 'static {
        move |tx| {
            tx.execute("INSERT INTO kept (n) VALUES (?1)", [n])?;
            Ok(n)
        }
    }

    #[tokio::test]
    async fn of_jobs_committed_together_one_that_fails_is_undone_alone() {
        let (_folder, writer) = writer();
        let (go, wait) = mpsc::channel::<()>();
        // Holds the thread until all are waiting, so that they are committed together.
        let first = writer.send(move |_| {
            let _ = wait.recv();
            Ok(())
        });
        let good = writer.send(keep(1));
        let bad = writer.send(|tx| {
            keep(2)(tx)?;
            keep(1)(tx)
        });
        let last = writer.send(keep(3));
        let count = writer.send(|tx| {
            Ok(tx
                .query_row("SELECT group_concat(n) FROM kept", [], |row| row.get::<_, String>(0))?)
        });
        go.send(()).unwrap();
        first.await.unwrap();
        assert_eq!(good.await, Ok(1));
        assert!(bad.await.is_err());
        assert_eq!(last.await, Ok(3));
        assert_eq!(count.await.unwrap(), "1,3");
    }

    #[tokio::test]
    async fn a_job_after_the_end_hears_that_nobody_is_there() {
        assert!(Receipt::<()>::of_nobody().await.is_err());
    }
}
