//! One attempt to sign in: the login, and the reads that show that the session is good and what the
//! service lacks for this user. Deliberately absent: what follows from it.

use std::{future::Future, sync::Arc, time::Duration};

use client::{Client, Direction, Outcome, Paging, Refusal, SessionCookies, Unclear};
use contract::{Endpoint, LocationId, MissingPart};
use secrecy::SecretString;
use tokio::time::Instant;

use super::calls::Service;
use crate::{
    common::Common,
    error::{Error, is_answered, lacks_location},
};

/// What showed that a session is good, and what it lacks.
pub(crate) struct Confirmed {
    /// Lists the service does not offer, and changes where its generation takes none.
    pub missing: Vec<MissingPart>,
    /// Movements are listed one way at a time.
    pub one_way: bool,
    /// A list was refused as it is where the session has no location.
    pub wants_location: bool,
}

/// One attempt to sign in.
pub(crate) struct Attempt<'a> {
    common: &'a Common,
    client: &'a Client,
    /// The profile, if it is open already: its header shows how the service is reached.
    known: Option<&'a Arc<Service>>,
    /// How long each answer took, for a profile that opens only now.
    pub answered: Vec<Duration>,
}

impl<'a> Attempt<'a> {
    pub(crate) fn new(
        common: &'a Common,
        client: &'a Client,
        known: Option<&'a Arc<Service>>,
    ) -> Self {
        Self { common, client, known, answered: Vec::new() }
    }

    /// The login, and what shows that it was good.
    pub(crate) async fn enter(
        &mut self,
        user_name: &str,
        password: &SecretString,
    ) -> Result<(SessionCookies, Confirmed), Error> {
        let cookies = self.log_in(user_name, password).await?;
        let confirmed = self.confirm(&cookies, None).await?;
        Ok((cookies, confirmed))
    }

    /// The login itself; accepted means that cookies came.
    async fn log_in(
        &mut self,
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

    /// Shows that the session is good, and what the service lacks for this user, who works in
    /// `location` where one was chosen.
    pub(crate) async fn confirm(
        &mut self,
        cookies: &SessionCookies,
        location: Option<&LocationId>,
    ) -> Result<Confirmed, Error> {
        let lists = [
            (Endpoint::ListMovements, MissingPart::Movements),
            (Endpoint::ListStocklists, MissingPart::Stocklists),
            (Endpoint::ListProducts, MissingPart::Products),
        ];
        let mut confirmed =
            Confirmed { missing: Vec::new(), one_way: false, wants_location: false };
        let mut said = false;
        for (endpoint, part) in lists {
            let mut outcome =
                self.call(endpoint, self.client.probe(Some(cookies), endpoint)).await?;
            if matches!(&outcome, Outcome::Refused(refusal) if asks_for_direction(refusal)) {
                // A generation that lists like this takes changes by other calls.
                (confirmed.one_way, said) = (true, true);
                confirmed.missing.push(MissingPart::Updates);
                outcome = self.probe_one_way(cookies, location).await?;
            }
            match outcome {
                Outcome::Accepted(()) => return Ok(confirmed),
                Outcome::SignedOut => return Err(Error::NotAccepted),
                // Some services list products by POST; that is found out when they are read.
                Outcome::Refused(refusal)
                    if endpoint == Endpoint::ListProducts
                        && said
                        && matches!(refusal.status, 404 | 405) =>
                {
                    return Ok(confirmed);
                }
                Outcome::Refused(refusal) => {
                    said |= is_said(&refusal);
                    confirmed.wants_location |=
                        lacks_location(&refusal) || asks_for_direction(&refusal);
                    confirmed.missing.push(part);
                }
                Outcome::Forbidden => {
                    said = true;
                    confirmed.missing.push(part);
                }
                outcome => return Err(self.failed(endpoint, outcome)),
            }
        }
        // A web server that knows none of the three, and says nothing of its own, is another one.
        if said { Ok(confirmed) } else { Err(self.not_our_service()) }
    }

    /// Why it failed, asked of a service that answers with a fault or a page: without its database
    /// it does so, and says why in another place (observed).
    pub(crate) async fn explained(&self, error: Error) -> Error {
        let may_be_the_database = match &error {
            Error::NotOurService { .. } => true,
            Error::Refused(refusal) => {
                refusal.status >= 500 || refusal.error_code.is_some_and(|code| code >= 500)
            }
            _ => false,
        };
        if !may_be_the_database {
            return error;
        }
        let Ok(_permit) = self.common.permits.acquire().await else { return error };
        match self.client.health(None).await {
            Outcome::Accepted(health) if health.database == Some(false) => {
                Error::NoDatabase { host: self.client.base().host().to_owned() }
            }
            _ => error,
        }
    }

    async fn probe_one_way(
        &mut self,
        cookies: &SessionCookies,
        location: Option<&LocationId>,
    ) -> Result<Outcome<()>, Error> {
        let one = Paging { max: 1, offset: 0 };
        let list = self.client.list_movements_one_way(cookies, one, Direction::Outbound, location);
        Ok(self.call(Endpoint::ListMovements, list).await?.map(|_| ()))
    }

    async fn call<T>(
        &mut self,
        endpoint: Endpoint,
        call: impl Future<Output = Outcome<T>>,
    ) -> Result<Outcome<T>, Error> {
        let permits = &self.common.permits;
        let _permit = permits.acquire().await.map_err(|_| Error::Closed)?;
        if let Some(service) = self.known {
            return Ok(service.measured_call(endpoint, call).await);
        }
        let began = Instant::now();
        let outcome = call.await;
        if is_answered(&outcome) {
            self.answered.push(began.elapsed());
        }
        Ok(outcome)
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

/// Whether the list of movements is refused for want of a direction (observed in newer
/// installations, in these words).
fn asks_for_direction(refusal: &Refusal) -> bool {
    refusal.status == 400 && refusal.message.to_ascii_lowercase().contains("direction")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(status: u16, error_code: Option<i64>, message: &str) -> Refusal {
        Refusal { status, error_code, message: message.to_owned() }
    }

    #[test]
    fn a_list_that_asks_for_a_direction_says_so() {
        let words = "Direction parameter is required. Origin and destination cannot be the same.";
        assert!(asks_for_direction(&refusal(400, None, words)));
        assert!(!asks_for_direction(&refusal(400, None, "Validation errors")));
        assert!(!asks_for_direction(&refusal(500, None, words)));
    }
}
