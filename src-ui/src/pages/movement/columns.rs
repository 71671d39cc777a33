//! The columns of a movement's lines. They are named as the contract names them.

use contract::EditorColumn;

use crate::components::grid::{Column, Editor};
use crate::i18n::{I18n, text};
use crate::json;

/// The columns, as declared. There is room for the numbers of thousands of lines.
pub fn columns(i18n: I18n) -> Vec<Column> {
    vec![
        Column::new("number", text!(i18n, movement.col_number), 2.5).number().signed("#"),
        Column::new("state", text!(i18n, movement.col_state), 1.5).symbol(),
        Column::new("code", text!(i18n, movement.col_code), 5.25).edited_by(Editor::Search),
        Column::new("product", text!(i18n, movement.col_product), 13.0).grows(),
        Column::new("category", text!(i18n, movement.category), 8.5).yields(1),
        Column::new("requested", text!(i18n, movement.col_requested), 5.125)
            .number()
            .edited_by(Editor::Number),
        Column::new("to_ship", text!(i18n, movement.col_ship), 5.125).number(),
        Column::new("status", text!(i18n, movement.col_status), 7.25),
        Column::new("reason", text!(i18n, movement.col_reason), 5.5),
        Column::new("available", text!(i18n, movement.col_available), 5.0).number(),
        Column::new("last_time", text!(i18n, movement.col_last_time), 4.75).number().yields(2),
        Column::new("comment", text!(i18n, movement.col_comment), 9.0).yields(3),
        Column::new("recipient", text!(i18n, movement.col_recipient), 6.0)
            .edited_by(Editor::Name)
            .yields(4),
    ]
}

/// Which cells of a line the preview shows.
pub const PREVIEWED: [usize; 4] = [0, 2, 3, 6];

/// The columns of the preview: what fits beside the list.
pub fn preview_columns(i18n: I18n) -> Vec<Column> {
    let all = columns(i18n);
    let shown = PREVIEWED.iter().filter_map(|column| all.get(*column));
    shown.map(|column| Column { editor: None, ..column.narrowed(7.0).unsorted() }).collect()
}

/// The column of this name.
pub fn column_of(id: &str) -> Option<EditorColumn> {
    json::named(id).ok()
}

/// The name of a column that can be typed in.
pub fn id_of(column: EditorColumn) -> Option<&'static str> {
    match column {
        EditorColumn::Code => Some("code"),
        EditorColumn::Requested => Some("requested"),
        EditorColumn::Recipient => Some("recipient"),
        _ => None,
    }
}

/// The columns in the order declared.
pub const IN_ORDER: [EditorColumn; 13] = [
    EditorColumn::Number,
    EditorColumn::State,
    EditorColumn::Code,
    EditorColumn::Product,
    EditorColumn::Category,
    EditorColumn::Requested,
    EditorColumn::ToShip,
    EditorColumn::Status,
    EditorColumn::Reason,
    EditorColumn::Available,
    EditorColumn::LastTime,
    EditorColumn::Comment,
    EditorColumn::Recipient,
];
