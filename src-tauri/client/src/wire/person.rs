//! People (interface document, 2.1 and 2.6 `requestedBy`): two shapes of one user.

use contract::{Person, PersonId};
use serde::Deserialize;

use super::shape::read::{Id, Missing, Object, Text, Wire};

/// A person as an object.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct PersonWire {
    id: Id,
    name: Text,
    display_name: Text,
    first_name: Text,
    last_name: Text,
    username: Text,
    email: Text,
}

impl Wire for PersonWire {
    type Record = Person;

    fn record(self) -> Result<Person, Missing> {
        referred(Object(Some(self)), Id::default()).ok_or(Missing("id"))
    }
}

/// A person another record refers to, nested or by a dotted id; `None` without an id.
pub(crate) fn referred(nested: Object<PersonWire>, dotted_id: Id) -> Option<Person> {
    let wire = nested.0.unwrap_or_default();
    let id: PersonId = wire.id.0.or(dotted_id.0)?.into();
    let parts: Vec<_> =
        [&wire.first_name.0, &wire.last_name.0].into_iter().flatten().map(|p| p.trim()).collect();
    let joined = Some(parts.join(" ")).filter(|name| !name.is_empty());
    Some(Person {
        id,
        name: wire.name.0.or(wire.display_name.0).or(joined),
        first_name: wire.first_name.0,
        last_name: wire.last_name.0,
        username: wire.username.0,
        email: wire.email.0,
    })
}
