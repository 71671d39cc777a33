//! What every part of the backend shares, whoever is signed in: the data folder, the clock, limits,
//! and how changes are announced.

use std::path::PathBuf;

use client::Limits;
use tokio::sync::Semaphore;

use crate::{
    changes::Changes, clock::Clock, outbox::pace::Pace, service::elsewhere::Elsewhere,
    session::keychain::Keychain,
};

/// Requests that may be in flight to a service at once.
pub(crate) const IN_FLIGHT: usize = 2;

/// What every part shares.
pub(crate) struct Common {
    /// The folder that holds everything this program keeps.
    pub data: PathBuf,
    /// Where the time comes from.
    pub clock: Clock,
    /// How long and how much a call waits for.
    pub limits: Limits,
    /// How patient the outbox is.
    pub pace: Pace,
    /// Whether it is tried by itself which observed calls the service answers.
    pub probes: bool,
    /// Who decides about addresses that this computer does not know.
    pub elsewhere: Elsewhere,
    /// Who is told what changes.
    pub changes: Changes,
    /// Where passwords are remembered.
    pub keychain: Keychain,
    /// One for each request that may be in flight, [`IN_FLIGHT`] in all.
    pub permits: Semaphore,
}
