//! The tables that are open: each is read once, looked at as often as somebody says otherwise what its columns
//! are, and gone once it is used, it is given up, or the profile is closed.

use std::{collections::BTreeMap, sync::Arc};

use contract::{
    DecimalMark, FileFault, IMPORTED_ROWS, IMPORTED_TEXT, ImportKey, ImportSheet, ImportSource,
    Reason,
};
use parking_lot::Mutex;
use rules::search::count_of;

use super::cells::ImportCells;
use crate::{
    background::blocking,
    error::Error,
    table::{TableFault, TableFile, TableSheet},
};

/// So many are open at once: more than somebody looks at. The one opened first goes for the next.
const OPEN: usize = 16;

/// The tables that are open.
#[derive(Default)]
pub(crate) struct ImportTables {
    open: Mutex<OpenTables>,
}

#[derive(Default)]
struct OpenTables {
    last: u32,
    tables: BTreeMap<u32, Arc<TableFile>>,
}

impl ImportTables {
    /// Reads a file.
    pub(crate) async fn open_file(
        &self,
        name: String,
        content: Vec<u8>,
    ) -> Result<ImportSource, Error> {
        let read = blocking(move || TableFile::from_bytes(&name, content)).await?;
        self.put(read.map_err(not_imported)?)
    }

    /// Reads a text: in columns where it has some, else as people write.
    pub(crate) async fn open_text(&self, text: String) -> Result<ImportSource, Error> {
        if text.chars().nth(IMPORTED_TEXT).is_some() {
            return Err(not_allowed(FileFault::TextTooLong));
        }
        let read = blocking(move || TableFile::from_text("", &text)).await?;
        self.put(read.map_err(not_imported)?)
    }

    fn put(&self, table: TableFile) -> Result<ImportSource, Error> {
        let sheet = |sheet: &TableSheet| ImportSheet {
            name: sheet.name.clone(),
            rows: count_of(sheet.rows.len()),
            is_hidden: sheet.is_hidden,
            hidden_rows: count_of(sheet.rows.iter().filter(|row| row.is_hidden).count()),
            hidden_columns: count_of(sheet.hidden_columns),
        };
        let sheets = table.sheets.iter().map(sheet).collect();
        let mut open = self.open.lock();
        if open.tables.len() >= OPEN {
            open.tables.pop_first();
        }
        open.last = open.last.wrapping_add(1);
        let key = ImportKey(open.last);
        let file_name = table.name.clone();
        open.tables.insert(key.0, Arc::new(table));
        Ok(ImportSource { key, file_name, sheets })
    }

    /// Gives a table up, if it is open.
    pub(crate) fn close(&self, key: ImportKey) {
        self.open.lock().tables.remove(&key.0);
    }

    /// What reads the cells of a worksheet, without what stands in hidden rows if somebody wants that: that takes a
    /// while.
    pub(crate) fn cells(
        &self,
        key: ImportKey,
        sheet: u32,
        without_hidden: bool,
        mark: DecimalMark,
    ) -> Result<impl FnOnce() -> Result<ImportCells, Error> + Send + use<>, Error> {
        let table = self.open.lock().tables.get(&key.0).cloned().ok_or(Error::Unknown)?;
        let at = usize::try_from(sheet).unwrap_or(usize::MAX);
        if at >= table.sheets.len() {
            return Err(Error::Invalid { field: "sheet", problem: "there is no such one" });
        }
        Ok(move || {
            let cells =
                table.sheets.get(at).map(|sheet| ImportCells::of(sheet, without_hidden, mark));
            let cells = cells.unwrap_or_default();
            match cells.rows.len() > IMPORTED_ROWS {
                true => Err(not_allowed(FileFault::TooLarge)),
                false => Ok(cells),
            }
        })
    }
}

fn not_imported(fault: TableFault) -> Error {
    let fault = match fault {
        TableFault::NotRead => FileFault::NoTable,
        TableFault::Encrypted => FileFault::Encrypted,
        TableFault::TooLarge => FileFault::TooLarge,
        TableFault::NoRows => FileFault::Empty,
    };
    not_allowed(fault)
}

fn not_allowed(why: FileFault) -> Error {
    Error::NotAllowed(Reason::NotImported { why })
}
