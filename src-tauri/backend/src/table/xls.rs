//! A workbook in the binary format of before 2007 (XLS). Its stream of records is taken out of the file,
//! measured and made harmless (`records`), looked through for what is hidden (`hidden`), and then read by the
//! library that knows the format: by itself that makes as much room as any record asks for. Pure.

mod hidden;
mod records;
mod stream;
mod strings;

use std::collections::HashSet;
use std::io::{Cursor, Read as _, Write as _};

use calamine::{Data, DataType as _, Range, Reader as _, SheetType, SheetVisible, Xls};
use cfb::{CompoundFile, Version};

use crate::table::cell::TableCell;
use crate::table::limits::{FILE_BYTES, SHEETS, Spent, TableFault};
use crate::table::number_format::NumberKind;
use crate::table::rows::{RowsDraft, TableSheet};
use crate::table::xls::records::Looked;

/// Where a workbook lies; in those of 1995 it is called otherwise.
const BOOKS: [&str; 2] = ["/Workbook", "/Book"];

/// Where newer workbooks lie that need a password.
const PACKED: &str = "/EncryptedPackage";

/// The sheets of a workbook.
pub(super) fn sheets(bytes: Vec<u8>) -> Result<Vec<TableSheet>, TableFault> {
    let mut stream = stream(bytes)?;
    let Looked { are_results_stored, hidden } = records::harmless(&mut stream)?;
    let mut book = Xls::new(Cursor::new(wrapped(&stream)?)).map_err(|_| TableFault::NotRead)?;
    drop(stream);
    let listed = book.sheets_metadata().to_vec();
    let names: HashSet<_> = listed.iter().map(|sheet| &sheet.name).collect();
    // It keeps sheets by their names: of two with one name it would read one twice.
    if names.len() < listed.len() || hidden.len() != listed.len() {
        return Err(TableFault::NotRead);
    }
    if listed.len() > SHEETS {
        return Err(TableFault::TooLarge);
    }
    let is_1904 = book.has_1904_epoch();
    let mut spent = Spent::default();
    let mut sheets = Vec::new();
    let listed = listed.into_iter().zip(hidden);
    for (sheet, hidden) in listed.filter(|(sheet, _)| sheet.typ == SheetType::WorkSheet) {
        let cells = book.worksheet_range(&sheet.name).map_err(|_| TableFault::NotRead)?;
        let formulas = match are_results_stored {
            true => Range::empty(),
            false => book.worksheet_formula(&sheet.name).map_err(|_| TableFault::NotRead)?,
        };
        let mut rows = rows(&cells, &formulas, is_1904, &mut spent)?;
        hidden.hide_in(&mut rows);
        let is_hidden = sheet.visible != SheetVisible::Visible;
        sheets.push(rows.finish(sheet.name, is_hidden));
    }
    Ok(sheets)
}

/// The records of the workbook in a compound file.
fn stream(bytes: Vec<u8>) -> Result<Vec<u8>, TableFault> {
    let mut file = CompoundFile::open(Cursor::new(bytes)).map_err(|_| TableFault::NotRead)?;
    if file.exists(PACKED) {
        return Err(TableFault::Encrypted);
    }
    let place = BOOKS.into_iter().find(|place| file.is_stream(place)).ok_or(TableFault::NotRead)?;
    let mut book = file.open_stream(place).map_err(|_| TableFault::NotRead)?;
    let mut stream = Vec::new();
    let limit = FILE_BYTES as u64;
    // Its length is one more number that a file may lie about.
    let read = std::io::Read::by_ref(&mut book).take(limit).read_to_end(&mut stream);
    read.map_err(|_| TableFault::NotRead)?;
    Ok(stream)
}

/// A compound file with nothing else in it, of the version that all such workbooks are.
fn wrapped(stream: &[u8]) -> Result<Vec<u8>, TableFault> {
    let wrap = || {
        let mut file = CompoundFile::create_with_version(Version::V3, Cursor::new(Vec::new()))?;
        let mut book = file.create_stream("/Workbook")?;
        book.write_all(stream)?;
        book.flush()?;
        drop(book);
        file.flush()?;
        std::io::Result::Ok(file.into_inner().into_inner())
    };
    wrap().map_err(|_| TableFault::NotRead)
}

fn rows(
    cells: &Range<Data>,
    formulas: &Range<String>,
    is_1904: bool,
    spent: &mut Spent,
) -> Result<RowsDraft, TableFault> {
    let mut draft = RowsDraft::default();
    let (first_row, first_column) = cells.start().unwrap_or_default();
    for (row, column, data) in cells.used_cells() {
        let place = (first_row as usize + row, first_column as usize + column);
        draft.put(spent, place, cell(data, is_1904))?;
    }
    let (first_row, first_column) = formulas.start().unwrap_or_default();
    for (row, column, formula) in formulas.used_cells() {
        let place = (first_row as usize + row, first_column as usize + column);
        draft.put(spent, place, TableCell::of_formula(formula))?;
    }
    Ok(draft)
}

fn cell(data: &Data, is_1904: bool) -> TableCell {
    match data {
        Data::Empty => TableCell::Empty,
        Data::String(text) => TableCell::of_text(text),
        Data::Bool(flag) => TableCell::Flag(*flag),
        Data::Error(error) => TableCell::of_fault(&error.to_string()),
        Data::DateTimeIso(text) => TableCell::of_iso(text),
        Data::DurationIso(text) => TableCell::of_iso_span(text),
        Data::DateTime(moment) => {
            let is_span = moment.is_duration();
            let kind = if is_span { NumberKind::Span } else { NumberKind::Moment };
            TableCell::of_formatted(moment.as_f64(), kind, is_1904)
        }
        Data::Int(_) | Data::Float(_) => TableCell::of_number(data.as_f64().unwrap_or_default()),
    }
}
