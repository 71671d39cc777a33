//! Stock movements and the pure rules about them.

pub(crate) mod form;
pub(crate) mod line;
pub(crate) mod review;
pub(crate) mod row;

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use crate::{
    LineItem, MovementId, MovementKey, OperationRow, Person, PlaceRef, ReviewState, RowState,
    StocklistId,
};

/// A stock movement (interface document, 2.1). Only the id is certain to be there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Movement {
    /// The service's id.
    pub id: MovementId,
    /// Name; some installations write their own.
    pub name: Option<String>,
    /// Free text.
    pub description: Option<String>,
    /// The short code people know it by; null right after creation.
    pub identifier: Option<String>,
    /// Where goods come from.
    pub origin: Option<PlaceRef>,
    /// Where goods go to.
    pub destination: Option<PlaceRef>,
    /// The day it is asked for; a date without time or zone.
    pub date_requested: Option<NaiveDate>,
    /// Who asked for it.
    pub requested_by: Option<Person>,
    /// The lines in the order of `sortOrder`, those without one last; `None` when the answer left
    /// them out (a list with `exclude=lineItems`).
    pub lines: Option<Vec<LineItem>>,
}

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
