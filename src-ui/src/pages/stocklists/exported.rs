//! The lines of a stocklist as they leave the window: what they are called, and what is known of their list.

use contract::{Location, Stocklist};
use leptos::prelude::*;

use crate::components::grid::GridHandle;
use crate::i18n::{I18n, say, use_i18n};
use crate::pages::export::{Exported, known_facts, lines_of};

/// The lines in the panel, as the page holds them.
#[derive(Clone, Copy)]
pub struct PanelLines {
    /// The page's hold on their grid.
    pub grid: GridHandle,
    /// The list that is drawn, without its lines.
    list: RwSignal<Option<ListOnPaper>>,
}

/// What is known of a list besides its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ListOnPaper {
    name: Option<String>,
    number: Option<String>,
    origin: Option<String>,
    destination: Option<String>,
}

impl PanelLines {
    /// No list is drawn yet.
    pub fn new() -> Self {
        Self { grid: GridHandle::default(), list: RwSignal::new(None) }
    }

    /// The lines of this list are drawn.
    pub fn are_of(self, list: Option<&Stocklist>) {
        self.list.set(list.map(ListOnPaper::of));
    }

    /// What leaves the window of them.
    pub fn exported(self) -> Exported {
        let (i18n, list) = (use_i18n(), self.list);
        let name = Signal::derive(move || list.with(|list| called(list.as_ref(), i18n)));
        let facts = move || list.with(|list| list.as_ref().map(|list| list.facts(i18n)));
        let facts = Signal::derive(move || facts().unwrap_or_default());
        let code = Signal::derive(move || list.with(|list| list.as_ref()?.number.clone()));
        Exported::new(self.grid, name).about(facts).coded(code)
    }
}

impl ListOnPaper {
    fn of(list: &Stocklist) -> Self {
        let place = |place: &Option<Location>| place.as_ref().map(|place| place.shown().to_owned());
        Self {
            name: list.name.clone(),
            number: list.number.clone(),
            origin: place(&list.origin),
            destination: place(&list.destination),
        }
    }

    /// What stands above the lines on paper.
    fn facts(&self, i18n: I18n) -> Vec<(String, String)> {
        known_facts([
            (say!(i18n, stocklists.col_name), self.name.clone()),
            (say!(i18n, stocklists.col_from), self.origin.clone()),
            (say!(i18n, stocklists.col_to), self.destination.clone()),
        ])
    }
}

/// What an export of the lines is called.
fn called(list: Option<&ListOnPaper>, i18n: I18n) -> String {
    let of = list.and_then(|list| list.number.as_deref().or(list.name.as_deref()));
    lines_of(say!(i18n, stocklists.col_lines), of)
}

#[cfg(test)]
mod tests {
    use contract::Language;

    use super::*;

    #[test]
    fn lines_carry_the_name_and_the_number_of_their_list() {
        let mut list = ListOnPaper {
            name: Some("Ward 3".to_owned()),
            number: Some("REQ-7".to_owned()),
            origin: None,
            destination: Some("Clinic".to_owned()),
        };
        Owner::new().with(|| {
            let i18n = I18n::of(Language::English);
            let name = |list: Option<&ListOnPaper>| untrack(|| called(list, i18n));
            assert_eq!(name(Some(&list)), "Lines REQ-7");
            assert_eq!(name(None), "Lines");
            let told = untrack(|| list.facts(i18n));
            let expected = [("Name", "Ward 3"), ("To", "Clinic")];
            assert_eq!(told, expected.map(|(label, value)| (label.to_owned(), value.to_owned())));
            list.number = None;
            assert_eq!(name(Some(&list)), "Lines Ward 3");
        });
    }
}
