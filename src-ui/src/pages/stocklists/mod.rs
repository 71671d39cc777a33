//! The stocklists: what places order again and again, found and sorted by the backend; beside them
//! the items of the current one, from which a movement is made. Deliberately absent: changing a
//! list, which is done in the service.

mod columns;
mod filters;
mod items;
mod panel;

use std::sync::Arc;

use contract::{DataSet, Refresh, StocklistId};
use leptos::html;
use leptos::prelude::*;

use crate::components::grid::{Grid, Row};
use crate::components::{IconButton, KeyHint, StatusLine};
use crate::format::use_format;
use crate::frame::{PaneHead, ServiceBanner, use_tabs};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::keys::use_keys;
use crate::pages::list::{self, CountFact, ListBody, ListKeys, NoRows};
use crate::pages::{Route, StartKind, use_layout};
use crate::query::use_command;
use crate::rows::{Whole, use_rows};
use columns::{columns, draw};
use filters::{Filters, Tools};
use panel::StocklistPanel;

/// The stocklists page.
#[component]
pub fn Stocklists() -> impl IntoView {
    let (i18n, format, tabs) = (use_i18n(), use_format(), use_tabs());
    let (layout, keep) = use_layout("stocklists", "number", false);
    let filters = Filters::new();
    let rows = use_rows(
        move |start, count| Some(filters.ask(start, count, &layout.get())),
        move |_, list| draw(format, list),
    );
    let refresh = use_command::<Refresh>();
    let read_anew = Callback::new(move |()| {
        refresh.send(Refresh { what: DataSet::Stocklists(filters.query_now()) }, |_| ());
    });
    let standing = Memo::new(move |_| {
        let failed = rows.failure.with(Option::is_some);
        rows.whole.with(|whole| list::standing(whole.as_ref(), filters.any(), failed))
    });
    let current = RwSignal::new(None::<StocklistId>);
    let seen = move |row: Option<Arc<Row>>| {
        current.set(row.map(|row| StocklistId::from(row.key.as_str())));
    };
    let panel = list::side_panel();
    let panel_shown = Memo::new(move |_| {
        panel.get() && current.with(Option::is_some) && standing.get() == list::Standing::Rows
    });
    let keys = ListKeys {
        find: NodeRef::new(),
        refresh: read_anew,
        filtered: Signal::derive(move || filters.any()),
        clear: Callback::new(move |()| filters.clear()),
        panel: Some(panel),
        panel_shown: panel_shown.into(),
        body: NodeRef::<html::Div>::new(),
    };
    keys.bind(use_keys(), i18n);
    let create = Callback::new(move |id: StocklistId| {
        tabs.open(Route::NewMovement(StartKind::List(id)));
    });
    let open = move |row: Arc<Row>| create.run(StocklistId::from(row.key.as_str()));
    let meta = move || rows.whole.with(|whole| list::counts(i18n, format, whole.as_ref()));
    let (data, failure) = (list::with_bones(rows), list::failure(rows, refresh));
    view! {
        <PaneHead title=text!(i18n, stocklists.title) meta=Signal::derive(meta)>
            <IconButton
                label=text!(i18n, list.refresh)
                icon="refresh-cw"
                chord="F5"
                busy=list::is_reading(rows, refresh)
                on_press=read_anew
                testid="refresh"
            />
        </PaneHead>
        <Tools filters find=keys.find />
        <ServiceBanner retry=read_anew failure />
        <div class="body" node_ref=keys.body>
            <ListBody
                standing
                says=says(i18n, rows.whole)
                on_clear=keys.clear
                on_read=read_anew
                failure
            >
                <Grid
                    name="stocklists"
                    label=text!(i18n, stocklists.title)
                    columns=columns(i18n)
                    data
                    layout
                    on_layout=keep
                    on_open=open
                    on_current=seen
                    begin_in="name"
                />
            </ListBody>
            <Show when=move || panel_shown.get()>
                <StocklistPanel
                    current
                    on_close=move |()| keys.close_panel()
                    on_create=create
                />
            </Show>
        </div>
        <StatusLine hints=hints(i18n)>
            <CountFact
                whole=rows.whole
                words=move |(count, number)| say!(i18n, stocklists.count, count = count, number = number)
            />
        </StatusLine>
    }
}

fn says(i18n: I18n, whole: RwSignal<Option<Whole>>) -> NoRows {
    let format = use_format();
    let more = move || {
        let known = whole.with(|whole| whole.as_ref().map_or(0, |whole| whole.known));
        let number = format.number(known);
        match known {
            0 => String::new(),
            _ => say!(i18n, stocklists.no_match_text, count = known, number = number),
        }
    };
    NoRows {
        icon: "clipboard-list",
        empty: text!(i18n, stocklists.empty_title),
        empty_more: text!(i18n, stocklists.empty_text),
        no_match: text!(i18n, stocklists.no_match_title),
        no_match_more: Signal::derive(more),
    }
}

fn hints(i18n: I18n) -> Vec<KeyHint> {
    vec![
        KeyHint { chord: "Enter", label: text!(i18n, stocklists.hint_create) },
        KeyHint { chord: "Space", label: text!(i18n, stocklists.hint_items) },
        KeyHint { chord: "?", label: text!(i18n, app.all_keys) },
    ]
}
