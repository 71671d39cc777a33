//! The panel beside the bins and internal locations: what the service tells of the current one.

use std::time::Duration;

use contract::{BinLocation, Location, LocationKind, OpenLocation};
use leptos::prelude::*;

use crate::components::{Copyable, FailureNote, Panel};
use crate::data::query::{Quiet, use_query};
use crate::i18n::{say, text, use_i18n};

/// The panel of the current location. Of an internal one the service is asked by itself; of a bin the
/// list says what there is.
#[component]
pub fn LocationPanel(
    /// Which one; the panel is drawn while there is one.
    current: Memo<Option<BinLocation>>,
    /// Bins or internal locations.
    kind: RwSignal<LocationKind>,
    /// It is closed.
    #[prop(into)]
    on_close: Callback<()>,
) -> impl IntoView {
    let id = Signal::derive(move || {
        current.with(|it| it.as_ref().map(|it| it.id.to_string())).unwrap_or_default()
    });
    // Rows that are walked past are not asked about.
    let rests_on = Quiet::after(id, Duration::from_millis(200));
    let asked = use_query(move || {
        let is_internal = kind.get() == LocationKind::Internal;
        let location = Some(rests_on.get()).filter(|id| is_internal && !id.is_empty())?;
        Some(OpenLocation { location: location.as_str().into() })
    });
    let title =
        move || current.with(|it| it.as_ref().map(|it| it.name.clone())).unwrap_or_default();
    let facts = move || {
        let row = current.get()?;
        let told = asked.reply.with(|reply| reply.clone().filter(|it| it.id == row.id));
        Some(view! { <Facts row told /> })
    };
    let retry = Callback::new(move |()| asked.ask_again());
    view! {
        <Panel title=Signal::derive(title) on_close testid="location-panel">
            <div class="panel-body">
                {move || asked.failure.get().map(|failure| view! {
                    <FailureNote failure on_retry=retry />
                })}
                {facts}
            </div>
        </Panel>
    }
}

/// What is known of it; what the service did not tell has no row.
#[component]
fn Facts(row: BinLocation, told: Option<Location>) -> impl IntoView {
    let i18n = use_i18n();
    let told = told.as_ref();
    let number = row.location_number.or_else(|| told?.location_number.clone());
    let kind = row.type_name.or_else(|| row.type_code.map(|code| code.as_str().to_owned()));
    let group = told.and_then(|told| told.location_group.as_ref()?.name.clone());
    let parent = row.parent.or_else(|| Some(told?.parent.as_ref()?.shown().to_owned()));
    let description = told.and_then(|told| told.description.clone());
    let facts = [
        (say!(i18n, locations.col_number), number),
        (say!(i18n, locations.col_type), kind),
        (say!(i18n, locations.group), group),
        (say!(i18n, locations.col_parent), parent),
        (say!(i18n, locations.description), description),
    ];
    let fact = |(name, value): (&'static str, Option<String>)| {
        let value = value.filter(|value| !value.trim().is_empty())?;
        Some(view! { <dt>{name}</dt><dd dir="auto">{value}</dd> })
    };
    let id = row.id.to_string();
    view! {
        <dl class="facts-list small" data-testid="location-facts">
            {facts.into_iter().filter_map(fact).collect_view()}
            <dt>{say!(i18n, products.service_id)}</dt>
            <dd><Copyable label=text!(i18n, products.service_id) value=id testid="location-id" /></dd>
        </dl>
    }
}
