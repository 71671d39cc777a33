//! The locations: the places seen in movements and stocklists, and the bins or internal locations
//! of the chosen one, which are asked of the service when a place is first looked at. Deliberately
//! absent: changing locations, which is done in the service.

mod columns;
mod places;
mod tools;

use contract::{
    DataSet, ListBinLocations, ListPlaces, LocationId, LocationKind, LocationTypeCode, Place,
    Refresh, Rows,
};
use leptos::html;
use leptos::prelude::*;

use crate::components::grid::Grid;
use crate::components::{IconButton, KeyHint, StatusLine};
use crate::format::{Format, use_format};
use crate::frame::{PaneHead, ServiceBanner};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::keys::use_keys;
use crate::pages::list::{self, CountFact, ListBody, ListKeys, NoRows, order};
use crate::pages::use_layout;
use crate::query::{Query, Quiet, use_command, use_query};
use crate::rows::{Whole, use_rows};
use columns::{columns, draw};
use places::{Places, in_order, supplies};
use tools::Tools;

/// The locations page.
#[component]
pub fn Locations() -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let (layout, keep) = use_layout("bins", "name", false);
    let places = use_query(|| Some(ListPlaces {}));
    let chosen = RwSignal::new(None::<LocationId>);
    let place = looked_at(places, chosen);
    let of = Memo::new(move |_| place.with(|place| place.as_ref().map(|place| place.id.clone())));
    let kind = RwSignal::new(LocationKind::Bins);
    let find_text = RwSignal::new(String::new());
    let quiet_text = Quiet::after(find_text.into(), std::time::Duration::from_millis(120));
    let rows = use_rows(
        move |start, count| {
            let rows = Rows { start, count, sort: order(&layout.get()) };
            Some(ListBinLocations { parent: of.get()?, kind: kind.get(), rows, text: quiet_text.get() })
        },
        move |_, bin| draw(bin),
    );
    let refresh = use_command::<Refresh>();
    let read_anew = Callback::new(move |()| {
        let Some(id) = of.get_untracked() else { return places.ask_again() };
        let what = match kind.get_untracked() {
            LocationKind::Bins => DataSet::BinLocations(id),
            LocationKind::Internal => DataSet::InternalLocations(id),
        };
        refresh.send(Refresh { what }, |_| ());
    });
    let filtered = move || find_text.with(|text| !text.trim().is_empty());
    let standing = Memo::new(move |_| {
        let failed = rows.failure.with(Option::is_some);
        rows.whole.with(|whole| list::standing(whole.as_ref(), filtered(), failed))
    });
    let keys = ListKeys {
        find: NodeRef::new(),
        refresh: read_anew,
        filtered: Signal::derive(filtered),
        clear: Callback::new(move |()| find_text.set(String::new())),
        panel: None,
        panel_shown: Signal::stored(false),
        body: NodeRef::<html::Div>::new(),
    };
    keys.bind(use_keys(), i18n);
    let name = Signal::derive(move || place.get().map(|place| place.name).unwrap_or_default());
    let label = Signal::derive(move || match kind.get() {
        LocationKind::Bins => say!(i18n, locations.bins_of, place = name.get()),
        LocationKind::Internal => say!(i18n, locations.internal_of, place = name.get()),
    });
    let meta = move || {
        let whole = rows.whole.get();
        let age = whole.and_then(|whole| list::age(i18n, format, &whole));
        let counts = places.get().map(|all| counts(i18n, format, &all));
        counts.into_iter().chain(age).collect::<Vec<_>>().join(" · ")
    };
    let (data, failure) = (list::with_bones(rows), list::failure(rows, refresh));
    // Another place is another list: its grid begins at the top.
    let grid = move || {
        of.track();
        kind.track();
        view! { <Grid name="bins" label columns=columns(i18n) data layout on_layout=keep /> }
    };
    let words = move |(count, number): (u32, String)| {
        let place = name.get();
        match kind.get() {
            LocationKind::Bins => {
                say!(i18n, locations.bins_in, count = count, number = number, place = place)
            }
            LocationKind::Internal => {
                say!(i18n, locations.internal_in, count = count, number = number, place = place)
            }
        }
    };
    view! {
        <PaneHead title=text!(i18n, locations.title) meta=Signal::derive(meta)>
            <IconButton
                label=text!(i18n, list.refresh)
                icon="refresh-cw"
                chord="F5"
                busy=list::is_reading(rows, refresh)
                on_press=read_anew
                testid="refresh"
            />
        </PaneHead>
        <Tools text=find_text kind find=keys.find />
        <ServiceBanner retry=read_anew failure />
        <div class="body" node_ref=keys.body>
            <Places places chosen=of on_choose=move |id| chosen.set(Some(id)) />
            <Show when=move || of.get().is_some()>
                <ListBody
                    standing
                    says=says(i18n, format, kind, name, rows.whole)
                    on_clear=keys.clear
                    on_read=read_anew
                    failure
                >
                    {grid}
                </ListBody>
            </Show>
        </div>
        <StatusLine hints=hints(i18n)>
            <CountFact whole=rows.whole words />
            <span>{move || say!(i18n, locations.sorting)}</span>
        </StatusLine>
    }
}

/// The place looked at: the chosen one; until somebody chooses, the first depot that came.
fn looked_at(
    places: Query<Vec<Place>>,
    chosen: RwSignal<Option<LocationId>>,
) -> Memo<Option<Place>> {
    Memo::new(move |before: Option<&Option<Place>>| {
        let all = in_order(places.get().unwrap_or_default());
        let find = |id: &LocationId| all.iter().find(|place| place.id == *id);
        // Places come in as movements are read; the look does not wander with them.
        let before = before.and_then(Option::as_ref).and_then(|before| find(&before.id));
        let depot = before.filter(|place| place.type_code == Some(LocationTypeCode::Depot));
        chosen.get().as_ref().and_then(find).or(depot).or(all.first()).cloned()
    })
}

/// How many places, suppliers and bins are known.
fn counts(i18n: I18n, format: Format, places: &[Place]) -> String {
    let (suppliers, others): (Vec<&Place>, Vec<&Place>) =
        places.iter().partition(|place| supplies(place));
    let bins = places.iter().filter_map(|place| place.bins).fold(0, u32::saturating_add);
    let (suppliers, others) = (length(&suppliers), length(&others));
    let written = |count: u32| format.number(count);
    let mut parts =
        vec![say!(i18n, locations.places_count, count = others, number = written(others))];
    if suppliers > 0 {
        let number = written(suppliers);
        parts.push(say!(i18n, locations.suppliers_count, count = suppliers, number = number));
    }
    if bins > 0 {
        parts.push(say!(i18n, locations.bin_count, count = bins, number = written(bins)));
    }
    parts.join(", ")
}

fn length(places: &[&Place]) -> u32 {
    u32::try_from(places.len()).unwrap_or(u32::MAX)
}

fn says(
    i18n: I18n,
    format: Format,
    kind: RwSignal<LocationKind>,
    name: Signal<String>,
    whole: RwSignal<Option<Whole>>,
) -> NoRows {
    let empty = move || match kind.get() {
        LocationKind::Bins => say!(i18n, locations.no_bins, place = name.get()),
        LocationKind::Internal => say!(i18n, locations.no_internal, place = name.get()),
    };
    let more = move || {
        let known = whole.with(|whole| whole.as_ref().map_or(0, |whole| whole.known));
        let (number, place) = (format.number(known), name.get());
        match kind.get() {
            LocationKind::Bins => {
                say!(i18n, locations.bins_in, count = known, number = number, place = place)
            }
            LocationKind::Internal => {
                say!(i18n, locations.internal_in, count = known, number = number, place = place)
            }
        }
    };
    NoRows {
        icon: "warehouse",
        empty: Signal::derive(empty),
        empty_more: Signal::stored(String::new()),
        no_match: text!(i18n, locations.no_match_title),
        no_match_more: Signal::derive(more),
    }
}

fn hints(i18n: I18n) -> Vec<KeyHint> {
    vec![
        KeyHint { chord: "F6", label: text!(i18n, locations.hint_places) },
        KeyHint { chord: "Ctrl+F", label: text!(i18n, locations.hint_find) },
        KeyHint { chord: "?", label: text!(i18n, app.all_keys) },
    ]
}
