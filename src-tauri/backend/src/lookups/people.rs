//! People in the order in which they are shown.

use contract::Person;
use rules::search::text::{fold, natural};

/// In the order of what is shown of them.
pub(crate) fn by_name(people: Vec<Person>) -> Vec<Person> {
    let mut keyed: Vec<_> =
        people.into_iter().map(|person| (fold(person.shown()), person)).collect();
    keyed.sort_by(|(a, one), (b, other)| natural(a, b).then_with(|| one.id.cmp(&other.id)));
    keyed.into_iter().map(|(_, person)| person).collect()
}
