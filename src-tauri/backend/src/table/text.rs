//! A text: values between separators, or lines that people wrote. Every line that holds anything is in a
//! row; what looks like quotation marks and is none stays as it is. Pure.

mod decode;
mod records;
mod separator;

use crate::table::cell::TableCell;
use crate::table::html;
use crate::table::limits::{Spent, TableFault};
use crate::table::rows::{RowsDraft, TableSheet};
use records::Records;

/// The sheets of a text in whatever encoding.
pub(super) fn sheets_of_bytes(bytes: Vec<u8>) -> Result<Vec<TableSheet>, TableFault> {
    sheets(&decode::text(bytes)?)
}

/// The sheets of a text: one, or the tables of a page.
pub(super) fn sheets(text: &str) -> Result<Vec<TableSheet>, TableFault> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match is_of_another_kind(text) {
        _ if is_page(text) => html::sheets(text),
        true => Err(TableFault::NotRead),
        false => sheet(text).map(|sheet| vec![sheet]),
    }
}

/// The one sheet of a text of rows.
fn sheet(text: &str) -> Result<TableSheet, TableFault> {
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

/// Whether a text is a page with a table: some begin with that alone, or with their style.
fn is_page(text: &str) -> bool {
    let is_table = |(at, _): (usize, &str)| {
        text.get(at + 1..at + 6).is_some_and(|name| name.eq_ignore_ascii_case("table"))
            && !text[at + 6..].starts_with(char::is_alphanumeric)
    };
    text.trim_start().starts_with('<') && text.match_indices('<').any(is_table)
}

/// Whether a text is what programs read: its lines are no rows.
fn is_of_another_kind(text: &str) -> bool {
    let begins = text.trim_start().get(..5).unwrap_or_default().to_lowercase();
    ["<?xml", "<!doc", "<html", "<tabl", "{\\rtf", "%pdf-"].contains(&begins.as_str())
        || begins.starts_with("<!--")
}

#[cfg(test)]
mod tests;
