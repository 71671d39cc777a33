//! A user of the mixed histories: the product on a runtime of its own, so that it can be broken off in
//! the middle of anything and started again over the same folder. Deliberately absent: what the user
//! does; that is the history's.

use std::future::Future;
use std::time::{Duration, Instant};

use backend::{Backend, Clock, Limits, Pace};
use contract::{MovementId, MovementRef, OpenMovement, OpenedMovement, ReadSession};
use practice::sample;
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

use super::seat::{enter, hurried, open_at, open_profile};
use crate::promise::Violation;
use crate::proxy::Proxy;

/// How long a broken off program may take to let go of its folder; it is only an end.
const PATIENCE: Duration = Duration::from_secs(60);

/// A user at work.
pub struct Player {
    /// The user's name.
    pub user: &'static str,
    /// Between them and the service.
    pub proxy: Proxy,
    /// Their clock.
    pub clock: Clock,
    data: TempDir,
    pace: Pace,
    running: Option<(Runtime, Backend)>,
}

impl Player {
    /// Starts the product for a sample user and signs in.
    ///
    /// # Errors
    /// If it is not accepted.
    pub async fn start(service: &str, user: usize, absence: u64) -> Result<Self, Violation> {
        let mut player = Self {
            user: sample::USERS[user].username,
            proxy: Proxy::before(service).await?,
            clock: Clock::manual(Clock::system().now()),
            data: tempfile::tempdir()?,
            pace: hurried(absence),
            running: None,
        };
        player.run()?;
        player.sign_in().await?;
        Ok(player)
    }

    fn run(&mut self) -> Result<(), Violation> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let _inside = runtime.enter();
        let backend = open_at(self.data.path(), self.pace, Limits::default(), &self.clock)?;
        drop(_inside);
        self.running = Some((runtime, backend));
        Ok(())
    }

    /// Does something with the product, where the product runs.
    ///
    /// # Errors
    /// If it is not running.
    pub async fn with<T, F>(&self, work: impl FnOnce(Backend) -> F) -> Result<T, Violation>
    where
        T: Send + 'static,
        F: Future<Output = T> + Send + 'static,
    {
        let running = self.running.as_ref().ok_or_else(|| Violation("not running".into()))?;
        let (runtime, backend) = running;
        Ok(runtime.spawn(work(backend.clone())).await?)
    }

    /// Signs in; whether it was accepted.
    ///
    /// # Errors
    /// If the product is not running.
    pub async fn sign_in(&self) -> Result<bool, Violation> {
        let (server, user) = (self.proxy.base().to_owned(), self.user);
        self.with(|backend| async move { enter(&backend, &server, user).await.is_ok() }).await
    }

    /// Whether a session stands that something can be sent with, as far as the product knows.
    ///
    /// # Errors
    /// If the product is not running.
    pub async fn is_signed_in(&self) -> Result<bool, Violation> {
        let state = self.with(|backend| async move { backend.session(ReadSession {}).await });
        let state = state.await??;
        Ok(state.signed_in && !state.needs_location)
    }

    /// Shows a movement with its lines; nothing if it is not known and cannot be read.
    ///
    /// # Errors
    /// If the product is not running.
    pub async fn look_at(&self, id: &MovementId) -> Result<Option<OpenedMovement>, Violation> {
        let movement = MovementRef::Id(id.clone());
        let request = OpenMovement { movement, without_lines: false };
        self.with(|backend| async move { backend.open_movement(request).await.ok() }).await
    }

    /// Breaks the program off, whatever it is doing, and opens its folder again.
    ///
    /// # Errors
    /// If the folder cannot be opened again.
    pub async fn break_off(&mut self) -> Result<(), Violation> {
        if let Some((runtime, backend)) = self.running.take() {
            runtime.shutdown_background();
            drop(backend);
        }
        self.run()?;
        let began = Instant::now();
        loop {
            let (server, user) = (self.proxy.base().to_owned(), self.user);
            let opened = self
                .with(|backend| async move { open_profile(&backend, &server, user).await })
                .await?;
            match opened {
                Ok(()) => return Ok(()),
                // The other one has not let go of it yet.
                Err(_) if began.elapsed() < PATIENCE => {
                    tokio::time::sleep(Duration::from_millis(3)).await;
                }
                Err(why) => return Err(why),
            }
        }
    }

    /// Ends the program in good order.
    ///
    /// # Errors
    /// If it is not running.
    pub async fn end(mut self) -> Result<(), Violation> {
        self.with(|backend| async move { backend.close().await }).await?;
        if let Some((runtime, _)) = self.running.take() {
            runtime.shutdown_background();
        }
        Ok(())
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        if let Some((runtime, _)) = self.running.take() {
            runtime.shutdown_background();
        }
    }
}
