//! People: users of the service, harvested from the records they appear on.

use serde::{Deserialize, Serialize};

use crate::PersonId;

/// A user of the service (interface document, 2.1 `requestedBy` and 2.6 `requestedBy`). Every part
/// but the id may be missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// The service's id.
    pub id: PersonId,
    /// Full name: as given (`name`, `displayName`), else put together from first and last name.
    pub name: Option<String>,
    /// First name.
    pub first_name: Option<String>,
    /// Last name.
    pub last_name: Option<String>,
    /// Name used to sign in.
    pub username: Option<String>,
    /// E-mail address.
    pub email: Option<String>,
}

impl Person {
    /// What to show: the name, else the user name, else the id.
    #[must_use]
    pub fn shown(&self) -> &str {
        self.name.as_deref().or(self.username.as_deref()).unwrap_or(self.id.as_str())
    }
}

/// A person as a row shows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonRef {
    /// The service's id.
    pub id: PersonId,
    /// What to show.
    pub name: String,
}

impl From<&Person> for PersonRef {
    fn from(person: &Person) -> Self {
        Self { id: person.id.clone(), name: person.shown().to_owned() }
    }
}
