//! Files that mean harm, or are broken: refused within what is allowed, and never with a panic. What
//! limits time and memory is that no more is unpacked, walked or made room for; so these end.

use super::super::*;
use super::kinds::{binary, compound, number, open_document, packed, records, sheet, workbook};
use super::made_tables;

fn fault(bytes: &[u8]) -> TableFault {
    of_bytes("table", bytes.to_vec()).expect_err("it is refused")
}

#[test]
fn r_w6_a_file_that_is_too_long_is_refused_unread() {
    let content = vec![b'a'; FILE_BYTES + 1];
    assert_eq!(TableFile::from_bytes("long.csv", content), Err(TableFault::TooLarge));
    let long = "a".repeat(FILE_BYTES + 1);
    assert_eq!(TableFile::from_text("mail", &long), Err(TableFault::TooLarge));
}

#[test]
fn r_w6_what_unpacks_to_more_than_is_allowed_is_refused() {
    // Blanks beside the cells, each run short enough to pass.
    let run = format!("<x/>{}", " ".repeat(1 << 20));
    let bomb = packed(&[
        ("[Content_Types].xml", "<Types/>"),
        ("xl/workbook.xml", &format!("<workbook>{}</workbook>", run.repeat(201))),
    ]);
    assert!(bomb.len() < 1 << 20, "{}", bomb.len());
    assert_eq!(fault(&bomb), TableFault::TooLarge);
    // One thing that never ends.
    let endless = format!("<workbook a=\"{}\"/>", "a".repeat(8 << 20));
    assert_eq!(fault(&workbook(&endless, &[])), TableFault::TooLarge);
}

#[test]
fn r_w6_xml_of_too_many_small_things_is_refused_before_it_is_read() {
    let mut left = 100;
    let small = "<x/>".repeat(51);
    let mut part = super::super::xml::XmlPart::of(small.as_bytes(), &mut left);
    let events = (0..100).map(|_| part.next().map(drop));
    assert!(events.collect::<Result<Vec<_>, _>>().is_ok());
    assert_eq!(part.next().map(drop), Err(TableFault::TooLarge));
    let again = sheet(&r#"<c r="A1"><v>1</v></c>"#.repeat(2_000_001));
    assert_eq!(fault(&workbook(&again, &[])), TableFault::TooLarge);
}

#[test]
fn r_w6_blanks_that_a_text_only_tells_of_are_not_kept() {
    let text = r#"<text:s text:c="18446744073709551615"/><text:tab/>"#.repeat(100_000);
    let cell = |text: &str| {
        let cell =
            format!("<table:table-cell office:value-type=\"string\"><text:p>{text}</text:p>");
        open_document(&format!("<table:table-row>{cell}</table:table-cell></table:table-row>"))
    };
    let read = of_bytes("table", cell(&format!("a{text}"))).unwrap();
    let text = read.sheets[0].rows[0].cells[0].text(contract::DecimalMark::Point);
    assert_eq!(text.chars().count(), 4_097, "and the sign that it was cut");
}

#[test]
fn r_w6_sheets_that_are_one_and_the_same_unpack_each_time() {
    let sheets = r#"<sheet name="S" r:id="r0"/>"#.repeat(900);
    let listed = format!("<workbook><sheets>{sheets}</sheets></workbook>");
    let beside = "a".repeat(1 << 20);
    let long = sheet(&format!("<row><c><v>1</v></c></row><x a=\"{beside}\"/>"));
    let bytes = workbook(&long, &[("xl/workbook.xml", &listed)]);
    assert_eq!(fault(&bytes), TableFault::TooLarge);
    let sheets = r#"<sheet name="S" r:id="r0"/>"#.repeat(1_001);
    let listed = format!("<workbook><sheets>{sheets}</sheets></workbook>");
    let bytes = workbook("<worksheet/>", &[("xl/workbook.xml", &listed)]);
    assert_eq!(fault(&bytes), TableFault::TooLarge);
}

#[test]
fn r_w6_an_archive_of_too_many_things_is_refused() {
    let names: Vec<String> = (0..10_001).map(|at| format!("part{at}")).collect();
    let parts: Vec<_> = names.iter().map(|name| (name.as_str(), "")).collect();
    assert_eq!(fault(&packed(&parts)), TableFault::TooLarge);
}

#[test]
fn r_w6_xml_that_defines_entities_or_is_deep_is_refused() {
    let entities = "<!DOCTYPE w [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;\">]>\
                    <worksheet><sheetData><row><c t=\"str\"><v>&b;</v></c></row></sheetData></worksheet>";
    assert_eq!(fault(&workbook(entities, &[])), TableFault::NotRead);
    let texts =
        "<!DOCTYPE w [<!ENTITY a SYSTEM \"file:///etc/hostname\">]><sst><si><t>&a;</t></si></sst>";
    let row = sheet(r#"<row><c t="s"><v>0</v></c></row>"#);
    assert_eq!(fault(&workbook(&row, &[("xl/texts.xml", texts)])), TableFault::NotRead);
    let deep = format!("<worksheet>{}", "<a>".repeat(1_000_000));
    assert_eq!(fault(&workbook(&deep, &[])), TableFault::NotRead);
}

#[test]
fn r_w6_a_cell_far_away_makes_no_room_for_those_before_it() {
    for place in ["XFD1048576", "A1048576", "GS1", "ZZZZZ1", "A4294967295"] {
        let rows = format!(r#"<row><c r="{place}"><v>1</v></c></row>"#);
        assert_eq!(fault(&workbook(&sheet(&rows), &[])), TableFault::TooLarge, "{place}");
    }
    let columns = format!("<row>{}</row>", "<c><v>1</v></c>".repeat(1_000_000));
    assert_eq!(fault(&workbook(&sheet(&columns), &[])), TableFault::TooLarge);
    // Far to the right in each row: two million cells, and then one more.
    let rows = r#"<row><c r="GR1"><v>1</v></c></row>"#;
    let row = |at: usize| rows.replace("GR1", &format!("GR{at}"));
    let most: String = (1..=10_000).map(row).collect();
    assert!(of_bytes("table", workbook(&sheet(&most), &[])).is_ok());
    let more = sheet(&(most + &row(10_001)));
    assert_eq!(fault(&workbook(&more, &[])), TableFault::TooLarge);
}

#[test]
fn r_w6_one_long_text_in_many_cells_is_not_kept_so_often() {
    let texts = format!("<sst><si><t>{}</t></si></sst>", "é".repeat(4_000));
    let row = format!("<row>{}</row>", r#"<c t="s"><v>0</v></c>"#.repeat(100));
    let bytes = workbook(&sheet(&row.repeat(200)), &[("xl/texts.xml", &texts)]);
    assert_eq!(fault(&bytes), TableFault::TooLarge);
}

#[test]
fn r_w6_what_repeats_in_an_open_document_does_so_within_limits() {
    let cell = r#"<table:table-cell office:value-type="float" office:value="1"#;
    let (rows, columns) = ("table:number-rows-repeated", "table:number-columns-repeated");
    for xml in [
        format!(r#"<table:table-row {rows}="1048576">{cell}"/></table:table-row>"#),
        format!(r#"<table:table-row {rows}="18446744073709551615">{cell}"/></table:table-row>"#),
        format!(r#"<table:table-row>{cell}" {columns}="18446744073709551615"/></table:table-row>"#),
        format!(r#"<table:table-row {rows}="199999">{cell}" {columns}="200"/></table:table-row>"#),
        format!(
            r#"<table:table-row {rows}="1048575"/><table:table-row>{cell}"/></table:table-row>"#
        ),
    ] {
        assert_eq!(fault(&open_document(&xml)), TableFault::TooLarge, "{xml}");
    }
}

#[test]
fn r_w6_records_of_a_binary_workbook_make_no_room_that_they_do_not_fill() {
    let far = [number(0, 0, 1.0), number(65_535, 199, 1.0)];
    assert_eq!(fault(&binary(&[], &far)), TableFault::TooLarge);
    assert_eq!(fault(&binary(&[], &[number(0, 255, 1.0)])), TableFault::TooLarge);
    // An extent of four thousand million rows, and cells within what is allowed.
    let extent = (0x0200, [&[0; 4][..], &[0xFF; 4], &[0, 0, 0xFF, 0xFF, 0, 0]].concat());
    assert!(of_bytes("table", binary(&[], &[extent, number(1, 1, 2.0)])).is_ok());
    // A text that says it is long, in thousands of cells.
    let text = (0x0204, vec![0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, b'a']);
    assert_eq!(fault(&binary(&[], &vec![text; 1_000])), TableFault::TooLarge);
    // One long text that thousands of cells refer to.
    let mut strings = vec![1, 0, 0, 0, 1, 0, 0, 0, 0x10, 0x1F, 0];
    strings.extend([b'a'; 0x1F10]);
    let cell = (0x00FD, vec![0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert!(
        of_bytes("table", binary(&[(0x00FC, strings.clone())], std::slice::from_ref(&cell)))
            .is_ok()
    );
    assert_eq!(fault(&binary(&[(0x00FC, strings)], &vec![cell; 5_000])), TableFault::TooLarge);
}

#[test]
fn r_w6_sheets_of_a_binary_workbook_that_lie_within_each_other_are_refused() {
    let begin = || (0x0809, [&[0, 6, 5, 0][..], &[0; 12]].concat());
    let listed = |place: u32, name: u8| {
        (0x0085, [&place.to_le_bytes()[..], &[0, 0, 2, 0, b'S', name]].concat())
    };
    let whole = |from: u32, step: u32| {
        let sheets = (0..200_u8).map(|at| listed(from + step * u32::from(at), at));
        records(&[vec![begin()], sheets.collect(), vec![(0x000A, Vec::new())]].concat())
    };
    let length = |from, step| u32::try_from(whole(from, step).len()).unwrap();
    let rows = records(&(0..2_000).map(|at| number(at, 0, 1.0)).collect::<Vec<_>>());
    let end = records(&[(0x000A, Vec::new())]);
    for step in [0, 18] {
        let globals = whole(length(0, 0), step);
        let bytes = compound(&[("/Workbook", &[globals, rows.clone(), end.clone()].concat())]);
        assert_eq!(fault(&bytes), TableFault::NotRead, "{step}");
    }
}

#[test]
fn r_w6_a_text_of_separators_or_line_ends_is_refused() {
    for (text, expected) in [
        ("a,".repeat(1 << 20), TableFault::TooLarge),
        ("a\n".repeat(200_001), TableFault::TooLarge),
        ("\n".repeat(200_001) + "a", TableFault::TooLarge),
        ("\"".repeat(1 << 20) + "\n" + &"\"a\n".repeat(200_001), TableFault::TooLarge),
    ] {
        assert_eq!(fault(text.as_bytes()), expected);
    }
}

/// Small tables of each format that other programs made.
fn small_tables() -> Vec<(&'static str, Vec<u8>)> {
    let names = [
        "opx_hidden.xlsx",
        "xw_formulas_with_results.xlsx",
        "lo_formulas.ods",
        "odf_cells.ods",
        "xlwt_plain.xls",
        "lo_formulas.xls",
        "text_utf16_le.tsv",
        "text_inches.csv",
    ];
    let read = |name| (name, std::fs::read(made_tables().join(name)).unwrap());
    names.into_iter().map(read).collect()
}

#[test]
fn r_w6_a_file_that_was_cut_anywhere_breaks_nothing() {
    for (name, bytes) in small_tables() {
        let whole = of_bytes(name, bytes.clone()).unwrap();
        for part in 0..50 {
            let cut = of_bytes(name, bytes[..bytes.len() * part / 50].to_vec());
            // Half a text is a text; half a workbook is none.
            let is_text = name.starts_with("text");
            assert!(is_text || cut.is_err(), "{name} at {part}");
            assert_ne!(cut.as_ref(), Ok(&whole), "{name} at {part}");
        }
    }
}

#[test]
fn r_w6_bytes_that_were_changed_anywhere_break_nothing() {
    // The same numbers in each run, so that what fails does so again.
    let mut seed = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed >> 8).unwrap()
    };
    let tables = small_tables();
    for round in 0..2_000 {
        let (name, bytes) = &tables[round % tables.len()];
        let mut bytes = bytes.clone();
        for _ in 0..=next() % 8 {
            let at = next() % bytes.len();
            bytes[at] = u8::try_from(next() % 256).unwrap();
        }
        // Whatever comes of it: it comes back.
        let _ = of_bytes(name, bytes);
    }
}

#[test]
fn r_w6_parts_of_a_workbook_that_were_changed_break_nothing() {
    let rows = r#"<row r="1"><c r="A1" t="s" s="1"><f>B1</f><v>0</v></c><c t="str"><v>&#x41;</v></c></row>"#;
    let (whole, texts) = (sheet(rows), "<sst><si><t>a</t></si></sst>");
    let styles =
        r#"<s><numFmt numFmtId="9" formatCode="[h]"/><cellXfs><xf numFmtId="9"/></cellXfs></s>"#;
    for part in [&whole, texts, styles] {
        for at in 0..part.len() {
            for letter in ["<", ">", "&", "\"", "/", "9", ";", "é", ""] {
                let changed = format!("{}{letter}{}", &part[..at], &part[at + 1..]);
                let of = |own: &str| if own == part { changed.clone() } else { own.to_owned() };
                let parts = [("xl/texts.xml", of(texts)), ("xl/styles.xml", of(styles))];
                let parts = parts.each_ref().map(|(name, text)| (*name, text.as_str()));
                let _ = of_bytes("table", workbook(&of(&whole), &parts));
            }
        }
    }
}
