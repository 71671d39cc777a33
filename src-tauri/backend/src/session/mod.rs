//! TODO

pub(crate) mod identity;
pub(crate) mod keychain;
pub(crate) mod last_user;
pub(crate) mod location;
pub(crate) mod sign_in;
pub(crate) mod sign_out;
pub(crate) mod state;
