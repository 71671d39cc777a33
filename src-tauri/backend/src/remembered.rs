//! Commands `sign_in_remembered`, `keychain` and `forget_password`: signing in with a password the
//! system's keychain holds. Deliberately absent: the keychain itself; `keychain` talks to it.

use contract::{Done, ForgetPassword, Keychain, ReadKeychain, SignInRemembered, SignedIn};

use crate::{Backend, error::Error, sign_in::Credentials};

impl Backend {
    /// Signs in with the password the keychain remembers; one the service does not accept any more
    /// is forgotten there. Whoever signs in otherwise while the keychain still thinks comes first,
    /// and this then changes nothing.
    ///
    /// # Errors
    /// [`Error::NoKeychain`], [`Error::NotRemembered`], [`Error::Closed`] if it came too late, and
    /// those of [`Backend::sign_in`].
    pub async fn sign_in_remembered(&self, request: SignInRemembered) -> Result<SignedIn, Error> {
        let (base, profile) = Credentials::named(&request.profile)?;
        let entries = self.entries();
        let password = self.inner.keychain.recall(&profile).await?;
        let credentials = Credentials { base, profile: profile.clone(), password };
        let signed_in = self.enter_with(credentials, Some(entries)).await;
        if signed_in == Err(Error::NotAccepted) {
            tracing::info!("the remembered password is not accepted any more and is forgotten");
            // If the keychain is gone by now, the password is refused once more the next time.
            let _ = self.inner.keychain.forget(&profile).await;
        }
        signed_in
    }

    /// Says whether there is a keychain, and whether it remembers this profile's password.
    ///
    /// # Errors
    /// If the address cannot be one.
    pub async fn keychain(&self, request: ReadKeychain) -> Result<Keychain, Error> {
        let (_, profile) = Credentials::named(&request.profile)?;
        Ok(self.inner.keychain.state(&profile).await)
    }

    /// Takes this profile's password out of the keychain. That there was none is no failure.
    ///
    /// # Errors
    /// If the address cannot be one; [`Error::NoKeychain`].
    pub async fn forget_password(&self, request: ForgetPassword) -> Result<Done, Error> {
        let (_, profile) = Credentials::named(&request.profile)?;
        self.inner.keychain.forget(&profile).await?;
        Ok(Done {})
    }
}
