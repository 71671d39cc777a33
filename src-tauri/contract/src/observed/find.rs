//! People and places found by what is typed: from the service where it can be asked, and from what
//! was seen on records.

use serde::{Deserialize, Serialize};

use crate::{Freshness, Person, Place, Source};

/// People found for a text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FoundPeople {
    /// Those that fit, by name.
    pub rows: Vec<FoundPerson>,
    /// How the service's own answer for this text stands: all empty where it was not asked.
    pub freshness: Freshness,
}

/// A person, and how it is known of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundPerson {
    /// The person.
    pub person: Person,
    /// [`Source::Service`] if the service lists them, else [`Source::Seen`].
    pub source: Source,
}

/// Places found for a text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FoundPlaces {
    /// Those that fit, by name.
    pub rows: Vec<FoundPlace>,
    /// How the service's own answer for this text stands: all empty where it was not asked.
    pub freshness: Freshness,
}

/// A place, and how it is known of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundPlace {
    /// The place, with how often it was seen on records.
    pub place: Place,
    /// [`Source::Service`] if the service lists it, else [`Source::Seen`].
    pub source: Source,
}
