//! Pages with tables, whatever the file is called.

use serde_json::{Value, json};

use super::super::*;
use super::cells as cells_of;

/// A sheet by its name and its cells.
type Cells = (String, Vec<Vec<Value>>);

/// The sheets, with their cells as texts.
fn read(bytes: &[u8]) -> Result<Vec<Cells>, TableFault> {
    let file = TableFile::from_bytes("export.xls", bytes.to_vec())?;
    Ok(file.sheets.iter().map(|sheet| (sheet.name.clone(), cells_of(sheet))).collect())
}

const PAGE: &str = "<html><head><meta charset=utf-8><style>td { color: red }</style></head><body>\
    <table border=1><tr><th>Code</th><th colspan=2>Quantité</th></tr>\
    <tr><td>A&amp;1</td><td>1,5</td><td></td></tr><tr></tr>\
    <tr><td>00123<td>20</table></body></html>";

fn expected() -> Vec<Vec<Value>> {
    vec![
        vec![json!("Code"), json!("Quantité")],
        vec![json!("A&1"), json!("1,5")],
        vec![],
        vec![json!("00123"), json!("20")],
    ]
}

#[test]
fn a_page_under_a_workbooks_name_is_read_in_any_encoding() {
    let wide =
        format!("\u{feff}{PAGE}").encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let western = encoding_rs::WINDOWS_1252.encode(PAGE).0.into_owned();
    let declared = format!("<?xml version=\"1.0\"?>\r\n<!DOCTYPE html>{PAGE}");
    let styled = format!("<style>td {{}}</style>{PAGE}");
    for bytes in [PAGE.as_bytes(), &wide, &western, declared.as_bytes(), styled.as_bytes()] {
        assert_eq!(read(bytes), Ok(vec![(String::new(), expected())]));
    }
    let pasted = TableFile::from_text("", PAGE).unwrap();
    assert_eq!(cells_of(&pasted.sheets[0]), expected());
}

#[test]
fn each_table_of_a_page_is_a_sheet_and_none_is_lost() {
    let page = "<table><tr><td>Report</table><table></table>text<table><tr><td>a<td>1</table>";
    let sheets = read(page.as_bytes()).unwrap();
    let expected = [
        ("1".to_owned(), vec![vec![json!("Report")]]),
        ("2".to_owned(), vec![vec![json!("a"), json!("1")]]),
    ];
    assert_eq!(sheets, expected);
}

#[test]
fn a_table_in_a_cell_of_another_is_not_read_as_one_text() {
    let page = "<table><tr><td><table><tr><td>a<td>1</table></table>";
    assert_eq!(read(page.as_bytes()), Err(TableFault::NotRead));
    assert!(read(b"<a>;5\n<tablet>;6").is_ok(), "it is no page");
}

#[test]
fn r_w6_a_page_of_too_many_rows_columns_or_tables_is_refused() {
    let one = "<table><tr><td>a</table>";
    for page in [
        format!("<table>{}", "<tr>".repeat(2_000_001)),
        format!("<table><tr>{}", "<td>a".repeat(201)),
        "<table><tr><td colspan=4000000000>a".to_owned(),
        format!("<table><tr><td colspan=200 rowspan=4000000000>a{}", "<tr>".repeat(10_001)),
        format!("<table>{}", "<tr><td>a".repeat(200_001)),
        one.repeat(1_001),
    ] {
        assert_eq!(
            read(page.as_bytes()),
            Err(TableFault::TooLarge),
            "{}",
            &page[..40.min(page.len())]
        );
    }
    // Neither of these takes long.
    let references = format!("<table><tr><td>{}</table>", "&".repeat(4_000_000));
    assert!(read(references.as_bytes()).is_ok());
    let open = format!("<table><tr><td>a{}", "<b \"".repeat(1_000_000));
    assert!(read(open.as_bytes()).is_ok());
}
