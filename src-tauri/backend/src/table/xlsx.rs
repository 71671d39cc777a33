//! A workbook in Office Open XML (XLSX, XLSM), transitional or strict. Its sheets are read cell by cell:
//! what a cell holds is its stored result, and what lies where is by the references, not by the extent
//! that the sheet claims. Pure.

mod book;
mod sheet;
mod styles;

use crate::table::limits::{SHEETS, Spent, TableFault};
use crate::table::package::Package;
use crate::table::rows::TableSheet;
use book::BookParts;
use styles::BookStyles;

/// The sheets of a workbook.
pub(super) fn sheets(mut package: Package<'_>) -> Result<Vec<TableSheet>, TableFault> {
    let book = BookParts::read(&mut package)?;
    if book.sheets.len() > SHEETS {
        return Err(TableFault::TooLarge);
    }
    let mut spent = Spent::default();
    let styles = BookStyles::read(&mut package, &book, &mut spent)?;
    let mut sheets = Vec::new();
    for listed in book.sheets {
        let rows = sheet::rows(package.xml(&listed.place)?, &styles, &mut spent)?;
        sheets.push(rows.finish(listed.name, listed.is_hidden));
    }
    Ok(sheets)
}
