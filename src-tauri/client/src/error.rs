//! What can become of a call. The backend turns these into its own decisions: repeat, ask, show.
//! Deliberately absent: advice on what to do, and any text of a body but the service's own words.

use std::time::Duration;

use contract::CertificateProblem;

/// What became of a call. Writes and reads share it, because what was written matters to both: a
/// read that failed may be repeated either way, a write only after [`Outcome::NotWritten`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Outcome<T> {
    /// The service did it, and this is its answer.
    Accepted(T),
    /// The service said no, in the error shape of the interface document's section 7 or by its
    /// status.
    Refused(Refusal),
    /// There is no session, or it has ended (interface document, 5.5).
    SignedOut,
    /// The service knows the user, who lacks the right.
    Forbidden,
    /// A page or a redirect came where an answer was expected: whether the session stands, and
    /// whether the service was reached at all, is not known.
    Unclear(Unclear),
    /// Nothing reached the service: no connection came about, or the request cannot be built.
    NotWritten(Trouble),
    /// The request was sent, perhaps in part, and no answer came that could be understood.
    WrittenNoAnswer(Trouble),
}

impl<T> Outcome<T> {
    /// The same outcome with what was accepted turned into something else.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Self::Accepted(accepted) => Outcome::Accepted(f(accepted)),
            Self::Refused(refusal) => Outcome::Refused(refusal),
            Self::SignedOut => Outcome::SignedOut,
            Self::Forbidden => Outcome::Forbidden,
            Self::Unclear(unclear) => Outcome::Unclear(unclear),
            Self::NotWritten(trouble) => Outcome::NotWritten(trouble),
            Self::WrittenNoAnswer(trouble) => Outcome::WrittenNoAnswer(trouble),
        }
    }
}

/// A refusal in the service's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// HTTP status of the answer.
    pub status: u16,
    /// `errorCode` (interface document, 7), where it was given.
    pub error_code: Option<i64>,
    /// What the service said, from all places where installations put it, one sentence a line:
    /// untrusted plain text of at most 2,000 characters, perhaps empty, never to be read as HTML.
    pub message: String,
}

/// A page or a redirect where an answer was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unclear {
    /// HTTP status of the answer.
    pub status: u16,
    /// It leads to, or is, a sign-in page of this same service.
    pub login_page: bool,
    /// Where a redirect leads, without query and parameters, which may hold a session.
    pub location: Option<String>,
}

/// What stood in the way of an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// No computer of this name is known.
    #[error("no computer of this name is known")]
    UnknownHost,
    /// The computer is there, but nothing answers on this port.
    #[error("nothing answers on this port")]
    ConnectionRefused,
    /// A limit of [`crate::Limits`] passed.
    #[error("no answer within the time limit")]
    TimedOut,
    /// The connection broke, or the other side does not speak HTTP or TLS.
    #[error("the connection broke")]
    Broken,
    /// The certificate is not to be trusted, or no secure connection was agreed on.
    #[error("the certificate is not to be trusted: {0}")]
    Certificate(CertificateProblem),
    /// The answer is larger than it may be.
    #[error("the answer is larger than {limit} bytes")]
    TooLarge {
        /// The limit in bytes, after decompression.
        limit: u64,
    },
    /// The answer has a form this version does not know.
    #[error("the answer (HTTP {status}) is not understood at {at}")]
    NotUnderstood {
        /// HTTP status of the answer.
        status: u16,
        /// Where it stopped making sense, as a path such as `data[3].id`, or a short description;
        /// never text of the body.
        at: String,
    },
    /// It has too much to do, and asks to be left alone for a while. After a write that was not done
    /// this stands in [`Outcome::NotWritten`].
    #[error("the service is busy (HTTP {status})")]
    Busy {
        /// HTTP status of the answer.
        status: u16,
        /// How long; ten minutes at most, and nothing where it does not say.
        retry_after: Duration,
    },
    /// The request cannot be built from what was given: an id that is no path segment, a sort order
    /// of 0.
    #[error("the request cannot be built: {0}")]
    Invalid(String),
}
