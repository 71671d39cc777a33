//! Requests about the channel through which stations hand over proposals.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ChannelPlace;

/// Asks how the channel stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadChannel {}

/// Uses a shared folder or a database as the channel, or none. Every station of the service names the same one.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChooseChannel {
    /// Where it is; `None` switches the channel off.
    #[serde(default)]
    pub place: Option<ChannelPlace>,
    /// The password of the database's user; `None` for the one that is kept.
    #[serde(default)]
    pub password: Option<String>,
}

/// Never prints the password.
impl fmt::Debug for ChooseChannel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChooseChannel")
            .field("place", &self.place)
            .field("password", &self.password.as_ref().map(|_| "…"))
            .finish()
    }
}

/// Asks for the script with which an administrator prepares a database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadChannelScript {}

/// Writes that script into a file the user chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaveChannelScript {}
