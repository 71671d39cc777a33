//! The columns of bins and internal locations, named as the contract names them, and one as a row.

use contract::{BinLocation, LocationTypeCode};

use crate::components::grid::{Cell, Column, Content, Row};
use crate::i18n::{I18n, text};

/// The columns, as declared.
pub fn columns(i18n: I18n) -> Vec<Column> {
    vec![
        Column::new("name", text!(i18n, locations.col_name), 14.0).grows().heads().scanned(),
        Column::new("number", text!(i18n, locations.col_number), 7.0).yields(2),
        Column::new("type", text!(i18n, locations.col_type), 8.5).yields(1),
        Column::new("parent", text!(i18n, locations.col_parent), 9.0).yields(3).shares(),
    ]
}

/// A bin or an internal location as a row of them.
pub fn draw(bin: &BinLocation) -> Row {
    let contents = [
        match bin.type_code {
            Some(LocationTypeCode::BinLocation) => Content::Bin(bin.name.clone()),
            _ => Content::Name(bin.name.clone()),
        },
        bin.location_number.clone().map_or(Content::Absent, Content::Code),
        kind_of(bin),
        bin.parent.clone().map_or(Content::Absent, Content::Dim),
    ];
    Row::record(bin.id.as_str(), contents.into_iter().map(Cell::from).collect())
}

/// The kind's name; its code where the service gave no name.
fn kind_of(bin: &BinLocation) -> Content {
    match (&bin.type_name, &bin.type_code) {
        (Some(name), _) => Content::Dim(name.clone()),
        (None, Some(code)) => Content::Code(code.as_str().to_owned()),
        (None, None) => Content::Absent,
    }
}

#[cfg(test)]
mod tests {
    use contract::LocationColumn;

    use super::*;

    fn bin(type_name: Option<&str>, type_code: Option<LocationTypeCode>) -> BinLocation {
        BinLocation {
            id: "b1".into(),
            name: "A-01-03".into(),
            location_number: None,
            type_name: type_name.map(str::to_owned),
            type_code,
            parent: None,
        }
    }

    #[test]
    fn every_column_is_one_the_backend_sorts_by() {
        for id in ["name", "number", "type", "parent"] {
            assert!(serde_json::from_value::<LocationColumn>(id.into()).is_ok(), "{id}");
        }
    }

    #[test]
    fn a_bin_is_drawn_as_on_the_shelf_and_a_dock_is_not() {
        let shelf = draw(&bin(Some("Bin"), Some(LocationTypeCode::BinLocation)));
        assert_eq!(shelf.cells[0].content, Content::Bin("A-01-03".into()));
        let dock = draw(&bin(None, Some(LocationTypeCode::Other("INTERNAL".into()))));
        assert_eq!(dock.cells[0].content, Content::Name("A-01-03".into()));
        assert_eq!(dock.cells[2].content, Content::Code("INTERNAL".into()));
    }
}
