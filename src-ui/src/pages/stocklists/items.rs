//! The items of a stocklist as a grid inside its panel.

use std::sync::Arc;

use contract::StocklistItem;
use leptos::prelude::*;

use crate::components::grid::{Cell, Column, ColumnState, Content, Grid, GridData, Row};
use crate::format::{Format, use_format};
use crate::i18n::{I18n, text, use_i18n};

/// The items, in the order of the list.
#[component]
pub fn Items(
    /// What the grid is called when read out.
    label: Signal<String>,
    /// The items.
    items: Vec<StocklistItem>,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let items = StoredValue::new(items);
    let rows = Signal::derive(move || {
        items.with_value(|items| {
            let drawn = (1u32..).zip(items).map(|(at, item)| Arc::new(draw(format, at, item)));
            drawn.collect::<Vec<_>>()
        })
    });
    view! {
        <Grid
            name="stocklist-items"
            label
            columns=columns(i18n)
            data=GridData::local(rows)
            layout=RwSignal::new(ColumnState::default())
        />
    }
}

fn columns(i18n: I18n) -> Vec<Column> {
    vec![
        Column::new("order", text!(i18n, stocklists.col_order), 2.0)
            .number()
            .signed("#")
            .unsorted(),
        Column::new("code", text!(i18n, stocklists.col_code), 5.25).unsorted(),
        Column::new("product", text!(i18n, stocklists.col_product), 8.0).grows().unsorted(),
        Column::new("quantity", text!(i18n, stocklists.col_quantity), 4.5).number().unsorted(),
    ]
}

fn draw(format: Format, at: u32, item: &StocklistItem) -> Row {
    let product = &item.product;
    let contents = [
        Content::Ordinal(format.number(at)),
        product.code.clone().map_or(Content::Absent, Content::Code),
        product.name.clone().map_or(Content::Absent, Content::Name),
        item.quantity.map_or(Content::Absent, |number| Content::Number(format.number(number))),
    ];
    // A product may stand on a list twice, and some services number items anew with every reading.
    let key = format!("{at}-{}", item.id);
    Row::record(key, contents.into_iter().map(Cell::from).collect())
}
