//! The columns of a movement's lines, and a line as a row of them.

use contract::{LineItem, LineStatus, Person, RowState};

use super::lines::{Place, to_ship};
use crate::components::grid::{Against, Cell, Column, Content, Row};
use crate::format::Format;
use crate::i18n::{I18n, text};
use crate::words;

/// The columns, as declared. Thousands of lines need more room for their numbers.
pub fn columns(i18n: I18n, thousands: bool) -> Vec<Column> {
    let number = if thousands { 2.75 } else { 2.0 };
    vec![
        Column::new("number", text!(i18n, movement.col_number), number).number().signed("#"),
        Column::new("state", text!(i18n, movement.col_state), 1.5).symbol(),
        Column::new("code", text!(i18n, movement.col_code), 5.25),
        Column::new("product", text!(i18n, movement.col_product), 13.0).grows(),
        Column::new("requested", text!(i18n, movement.col_requested), 5.125).number(),
        Column::new("ship", text!(i18n, movement.col_ship), 5.125).number(),
        Column::new("status", text!(i18n, movement.col_status), 7.25),
        Column::new("reason", text!(i18n, movement.col_reason), 5.5),
        Column::new("comment", text!(i18n, movement.col_comment), 9.0),
        Column::new("available", text!(i18n, movement.col_available), 5.0).number(),
        Column::new("recipient", text!(i18n, movement.col_recipient), 6.0),
    ]
}

/// Which cells of a line the preview shows.
pub const PREVIEWED: [usize; 4] = [0, 2, 3, 5];

/// The columns of the preview: what fits beside the list.
pub fn preview_columns(i18n: I18n, thousands: bool) -> Vec<Column> {
    let all = columns(i18n, thousands);
    let shown = PREVIEWED.iter().filter_map(|column| all.get(*column));
    shown.map(|column| column.narrowed(7.0).unsorted()).collect()
}

/// A line as a row. Its number is its place in the movement, whatever the order shown. What goes in
/// the stead of a line was not asked for: it has no number, no state of its own and no request.
pub fn draw(i18n: I18n, format: Format, key: String, place: Place, line: &LineItem) -> Row {
    let cells = cells(i18n, format, place, line).into_iter().map(Cell::from).collect();
    let row = match place.child {
        Some(_) => Row::child(key, cells),
        None => Row::record(key, cells),
    };
    if line.status == LineStatus::Canceled { row.class("is-canceled") } else { row }
}

/// The status of a line: its symbol and word, or the code of one this version does not know.
pub fn status(i18n: I18n, status: &LineStatus) -> Content {
    match words::line_status(i18n, status) {
        Some((class, icon, word)) => Content::Status(class, icon, word.to_owned()),
        None if status.as_str().is_empty() => Content::Absent,
        None => Content::Reason(status.as_str().to_owned()),
    }
}

fn cells(i18n: I18n, format: Format, place: Place, line: &LineItem) -> [Content; 11] {
    let is_child = place.child.is_some();
    let own = |content| if is_child { Content::Empty } else { content };
    let outcome = |(quantity, against): (i64, _)| {
        let against = if is_child { Against::Own } else { against };
        Content::Outcome(format.number(quantity), against)
    };
    let text = |text: Option<&str>| match text {
        Some(text) if !text.trim().is_empty() => Content::Dim(text.to_owned()),
        _ => Content::Empty,
    };
    [
        own(Content::Ordinal((place.line + 1).to_string())),
        own(Content::Symbol(words::row_state(i18n, RowState::InService))),
        line.product.code.clone().map_or(Content::Absent, Content::Code),
        line.product.name.clone().map_or(Content::Absent, Content::Name),
        own(quantity(format, line.quantity_requested)),
        to_ship(line).map_or(Content::Absent, outcome),
        status(i18n, &line.status),
        line.reason_code.clone().map_or(Content::Empty, Content::Reason),
        text(line.comments.as_deref()),
        quantity(format, line.quantity_available),
        text(line.recipient.as_ref().map(Person::shown)),
    ]
}

fn quantity(format: Format, quantity: Option<i64>) -> Content {
    quantity.map_or(Content::Absent, |quantity| Content::Number(format.number(quantity)))
}
