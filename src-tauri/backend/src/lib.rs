//! The use cases of the client: one async method of [`Backend`] per backend command of the contract's
//! list, of the same name; they stand in `api`. Window and console call them; the client crate is
//! called from here alone. Deliberately absent: Tauri, HTTP, words for users, and any time but the
//! injected clock's.
//!
//! In reading order: a profile is opened as a `workspace`, made of parts over its file (`store`); a
//! session begins (`session`); calls go out (`service`); what is read is shown by `movements`,
//! `lookups` and `observed`. What is to be changed goes one road: it is saved in the `outbox`, and sent
//! from there.

mod account;
mod api;
mod background;
mod capabilities;
mod changes;
mod channel;
mod clock;
mod common;
mod directory;
mod editor;
mod error;
mod failure;
mod flags;
mod imported;
mod journal;
mod lookups;
mod movements;
mod observed;
mod outbox;
mod picking;
mod printed;
mod printing;
pub mod private;
mod reviews;
pub(crate) mod service;
pub(crate) mod session;
mod sheet;
mod store;
mod table;
mod workspace;

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, atomic::AtomicU64},
};

use parking_lot::Mutex;

use contract::Topic;
use secrecy::SecretString;
use tokio::sync::{Semaphore, broadcast};

use crate::{
    changes::Changes,
    common::{Common, IN_FLIGHT},
    service::elsewhere::Answers,
    session::{keychain::Keychain, last_user::LastUser},
    workspace::Workspace,
};

pub use client::Limits;
pub use clock::Clock;
pub use error::{Error, StoreFault};
pub use flags::{Flags, Instead};
pub use outbox::pace::Pace;
pub use printed::PrintedTable;
pub use printing::SystemPrinters;
pub use secrecy::{ExposeSecret, SecretString as Secret};
pub use service::elsewhere::{Ask, Consent, Elsewhere};
pub use session::keychain::KeychainSource;
pub use sheet::SheetFile;
pub use table::{TableCell, TableFault, TableFile, TableRow, TableSheet};

/// What a backend is opened with.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder that holds everything this program keeps; made if it is missing.
    pub data: PathBuf,
    /// Where the time comes from.
    pub clock: Clock,
    /// How long and how much a call waits for.
    pub limits: Limits,
    /// Base addresses of practice warehouses inside this program, as with
    /// [`Backend::mark_practice`].
    pub practice_bases: Vec<String>,
    /// Where passwords can be remembered.
    pub keychain: KeychainSource,
    /// How patient the outbox is.
    pub pace: Pace,
    /// Who decides about addresses that this computer does not know.
    pub elsewhere: Elsewhere,
    /// Whether it is tried by itself, after a sign-in and once a day at most, which calls beyond the
    /// interface document the service answers. Else it is tried by
    /// [`Backend::probe_capabilities`] alone.
    pub probes: bool,
}

impl Options {
    /// The computer's clock, the usual limits, no practice warehouse, any address, and nothing tried
    /// by itself.
    #[must_use]
    pub fn new(data: PathBuf) -> Self {
        let (clock, limits) = (Clock::system(), Limits::default());
        let keychain = KeychainSource::system();
        let pace = Pace::default();
        let (practice_bases, elsewhere) = (Vec::new(), Elsewhere::Allowed);
        Self { data, clock, limits, practice_bases, keychain, pace, elsewhere, probes: false }
    }
}

/// The backend: a cheap clone, all clones are one. Its methods belong on a tokio runtime.
#[derive(Clone)]
pub struct Backend {
    inner: Arc<Inner>,
}

struct Inner {
    common: Arc<Common>,
    /// The profile whose data is shown. Replaced by `api::profiles` alone.
    workspace: Mutex<Option<Arc<Workspace>>>,
    /// Entering and leaving a profile happen one after another, logins among them.
    entering: tokio::sync::Mutex<()>,
    /// Grows with each session that begins.
    entries: AtomicU64,
    /// Bases of practice warehouses, with the way into those whose password is not the usual one.
    practice: Mutex<HashMap<String, Option<WayIn>>>,
    answers: Answers,
    last_user: LastUser,
}

/// A word that stands for a password nobody knows.
struct WayIn {
    word: &'static str,
    password: SecretString,
}

impl Backend {
    /// Opens the data folder. No profile is open yet, and nothing is sent.
    ///
    /// # Errors
    /// If the folder cannot be made, or belongs to another user of this computer.
    pub fn open(options: Options) -> Result<Self, Error> {
        private::data_folder(&options.data).map_err(StoreFault::from)?;
        let last_user = LastUser::of(&options.data);
        let changes = Changes::new();
        let common = Common {
            keychain: Keychain::new(options.keychain, changes.clone()),
            data: options.data,
            clock: options.clock,
            limits: options.limits,
            pace: options.pace,
            probes: options.probes,
            elsewhere: options.elsewhere,
            changes,
            permits: Semaphore::new(IN_FLIGHT),
        };
        let inner = Inner {
            entries: AtomicU64::default(),
            common: Arc::new(common),
            workspace: Mutex::default(),
            entering: tokio::sync::Mutex::default(),
            practice: Mutex::default(),
            answers: Answers::default(),
            last_user,
        };
        let backend = Self { inner: Arc::new(inner) };
        for base in &options.practice_bases {
            backend.mark_practice(base);
        }
        Ok(backend)
    }

    /// What changes from now on, as topics gathered over a short while. A listener that is told it
    /// missed some must take everything as changed.
    #[must_use]
    pub fn changes(&self) -> broadcast::Receiver<Vec<Topic>> {
        self.common().changes.listen()
    }

    /// Says that the service at this address is the practice warehouse inside this program.
    pub fn mark_practice(&self, base: &str) {
        self.mark(base, None);
    }

    /// The same of one whose users all have a password that nobody is to know: who types the `word`
    /// in its place is signed in with it, from here and from nowhere else.
    pub fn mark_guarded_practice(&self, base: &str, word: &'static str, password: SecretString) {
        self.mark(base, Some(WayIn { word, password }));
    }

    fn mark(&self, base: &str, way_in: Option<WayIn>) {
        let base = client::Base::parse(base).map_or(base.to_owned(), |base| base.to_string());
        let mut practice = self.inner.practice.lock();
        if practice.insert(base, way_in).is_none() {
            drop(practice);
            self.common().changes.announce(&[Topic::Session]);
        }
    }

    /// The password that is sent to a service for the one that was typed.
    pub(crate) fn password_of(&self, base: &str, typed: SecretString) -> SecretString {
        let practice = self.inner.practice.lock();
        let way_in = practice.get(base).and_then(Option::as_ref);
        let way_in = way_in.filter(|way_in| way_in.word == typed.expose_secret());
        way_in.map_or(typed, |way_in| way_in.password.clone())
    }

    /// Ends work behind, finishes what is being kept, and lets go of the profile. The session in
    /// the service is left as it is.
    pub async fn close(&self) {
        let _entering = self.inner.entering.lock().await;
        if let Some(workspace) = self.take_opened() {
            workspace.close().await;
        }
        self.common().keychain.settle().await;
        self.inner.common.changes.flush();
    }

    pub(crate) fn common(&self) -> &Arc<Common> {
        &self.inner.common
    }

    /// The profile whose data is shown. Every command that reads or changes data takes it from
    /// here, so that none does while the window is locked.
    pub(crate) fn workspace(&self) -> Result<Arc<Workspace>, Error> {
        let shown = self.peek_opened().filter(|workspace| !workspace.service.session.is_locked());
        shown.ok_or(Error::NeedsSession)
    }

    pub(crate) fn peek_opened(&self) -> Option<Arc<Workspace>> {
        self.inner.workspace.lock().clone()
    }

    pub(crate) fn put_workspace(&self, workspace: Arc<Workspace>) {
        *self.inner.workspace.lock() = Some(workspace);
    }

    pub(crate) fn take_opened(&self) -> Option<Arc<Workspace>> {
        self.inner.workspace.lock().take()
    }

    pub(crate) fn is_practice(&self, base: &str) -> bool {
        self.inner.practice.lock().contains_key(base)
    }
}
