//! Two movements or stocklists beside each other, product by product.

use serde::{Deserialize, Serialize};

use crate::{MovementKey, ProductRef, StocklistId};

/// What is compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ComparedList {
    /// The lines of a movement as they are shown, with what is not sent.
    Movement(MovementKey),
    /// The items of a stocklist.
    Stocklist(StocklistId),
}

/// A product of one or both, with the pieces that are asked for in all its lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComparedLine {
    /// The product.
    pub product: ProductRef,
    /// Pieces in the first; `None` where it is not in there.
    pub first: Option<i64>,
    /// Pieces in the second; `None` where it is not in there.
    pub second: Option<i64>,
}

/// How the second differs from the first in a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// None.
    Same,
    /// The second alone has it.
    Added,
    /// The first alone has it.
    Removed,
    /// So many pieces more, or less.
    Pieces(i64),
}

impl ComparedLine {
    /// How the second differs from the first.
    #[must_use]
    pub fn difference(&self) -> Difference {
        match (self.first, self.second) {
            (None, Some(_)) => Difference::Added,
            (Some(_), None) => Difference::Removed,
            (Some(first), Some(second)) if first != second => {
                Difference::Pieces(second.saturating_sub(first))
            }
            _ => Difference::Same,
        }
    }
}
