//! The session: how it stands (`state`), how it begins and ends, the keychain, who signed in last,
//! where the user works, and who they are in the service's records.

pub(crate) mod credentials;
pub(crate) mod farewell;
pub(crate) mod identity;
pub(crate) mod keychain;
pub(crate) mod last_user;
pub(crate) mod location;
pub(crate) mod state;
