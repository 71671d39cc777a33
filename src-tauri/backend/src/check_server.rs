//! Command `check_server`: whether the warehouse service answers at an address, without signing in.
//! The service shows itself by refusing a call without a session in its own words, or with a session
//! cookie of its own (interface document, 5.5 and 7), or by its sign-in page. A 401 alone says
//! nothing: any web server may ask for a password.

use client::{Base, Client, Outcome, Trouble};
use contract::{CheckServer, Endpoint, ServerAnswer};
use tokio::time::Instant;

use crate::{
    Backend, Common,
    certificate::authorities,
    error::{Error, is_unreached},
};

impl Backend {
    /// Asks an address once, without any session.
    ///
    /// # Errors
    /// What keeps the address from being one; [`Error::NotConfirmed`]; why nothing answers; [`Error::NotOurService`] if
    /// something else does.
    pub async fn check_server(&self, request: CheckServer) -> Result<ServerAnswer, Error> {
        let base = Base::parse(&request.server)?;
        self.count_check()?;
        self.may_call(&base).await?;
        let _checking = self.inner.answers.checking.lock().await;
        let client = new_client(self.common(), base).await?;
        let permit = self.common().permits.acquire().await.map_err(|_| Error::Closed)?;
        let began = Instant::now();
        let outcome = client.greet().await;
        let milliseconds = u32::try_from(began.elapsed().as_millis()).unwrap_or(u32::MAX);
        drop(permit);
        judge(&client, outcome)?;
        let server = client.base().to_string();
        Ok(ServerAnswer { server, milliseconds, proxy: client.proxy() })
    }
}

/// A client of the service at `base`, trusting what this computer trusts.
pub(crate) async fn new_client(common: &Common, base: Base) -> Result<Client, Error> {
    let host = base.host().to_owned();
    let authorities = authorities(common, &base).await?;
    let client = Client::new(base, common.limits.clone(), &authorities);
    client.map_err(|trouble| Error::Call { endpoint: Endpoint::Login, host, trouble })
}

fn judge(client: &Client, outcome: Outcome<()>) -> Result<(), Error> {
    let host = client.base().host().to_owned();
    match outcome {
        Outcome::Accepted(()) | Outcome::SignedOut => Ok(()),
        // In trouble, but in its own words; a 404 means that the application path is another one.
        Outcome::Refused(refusal) if refusal.error_code.is_some() && refusal.status != 404 => {
            Ok(())
        }
        Outcome::Unclear(unclear) if unclear.login_page => Ok(()),
        Outcome::NotWritten(trouble) | Outcome::WrittenNoAnswer(trouble)
            if is_unreached(&trouble) || matches!(trouble, Trouble::TooLarge { .. }) =>
        {
            Err(Error::Call { endpoint: Endpoint::ListMovements, host, trouble })
        }
        _ => Err(Error::NotOurService { host }),
    }
}
