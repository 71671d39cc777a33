//! Which location is shown, its bins or its internal locations, and the search text among them.

use std::time::Duration;

use contract::{DataSet, ListPlaces, LocationId, LocationKind, LocationTypeCode, Place};
use leptos::prelude::*;

use super::places::in_order;
use crate::data::query::{Query, Quiet, use_query};
use crate::effect::{effect, memo};
use crate::i18n::{I18n, say};
use crate::navigation::{SearchTarget, Section, Tabs};
use crate::pages::list::About;

/// What is looked at.
#[derive(Clone, Copy)]
pub struct LocationView {
    /// All places.
    pub places: Query<Vec<Place>>,
    /// The place looked at.
    pub of: Memo<Option<LocationId>>,
    /// Bins or internal locations.
    pub kind: RwSignal<LocationKind>,
    /// As typed into the find field.
    pub text: RwSignal<String>,
    quiet_text: Quiet,
    place: Memo<Option<Place>>,
    chosen: RwSignal<Option<LocationId>>,
}

impl LocationView {
    /// Looks at the bins of the first depot.
    pub fn start() -> Self {
        let places = use_query(|| Some(ListPlaces {}));
        let (chosen, text) = (RwSignal::new(None), RwSignal::new(String::new()));
        let place = Memo::new(move |before: Option<&Option<Place>>| {
            let all = in_order(&places.get().unwrap_or_default());
            looked_at(&all, chosen.get(), before.and_then(Option::as_ref)).cloned()
        });
        Self {
            places,
            of: memo(move || place.with(|place| Some(place.as_ref()?.id.clone()))),
            kind: RwSignal::new(LocationKind::Bins),
            text,
            quiet_text: Quiet::after(text.into(), Duration::from_millis(120)),
            place,
            chosen,
        }
    }

    /// Looks at the place that is sought from elsewhere in the window.
    pub fn follow(self, tabs: Tabs) {
        effect(move || {
            if let Some(SearchTarget::Place(place)) = tabs.take_search(Section::Locations) {
                self.text.set(String::new());
                self.at(place);
            }
        });
    }

    /// Looks at another place.
    pub fn at(self, place: LocationId) {
        self.chosen.set(Some(place));
    }

    /// What is looked for, as of the last pause.
    pub fn text_now(self) -> String {
        self.quiet_text.get()
    }

    /// Name of the place.
    pub fn name(self) -> String {
        self.place.with(|place| place.as_ref().map(|p| p.name.clone())).unwrap_or_default()
    }

    /// What is looked at, in words.
    pub fn title(self, i18n: I18n) -> String {
        match self.kind.get() {
            LocationKind::Bins => say!(i18n, locations.bins_of, place = self.name()),
            LocationKind::Internal => say!(i18n, locations.internal_of, place = self.name()),
        }
    }

    /// How many there are, in words.
    pub fn counted(self, i18n: I18n, count: u32, number: String) -> String {
        let place = self.name();
        match self.kind.get() {
            LocationKind::Bins => {
                say!(i18n, locations.bins_in, count = count, number = number, place = place)
            }
            LocationKind::Internal => {
                say!(i18n, locations.internal_in, count = count, number = number, place = place)
            }
        }
    }

    /// What the list is to know of it.
    pub fn about(self, detail: Signal<bool>) -> About {
        let data = move |()| {
            let id = self.of.get_untracked()?;
            Some(match self.kind.get_untracked() {
                LocationKind::Bins => DataSet::BinLocations(id),
                LocationKind::Internal => DataSet::InternalLocations(id),
            })
        };
        About {
            data: Callback::new(data),
            text: self.quiet_text,
            filtered: Signal::derive(move || self.text.with(|text| !text.trim().is_empty())),
            clear: Callback::new(move |()| self.text.set(String::new())),
            detail: Some(detail),
        }
    }
}

/// The place looked at: the chosen one; until somebody chooses, the first depot that came, else the
/// first place. Places come in as movements are read; the look does not wander with them.
fn looked_at<'a>(
    all: &'a [Place],
    chosen: Option<LocationId>,
    before: Option<&Place>,
) -> Option<&'a Place> {
    let find = |id: &LocationId| all.iter().find(|place| place.id == *id);
    let is_depot = |place: &&Place| place.type_code == Some(LocationTypeCode::Depot);
    let before = || before.and_then(|before| find(&before.id)).filter(is_depot);
    chosen.as_ref().and_then(find).or_else(before).or(all.first())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(id: &str, code: LocationTypeCode) -> Place {
        Place {
            id: id.into(),
            name: id.to_owned(),
            type_code: Some(code),
            as_origin: 1,
            as_destination: 1,
            bins: None,
        }
    }

    #[test]
    fn the_look_settles_on_a_depot_and_follows_the_choice() {
        let ward = place("ward", LocationTypeCode::Ward);
        let central = place("central", LocationTypeCode::Depot);
        let annex = place("annex", LocationTypeCode::Depot);
        let id = |place: Option<&Place>| place.map(|place| place.id.to_string());
        let first = [ward.clone()];
        assert_eq!(id(looked_at(&first, None, None)).as_deref(), Some("ward"));
        let then = [central.clone(), ward.clone()];
        assert_eq!(id(looked_at(&then, None, Some(&ward))).as_deref(), Some("central"));
        let last = [annex, central.clone(), ward];
        assert_eq!(id(looked_at(&last, None, Some(&central))).as_deref(), Some("central"));
        let chosen = Some(LocationId::from("ward"));
        assert_eq!(id(looked_at(&last, chosen, Some(&central))).as_deref(), Some("ward"));
        assert_eq!(looked_at(&[], None, None), None);
    }
}
