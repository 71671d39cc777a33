//! What can go wrong in a use case. Made by every file of this crate, turned into the one failure
//! the window sees in `failure.rs` alone. Deliberately absent: sentences for users.

use client::{Outcome, Refusal, Trouble};
use contract::{AddressProblem, Endpoint, FormProblem, Reason};
use rules::editor::error::EditError;

/// Why a use case did not do what was asked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// The service does not accept user name and password.
    #[error("not accepted")]
    NotAccepted,
    /// The session ended while this was done.
    #[error("signed out")]
    SignedOut,
    /// Nobody is signed in, or no profile is open.
    #[error("needs a session")]
    NeedsSession,
    /// The user lacks the right.
    #[error("forbidden: {0:?}")]
    Forbidden(Endpoint),
    /// The service said no.
    #[error("refused by the service: {0:?}")]
    Refused(Refusal),
    /// A read was answered by a page, and yet the session stands.
    #[error("a page with HTTP {status} where an answer was expected")]
    Unclear {
        /// HTTP status of the page.
        status: u16,
    },
    /// What answers is not the service.
    #[error("not the service: {host}")]
    NotOurService {
        /// Host and port.
        host: String,
    },
    /// The service runs without its database.
    #[error("the service at {host} has no database")]
    NoDatabase {
        /// Host and port.
        host: String,
    },
    /// A call was not answered.
    #[error("{endpoint:?} at {host}: {trouble}")]
    Call {
        /// Which call.
        endpoint: Endpoint,
        /// Host and port.
        host: String,
        /// What stood in the way.
        trouble: Trouble,
    },
    /// A write was sent, and what became of it is not known.
    #[error("{0:?} was sent, no answer came")]
    NoAnswer(Endpoint),
    /// A write was sent, and the service answered that it is too busy for it.
    #[error("{0:?} was sent, the service is too busy")]
    Busy(Endpoint),
    /// An update was answered "not found", though the movement can be read.
    #[error("the update was not found: {refusal:?}")]
    UpdateNotFound {
        /// What the service said.
        refusal: Refusal,
        /// It said so before, of the same movement.
        again: bool,
    },
    /// The service reads movements but takes no changes to them.
    #[error("updates are not offered")]
    UpdatesNotOffered,
    /// The service refuses calls until a location is chosen for the session.
    #[error("the session has no location")]
    NeedsLocation,
    /// The address typed cannot be a service's.
    #[error("the address cannot be used: {0}")]
    Address(AddressProblem),
    /// Plain http to another computer was not allowed.
    #[error("plain http to {host}")]
    PlainHttp {
        /// Host and port.
        host: String,
    },
    /// Nobody said yes to calling an address that this computer does not know.
    #[error("calling {host} was not confirmed")]
    NotConfirmed {
        /// Host and port.
        host: String,
    },
    /// A certificate file holds nothing usable.
    #[error("not a usable certificate file")]
    CertificateFile,
    /// A field of a request must have a value.
    #[error("{0} is required")]
    Required(&'static str),
    /// The form of a new movement cannot be sent like this.
    #[error("the form cannot be sent: {0:?}")]
    Form(FormProblem),
    /// No such record is known here or in the service.
    #[error("no such record")]
    Unknown,
    /// The request makes no sense.
    #[error("{problem}")]
    Invalid {
        /// The request's field.
        field: &'static str,
        /// What is wrong with it, in English, for whoever wrote the request.
        problem: &'static str,
    },
    /// The rules about lines do not allow it (interface document, 3), for this reason.
    #[error("not allowed: {0:?}")]
    NotAllowed(Reason),
    /// It is on its way or has ended, and cannot be changed any more.
    #[error("too late")]
    TooLate,
    /// It is another one by now than the one that was looked at.
    #[error("changed meanwhile")]
    ChangedMeanwhile,
    /// The line became another one in the service since something was proposed about it.
    #[error("changed in the service")]
    ChangedInService,
    /// The line has changes of another kind that are not sent.
    #[error("something else is unsent")]
    UnsentHere,
    /// Something about the line keeps it from being sent.
    #[error("kept back")]
    KeptBack,
    /// There is no keychain that answers.
    #[error("no keychain answers")]
    NoKeychain,
    /// The keychain holds no password of this profile.
    #[error("no password is remembered")]
    NotRemembered,
    /// The data on this computer.
    #[error("the store: {0}")]
    Store(#[from] StoreFault),
    /// The work was ended by closing or switching the profile.
    #[error("ended by closing")]
    Closed,
    /// A fault of our own.
    #[error("internal: {0}")]
    Internal(String),
}

/// What can be wrong with the data on this computer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreFault {
    /// Another window or program has the profile open.
    #[error("in use by another process")]
    InUse,
    /// Written by a newer version.
    #[error("written by a newer version")]
    NewerData,
    /// It could not be read or written; the text is for the log.
    #[error("{0}")]
    Broken(String),
}

impl From<EditError> for Error {
    fn from(error: EditError) -> Self {
        match error {
            EditError::Unknown => Self::Unknown,
            EditError::TooLate => Self::TooLate,
            EditError::NotAllowed(reason) => Self::NotAllowed(reason),
            EditError::Invalid { field, problem } => Self::Invalid { field, problem },
        }
    }
}

impl From<rusqlite::Error> for StoreFault {
    fn from(error: rusqlite::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

impl From<std::io::Error> for StoreFault {
    fn from(error: std::io::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

impl From<serde_json::Error> for StoreFault {
    fn from(error: serde_json::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

impl From<AddressProblem> for Error {
    fn from(problem: AddressProblem) -> Self {
        Self::Address(problem)
    }
}

impl Error {
    /// Whether the service was not reached at all.
    pub(crate) fn is_unreached(&self) -> bool {
        match self {
            Self::Call { trouble, .. } => is_unreached(trouble),
            Self::NotOurService { .. } => true,
            _ => false,
        }
    }

    /// Whether the service knows no such record.
    pub(crate) fn is_not_found(&self) -> bool {
        matches!(self, Self::Refused(refusal) if refusal.status == 404)
    }
}

/// Whether this trouble means that the service is out of reach, not that its answer was bad.
pub(crate) fn is_unreached(trouble: &Trouble) -> bool {
    matches!(
        trouble,
        Trouble::UnknownHost
            | Trouble::ConnectionRefused
            | Trouble::TimedOut
            | Trouble::Broken
            | Trouble::Certificate(_)
    )
}

/// Whether the service itself answered: something was sent, and it is known who answered.
pub(crate) fn is_answered<T>(outcome: &Outcome<T>) -> bool {
    match outcome {
        Outcome::NotWritten(_) | Outcome::Unclear(_) => false,
        Outcome::WrittenNoAnswer(trouble) => !is_unreached(trouble),
        _ => true,
    }
}

/// Whether a call may be refused because the session has no location: installations then stumble
/// over a null, and say so in the words of their platform, or in none.
pub(crate) fn lacks_location(refusal: &Refusal) -> bool {
    let code = refusal.error_code.unwrap_or(refusal.status.into());
    let message = refusal.message.trim().to_ascii_lowercase();
    code == 500 && (message.is_empty() || message.contains("null"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_want_of_a_location_is_told_from_other_refusals() {
        let refusal = |status, error_code, message: &str| Refusal {
            status,
            error_code,
            message: message.to_owned(),
        };
        let null = "Cannot get property 'id' on null object";
        assert!(lacks_location(&refusal(500, Some(500), null)));
        assert!(lacks_location(&refusal(200, Some(500), null)), "an error that came as 200");
        assert!(lacks_location(&refusal(500, None, " ")));
        assert!(!lacks_location(&refusal(500, Some(500), "Not enough stock")));
        assert!(!lacks_location(&refusal(404, Some(404), null)));
    }
}
