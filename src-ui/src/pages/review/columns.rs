//! The columns of the inbox, and a decision as a row of them.

use contract::{Entry, LineRef, ReviewRow, ReviewStand};

use super::words::{kind, quantities, refusal, stand};
use crate::components::grid::{Cell, Column, Content, Datum, Row};
use crate::i18n::{I18n, text};
use crate::pages::list::{group_head, group_name};
use crate::wording::format::Format;
use crate::wording::words::reason;

/// The place of the quantity among them.
const QUANTITY: usize = 2;

/// The columns.
pub fn columns(i18n: I18n) -> Vec<Column> {
    vec![
        Column::new("kind", text!(i18n, review.col_kind), 6.75).unsorted(),
        Column::new("product", text!(i18n, review.col_product), 9.5).grows().heads().unsorted(),
        Column::new("quantity", text!(i18n, review.col_quantity), 5.75).number().unsorted(),
        Column::new("destination", text!(i18n, review.col_to), 8.0).yields(2).shares().unsorted(),
        Column::new("reason", text!(i18n, review.col_reason), 6.5).yields(3).shares().unsorted(),
        Column::new("movement", text!(i18n, review.col_movement), 5.0).yields(4).unsorted(),
        Column::new("person", text!(i18n, review.col_person), 7.0).yields(5).shares().unsorted(),
        Column::new("state", text!(i18n, review.col_state), 7.5).yields(1).shares().unsorted(),
        // What speaks against a decision is not lost where there is no room for it.
        Column::new("refusal", text!(i18n, review.col_refusal), 8.0)
            .yields(6)
            .shares()
            .unsorted()
            .exported(),
    ]
}

/// What names a line among others.
pub fn key_of(line: &LineRef) -> String {
    format!("{} {}", line.movement, line.item)
}

/// What names an entry among others.
pub fn key_of_entry(entry: &Entry<ReviewRow>) -> String {
    match entry {
        Entry::Group { key, .. } => group_name(key),
        Entry::Row { row } => key_of(&row.line),
    }
}

/// The head of a group, or a decision as a row.
pub fn draw(i18n: I18n, format: Format, entry: &Entry<ReviewRow>) -> Row {
    match entry {
        Entry::Group { key, rows, folded } => group_head(i18n, format, key, *rows, *folded),
        Entry::Row { row } => decision(i18n, format, row).in_group(true),
    }
}

fn decision(i18n: I18n, format: Format, row: &ReviewRow) -> Row {
    let (class, icon, word) = kind(i18n, row.kind);
    let name = row.product.name.clone().or_else(|| row.product.code.clone());
    let code = row.reason.as_deref();
    let dim = |text: Option<String>| text.map_or(Content::Absent, Content::Dim);
    let state = match row.stand {
        ReviewStand::Decided => Content::Empty,
        _ => {
            let (class, icon, word) = stand(i18n, format, row);
            Content::Status(class, icon, word)
        }
    };
    let (quantities, number) = quantities(format, row);
    let contents = [
        Content::Status(class, icon, word.to_owned()),
        name.map_or(Content::Absent, Content::Name),
        Content::Number(quantities),
        dim(row.destination.as_ref().map(|place| place.name.clone())),
        code.map_or(Content::Absent, |code| Content::Text(reason(i18n, code))),
        row.identifier.clone().map_or(Content::Absent, Content::Code),
        dim(row.person.clone()),
        state,
        refusal(i18n, format, row).map_or(Content::Empty, Content::Dim),
    ];
    let mut cells = contents.map(Cell::from);
    cells[QUANTITY].datum = number.map(Datum::from);
    Row::record(key_of(&row.line), cells.into())
}
