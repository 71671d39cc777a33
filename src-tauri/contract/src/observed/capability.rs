//! Which of the calls that the interface document does not show the service answers.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{Failure, GoodFor, ObservedCall};

/// What is known about one observed call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capability {
    /// The call.
    pub call: ObservedCall,
    /// What it is good for.
    pub good_for: GoodFor,
    /// What came of trying it the last time.
    pub outcome: Probed,
    /// When that was; `None` if it was never tried.
    pub at: Option<DateTime<Utc>>,
    /// HTTP status of the answer, where one came; 401 and 403 also where only the body says so.
    pub status: Option<u16>,
}

/// What came of trying an observed call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Probed {
    /// It was not tried yet: nobody signed in since, or nothing is known here that it could be asked
    /// about.
    NotTried,
    /// The service answers it.
    Offered,
    /// The service does not know it, or answers something else in its place.
    NotOffered,
    /// It may be there, but not now or not for this user.
    Failed(Failure),
}

/// Which observed calls the service answers, as far as that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capabilities {
    /// One row for each call, in the order of [`ObservedCall::ALL`].
    pub rows: Vec<Capability>,
    /// They are being tried right now.
    pub probing: bool,
    /// The service's own version, where it told it (observed: `appVersion`).
    pub version: Option<String>,
}

/// Where a fact comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// It was seen on records that were read, or on what was sent from here.
    #[default]
    Seen,
    /// The interface document shows it.
    Document,
    /// Somebody kept it here, for this site.
    Site,
    /// The service told it by a call of its own (observed in real installations).
    Service,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_is_listed_once_and_named_as_it_is_written() {
        for (at, call) in ObservedCall::ALL.iter().enumerate() {
            assert_eq!(ObservedCall::ALL.iter().position(|other| other == call), Some(at));
            assert!(call.path().starts_with("GET /api/"), "{call:?} only reads");
        }
    }

    #[test]
    fn an_outcome_crosses_the_border_and_comes_back() {
        let failed = Probed::Failed(crate::Reason::Refused { status: 500 }.into());
        for outcome in [Probed::NotTried, Probed::Offered, Probed::NotOffered, failed] {
            let text = serde_json::to_string(&outcome).unwrap();
            assert_eq!(serde_json::from_str::<Probed>(&text).unwrap(), outcome);
        }
    }
}
