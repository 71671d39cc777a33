//! Who wants to sign in where, named the one way this program names it.

use client::Base;
use contract::Profile;
use secrecy::SecretString;

use crate::error::Error;

/// Who wants to sign in where.
pub(crate) struct Credentials {
    /// The service.
    pub base: Base,
    /// The same service by name, and the user.
    pub profile: Profile,
    /// The password; wiped when this is dropped.
    pub password: SecretString,
}

impl Credentials {
    /// A profile as typed, by its one name.
    ///
    /// # Errors
    /// If the address cannot be one.
    pub(crate) fn named(typed: &Profile) -> Result<(Base, Profile), Error> {
        let base = Base::parse(&typed.server)?;
        let (server, user_name) = (base.to_string(), typed.user_name.trim().to_owned());
        Ok((base, Profile { server, user_name }))
    }
}
