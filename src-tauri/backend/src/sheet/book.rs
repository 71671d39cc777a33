//! A workbook with one sheet. Texts are written as texts, in cells that are said to hold text: what looks
//! like a formula stays one even where somebody edits the cell, and a code keeps its zeros.

use std::fs::File;
use std::io;
use std::path::Path;

use chrono::{Datelike as _, NaiveDate, NaiveTime, Timelike as _};
use contract::SheetCell;
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, Worksheet, XlsxError};

/// The numbers of formats that every spreadsheet writes as its user is used to.
const DAY: u8 = 14;
const MOMENT: u8 = 22;
/// And of the one that says that a cell holds text.
const TEXT: u8 = 49;

/// A cell holds so many UTF-16 units at most; a longer text ends with an ellipsis.
const LONGEST: usize = 32_767;

/// A number beyond this is not the same as a floating-point number, which is what a cell holds.
const EXACT: u64 = 1 << 53;

/// Widths of columns, in characters, by what stands in them; and what its filter's arrow takes of a head.
const WIDTHS: std::ops::RangeInclusive<usize> = 6..=60;
const ARROW: usize = 3;

/// How hard a workbook is packed, as spreadsheets do it themselves: the library's own choice (6) takes a third
/// longer for a file that is a twentieth smaller.
const PACKED: u8 = 3;

/// A workbook being written.
pub(super) struct Book {
    book: Workbook,
    /// Rows so far, the head among them.
    rows: u32,
    widths: Vec<usize>,
    head: Format,
    text: Format,
    day: Format,
    moment: Format,
}

impl Book {
    /// Begins one whose rows lie in a folder until it is written.
    pub(super) fn begin(folder: &Path, name: &str, columns: &[String]) -> io::Result<Self> {
        let mut book = Workbook::new();
        book.set_tempdir(folder).map_err(trouble)?;
        book.set_zip_compression_level(PACKED);
        let sheet = book.add_worksheet_with_constant_memory().map_err(trouble)?;
        // A name that is none after all leaves the sheet its own.
        let _ = sheet.set_name(sheet_name(name));
        sheet.set_freeze_panes(1, 0).map_err(trouble)?;
        let text = Format::new().set_num_format_index(TEXT);
        let mut begun = Self {
            book,
            rows: 0,
            widths: vec![0; columns.len()],
            head: text.clone().set_bold(),
            text,
            day: Format::new().set_num_format_index(DAY),
            moment: Format::new().set_num_format_index(MOMENT),
        };
        let head = begun.head.clone();
        for (at, name) in (0..).zip(columns) {
            begun.put_text(at, name, &head)?;
        }
        for width in &mut begun.widths {
            *width += ARROW;
        }
        begun.rows = 1;
        Ok(begun)
    }

    /// Adds a row.
    pub(super) fn add<'a>(&mut self, cells: impl Iterator<Item = &'a SheetCell>) -> io::Result<()> {
        for (at, cell) in (0..).zip(cells) {
            self.put(at, cell)?;
        }
        self.rows += 1;
        Ok(())
    }

    /// Writes all of it.
    pub(super) fn write(mut self, file: &mut File) -> io::Result<()> {
        let (last_row, last) = (self.rows.saturating_sub(1), self.widths.len().saturating_sub(1));
        let sheet = sheet(&mut self.book)?;
        let last = u16::try_from(last).unwrap_or(u16::MAX);
        sheet.autofilter(0, 0, last_row, last).map_err(trouble)?;
        for (at, width) in (0..).zip(&self.widths) {
            let width = (*width).clamp(*WIDTHS.start(), *WIDTHS.end()) + 1;
            let width = u8::try_from(width).unwrap_or(u8::MAX);
            sheet.set_column_width(at, f64::from(width)).map_err(trouble)?;
        }
        self.book.save_to_writer(file).map_err(trouble)
    }

    fn put(&mut self, at: u16, cell: &SheetCell) -> io::Result<()> {
        match cell {
            SheetCell::Text(text) if text.is_empty() => Ok(()),
            SheetCell::Text(text) | SheetCell::Unsent(text) => {
                let format = self.text.clone();
                self.put_text(at, text, &format)
            }
            SheetCell::Whole(number) if number.unsigned_abs() <= EXACT => {
                self.widen(at, digits(*number));
                let row = self.rows;
                #[allow(clippy::cast_precision_loss, reason = "it is within what is exact")]
                let number = *number as f64;
                sheet(&mut self.book)?.write_number(row, at, number).map_err(trouble).map(drop)
            }
            SheetCell::Day(day) | SheetCell::Written(day, _) => self.put_day(at, cell, *day, None),
            SheetCell::Moment(moment) => self.put_day(at, cell, moment.date(), Some(moment.time())),
            SheetCell::Whole(_) | SheetCell::Placed(..) => {
                self.put(at, &SheetCell::Text(cell.plain()))
            }
        }
    }

    fn put_text(&mut self, at: u16, text: &str, format: &Format) -> io::Result<()> {
        let text = cut(text);
        let longest = text.lines().map(|line| line.chars().take(*WIDTHS.end()).count()).max();
        self.widen(at, longest.unwrap_or(0));
        let row = self.rows;
        let sheet = sheet(&mut self.book)?;
        sheet.write_string_with_format(row, at, text, format).map_err(trouble).map(drop)
    }

    /// A day, with a time of it; as text where spreadsheets count no days (before 1900).
    fn put_day(
        &mut self,
        at: u16,
        cell: &SheetCell,
        day: NaiveDate,
        time: Option<NaiveTime>,
    ) -> io::Result<()> {
        let Some(serial) = serial(day, time) else {
            return self.put(at, &SheetCell::Text(cell.plain()));
        };
        let (format, width) = match time {
            None => (&self.day, 10),
            Some(_) => (&self.moment, 16),
        };
        let row = self.rows;
        let sheet = sheet(&mut self.book)?;
        sheet.write_datetime_with_format(row, at, serial, format).map_err(trouble)?;
        self.widen(at, width);
        Ok(())
    }

    fn widen(&mut self, at: u16, width: usize) {
        if let Some(known) = self.widths.get_mut(usize::from(at)) {
            *known = width.max(*known);
        }
    }
}

fn sheet(book: &mut Workbook) -> io::Result<&mut Worksheet> {
    book.worksheet_from_index(0).map_err(trouble)
}

fn serial(day: NaiveDate, time: Option<NaiveTime>) -> Option<ExcelDateTime> {
    let part = |part: u32| u8::try_from(part).ok();
    let year = u16::try_from(day.year()).ok().filter(|year| *year >= 1900)?;
    let at = ExcelDateTime::from_ymd(year, part(day.month())?, part(day.day())?).ok()?;
    match time {
        None => Some(at),
        Some(time) => {
            let hour = u16::try_from(time.hour()).ok()?;
            at.and_hms(hour, part(time.minute())?, time.second()).ok()
        }
    }
}

/// A text that a cell has room for.
fn cut(text: &str) -> String {
    if text.len() <= LONGEST || text.encode_utf16().count() <= LONGEST {
        return text.to_owned();
    }
    let mut units = 0;
    let fits = |letter: &char| {
        units += letter.len_utf16();
        units < LONGEST
    };
    let mut kept: String = text.chars().take_while(fits).collect();
    kept.push('…');
    kept
}

/// A name that a sheet can have: at most 31 letters, and none that stands in references to cells.
fn sheet_name(name: &str) -> String {
    let is_of_a_reference =
        |letter: char| matches!(letter, '[' | ']' | ':' | '*' | '?' | '/' | '\\');
    let kept = name.chars().filter(|letter| !letter.is_control() && !is_of_a_reference(*letter));
    let mut units = 0;
    let short: String = kept
        .take_while(|letter| {
            units += letter.len_utf16();
            units <= 31
        })
        .collect();
    short.trim().trim_matches('\'').to_owned()
}

fn digits(number: i64) -> usize {
    number.to_string().len()
}

fn trouble(problem: XlsxError) -> io::Error {
    match problem {
        XlsxError::IoError(error) => error,
        XlsxError::TempFileError(_, error) => error,
        other => io::Error::other(other.to_string()),
    }
}
