//! A table as it is exported: what its cells are, not how they look. Whoever writes it decides how a
//! spreadsheet is told so.

use chrono::{NaiveDate, NaiveDateTime};
use serde::{Deserialize, Serialize};

use crate::PlaceRef;

/// The most cells of a row.
pub const SHEET_COLUMNS: usize = 200;

/// The most rows that are handed over at once.
pub const SHEET_ROWS: usize = 1_000;

/// The form of an exported table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SheetFormat {
    /// A workbook of Excel 2007 and later, with one sheet.
    Xlsx,
    /// Comma separated values.
    Csv,
}

impl SheetFormat {
    /// How a file of it ends, without the point.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Self::Xlsx => "xlsx",
            Self::Csv => "csv",
        }
    }
}

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SheetCell {
    /// A text, whatever it looks like: never a formula, and no number. Empty where there is nothing.
    Text(String),
    /// A text of something that is kept here and not in the service yet: paper marks it.
    Unsent(String),
    /// A whole number, of pieces or lines.
    Whole(i64),
    /// A day.
    Day(NaiveDate),
    /// A day as paper writes it, in the language of its words.
    Written(NaiveDate, String),
    /// A moment, by the clock of this computer.
    Moment(NaiveDateTime),
    /// A bin by its name, and the depot it lies in: codes are of the bin alone.
    Placed(String, PlaceRef),
}

impl SheetCell {
    /// Nothing.
    #[must_use]
    pub fn empty() -> Self {
        Self::Text(String::new())
    }

    /// The cell as text, the same in every language: plain digits, ISO days. What looks like a formula
    /// looks so still.
    #[must_use]
    pub fn plain(&self) -> String {
        match self {
            Self::Text(text) | Self::Unsent(text) | Self::Written(_, text) => text.clone(),
            Self::Whole(number) => number.to_string(),
            Self::Day(day) => day.format("%Y-%m-%d").to_string(),
            Self::Moment(moment) => moment.format("%Y-%m-%d %H:%M:%S").to_string(),
            Self::Placed(bin, depot) => [bin.as_str(), depot.name.as_str()].join(" · "),
        }
    }
}

/// Which of the tables being exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SheetKey(pub u32);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_the_same_text_in_every_language() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 20).unwrap();
        let north = PlaceRef { id: "n".into(), name: "North".into(), type_code: None };
        let cells = [
            SheetCell::empty(),
            SheetCell::Text("00012".into()),
            SheetCell::Whole(-12_000),
            SheetCell::Day(day),
            SheetCell::Moment(day.and_hms_opt(9, 5, 7).unwrap()),
            SheetCell::Placed("A-01".into(), north),
        ];
        let plain = cells.each_ref().map(SheetCell::plain);
        let expected = ["", "00012", "-12000", "2026-11-20", "2026-11-20 09:05:07", "A-01 · North"];
        assert_eq!(plain, expected);
        let crossed = serde_json::to_string(&cells).unwrap();
        assert_eq!(serde_json::from_str::<[SheetCell; 6]>(&crossed).unwrap(), cells);
    }
}
