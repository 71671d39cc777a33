//! Commands about calls beyond the interface document.

use std::{future::Future, future::ready, sync::Arc, sync::atomic::Ordering};

use client::Paging;
use contract::{
    Capabilities, Endpoint, Explore, Explored, ObservedCall, ProbeCapabilities, ReadCapabilities,
};

use crate::{
    Backend,
    error::Error,
    service::{
        cache::Begun,
        explore::{OBJECTS, fields_of},
    },
};

impl Backend {
    /// Says which of the observed calls the service answers, as far as that is known.
    ///
    /// # Errors
    /// If no profile is open.
    pub fn capabilities(
        &self,
        _request: ReadCapabilities,
    ) -> impl Future<Output = Result<Capabilities, Error>> + Send + use<> {
        ready(self.workspace().map(|workspace| workspace.extensions.capabilities()))
    }

    /// Tries all of them again, by reads alone. What a service makes of a single one says nothing
    /// about the session or the connection.
    ///
    /// # Errors
    /// If nobody is signed in; [`Error::SignedOut`] if the session ended meanwhile, or why the
    /// service was not reached: then what was tried until then is known.
    pub async fn probe_capabilities(
        &self,
        _request: ProbeCapabilities,
    ) -> Result<Capabilities, Error> {
        let workspace = self.workspace()?;
        loop {
            if !workspace.service.session.is_live() {
                return Err(Error::NeedsSession);
            }
            workspace.observed.hurry.store(true, Ordering::Release);
            match workspace.observed.probing.begin(&(), workspace.service.session.epoch()) {
                // It may try but a few of them; it hurries now.
                Begun::Joined(flight) => drop(flight.wait().await),
                Begun::Mine(turn, flight) => {
                    let at_work = Arc::clone(&workspace);
                    workspace.account.background.spawn(async move {
                        at_work.extensions.probe_in_turn(turn, ObservedCall::ALL.to_vec()).await;
                    });
                    flight.wait().await?;
                    return Ok(workspace.extensions.capabilities());
                }
            }
        }
    }

    /// Shows one object of a class, or the first ones, field by field.
    ///
    /// # Errors
    /// If no profile is open or nobody is signed in; [`Error::Invalid`] for a name that is no class's;
    /// what its reading ended with.
    pub async fn explore(&self, request: Explore) -> Result<Explored, Error> {
        let workspace = self.workspace()?;
        let object = request.object.trim().to_owned();
        let is_name = object.chars().all(|letter| letter.is_ascii_alphanumeric());
        if object.is_empty() || !is_name {
            return Err(Error::Invalid { field: "object", problem: "it has letters and digits" });
        }
        let id = request.id.map(|id| id.trim().to_owned()).filter(|id| !id.is_empty());
        let call = |client: client::Client, cookies| async move {
            match id {
                Some(id) => client.generic_read(&cookies, &object, &id).await,
                None => {
                    let page = Paging { max: OBJECTS, offset: 0 };
                    client.generic_list(&cookies, &object, page).await
                }
            }
        };
        let value = workspace.service.read(Endpoint::Generic, call).await?;
        Ok(fields_of(&value))
    }
}
