//! Picks that were sent from here, as they are remembered.

use chrono::{DateTime, Utc};
use contract::{ItemId, MovementKey, OperationKey, Pick, ProductId};

/// Picks of one line that were sent together.
#[derive(Clone, Debug, PartialEq)]
pub struct SentPicks {
    /// The operation.
    pub key: OperationKey,
    /// The movement.
    pub movement: MovementKey,
    /// What was picked against.
    pub item: ItemId,
    /// The product of the line as it was seen, where it was.
    pub product: Option<ProductId>,
    /// What was taken.
    pub picks: Vec<Pick>,
    /// When.
    pub at: DateTime<Utc>,
    /// The service's id of what was made, where it is known and one.
    pub id: Option<String>,
}
