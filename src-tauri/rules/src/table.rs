//! Tables from a file: comma separated values with a head, or semicolons or tabs between them. Each row that is
//! not used says why. Pure.

use chrono::NaiveDate;
use contract::{ImportFault, ImportProblem, ImportReport};

use crate::search::{count_of, text::fold};

/// So many problems are told of a table.
pub const PROBLEMS_TOLD: usize = 50;

/// How days are written: as files have them, and as the interface has them.
const DAYS: [&str; 2] = ["%Y-%m-%d", "%m/%d/%Y"];

/// A day, in one of the forms that files have.
pub fn day(text: &str) -> Option<NaiveDate> {
    DAYS.iter().find_map(|form| NaiveDate::parse_from_str(text, form).ok())
}

/// A cell of the row that is read, by its column.
pub type CellAt<'a> = dyn Fn(usize) -> String + 'a;

/// Reads the rows of a table whose first columns must be there.
pub fn read<T>(
    text: &str,
    columns: &[&'static str],
    needed: usize,
    mut row_of: impl FnMut(&CellAt<'_>) -> Result<T, (ImportFault, String)>,
) -> (ImportReport, Vec<T>) {
    let text = text.trim_start_matches('\u{feff}');
    let mut table = csv::ReaderBuilder::new()
        .delimiter(delimiter(text))
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let (mut report, mut rows) = (ImportReport::default(), Vec::new());
    let heads: Vec<String> =
        table.headers().map_or_else(|_| Vec::new(), |heads| heads.iter().map(head).collect());
    let places: Vec<Option<usize>> =
        columns.iter().map(|name| heads.iter().position(|it| *it == head(name))).collect();
    let missing = columns[..needed].iter().zip(&places).filter(|(_, place)| place.is_none());
    report.missing = missing.map(|(name, _)| (*name).to_owned()).collect();
    let is_whole = report.missing.is_empty();
    for (at, record) in table.records().enumerate() {
        report.rows += 1;
        let mut line = count_of(at).saturating_add(2);
        let read = match &record {
            Ok(record) if is_whole => {
                let told = record.position().and_then(|it| u32::try_from(it.line()).ok());
                line = told.unwrap_or(line);
                let cell = |column: usize| {
                    let place = places.get(column).copied().flatten();
                    place.and_then(|place| record.get(place)).map(plain).unwrap_or_default()
                };
                row_of(&cell)
            }
            Ok(_) => continue,
            Err(_) => Err((ImportFault::Unreadable, String::new())),
        };
        match read {
            Ok(row) => rows.push(row),
            Err((fault, text)) if report.problems.len() < PROBLEMS_TOLD => {
                report.problems.push(ImportProblem { line, fault, text });
            }
            Err(_) => {}
        }
    }
    report.used = count_of(rows.len());
    (report, rows)
}

/// What a head is called, however it is written: `Inventory item ID` is `inventoryItemId`.
fn head(name: &str) -> String {
    fold(name).chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// A cell without what spreadsheets write before text that looks like a formula.
fn plain(cell: &str) -> String {
    cell.strip_prefix('\'').unwrap_or(cell).trim().to_owned()
}

/// What stands between the cells of the first row.
fn delimiter(text: &str) -> u8 {
    let first = text.lines().next().unwrap_or_default();
    let count = |mark: char| first.matches(mark).count();
    [b',', b';', b'\t']
        .into_iter()
        .rev()
        .max_by_key(|mark| count(char::from(*mark)))
        .unwrap_or(b',')
}
