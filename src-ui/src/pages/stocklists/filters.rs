//! The tools of the stocklists: the find field, and the two places that are asked of the service
//! itself.

use std::time::Duration;

use contract::{
    ListPlaces, ListStocklists, LocationId, Place, Rows, StocklistFilter, StocklistQuery,
};
use leptos::html;
use leptos::prelude::*;

use crate::components::grid::ColumnState;
use crate::components::{Choice, ChoiceChip, FindField, Icon};
use crate::data::query::{Query, Quiet, use_query};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::navigation::{Section, Tabs};
use crate::pages::list::{follow_search, order};

/// The id of the choice that filters nothing.
const ANY: &str = "";

/// What is looked for.
#[derive(Clone, Copy)]
pub struct StocklistFilters {
    text: RwSignal<String>,
    /// The text, as it is looked for.
    pub quiet_text: Quiet,
    /// A place's id, or [`ANY`].
    origin: RwSignal<String>,
    /// A place's id, or [`ANY`].
    destination: RwSignal<String>,
}

impl StocklistFilters {
    /// Nothing filtered.
    pub fn new() -> Self {
        let text = RwSignal::new(String::new());
        let quiet_text = Quiet::after(text.into(), Duration::from_millis(120));
        Self { text, quiet_text, origin: RwSignal::default(), destination: RwSignal::default() }
    }

    /// The question they make, for a window of rows.
    pub fn ask(self, start: u32, count: u32, layout: &ColumnState) -> ListStocklists {
        let query = query(self.origin.get(), self.destination.get());
        ListStocklists {
            rows: Rows { start, count, sort: order(layout) },
            filter: StocklistFilter { text: self.quiet_text.get(), query, product: None },
        }
    }

    /// What is asked of the service, for event handlers.
    pub fn query_now(self) -> StocklistQuery {
        query(self.origin.get_untracked(), self.destination.get_untracked())
    }

    /// Finds what is sought from elsewhere in the window, and nothing besides.
    pub fn follow(self, tabs: Tabs) {
        follow_search(tabs, Section::Stocklists, move |text| {
            self.clear();
            self.text.set(text);
        });
    }

    /// Whether anything is filtered.
    pub fn any(self) -> bool {
        self.text.with(|text| !text.trim().is_empty())
            || self.origin.with(|id| id != ANY)
            || self.destination.with(|id| id != ANY)
    }

    /// Filters nothing.
    pub fn clear(self) {
        for value in [self.text, self.origin, self.destination] {
            value.set(String::new());
        }
    }
}

fn query(origin: String, destination: String) -> StocklistQuery {
    let place = |id: String| (id != ANY).then(|| LocationId::from(id));
    StocklistQuery {
        origin: place(origin),
        destination: place(destination),
        ..StocklistQuery::default()
    }
}

/// The tools.
#[component]
pub fn Tools(
    filters: StocklistFilters,
    find: NodeRef<html::Input>,
    children: Children,
) -> impl IntoView {
    let (i18n, places) = (use_i18n(), use_query(|| Some(ListPlaces {})));
    let choices = move |belongs| Signal::derive(move || choices(i18n, places, belongs));
    view! {
        <div
            class="tools"
            role="toolbar"
            aria-label=move || say!(i18n, list.filters)
            data-region="tools"
        >
            <FindField
                label=text!(i18n, stocklists.find)
                placeholder=text!(i18n, stocklists.find_hint)
                value=filters.text
                node=find
            />
            <ChoiceChip
                label=text!(i18n, stocklists.col_from)
                choices=choices(|place| place.as_origin > 0)
                value=filters.origin
                on_choose=move |id| filters.origin.set(id)
                neutral=ANY
                testid="chip-origin"
            />
            <ChoiceChip
                label=text!(i18n, stocklists.col_to)
                choices=choices(|place| place.as_destination > 0)
                value=filters.destination
                on_choose=move |id| filters.destination.set(id)
                neutral=ANY
                testid="chip-destination"
            />
            <span class="push"></span>
            <span class="meta nowrap tools-note">
                <Icon name="lock" class="icon icon-sm" />
                {move || say!(i18n, stocklists.maintained)}
            </span>
            {children()}
        </div>
    }
}

/// Any place, and those that belong.
fn choices(i18n: I18n, places: Query<Vec<Place>>, belongs: fn(&Place) -> bool) -> Vec<Choice> {
    let any = Choice { label: say!(i18n, list.any).to_owned(), ..Choice::default() };
    let choice =
        |place: Place| Choice { id: place.id.to_string(), label: place.name, ..Choice::default() };
    let places = places.get().unwrap_or_default().into_iter().filter(belongs).map(choice);
    std::iter::once(any).chain(places).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chosen_place_is_asked_of_the_service_and_any_is_not() {
        assert_eq!(query(ANY.into(), ANY.into()), StocklistQuery::default());
        let asked = query("l1".into(), ANY.into());
        assert_eq!(asked.origin, Some("l1".into()));
        assert_eq!(asked.destination, None);
    }
}
