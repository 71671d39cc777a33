//! Writes and reads a long workbook and says how long that took: what `cargo xtask bench paper` measures.
//!
//! `long_table export ROWS FILE` writes one as the window exports it, `long_table bare ROWS FILE` with the
//! library alone, and `long_table import FILE` reads one as the window imports it. Each prints milliseconds.
#![allow(clippy::print_stdout, reason = "a command-line tool speaks here")]

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use backend::{SheetFile, TableFile};
use chrono::NaiveDate;
use contract::{SHEET_ROWS, SheetCell, SheetFormat};
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};

/// The heads of the columns.
const HEADS: [&str; 8] =
    ["Code", "Product", "Category", "Bin", "Requested", "To ship", "Expires", "Comment"];

/// A line, as the peers make it.
struct Line {
    code: String,
    product: String,
    bin: String,
    requested: u32,
    to_ship: u32,
}

fn line(at: u32) -> Line {
    Line {
        code: format!("GLV-{at:06}"),
        product: format!("Examination gloves, nitrile, powder free, size {}", at % 5),
        bin: format!("A-{:02}-{:02}", at % 25, at % 8),
        requested: at * 37 % 1_900,
        to_ship: at * 31 % 1_900,
    }
}

fn day() -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(2027, 3, 31)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let took = match arguments[..] {
        ["export", rows, file] => counted(rows).and_then(|rows| export(rows, Path::new(file))),
        ["bare", rows, file] => counted(rows).and_then(|rows| bare(rows, Path::new(file))),
        ["import", file] => import(Path::new(file)),
        _ => Err("long_table export|bare ROWS FILE, or import FILE".into()),
    };
    match took {
        Ok(took) => {
            println!("{took:.3}");
            ExitCode::SUCCESS
        }
        Err(told) => {
            println!("{told}");
            ExitCode::FAILURE
        }
    }
}

fn counted(rows: &str) -> Result<u32, Box<dyn Error>> {
    Ok(rows.parse()?)
}

fn took(begun: Instant) -> f64 {
    begun.elapsed().as_secs_f64() * 1000.0
}

fn export(rows: u32, file: &Path) -> Result<f64, Box<dyn Error>> {
    let heads = HEADS.map(str::to_owned);
    let day = day().ok_or("no such day")?;
    let begun = Instant::now();
    let mut sheet = SheetFile::begin(file, SheetFormat::Xlsx, "Lines", &heads)?;
    let text = |text: String| SheetCell::Text(text);
    let row = |at: u32| {
        let Line { code, product, bin, requested, to_ship } = line(at);
        vec![
            text(code),
            text(product),
            text("Gloves".to_owned()),
            text(bin),
            SheetCell::Whole(requested.into()),
            SheetCell::Whole(to_ship.into()),
            SheetCell::Day(day),
            SheetCell::empty(),
        ]
    };
    let all: Vec<u32> = (0..rows).collect();
    for portion in all.chunks(SHEET_ROWS) {
        sheet.add(&portion.iter().copied().map(row).collect::<Vec<_>>())?;
    }
    sheet.finish()?;
    Ok(took(begun))
}

fn bare(rows: u32, file: &Path) -> Result<f64, Box<dyn Error>> {
    let begun = Instant::now();
    let mut book = Workbook::new();
    // As hard as ours packs.
    book.set_zip_compression_level(3);
    let (text, day) =
        (Format::new().set_num_format_index(49), Format::new().set_num_format_index(14));
    let expires = ExcelDateTime::from_ymd(2027, 3, 31)?;
    let sheet = book.add_worksheet_with_constant_memory()?;
    for (at, head) in (0..).zip(HEADS) {
        sheet.write_string(0, at, head)?;
    }
    for at in 0..rows {
        let Line { code, product, bin, requested, to_ship } = line(at);
        let texts = [code, product, "Gloves".to_owned(), bin];
        for (column, value) in (0..).zip(texts) {
            sheet.write_string_with_format(at + 1, column, value, &text)?;
        }
        sheet.write_number(at + 1, 4, requested)?;
        sheet.write_number(at + 1, 5, to_ship)?;
        sheet.write_datetime_with_format(at + 1, 6, &expires, &day)?;
    }
    book.save(file)?;
    Ok(took(begun))
}

fn import(file: &Path) -> Result<f64, Box<dyn Error>> {
    let content = std::fs::read(file)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let begun = Instant::now();
    let table = TableFile::from_bytes(&name, content)?;
    let rows: usize = table.sheets.iter().map(|sheet| sheet.rows.len()).sum();
    let took = took(begun);
    if rows < 2 { Err("nothing was read".into()) } else { Ok(took) }
}
