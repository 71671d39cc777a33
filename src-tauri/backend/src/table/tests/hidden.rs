//! Rows and columns that are hidden are read, and said to be hidden.

use super::super::*;
use super::kinds::{binary, number, open_document, sheet, workbook};
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
        ("lo_hidden.xls", vec![3], 1),
        ("xlwt_merged_hidden.xls", vec![4], 0),
        ("xlwt_plain.xls", vec![], 0),
        ("opx_plain.xlsx", vec![], 0),
        ("lo_plain.ods", vec![], 0),
        ("xw_merged_filtered_hidden_rows.xlsx", filtered.clone(), 0),
        ("lo_merged_filtered_hidden_rows.xlsx", filtered.clone(), 0),
        ("lo_merged_filtered_hidden_rows.ods", filtered.clone(), 0),
        ("lo_merged_filtered_hidden_rows.xls", filtered.clone(), 0),
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
fn hidden_places_of_a_binary_workbook_are_those_in_which_something_stands() {
    let fields = |fields: &[u16]| -> Vec<u8> {
        fields.iter().flat_map(|field| field.to_le_bytes()).collect()
    };
    let row = |row: u16, marks: u16| (0x0208_u16, fields(&[row, 0, 3, 255, 0, 0, marks, 15]));
    let columns = |first: u16, last: u16, marks: u16| {
        (0x007D_u16, fields(&[first, last, 2_304, 15, marks, 0]))
    };
    let begin = || (0x0809_u16, [&[0, 6, 0x20, 0][..], &[0; 12]].concat());
    let cells = [
        columns(0, 0, 0x1000),
        columns(1, u16::MAX, 1),
        columns(300, u16::MAX, 1),
        columns(5, 2, 1),
        // Cut short, they say nothing.
        (0x0208, vec![0; 12]),
        (0x007D, vec![0, 0, 0, 0]),
        row(0, 0x0140),
        row(1, 0x0160),
        row(2, 0x0160),
        row(u16::MAX, 0x0160),
        number(0, 0, 1.0),
        number(1, 1, 2.0),
        number(3, 0, 3.0),
        // A chart in the sheet has columns of its own.
        begin(),
        row(0, 0x0160),
        (0x000A, Vec::new()),
    ];
    assert_eq!(read(binary(&[], &cells)), [(vec![2], 1)]);
    let many: Vec<_> = (0..200_000).map(|_| columns(0, u16::MAX, 1)).collect();
    let many = [&many[..], &[number(0, 0, 1.0)]].concat();
    assert_eq!(read(binary(&[], &many)), [(vec![], 1)], "told again and again");
}

#[test]
fn rows_of_a_page_that_their_style_hides_are_hidden() {
    let page = "<table><tr><th>Code<th>Qty</tr>\
        <tr height=20 style='mso-height-source:userset; DISPLAY : none;'><td>a<td>1</tr>\
        <tr title=\"a style='display:none'\" style=height:15pt><td>b<td>2</tr>\
        <tr style=\"display:none;display:table-row\"><td>c<td>3</tr>\
        <tr / STYLE = display:none!important><td>d<td>4\
        <tr><td>e<td style='display:none'>5</tr>\
        <tr style='display:none'></tr></table>";
    assert_eq!(read(page.as_bytes().to_vec()), [(vec![2, 5], 0)]);
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
