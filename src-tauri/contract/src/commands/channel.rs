//! Requests about the channel through which stations hand over proposals.

use serde::{Deserialize, Serialize};

/// Asks how the channel stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadChannel {}

/// Uses a shared folder as the channel, or none. Every station of the service names the same folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChooseChannel {
    /// The folder's path; `None` switches the channel off.
    #[serde(default)]
    pub folder: Option<String>,
}
