//! A table that is exported: rows come in portions and go to the disk as they come, so that a long table
//! takes no more memory than a short one. Until it is finished they lie in a file without a name in the folder
//! of the one that is to be, which ends with the program; then that one is written whole, or not at all. Nothing in it is a formula. Deliberately absent: where the rows come from, and words.

mod book;

use std::fs::File;
use std::io::{self, BufWriter, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use contract::{SHEET_COLUMNS, SheetCell, SheetFormat, without_formulas};

use crate::private;
use book::Book;

/// A table on its way into a file. Dropped before it is finished, nothing is left of it.
pub struct SheetFile {
    path: PathBuf,
    columns: usize,
    form: Form,
}

enum Form {
    Xlsx(Box<Book>),
    Csv(Box<csv::Writer<BufWriter<File>>>),
}

impl SheetFile {
    /// Begins a table for this file, with the heads of its columns. `name` is what its sheet is called.
    ///
    /// # Errors
    /// Nothing can be written into the folder, or there are no columns, or more than
    /// [`SHEET_COLUMNS`].
    pub fn begin(
        path: &Path,
        format: SheetFormat,
        name: &str,
        columns: &[String],
    ) -> io::Result<Self> {
        if columns.is_empty() || columns.len() > SHEET_COLUMNS {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "columns"));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let form = match format {
            SheetFormat::Xlsx => Form::Xlsx(Box::new(Book::begin(folder, name, columns)?)),
            SheetFormat::Csv => Form::Csv(Box::new(begin_csv(folder, columns)?)),
        };
        Ok(Self { path: path.to_owned(), columns: columns.len(), form })
    }

    /// The name of its file, without the folder.
    #[must_use]
    pub fn file_name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Adds rows. One with fewer cells ends empty, one with more ends where the columns end.
    ///
    /// # Errors
    /// What stood in the way; the table can then only be dropped. A workbook has no room for more than
    /// 1,048,575 rows.
    pub fn add(&mut self, rows: &[Vec<SheetCell>]) -> io::Result<()> {
        let empty = SheetCell::empty();
        for row in rows {
            let cells = row.iter().chain(std::iter::repeat(&empty)).take(self.columns);
            match &mut self.form {
                Form::Xlsx(book) => book.add(cells)?,
                Form::Csv(table) => table.write_record(cells.map(inert))?,
            }
        }
        Ok(())
    }

    /// Writes the file.
    ///
    /// # Errors
    /// What stood in the way; a file that stood there before is as it was.
    pub fn finish(self) -> io::Result<()> {
        let Self { path, form, .. } = self;
        match form {
            Form::Xlsx(book) => private::replace_with(&path, |file| book.write(file)),
            Form::Csv(table) => {
                let rows = table.into_inner().map_err(|error| error.into_error())?;
                let mut rows = rows.into_inner().map_err(|error| error.into_error())?;
                rows.seek(SeekFrom::Start(0))?;
                private::replace_with(&path, |file| io::copy(&mut rows, file).map(drop))
            }
        }
    }
}

/// In RFC 4180's form, with a byte order mark: without one, spreadsheets read accents as something else.
fn begin_csv(folder: &Path, columns: &[String]) -> io::Result<csv::Writer<BufWriter<File>>> {
    let mut file = BufWriter::new(tempfile::tempfile_in(folder)?);
    file.write_all("\u{feff}".as_bytes())?;
    let mut table = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .quote_style(csv::QuoteStyle::Always)
        .flexible(true)
        .from_writer(file);
    table.write_record(columns.iter().map(|name| without_formulas(name).into_owned()))?;
    Ok(table)
}

/// A cell as it stands in a text that a spreadsheet reads. A number below zero is one, and no formula.
fn inert(cell: &SheetCell) -> String {
    match cell {
        SheetCell::Text(text) | SheetCell::Unsent(text) | SheetCell::Written(_, text) => {
            without_formulas(text).into_owned()
        }
        SheetCell::Placed(..) => without_formulas(&cell.plain()).into_owned(),
        other => other.plain(),
    }
}

#[cfg(test)]
mod tests;
