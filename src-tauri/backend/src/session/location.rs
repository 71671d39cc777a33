//! The location a session works in, which some services require (observed). It is chosen again at
//! each sign-in.

use contract::{MissingPart, PlaceRef};

use super::state::ServiceFacts;
use crate::service::login::Confirmed;

impl Confirmed {
    pub(crate) fn lacks_lists(&self) -> bool {
        self.missing.iter().any(|part| *part != MissingPart::Updates)
    }
}

pub(crate) fn found(
    confirmed: Confirmed,
    location: Option<PlaceRef>,
    needs_location: bool,
) -> ServiceFacts {
    let Confirmed { mut missing, one_way, .. } = confirmed;
    if needs_location {
        // Whether they are offered shows once there is one.
        missing.retain(|part| *part == MissingPart::Updates);
    }
    ServiceFacts { missing, one_way, location, needs_location }
}
