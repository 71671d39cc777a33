//! What a file is, and why one gives no rows.

use std::io::{Cursor, Write as _};

use super::super::*;
use super::cells as cells_of;

fn read(bytes: &[u8]) -> Result<TableFile, TableFault> {
    of_bytes("table", bytes.to_vec())
}

/// A zip archive of texts.
pub(super) fn packed(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for (name, text) in parts {
        archive.start_file(*name, options).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// A workbook whose one sheet is this XML; `others` are parts beside it or instead.
pub(super) fn workbook(sheet: &str, others: &[(&str, &str)]) -> Vec<u8> {
    let rels = |kinds: &[(&str, &str)]| {
        let links = kinds.iter().enumerate().map(|(at, (kind, target))| {
            format!(r#"<Relationship Id="r{at}" Type="x/{kind}" Target="{target}"/>"#)
        });
        format!("<Relationships>{}</Relationships>", links.collect::<String>())
    };
    let parts = [
        ("[Content_Types].xml", "<Types/>".to_owned()),
        ("_rels/.rels", rels(&[("officeDocument", "xl/workbook.xml")])),
        ("xl/_rels/workbook.xml.rels", {
            let styles = [("sharedStrings", "texts.xml"), ("styles", "styles.xml")];
            rels(&[&[("worksheet", "sheet.xml")][..], &styles].concat())
        }),
        (
            "xl/workbook.xml",
            r#"<workbook><sheets><sheet name="S" r:id="r0"/></sheets></workbook>"#.to_owned(),
        ),
        ("xl/sheet.xml", sheet.to_owned()),
    ];
    let is_other = |name: &str| others.iter().any(|(other, _)| *other == name);
    let own = parts.iter().filter(|(name, _)| !is_other(name));
    let own: Vec<_> = own.map(|(name, text)| (*name, text.as_str())).collect();
    packed(&[&own[..], others].concat())
}

/// The sheet with these rows.
pub(super) fn sheet(rows: &str) -> String {
    format!("<worksheet><sheetData>{rows}</sheetData></worksheet>")
}

/// An ODS file with this inside its only table.
pub(super) fn open_document(rows: &str) -> Vec<u8> {
    let content = format!(
        "<office:document-content><office:body><office:spreadsheet><table:table table:name=\"S\">\
         {rows}</table:table></office:spreadsheet></office:body></office:document-content>"
    );
    packed(&[("mimetype", "application/x"), ("content.xml", &content)])
}

/// A compound file with these streams.
pub(super) fn compound(streams: &[(&str, &[u8])]) -> Vec<u8> {
    let mut file = cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    for (name, bytes) in streams {
        file.create_stream(name).unwrap().write_all(bytes).unwrap();
    }
    file.flush().unwrap();
    file.into_inner().into_inner()
}

/// Records of a binary workbook: numbers with their data.
pub(super) fn records(records: &[(u16, Vec<u8>)]) -> Vec<u8> {
    let mut stream = Vec::new();
    for (kind, data) in records {
        stream.extend(kind.to_le_bytes());
        stream.extend(u16::try_from(data.len()).unwrap().to_le_bytes());
        stream.extend(data);
    }
    stream
}

/// A binary workbook of one sheet, with records for the whole before it.
pub(super) fn binary(globals: &[(u16, Vec<u8>)], cells: &[(u16, Vec<u8>)]) -> Vec<u8> {
    let begin = || (0x0809, [&[0, 6, 5, 0][..], &[0; 12]].concat());
    let listed = |place: u32| (0x0085, [&place.to_le_bytes()[..], &[0, 0, 1, 0, b'S']].concat());
    let whole = |place| {
        let parts = [&[begin()][..], globals, &[listed(place), (0x000A, Vec::new())]];
        records(&parts.concat())
    };
    let place = u32::try_from(whole(0).len()).unwrap();
    let sheet = records(&[&[begin()][..], cells, &[(0x000A, Vec::new())]].concat());
    compound(&[("/Workbook", &[whole(place), sheet].concat())])
}

/// A record of a number in a cell.
pub(super) fn number(row: u16, column: u16, value: f64) -> (u16, Vec<u8>) {
    let mut data = Vec::new();
    data.extend(row.to_le_bytes());
    data.extend(column.to_le_bytes());
    data.extend([0, 0]);
    data.extend(value.to_le_bytes());
    (0x0203, data)
}

#[test]
fn what_is_nothing_that_is_known_is_not_read() {
    for bytes in [
        &b"%PDF-1.7 and so on"[..],
        b"{\\rtf1 text}",
        b"<html><p>No table</p></html>",
        b"<!doctype html><table><tr><td> </td></tr></table>",
        b"<?xml version=\"1.0\"?><Workbook><Table><Row><Cell>1</Cell></Row></Table></Workbook>",
        b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR",
        b"\x01\x02\x03\x04\x05\x06\x07 some text",
        b"PK\x03\x04",
        b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1",
    ] {
        assert_eq!(read(bytes), Err(TableFault::NotRead), "{bytes:?}");
    }
    assert_eq!(read(&packed(&[("word/document.xml", "<w/>")])), Err(TableFault::NotRead));
    assert_eq!(read(&compound(&[("/WordDocument", b"x")])), Err(TableFault::NotRead));
}

#[test]
fn what_needs_a_password_says_so() {
    let newer = compound(&[("/EncryptionInfo", b"x"), ("/EncryptedPackage", b"x")]);
    assert_eq!(read(&newer), Err(TableFault::Encrypted));
    let older = binary(&[(0x002F, vec![0, 0, 1, 2])], &[number(0, 0, 1.0)]);
    assert_eq!(read(&older), Err(TableFault::Encrypted));
    let list = "<manifest:manifest><manifest:file-entry><manifest:encryption-data/>\
                </manifest:file-entry></manifest:manifest>";
    let open = packed(&[("META-INF/manifest.xml", list), ("content.xml", "no XML at all")]);
    assert_eq!(read(&open), Err(TableFault::Encrypted));
}

#[test]
fn a_table_without_anything_has_no_rows() {
    assert_eq!(read(b""), Err(TableFault::NoRows));
    assert_eq!(read(b"\xEF\xBB\xBF\r\n  \r\n\t\r\n"), Err(TableFault::NoRows));
    assert_eq!(read(&workbook("<worksheet/>", &[])), Err(TableFault::NoRows));
    let blank = sheet(r#"<row r="1"><c r="XFD1" s="1"/><c t="str"><v>  </v></c></row>"#);
    assert_eq!(read(&workbook(&blank, &[])), Err(TableFault::NoRows));
    assert_eq!(read(&open_document("")), Err(TableFault::NoRows));
    assert_eq!(read(&binary(&[], &[])), Err(TableFault::NoRows));
    assert_eq!(TableFile::from_text("mail", " \n"), Err(TableFault::NoRows));
}

#[test]
fn a_pasted_text_is_read_as_a_file_is() {
    let read = TableFile::from_text("clipboard", "Code\tQty\nBK71\t20\n").unwrap();
    assert_eq!(read.name, "clipboard");
    assert_eq!(cells_of(&read.sheets[0]), [["Code", "Qty"], ["BK71", "20"]]);
}

#[test]
fn cells_without_references_and_rows_in_any_order_stand_where_they_belong() {
    let rows = r#"<row r="3"><c><v>1</v></c><c><v>2.5</v></c></row>
        <row><c t="inlineStr"><is><r><t>a </t></r><r><t>&amp; b</t></r><rPh><t>no</t></rPh></is></c></row>
        <row r="1"><c r="B1" t="d"><v>2026-03-09T00:00:00</v></c><c r="D1" t="b"><v>1</v></c></row>"#;
    let read = read(&workbook(&sheet(rows), &[])).unwrap();
    let (day, half) =
        (serde_json::json!({"day": "2026-03-09"}), serde_json::json!({"decimal": 2.5}));
    let expected = serde_json::json!([[null, day, null, true], [], [1, half], ["a & b"]]);
    assert_eq!(serde_json::json!(cells_of(&read.sheets[0])), expected);
}

#[test]
fn a_formula_is_its_result_or_else_itself() {
    let rows = r#"<row r="1"><c t="str"><f>A2&amp;""</f><v></v></c><c><f>B2</f><v>7</v></c><c><f>C2</f><v/></c>
        <c><f t="shared" ref="D1:E1" si="0">D2*2</f></c><c><f t="shared" si="0"/></c></row>"#;
    let read = read(&workbook(&sheet(rows), &[])).unwrap();
    let of = |formula: &str| serde_json::json!({ "formula": formula });
    let expected = serde_json::json!([[null, 7, of("=C2"), of("=D2*2"), of("=D2*2")]]);
    assert_eq!(serde_json::json!(cells_of(&read.sheets[0])), expected);
}

#[test]
fn a_workbook_that_lost_a_part_is_broken_and_not_shorter() {
    let listed = r#"<workbook><sheets><sheet name="S" r:id="r0"/><sheet name="T" r:id="r9"/></sheets></workbook>"#;
    let row = sheet("<row><c><v>1</v></c></row>");
    let without_sheet = workbook(&row, &[("xl/workbook.xml", listed)]);
    assert_eq!(read(&without_sheet), Err(TableFault::NotRead));
    let without_text = workbook(&sheet(r#"<row><c t="s"><v>3</v></c></row>"#), &[]);
    assert_eq!(read(&without_text), Err(TableFault::NotRead));
    let cut = workbook("<worksheet><sheetData><row><c><v>1</v></c></row>", &[]);
    assert_eq!(read(&cut), Err(TableFault::NotRead));
}

#[test]
fn a_formula_of_a_binary_workbook_is_its_result() {
    let formula = |column: u16, result: [u8; 8]| {
        let place = [&[0, 0][..], &column.to_le_bytes(), &[0, 0]].concat();
        let rest = [0, 0, 0, 0, 0, 0, 3, 0, 0x1E, 9, 0];
        (0x0006, [&place[..], &result, &rest].concat())
    };
    let text = (0x0207, vec![2, 0, 0, b'h', b'i']);
    let cells = [
        formula(0, 4.5_f64.to_le_bytes()),
        formula(1, [0, 0, 0, 0, 0, 0, 0xFF, 0xFF]),
        text.clone(),
        formula(2, [1, 0, 1, 0, 0, 0, 0xFF, 0xFF]),
        formula(3, [2, 0, 0x2A, 0, 0, 0, 0xFF, 0xFF]),
        formula(4, [3, 0, 0, 0, 0, 0, 0xFF, 0xFF]),
    ];
    let read_cells = |cells: &[(u16, Vec<u8>)]| {
        let read = read(&binary(&[], cells)).unwrap();
        serde_json::json!(cells_of(&read.sheets[0]))
    };
    let (half, fault) = (serde_json::json!({"decimal": 4.5}), serde_json::json!({"fault": "#N/A"}));
    assert_eq!(read_cells(&cells), serde_json::json!([[half, "hi", true, fault]]));
    // Where no formula has a result, none was calculated.
    let nothing = serde_json::json!([[null, null, null, null, {"formula": "=9"}]]);
    assert_eq!(read_cells(&cells[5..]), nothing);
    // A text that belongs to no formula stands nowhere.
    assert_eq!(read_cells(&[text, number(1, 1, 2.0)]), serde_json::json!([[], [null, 2]]));
}
