//! Tab-separated text, as spreadsheets put it on the clipboard: a cell that holds a tab, a line end
//! or a quotation mark at its beginning stands in quotation marks, doubled inside. An apostrophe
//! before what a spreadsheet would take for a formula says that it is a text, and is none of it.

use contract::begins_formula;

use super::cells::{TooLarge, room};

/// The cells of a text. The line end after the last row is none of its own.
pub fn read(text: &str) -> Result<Vec<Vec<String>>, TooLarge> {
    let mut room = room();
    let mut rows = Vec::new();
    let mut row = Vec::new();
    let mut rest = Some(text).filter(|text| !text.is_empty());
    while let Some(begins) = rest {
        let (cell, after) = quoted(begins).unwrap_or_else(|| plain(begins));
        row.push(unmarked(&cell).to_owned());
        room.take(1, row.len())?;
        rest = after.strip_prefix('\t');
        if rest.is_none() {
            rows.push(std::mem::take(&mut row));
            let next = after.strip_prefix("\r\n").or(after.strip_prefix(['\n', '\r']));
            rest = next.filter(|next| !next.is_empty());
        }
    }
    Ok(rows)
}

/// The text of cells.
pub fn write(cells: &[Vec<String>]) -> String {
    let rows: Vec<String> = cells
        .iter()
        .map(|row| row.iter().map(|cell| escaped(cell)).collect::<Vec<_>>().join("\t"))
        .collect();
    rows.join("\n")
}

fn plain(text: &str) -> (String, &str) {
    let end = text.find(['\t', '\n', '\r']).unwrap_or(text.len());
    (text[..end].trim().to_owned(), &text[end..])
}

/// A cell in quotation marks and what follows it; `None` where the mark is a part of the text: no
/// other ends it, or something other than the cell's end follows.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut rest = text.strip_prefix('"')?;
    let mut cell = String::new();
    loop {
        let end = rest.find('"')?;
        cell.push_str(&rest[..end]);
        rest = &rest[end + 1..];
        match rest.strip_prefix('"') {
            Some(after) => {
                cell.push('"');
                rest = after;
            }
            None => break,
        }
    }
    let ends = rest.is_empty() || rest.starts_with(['\t', '\n', '\r']);
    ends.then(|| (cell.replace("\r\n", "\n").trim().to_owned(), rest))
}

/// The text of a cell that may be marked as one.
fn unmarked(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|text| needs_mark(text)).unwrap_or(cell)
}

/// Whether a text is marked as one; what looks like a marked one is, so that each is read as it was.
fn needs_mark(text: &str) -> bool {
    begins_formula(text.trim_start_matches('\''))
}

fn escaped(cell: &str) -> String {
    let marked = if needs_mark(cell) { format!("'{cell}") } else { cell.to_owned() };
    quoted_as_needed(&marked)
}

fn quoted_as_needed(cell: &str) -> String {
    if cell.starts_with('"') || cell.contains(['\t', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
