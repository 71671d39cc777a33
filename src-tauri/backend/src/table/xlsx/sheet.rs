//! The cells of one sheet, one after the other. Pure.

use std::collections::HashMap;
use std::io::Read;
use std::ops::Range;

use quick_xml::events::{BytesStart, Event};

use crate::table::cell::TableCell;
use crate::table::limits::{Spent, TableFault};
use crate::table::number_format::NumberKind;
use crate::table::rows::RowsDraft;
use crate::table::xlsx::styles::{BookStyles, unescaped};
use crate::table::xml::{XmlPart, attribute, push_said};

/// The rows of a sheet.
pub(super) fn rows(
    mut part: XmlPart<'_, impl Read>,
    styles: &BookStyles,
    spent: &mut Spent,
) -> Result<RowsDraft, TableFault> {
    let mut draft = RowsDraft::default();
    let mut formulas = SharedFormulas::default();
    let (mut row, mut column) = (0, 0);
    let (mut is_sheet, mut is_inside, mut is_hidden) = (false, false, false);
    let mut stored = StoredCell::default();
    loop {
        match part.next()? {
            Event::Start(element) => match element.local_name().as_ref() {
                "worksheet" => is_sheet = true,
                "sheetData" => is_inside = true,
                "col" if !is_inside => draft.hide_columns(hidden_columns(&element)),
                _ if !is_inside => (),
                "row" => {
                    let number = attribute(&element, "r");
                    let number = number.and_then(|number| number.parse::<usize>().ok());
                    row = number.and_then(|number| number.checked_sub(1)).unwrap_or(row);
                    column = 0;
                    is_hidden = is_said_hidden(&element);
                }
                "c" => {
                    let place = attribute(&element, "r").and_then(|place| place_of(&place));
                    (row, column) = place.unwrap_or((row, column));
                    stored = StoredCell::of(&element);
                }
                "f" => {
                    stored.shared = attribute(&element, "si").map(|key| key.into_owned());
                    stored.said = Said::Formula;
                    stored.is_formula = true;
                }
                "v" => stored.said = Said::Value,
                "rPh" => stored.spoken += 1,
                "t" if stored.spoken == 0 => stored.said = Said::Text,
                _ => (),
            },
            Event::End(element) if is_inside => match element.local_name().as_ref() {
                "row" => {
                    if is_hidden {
                        draft.hide(row);
                    }
                    row += 1;
                }
                "c" => {
                    let stored = std::mem::take(&mut stored);
                    let cell = stored.cell(styles, &mut formulas, spent)?;
                    draft.put(spent, (row, column), cell)?;
                    column += 1;
                }
                "rPh" => stored.spoken = stored.spoken.saturating_sub(1),
                "f" | "v" | "t" => stored.said = Said::Nothing,
                // What follows is not needed.
                "sheetData" => return Ok(draft),
                _ => (),
            },
            // A sheet without any cells says so by an empty element; what is no sheet is broken.
            Event::Eof if is_sheet => return Ok(draft),
            Event::Eof => return Err(TableFault::NotRead),
            said => match stored.said {
                Said::Nothing => (),
                Said::Value | Said::Text => push_said(&said, &mut stored.value),
                Said::Formula => push_said(&said, &mut stored.formula),
            },
        }
    }
}

/// What the text is that is being read.
#[derive(Default)]
enum Said {
    #[default]
    Nothing,
    Value,
    Text,
    Formula,
}

/// A cell as it is stored.
#[derive(Default)]
struct StoredCell {
    kind: String,
    style: usize,
    value: String,
    is_formula: bool,
    formula: String,
    /// The key under which several cells share a formula.
    shared: Option<String>,
    said: Said,
    spoken: usize,
}

/// Formulas that several cells share, as they stand in the first of these.
#[derive(Default)]
struct SharedFormulas(HashMap<String, String>);

impl StoredCell {
    fn of(element: &BytesStart<'_>) -> Self {
        let style = attribute(element, "s").and_then(|style| style.parse().ok());
        let kind = attribute(element, "t").unwrap_or_default().into_owned();
        Self { kind, style: style.unwrap_or(0), ..Self::default() }
    }

    fn cell(
        self,
        styles: &BookStyles,
        formulas: &mut SharedFormulas,
        spent: &mut Spent,
    ) -> Result<TableCell, TableFault> {
        let formula = self.formula.as_str();
        if let Some(key) = self.shared.as_ref().filter(|_| !formula.is_empty()) {
            spent.add(0, 0, formula.len() + key.len())?;
            formulas.0.insert(key.clone(), formula.to_owned());
        }
        // A text that is empty is a result.
        let has_result = !self.value.is_empty() || self.kind == "str";
        if self.is_formula && !has_result {
            let shared = self.shared.as_ref().and_then(|key| formulas.0.get(key));
            return Ok(TableCell::of_formula(shared.map_or(formula, String::as_str)));
        }
        let value = self.value.as_str();
        Ok(match self.kind.as_str() {
            _ if value.is_empty() => TableCell::Empty,
            "s" => {
                let at = value.trim().parse::<usize>().ok();
                // A text that is not there is lost: the file is broken.
                at.and_then(|at| styles.texts.get(at)).ok_or(TableFault::NotRead)?.clone()
            }
            "inlineStr" | "str" => TableCell::of_text(&unescaped(value)),
            "b" => match value.trim() {
                "0" | "false" => TableCell::Flag(false),
                "1" | "true" => TableCell::Flag(true),
                other => TableCell::of_text(other),
            },
            "e" => TableCell::of_fault(value),
            "d" => TableCell::of_iso(value),
            _ => match value.trim().parse::<f64>() {
                Ok(number) if number.is_finite() => {
                    let kind = styles.kinds.get(self.style);
                    let kind = kind.copied().unwrap_or(NumberKind::Plain);
                    TableCell::of_formatted(number, kind, styles.is_1904)
                }
                _ => TableCell::of_text(value),
            },
        })
    }
}

/// Whether a row or columns are said to be hidden.
fn is_said_hidden(element: &BytesStart<'_>) -> bool {
    matches!(attribute(element, "hidden").as_deref(), Some("1" | "true"))
}

/// The columns of an element, from 0, if it hides them.
fn hidden_columns(element: &BytesStart<'_>) -> Range<usize> {
    let number = |name: &str| attribute(element, name)?.trim().parse::<usize>().ok();
    let columns = || Some(number("min")?.checked_sub(1)?..number("max")?);
    if is_said_hidden(element) { columns().unwrap_or_default() } else { 0..0 }
}

/// Row and column of a reference as `B7`, both from 0.
fn place_of(reference: &str) -> Option<(usize, usize)> {
    let digits = reference.find(|letter: char| letter.is_ascii_digit())?;
    let (letters, number) = reference.split_at(digits);
    let mut column = 0_usize;
    for letter in letters.bytes() {
        let at = letter.to_ascii_uppercase().checked_sub(b'A').filter(|at| *at < 26)?;
        column = column.checked_mul(26)?.checked_add(usize::from(at) + 1)?;
    }
    Some((number.parse::<usize>().ok()?.checked_sub(1)?, column.checked_sub(1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_rows_and_columns() {
        for (reference, place) in [
            ("A1", Some((0, 0))),
            ("z10", Some((9, 25))),
            ("AA2", Some((1, 26))),
            ("XFD1048576", Some((1_048_575, 16_383))),
            ("A0", None),
            ("7", None),
            ("A", None),
            ("$A$1", None),
            ("ZZZZZZZZZZZZZZZZZZZZ1", None),
            ("A99999999999999999999", None),
        ] {
            assert_eq!(place_of(reference), place, "{reference}");
        }
    }
}
