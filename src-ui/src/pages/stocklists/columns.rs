//! The columns of the stocklists, named as the contract names them, and a stocklist as a row.

use contract::StocklistRow;

use crate::components::grid::{Cell, Column, Content, Row};
use crate::i18n::{I18n, text};
use crate::ipc;
use crate::wording::format::Format;

/// The columns, as declared. Those the panel shows too give way to it.
pub fn columns(i18n: I18n) -> Vec<Column> {
    vec![
        Column::new("number", text!(i18n, stocklists.col_number), 5.25),
        Column::new("name", text!(i18n, stocklists.col_name), 14.0).grows().heads(),
        Column::new("origin", text!(i18n, stocklists.col_from), 8.5).yields(4).shares(),
        Column::new("destination", text!(i18n, stocklists.col_to), 9.75).yields(1).shares(),
        Column::new("items", text!(i18n, stocklists.col_lines), 3.5).number(),
        Column::new("requested_by", text!(i18n, stocklists.col_requested_by), 7.5)
            .yields(3)
            .shares(),
        Column::new("requested", text!(i18n, stocklists.col_requested), 6.0).number().yields(2),
    ]
}

/// A stocklist as a row of them.
pub fn draw(format: Format, list: &StocklistRow) -> Row {
    let place = |place: &Option<contract::PlaceRef>| {
        place.as_ref().map_or(Content::Absent, |place| Content::Dim(place.name.clone()))
    };
    let by = list.requested_by.as_ref();
    let requested = list.date_requested.map(ipc::local_day);
    let day = requested.map_or(Content::Absent, |day| Content::Dim(format.day(day)));
    let cells = vec![
        list.number.clone().map_or(Content::Absent, Content::Code).into(),
        Content::Name(list.name.clone()).into(),
        place(&list.origin).into(),
        place(&list.destination).into(),
        Cell::from(Content::Number(format.number(list.items))).of(Some(list.items)),
        by.map_or(Content::Absent, |by| Content::Dim(by.name.clone())).into(),
        Cell::from(day).of(requested),
    ];
    Row::record(list.id.as_str(), cells)
}

#[cfg(test)]
mod tests {
    use contract::StocklistColumn;

    #[test]
    fn every_column_is_one_the_backend_sorts_by() {
        for id in ["number", "name", "origin", "destination", "items", "requested_by", "requested"]
        {
            assert!(serde_json::from_value::<StocklistColumn>(id.into()).is_ok(), "{id}");
        }
    }
}
