//! Whether an address may be called that this computer does not know. Once data was shown, somebody
//! outside of the page must have said yes: else a script in the page could carry data away as an
//! address or as a user name. A password that would travel unprotected needs that yes from the start.
//! Asked by `check_server` and `sign_in`. Deliberately absent: the question itself, which the shell
//! asks in a dialog of the system.

use std::{
    collections::{HashSet, VecDeque},
    fmt,
    pin::Pin,
    sync::Arc,
    time::Duration,
};

use parking_lot::Mutex;

use client::Base;
use tokio::time::Instant;

use crate::{Backend, background::blocking, error::Error, store::others};

/// Asks whether an address may be called, where no page can answer.
pub type Ask = dyn Fn(String) -> Consent + Send + Sync;

/// A yes, or not, once somebody gave it.
pub type Consent = Pin<Box<dyn Future<Output = bool> + Send>>;

/// Who decides about addresses that this computer does not know.
#[derive(Clone, Default)]
pub enum Elsewhere {
    /// Nobody is asked: whoever gives the commands typed the address.
    #[default]
    Allowed,
    /// Commands come from a page, which cannot be told from a script that got into it.
    Asked {
        /// Addresses that whoever started the program named.
        known: Vec<String>,
        /// How a yes is got.
        ask: Arc<Ask>,
    },
}

impl fmt::Debug for Elsewhere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Allowed => "Allowed",
            Self::Asked { .. } => "Asked",
        })
    }
}

/// So many addresses of a page are checked within [`AMONG`].
const CHECKS: usize = 20;

const AMONG: Duration = Duration::from_secs(60);

/// What was answered, and what was checked, in this run of the program.
#[derive(Default)]
pub(crate) struct Answers {
    allowed: Mutex<HashSet<String>>,
    checks: Mutex<VecDeque<Instant>>,
    /// One question at a time.
    asking: tokio::sync::Mutex<()>,
    /// One address is checked at a time.
    pub checking: tokio::sync::Mutex<()>,
}

impl Backend {
    /// Goes on if an address may be called.
    ///
    /// # Errors
    /// [`Error::NotConfirmed`] if it is not known and nobody said yes.
    pub(crate) async fn may_call(&self, base: &Base) -> Result<(), Error> {
        let was_shown = self.entries() > 0 || self.peek_opened().is_some();
        if was_shown { self.confirm(base).await } else { Ok(()) }
    }

    /// Goes on if a password may be sent to an address: where it would travel unprotected, a page's
    /// word is not enough, also before any data was shown.
    ///
    /// # Errors
    /// As [`Self::may_call`].
    pub(crate) async fn may_send_password(&self, base: &Base) -> Result<(), Error> {
        if base.is_exposed() { self.confirm(base).await } else { self.may_call(base).await }
    }

    /// Goes on if an address is known, or somebody outside of the page says yes to it.
    async fn confirm(&self, base: &Base) -> Result<(), Error> {
        let Elsewhere::Asked { known, ask } = &self.common().elsewhere else { return Ok(()) };
        if self.is_known(known, base).await? {
            return Ok(());
        }
        let answers = &self.inner.answers;
        let _asking = answers.asking.lock().await;
        // What waited here may have been answered meanwhile.
        if self.was_allowed(base) {
            return Ok(());
        }
        if !ask(base.to_string()).await {
            return Err(Error::NotConfirmed { host: base.host().to_owned() });
        }
        let mut allowed = answers.allowed.lock();
        allowed.insert(base.to_string());
        Ok(())
    }

    /// Counts an address that is to be checked for a page.
    ///
    /// # Errors
    /// If there were too many.
    pub(crate) fn count_check(&self) -> Result<(), Error> {
        if matches!(self.common().elsewhere, Elsewhere::Allowed) {
            return Ok(());
        }
        let now = Instant::now();
        let mut checks = self.inner.answers.checks.lock();
        while checks.front().is_some_and(|check| now.duration_since(*check) >= AMONG) {
            checks.pop_front();
        }
        if checks.len() >= CHECKS {
            return Err(Error::Invalid { field: "server", problem: "checked too often" });
        }
        checks.push_back(now);
        Ok(())
    }

    async fn is_known(&self, known: &[String], base: &Base) -> Result<bool, Error> {
        let named = |known: &String| Base::parse(known).is_ok_and(|known| known == *base);
        if self.is_practice(base.as_str()) || self.was_allowed(base) || known.iter().any(named) {
            return Ok(true);
        }
        let (data, server) = (self.common().data.clone(), base.to_string());
        blocking(move || others::has_server(&data, &server)).await
    }

    fn was_allowed(&self, base: &Base) -> bool {
        let allowed = self.inner.answers.allowed.lock();
        allowed.contains(base.as_str())
    }
}
