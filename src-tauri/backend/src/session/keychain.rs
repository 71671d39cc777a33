//! Passwords in the system's keychain, and nowhere else: where there is none, nothing is remembered
//! and nothing is written. One thread of its own talks to it, begun at the first question, because a
//! keychain may ask its user first and answer whenever they like; nobody here waits for it longer
//! than [`LIMIT`]. Called by `api::sessions`. Deliberately absent: any file, and any word
//! about what a password is good for.

use std::{
    fmt,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use contract::{ChannelDatabase, Profile, Topic};
use keyring_core::{CredentialStore, Entry};
use secrecy::{ExposeSecret as _, SecretString};
use tokio::{sync::oneshot, time::timeout};
use zeroize::Zeroizing;

use crate::{changes::Changes, error::Error};

/// What entries are filed under, beside the name of their owner.
const SERVICE: &str = "app.stockhand.desktop";

/// Nobody waits longer for the keychain; what it does later is done, and announced.
const LIMIT: Duration = Duration::from_secs(3);

type StoreResult = keyring_core::Result<Arc<CredentialStore>>;

/// Where the keychain is: the system's own, or another one for tests.
#[derive(Clone)]
pub struct KeychainSource(Arc<dyn Fn() -> StoreResult + Send + Sync>);

impl KeychainSource {
    /// The keychain of this system. Nothing is opened before it is asked.
    #[must_use]
    pub fn system() -> Self {
        Self::of(system)
    }

    /// A keychain that is opened like this.
    pub fn of(open: impl Fn() -> StoreResult + Send + Sync + 'static) -> Self {
        Self(Arc::new(open))
    }
}

impl fmt::Debug for KeychainSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeychainSource")
    }
}

/// The keychain.
pub(crate) struct Keychain {
    source: KeychainSource,
    changes: Changes,
    thread: OnceLock<mpsc::Sender<KeychainJob>>,
    /// Questions nobody waits for any more, and the keychain has not answered yet.
    late: Arc<AtomicUsize>,
}

type KeychainJob = Box<dyn FnOnce(&mut Held) + Send>;

/// Why the keychain did not do it.
#[derive(Debug, PartialEq, Eq)]
enum Fault {
    /// There is none, it is locked, or it does not answer.
    Unavailable,
    /// It holds no such password.
    NotThere,
}

impl Keychain {
    pub(crate) fn new(source: KeychainSource, changes: Changes) -> Self {
        Self { source, changes, thread: OnceLock::new(), late: Arc::default() }
    }

    /// Whether there is a keychain that answers, and whether it holds the password of this profile or database.
    pub(crate) async fn state(&self, of: impl Into<EntryName>) -> contract::Keychain {
        let EntryName(user) = of.into();
        let find = |entry: &Entry| entry.get_credential().map(drop);
        let found = self.ask(move |held| held.at(&user, find)).await;
        let available = found != Err(Fault::Unavailable);
        contract::Keychain { available, remembered: found.is_ok() }
    }

    /// Remembers a password. It is done behind: nobody's signing in waits for a keychain. That it
    /// was done is announced, and a question asked meanwhile is answered after it.
    pub(crate) fn remember(&self, of: impl Into<EntryName>, password: SecretString) {
        let EntryName(user) = of.into();
        let (answer, receipt) = oneshot::channel();
        self.send(Box::new(move |held| {
            let password = password.expose_secret();
            let kept = held.at(&user, |entry| match entry.set_password(password) {
                Err(keyring_core::Error::Ambiguous(all)) => {
                    remove(all)?;
                    entry.set_password(password)
                }
                outcome => outcome,
            });
            let _ = answer.send(kept);
        }));
        let changes = self.changes.clone();
        tokio::spawn(async move {
            match receipt.await {
                Ok(Ok(())) => changes.announce(&[Topic::Session]),
                _ => tracing::warn!("the password is not remembered"),
            }
        });
    }

    /// The password remembered for this profile or database.
    ///
    /// # Errors
    /// [`Error::NoKeychain`], [`Error::NotRemembered`].
    pub(crate) async fn recall(&self, of: impl Into<EntryName>) -> Result<SecretString, Error> {
        let EntryName(user) = of.into();
        let secret = self.ask(move |held| {
            held.at(&user, |entry| {
                let bytes = Zeroizing::new(entry.get_secret()?);
                let text = std::str::from_utf8(&bytes).map_err(|_| keyring_core::Error::NoEntry)?;
                Ok(SecretString::from(text))
            })
        });
        secret.await.map_err(Error::from)
    }

    /// Takes the password of this profile or database out, in its turn even if the keychain does not answer yet.
    ///
    /// # Errors
    /// [`Error::NoKeychain`] if it has not answered. That there was none is no failure.
    pub(crate) async fn forget(&self, of: impl Into<EntryName>) -> Result<(), Error> {
        let EntryName(user) = of.into();
        let job = move |held: &mut Held| {
            held.at(&user, |entry| match entry.delete_credential() {
                Err(keyring_core::Error::Ambiguous(all)) => remove(all),
                outcome => outcome,
            })
        };
        match self.ask(job).await {
            Ok(()) | Err(Fault::NotThere) => Ok(()),
            Err(fault) => Err(fault.into()),
        }
    }

    /// Waits until what was asked for is done, if the keychain does it in time.
    pub(crate) async fn settle(&self) {
        if self.thread.get().is_some() {
            let _ = self.ask(|_| Ok(())).await;
        }
    }

    /// Asks the keychain in turn, and waits for its answer as long as anybody may.
    async fn ask<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Held) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let (answer, mut receipt) = oneshot::channel();
        self.send(Box::new(move |held| {
            // An answer nobody takes is dropped, and a secret in it wiped.
            let _ = answer.send(job(held));
        }));
        // It keeps somebody waiting already; the next one need not find that out again.
        if self.late.load(Ordering::Acquire) > 0 {
            return Err(Fault::Unavailable);
        }
        if let Ok(answer) = timeout(LIMIT, &mut receipt).await {
            return answer.unwrap_or(Err(Fault::Unavailable));
        }
        tracing::warn!("the system's keychain does not answer; perhaps it is locked");
        let (late, changes) = (Arc::clone(&self.late), self.changes.clone());
        late.fetch_add(1, Ordering::AcqRel);
        tokio::spawn(async move {
            let _ = receipt.await;
            late.fetch_sub(1, Ordering::AcqRel);
            changes.announce(&[Topic::Session]);
        });
        Err(Fault::Unavailable)
    }

    fn send(&self, job: KeychainJob) {
        let jobs = self.thread.get_or_init(|| {
            let (jobs, queue) = mpsc::channel();
            let mut held = Held { source: self.source.clone(), store: None, told: false };
            let work = move || queue.into_iter().for_each(|job: KeychainJob| job(&mut held));
            // Not one of the runtime's threads: these are waited for when the program ends, and a
            // keychain can wait for its user for ever.
            if let Err(error) = thread::Builder::new().name("keychain".to_owned()).spawn(work) {
                tracing::warn!(%error, "there is no thread for the keychain");
            }
            jobs
        });
        // Without its thread the job is dropped, and whoever asked learns that nobody answers.
        let _ = jobs.send(job);
    }
}

/// What the thread has at hand.
struct Held {
    source: KeychainSource,
    store: Option<Arc<CredentialStore>>,
    /// That there is none was told.
    told: bool,
}

impl Held {
    /// Does something with an entry, after opening the keychain if it is not open.
    fn at<T>(
        &mut self,
        user: &str,
        job: impl FnOnce(&Entry) -> keyring_core::Result<T>,
    ) -> Result<T, Fault> {
        let done = self.store().and_then(|store| job(&store.build(SERVICE, user, None)?));
        done.map_err(|error| match error {
            keyring_core::Error::NoEntry => Fault::NotThere,
            error => {
                // Opened anew the next time: the service behind it may have been started again.
                self.store = None;
                if !std::mem::replace(&mut self.told, true) {
                    tracing::warn!(%error, "the system's keychain is not available");
                }
                Fault::Unavailable
            }
        })
    }

    fn store(&mut self) -> StoreResult {
        if let Some(store) = &self.store {
            return Ok(Arc::clone(store));
        }
        let store = (self.source.0)()?;
        self.store = Some(Arc::clone(&store));
        Ok(store)
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Unavailable => Self::NoKeychain,
            Fault::NotThere => Self::NotRemembered,
        }
    }
}

/// Whose password an entry holds.
pub(crate) struct EntryName(String);

/// An address holds no `@`, so the last one parts name and address.
impl From<&Profile> for EntryName {
    fn from(profile: &Profile) -> Self {
        Self(format!("{}@{}", profile.user_name, profile.server))
    }
}

/// A database's password belongs to the profile that uses it.
impl From<(&Profile, &ChannelDatabase)> for EntryName {
    fn from((profile, database): (&Profile, &ChannelDatabase)) -> Self {
        let Self(profile) = profile.into();
        Self(format!("{profile} {database}"))
    }
}

/// Removes entries of one name; two programs at once can have made several.
fn remove(entries: Vec<Entry>) -> keyring_core::Result<()> {
    entries.iter().try_for_each(Entry::delete_credential)
}

#[cfg(target_os = "macos")]
fn system() -> StoreResult {
    Ok(apple_native_keyring_store::keychain::Store::new()?)
}

#[cfg(target_os = "windows")]
fn system() -> StoreResult {
    Ok(windows_native_keyring_store::Store::new()?)
}

#[cfg(all(unix, not(any(target_os = "macos", target_os = "ios"))))]
fn system() -> StoreResult {
    Ok(zbus_secret_service_keyring_store::Store::new()?)
}

#[cfg(any(target_os = "ios", not(any(unix, target_os = "windows"))))]
fn system() -> StoreResult {
    Err(keyring_core::Error::NoDefaultStore)
}

#[cfg(test)]
mod tests;
