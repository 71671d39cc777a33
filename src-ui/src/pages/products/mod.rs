//! The products and their categories: found, filtered and sorted by the backend; beside them what
//! is known of the current one. Categories can be made; the interface lists none, so those shown
//! are the ones seen on products. Deliberately absent: changing products, which is done in the
//! service.

mod columns;
mod filters;
mod new_category;
mod panel;

use std::sync::Arc;

use contract::{DataSet, ListCategories, ProductId, Refresh};
use leptos::html;
use leptos::prelude::*;

use crate::components::grid::{Grid, Row};
use crate::components::{Button, IconButton, KeyHint, StatusLine};
use crate::format::use_format;
use crate::frame::{PaneHead, ServiceBanner};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::keys::use_keys;
use crate::pages::list::{self, CountFact, ListBody, ListKeys, NoRows, Standing};
use crate::pages::use_layout;
use crate::query::{use_command, use_query};
use crate::rows::{Whole, use_rows};
use columns::{columns, draw};
use filters::{Filters, Tools};
use new_category::{NewCategory, NewCategorySheet};
use panel::ProductPanel;

/// The products page.
#[component]
pub fn Products() -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let (layout, keep) = use_layout("products", "code", false);
    let filters = Filters::new();
    let rows = use_rows(
        move |start, count| Some(filters.ask(start, count, &layout.get())),
        move |_, product| draw(format, product),
    );
    let categories = use_query(|| Some(ListCategories {}));
    let refresh = use_command::<Refresh>();
    let read_anew =
        Callback::new(move |()| refresh.send(Refresh { what: DataSet::Products }, |_| ()));
    let standing = Memo::new(move |_| {
        let failed = rows.failure.with(Option::is_some);
        rows.whole.with(|whole| list::standing(whole.as_ref(), filters.any(), failed))
    });
    let current = RwSignal::new(None::<ProductId>);
    let seen = move |row: Option<Arc<Row>>| {
        current.set(row.map(|row| ProductId::from(row.key.as_str())));
    };
    let product = Memo::new(move |_| {
        let id = current.get()?;
        rows.find(|row| row.product.id == id)
    });
    let panel = list::side_panel();
    let panel_shown = Memo::new(move |_| {
        panel.get() && product.with(Option::is_some) && standing.get() == Standing::Rows
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
    let open = move |_: Arc<Row>| {
        panel.set(true);
        list::focus_in(keys.body, ".panel input, .panel button");
    };
    let making = NewCategory::start();
    let meta = move || rows.whole.with(|whole| list::counts(i18n, format, whole.as_ref()));
    let (data, failure) = (list::with_bones(rows), list::failure(rows, refresh));
    view! {
        <PaneHead title=text!(i18n, products.title) meta=Signal::derive(meta)>
            <IconButton
                label=text!(i18n, list.refresh)
                icon="refresh-cw"
                chord="F5"
                busy=list::is_reading(rows, refresh)
                on_press=read_anew
                testid="refresh"
            />
            <span class="rule opt"></span>
            <Button
                label=text!(i18n, products.new_category)
                icon="plus"
                on_press=move |()| making.open()
                testid="new-category"
            />
        </PaneHead>
        <Tools filters categories find=keys.find />
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
                    name="products"
                    label=text!(i18n, products.title)
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
                <ProductPanel product on_close=move |()| keys.close_panel() />
            </Show>
        </div>
        <StatusLine hints=hints(i18n)>
            <CountFact
                whole=rows.whole
                words=move |(count, number)| say!(i18n, products.count, count = count, number = number)
            />
            {move || categories.get().filter(|all| !all.is_empty()).map(|all| {
                let count = u32::try_from(all.len()).unwrap_or(u32::MAX);
                let number = format.number(count);
                view! { <span>{say!(i18n, products.categories, count = count, number = number)}</span> }
            })}
        </StatusLine>
        <NewCategorySheet making />
    }
}

fn says(i18n: I18n, whole: RwSignal<Option<Whole>>) -> NoRows {
    let format = use_format();
    let more = move || {
        let known = whole.with(|whole| whole.as_ref().map_or(0, |whole| whole.known));
        say!(i18n, products.no_match_text, count = known, number = format.number(known))
    };
    NoRows {
        icon: "package",
        empty: text!(i18n, products.empty_title),
        empty_more: text!(i18n, products.empty_text),
        no_match: text!(i18n, products.no_match_title),
        no_match_more: Signal::derive(more),
    }
}

fn hints(i18n: I18n) -> Vec<KeyHint> {
    vec![
        KeyHint { chord: "Enter", label: text!(i18n, products.hint_open) },
        KeyHint { chord: "Space", label: text!(i18n, products.hint_details) },
        KeyHint { chord: "?", label: text!(i18n, app.all_keys) },
    ]
}
