//! Work in a folder, on a thread that may wait. A share that went away can hold such a thread for as long as it
//! likes: it is left to itself then, and no other begins in the same folder before it ended.

use std::{
    future::Future,
    path::{Path, PathBuf},
    time::Duration,
};

use tokio::{
    task::{JoinHandle, spawn_blocking},
    time::timeout,
};

use crate::error::Error;

/// What came of a job.
#[derive(Debug, PartialEq)]
pub(super) enum JobEnd<T> {
    /// It ended.
    Ended(T),
    /// It takes longer than one waits for it.
    Silent,
    /// The folder was left meanwhile.
    Left,
}

/// What runs, and in which folder.
pub(super) struct Jobs<T>(Vec<(PathBuf, JoinHandle<T>)>);

impl<T> Default for Jobs<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Send + 'static> Jobs<T> {
    /// Does a job in a folder, or waits for the one that runs there already.
    pub(super) async fn run(
        &mut self,
        folder: &Path,
        patience: Duration,
        left: impl Future<Output = ()>,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<JobEnd<T>, Error> {
        // What ended in a folder that was left is of no use any more.
        self.0.retain(|(of, running)| of == folder || !running.is_finished());
        let place = self.0.iter().position(|(of, _)| of == folder).unwrap_or_else(|| {
            self.0.push((folder.to_owned(), spawn_blocking(job)));
            self.0.len() - 1
        });
        let (_, running) = &mut self.0[place];
        let ended = tokio::select! {
            ended = timeout(patience, running) => ended,
            () = left => return Ok(JobEnd::Left),
        };
        let Ok(ended) = ended else { return Ok(JobEnd::Silent) };
        self.0.swap_remove(place);
        ended.map(JobEnd::Ended).map_err(|error| Error::Internal(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use std::{future::pending, future::ready, sync::mpsc};

    use super::*;

    #[tokio::test]
    async fn a_folder_that_hangs_is_left_to_itself_and_another_one_is_used_at_once() {
        let (here, there) = (Path::new("/here"), Path::new("/there"));
        let (short, long) = (Duration::from_millis(20), Duration::from_secs(20));
        let mut jobs = Jobs::default();
        let (go_on, waits) = mpsc::channel::<()>();
        let hangs = move || {
            let _ = waits.recv();
            "the first"
        };
        assert_eq!(jobs.run(here, short, pending(), hangs).await.unwrap(), JobEnd::Silent);
        // No other begins there, and whoever leaves need not wait for it.
        let other = || unreachable!("a second job in a folder that hangs");
        assert_eq!(jobs.run(here, short, pending(), other).await.unwrap(), JobEnd::Silent);
        assert_eq!(jobs.run(here, long, ready(()), other).await.unwrap(), JobEnd::Left);
        assert_eq!(
            jobs.run(there, long, pending(), || "there").await.unwrap(),
            JobEnd::Ended("there")
        );
        go_on.send(()).unwrap();
        assert_eq!(
            jobs.run(here, long, pending(), other).await.unwrap(),
            JobEnd::Ended("the first")
        );
        assert_eq!(
            jobs.run(here, long, pending(), || "again").await.unwrap(),
            JobEnd::Ended("again")
        );
    }
}
