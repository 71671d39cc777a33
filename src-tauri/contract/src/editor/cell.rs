//! What names a row and a column of the movement editor.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{ItemId, OperationKey};

/// Names a line in the editor, from the moment it is there. As text: `l:` and the service's id, or
/// `n:` and the key of the operation that is to add it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum RowKey {
    /// A line of the service (interface document, 2.2).
    Line(ItemId),
    /// A line added here; the operation that sends it has the same key.
    New(OperationKey),
}

impl fmt::Display for RowKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(id) => write!(f, "l:{id}"),
            Self::New(key) => write!(f, "n:{key}"),
        }
    }
}

impl std::str::FromStr for RowKey {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once(':') {
            Some(("l", id)) => Ok(Self::Line(id.into())),
            Some(("n", key)) => key.parse().map(Self::New).map_err(|_| "not a key"),
            _ => Err("not the name of a row"),
        }
    }
}

impl TryFrom<String> for RowKey {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

/// Columns of the editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EditorColumn {
    /// The line's number.
    Number,
    /// Where it stands.
    State,
    /// `productCode`; typing names another product.
    Code,
    /// Name of the product.
    Product,
    /// Name of its category.
    Category,
    /// `quantityRequested`
    Requested,
    /// How many will leave.
    ToShip,
    /// How many are picked.
    Picked,
    /// The bins to take it from.
    Bin,
    /// `statusCode`
    Status,
    /// `reasonCode`
    Reason,
    /// `quantityAvailable`
    Available,
    /// `comments`
    Comment,
    /// `recipient`; can be given to lines added here.
    Recipient,
    /// How many the last time.
    LastTime,
}
