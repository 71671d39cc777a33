//! A workbook that is exported, read back cell by cell by a library of others, in another language.

use std::process::Command;

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

#[test]
fn r_w7_another_library_reads_each_cell_as_what_it_is_and_finds_no_formula() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lines.xlsx");
    let columns = heads(&["Code", "Name", "Lines", "Requested", "Looked at"]);
    let mut sheet = SheetFile::begin(&path, SheetFormat::Xlsx, "Lines", &columns).unwrap();
    let names =
        ["قفازات", "ถุงมือ", "手套", "Перчатки", "a\nb", " spaces ", "<b>&amp;</b>", "\u{202e}x"];
    let texts: Vec<_> = FORMULAS.iter().chain(&names).collect();
    let rows: Vec<_> = (1_i64..)
        .zip(&texts)
        .map(|(number, name)| {
            let code = format!("{:05}", number);
            let number = SheetCell::Whole(number * 1_000_003);
            vec![
                text(&code),
                text(name),
                number,
                SheetCell::Day(day()),
                SheetCell::Moment(moment()),
            ]
        })
        .collect();
    sheet.add(&rows).unwrap();
    sheet.finish().unwrap();
    let read = read_by_openpyxl(&path);
    let last = texts.len() + 1;
    let facts = (&read["name"], &read["frozen"], &read["filter"]);
    assert_eq!(facts, (&json!("Lines"), &json!("A2"), &json!(format!("A1:E{last}"))));
    let all = read["rows"].as_array().unwrap();
    assert_eq!(all.len(), last);
    let head: Vec<_> = columns.iter().map(|name| json!(["s", name])).collect();
    assert_eq!(all[0], json!(head));
    for ((number, name), row) in (1_i64..).zip(&texts).zip(&all[1..]) {
        let expected = json!([
            ["s", format!("{number:05}")],
            ["s", as_kept(name)],
            ["n", number * 1_000_003],
            ["d", "2026-11-20T00:00:00"],
            ["d", "2026-11-20T14:03:09"],
        ]);
        assert_eq!(*row, expected, "{name:?}");
    }
}
