//! The practice warehouse inside the program: started when asked for, stopped with the program.
//! To the backend it is a service like any other, but for its password: whoever types the one of the
//! sample users in the window is let in, and no other program is.

use std::path::{Path, PathBuf};

use backend::{Backend, ExposeSecret as _, Secret, private};
use contract::{Failure, Reason, Settings};
use practice::{Database, Options, Running, Service};
use tokio::sync::Mutex;

use crate::flags::Startup;

/// The practice warehouse of this computer, started or not.
pub struct PracticeWarehouse {
    folder: PathBuf,
    /// Of all its users, another one at each start: other programs here cannot sign in.
    password: Secret,
    running: Mutex<Option<Running>>,
}

impl PracticeWarehouse {
    /// Keeps its stock in the data folder; starts nothing.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn new(data: &Path) -> Startup<Self> {
        let password = private::random_word()?;
        Ok(Self { folder: data.join("practice"), password, running: Mutex::new(None) })
    }

    /// Whether the profile used last is the practice warehouse's.
    #[must_use]
    pub fn was_last(&self, settings: &Settings) -> bool {
        let base = private::read_text(&self.address_file()).unwrap_or_default();
        settings.profiles.first().is_some_and(|last| !base.is_empty() && last.server == base)
    }

    /// Its address; starts it if it does not run yet.
    ///
    /// # Errors
    /// [`Reason::Storage`] if its stock cannot be opened, or no port is free.
    pub async fn base(&self, backend: &Backend) -> Result<String, Failure> {
        let mut running = self.running.lock().await;
        if let Some(running) = running.as_ref() {
            return Ok(running.base().to_owned());
        }
        let started = self.start().await?;
        let base = started.base().to_owned();
        backend.mark_guarded_practice(&base, ::practice::sample::PASSWORD, self.password.clone());
        *running = Some(started);
        Ok(base)
    }

    /// Stops it, if it runs.
    pub async fn stop(&self) {
        if let Some(running) = self.running.lock().await.take() {
            running.stop().await;
        }
    }

    /// On the port of last time if that is free, so that the profile stays the same one.
    async fn start(&self) -> Result<Running, Failure> {
        let failed = |problem: &dyn std::fmt::Display| {
            tracing::error!("the practice warehouse could not start: {problem}");
            Failure::from(Reason::Storage)
        };
        private::folder(&self.folder).map_err(|problem| failed(&problem))?;
        private::file(&self.stock_file()).map_err(|problem| failed(&problem))?;
        let last = private::read_text(&self.address_file()).unwrap_or_default();
        let started = match Service::start(self.options(port_of(&last))).await {
            Ok(started) => started,
            Err(_) => Service::start(self.options(0)).await.map_err(|problem| failed(&problem))?,
        };
        let address = started.base().as_bytes();
        private::replace(&self.address_file(), address).map_err(|problem| failed(&problem))?;
        private::file(&self.stock_file()).map_err(|problem| failed(&problem))?;
        Ok(started)
    }

    fn options(&self, port: u16) -> Options {
        let database = Database::File(self.stock_file());
        let password = self.password.expose_secret().to_owned();
        Options { port, database, password, ..Options::default() }
    }

    fn stock_file(&self) -> PathBuf {
        self.folder.join("warehouse.sqlite")
    }

    fn address_file(&self) -> PathBuf {
        self.folder.join("address")
    }
}

/// The port in an address; 0, any free one, where there is none.
fn port_of(base: &str) -> u16 {
    let after_scheme = base.split_once("://").map_or("", |(_, rest)| rest);
    let authority = after_scheme.split('/').next().unwrap_or_default();
    authority.rsplit_once(':').and_then(|(_, port)| port.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::port_of;

    #[test]
    fn the_port_of_last_time_is_read_from_the_address() {
        assert_eq!(port_of("http://127.0.0.1:40123/stockroom"), 40123);
        assert_eq!(port_of(""), 0);
        assert_eq!(port_of("http://127.0.0.1/stockroom"), 0);
    }
}
