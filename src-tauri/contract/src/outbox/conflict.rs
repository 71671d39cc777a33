//! Fields that two sides changed.

use serde::{Deserialize, Serialize};

/// A field that was changed on both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldConflict {
    /// Which field.
    pub field: ConflictField,
    /// What it was when the change was decided upon; days in ISO form, pieces in digits.
    pub base: Option<String>,
    /// What it is in the service now.
    pub theirs: Option<String>,
    /// What it is to be; of a line that is to be deleted there is none.
    pub ours: Option<String>,
}

/// A field of a movement or of a line that two sides can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConflictField {
    /// `name`
    Name,
    /// `description`
    Description,
    /// `origin`
    Origin,
    /// `destination`
    Destination,
    /// `dateRequested`
    DateRequested,
    /// `requestedBy`
    RequestedBy,
    /// Product of a line.
    Product,
    /// `quantityRequested` of a line.
    Quantity,
    /// `sortOrder` of a line.
    SortOrder,
    /// What was decided about a line: status, quantity or products that go, reason.
    Decision,
    /// The line itself: it is there no more.
    Line,
}
