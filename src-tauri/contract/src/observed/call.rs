//! The calls the interface document does not show, and what they are good for.

use serde::{Deserialize, Serialize};

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
