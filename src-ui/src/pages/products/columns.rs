//! The columns of the products, named as the contract names them, and a product as a row.

use chrono::{DateTime, Utc};
use contract::{Product, ProductRow};

use crate::components::grid::{Cell, Column, Content, Row};
use crate::i18n::{I18n, text};
use crate::ipc;
use crate::wording::format::Format;

/// The columns, as declared. Those the panel shows too give way to it.
pub fn columns(i18n: I18n) -> Vec<Column> {
    vec![
        Column::new("code", text!(i18n, products.col_code), 5.25).items(),
        Column::new("name", text!(i18n, products.col_name), 15.5).grows().heads(),
        Column::new("category", text!(i18n, products.col_category), 9.0).yields(1).shares(),
        Column::new("description", text!(i18n, products.col_description), 8.75).yields(5).shares(),
        Column::new("lists", text!(i18n, products.col_lists), 4.0).number().yields(2),
        Column::new("created", text!(i18n, products.col_created), 6.5).number().yields(4),
        Column::new("updated", text!(i18n, products.col_updated), 6.5).number().yields(3),
    ]
}

/// A product as a row of them.
pub fn draw(format: Format, row: &ProductRow) -> Row {
    let product = &row.product;
    let day = |moment: Option<DateTime<Utc>>| {
        let day = moment.map(ipc::local_day);
        Cell::from(day.map_or(Content::Absent, |day| Content::Dim(format.day(day)))).of(day)
    };
    let cells = vec![
        product.product_code.clone().map_or(Content::Absent, Content::Code).into(),
        product.name.clone().map_or(Content::Absent, Content::Name).into(),
        category_of(product).map_or(Content::Absent, Content::Dim).into(),
        product.description.clone().map_or(Content::Empty, Content::Dim).into(),
        Cell::from(Content::Number(format.number(row.lists))).of(Some(row.lists)),
        day(product.date_created),
        day(product.last_updated),
    ];
    Row::record(product.id.as_str(), cells)
}

/// The name of a product's category, where the service gave one.
pub fn category_of(product: &Product) -> Option<String> {
    product.category.as_ref()?.name.clone()
}

#[cfg(test)]
mod tests {
    use contract::ProductColumn;

    #[test]
    fn every_column_is_one_the_backend_sorts_by() {
        for id in ["code", "name", "category", "description", "lists", "created", "updated"] {
            assert!(serde_json::from_value::<ProductColumn>(id.into()).is_ok(), "{id}");
        }
    }
}
