//! Tries optional calls one after another, by reads alone and when nobody else calls. It stops when
//! the session is no longer the one it began with, and ends without an error if a read of the
//! document fails too: the calls people wait for find out what ends a session or a connection.

use std::{future::Future, sync::Arc, sync::atomic::Ordering, time::Duration};

use client::{
    Client, Outcome, SessionCookies, Trouble,
    observed::{Activity, Context},
};
use contract::{
    Capability, Endpoint, LineItem, LocationId, Movement, MovementId, ObservedCall, Probed,
    ProductId, Topic,
};
use rules::movements::known::KnownMovement;
use tokio::{sync::SemaphorePermit, time::sleep};

use super::{
    is_newer,
    verdict::{is_about_the_call, is_not_found, verdict},
};
use crate::{
    common::IN_FLIGHT,
    directory::Harvest,
    error::Error,
    observed::{answers::AtHand, extensions::Extensions},
    service::cache::Turn,
    session::state::AuthenticatedClient,
};

/// How often it is looked whether nobody else calls.
const LOOK: Duration = Duration::from_millis(25);

/// So many movements are tried before it counts as unknown whether there is a page.
const CANDIDATES: usize = 3;

/// Names shorter than this are no JSON to some installations.
const LETTERS: usize = 3;

/// One round of trying.
struct Round<'a> {
    extensions: &'a Arc<Extensions>,
    generation: u64,
    tried: Vec<Capability>,
    version: Option<String>,
}

impl Extensions {
    /// Tries these calls, keeps what came of them, and ends the turn.
    pub(crate) async fn probe_in_turn(
        self: &Arc<Self>,
        turn: Turn<(), ()>,
        which: Vec<ObservedCall>,
    ) {
        let end = self.probe(&which).await;
        let now = self.account.now();
        match end {
            Ok(()) => turn.done((), now),
            Err(error) => turn.failed(&error, now),
        }
    }

    async fn probe(self: &Arc<Self>, which: &[ObservedCall]) -> Result<(), Error> {
        let live = self.service.session.live().ok_or(Error::NeedsSession)?;
        let generation = live.generation;
        *self.observed.tried_with() = self.at_hand();
        let mut round = Round { extensions: self, generation, tried: Vec::new(), version: None };
        let end = round.go(which).await;
        let Round { tried, version, .. } = round;
        if !tried.is_empty() {
            self.account
                .learn(|facts| {
                    facts
                        .capabilities
                        .retain(|known| tried.iter().all(|new| new.call != known.call));
                    facts.capabilities.extend(tried);
                    facts.service_version = version.or(facts.service_version.take());
                })
                .await?;
            self.account.announce(&[Topic::Observed]);
        }
        self.read_reasons_behind();
        end
    }

    /// Movements to ask about, those with the fewest lines first: their pages are short.
    fn movements_to_try(&self) -> Vec<Arc<KnownMovement>> {
        let mut known = self.movements.known();
        known.retain(|known| !known.gone);
        let lines = |known: &Arc<KnownMovement>| match known.movement.lines.as_deref() {
            Some([]) | None => usize::MAX,
            Some(lines) => lines.len(),
        };
        known.sort_by_cached_key(|known| (lines(known), known.movement.id.clone()));
        known.truncate(CANDIDATES);
        known
    }

    /// What there is to ask about.
    pub(super) fn at_hand(&self) -> AtHand {
        let movements = self.movements_to_try();
        AtHand {
            movement: !movements.is_empty(),
            lines: movements.iter().any(|known| product_of(&known.movement).is_some()),
            place: self.place_to_try().is_some(),
        }
    }

    fn place_to_try(&self) -> Option<String> {
        let names = self.directory.places().into_iter().map(|place| place.name);
        names.filter(|name| name.chars().count() >= LETTERS).min()
    }
}

impl Round<'_> {
    async fn go(&mut self, which: &[ObservedCall]) -> Result<(), Error> {
        for call in which {
            match call {
                ObservedCall::Status => {
                    let ask = |client: Client, cookies: SessionCookies| async move {
                        client.health(Some(&cookies)).await
                    };
                    self.try_simply(*call, ask).await?;
                }
                ObservedCall::AppContext | ObservedCall::Session => {
                    self.try_context(*call).await?;
                }
                ObservedCall::People => self.try_people().await?,
                ObservedCall::Places => self.try_places().await?,
                ObservedCall::ReasonCodes => {
                    let ask = |client: Client, cookies: SessionCookies| async move {
                        client.list_reasons(&cookies, Activity::Modify).await
                    };
                    self.try_simply(*call, ask).await?;
                }
                ObservedCall::Substitutions | ObservedCall::EditPage | ObservedCall::PickPage => {}
            }
        }
        self.try_about_movements(which).await
    }

    async fn try_context(&mut self, call: ObservedCall) -> Result<(), Error> {
        let newer = call == ObservedCall::AppContext;
        let ask = |client: Client, cookies: SessionCookies| async move {
            if newer {
                client.app_context(&cookies).await
            } else {
                client.session_context(&cookies).await
            }
        };
        let outcome = self.ask(call, ask).await?;
        if let Outcome::Accepted(Context { user, location, version, .. }) = &outcome {
            if version.as_deref().is_some_and(is_newer) {
                self.extensions.service.learn_updates(false);
            }
            self.version = version.clone().or(self.version.take());
            if let Some(location) = location
                && self.extensions.service.session.told_location(self.generation, location.clone())
            {
                self.extensions.account.announce(&[Topic::Session]);
            }
            self.extensions.directory.harvest(
                &self.extensions.account,
                Harvest::of_found([user.clone()], location.clone()),
            );
        }
        self.note(call, outcome, |_| true);
        Ok(())
    }

    async fn try_people(&mut self) -> Result<(), Error> {
        // Whoever it finds: an empty list is an answer too.
        let name = self.extensions.account.profile.user_name.clone();
        let ask = |client: Client, cookies: SessionCookies| async move {
            client.find_people(&cookies, &name).await
        };
        self.try_simply(ObservedCall::People, ask).await
    }

    async fn try_places(&mut self) -> Result<(), Error> {
        let Some(name) = self.extensions.place_to_try() else { return Ok(()) };
        let ask = |client: Client, cookies: SessionCookies| async move {
            client.find_places(&cookies, &name).await
        };
        self.try_simply(ObservedCall::Places, ask).await
    }

    /// The calls about a movement. The edit page comes first, because every service answers a
    /// movement there, with the page or without: that shows which movement there is to ask about,
    /// and whether asking for its pick page does no harm.
    async fn try_about_movements(&mut self, which: &[ObservedCall]) -> Result<(), Error> {
        let wants = |call| which.contains(&call);
        let about_movements =
            [ObservedCall::EditPage, ObservedCall::PickPage, ObservedCall::Substitutions];
        if !about_movements.into_iter().any(wants) {
            return Ok(());
        }
        for known in self.extensions.movements_to_try() {
            let movement = &known.movement;
            let id = movement.id.clone();
            let ask = |client: Client, cookies: SessionCookies| async move {
                client.edit_page(&cookies, &id).await
            };
            let outcome = self.ask(ObservedCall::EditPage, ask).await?;
            if is_not_found(&outcome) {
                // It is the movement that is gone.
                continue;
            }
            let has_pick_page = match &outcome {
                Outcome::Accepted(page) => Some(page.has_pick_page),
                _ => None,
            };
            self.note(ObservedCall::EditPage, outcome, |page| page.rows.is_some());
            if wants(ObservedCall::PickPage) {
                self.try_pick_page(&movement.id, has_pick_page).await?;
            }
            if let Some((product, place)) = product_of(movement)
                && wants(ObservedCall::Substitutions)
            {
                let ask = |client: Client, cookies: SessionCookies| async move {
                    client.substitutions(&cookies, &product, &place).await
                };
                self.try_simply(ObservedCall::Substitutions, ask).await?;
            }
            return Ok(());
        }
        Ok(())
    }

    /// A service whose movements have no such page may pick anew when it is asked for one: there it
    /// is not asked.
    async fn try_pick_page(
        &mut self,
        id: &MovementId,
        has_pick_page: Option<bool>,
    ) -> Result<(), Error> {
        let call = ObservedCall::PickPage;
        match has_pick_page {
            None => {}
            Some(false) => self.keep(call, Probed::NotOffered, None),
            Some(true) => {
                let id = id.clone();
                let ask = |client: Client, cookies: SessionCookies| async move {
                    client.pick_page(&cookies, &id).await
                };
                let outcome = self.ask(call, ask).await?;
                self.note(call, outcome, |page| page.rows.is_some());
            }
        }
        Ok(())
    }

    async fn try_simply<T: Send, F>(
        &mut self,
        call: ObservedCall,
        ask: impl FnOnce(Client, SessionCookies) -> F + Send,
    ) -> Result<(), Error>
    where
        F: Future<Output = Outcome<T>> + Send,
    {
        let outcome = self.ask(call, ask).await?;
        self.note(call, outcome, |_| true);
        Ok(())
    }

    /// Asks when nobody else does. Answers an outcome that is about the call; in place of any other
    /// the end of the trying.
    async fn ask<T: Send, F>(
        &self,
        call: ObservedCall,
        ask: impl FnOnce(Client, SessionCookies) -> F + Send,
    ) -> Result<Outcome<T>, Error>
    where
        F: Future<Output = Outcome<T>> + Send,
    {
        let permit = self.turn().await?;
        let line = self.line()?;
        let outcome = ask(line.client.clone(), line.cookies.clone()).await;
        if !is_about_the_call(&outcome) {
            self.look_into(call, &line).await?;
        }
        drop(permit);
        Ok(outcome)
    }

    /// Waits for a moment when nobody else calls, unless somebody waits for what comes of it.
    async fn turn(&self) -> Result<SemaphorePermit<'_>, Error> {
        let permits = &self.extensions.account.common.permits;
        loop {
            self.line()?;
            if self.extensions.observed.hurry.load(Ordering::Acquire) {
                return permits.acquire().await.map_err(|_| Error::Closed);
            }
            if permits.available_permits() == IN_FLIGHT
                && let Ok(permit) = permits.try_acquire()
            {
                return Ok(permit);
            }
            sleep(LOOK).await;
        }
    }

    /// The session it began with, as long as it stands.
    fn line(&self) -> Result<AuthenticatedClient, Error> {
        let live = self.extensions.service.session.live().ok_or(Error::SignedOut)?;
        if live.generation == self.generation { Ok(live.line) } else { Err(Error::SignedOut) }
    }

    /// Whether a read of the document shows that the session stands and the service is reached.
    async fn look_into(&self, call: ObservedCall, line: &AuthenticatedClient) -> Result<(), Error> {
        match line.client.probe(Some(&line.cookies), Endpoint::ListMovements).await {
            Outcome::Accepted(()) | Outcome::Refused(_) | Outcome::Forbidden => Ok(()),
            Outcome::SignedOut => Err(Error::SignedOut),
            Outcome::Unclear(unclear) => Err(Error::Unclear { status: unclear.status }),
            // It answers, though in no form we know.
            Outcome::WrittenNoAnswer(Trouble::NotUnderstood { .. } | Trouble::TooLarge { .. }) => {
                Ok(())
            }
            Outcome::NotWritten(trouble) | Outcome::WrittenNoAnswer(trouble) => {
                let host = self.extensions.account.base.host().to_owned();
                Err(Error::Call { endpoint: Endpoint::Observed(call), host, trouble })
            }
        }
    }

    fn note<T>(
        &mut self,
        call: ObservedCall,
        outcome: Outcome<T>,
        is_there: impl FnOnce(&T) -> bool,
    ) {
        let (outcome, status) =
            verdict(call, self.extensions.account.base.host(), outcome, is_there);
        self.keep(call, outcome, status);
    }

    fn keep(&mut self, call: ObservedCall, outcome: Probed, status: Option<u16>) {
        let at = Some(self.extensions.account.now());
        let good_for = call.good_for();
        self.tried.push(Capability { call, good_for, outcome, at, status });
    }
}

/// A product of the movement, and where it is to come from.
fn product_of(movement: &Movement) -> Option<(ProductId, LocationId)> {
    let line: &LineItem = movement.lines.as_deref()?.first()?;
    Some((line.product.id.clone(), movement.origin.as_ref()?.id.clone()))
}
