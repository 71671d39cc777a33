//! The items of a stocklist as a grid inside its panel.

use std::sync::Arc;

use contract::StocklistItem;
use leptos::prelude::*;

use crate::components::grid::{
    Cell, Column, ColumnState, Content, Grid, GridData, GridHandle, Row,
};
use crate::i18n::{I18n, text, use_i18n};
use crate::wording::format::{Format, use_format};
use crate::wording::words;

/// The items, in the order of the list.
#[component]
pub fn Items(
    /// What the grid is called when read out.
    label: Signal<String>,
    /// The items.
    items: Vec<StocklistItem>,
    /// The page's hold on the grid.
    grid: GridHandle,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let more = More::ALL.into_iter().filter(|more| items.iter().any(|item| more.is_told(item)));
    let more = StoredValue::new(more.collect::<Vec<_>>());
    let items = StoredValue::new(items);
    let rows = Signal::derive(move || {
        items.with_value(|items| {
            let drawn = |at, item| more.with_value(|more| draw(i18n, format, at, item, more));
            (1u32..).zip(items).map(|(at, item)| Arc::new(drawn(at, item))).collect::<Vec<_>>()
        })
    });
    view! {
        <Grid
            name="stocklist-items"
            label
            columns=more.with_value(|more| columns(i18n, more))
            data=GridData::local(rows)
            layout=RwSignal::new(ColumnState::default())
            handle=grid
        />
    }
}

/// What the service tells of the items of some lists alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum More {
    Status,
    Approved,
    Canceled,
    Reason,
    Comment,
}

/// The state of an item as long as nothing was done to it.
const ORDINARY: &str = "PENDING";

impl More {
    const ALL: [Self; 5] =
        [Self::Status, Self::Approved, Self::Canceled, Self::Reason, Self::Comment];

    /// Whether it is worth a column for this item.
    fn is_told(self, item: &StocklistItem) -> bool {
        let has = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.trim().is_empty());
        match self {
            Self::Status => has(&item.status) && item.status.as_deref() != Some(ORDINARY),
            Self::Approved => item.quantity_approved.is_some(),
            Self::Canceled => item.quantity_canceled.is_some(),
            Self::Reason => has(&item.cancel_reason_code),
            Self::Comment => has(&item.cancel_comments),
        }
    }

    fn column(self, i18n: I18n) -> Column {
        let number = |id, label| Column::new(id, label, 4.5).number().unsorted();
        let text = |id, label| Column::new(id, label, 6.0).unsorted();
        match self {
            Self::Status => text("status", text!(i18n, stocklists.col_status)),
            Self::Approved => number("approved", text!(i18n, stocklists.col_approved)),
            Self::Canceled => number("canceled", text!(i18n, stocklists.col_canceled)),
            Self::Reason => text("reason", text!(i18n, stocklists.col_reason)),
            Self::Comment => text("comment", text!(i18n, stocklists.col_comment)),
        }
    }

    fn cell(self, i18n: I18n, format: Format, item: &StocklistItem) -> Cell {
        let number = match self {
            Self::Approved => item.quantity_approved,
            Self::Canceled => item.quantity_canceled,
            Self::Status | Self::Reason | Self::Comment => None,
        };
        Cell::from(self.content(i18n, format, item)).of(number)
    }

    fn content(self, i18n: I18n, format: Format, item: &StocklistItem) -> Content {
        let number = |number: Option<i64>| {
            number.map_or(Content::Absent, |number| Content::Number(format.number(number)))
        };
        let text = |text: Option<String>| text.map_or(Content::Empty, Content::Text);
        match self {
            Self::Status => text(item.status.clone()),
            Self::Approved => number(item.quantity_approved),
            Self::Canceled => number(item.quantity_canceled),
            Self::Reason => {
                text(item.cancel_reason_code.as_deref().map(|code| words::reason(i18n, code)))
            }
            Self::Comment => text(item.cancel_comments.clone()),
        }
    }
}

fn columns(i18n: I18n, more: &[More]) -> Vec<Column> {
    let always = [
        Column::new("order", text!(i18n, stocklists.col_order), 2.0)
            .number()
            .signed("#")
            .unsorted(),
        Column::new("code", text!(i18n, stocklists.col_code), 5.25).unsorted().items(),
        Column::new("product", text!(i18n, stocklists.col_product), 8.0).grows().heads().unsorted(),
        Column::new("quantity", text!(i18n, stocklists.col_quantity), 4.5).number().unsorted(),
    ];
    always.into_iter().chain(more.iter().map(|more| more.column(i18n))).collect()
}

fn draw(i18n: I18n, format: Format, at: u32, item: &StocklistItem, more: &[More]) -> Row {
    let product = &item.product;
    let quantity = item.quantity;
    let number = quantity.map_or(Content::Absent, |number| Content::Number(format.number(number)));
    let always = [
        Cell::from(Content::Ordinal(format.number(at))).of(Some(at)),
        product.code.clone().map_or(Content::Absent, Content::Code).into(),
        product.name.clone().map_or(Content::Absent, Content::Name).into(),
        Cell::from(number).of(quantity),
    ];
    // A product may stand on a list twice, and some services number items anew with every reading.
    let key = format!("{at}-{}", item.id);
    let more = more.iter().map(|more| more.cell(i18n, format, item));
    Row::record(key, always.into_iter().chain(more).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ordinary_item_has_no_more_columns_and_others_have_those_that_say_something() {
        let told = |item: &serde_json::Value| {
            let item: StocklistItem = serde_json::from_value(item.clone()).unwrap();
            More::ALL.into_iter().filter(|more| more.is_told(&item)).collect::<Vec<_>>()
        };
        let mut item = serde_json::json!({
            "id": "i1",
            "status": "PENDING",
            "requisition": null,
            "product": { "id": "p1", "code": "BK71", "name": null, "description": null, "category": null },
            "quantity": 5,
            "quantity_approved": null,
            "quantity_canceled": null,
            "cancel_reason_code": " ",
            "cancel_comments": null,
            "order_index": 0
        });
        assert_eq!(told(&item), []);
        item["status"] = "CANCELED".into();
        item["quantity_canceled"] = 5.into();
        item["cancel_reason_code"] = "STOCKOUT".into();
        assert_eq!(told(&item), [More::Status, More::Canceled, More::Reason]);
    }
}
