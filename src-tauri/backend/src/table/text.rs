//! A text: values between separators, or lines that people wrote. Every line that holds anything is in a
//! row; what looks like quotation marks and is none stays as it is. Pure.

mod decode;
mod records;
mod separator;

use crate::table::cell::TableCell;
use crate::table::limits::{Spent, TableFault};
use crate::table::rows::{RowsDraft, TableSheet};
use records::Records;

/// The one sheet of a text in whatever encoding.
pub(super) fn sheet_of_bytes(bytes: Vec<u8>) -> Result<TableSheet, TableFault> {
    sheet(&decode::text(bytes)?)
}

/// The one sheet of a text.
pub(super) fn sheet(text: &str) -> Result<TableSheet, TableFault> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if is_of_another_kind(text) {
        return Err(TableFault::NotRead);
    }
    let (separator, text) = match separator::said(text) {
        Some((separator, rest)) => (Some(separator), rest),
        None => (separator::found(text), text),
    };
    let (mut draft, mut spent) = (RowsDraft::default(), Spent::default());
    let mut row = 0;
    let mut records = Records::of(text, separator);
    while records
        .next(|column, field| draft.put(&mut spent, (row, column), TableCell::of_text(field)))?
    {
        row += 1;
    }
    Ok(draft.finish(String::new(), false))
}

/// Whether a text is what programs read, and its lines are no rows.
fn is_of_another_kind(text: &str) -> bool {
    let begins = text.trim_start().get(..5).unwrap_or_default().to_lowercase();
    ["<?xml", "<!doc", "<html", "<tabl", "{\\rtf", "%pdf-"].contains(&begins.as_str())
        || begins.starts_with("<!--")
}

#[cfg(test)]
mod tests;
