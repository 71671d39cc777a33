//! The next state of operations after an attempt: a pure function of what was heard and the number
//! of tries.

use client::Trouble;
use contract::{Failure, OperationState, Reason};

use crate::error::Error;

/// What was heard of an attempt.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Heard {
    /// The session has ended, or there is none: nothing was done.
    SignedOut,
    /// The service refuses everything until a location is chosen: nothing was done.
    NeedsLocation,
    /// The service was not reached: nothing was done.
    Unreached(Failure),
    /// The service said no: nothing of it was done, as far as it says.
    Refused(Failure),
    /// It may have been done or not.
    Lost,
    /// The service answered that it is too busy. What stands before it may say so of a request that
    /// it had handed on: it may have been done or not.
    Busy,
    /// Something before the attempt went wrong that may go right another time.
    NotNow(Failure),
}

/// What becomes of the operations of an attempt.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Next {
    /// All wait as before, and go when they can.
    Wait,
    /// All wait as before; nothing is sent before somebody signs in.
    AwaitSession,
    /// All wait as before; nothing is sent before a location is chosen.
    AwaitLocation,
    /// All wait as before; nothing is sent before a pause is over or the service is reached.
    AwaitService(Failure),
    /// All wait as before; this lane goes on after a pause.
    Pause(Failure),
    /// It must be looked for.
    Look,
    /// It must be looked for, and is sent again if it is not there.
    Busy,
    /// What was not done is sent again in two halves.
    Halve,
    /// It waits for the user.
    Park(Failure),
}

/// What follows from what was heard about a request with so many changes in it that stand or fall by
/// themselves.
pub(crate) fn next(heard: Heard, changes: usize) -> Next {
    match heard {
        Heard::SignedOut => Next::AwaitSession,
        Heard::NeedsLocation => Next::AwaitLocation,
        Heard::Unreached(failure) => Next::AwaitService(failure),
        Heard::NotNow(failure) => Next::Pause(failure),
        Heard::Lost => Next::Look,
        Heard::Busy => Next::Busy,
        Heard::Refused(failure) => {
            let is_about_all = matches!(
                failure.reason,
                Reason::UpdatesNotOffered
                    | Reason::Forbidden { .. }
                    | Reason::Gone
                    | Reason::Refused { status: 404 }
            );
            if changes > 1 && !is_about_all { Next::Halve } else { Next::Park(failure) }
        }
    }
}

/// What an error of a write says.
pub(crate) fn of_write(error: Error) -> Heard {
    match error {
        Error::SignedOut | Error::NeedsSession | Error::Closed => Heard::SignedOut,
        Error::NeedsLocation => Heard::NeedsLocation,
        Error::NoAnswer(_) => Heard::Lost,
        Error::Busy(_) => Heard::Busy,
        Error::UpdateNotFound { again: false, .. } => Heard::NotNow(error.into()),
        Error::Call { trouble: Trouble::Invalid(_), .. } => Heard::Refused(error.into()),
        error if error.is_not_found() => Heard::Refused(Reason::Gone.into()),
        error if error.is_unreached() => Heard::Unreached(error.into()),
        Error::Call { .. } | Error::Store(_) | Error::Internal(_) => Heard::NotNow(error.into()),
        error => Heard::Refused(error.into()),
    }
}

/// What an error of a reading before a write says.
pub(crate) fn of_read(error: Error) -> Heard {
    match error {
        Error::SignedOut | Error::NeedsSession | Error::Closed => Heard::SignedOut,
        Error::NeedsLocation => Heard::NeedsLocation,
        Error::Unknown => Heard::Refused(Reason::Gone.into()),
        error if error.is_not_found() => Heard::Refused(Reason::Gone.into()),
        error if error.is_unreached() => Heard::Unreached(error.into()),
        error => Heard::NotNow(error.into()),
    }
}

/// Where an operation stands that was looked for and not found: it waits again, or for the user
/// after it was lost too often, for this reason.
pub(crate) fn not_done(lost: u32, lost_attempts: u32, why: Reason) -> OperationState {
    if lost >= lost_attempts { OperationState::Stuck(why.into()) } else { OperationState::Queued }
}

#[cfg(test)]
mod tests {
    use client::Refusal;
    use contract::Endpoint;

    use super::*;

    fn refused(status: u16) -> Error {
        Error::Refused(Refusal { status, error_code: None, message: "no".into() })
    }

    #[test]
    fn every_outcome_of_a_write_leads_where_it_is_safe_to_go() {
        let call = |trouble| Error::Call {
            endpoint: Endpoint::UpdateMovement,
            host: "stock.example".into(),
            trouble,
        };
        let next_of = |error, changes| next(of_write(error), changes);
        assert_eq!(next_of(Error::SignedOut, 3), Next::AwaitSession);
        assert_eq!(next_of(Error::NeedsLocation, 3), Next::AwaitLocation);
        assert_eq!(next_of(Error::NoAnswer(Endpoint::UpdateMovement), 3), Next::Look);
        assert_eq!(next_of(Error::Busy(Endpoint::UpdateMovement), 3), Next::Busy);
        assert!(matches!(next_of(call(Trouble::ConnectionRefused), 3), Next::AwaitService(_)));
        assert!(matches!(next_of(call(Trouble::Invalid("0".into())), 1), Next::Park(_)));
        assert_eq!(next_of(refused(500), 3), Next::Halve);
        assert!(matches!(next_of(refused(500), 1), Next::Park(_)));
        assert!(matches!(next_of(Error::UpdatesNotOffered, 3), Next::Park(_)));
        assert!(matches!(next_of(Error::Forbidden(Endpoint::UpdateMovement), 3), Next::Park(_)));
    }

    #[test]
    fn a_reading_that_fails_parks_only_what_is_gone() {
        assert!(matches!(next(of_read(refused(404)), 3), Next::Park(_)));
        assert!(matches!(next(of_read(refused(500)), 1), Next::Pause(_)));
        assert!(matches!(next(of_read(Error::Unclear { status: 200 }), 1), Next::Pause(_)));
    }

    #[test]
    fn what_is_lost_too_often_waits_for_the_user() {
        let why = || Reason::NoAnswer { endpoint: Endpoint::UpdateMovement };
        assert_eq!(not_done(4, 5, why()), OperationState::Queued);
        assert_eq!(not_done(5, 5, why()), OperationState::Stuck(why().into()));
    }
}
