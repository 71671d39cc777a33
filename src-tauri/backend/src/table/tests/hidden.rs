//! Rows and columns that are hidden are read, and said to be hidden.

use super::super::*;
use super::kinds::{open_document, sheet, workbook};
use super::made_tables;

/// The numbers of the hidden rows of each sheet, and how many of its columns are hidden.
fn hidden(file: &TableFile) -> Vec<(Vec<u32>, usize)> {
    let of = |sheet: &TableSheet| {
        let rows = sheet.rows.iter().filter(|row| row.is_hidden).map(|row| row.number);
        (rows.collect(), sheet.hidden_columns)
    };
    file.sheets.iter().map(of).collect()
}

fn read(bytes: Vec<u8>) -> Vec<(Vec<u32>, usize)> {
    hidden(&of_bytes("table", bytes).unwrap())
}

#[test]
fn what_other_programs_hide_is_known_as_hidden() {
    let filtered: Vec<u32> = (4..15).collect();
    for (name, rows, columns) in [
        ("opx_hidden.xlsx", vec![3], 1),
        ("lo_hidden.xlsx", vec![3], 1),
        ("lo_hidden.ods", vec![3], 1),
        ("opx_plain.xlsx", vec![], 0),
        ("lo_plain.ods", vec![], 0),
        ("xw_merged_filtered_hidden_rows.xlsx", filtered.clone(), 0),
        ("lo_merged_filtered_hidden_rows.xlsx", filtered.clone(), 0),
        ("lo_merged_filtered_hidden_rows.ods", filtered.clone(), 0),
    ] {
        let bytes = std::fs::read(made_tables().join(name)).unwrap();
        let told = read(bytes);
        assert_eq!(told[0], (rows, columns), "{name}");
        assert!(told[1..].iter().all(|it| *it == (vec![], 0)), "{name}: {told:?}");
    }
}

#[test]
fn hidden_rows_and_columns_of_a_workbook_take_no_place_where_nothing_stands() {
    let cell = |place: &str| format!(r#"<c r="{place}"><v>1</v></c>"#);
    let rows = [
        format!(r#"<row r="1">{}</row>"#, cell("A1")),
        format!(r#"<row r="2" hidden="1">{}</row>"#, cell("B2")),
        r#"<row r="3" hidden="true"/>"#.to_owned(),
        format!(r#"<row r="4" hidden="0">{}</row>"#, cell("A4")),
        r#"<row r="1048576" hidden="1"/>"#.to_owned(),
    ];
    let columns = r#"<cols><col min="1" max="1"/><col min="2" max="16384" hidden="1"/></cols>"#;
    let whole = sheet(&rows.concat()).replace("<sheetData>", &format!("{columns}<sheetData>"));
    let bytes = workbook(&whole, &[]);
    assert_eq!(read(bytes.clone()), [(vec![2], 1)]);
    assert_eq!(of_bytes("table", bytes).unwrap().sheets[0].rows.len(), 4);
}

#[test]
fn rows_of_a_hidden_group_and_rows_that_repeat_are_hidden() {
    let row = |said: &str| {
        let cell = "<table:table-cell><text:p>1</text:p></table:table-cell>";
        format!("<table:table-row{said}>{cell}</table:table-row>")
    };
    let rows = [
        r#"<table:table-column table:number-columns-repeated="2000000000"/>"#.to_owned(),
        row(""),
        row(r#" table:visibility="collapse" table:number-rows-repeated="2""#),
        r#"<table:table-row-group table:display="false">"#.to_owned(),
        "<table:table-row-group>".to_owned(),
        row(""),
        "</table:table-row-group></table:table-row-group>".to_owned(),
        row(r#" table:visibility="visible""#),
    ];
    assert_eq!(read(open_document(&rows.concat())), [(vec![2, 3, 4], 0)]);
}
