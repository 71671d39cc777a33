//! Who the user is in the service: the interface has no "who am I", so it is recognised by the user
//! name among the people seen, or chosen.

use std::sync::Arc;

use contract::{Identity, Person};

use crate::{account::Account, directory::Directory, lookups::people::by_name};

/// Who the user is in the service's own records.
pub(crate) struct UserIdentity {
    pub account: Arc<Account>,
    pub directory: Arc<Directory>,
}

impl UserIdentity {
    /// What the user is called, where it is known who that is.
    pub(crate) fn own_name(&self) -> Option<String> {
        let id = self.account.facts().identity?.person?;
        self.directory.person(&id)?.name
    }

    pub(crate) fn shown_identity(&self) -> Identity {
        let settled = self.account.facts().identity;
        let me = settled.as_ref().and_then(|settled| settled.person.clone()).map(|id| {
            // An id can be pasted before its person was ever seen.
            self.directory.person(&id).unwrap_or(Person {
                id,
                name: None,
                first_name: None,
                last_name: None,
                username: None,
                email: None,
            })
        });
        let candidates = likeliest_first(self.directory.people(), &self.account.profile.user_name);
        Identity { me, settled: settled.is_some(), candidates }
    }
}

/// The one person who signs in by this name.
pub(crate) fn recognised<'a>(people: &'a [Person], user_name: &str) -> Option<&'a Person> {
    let mut same = people.iter().filter(|person| signs_in_as(person, user_name));
    same.next().filter(|_| same.next().is_none())
}

/// Those who sign in by this name, then all others by name.
fn likeliest_first(people: Vec<Person>, user_name: &str) -> Vec<Person> {
    let mut people = by_name(people);
    people.sort_by_key(|person| !signs_in_as(person, user_name));
    people
}

fn signs_in_as(person: &Person, user_name: &str) -> bool {
    let name = person.username.as_deref().map(str::to_lowercase);
    name.is_some_and(|name| name == user_name.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(id: &str, name: &str, username: &str) -> Person {
        Person {
            id: id.into(),
            name: Some(name.into()),
            first_name: None,
            last_name: None,
            username: Some(username.into()),
            email: None,
        }
    }

    #[test]
    fn the_only_person_of_this_user_name_is_recognised_in_any_case() {
        let people = [person("u1", "Ada Okafor", "AOkafor"), person("u2", "Ben Lee", "blee")];
        assert_eq!(recognised(&people, "aokafor").unwrap().id, "u1".into());
    }

    #[test]
    fn two_people_of_one_user_name_are_not_guessed_between() {
        let people = [person("u1", "Ada Okafor", "aokafor"), person("u2", "Ada O.", "aokafor")];
        assert_eq!(recognised(&people, "aokafor"), None);
        assert_eq!(recognised(&people, "nobody"), None);
    }

    #[test]
    fn candidates_begin_with_the_same_user_name_and_go_on_by_name() {
        let people = vec![
            person("u1", "Zoë Abel", "zabel"),
            person("u2", "Ada Okafor", "aokafor"),
            person("u3", "Émile Brun", "ebrun"),
        ];
        let ids: Vec<_> = likeliest_first(people, "ZABEL").into_iter().map(|p| p.id).collect();
        assert_eq!(ids, ["u1".into(), "u2".into(), "u3".into()]);
    }
}
