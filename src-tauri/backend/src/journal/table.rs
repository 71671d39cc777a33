//! The journal as text: a table for spreadsheets, or JSON. Pure. What users and the service wrote is
//! data in both, never a formula.

use chrono::SecondsFormat;
use contract::{JournalRow, without_formulas};

use crate::error::StoreFault;

/// Takes one entry after the other.
pub(crate) type Take<'a> = dyn FnMut(JournalRow) -> Result<(), StoreFault> + 'a;

const HEAD: [&str; 15] = [
    "entry",
    "time",
    "who",
    "person",
    "movement",
    "title",
    "code",
    "product",
    "event",
    "asked",
    "before",
    "after",
    "failure",
    "service_text",
    "milliseconds",
];

/// Comma separated values with a head, in RFC 4180's form; times in UTC. It begins with a byte order
/// mark: without one, spreadsheets read accents as something else.
pub(crate) fn csv(
    each: impl FnOnce(&mut Take<'_>) -> Result<(), StoreFault>,
) -> Result<String, StoreFault> {
    let mut table = begun(&HEAD)?;
    each(&mut |row| write_row(&mut table, &cells(row)?))?;
    finished(table)
}

/// The cells of a row.
pub(crate) type TableText = Vec<String>;

/// Rows below a head as comma separated values, in the form of [`csv`].
pub(crate) fn write_table(
    head: &[&str],
    rows: impl Iterator<Item = TableText>,
) -> Result<String, StoreFault> {
    let mut table = begun(head)?;
    for cells in rows {
        write_row(&mut table, &cells)?;
    }
    finished(table)
}

fn begun(head: &[&str]) -> Result<csv::Writer<Vec<u8>>, StoreFault> {
    let mut table = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .quote_style(csv::QuoteStyle::Always)
        .from_writer(Vec::from("\u{feff}"));
    table.write_record(head).map_err(broken)?;
    Ok(table)
}

fn write_row(table: &mut csv::Writer<Vec<u8>>, cells: &[String]) -> Result<(), StoreFault> {
    let plain = cells.iter().map(|cell| without_formulas(cell).into_owned());
    table.write_record(plain).map_err(broken)
}

fn finished(table: csv::Writer<Vec<u8>>) -> Result<String, StoreFault> {
    String::from_utf8(table.into_inner().map_err(broken)?).map_err(broken)
}

/// An array of [`JournalRow`], one on each line.
pub(crate) fn json(
    each: impl FnOnce(&mut Take<'_>) -> Result<(), StoreFault>,
) -> Result<String, StoreFault> {
    let (mut text, mut between) = (String::from("["), "\n");
    each(&mut |row| {
        text.push_str(between);
        text.push_str(&serde_json::to_string(&row)?);
        between = ",\n";
        Ok(())
    })?;
    text.push_str("\n]\n");
    Ok(text)
}

fn cells(row: JournalRow) -> Result<[String; HEAD.len()], StoreFault> {
    let failure = row.failure.as_ref().map(ToString::to_string);
    let event: String = serde_json::from_value(serde_json::to_value(row.event)?)?;
    Ok([
        row.entry.to_string(),
        row.at.to_rfc3339_opts(SecondsFormat::Millis, true),
        row.who,
        row.person.unwrap_or_default(),
        row.movement.map(|key| key.to_string()).unwrap_or_default(),
        row.title,
        row.code.unwrap_or_default(),
        row.product.unwrap_or_default(),
        event,
        row.operation.as_ref().map(serde_json::to_string).transpose()?.unwrap_or_default(),
        row.before.unwrap_or_default(),
        row.after.unwrap_or_default(),
        failure.unwrap_or_default(),
        row.failure.and_then(|failure| failure.service_text).unwrap_or_default(),
        row.milliseconds.map(|taken| taken.to_string()).unwrap_or_default(),
    ])
}

fn broken(problem: impl std::fmt::Display) -> StoreFault {
    StoreFault::Broken(problem.to_string())
}

#[cfg(test)]
mod tests;
