//! What a write answers: it is kept here, and perhaps already more than that. A page need not wait
//! for more; what becomes of it is announced as [`Topic::Outbox`](crate::Topic::Outbox).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::Failure;

/// The reply of every write command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Written {
    /// What was written: a movement's key, or the operation's key for other records.
    pub key: Uuid,
    /// Where it stands.
    pub state: WriteState,
}

/// Where a write stands. Whatever it is, it is kept here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WriteState {
    /// Kept here; it goes by itself.
    Kept {
        /// When.
        at: DateTime<Utc>,
    },
    /// Accepted by the service.
    Sent {
        /// When the service accepted it.
        at: DateTime<Utc>,
        /// The service's id of what was made or changed.
        id: Option<String>,
    },
    /// The service said no, or it cannot be sent like this; it waits for the user.
    Stuck(Failure),
    /// It waits for an answer only the user can give: a conflict, or whether it was done.
    Asks,
}
