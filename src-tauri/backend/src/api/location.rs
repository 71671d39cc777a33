//! Commands about where the user works, and who they are in the service's own records.

use std::sync::Arc;

use client::{Client, Outcome, SessionCookies};
use contract::{
    ChooseIdentity, ChooseLocation, Endpoint, Identity, ListWorkLocations, MissingPart,
    ObservedCall, PlaceRef, ReadIdentity, SessionState, Topic,
};
use rules::{search::text::fold, search::text::natural};

use crate::{
    Backend,
    capabilities::is_newer,
    directory::Harvest,
    error::Error,
    service::login::{Attempt, Confirmed},
    session::{
        identity::recognised,
        location::found,
        state::{AuthenticatedClient, Live, ServiceFacts},
    },
    store::tables::facts::Settled,
    workspace::Workspace,
};

impl Backend {
    /// Shows the locations a session can work in, by name: those the service lists, and those seen
    /// so far.
    ///
    /// # Errors
    /// If nobody is signed in; why the service does not list them, where none was seen yet either.
    pub async fn list_work_locations(
        &self,
        _request: ListWorkLocations,
    ) -> Result<Vec<PlaceRef>, Error> {
        let workspace = self.workspace()?;
        let call = |client: Client, cookies: SessionCookies| async move {
            client.list_places(&cookies).await
        };
        let listed = workspace.service.read(Endpoint::Observed(ObservedCall::Places), call).await;
        match listed {
            Ok(listed) => {
                workspace.directory.harvest(
                    &workspace.account,
                    Harvest::of_found([], listed.iter().map(PlaceRef::from)),
                );
            }
            Err(error) if workspace.directory.places().is_empty() => return Err(error),
            // What was seen can be chosen all the same.
            Err(_) => {}
        }
        let mut places: Vec<_> = workspace
            .directory
            .places()
            .into_iter()
            .map(|place| (fold(&place.name), place))
            .collect();
        places.sort_by(|(a, one), (b, other)| natural(a, b).then_with(|| one.id.cmp(&other.id)));
        Ok(places.into_iter().map(|(_, place)| place).collect())
    }

    /// Chooses the location this session works in, and remembers it for this profile. What waited
    /// for it is read and sent then.
    ///
    /// # Errors
    /// [`Error::Required`] for an empty id; if nobody is signed in; why the service does not take
    /// it. The location before, if any, then stands.
    pub async fn choose_location(&self, request: ChooseLocation) -> Result<SessionState, Error> {
        let workspace = self.workspace()?;
        let Live { generation, line } =
            workspace.service.session.live().ok_or(Error::NeedsSession)?;
        let Some(id) = request.location else {
            workspace.service.session.goes_without_location(generation);
            workspace.outbox.release();
            self.announce_everything();
            return Ok(self.session_state());
        };
        if id.as_str().trim().is_empty() {
            return Err(Error::Required("location"));
        }
        let target = id.clone();
        let call = |client: Client, cookies: SessionCookies| async move {
            client.choose_location(&cookies, &target).await
        };
        workspace.service.read(Endpoint::ChooseLocation, call).await?;
        let seen = workspace.directory.place(&id);
        let place =
            seen.unwrap_or(PlaceRef { name: id.to_string(), id: id.clone(), type_code: None });
        let kept = place.clone();
        workspace.account.learn(|facts| facts.location = Some(kept)).await?;
        let mut attempt = Attempt::new(self.common(), &line.client, Some(&workspace.service));
        let confirmed = attempt.confirm(&line.cookies, Some(&id)).await?;
        let found = found(confirmed, Some(place), false);
        if workspace.service.session.located(generation, found) {
            workspace.outbox.release();
            workspace.extensions.probe_behind();
            workspace.list.read_movements_of_location();
            self.announce_everything();
        }
        Ok(self.session_state())
    }

    /// Chooses the location this profile worked in last, and finds out whether one is wanted.
    pub(crate) async fn locate(
        &self,
        workspace: &Arc<Workspace>,
        line: &AuthenticatedClient,
        mut confirmed: Confirmed,
    ) -> Result<ServiceFacts, Error> {
        let AuthenticatedClient { client, cookies } = line;
        let mut location = workspace.account.facts().location;
        if let Some(place) = &location {
            let permit =
                workspace.account.common.permits.acquire().await.map_err(|_| Error::Closed)?;
            let chosen = client.choose_location(cookies, &place.id);
            let chosen = workspace.service.measured_call(Endpoint::ChooseLocation, chosen).await;
            drop(permit);
            if !matches!(chosen, Outcome::Accepted(())) {
                // It is there no more, or not for this user: it is asked about where it matters.
                location = None;
            } else if confirmed.lacks_lists() {
                let mut attempt =
                    Attempt::new(&workspace.account.common, client, Some(&workspace.service));
                confirmed = attempt.confirm(cookies, Some(&place.id)).await?;
            }
        }
        // Its generation was seen before: nothing needs to fail to show it again.
        if workspace.account.facts().service_version.as_deref().is_some_and(is_newer)
            && !confirmed.one_way
        {
            confirmed.missing.push(MissingPart::Updates);
        }
        let needed = location.is_none()
            && confirmed.wants_location
            && workspace.service.has_no_location(line, false).await == Some(true);
        Ok(found(confirmed, location, needed))
    }

    /// Says who the user is, and who could be chosen. The only person with the user's name is
    /// recognised, and remembered.
    ///
    /// # Errors
    /// If no profile is open, or if what was recognised cannot be kept.
    pub async fn identity(&self, _request: ReadIdentity) -> Result<Identity, Error> {
        let workspace = self.workspace()?;
        workspace.read_sources_behind();
        if workspace.account.facts().identity.is_none() {
            let people = workspace.directory.people();
            if let Some(me) = recognised(&people, &workspace.account.profile.user_name) {
                let person = Some(me.id.clone());
                workspace.account.learn(|facts| facts.identity = Some(Settled { person })).await?;
                workspace.account.announce(&[Topic::Session]);
            }
        }
        Ok(workspace.identity.shown_identity())
    }

    /// Remembers who the user is, or that the question was skipped.
    ///
    /// # Errors
    /// [`Error::Required`] for an empty id; if it cannot be kept.
    pub async fn choose_identity(&self, request: ChooseIdentity) -> Result<Identity, Error> {
        let workspace = self.workspace()?;
        if request.person.as_ref().is_some_and(|id| id.as_str().trim().is_empty()) {
            return Err(Error::Required("person"));
        }
        workspace
            .account
            .learn(|facts| facts.identity = Some(Settled { person: request.person }))
            .await?;
        workspace.account.announce(&[Topic::Session]);
        Ok(workspace.identity.shown_identity())
    }
}
