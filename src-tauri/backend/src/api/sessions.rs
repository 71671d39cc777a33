//! Commands about the session: signing in, with a remembered password too, signing out, locking,
//! and forgetting what is stored. A login is one request without a cookie; that it was good is
//! shown by a read that follows (interface document, 5: what wrong credentials give is not shown).
//! Signing out closes the profile, locking keeps it at hand for the same user; drafts and waiting
//! work stay either way.

use std::{sync::Arc, sync::atomic::Ordering};

use client::{Base, Client, SessionCookies};
use contract::{
    Done, ForgetData, ForgetPassword, Keychain, Lock, Profile, ReadKeychain, SessionState, SignIn,
    SignInRemembered, SignOut, SignedIn,
};
use secrecy::SecretString;
use zeroize::Zeroizing;

use crate::{
    Backend,
    background::blocking,
    error::{Error, StoreFault},
    service::{check_server::new_client, login::Attempt},
    session::{
        credentials::Credentials,
        farewell::say_farewell,
        state::{AuthenticatedClient, ServiceFacts},
    },
    store::{folder, tables::facts, unsent},
    workspace::Workspace,
};

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
            self.common().keychain.remember(&signed_in.profile, password);
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
        let password = self.common().keychain.recall(&profile).await?;
        let credentials = Credentials { base, profile: profile.clone(), password };
        let signed_in = self.enter_with(credentials, Some(entries)).await;
        if signed_in == Err(Error::NotAccepted) {
            tracing::info!("the remembered password is not accepted any more and is forgotten");
            // If the keychain is gone by now, the password is refused once more the next time.
            let _ = self.common().keychain.forget(&profile).await;
        }
        signed_in
    }

    /// Says whether there is a keychain, and whether it remembers this profile's password.
    ///
    /// # Errors
    /// If the address cannot be one.
    pub async fn keychain(&self, request: ReadKeychain) -> Result<Keychain, Error> {
        let (_, profile) = Credentials::named(&request.profile)?;
        Ok(self.common().keychain.state(&profile).await)
    }

    /// Takes this profile's password out of the keychain. That there was none is no failure.
    ///
    /// # Errors
    /// If the address cannot be one; [`Error::NoKeychain`].
    pub async fn forget_password(&self, request: ForgetPassword) -> Result<Done, Error> {
        let (_, profile) = Credentials::named(&request.profile)?;
        self.common().keychain.forget(&profile).await?;
        Ok(Done {})
    }

    /// Hides the profile's data at once and ends the session in the service, if it can be reached.
    ///
    /// # Errors
    /// If it cannot be kept that the user signed out; nothing is hidden then.
    pub async fn sign_out(&self, _request: SignOut) -> Result<Done, Error> {
        let entering = self.inner.entering.lock().await;
        let Some(workspace) = self.peek_opened() else { return Ok(Done {}) };
        workspace.account.store.send(|tx| facts::set_signed_out(tx, true)).await?;
        let line = workspace.service.session.leave();
        self.take_opened();
        self.announce_everything();
        workspace.close().await;
        // Who signs in again need not wait for the farewell.
        drop(entering);
        if let Some(line) = line {
            say_farewell(self.common(), line).await;
        }
        Ok(Done {})
    }

    /// Deletes what is stored here of the open profile, with its history, and signs out. The password
    /// in the keychain goes too.
    ///
    /// # Errors
    /// [`Error::NeedsSession`] if nobody is signed in; [`Error::Invalid`] while anything waits to be
    /// sent or is being filled in; [`Error::Store`] if it cannot be deleted.
    pub async fn forget_data(&self, _request: ForgetData) -> Result<Done, Error> {
        // Nobody signs in before it is gone: what they then kept would go with it.
        let entering = self.inner.entering.lock().await;
        let workspace = self.workspace()?;
        if !workspace.service.session.shown().signed_in {
            return Err(Error::NeedsSession);
        }
        // What the file holds counts, also what cannot be read.
        let is_free = workspace.account.store.send(|tx| {
            let is_free = !unsent::is_left(tx)?;
            if is_free {
                facts::set_signed_out(tx, true)?;
            }
            Ok(is_free)
        });
        if !is_free.await? {
            let problem = "something is not sent, or being filled in";
            return Err(Error::Invalid { field: "profile", problem });
        }
        let line = workspace.service.session.leave();
        self.take_opened();
        workspace.close().await;
        let stored = folder::of(&self.common().data, &workspace.account.profile);
        let deleted = blocking(move || std::fs::remove_dir_all(stored)).await;
        drop(entering);
        self.announce_everything();
        if self.common().keychain.forget(&workspace.account.profile).await.is_err() {
            tracing::warn!("the keychain was not asked to forget a password");
        }
        let channel = workspace.account.facts().channel;
        workspace.channel.forget_password_of(channel.as_ref()).await;
        if let Some(line) = line {
            say_farewell(self.common(), line).await;
        }
        deleted?.map_err(|problem| StoreFault::Broken(problem.to_string()))?;
        Ok(Done {})
    }

    /// Hides everything until the same user signs in again, and ends the session in the service, if
    /// it can be reached. What waits to be sent stays, and goes on then. After a restart it counts
    /// as signed out: nothing is painted.
    ///
    /// # Errors
    /// If it cannot be kept that the window was locked; it is hidden now all the same.
    pub async fn lock(&self, _request: Lock) -> Result<SessionState, Error> {
        let entering = self.inner.entering.lock().await;
        let Some(workspace) = self.peek_opened() else { return Ok(self.session_state()) };
        let line = workspace.service.session.lock();
        self.announce_everything();
        let kept = workspace.account.store.send(|tx| facts::set_signed_out(tx, true)).await;
        drop((workspace, entering));
        if let Some(line) = line {
            say_farewell(self.common(), line).await;
        }
        kept?;
        Ok(self.session_state())
    }
}
