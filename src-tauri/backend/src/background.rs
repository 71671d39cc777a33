//! Background tasks of a profile: reads, the sender, and the probe for a service that went away.
//! They end when the profile closes, so that nothing of one user runs under another.

use std::future::Future;

use parking_lot::Mutex;

use tokio::task::{JoinSet, spawn_blocking};

use crate::error::Error;

/// Tasks that end with their owner; `None` once it ended.
pub(crate) struct Background(Mutex<Option<JoinSet<()>>>);

impl Default for Background {
    fn default() -> Self {
        Self(Mutex::new(Some(JoinSet::new())))
    }
}

impl Background {
    /// Starts a task, or drops it if the owner has ended.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let mut tasks = self.0.lock();
        if let Some(tasks) = &mut *tasks {
            while tasks.try_join_next().is_some() {}
            tasks.spawn(task);
        }
    }

    /// Ends every task and waits until none runs any more.
    pub(crate) async fn end(&self) {
        let tasks = self.0.lock().take();
        if let Some(mut tasks) = tasks {
            tasks.shutdown().await;
        }
    }
}

/// Does what would hold up the runtime (files, long lists) on a thread that may wait.
pub(crate) async fn blocking<T: Send + 'static>(
    job: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Error> {
    spawn_blocking(job).await.map_err(|error| Error::Internal(error.to_string()))
}
