//! The products and their categories: found, filtered and sorted by the backend; beside them what
//! is known of the current one. Categories can be made; the interface lists none, so those shown
//! are the ones seen on products. Deliberately absent: changing products, which is done in the
//! service.

mod barcodes;
mod columns;
mod filters;
mod new_category;
mod pairs;
mod panel;

use std::sync::Arc;

use contract::{CategoryCount, DataSet, ListCategories, ProductId, ProductRow};
use leptos::prelude::*;

use crate::components::grid::{ColumnsMenu, Grid, Row};
use crate::components::{Button, KeyHint, Show, StatusLine};
use crate::data::query::{Query, use_query};
use crate::data::rows::{Whole, use_rows};
use crate::effect::memo;
use crate::frame::ServiceBanner;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::navigation::use_tabs;
use crate::pages::export::{ExportTool, Exported};
use crate::pages::list::{About, CountFact, ListBody, ListHead, ListState, NoRows, counts};
use crate::pages::use_layout;
use crate::wording::format::use_format;
use columns::{columns, draw};
use filters::{ProductFilters, Tools};
use new_category::{NewCategory, NewCategorySheet};
use panel::ProductPanel;

/// The products page.
#[component]
pub fn Products() -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let (layout, keep) = use_layout("products", "code", false);
    let filters = ProductFilters::new();
    filters.follow(use_tabs());
    let rows = use_rows(
        move |start, count| Some(filters.ask(start, count, &layout.get())),
        move |_, product| draw(format, product),
    );
    let categories = use_query(|| Some(ListCategories {}));
    let current = RwSignal::new(None);
    let product = memo(move || current.get().and_then(|id| rows.find(|row| row.product.id == id)));
    let list = ListState::start(rows, about(filters, product));
    let id_of = |row: Arc<Row>| ProductId::from(row.key.as_str());
    let see = move |row: Option<Arc<Row>>| current.set(row.map(id_of));
    view! {
        <Head list />
        <Tools filters categories find=list.keys.find>
            <ColumnsMenu columns=columns(i18n) layout idle=list.rows.idle on_layout=keep />
            <ExportTool grids=vec![Exported::new(list.keys.grid, text!(i18n, products.title))] />
        </Tools>
        <ServiceBanner retry=list.read failure=list.failure />
        <div class="body" node_ref=list.keys.body>
            <ListBody list says=says(i18n, list.whole)>
                <Grid
                    name="products"
                    label=text!(i18n, products.title)
                    columns=columns(i18n)
                    data=list.rows
                    layout
                    on_layout=keep
                    on_open=move |_| list.enter_panel()
                    on_current=see
                    begin_in="name"
                    handle=list.keys.grid
                />
            </ListBody>
            <Show when=move || list.keys.panel_shown.get()>
                <ProductPanel product on_close=move |()| list.keys.close_panel() />
            </Show>
        </div>
        <Foot list categories />
    }
}

#[component]
fn Head(list: ListState) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let making = NewCategory::start();
    let meta = move || list.whole.with(|whole| counts(i18n, format, whole.as_ref()));
    view! {
        <ListHead list title=text!(i18n, products.title) meta=Signal::derive(meta)>
            <span class="rule opt"></span>
            <Button
                label=text!(i18n, products.new_category)
                icon="plus"
                off=making.why_off()
                on_press=move |()| making.open()
                testid="new-category"
            />
        </ListHead>
        <NewCategorySheet making />
    }
}

fn about(filters: ProductFilters, product: Memo<Option<ProductRow>>) -> About {
    About {
        data: Callback::new(|()| Some(DataSet::Products)),
        text: filters.quiet_text,
        filtered: Signal::derive(move || filters.any()),
        clear: Callback::new(move |()| filters.clear()),
        detail: Some(Signal::derive(move || product.with(Option::is_some))),
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

#[component]
fn Foot(list: ListState, categories: Query<Vec<CategoryCount>>) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let hints = vec![
        KeyHint { chord: "Enter", label: text!(i18n, products.hint_open) },
        KeyHint { chord: "Space", label: text!(i18n, products.hint_details) },
        KeyHint { chord: "?", label: text!(i18n, app.all_keys) },
    ];
    let words = move |(count, number): (u32, String)| {
        say!(i18n, products.count, count = count, number = number)
    };
    let seen = move || {
        let count = u32::try_from(categories.get()?.len()).unwrap_or(u32::MAX);
        let number = format.number(count);
        (count > 0).then(|| {
            let text = say!(i18n, products.categories, count = count, number = number);
            view! { <span>{text}</span> }
        })
    };
    view! { <StatusLine hints><CountFact whole=list.whole words />{seen}</StatusLine> }
}
