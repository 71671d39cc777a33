//! What the fields with a list offer: places in the order they are likely, people with oneself
//! first. The interface lists neither; both are harvested from what was read, and what the service
//! finds for what is typed comes after them. Pure.

use contract::{FoundPerson, FoundPlace, LocationTypeCode, Person, Place, Source};

use crate::components::Choice;

/// Which end of a movement is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Where goods come from.
    Origin,
    /// Where goods come from, and they come from outside.
    Supplier,
    /// Where goods go to.
    Destination,
}

/// Places: suppliers first where goods come in, then what may be one, then those used most at this
/// end, then by name, as they come; and after them what was found beside them. `type_name` words a
/// type.
pub fn place_choices(
    places: &[Place],
    found: &[FoundPlace],
    end: End,
    type_name: impl Fn(&LocationTypeCode) -> String,
) -> Vec<Choice> {
    let is_new = |place: &&Place| places.iter().all(|known| known.id != place.id);
    let new = found.iter().map(|found| &found.place).filter(is_new);
    let mut places: Vec<&Place> = places.iter().collect();
    places.sort_by_key(|place| {
        let uses = match end {
            End::Origin | End::Supplier => place.as_origin,
            End::Destination => place.as_destination,
        };
        (if end == End::Supplier { supplier_rank(place) } else { 0 }, std::cmp::Reverse(uses))
    });
    let choice = |place: &Place| Choice {
        id: place.id.to_string(),
        label: place.name.clone(),
        detail: kind_of(place).as_ref().map(&type_name).unwrap_or_default(),
        source: source_of(place, found),
        ..Choice::default()
    };
    places.into_iter().chain(new).map(choice).collect()
}

/// What a place is, as far as is known.
fn kind_of(place: &Place) -> Option<LocationTypeCode> {
    let supplier = place.supplies().then_some(LocationTypeCode::Supplier);
    place.type_code.clone().or(supplier)
}

/// Where a place that was found is known from: what is on a record read here was seen.
fn source_of(place: &Place, found: &[FoundPlace]) -> Option<Source> {
    let found = found.iter().find(|found| found.place.id == place.id)?;
    let is_on_records = place.as_origin > 0 || place.as_destination > 0;
    Some(if is_on_records { Source::Seen } else { found.source })
}

/// Suppliers, then places of a kind nobody told that goods only ever came from, then all others.
fn supplier_rank(place: &Place) -> u8 {
    if place.is_supplier() { 0 } else { 2 - u8::from(place.supplies()) }
}

/// People: oneself first, then by name, as they come; and after them who was found beside them.
pub fn people_choices(
    people: &[Person],
    found: &[FoundPerson],
    me: Option<&Person>,
) -> Vec<Choice> {
    let is_new = |person: &&Person| people.iter().all(|known| known.id != person.id);
    let new = found.iter().map(|found| &found.person).filter(is_new);
    let others = people.iter().chain(new).filter(|person| me.is_none_or(|me| me.id != person.id));
    let source = |person: &Person| {
        let found = found.iter().find(|found| found.person.id == person.id);
        found.map(|found| found.source)
    };
    let choice = |person: &Person| Choice {
        id: person.id.to_string(),
        label: person.shown().to_owned(),
        detail: person.username.clone().unwrap_or_default(),
        also: person.email.clone().unwrap_or_default(),
        source: source(person),
    };
    me.into_iter().chain(others).map(choice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(
        name: &str,
        code: Option<LocationTypeCode>,
        as_origin: u32,
        as_destination: u32,
    ) -> Place {
        Place {
            id: name.into(),
            name: name.into(),
            type_code: code,
            as_origin,
            as_destination,
            bins: None,
        }
    }

    fn person(id: &str) -> Person {
        Person {
            id: id.into(),
            name: Some(id.to_uppercase()),
            first_name: None,
            last_name: None,
            username: Some(id.into()),
            email: None,
        }
    }

    #[test]
    fn known_uses_come_first_and_suppliers_before_them_where_goods_come_in() {
        let places = [
            place("Brightwell", Some(LocationTypeCode::Supplier), 2, 0),
            place("Castor", None, 4, 0),
            place("Central", Some(LocationTypeCode::Depot), 9, 1),
            place("Northgate", Some(LocationTypeCode::Depot), 0, 0),
            place("Theatre", None, 0, 7),
        ];
        let order = |end| {
            let choices = place_choices(&places, &[], end, |code| code.as_str().to_owned());
            choices.into_iter().map(|choice| choice.label).collect::<Vec<_>>()
        };
        assert_eq!(order(End::Origin), ["Central", "Castor", "Brightwell", "Northgate", "Theatre"]);
        assert_eq!(
            order(End::Supplier),
            ["Brightwell", "Castor", "Central", "Northgate", "Theatre"]
        );
        assert_eq!(
            order(End::Destination),
            ["Theatre", "Central", "Brightwell", "Castor", "Northgate"]
        );
        let theatre =
            place_choices(&places, &[], End::Destination, |code| code.as_str().to_owned());
        assert_eq!(theatre[0].detail, "", "a type nobody told is not invented");
        let castor = place_choices(&places, &[], End::Supplier, |code| code.as_str().to_owned());
        assert_eq!(castor[1].detail, "SUPPLIER", "goods only ever came from there");
    }

    #[test]
    fn oneself_is_first_and_only_once() {
        let people = [person("aokafor"), person("jweir"), person("pnair")];
        let ids = |me: Option<&str>| {
            let choices = people_choices(&people, &[], me.map(person).as_ref());
            choices.into_iter().map(|choice| choice.id).collect::<Vec<_>>()
        };
        assert_eq!(ids(Some("jweir")), ["jweir", "aokafor", "pnair"]);
        assert_eq!(ids(None), ["aokafor", "jweir", "pnair"]);
        assert_eq!(ids(Some("new")), ["new", "aokafor", "jweir", "pnair"]);
    }

    fn told(choices: &[Choice]) -> Vec<(&str, Option<Source>)> {
        choices.iter().map(|choice| (choice.id.as_str(), choice.source)).collect()
    }

    #[test]
    fn people_the_service_finds_come_last_and_are_there_once() {
        let people = [person("aokafor"), person("jweir")];
        let found = |id: &str, source| FoundPerson { person: person(id), source };
        let found = [found("acole", Source::Service), found("jweir", Source::Seen)];
        let me = person("acole");
        assert_eq!(
            told(&people_choices(&people, &found, None)),
            [("aokafor", None), ("jweir", Some(Source::Seen)), ("acole", Some(Source::Service)),]
        );
        let with_me = people_choices(&people, &found, Some(&me));
        assert_eq!(told(&with_me)[0], ("acole", Some(Source::Service)));
        assert_eq!(with_me.len(), 3);
    }

    #[test]
    fn a_place_is_the_services_where_no_record_has_it() {
        let places = [place("Central", None, 9, 0), place("Annex", None, 0, 0)];
        let found = |place| FoundPlace { place, source: Source::Service };
        let found = [
            found(place("Central", None, 9, 0)),
            found(place("Annex", None, 0, 0)),
            found(place("Outpost", None, 0, 0)),
        ];
        let choices = place_choices(&places, &found, End::Origin, |code| code.as_str().to_owned());
        assert_eq!(
            told(&choices),
            [
                ("Central", Some(Source::Seen)),
                ("Annex", Some(Source::Service)),
                ("Outpost", Some(Source::Service)),
            ]
        );
    }
}
