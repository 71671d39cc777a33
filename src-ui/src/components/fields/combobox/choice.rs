//! An entry of a list.

use contract::Source;

/// An entry of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// What names it.
    pub id: String,
    /// What is shown.
    pub label: String,
    /// Beside it, stepping back.
    pub detail: String,
    /// Not shown, but found by it all the same.
    pub also: String,
    /// Where it is known from, in lists of which the service may know more; a field marks what the
    /// service told.
    pub source: Option<Source>,
}
