//! Whether an address that this computer does not know may be called. Once data was shown, and for
//! a password that would travel unprotected from the start, somebody outside of the page must
//! confirm it: else a script in the page could carry data away as an address or a user name. The
//! shell asks in a dialog of the system.

use std::{
    collections::{HashSet, VecDeque},
    fmt,
    pin::Pin,
    sync::Arc,
};

use parking_lot::Mutex;

use tokio::time::Instant;

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

/// What was answered, and what was checked, in this run of the program.
#[derive(Default)]
pub(crate) struct Answers {
    pub allowed: Mutex<HashSet<String>>,
    pub checks: Mutex<VecDeque<Instant>>,
    /// One question at a time.
    pub asking: tokio::sync::Mutex<()>,
    /// One address is checked at a time.
    pub checking: tokio::sync::Mutex<()>,
}
