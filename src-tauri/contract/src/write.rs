//! What a write answers. The reply names what was written by our own key and says where it stands,
//! so that a durable queue can stand behind the same commands without any page changing.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::Failure;

/// The reply of every write command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Written {
    /// What was written: a movement's key, or a key of this write's own for other records.
    pub key: Uuid,
    /// Where it stands.
    pub state: WriteState,
}

/// Where a write stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(not(target_arch = "wasm32"), serde(tag = "state"))]
pub enum WriteState {
    /// Accepted by the service.
    Sent {
        /// When the service accepted it.
        at: DateTime<Utc>,
        /// The service's id of what was made or changed.
        id: Option<String>,
    },
    /// A part was accepted and the rest was not sent; it is kept and can be sent again.
    Partly {
        /// The service's id of what was made.
        id: String,
        /// What became of the rest.
        failure: Failure,
    },
}
