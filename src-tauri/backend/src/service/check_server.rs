//! The client of an address, and whether what answers there is the warehouse service. It shows
//! itself by refusing a call without a session in its own words, or with a session cookie of its
//! own (interface document, 5.5 and 7), or by its sign-in page. A 401 alone says nothing: any web
//! server may ask for a password.

use client::{Base, Client, Outcome, Trouble};
use contract::Endpoint;

use super::certificate::authorities;
use crate::{
    Common,
    error::{Error, is_unreached},
};

/// A client of the service at `base`, trusting what this computer trusts.
pub(crate) async fn new_client(common: &Common, base: Base) -> Result<Client, Error> {
    let host = base.host().to_owned();
    let authorities = authorities(common, &base).await?;
    let client = Client::new(base, common.limits.clone(), &authorities);
    client.map_err(|trouble| Error::Call { endpoint: Endpoint::Login, host, trouble })
}

pub(crate) fn check_reply(client: &Client, outcome: Outcome<()>) -> Result<(), Error> {
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
