//! The calls the interface document does not show, and which of them the service answers.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::Failure;

/// A call that the interface document does not show; each was observed in real installations of
/// the service, and none changes anything there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ObservedCall {
    /// `GET /api/status`; observed in real installations.
    Status,
    /// `GET /api/getAppContext`; observed in newer installations.
    AppContext,
    /// `GET /api/getSession`; observed in older installations, in the place of the call above.
    Session,
    /// `GET /api/persons?name=`; observed in real installations.
    People,
    /// `GET /api/locations?name=`; observed in real installations.
    Places,
    /// `GET /api/reasonCodes?activityCode=`; observed in real installations.
    ReasonCodes,
    /// `GET /api/products/<id>/substitutions?location.id=`; observed in real installations.
    Substitutions,
    /// `GET /api/stockMovements/<id>?stepNumber=3`; observed in real installations.
    EditPage,
    /// `GET /api/stockMovements/<id>?stepNumber=4`; observed in real installations.
    PickPage,
}

impl ObservedCall {
    /// All of them, in the order in which they are shown and tried.
    pub const ALL: [Self; 9] = [
        Self::Status,
        Self::AppContext,
        Self::Session,
        Self::People,
        Self::Places,
        Self::ReasonCodes,
        Self::Substitutions,
        Self::EditPage,
        Self::PickPage,
    ];

    /// What the program does with it.
    #[must_use]
    pub fn good_for(self) -> GoodFor {
        match self {
            Self::Status => GoodFor::Health,
            Self::AppContext | Self::Session => GoodFor::WhoIAm,
            Self::People => GoodFor::FindingPeople,
            Self::Places => GoodFor::FindingPlaces,
            Self::ReasonCodes => GoodFor::Reasons,
            Self::Substitutions | Self::EditPage => GoodFor::Substitutes,
            Self::PickPage => GoodFor::Picking,
        }
    }

    /// Method and path below the base address, as a person who knows the service writes it.
    #[must_use]
    pub fn path(self) -> &'static str {
        match self {
            Self::Status => "GET /api/status",
            Self::AppContext => "GET /api/getAppContext",
            Self::Session => "GET /api/getSession",
            Self::People => "GET /api/persons",
            Self::Places => "GET /api/locations",
            Self::ReasonCodes => "GET /api/reasonCodes",
            Self::Substitutions => "GET /api/products/<id>/substitutions",
            Self::EditPage => "GET /api/stockMovements/<id>?stepNumber=3",
            Self::PickPage => "GET /api/stockMovements/<id>?stepNumber=4",
        }
    }
}

/// What an observed call is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoodFor {
    /// Telling a service without its database from one that is not reached.
    Health,
    /// Knowing who the user is, without asking.
    WhoIAm,
    /// Finding people who were not seen on any record.
    FindingPeople,
    /// Finding places that were not seen on any record.
    FindingPlaces,
    /// The service's own reasons, in its words.
    Reasons,
    /// What there is of a product, and what may go instead.
    Substitutes,
    /// What can be picked, and what was.
    Picking,
}

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
