//! Worksheets, rows of heads and columns of a table, as they are chosen in fields.

use contract::{ImportColumn, ImportSheet, ImportSource};
use leptos::prelude::*;

use crate::components::Choice;
use crate::i18n::{I18n, say};

/// The id of "no row", and of "no column".
pub const NO_ROW: &str = "none";

/// The place of a row or a column, as it is chosen in a field.
pub type Chosen = RwSignal<Option<String>>;

/// The place that is chosen; `None` for no row and no column.
pub fn place(field: Chosen) -> Option<u32> {
    field.get().and_then(|at| at.parse().ok())
}

/// Shows a place in its field: no effect of a field that says so already runs.
pub fn show_place(field: Chosen, value: Option<String>) {
    if field.with_untracked(|shown| *shown != value) {
        field.set(value);
    }
}

/// The id of a place, or of none.
pub fn place_or_none(at: Option<u32>) -> Option<String> {
    Some(at.map_or_else(|| NO_ROW.to_owned(), |at| at.to_string()))
}

/// So many letters of what stands in a row or column are shown.
const SHOWN: usize = 60;

/// The worksheets of a file.
pub fn sheet_choices(i18n: I18n, source: &ImportSource) -> Vec<Choice> {
    let choice = |(at, sheet): (usize, &ImportSheet)| {
        let rows = say!(i18n, import.rows, count = sheet.rows, number = sheet.rows);
        let hidden = sheet.is_hidden.then(|| say!(i18n, import.hidden).to_owned());
        let detail = [Some(rows), hidden].into_iter().flatten().collect::<Vec<_>>().join(", ");
        Choice { id: at.to_string(), label: sheet.name.clone(), detail, ..Choice::default() }
    };
    source.sheets.iter().enumerate().map(choice).collect()
}

/// The rows that may hold heads, or none.
pub fn head_choices(i18n: I18n, first_rows: &[(u32, String)]) -> Vec<Choice> {
    let none = Choice {
        id: NO_ROW.to_owned(),
        label: say!(i18n, import.no_heads).to_owned(),
        ..Choice::default()
    };
    let row = |(at, texts): &(u32, String)| Choice {
        id: at.to_string(),
        label: say!(i18n, import.row, number = at + 1),
        detail: texts.chars().take(SHOWN).collect(),
        ..Choice::default()
    };
    std::iter::once(none).chain(first_rows.iter().map(row)).collect()
}

/// The columns, by their letters and heads.
pub fn column_choices(columns: &[ImportColumn]) -> Vec<Choice> {
    let column = |column: &ImportColumn| {
        let letters = letters_of(column.at);
        let label = match column.head.as_str() {
            "" => letters,
            head => format!("{letters} · {head}"),
        };
        let detail = column.samples.join(", ").chars().take(SHOWN).collect();
        Choice { id: column.at.to_string(), label, detail, ..Choice::default() }
    };
    columns.iter().map(column).collect()
}

/// What a column is called in spreadsheets: A to Z, then AA.
fn letters_of(at: u32) -> String {
    let letter = |at: u32| char::from_u32(u32::from('A') + at % 26).unwrap_or('?');
    match at / 26 {
        0 => letter(at).to_string(),
        before => format!("{}{}", letter(before - 1), letter(at)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_called_as_in_spreadsheets() {
        for (at, letters) in [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (199, "GR")]
        {
            assert_eq!(letters_of(at), letters);
        }
    }
}
