//! Finds people and places for what is typed: those known here at once, the service's when they
//! arrive.

use std::{collections::HashSet, sync::Arc};

use client::Client;
use contract::{
    FindPeople, FindPlaces, FoundPeople, FoundPerson, FoundPlace, FoundPlaces, LocationId,
    ObservedCall, Person, PersonId, Place, PlaceRef, Source,
};
use rules::search::text::{Words, fold};

use super::{LOOKUP_AGE, people::by_name, places::Places};
use crate::{
    account::Account,
    directory::{Directory, Harvest},
    observed::{answers::Observed, extensions::Extensions},
    service::{
        cache::{Begun, Cache},
        calls::Service,
    },
};

/// Nobody looks through more than this.
const MOST: usize = 100;

/// Answers to no more texts than this are held.
const TEXTS: usize = 200;

/// Fewer letters than this find nearly everybody.
const LETTERS_OF_PEOPLE: usize = 2;

/// To fewer letters than this some installations answer nothing that can be read.
const LETTERS_OF_PLACES: usize = 3;

/// Finds people and places for what is typed.
pub(crate) struct Finder {
    pub account: Arc<Account>,
    pub service: Arc<Service>,
    pub directory: Arc<Directory>,
    pub extensions: Arc<Extensions>,
    pub observed: Arc<Observed>,
    pub places: Arc<Places>,
}

impl Finder {
    pub(crate) fn found_people(&self, request: &FindPeople) -> FoundPeople {
        let words = Words::of(&request.text);
        let served = all_of(&self.observed.people);
        let mut people = self.directory.people();
        people.retain(|person| words.are_in(&searched(person)));
        let row = |person: Person| {
            let source = source(served.contains(&person.id));
            FoundPerson { person, source }
        };
        let rows = by_name(people).into_iter().take(most(request.count)).map(row).collect();
        let freshness = self.observed.people.look(&key_of(&request.text)).freshness;
        FoundPeople { rows, freshness }
    }

    pub(crate) fn found_places(&self, request: &FindPlaces) -> FoundPlaces {
        let words = Words::of(&request.text);
        let served = all_of(&self.observed.places);
        let mut places = self.places.places();
        places.retain(|place| words.are_in(&fold(&place.name)));
        let row = |place: Place| {
            let source = source(served.contains(&place.id));
            FoundPlace { place, source }
        };
        let rows = places.into_iter().take(most(request.count)).map(row).collect();
        let freshness = self.observed.places.look(&key_of(&request.text)).freshness;
        FoundPlaces { rows, freshness }
    }

    /// Asks behind for people of this name, unless that was answered lately.
    pub(crate) fn ask_for_people(self: &Arc<Self>, text: &str) {
        let long_enough = text.chars().count() >= LETTERS_OF_PEOPLE;
        if !long_enough || !self.is_to_be_asked(ObservedCall::People, &self.observed.people, text) {
            return;
        }
        if self.observed.people_typed.want(text.to_owned()) {
            let this = Arc::clone(self);
            self.account.background.spawn(async move {
                while let Some(text) = this.observed.people_typed.next().await {
                    this.take_people(&text).await;
                }
            });
        }
    }

    /// Asks behind for places of this name, unless that was answered lately.
    pub(crate) fn ask_for_places(self: &Arc<Self>, text: &str) {
        let long_enough = text.chars().count() >= LETTERS_OF_PLACES;
        if !long_enough || !self.is_to_be_asked(ObservedCall::Places, &self.observed.places, text) {
            return;
        }
        if self.observed.places_typed.want(text.to_owned()) {
            let this = Arc::clone(self);
            self.account.background.spawn(async move {
                while let Some(text) = this.observed.places_typed.next().await {
                    this.take_places(&text).await;
                }
            });
        }
    }

    fn is_to_be_asked<I>(
        self: &Arc<Self>,
        call: ObservedCall,
        cache: &Cache<String, Vec<I>>,
        text: &str,
    ) -> bool {
        let (now, epoch) = (self.account.now(), self.service.session.epoch());
        cache.is_due(&key_of(text), now, LOOKUP_AGE, epoch)
            && self.service.session.is_live()
            && self.extensions.wants(call)
    }

    async fn take_people(&self, text: &str) {
        let cache = &self.observed.people;
        let Begun::Mine(turn, _) = cache.begin(&key_of(text), self.service.session.epoch()) else {
            return;
        };
        let name = text.to_owned();
        let call =
            |client: Client, cookies| async move { client.find_people(&cookies, &name).await };
        let answer = self.extensions.ask_observed(ObservedCall::People, call).await;
        let now = self.account.now();
        match answer {
            Ok(people) => {
                let ids: Vec<PersonId> = people.iter().map(|person| person.id.clone()).collect();
                self.directory.harvest(&self.account, Harvest::of_found(people, []));
                turn.done(ids, now);
            }
            Err(error) => turn.failed(&error, now),
        }
        forget_all_but(cache, text);
    }

    async fn take_places(&self, text: &str) {
        let cache = &self.observed.places;
        let Begun::Mine(turn, _) = cache.begin(&key_of(text), self.service.session.epoch()) else {
            return;
        };
        let name = text.to_owned();
        let call =
            |client: Client, cookies| async move { client.find_places(&cookies, &name).await };
        let answer = self.extensions.ask_observed(ObservedCall::Places, call).await;
        let now = self.account.now();
        match answer {
            Ok(places) => {
                let ids: Vec<LocationId> = places.iter().map(|place| place.id.clone()).collect();
                self.directory.harvest(
                    &self.account,
                    Harvest::of_found([], places.iter().map(PlaceRef::from)),
                );
                turn.done(ids, now);
            }
            Err(error) => turn.failed(&error, now),
        }
        forget_all_but(cache, text);
    }
}

/// All that any answer held.
fn all_of<I: Clone + Eq + std::hash::Hash>(cache: &Cache<String, Vec<I>>) -> HashSet<I> {
    let answers = cache.values().into_iter();
    answers.flat_map(|(_, ids, _)| ids.as_ref().clone()).collect()
}

fn forget_all_but<I>(cache: &Cache<String, Vec<I>>, text: &str) {
    if cache.values().len() > TEXTS {
        let key = key_of(text);
        cache.retain(|other| *other == key);
    }
}

/// What a text is remembered by: a service may tell accents apart, but hardly capitals.
fn key_of(text: &str) -> String {
    text.trim().to_lowercase()
}

fn searched(person: &Person) -> String {
    let texts = [&person.name, &person.username, &person.email];
    let texts: Vec<_> = texts.into_iter().flatten().map(String::as_str).collect();
    fold(&texts.join("\n"))
}

fn source(is_served: bool) -> Source {
    if is_served { Source::Service } else { Source::Seen }
}

fn most(count: u32) -> usize {
    usize::try_from(count).unwrap_or(MOST).min(MOST)
}
