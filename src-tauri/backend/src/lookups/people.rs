//! People, harvested: the interface lists none. Command `list_people`.

use std::future::{Future, ready};

use contract::{ListPeople, Person};
use rules::search::text::{fold, natural};

use crate::{Backend, error::Error};

impl Backend {
    /// Shows everybody seen on movements and stocklists, by name.
    ///
    /// # Errors
    /// If no profile is open.
    pub fn list_people(
        &self,
        _request: ListPeople,
    ) -> impl Future<Output = Result<Vec<Person>, Error>> + Send + use<> {
        ready(self.workspace().map(|workspace| {
            workspace.read_sources_behind();
            by_name(workspace.directory.people())
        }))
    }
}

/// In the order of what is shown of them.
pub(crate) fn by_name(people: Vec<Person>) -> Vec<Person> {
    let mut keyed: Vec<_> =
        people.into_iter().map(|person| (fold(person.shown()), person)).collect();
    keyed.sort_by(|(a, one), (b, other)| natural(a, b).then_with(|| one.id.cmp(&other.id)));
    keyed.into_iter().map(|(_, person)| person).collect()
}
