//! The panel beside the products: what the service says of the current one.

use chrono::{DateTime, Utc};
use contract::{
    ListStocklists, ProductId, ProductRow, Rows, Sort, StocklistColumn, StocklistFilter,
    StocklistRow,
};
use leptos::prelude::*;

use super::barcodes::Barcodes;
use super::columns::category_of;
use super::pairs::Pairs;
use crate::components::{Copyable, Panel};
use crate::data::query::use_query;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::ipc;
use crate::wording::format::{Format, use_format};

/// So many stocklists are named.
const MOST: u32 = 100;

/// The panel of the current product.
#[component]
pub fn ProductPanel(
    /// Which one; the panel is drawn while there is one.
    product: Memo<Option<ProductRow>>,
    /// It is closed.
    #[prop(into)]
    on_close: Callback<()>,
) -> impl IntoView {
    let title = move || {
        product.with(|row| {
            let product = row.as_ref().map(|row| &row.product);
            product.map(|p| p.product_code.clone().unwrap_or_else(|| p.id.to_string()))
        })
    };
    view! {
        <Panel
            title=Signal::derive(move || title().unwrap_or_default())
            on_close
            class="panel-code"
            testid="product-panel"
        >
            <div class="panel-body">
                {move || product.get().map(|row| view! { <Facts row /> })}
            </div>
        </Panel>
    }
}

#[component]
fn Facts(row: ProductRow) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let summary = {
        let row = row.clone();
        move || summary(i18n, format, &row)
    };
    let (product, lists) = (row.product, row.lists);
    let name = product.name;
    let absent = move || say!(i18n, grid.absent).to_owned();
    let day = move |moment: Option<DateTime<Utc>>| {
        move || moment.map_or_else(absent, |at| format.full_day(ipc::local_day(at)))
    };
    let described = product.description.filter(|text| !text.trim().is_empty());
    view! {
        <div>
            <h3 class="pname" dir="auto">{move || name.clone().unwrap_or_else(absent)}</h3>
            <p class="faint small" data-testid="product-summary"><bdi>{summary}</bdi></p>
        </div>
        {described.map(|text| view! { <Description text /> })}
        {(lists > 0).then(|| view! { <InLists product=product.id.clone() /> })}
        <Pairs product=product.id.clone() />
        <Barcodes product=product.id.clone() />
        <dl class="facts-list small">
            <dt>{move || say!(i18n, products.service_id)}</dt>
            <dd>
                <Copyable
                    label=text!(i18n, products.service_id)
                    value=product.id.to_string()
                    testid="product-id"
                />
            </dd>
            <dt>{move || say!(i18n, products.col_created)}</dt>
            <dd><bdi>{day(product.date_created)}</bdi></dd>
            <dt>{move || say!(i18n, products.col_updated)}</dt>
            <dd><bdi>{day(product.last_updated)}</bdi></dd>
        </dl>
    }
}

/// The stocklists it stands in, by name.
#[component]
fn InLists(product: ProductId) -> impl IntoView {
    let i18n = use_i18n();
    let lists = use_query(move || {
        let filter = StocklistFilter { product: Some(product.clone()), ..Default::default() };
        let by_name = Sort { by: StocklistColumn::Name, descending: false };
        let rows = Rows { sort: vec![by_name], ..Rows::first(MOST) };
        Some(ListStocklists { rows, filter })
    });
    let all = move || lists.get().map(|page| page.rows).unwrap_or_default();
    let one = |list: StocklistRow| {
        view! {
            <li>
                <span class="code">{list.number}</span>
                <span class="trunc" dir="auto">{list.name}</span>
            </li>
        }
    };
    view! {
        <div class="sect">
            <h3>{text!(i18n, products.col_lists)}</h3>
            <ul class="instead" role="list" data-testid="product-lists">
                {move || all().into_iter().map(one).collect_view()}
            </ul>
        </div>
    }
}

#[component]
fn Description(text: String) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <div class="sect">
            <h3>{move || say!(i18n, products.col_description)}</h3>
            <p class="free" dir="auto" data-testid="product-description">{text}</p>
        </div>
    }
}

/// Category, how many lists it stands in, when it was last changed.
fn summary(i18n: I18n, format: Format, row: &ProductRow) -> String {
    let number = format.number(row.lists);
    let lists = match row.lists {
        0 => say!(i18n, products.in_no_lists).to_owned(),
        count => say!(i18n, products.in_lists, count = count, number = number),
    };
    let updated = row
        .product
        .last_updated
        .map(|at| say!(i18n, products.updated_on, day = format.day(ipc::local_day(at))));
    let parts = [category_of(&row.product), Some(lists), updated];
    parts.into_iter().flatten().collect::<Vec<_>>().join("\u{a0}· ")
}
