//! A table that is exported, read back cell by cell by programs of others.

use std::process::Command;

use calamine::Ods;

use serde_json::{Value, json};

use super::*;

/// Reads the first sheet of a workbook: of each cell what it is and what stands in it.
const READ: &str = r#"
import datetime, json, sys
import openpyxl

sheet = openpyxl.load_workbook(sys.argv[1]).worksheets[0]

def told(cell):
    value = cell.value
    if isinstance(value, datetime.datetime):
        value = value.isoformat()
    return [cell.data_type, value]

json.dump({
    "name": sheet.title,
    "frozen": sheet.freeze_panes,
    "filter": sheet.auto_filter.ref,
    "rows": [[told(cell) for cell in row] for row in sheet.iter_rows()],
}, sys.stdout)
"#;

fn read_by_openpyxl(path: &Path) -> Value {
    // The system's own: where the package puts the library.
    let read = Command::new("/usr/bin/python3").args(["-c", READ]).arg(path).output().unwrap();
    let said = String::from_utf8_lossy(&read.stderr);
    assert!(
        read.status.success(),
        "openpyxl did not read it (`cargo xtask setup` installs python3-openpyxl): {said}"
    );
    serde_json::from_slice(&read.stdout).unwrap()
}

/// Workbooks cannot hold some control characters, and name them.
fn as_kept(text: &str) -> String {
    text.replace('\0', "_x0000_")
}

/// Names that look like formulas, and names in other scripts and with other signs.
fn cases() -> Vec<&'static str> {
    let names =
        ["قفازات", "ถุงมือ", "手套", "Перчатки", "a\nb", " spaces ", "<b>&amp;</b>", "\u{202e}x"];
    FORMULAS.into_iter().chain(names).collect()
}

fn code(number: i64) -> String {
    format!("{number:05}")
}

/// Writes a row for each name, of every kind of cell.
fn exported(path: &Path, format: SheetFormat) -> Vec<String> {
    let columns = heads(&["Code", "Name", "Lines", "Requested", "Looked at"]);
    let mut sheet = SheetFile::begin(path, format, "Lines", &columns).unwrap();
    let row = |(number, name): (i64, &str)| {
        let pieces = SheetCell::Whole(number * 1_000_003);
        let (day, moment) = (SheetCell::Day(day()), SheetCell::Moment(moment()));
        vec![text(&code(number)), text(name), pieces, day, moment]
    };
    sheet.add(&(1..).zip(cases()).map(row).collect::<Vec<_>>()).unwrap();
    sheet.finish().unwrap();
    columns
}

#[test]
fn r_w7_another_library_reads_each_cell_as_what_it_is_and_finds_no_formula() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lines.xlsx");
    let columns = exported(&path, SheetFormat::Xlsx);
    let read = read_by_openpyxl(&path);
    let last = cases().len() + 1;
    let facts = (&read["name"], &read["frozen"], &read["filter"]);
    assert_eq!(facts, (&json!("Lines"), &json!("A2"), &json!(format!("A1:E{last}"))));
    let all = read["rows"].as_array().unwrap();
    assert_eq!(all.len(), last);
    let head: Vec<_> = columns.iter().map(|name| json!(["s", name])).collect();
    assert_eq!(all[0], json!(head));
    for ((number, name), row) in (1_i64..).zip(cases()).zip(&all[1..]) {
        let expected = json!([
            ["s", code(number)],
            ["s", as_kept(name)],
            ["n", number * 1_000_003],
            ["d", "2026-11-20T00:00:00"],
            ["d", "2026-11-20T14:03:09"],
        ]);
        assert_eq!(*row, expected, "{name:?}");
    }
}

/// Reads a file of separated values, each cell as a text.
const READ_CSV: &str = r#"
import csv, json, sys

with open(sys.argv[1], encoding="utf-8-sig", newline="") as file:
    json.dump(list(csv.reader(file, strict=True)), sys.stdout)
"#;

fn read_by_python(path: &Path) -> Vec<Vec<String>> {
    let read = Command::new("/usr/bin/python3").args(["-c", READ_CSV]).arg(path).output().unwrap();
    let said = String::from_utf8_lossy(&read.stderr);
    assert!(read.status.success(), "Python did not read it: {said}");
    serde_json::from_slice(&read.stdout).unwrap()
}

#[test]
fn r_w7_another_library_reads_each_cell_of_separated_values_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lines.csv");
    let columns = exported(&path, SheetFormat::Csv);
    let rows = read_by_python(&path);
    assert_eq!(rows.len(), cases().len() + 1);
    assert_eq!(rows[0], columns);
    for ((number, name), row) in (1_i64..).zip(cases()).zip(&rows[1..]) {
        let expected = [
            code(number),
            contract::without_formulas(name).into_owned(),
            (number * 1_000_003).to_string(),
            SheetCell::Day(day()).plain(),
            SheetCell::Moment(moment()).plain(),
        ];
        assert_eq!(*row, expected, "{name:?}");
    }
}

/// What LibreOffice takes a file for, as it writes it into a document of its own: its cells, and its formulas.
fn read_by_libreoffice(path: &Path, filter: &[&str]) -> (Vec<Vec<Data>>, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let (home, out) = (folder.path().join("home"), folder.path().join("out"));
    let mut command = Command::new("soffice");
    command.arg(format!("-env:UserInstallation=file://{}", home.display()));
    command.args(["--headless", "--norestore"]).args(filter);
    command.args(["--convert-to", "ods", "--outdir"]).arg(&out).arg(path);
    let read = command.output().unwrap_or_else(|error| {
        panic!("LibreOffice did not start (`cargo xtask setup` installs it): {error}")
    });
    let said = String::from_utf8_lossy(&read.stderr);
    assert!(read.status.success(), "{said}");
    let document = out.join(path.with_extension("ods").file_name().unwrap());
    let mut book: Ods<_> =
        open_workbook(&document).unwrap_or_else(|error| panic!("{error}: {said}"));
    let (name, cells) = book.worksheets().remove(0);
    let formulas = book.worksheet_formula(&name).unwrap();
    let formulas = formulas.used_cells().map(|(.., formula)| formula.clone()).collect();
    (cells.rows().map(<[Data]>::to_vec).collect(), formulas)
}

#[test]
fn r_w7_another_program_opens_each_cell_as_what_it_is_and_runs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lines.xlsx");
    let columns = exported(&path, SheetFormat::Xlsx);
    let (rows, formulas) = read_by_libreoffice(&path, &[]);
    assert_eq!(formulas, [""; 0]);
    assert_eq!(rows.len(), cases().len() + 1);
    let texts = |row: &[Data]| row.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(texts(&rows[0]), columns);
    for ((number, name), row) in (1_i64..).zip(cases()).zip(&rows[1..]) {
        let [code_cell, name_cell, pieces, day_cell, moment_cell] = &row[..] else {
            panic!("{name:?}: {row:?}")
        };
        assert_eq!(*code_cell, Data::String(code(number)), "{name:?}");
        assert!(matches!(name_cell, Data::String(read) if is_same(read, name)), "{name_cell:?}");
        assert_eq!(pieces.as_i64(), Some(number * 1_000_003), "{name:?}: {pieces:?}");
        assert_eq!(*day_cell, Data::DateTimeIso("2026-11-20".into()), "{name:?}");
        assert_eq!(*moment_cell, Data::DateTimeIso("2026-11-20T14:03:09".into()), "{name:?}");
    }
    // Comma separated, in UTF-8: what would run as a formula begins with a sign that stops it.
    let path = folder.path().join("lines.csv");
    exported(&path, SheetFormat::Csv);
    let (rows, formulas) = read_by_libreoffice(&path, &["--infilter=CSV:44,34,76,1"]);
    assert_eq!(formulas, [""; 0]);
    assert_eq!(rows.len(), cases().len() + 1);
}

/// Whether a text is the one that was written: what no document can hold is written by its name, and a
/// program may leave it out.
fn is_same(read: &str, written: &str) -> bool {
    read == written || read == as_kept(written) || read == written.replace('\0', "")
}
