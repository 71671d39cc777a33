//! Locations (interface document, 2.5): records of lookups, and as others refer to them.

use contract::{Location, LocationGroup, LocationType, LocationTypeCode, PlaceRef};
use serde::Deserialize;

use super::shape::read::{Deeper, Id, Missing, Object, Text, Wire};

/// A location with the place it lies in, and that one's.
pub(crate) type LocationWire =
    LocationLevelWire<Object<LocationLevelWire<Object<LocationLevelWire<Deeper>>>>>;

/// A location alone.
pub(crate) type PlaceWire = LocationLevelWire<Deeper>;

/// A location as an object, on its level of nesting.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound = "P: Parent")]
pub(crate) struct LocationLevelWire<P> {
    id: Id,
    name: Text,
    description: Text,
    location_number: Text,
    location_group: Object<GroupWire>,
    location_type: Object<TypeWire>,
    location_type_code: Text,
    parent_location: P,
    #[serde(rename = "parentLocation.id")]
    parent_id: Id,
    #[serde(rename = "parentLocation.name")]
    parent_name: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct GroupWire {
    id: Id,
    name: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct TypeWire {
    id: Id,
    name: Text,
    description: Text,
    location_type_code: Text,
}

/// What a location lies in.
pub(crate) trait Parent: Default + for<'de> Deserialize<'de> {
    fn location(self, dotted_id: Id, dotted_name: Text) -> Option<Location>;
}

impl Parent for Deeper {
    fn location(self, dotted_id: Id, dotted_name: Text) -> Option<Location> {
        PlaceWire { id: dotted_id, name: dotted_name, ..PlaceWire::default() }.record().ok()
    }
}

/// Nested or under dotted names; `None` without an id.
impl<P: Parent> Parent for Object<LocationLevelWire<P>> {
    fn location(self, dotted_id: Id, dotted_name: Text) -> Option<Location> {
        let nested = self.0.unwrap_or_default();
        let id = Id(nested.id.0.or(dotted_id.0));
        let name = Text(nested.name.0.or(dotted_name.0));
        LocationLevelWire { id, name, ..nested }.record().ok()
    }
}

impl<P: Parent> Wire for LocationLevelWire<P> {
    type Record = Location;

    fn record(self) -> Result<Location, Missing> {
        Ok(Location {
            id: self.id.0.ok_or(Missing("id"))?.into(),
            name: self.name.0.map(unpacked),
            description: self.description.0,
            location_number: self.location_number.0,
            location_group: self.location_group.0.map(GroupWire::group),
            location_type: kind(self.location_type.0, self.location_type_code.0),
            parent: self.parent_location.location(self.parent_id, self.parent_name).map(Box::new),
        })
    }
}

/// The place another record refers to, nested or under dotted names; `None` without an id.
pub(crate) fn place(nested: Object<PlaceWire>, id: Id, name: Text) -> Option<PlaceRef> {
    nested.location(id, name).as_ref().map(PlaceRef::from)
}

impl GroupWire {
    fn group(self) -> LocationGroup {
        LocationGroup { id: self.id.0, name: self.name.0 }
    }
}

fn kind(wire: Option<TypeWire>, code_beside: Option<String>) -> Option<LocationType> {
    if wire.is_none() && code_beside.is_none() {
        return None;
    }
    let wire = wire.unwrap_or_default();
    let code = wire.location_type_code.0.or(code_beside);
    Some(LocationType {
        id: wire.id.0,
        name: wire.name.0.map(unpacked),
        description: wire.description.0,
        code: code.map(LocationTypeCode::from),
    })
}

/// Some installations pack translations behind the name: "Depot|fr:Dépôt". A name may hold a bar of
/// its own.
fn unpacked(name: String) -> String {
    let is_language = |rest: &str| {
        let language = rest.split_once(':').map_or("", |(language, _)| language);
        let letters = |part: &str| part.len() == 2 && part.bytes().all(|b| b.is_ascii_alphabetic());
        language.split(['_', '-']).all(letters)
    };
    match name.split_once('|') {
        Some((first, rest)) if !first.is_empty() && is_language(rest) => first.to_owned(),
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::unpacked;

    #[test]
    fn translations_are_taken_off_a_name_and_a_bar_of_its_own_is_not() {
        let named = |name: &str| unpacked(name.to_owned());
        assert_eq!(named("Ward C|fr:Salle C"), "Ward C");
        assert_eq!(named("Depot|pt_BR:Depósito|fr:Dépôt"), "Depot");
        for own in ["A|B", "Ward C", "|fr:Salle C", "Shelf 1|Row: 2", "North|South"] {
            assert_eq!(named(own), own);
        }
    }
}
