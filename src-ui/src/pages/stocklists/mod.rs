//! The stocklists: what places order again and again, found and sorted by the backend; beside them
//! the items of the current one, from which a movement is made. Deliberately absent: changing a
//! list, which is done in the service.

mod columns;
mod exported;
mod facts;
mod filters;
mod items;
mod panel;

use std::sync::Arc;

use contract::{DataSet, StocklistId};
use leptos::prelude::*;

use crate::components::grid::{ColumnsMenu, Grid, Row};
use crate::components::{KeyHint, Show, StatusLine};
use crate::data::rows::{Whole, use_rows};
use crate::frame::ServiceBanner;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::keys::use_keys;
use crate::navigation::{Route, StartKind, use_tabs};
use crate::pages::export::{ExportTool, Exported};
use crate::pages::list::{About, CountFact, ListBody, ListHead, ListState, NoRows, counts};
use crate::pages::use_layout;
use crate::wording::format::use_format;
use columns::{columns, draw};
use exported::PanelLines;
use filters::{StocklistFilters, Tools};
use panel::StocklistPanel;

/// The stocklists page.
#[component]
pub fn Stocklists() -> impl IntoView {
    let (i18n, format, tabs) = (use_i18n(), use_format(), use_tabs());
    let (layout, keep) = use_layout("stocklists", "number", false);
    let filters = StocklistFilters::new();
    filters.follow(tabs);
    let rows = use_rows(
        move |start, count| Some(filters.ask(start, count, &layout.get())),
        move |_, list| draw(format, list),
    );
    let current = RwSignal::new(None);
    let list = ListState::start(rows, about(filters, current));
    let see = move |row: Option<Arc<Row>>| current.set(row.map(|row| id_of(&row)));
    let start = move |id| tabs.open(Route::NewMovement(StartKind::List(id)));
    let create = Callback::new(start);
    let open = move |_: Arc<Row>| list.enter_panel();
    use_keys().on_page("Ctrl+Enter", text!(i18n, stocklists.hint_create), move || {
        if let Some(id) = current.get_untracked() {
            create.run(id);
        }
    });
    let lines = PanelLines::new();
    let grids =
        vec![Exported::new(list.keys.grid, text!(i18n, stocklists.title)), lines.exported()];
    let meta = move || list.whole.with(|whole| counts(i18n, format, whole.as_ref()));
    view! {
        <ListHead list title=text!(i18n, stocklists.title) meta=Signal::derive(meta) />
        <Tools filters find=list.keys.find>
            <ColumnsMenu columns=columns(i18n) layout idle=list.rows.idle on_layout=keep />
            <ExportTool grids />
        </Tools>
        <ServiceBanner retry=list.read failure=list.failure />
        <div class="body" node_ref=list.keys.body>
            <ListBody list says=says(i18n, list.whole)>
                <Grid
                    name="stocklists"
                    label=text!(i18n, stocklists.title)
                    columns=columns(i18n)
                    data=list.rows
                    layout
                    on_layout=keep
                    on_open=open
                    on_current=see
                    begin_in="name"
                    handle=list.keys.grid
                />
            </ListBody>
            <Show when=move || list.keys.panel_shown.get()>
                <StocklistPanel current on_close=move |()| list.keys.close_panel() on_create=create lines />
            </Show>
        </div>
        <Foot list />
    }
}

fn id_of(row: &Row) -> StocklistId {
    StocklistId::from(row.key.as_str())
}

fn about(filters: StocklistFilters, current: RwSignal<Option<StocklistId>>) -> About {
    About {
        data: Callback::new(move |()| Some(DataSet::Stocklists(filters.query_now()))),
        text: filters.quiet_text,
        filtered: Signal::derive(move || filters.any()),
        clear: Callback::new(move |()| filters.clear()),
        detail: Some(Signal::derive(move || current.with(Option::is_some))),
    }
}

fn says(i18n: I18n, whole: RwSignal<Option<Whole>>) -> NoRows {
    let format = use_format();
    let more = move || {
        let known = whole.with(|whole| whole.as_ref().map_or(0, |whole| whole.known));
        let number = format.number(known);
        match known {
            // The service itself found none for these places; how many there are is not known.
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

#[component]
fn Foot(list: ListState) -> impl IntoView {
    let i18n = use_i18n();
    let hints = vec![
        KeyHint { chord: "Enter", label: text!(i18n, stocklists.hint_lines) },
        KeyHint { chord: "Ctrl+Enter", label: text!(i18n, stocklists.hint_create) },
        KeyHint { chord: "?", label: text!(i18n, app.all_keys) },
    ];
    let words = move |(count, number): (u32, String)| {
        say!(i18n, stocklists.count, count = count, number = number)
    };
    view! { <StatusLine hints><CountFact whole=list.whole words /></StatusLine> }
}
