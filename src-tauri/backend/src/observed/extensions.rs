//! The road of observed calls, and the way back to what the file remembers of their answers. Nothing
//! here may end a session or call the service unreached: whoever asks does without an answer.

use std::{future::Future, hash::Hash, sync::Arc};

use chrono::{DateTime, Utc};
use client::{Client, Outcome, Refusal, SessionCookies};
use contract::{Endpoint, ObservedCall, Probed};
use serde::{Serialize, de::DeserializeOwned};

use crate::store::tables::observed as kept;

use super::answers::Observed;
use crate::{
    account::Account,
    directory::Directory,
    error::Error,
    movements::mirror::Movements,
    service::{
        cache::{Begun, Cache, Flight},
        calls::Service,
    },
    session::state::AuthenticatedClient,
};

/// Of each kind no more answers than this are held in memory.
const MOST: usize = 20;

/// Calls beyond the interface document, as far as the service answers them.
pub(crate) struct Extensions {
    pub account: Arc<Account>,
    pub service: Arc<Service>,
    pub directory: Arc<Directory>,
    pub movements: Arc<Movements>,
    pub observed: Arc<Observed>,
}

impl Extensions {
    /// Whether the service is known to answer a call.
    pub(crate) fn offers(&self, call: ObservedCall) -> bool {
        let known = self.account.facts().capabilities;
        known.iter().any(|known| known.call == call && known.outcome == Probed::Offered)
    }

    /// Asks what the interface document does not show. Whatever comes but an answer is a failure of
    /// this one call: a 401 to it does not say that the session has ended, nor its silence that the
    /// service is not reached. The calls of the document find that out.
    pub(crate) async fn ask_observed<T, F>(
        &self,
        call: ObservedCall,
        ask: impl FnOnce(Client, SessionCookies) -> F + Send,
    ) -> Result<T, Error>
    where
        T: Send,
        F: Future<Output = Outcome<T>> + Send,
    {
        let permit = self.account.common.permits.acquire().await.map_err(|_| Error::Closed)?;
        let AuthenticatedClient { client, cookies } =
            self.service.session.live().ok_or(Error::NeedsSession)?.line;
        let outcome = ask(client, cookies).await;
        drop(permit);
        match outcome {
            Outcome::Accepted(answer) => Ok(answer),
            other => Err(failed(call, self.account.base.host(), other)),
        }
    }

    /// Reads an answer anew, or joins who does, and remembers it. It is as old as its question: what
    /// was sent while it was on its way may not be in it.
    pub(crate) fn read_observed<K, V, F>(
        self: &Arc<Self>,
        call: ObservedCall,
        cache: &Cache<K, V>,
        about: &K,
        ask: impl FnOnce(K) -> F + Send + 'static,
    ) -> Flight
    where
        K: Serialize + Eq + Hash + Clone + Send + Sync + 'static,
        V: Serialize + Clone + Send + Sync + 'static,
        F: Future<Output = Result<V, Error>> + Send,
    {
        match cache.begin(about, self.service.session.epoch()) {
            Begun::Joined(flight) => flight,
            Begun::Mine(turn, flight) => {
                let (this, cache, about) = (Arc::clone(self), cache.clone(), about.clone());
                self.account.background.spawn(async move {
                    let asked = this.account.now();
                    match ask(about.clone()).await {
                        Ok(answer) => {
                            this.remember(call, &about, &answer, asked);
                            turn.done(answer, asked);
                            if cache.values().len() > MOST {
                                cache.retain(|key| *key == about);
                            }
                        }
                        Err(error) => turn.failed(&error, this.account.now()),
                    }
                });
                flight
            }
        }
    }

    /// Keeps an answer for a time without a connection. Nobody waits for the file: what a crash
    /// loses is asked again.
    pub(crate) fn remember<K, V>(
        &self,
        call: ObservedCall,
        about: &K,
        answer: &V,
        as_of: DateTime<Utc>,
    ) where
        K: Serialize + Clone + Send + 'static,
        V: Serialize + Clone + Send + 'static,
    {
        let (about, answer) = (about.clone(), answer.clone());
        drop(self.account.store.send(move |tx| kept::save(tx, call, &about, &answer, as_of)));
    }

    /// Brings back what the file remembers, where nothing is in memory.
    pub(crate) async fn recall<K, V>(
        &self,
        call: ObservedCall,
        cache: &Cache<K, V>,
        about: &K,
    ) -> Result<(), Error>
    where
        K: Serialize + Eq + Hash + Clone + Send + 'static,
        V: DeserializeOwned + Send + 'static,
    {
        if cache.look(about).value.is_some() {
            return Ok(());
        }
        let asked = about.clone();
        let found = self.account.store.read(move |file| kept::load(file, call, &asked)).await?;
        if let Some((answer, as_of)) = found {
            cache.recall(about, answer, as_of);
        }
        Ok(())
    }
}

/// What an outcome that is no answer says about one call, and about nothing else.
pub(crate) fn failed<T>(call: ObservedCall, host: &str, outcome: Outcome<T>) -> Error {
    let endpoint = Endpoint::Observed(call);
    match outcome {
        Outcome::Refused(refusal) => Error::Refused(refusal),
        Outcome::Forbidden => Error::Forbidden(endpoint),
        Outcome::Unclear(unclear) => Error::Unclear { status: unclear.status },
        Outcome::NotWritten(trouble) | Outcome::WrittenNoAnswer(trouble) => {
            Error::Call { endpoint, host: host.to_owned(), trouble }
        }
        Outcome::SignedOut | Outcome::Accepted(_) => {
            Error::Refused(Refusal { status: 401, error_code: None, message: String::new() })
        }
    }
}
