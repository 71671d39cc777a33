//! People and places collected from the records that are read, because the interface lists neither.
//! What is new or known better is saved. Nobody is ever forgotten: whoever was seen once can be
//! chosen.

use std::collections::HashMap;

use parking_lot::{Mutex, MutexGuard};

use contract::{
    Location, LocationId, LocationTypeCode, Movement, Person, PersonId, PlaceRef, Stocklist, Topic,
};

use crate::{account::Account, store::tables::mirror};

/// Everybody and every place seen so far.
#[derive(Default)]
pub(crate) struct Directory(Mutex<Entries>);

#[derive(Default)]
struct Entries {
    people: HashMap<PersonId, Person>,
    places: HashMap<LocationId, PlaceRef>,
}

/// What a harvest brought in.
#[derive(Debug, Default)]
pub(crate) struct Harvest {
    people: Vec<Person>,
    places: Vec<PlaceRef>,
}

impl Directory {
    /// Puts in what the store held.
    pub(crate) fn restore(&self, people: Vec<Person>, places: Vec<PlaceRef>) {
        let mut entries = self.entries();
        entries.people = people.into_iter().map(|person| (person.id.clone(), person)).collect();
        entries.places = places.into_iter().map(|place| (place.id.clone(), place)).collect();
    }

    /// Everybody, in no order.
    pub(crate) fn people(&self) -> Vec<Person> {
        self.entries().people.values().cloned().collect()
    }

    /// One person.
    pub(crate) fn person(&self, id: &PersonId) -> Option<Person> {
        self.entries().people.get(id).cloned()
    }

    /// Every place, in no order.
    pub(crate) fn places(&self) -> Vec<PlaceRef> {
        self.entries().places.values().cloned().collect()
    }

    /// One place.
    pub(crate) fn place(&self, id: &LocationId) -> Option<PlaceRef> {
        self.entries().places.get(id).cloned()
    }

    /// Names the people of a movement whose record shows nothing but their ids, where they are known.
    pub(crate) fn name_people(&self, movement: &mut Movement) {
        let recipients = movement.lines.iter_mut().flatten().filter_map(|it| it.recipient.as_mut());
        let people = movement.requested_by.iter_mut().chain(recipients);
        for person in people.filter(|it| it.name.is_none() && it.username.is_none()) {
            if let Some(known) = self.person(&person.id) {
                *person = known;
            }
        }
    }

    /// Takes a harvest in, keeps its news and announces them. Nobody waits for the file: what a
    /// crash loses is harvested again.
    pub(crate) fn harvest(&self, account: &Account, harvest: Harvest) {
        let news = self.take(harvest);
        if news.is_empty() {
            return;
        }
        let topics: &[Topic] = if news.people.is_empty() {
            &[Topic::Locations]
        } else {
            &[Topic::People, Topic::Locations]
        };
        account.announce(topics);
        drop(account.store.send(move |tx| mirror::save_directory(tx, &news.people, &news.places)));
    }

    /// Takes a harvest in; answers what of it was news.
    fn take(&self, harvest: Harvest) -> Harvest {
        let mut entries = self.entries();
        let mut news = Harvest::default();
        for person in harvest.people {
            let known = entries.people.get(&person.id);
            let person = known.map_or(person.clone(), |known| merged_person(known, person));
            if known != Some(&person) {
                entries.people.insert(person.id.clone(), person.clone());
                news.people.push(person);
            }
        }
        for place in harvest.places {
            let known = entries.places.get(&place.id);
            let place = known.map_or(place.clone(), |known| merged_place(known, place));
            if known != Some(&place) {
                entries.places.insert(place.id.clone(), place.clone());
                news.places.push(place);
            }
        }
        news
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock()
    }
}

impl Harvest {
    /// Of movements: requesters, recipients, origins and destinations.
    pub(crate) fn of_movements<'a>(movements: impl IntoIterator<Item = &'a Movement>) -> Self {
        let mut harvest = Self::default();
        for movement in movements {
            let recipients =
                movement.lines.iter().flatten().filter_map(|line| line.recipient.as_ref());
            harvest.people.extend(movement.requested_by.iter().chain(recipients).cloned());
            harvest.places.extend(movement.origin.iter().chain(&movement.destination).cloned());
        }
        harvest
    }

    /// Of stocklists: everybody named, origins and destinations.
    pub(crate) fn of_stocklists<'a>(stocklists: impl IntoIterator<Item = &'a Stocklist>) -> Self {
        let mut harvest = Self::default();
        for stocklist in stocklists {
            harvest.people.extend(stocklist.people.iter().cloned());
            let places = stocklist.origin.iter().chain(&stocklist.destination);
            harvest.places.extend(places.map(PlaceRef::from));
        }
        harvest
    }

    /// Of bins and internal locations: the places they lie in.
    pub(crate) fn of_locations<'a>(locations: impl IntoIterator<Item = &'a Location>) -> Self {
        let mut harvest = Self::default();
        for location in locations {
            let parents =
                std::iter::successors(location.parent.as_deref(), |at| at.parent.as_deref());
            // A bin may lie in a bin; movements go between places alone.
            let places =
                parents.filter(|at| at.type_code() != Some(&LocationTypeCode::BinLocation));
            harvest.places.extend(places.map(PlaceRef::from));
        }
        harvest
    }

    /// Of answers to a search: everybody and every place found.
    pub(crate) fn of_found(
        people: impl IntoIterator<Item = Person>,
        places: impl IntoIterator<Item = PlaceRef>,
    ) -> Self {
        // A bin may be found too; movements go between places alone.
        let is_place = |place: &PlaceRef| place.type_code != Some(LocationTypeCode::BinLocation);
        let places = places.into_iter().filter(is_place).collect();
        Self { people: people.into_iter().collect(), places }
    }

    fn is_empty(&self) -> bool {
        self.people.is_empty() && self.places.is_empty()
    }
}

/// The newer record, with what only the older one knew.
fn merged_person(known: &Person, newer: Person) -> Person {
    Person {
        name: newer.name.or_else(|| known.name.clone()),
        first_name: newer.first_name.or_else(|| known.first_name.clone()),
        last_name: newer.last_name.or_else(|| known.last_name.clone()),
        username: newer.username.or_else(|| known.username.clone()),
        email: newer.email.or_else(|| known.email.clone()),
        id: newer.id,
    }
}

/// A place without a name of its own carries its id; a name known before is better.
fn merged_place(known: &PlaceRef, newer: PlaceRef) -> PlaceRef {
    let named = newer.name != newer.id.as_str();
    PlaceRef {
        name: if named { newer.name } else { known.name.clone() },
        type_code: newer.type_code.or_else(|| known.type_code.clone()),
        id: newer.id,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(id: &str, name: Option<&str>, username: Option<&str>) -> Person {
        Person {
            id: id.into(),
            name: name.map(str::to_owned),
            first_name: None,
            last_name: None,
            username: username.map(str::to_owned),
            email: None,
        }
    }

    fn people(people: Vec<Person>) -> Harvest {
        Harvest { people, places: Vec::new() }
    }

    #[test]
    fn a_record_that_knows_less_takes_nothing_away() {
        let directory = Directory::default();
        directory.take(people(vec![person("u1", Some("Ada Okafor"), None)]));
        let news = directory.take(people(vec![person("u1", None, Some("aokafor"))]));
        assert_eq!(news.people, [person("u1", Some("Ada Okafor"), Some("aokafor"))]);
        assert_eq!(directory.people(), news.people);
    }

    #[test]
    fn people_shown_by_id_alone_get_the_names_they_are_known_by() {
        let directory = Directory::default();
        let of = |id: &str| {
            let movement = serde_json::json!({
                "id": "m1", "identifier": null, "name": "Ward C", "description": null,
                "origin": null, "destination": null, "date_requested": null,
                "requested_by": person(id, None, None), "lines": null, "stocklist": null,
            });
            let mut movement: Movement = serde_json::from_value(movement).unwrap();
            directory.name_people(&mut movement);
            movement.requested_by.unwrap().shown().to_owned()
        };
        assert_eq!(of("4"), "4");
        directory.take(people(vec![person("4", Some("Ada Okafor"), None)]));
        assert_eq!((of("4"), of("5")), ("Ada Okafor".into(), "5".into()));
    }

    #[test]
    fn what_is_known_already_is_no_news() {
        let directory = Directory::default();
        let ada = person("u1", Some("Ada Okafor"), None);
        assert!(!directory.take(people(vec![ada.clone(), ada.clone()])).is_empty());
        assert!(directory.take(people(vec![ada])).is_empty());
    }

    #[test]
    fn a_place_keeps_its_kind_and_its_name() {
        let directory = Directory::default();
        let place =
            |name: &str, type_code| PlaceRef { id: "l1".into(), name: name.into(), type_code };
        let harvest = |place| Harvest { people: Vec::new(), places: vec![place] };
        directory.take(harvest(place("Depot North", Some(LocationTypeCode::Depot))));
        assert!(directory.take(harvest(place("l1", None))).is_empty());
        directory.take(harvest(place("Depot N", None)));
        assert_eq!(directory.places(), [place("Depot N", Some(LocationTypeCode::Depot))]);
    }
}
