//! Why an edit of lines is not taken.

use contract::Reason;

/// Why an edit of lines is not taken; nothing of it is done then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditError {
    /// The line is not known.
    Unknown,
    /// It was sent, deleted, or is on its way.
    TooLate,
    /// The line does not take it as it stands.
    NotAllowed(Reason),
    /// It asks for something that cannot be.
    Invalid {
        /// What of it.
        field: &'static str,
        /// What is wrong, for whoever writes such requests.
        problem: &'static str,
    },
}
