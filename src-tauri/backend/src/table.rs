//! A table that people import: a workbook (XLSX, XLSM, XLS, ODS), a page with tables (HTML) or text
//! (separated values, an e-mail), read so that every row of the source is there, in its order and with its
//! number. What a file is, its content tells, whatever its name ends with. It is read once into memory and
//! measured before anything of it is unpacked (`limits`), as it may come from anybody. Pure.
//! Deliberately absent: what the rows mean.

mod cell;
mod html;
mod limits;
mod number_format;
mod ods;
mod package;
mod rows;
mod text;
mod xls;
mod xlsx;
mod xml;

use std::panic::{AssertUnwindSafe, catch_unwind};

pub use cell::TableCell;
pub use limits::TableFault;
pub use rows::{TableRow, TableSheet};

use limits::FILE_BYTES;
use package::Package;

/// What a zip archive, and an OLE compound file, begin with.
const ZIP: &[u8] = b"PK\x03\x04";
const COMPOUND: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

/// A file of rows that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct TableFile {
    /// The name of the file, without its folder.
    pub name: String,
    /// Its sheets in their order, those without rows among them. A text has one.
    pub sheets: Vec<TableSheet>,
}

impl TableFile {
    /// Reads what is in a file.
    ///
    /// # Errors
    /// Why it gives no rows.
    pub fn from_bytes(name: &str, content: Vec<u8>) -> Result<Self, TableFault> {
        if content.len() > FILE_BYTES {
            return Err(TableFault::TooLarge);
        }
        of_bytes(name, content)
    }

    /// Reads a text, as it is pasted or dropped.
    ///
    /// # Errors
    /// Why it gives no rows.
    pub fn from_text(name: &str, text: &str) -> Result<Self, TableFault> {
        if text.len() > FILE_BYTES {
            return Err(TableFault::TooLarge);
        }
        guarded(|| text::sheets(text)).and_then(|sheets| whole(name, sheets))
    }
}

/// The table in these bytes.
fn of_bytes(name: &str, bytes: Vec<u8>) -> Result<TableFile, TableFault> {
    let sheets = guarded(|| {
        if bytes.starts_with(ZIP) {
            packed_sheets(&bytes)
        } else if bytes.starts_with(COMPOUND) {
            xls::sheets(bytes)
        } else {
            text::sheets_of_bytes(bytes)
        }
    })?;
    whole(name, sheets)
}

/// The sheets of a workbook that is packed.
fn packed_sheets(bytes: &[u8]) -> Result<Vec<TableSheet>, TableFault> {
    let package = Package::open(bytes)?;
    if package.holds("[Content_Types].xml") {
        xlsx::sheets(package)
    } else if package.holds("content.xml") {
        ods::sheets(package)
    } else {
        Err(TableFault::NotRead)
    }
}

/// A library that panics over a file has not read it.
fn guarded(
    read: impl FnOnce() -> Result<Vec<TableSheet>, TableFault>,
) -> Result<Vec<TableSheet>, TableFault> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or(Err(TableFault::NotRead))
}

fn whole(name: &str, sheets: Vec<TableSheet>) -> Result<TableFile, TableFault> {
    if sheets.iter().all(|sheet| sheet.rows.is_empty()) {
        return Err(TableFault::NoRows);
    }
    Ok(TableFile { name: name.to_owned(), sheets })
}

#[cfg(test)]
mod tests;
