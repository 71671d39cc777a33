//! Finding who gets a line, for what is typed in its cell: people who are known here at once, and
//! those the service finds after them.

use contract::{ListPeople, PersonRef};
use leptos::prelude::*;

use crate::components::{Choice, ListedEntries, listed};
use crate::data::query::use_query;
use crate::effect::memo;
use crate::pages::header_fields::{find_people, people_choices};

/// Who was found for what is typed.
#[derive(Clone, Copy)]
pub struct PeopleSearch {
    typed: RwSignal<Option<String>>,
    found: Memo<ListedEntries>,
}

impl PeopleSearch {
    /// Nothing was typed yet, and nobody is asked for.
    pub fn start() -> Self {
        let typed = RwSignal::new(None::<String>);
        let is_wanted = memo(move || typed.with(Option::is_some));
        let people = use_query(move || is_wanted.get().then_some(ListPeople {}));
        let served = find_people(typed);
        let choices = memo(move || -> Vec<Choice> {
            people.reply.with(|all| {
                let all = all.as_deref().unwrap_or_default();
                served.reply.with(|served| {
                    let served = served.as_ref().map_or(&[][..], |served| &served.rows);
                    people_choices(all, served, None)
                })
            })
        });
        Self { typed, found: listed(choices.into(), typed, RwSignal::new(true)) }
    }

    /// Asks for people of this name.
    pub fn ask(self, text: String) {
        self.typed.set(Some(text));
    }

    /// Those found.
    pub fn choices(self) -> Vec<Choice> {
        self.found.with(|found| found.entries.clone())
    }

    /// The one who stands there in the list.
    pub fn person(self, at: usize) -> Option<PersonRef> {
        self.found.with_untracked(|found| {
            let choice = found.entries.get(at)?;
            Some(PersonRef { id: choice.id.as_str().into(), name: choice.label.clone() })
        })
    }
}
