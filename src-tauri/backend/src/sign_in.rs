//! Command `sign_in`, and the login behind `sign_in_remembered`. A login is one request without a
//! cookie; that it was good is shown by a read that follows (interface document, 5: what wrong
//! credentials give is not shown). Deliberately absent: the keychain; it is told here what to
//! remember, and `remembered` asks it.

use std::{sync::Arc, sync::atomic::Ordering};

use client::{Base, Client, SessionCookies};
use contract::{Profile, SignIn, SignedIn};
use secrecy::SecretString;
use zeroize::Zeroizing;

use crate::{
    Backend,
    attempt::Attempt,
    background::blocking,
    check_server::new_client,
    error::Error,
    session::{AuthenticatedClient, ServiceFacts},
    sign_out::say_farewell,
    store::facts,
    workspace::Workspace,
};

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

impl Backend {
    /// Signs in and opens the profile, in place of another one. If the window was locked by the same
    /// user, this unlocks it. A password that is to be remembered goes to the keychain behind, once
    /// the service has accepted it; whether it got there is for the command `keychain` to say.
    ///
    /// # Errors
    /// Why the address cannot be used; [`Error::NotConfirmed`]; [`Error::NotAccepted`]; why the service was not reached or
    /// not understood; why the profile's data cannot be opened. The session before, if any, then
    /// stands as it did.
    pub async fn sign_in(&self, request: SignIn) -> Result<SignedIn, Error> {
        let password = Zeroizing::new(request.password);
        let typed = Profile { server: request.server, user_name: request.user_name };
        let (base, profile) = Credentials::named(&typed)?;
        if profile.user_name.is_empty() {
            return Err(Error::Required("user_name"));
        }
        if password.is_empty() {
            return Err(Error::Required("password"));
        }
        if base.is_exposed() && !request.allow_plain_http {
            return Err(Error::PlainHttp { host: base.host().to_owned() });
        }
        self.may_send_password(&base).await?;
        let password = SecretString::from(password.as_str());
        let to_remember = request.remember.then(|| password.clone());
        let signed_in = self.enter_with(Credentials { base, profile, password }, None).await?;
        if let Some(password) = to_remember {
            self.inner.keychain.remember(&signed_in.profile, password);
        }
        Ok(signed_in)
    }

    /// Signs in, unless somebody else did after the moment that `entries` counts.
    pub(crate) async fn enter_with(
        &self,
        credentials: Credentials,
        entries: Option<u64>,
    ) -> Result<SignedIn, Error> {
        // One login at a time: each command sends its own, and none overtakes another.
        let _entering = self.inner.entering.lock().await;
        if entries.is_some_and(|entries| entries != self.entries()) {
            return Err(Error::Closed);
        }
        let Credentials { base, profile, password } = credentials;
        let password = self.password_of(base.as_str(), password);
        let client = new_client(self.common(), base.clone()).await?;
        let known = self.peek_opened().filter(|workspace| workspace.account.profile == profile);
        let mut attempt =
            Attempt::new(self.common(), &client, known.as_ref().map(|known| &known.service));
        let entered = attempt.enter(&profile.user_name, &password).await;
        drop(password);
        let (cookies, confirmed) = match entered {
            Ok(entered) => entered,
            Err(error) => return Err(attempt.explained(error).await),
        };
        let answered = attempt.answered;
        let workspace = match known {
            Some(workspace) => workspace,
            None => self.enter(profile, base, &client, &cookies).await?,
        };
        answered.into_iter().for_each(|after| workspace.service.reached(after));
        let line = AuthenticatedClient { client, cookies };
        let found = self.locate(&workspace, &line, confirmed).await?;
        let missing = found.missing.clone();
        self.begin(&workspace, line, found).await?;
        Ok(SignedIn { profile: workspace.account.profile.clone(), missing })
    }

    /// How often somebody signed in.
    pub(crate) fn entries(&self) -> u64 {
        self.inner.entries.load(Ordering::Acquire)
    }

    /// Opens the profile that was just signed in to. If that fails, the session is of no use.
    async fn enter(
        &self,
        profile: Profile,
        base: Base,
        client: &Client,
        cookies: &SessionCookies,
    ) -> Result<Arc<Workspace>, Error> {
        match Workspace::open(self.common(), profile, base).await {
            Ok(workspace) => {
                self.switch_to(Arc::clone(&workspace)).await;
                Ok(workspace)
            }
            Err(error) => {
                let (client, cookies) = (client.clone(), cookies.clone());
                say_farewell(self.common(), AuthenticatedClient { client, cookies }).await;
                Err(error)
            }
        }
    }

    /// The session stands from here on.
    async fn begin(
        &self,
        workspace: &Arc<Workspace>,
        line: AuthenticatedClient,
        found: ServiceFacts,
    ) -> Result<(), Error> {
        workspace.account.store.send(|tx| facts::set_signed_out(tx, false)).await?;
        let (backend, profile) = (self.clone(), workspace.account.profile.clone());
        blocking(move || backend.inner.last_user.is_now(&profile)).await?;
        self.inner.entries.fetch_add(1, Ordering::AcqRel);
        workspace.service.session.begin(line, found);
        // What could not be read or sent without a session can be now.
        workspace.outbox.release();
        workspace.extensions.probe_behind();
        self.announce_everything();
        Ok(())
    }
}
