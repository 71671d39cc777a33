//! The list of places beside the bins: depots and wards first, suppliers under a head of their own.
//! A list of one choice: arrows go from place to place, Enter or Space looks at one, because
//! looking at a place for the first time asks the service.

use contract::{LocationId, LocationTypeCode, Place};
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use crate::components::{Bones, FailureNote, Icon, Show, each};
use crate::data::query::Query;
use crate::effect::{effect, memo};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::wording::format::{Format, use_format};

/// Depots, then all others, then suppliers; each kind in the order it came.
pub fn in_order(places: &[Place]) -> Vec<Place> {
    let kind = |place: &Place| match place.type_code {
        Some(LocationTypeCode::Depot) => 0,
        _ if place.supplies() => 2,
        _ => 1,
    };
    // Three looks cost the page less than a sort of its own would.
    (0..=2).flat_map(|wanted| places.iter().filter(move |p| kind(p) == wanted)).cloned().collect()
}

/// The list of places.
#[component]
pub fn Places(
    /// All places.
    places: Query<Vec<Place>>,
    /// The one looked at.
    #[prop(into)]
    chosen: Signal<Option<LocationId>>,
    /// Another is to be looked at.
    #[prop(into)]
    on_choose: Callback<LocationId>,
) -> impl IntoView {
    let i18n = use_i18n();
    let ordered = memo(move || places.reply.with(|all| all.as_deref().map(in_order)));
    let failure = memo(move || places.failure.get().filter(|_| ordered.get().is_none()));
    let some = memo(move || ordered.with(|all| all.as_ref().map(|all| !all.is_empty())));
    let all = Signal::derive(move || ordered.get().unwrap_or_default());
    let drawn = move || match (some.get(), failure.get()) {
        (None, Some(failure)) => {
            let retry = Callback::new(move |()| places.ask_again());
            view! { <FailureNote failure on_retry=retry /> }.into_any()
        }
        (None, None) => view! { <Bones lines=8 /> }.into_any(),
        (Some(false), _) => view! {
            <p class="hint places-none" data-testid="no-places">
                {move || say!(i18n, locations.no_places)}
            </p>
        }
        .into_any(),
        (Some(true), _) => view! { <List all chosen on_choose /> }.into_any(),
    };
    view! { <div class="places" data-region="places">{drawn}</div> }
}

#[component]
fn List(
    all: Signal<Vec<Place>>,
    chosen: Signal<Option<LocationId>>,
    on_choose: Callback<LocationId>,
) -> impl IntoView {
    let i18n = use_i18n();
    let list = PlaceList {
        all,
        ids: memo(move || all.with(|all| all.iter().map(|place| place.id.clone()).collect())),
        chosen,
        active: RwSignal::new(chosen.get_untracked()),
        inside: RwSignal::new(false),
        on_choose,
    };
    let on_key = move |event: KeyboardEvent| {
        if list.take_key(&event.key()) {
            event.prevent_default();
            event.stop_propagation();
        }
    };
    view! {
        <div
            role="listbox"
            tabindex="0"
            aria-label=move || say!(i18n, locations.places)
            aria-activedescendant=move || format!("place-{}", list.active_at())
            data-testid="places-list"
            on:keydown=on_key
            on:focus=move |_| list.inside.set(true)
            on:blur=move |_| list.inside.set(false)
        >
            <Group list id="places-seen" title=text!(i18n, locations.seen) suppliers=false />
            <Group list id="places-suppliers" title=text!(i18n, locations.suppliers) suppliers=true />
        </div>
    }
}

/// The list on screen. An entry keeps its element while its place is known, whatever is learnt of
/// it meanwhile: the focus stays where it is.
#[derive(Clone, Copy)]
struct PlaceList {
    all: Signal<Vec<Place>>,
    ids: Memo<Vec<LocationId>>,
    chosen: Signal<Option<LocationId>>,
    active: RwSignal<Option<LocationId>>,
    inside: RwSignal<bool>,
    on_choose: Callback<LocationId>,
}

impl PlaceList {
    fn at(self, id: &LocationId) -> usize {
        self.ids.with(|ids| ids.iter().position(|known| known == id)).unwrap_or(0)
    }

    fn active_at(self) -> usize {
        let active = self.active.get().or_else(|| self.chosen.get());
        active.map_or(0, |id| self.at(&id))
    }

    fn take_key(self, key: &str) -> bool {
        let at = untrack(|| self.active_at());
        let last = self.ids.with_untracked(Vec::len).saturating_sub(1);
        let id = |at: usize| self.ids.with_untracked(|ids| ids.get(at).cloned());
        let to = match key {
            "ArrowDown" => (at + 1).min(last),
            "ArrowUp" => at.saturating_sub(1),
            "Home" => 0,
            "End" => last,
            "Enter" | " " => return id(at).map(|id| self.choose(id)).is_some(),
            _ => return false,
        };
        self.active.set(id(to));
        true
    }

    fn choose(self, id: LocationId) {
        self.active.set(Some(id.clone()));
        self.on_choose.run(id);
    }
}

#[component]
fn Group(
    list: PlaceList,
    id: &'static str,
    title: Signal<String>,
    suppliers: bool,
) -> impl IntoView {
    let ids = memo(move || {
        let mine = |place: &&Place| place.supplies() == suppliers;
        let ids = |all: &Vec<Place>| all.iter().filter(mine).map(|p| p.id.clone()).collect();
        list.all.with::<Vec<LocationId>>(ids)
    });
    view! {
        <Show when=move || ids.with(|ids| !ids.is_empty())>
            <div role="group" aria-labelledby=id>
                <div class="list-label" id=id role="presentation">{move || title.get()}</div>
                {each(
                    move || ids.get(),
                    LocationId::to_string,
                    move |id| view! { <PlaceOption list id /> }.into_any(),
                )}
            </div>
        </Show>
    }
}

#[component]
fn PlaceOption(list: PlaceList, id: LocationId) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let node = NodeRef::<html::Div>::new();
    let (own, press) = (StoredValue::new(id.clone()), id.clone());
    let place = memo(move || {
        own.with_value(|id| list.all.with(|all| all.iter().find(|p| p.id == *id).cloned()))
    });
    let at = memo(move || own.with_value(|id| list.at(id)));
    let is_active = memo(move || list.inside.get() && list.active_at() == at.get());
    let is_chosen =
        memo(move || own.with_value(|id| list.chosen.with(|chosen| chosen.as_ref() == Some(id))));
    effect(move || {
        if is_active.get()
            && let Some(node) = node.get()
        {
            node.scroll_into_view_with_bool(false);
        }
    });
    let name = move || place.with(|place| place.as_ref().map(|p| p.name.clone()));
    view! {
        <div
            class="option"
            class:is-active=move || is_active.get()
            role="option"
            id=move || format!("place-{}", at.get())
            node_ref=node
            aria-selected=move || is_chosen.get().to_string()
            title=name
            data-testid="place"
            data-id=id.to_string()
            on:click=move |_| list.choose(press.clone())
        >
            {move || view! { <Icon name=icon_of(place.get().as_ref()) /> }}
            <bdi class="trunc">{name}</bdi>
            <span class="end num">{move || place.get().map(|place| bins_of(i18n, format, &place))}</span>
        </div>
    }
}

fn icon_of(place: Option<&Place>) -> &'static str {
    match place {
        Some(place) if place.type_code == Some(LocationTypeCode::Depot) => "warehouse",
        Some(place) if place.supplies() => "truck",
        _ => "building-2",
    }
}

/// How many bins are known in a place.
fn bins_of(i18n: I18n, format: Format, place: &Place) -> String {
    match place.bins {
        // Nobody looks for bins at a supplier; that they were not asked for is no news.
        None if place.supplies() => String::new(),
        None => say!(i18n, locations.unread).to_owned(),
        Some(0) => say!(i18n, locations.none).to_owned(),
        Some(n) => say!(i18n, locations.bin_count, count = n, number = format.number(n)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(id: &str, code: Option<&str>) -> Place {
        Place {
            id: id.into(),
            name: id.to_owned(),
            type_code: code.map(|code| code.to_owned().into()),
            as_origin: 0,
            as_destination: 0,
            bins: None,
        }
    }

    #[test]
    fn who_only_sends_is_a_supplier_until_its_kind_is_known() {
        let sender = Place { as_origin: 3, ..place("Castor", None) };
        assert!(sender.supplies());
        assert!(!Place { as_destination: 1, ..sender.clone() }.supplies());
        assert!(!Place { type_code: Some(LocationTypeCode::Depot), ..sender }.supplies());
        assert!(!place("Somewhere", None).supplies());
    }

    #[test]
    fn depots_come_first_and_suppliers_last() {
        let places = vec![
            place("Brightwell", Some("SUPPLIER")),
            place("Day surgery", Some("WARD")),
            place("Somewhere", None),
            place("Central store", Some("DEPOT")),
        ];
        let ids: Vec<_> = in_order(&places).into_iter().map(|place| place.name).collect();
        assert_eq!(ids, ["Central store", "Day surgery", "Somewhere", "Brightwell"]);
    }
}
