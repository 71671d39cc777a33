//! Asks for places and people by what is typed: the service answers too, where it can be asked.
//! Nothing waits for it, and what it answers to a text that is no longer there is dropped. While
//! nothing is typed, nothing is asked.

use std::time::Duration;

use contract::{FindPeople, FindPlaces, FoundPeople, FoundPlaces};
use leptos::prelude::*;

use crate::data::query::{Query, Quiet, use_query};

/// So long typing pauses before it is asked.
const PAUSE: Duration = Duration::from_millis(150);

/// Nobody looks through more than this.
const MOST: u32 = 100;

/// Places for what is typed.
pub fn find_places(typed: RwSignal<Option<String>>) -> Query<FoundPlaces> {
    let text = settled(typed);
    use_query(move || Some(FindPlaces { text: typed_now(text)?, count: MOST }))
}

/// People for what is typed.
pub fn find_people(typed: RwSignal<Option<String>>) -> Query<FoundPeople> {
    let text = settled(typed);
    use_query(move || Some(FindPeople { text: typed_now(text)?, count: MOST }))
}

fn typed_now(text: Quiet) -> Option<String> {
    Some(text.get()).filter(|text| !text.trim().is_empty())
}

fn settled(typed: RwSignal<Option<String>>) -> Quiet {
    Quiet::after(Signal::derive(move || typed.get().unwrap_or_default()), PAUSE)
}
