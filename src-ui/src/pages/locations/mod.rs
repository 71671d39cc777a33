//! The locations: the places seen in movements and stocklists, and the bins or internal locations
//! of the chosen one, which are asked of the service when a place is first looked at. Deliberately
//! absent: changing locations, which is done in the service.

mod columns;
mod look;
mod panel;
mod places;
mod tools;

use std::sync::Arc;

use contract::{ListBinLocations, LocationId, LocationKind, Place, Rows};
use leptos::prelude::*;

use crate::components::grid::{ColumnsMenu, Grid, Row};
use crate::components::{KeyHint, Show, StatusLine};
use crate::data::rows::use_rows;
use crate::effect::memo;
use crate::frame::ServiceBanner;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::navigation::use_tabs;
use crate::pages::export::{ExportTool, Exported};
use crate::pages::list::{self, CountFact, ListBody, ListHead, ListState, NoRows, order};
use crate::pages::use_layout;
use crate::wording::format::{Format, use_format};
use columns::{columns, draw};
use look::LocationView;
use panel::LocationPanel;
use places::Places;
use tools::Tools;

/// The locations page.
#[component]
pub fn Locations() -> impl IntoView {
    let i18n = use_i18n();
    let (layout, keep) = use_layout("bins", "name", false);
    let look = LocationView::start();
    look.follow(use_tabs());
    let rows = use_rows(
        move |start, count| {
            let rows = Rows { start, count, sort: order(&layout.get()) };
            let (kind, text) = (look.kind.get(), look.text_now());
            Some(ListBinLocations { parent: look.of.get()?, kind, rows, text })
        },
        move |_, bin| draw(bin),
    );
    let chosen = RwSignal::new(None::<LocationId>);
    let current = memo(move || chosen.get().and_then(|id| rows.find(|row| row.id == id)));
    let list =
        ListState::start(rows, look.about(Signal::derive(move || current.with(Option::is_some))));
    let see = move |row: Option<Arc<Row>>| {
        chosen.set(row.map(|row| LocationId::from(row.key.as_str())));
    };
    let label = Signal::derive(move || look.title(i18n));
    // Another place is another list: its grid begins at the top.
    let grid = move || {
        look.of.track();
        look.kind.track();
        let columns = columns(i18n);
        let handle = list.keys.grid;
        view! {
            <Grid
                name="bins"
                label
                columns
                data=list.rows
                layout
                on_layout=keep
                on_open=move |_| list.enter_panel()
                on_current=see
                handle
            />
        }
    };
    view! {
        <Head list look />
        <Tools text=look.text kind=look.kind find=list.keys.find>
            <ColumnsMenu columns=columns(i18n) layout idle=list.rows.idle on_layout=keep />
            <ExportTool grids=vec![Exported::new(list.keys.grid, label)] />
        </Tools>
        <ServiceBanner retry=list.read failure=list.failure />
        <div class="body" node_ref=list.keys.body>
            <Places places=look.places chosen=look.of on_choose=move |id| look.at(id) />
            <Show when=move || look.of.with(Option::is_some)>
                <ListBody list says=says(i18n, list, look)>{grid}</ListBody>
            </Show>
            <Show when=move || list.keys.panel_shown.get()>
                <LocationPanel
                    current
                    kind=look.kind
                    on_close=move |()| list.keys.close_panel()
                />
            </Show>
        </div>
        <Foot list look />
    }
}

/// Beside the title: how many places and bins are known, and the age of what is looked at.
#[component]
fn Head(list: ListState, look: LocationView) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let meta = move || {
        let whole = list.whole.get();
        let age = whole.and_then(|whole| list::age(i18n, format, &whole));
        let counts = look.places.get().map(|all| counts(i18n, format, &all));
        counts.into_iter().chain(age).collect::<Vec<_>>().join(" · ")
    };
    view! { <ListHead list title=text!(i18n, locations.title) meta=Signal::derive(meta) /> }
}

/// How many places, suppliers and bins are known.
fn counts(i18n: I18n, format: Format, places: &[Place]) -> String {
    let length = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let suppliers = length(places.iter().filter(|place| place.supplies()).count());
    let others = length(places.len()) - suppliers;
    let bins = places.iter().filter_map(|place| place.bins).fold(0, u32::saturating_add);
    let number = format.number(others);
    let mut parts = vec![say!(i18n, locations.places_count, count = others, number = number)];
    if suppliers > 0 {
        let number = format.number(suppliers);
        parts.push(say!(i18n, locations.suppliers_count, count = suppliers, number = number));
    }
    if bins > 0 {
        let number = format.number(bins);
        parts.push(say!(i18n, locations.bin_count, count = bins, number = number));
    }
    parts.join(", ")
}

fn says(i18n: I18n, list: ListState, look: LocationView) -> NoRows {
    let format = use_format();
    let empty = move || match look.kind.get() {
        LocationKind::Bins => say!(i18n, locations.no_bins, place = look.name()),
        LocationKind::Internal => say!(i18n, locations.no_internal, place = look.name()),
    };
    let more = move || {
        let known = list.whole.with(|whole| whole.as_ref().map_or(0, |whole| whole.known));
        look.counted(i18n, known, format.number(known))
    };
    NoRows {
        icon: "warehouse",
        empty: Signal::derive(empty),
        empty_more: Signal::stored(String::new()),
        no_match: text!(i18n, locations.no_match_title),
        no_match_more: Signal::derive(more),
    }
}

#[component]
fn Foot(list: ListState, look: LocationView) -> impl IntoView {
    let i18n = use_i18n();
    let hints = vec![
        KeyHint { chord: "F6", label: text!(i18n, locations.hint_places) },
        KeyHint { chord: "Ctrl+F", label: text!(i18n, locations.hint_find) },
        KeyHint { chord: "?", label: text!(i18n, app.all_keys) },
    ];
    let words = move |(count, number): (u32, String)| look.counted(i18n, count, number);
    view! {
        <StatusLine hints>
            <CountFact whole=list.whole words />
            <span>{move || say!(i18n, locations.sorting)}</span>
        </StatusLine>
    }
}
