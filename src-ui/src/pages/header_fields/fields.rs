//! What the fields of a header hold: values, half typed texts, and places and people by their ids.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use contract::{
    HeaderFields as Header, ListPeople, ListPlaces, Person, PersonRef, Place, PlaceRef,
};
use leptos::prelude::*;

use crate::data::query::{Query, use_query};

/// The fields. Ids of places and people are as fields with a list hold them.
#[derive(Clone, Copy)]
pub struct FormFields {
    /// Name.
    pub name: RwSignal<String>,
    /// Free text.
    pub description: RwSignal<String>,
    /// Where goods come from.
    pub origin: RwSignal<Option<String>>,
    /// Where goods go to.
    pub destination: RwSignal<Option<String>>,
    /// The day it is asked for.
    pub date: RwSignal<Option<NaiveDate>>,
    /// Who asks for it.
    pub requester: RwSignal<Option<String>>,
    /// What is typed and no value yet.
    pub typed: TypedFields,
}

/// What is typed and no value yet.
#[derive(Clone, Copy, Default)]
pub struct TypedFields {
    /// Where goods come from.
    pub origin: RwSignal<Option<String>>,
    /// Where goods go to.
    pub destination: RwSignal<Option<String>>,
    /// The day.
    pub date: RwSignal<Option<String>>,
    /// Who asks for it.
    pub requester: RwSignal<Option<String>>,
}

impl FormFields {
    /// Filled with a header.
    pub fn filled(with: &Header) -> Self {
        let place = |place: &Option<PlaceRef>| place.as_ref().map(|place| place.id.to_string());
        let person = with.requested_by.as_ref().map(|person| person.id.to_string());
        Self {
            name: RwSignal::new(with.name.clone().unwrap_or_default()),
            description: RwSignal::new(with.description.clone().unwrap_or_default()),
            origin: RwSignal::new(place(&with.origin)),
            destination: RwSignal::new(place(&with.destination)),
            date: RwSignal::new(with.date_requested),
            requester: RwSignal::new(person),
            typed: TypedFields::default(),
        }
    }

    /// What they hold. Places and people are named as `seen` has them, else as anything read here.
    pub fn read(self, known: KnownNames, seen: [&Header; 3]) -> Header {
        let place = |id: String, of: fn(&Header) -> &Option<PlaceRef>| {
            let seen = seen.iter().filter_map(|header| of(header).as_ref());
            let named = seen.into_iter().find(|place| place.id.as_str() == id).cloned();
            named.unwrap_or_else(|| known.place(&id))
        };
        let person = |id: String| {
            let seen = seen.iter().filter_map(|header| header.requested_by.as_ref());
            let named = seen.into_iter().find(|person| person.id.as_str() == id).cloned();
            named.unwrap_or_else(|| known.person(&id))
        };
        Header {
            name: Some(self.name.get()),
            description: Some(self.description.get()),
            origin: self.origin.get().map(|id| place(id, |header| &header.origin)),
            destination: self.destination.get().map(|id| place(id, |header| &header.destination)),
            date_requested: self.date.get(),
            requested_by: self.requester.get().map(person),
        }
    }

    /// Puts what is not as it was `before` into its field.
    pub fn follow(self, before: &Header, now: &Header) {
        let fresh = Self::filled(now);
        if before.name != now.name {
            self.name.set(fresh.name.get_untracked());
        }
        if before.description != now.description {
            self.description.set(fresh.description.get_untracked());
        }
        if before.origin != now.origin {
            self.origin.set(fresh.origin.get_untracked());
        }
        if before.destination != now.destination {
            self.destination.set(fresh.destination.get_untracked());
        }
        if before.date_requested != now.date_requested {
            self.date.set(now.date_requested);
        }
        if before.requested_by != now.requested_by {
            self.requester.set(fresh.requester.get_untracked());
        }
    }
}

impl TypedFields {
    /// Puts back what a draft holds.
    pub fn restore(self, texts: &BTreeMap<String, String>) {
        for (name, text) in self.fields() {
            text.set(texts.get(name).cloned());
        }
    }

    /// What a draft keeps.
    pub fn texts(self) -> BTreeMap<String, String> {
        let mut texts = BTreeMap::new();
        for (name, text) in self.fields() {
            // One by one: collecting would bring a sort of its own into the page.
            texts.extend(text.get().map(|text| (name.to_owned(), text)));
        }
        texts
    }

    fn fields(self) -> [(&'static str, RwSignal<Option<String>>); 4] {
        [
            ("origin", self.origin),
            ("destination", self.destination),
            ("date_requested", self.date),
            ("requested_by", self.requester),
        ]
    }
}

/// Places and people by their ids, for a form that has to name them.
#[derive(Clone, Copy)]
pub struct KnownNames {
    places: Query<Vec<Place>>,
    people: Query<Vec<Person>>,
}

impl KnownNames {
    /// Asks for them.
    pub fn start() -> Self {
        Self {
            places: use_query(|| Some(ListPlaces {})),
            people: use_query(|| Some(ListPeople {})),
        }
    }

    /// A place; by its id alone where nothing read here has it.
    pub fn place(self, id: &str) -> PlaceRef {
        let known = self.places.reply.with(|all| {
            let place = seen(all.as_ref(), Some(id))?;
            let name = place.name.clone();
            Some(PlaceRef { id: place.id.clone(), name, type_code: place.type_code.clone() })
        });
        known.unwrap_or_else(|| PlaceRef { id: id.into(), name: id.into(), type_code: None })
    }

    /// A person; by their id alone where nothing read here has it.
    pub fn person(self, id: &str) -> PersonRef {
        let known = self.people.reply.with(|all| {
            all.as_ref()?.iter().find(|person| person.id.as_str() == id).map(PersonRef::from)
        });
        known.unwrap_or_else(|| PersonRef { id: id.into(), name: id.into() })
    }
}

/// The place of an id, where anything read here has it.
pub fn seen<'a>(places: Option<&'a Vec<Place>>, id: Option<&str>) -> Option<&'a Place> {
    places?.iter().find(|place| Some(place.id.as_str()) == id)
}
