//! Tables that other programs made, each row of them; faults; and files that mean harm.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use chrono::NaiveDate;
use serde_json::{Value, json};

use super::*;

mod hidden;
mod hostile;
mod html;
mod kinds;

fn made_tables() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/tables")
}

/// A cell as `tests/tables/make.py` writes it.
fn shown(cell: &TableCell) -> Value {
    match cell {
        TableCell::Empty => Value::Null,
        TableCell::Text(text) => json!(text),
        TableCell::Whole(number) => json!(number),
        TableCell::Decimal(number) => json!({ "decimal": number }),
        TableCell::Day(day) => json!({ "day": day.to_string() }),
        TableCell::Formula(formula) => json!({ "formula": formula }),
        TableCell::Flag(flag) => json!(flag),
        TableCell::Fault(name) => json!({ "fault": name }),
    }
}

/// The cells of a sheet, whose rows are numbered without a gap.
fn cells(sheet: &TableSheet) -> Vec<Vec<Value>> {
    for (number, row) in (1..).zip(&sheet.rows) {
        assert_eq!(row.number, number);
    }
    sheet.rows.iter().map(|row| row.cells.iter().map(shown).collect()).collect()
}

#[derive(serde::Deserialize, Debug, PartialEq)]
struct ExpectedSheet {
    name: String,
    hidden: bool,
    rows: Vec<Vec<Value>>,
}

#[test]
fn every_row_of_tables_that_other_programs_made_is_read() {
    let folder = made_tables();
    let expected = std::fs::read_to_string(folder.join("expected.json")).unwrap();
    let expected: BTreeMap<String, Vec<ExpectedSheet>> = serde_json::from_str(&expected).unwrap();
    assert!(expected.len() >= 60, "{}", expected.len());
    let mut wrong = Vec::new();
    for (name, sheets) in expected {
        let read = match TableFile::from_bytes(&name, std::fs::read(folder.join(&name)).unwrap()) {
            Ok(read) => read,
            Err(fault) => {
                wrong.push(format!("{name}: {fault}"));
                continue;
            }
        };
        assert_eq!(read.name, name);
        let read: Vec<_> = read
            .sheets
            .iter()
            .map(|sheet| ExpectedSheet {
                name: sheet.name.clone(),
                hidden: sheet.is_hidden,
                rows: cells(sheet),
            })
            .collect();
        let heads = |sheets: &[ExpectedSheet]| -> Vec<_> {
            let heads = sheets.iter().map(|it| (it.name.clone(), it.hidden, it.rows.len()));
            heads.collect()
        };
        if heads(&read) != heads(&sheets) {
            wrong.push(format!("{name}: {:?} and not {:?}", heads(&read), heads(&sheets)));
        }
        for (read, sheet) in read.iter().zip(&sheets) {
            let rows = read.rows.iter().zip(&sheet.rows).enumerate();
            if let Some((at, (read, row))) = rows.into_iter().find(|(_, (read, row))| read != row) {
                wrong.push(format!("{name}, row {}: {read:?} and not {row:?}", at + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_table_beside_them_is_expected() {
    let expected = std::fs::read_to_string(made_tables().join("expected.json")).unwrap();
    let expected: BTreeMap<String, Value> = serde_json::from_str(&expected).unwrap();
    for entry in std::fs::read_dir(made_tables()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_table = !["make.py", "README.md", "expected.json"].contains(&name.as_str());
        assert_eq!(is_table, expected.contains_key(&name), "{name}");
    }
}

#[test]
fn a_cell_is_pasted_as_people_write_it() {
    let day = NaiveDate::from_ymd_opt(2026, 3, 9).unwrap();
    for (cell, point, comma) in [
        (TableCell::Empty, "", ""),
        (TableCell::Text("0012".to_owned()), "0012", "0012"),
        (TableCell::Whole(1_234_567), "1234567", "1234567"),
        (TableCell::Whole(-3), "-3", "-3"),
        (TableCell::Decimal(1234.5), "1234.5", "1234,5"),
        (TableCell::Day(day), "2026-03-09", "2026-03-09"),
        (TableCell::Formula("=A1*1.5".to_owned()), "=A1*1.5", "=A1*1.5"),
        (TableCell::Flag(true), "TRUE", "TRUE"),
        (TableCell::Fault("#N/A".to_owned()), "#N/A", "#N/A"),
    ] {
        assert_eq!(cell.text(contract::DecimalMark::Point), point);
        assert_eq!(cell.text(contract::DecimalMark::Comma), comma);
    }
}
