//! Who is signed in where, and how the service is reached.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{Failure, Person, PlaceRef};

/// Service address and user name: what data on this computer belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Profile {
    /// The service's base address with its application path, without a trailing slash.
    pub server: String,
    /// Name used to sign in.
    pub user_name: String,
}

/// The reply of signing in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedIn {
    /// The profile now open.
    pub profile: Profile,
    /// Lists this service does not offer to this user; the client works without them.
    pub missing: Vec<MissingPart>,
}

/// A part of the interface that a service did not answer when signing in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MissingPart {
    /// The list of movements.
    Movements,
    /// The stocklists.
    Stocklists,
    /// The products.
    Products,
    /// Changes to movements: the service is of a newer generation that takes them elsewhere.
    Updates,
}

/// Where the session stands; the window's header and sign-in sheet are drawn from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SessionState {
    /// The profile whose data is shown; `None` before the first sign-in and after signing out.
    pub profile: Option<Profile>,
    /// A session in the service stands.
    pub signed_in: bool,
    /// The user chose to work with saved data without a session.
    pub offline: bool,
    /// The user locked the window: nothing is shown until they sign in again.
    pub locked: bool,
    /// How the service is reached.
    pub connection: Connection,
    /// Lists this service does not offer to this user.
    pub missing: Vec<MissingPart>,
    /// The location this session works in, chosen or told by the service (observed:
    /// `/api/chooseLocation`); `None` where the service knows none, or does not tell.
    pub location: Option<PlaceRef>,
    /// The service refuses calls of this session until a location is chosen for it.
    pub needs_location: bool,
    /// When the newest saved data was read; `None` when there is none.
    pub saved_as_of: Option<DateTime<Utc>>,
    /// Proxy between this computer and the service, where the system names one.
    pub proxy: Option<String>,
    /// The service is the practice warehouse inside this program.
    pub practice: bool,
}

/// How the service is reached, as measured by our own calls.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(not(target_arch = "wasm32"), serde(tag = "state"))]
pub enum Connection {
    /// No call was made yet.
    #[default]
    Unknown,
    /// The last call was answered.
    Online {
        /// Median of the last five answers, in milliseconds.
        milliseconds: u32,
    },
    /// Answers come, but take long.
    Slow {
        /// Median of the last five answers, in milliseconds.
        milliseconds: u32,
    },
    /// The service is not reached.
    Offline {
        /// Since when.
        since: DateTime<Utc>,
        /// What stopped the last call.
        failure: Failure,
    },
}

/// Where passwords can be remembered: the system's keychain, and nowhere else.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keychain {
    /// The system has one, and it answers.
    pub available: bool,
    /// Whether the password of the profile asked about is remembered there.
    pub remembered: bool,
}

/// Who the user is in the service: the interface does not tell, so it is harvested and chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The person chosen, or recognised by the user name.
    pub me: Option<Person>,
    /// The user chose, or skipped the question; it is not asked again.
    pub settled: bool,
    /// People to choose from, the likeliest first.
    pub candidates: Vec<Person>,
}
