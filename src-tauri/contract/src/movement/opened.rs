//! A movement with what is known of it here.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{Movement, MovementKey, OperationRow, ReviewState, RowState, StocklistId};

/// A movement opened for reading, with what is known of it here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenedMovement {
    /// Our own name of it.
    pub key: MovementKey,
    /// The movement, as last read.
    pub movement: Movement,
    /// When it was last read from the service.
    pub as_of: DateTime<Utc>,
    /// The last full list of movements did not hold it any more.
    pub gone: bool,
    /// State derived from its lines; `None` while they are not known.
    pub review: Option<ReviewState>,
    /// The stocklist it was made from, if it was made here.
    pub stocklist: Option<StocklistId>,
    /// Where it stands: a movement made here that the service has not made yet is
    /// [`RowState::New`], has an empty id, and the lines it is to have.
    pub state: RowState,
    /// Operations on it that have not ended, in their order: those that go by themselves, and
    /// those that wait for the user.
    pub operations: Vec<OperationRow>,
}
