//! Commands `sign_in` and `sign_out`. A login is one request without a cookie; that it was good is
//! shown by a read that follows (interface document, 5: what wrong credentials give is not shown).
//! Deliberately absent: remembering passwords.

use std::{sync::Arc, time::Duration};

use client::{Base, Client, Outcome, Refusal, SessionCookies, Unclear};
use contract::{Done, Endpoint, MissingPart, Profile, SignIn, SignOut, SignedIn};
use secrecy::SecretString;
use tokio::time::timeout;

use crate::{
    Backend, Common, check_server::new_client, error::Error, profile::Opened, session::Line,
    store::facts,
};

/// Signing out here does not wait longer than this for the service to hear of it.
const FAREWELL: Duration = Duration::from_secs(5);

impl Backend {
    /// Signs in and opens the profile, in place of another one.
    ///
    /// # Errors
    /// Why the address cannot be used; [`Error::NotAccepted`]; why the service was not reached or
    /// not understood; why the profile's data cannot be opened. The session before, if any, then
    /// stands as it did.
    pub async fn sign_in(&self, request: SignIn) -> Result<SignedIn, Error> {
        let base = Base::parse(&request.server)?;
        let user_name = request.user_name.trim().to_owned();
        if user_name.is_empty() {
            return Err(Error::Required("user_name"));
        }
        if request.password.is_empty() {
            return Err(Error::Required("password"));
        }
        let password = SecretString::from(request.password);
        if base.is_plain_http() && !base.is_loopback() && !request.allow_plain_http {
            return Err(Error::PlainHttp { host: base.host().to_owned() });
        }
        // One login at a time: each command sends its own, and none overtakes another.
        let _entering = self.inner.entering.lock().await;
        let client = new_client(self.common(), base.clone()).await?;
        let profile = Profile { server: base.to_string(), user_name };
        let known = self.peek_opened().filter(|opened| opened.profile == profile);
        let attempt = Attempt { backend: self, client: &client, known: known.as_ref() };
        let cookies = attempt.log_in(&profile.user_name, &password).await?;
        drop(password);
        let missing = attempt.confirm(&cookies).await?;
        let opened = match known {
            Some(opened) => opened,
            None => self.enter(profile, base, &client, &cookies).await?,
        };
        let missing = self.begin(&opened, Line { client, cookies }, missing).await?;
        Ok(SignedIn { profile: opened.profile.clone(), missing })
    }

    /// Hides the profile's data at once and ends the session in the service, if it can be reached.
    ///
    /// # Errors
    /// If it cannot be kept that the user signed out; nothing is hidden then.
    pub async fn sign_out(&self, _request: SignOut) -> Result<Done, Error> {
        let entering = self.inner.entering.lock().await;
        let Some(opened) = self.peek_opened() else { return Ok(Done {}) };
        opened.store.send(|tx| facts::set_signed_out(tx, true)).await?;
        let line = opened.session.leave();
        self.take_opened();
        self.announce_everything();
        opened.close().await;
        // Who signs in again need not wait for the farewell.
        drop(entering);
        if let Some(line) = line {
            say_farewell(self.common(), line).await;
        }
        Ok(Done {})
    }

    /// Opens the profile that was just signed in to. If that fails, the session is of no use.
    async fn enter(
        &self,
        profile: Profile,
        base: Base,
        client: &Client,
        cookies: &SessionCookies,
    ) -> Result<Arc<Opened>, Error> {
        match Opened::open(self.common(), profile, base).await {
            Ok(opened) => {
                self.switch_to(Arc::clone(&opened)).await;
                Ok(opened)
            }
            Err(error) => {
                let (client, cookies) = (client.clone(), cookies.clone());
                say_farewell(self.common(), Line { client, cookies }).await;
                Err(error)
            }
        }
    }

    /// The session stands from here on.
    async fn begin(
        &self,
        opened: &Arc<Opened>,
        line: Line,
        mut missing: Vec<MissingPart>,
    ) -> Result<Vec<MissingPart>, Error> {
        if opened.facts().no_updates {
            missing.push(MissingPart::Updates);
        }
        opened.store.send(|tx| facts::set_signed_out(tx, false)).await?;
        opened.session.begin(line, missing.clone());
        // What could not be read without a session can be now.
        self.announce_everything();
        Ok(missing)
    }
}

/// Ends a session in the service; that it did not hear of it is no failure of ours.
pub(crate) async fn say_farewell(common: &Common, Line { client, cookies }: Line) {
    let ended = timeout(FAREWELL, async {
        let _permit = common.permits.acquire().await;
        client.logout(&cookies).await
    });
    match ended.await {
        Ok(Outcome::Accepted(()) | Outcome::SignedOut) => {}
        _ => tracing::warn!("the service was not told of the end of a session"),
    }
}

/// One attempt to sign in.
struct Attempt<'a> {
    backend: &'a Backend,
    client: &'a Client,
    /// The profile, if it is open already: its header shows how the service is reached.
    known: Option<&'a Arc<Opened>>,
}

impl Attempt<'_> {
    /// The login itself; accepted means that cookies came.
    async fn log_in(
        &self,
        user_name: &str,
        password: &SecretString,
    ) -> Result<SessionCookies, Error> {
        let login = self.client.login(user_name, password);
        match self.call(Endpoint::Login, login).await? {
            Outcome::Accepted(cookies) => Ok(cookies),
            Outcome::SignedOut => Err(Error::NotAccepted),
            // Nothing takes logins here: another server, or another application path.
            Outcome::Refused(refusal) if refusal.status == 404 || !is_said(&refusal) => {
                Err(self.not_our_service())
            }
            outcome => Err(self.failed(Endpoint::Login, outcome)),
        }
    }

    /// Shows that the session is good, and what the service lacks for this user.
    async fn confirm(&self, cookies: &SessionCookies) -> Result<Vec<MissingPart>, Error> {
        let lists = [
            (Endpoint::ListMovements, MissingPart::Movements),
            (Endpoint::ListStocklists, MissingPart::Stocklists),
            (Endpoint::ListProducts, MissingPart::Products),
        ];
        let (mut missing, mut said) = (Vec::new(), false);
        for (endpoint, part) in lists {
            match self.call(endpoint, self.client.probe(Some(cookies), endpoint)).await? {
                Outcome::Accepted(()) => return Ok(missing),
                Outcome::SignedOut => return Err(Error::NotAccepted),
                // Some services list products by POST; that is found out when they are read.
                Outcome::Refused(refusal)
                    if endpoint == Endpoint::ListProducts
                        && said
                        && matches!(refusal.status, 404 | 405) =>
                {
                    return Ok(missing);
                }
                Outcome::Refused(refusal) => {
                    said |= is_said(&refusal);
                    missing.push(part);
                }
                Outcome::Forbidden => {
                    said = true;
                    missing.push(part);
                }
                outcome => return Err(self.failed(endpoint, outcome)),
            }
        }
        // A web server that knows none of the three, and says nothing of its own, is another one.
        if said { Ok(missing) } else { Err(self.not_our_service()) }
    }

    async fn call<T>(
        &self,
        endpoint: Endpoint,
        call: impl Future<Output = Outcome<T>>,
    ) -> Result<Outcome<T>, Error> {
        let permits = &self.backend.common().permits;
        let _permit = permits.acquire().await.map_err(|_| Error::Closed)?;
        Ok(match self.known {
            Some(opened) => opened.measured_call(endpoint, call).await,
            None => call.await,
        })
    }

    /// What an outcome means that is neither yes nor no.
    fn failed<T>(&self, endpoint: Endpoint, outcome: Outcome<T>) -> Error {
        let host = self.client.base().host().to_owned();
        match outcome {
            Outcome::Refused(refusal) => Error::Refused(refusal),
            Outcome::Forbidden => Error::Forbidden(endpoint),
            Outcome::Unclear(Unclear { login_page: true, .. }) => Error::NotAccepted,
            Outcome::Unclear(_) => Error::NotOurService { host },
            Outcome::NotWritten(trouble) | Outcome::WrittenNoAnswer(trouble) => {
                Error::Call { endpoint, host, trouble }
            }
            Outcome::Accepted(_) | Outcome::SignedOut => Error::NotAccepted,
        }
    }

    fn not_our_service(&self) -> Error {
        Error::NotOurService { host: self.client.base().host().to_owned() }
    }
}

/// Whether a refusal came in the service's own form, not as a web server's bare status.
fn is_said(refusal: &Refusal) -> bool {
    refusal.error_code.is_some() || !refusal.message.is_empty()
}
