//! Where a text has columns, and where it is prose.

use super::*;

fn rows(text: &str) -> Vec<Vec<String>> {
    let text_of = |cell: &TableCell| cell.text(contract::DecimalMark::Point);
    let rows = sheet(text).unwrap().rows;
    rows.iter().map(|row| row.cells.iter().map(text_of).collect()).collect()
}

#[test]
fn the_separator_is_what_cuts_rows_alike() {
    for (text, separator) in [
        ("a,b\nc,d", Some(',')),
        ("a;b\nc;d", Some(';')),
        ("a\tb, c\nd\te, f", Some('\t')),
        ("a|b\nc|d", Some('|')),
        ("a;1,5\nb;2,5", Some(';')),
        ("1,5;2,5\n3,5;4,5", Some(';')),
        ("1,5;2\n3;4,5", Some(';')),
        ("1,2,3\n4,5,6", Some(',')),
        ("BK71,20", Some(',')),
        ("\"a;b\",c\n\"d;e\",f", Some(',')),
        ("Order of March\n\na;b;c\nd;e;f", Some(';')),
        ("code,qty,\"a;b\"\nx,1,\"c;d\"\ny,2,\"e;f\"", Some(',')),
        ("name, qty\nglove, 2\nmask, 3", Some(',')),
        ("Hello,\nplease send 20 gloves, size M\nThanks,\nWard 3", None),
        ("please send gloves, masks", None),
        ("Dear all,\n20 gloves, M\n5 masks, blue\nThanks,", None),
        ("20 gloves;\n5 masks;", None),
        ("one\ntwo\nthree\nfour\tfive", None),
        ("gloves", None),
        ("", None),
    ] {
        assert_eq!(separator::found(text), separator, "{text}");
    }
}

#[test]
fn a_separator_that_is_said_is_obeyed() {
    assert_eq!(separator::said("sep=;\r\na;b"), Some((';', "a;b")));
    assert_eq!(separator::said("\"sep=,\"\na"), Some((',', "a")));
    assert_eq!(separator::said("Sep=\t\na\tb"), Some(('\t', "a\tb")));
    for text in ["sep=\na", "sep=;;\na", "a;b", "separate;x", "seé=;"] {
        assert_eq!(separator::said(text), None, "{text}");
    }
}

#[test]
fn a_mark_that_is_not_closed_takes_no_rows_with_it() {
    let text = "a;b;c\n\"x;y;z\nd;e;f\n\"g\"\"h\";\"i\nj\";k\n";
    let expected: [&[&str]; 4] =
        [&["a", "b", "c"], &["\"x", "y", "z"], &["d", "e", "f"], &["g\"h", "i\nj", "k"]];
    assert_eq!(rows(text), expected);
    assert_eq!(rows("a,b\n\"c\"d,e\n"), [["a", "b"], ["\"c\"d", "e"]]);
    assert_eq!(rows("a,b\nc,\""), [["a", "b"], ["c", "\""]]);
}

#[test]
fn encodings_are_told_apart() {
    let text = "Désignation;Qté\nGants;20\n";
    let wide = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<_>>();
    let western: Vec<u8> =
        text.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect();
    for bytes in [
        text.as_bytes().to_vec(),
        [b"\xEF\xBB\xBF", text.as_bytes()].concat(),
        wide(u16::to_le_bytes),
        wide(u16::to_be_bytes),
        [&b"\xFF\xFE"[..], &wide(u16::to_le_bytes)].concat(),
        [&b"\xFE\xFF"[..], &wide(u16::to_be_bytes)].concat(),
        western,
    ] {
        assert_eq!(sheets_of_bytes(bytes.clone()).unwrap(), [sheet(text).unwrap()], "{bytes:?}");
    }
    let arabic = "الصنف\tعدد\nقفازات\t20\n";
    let bytes: Vec<u8> = arabic.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(sheets_of_bytes(bytes).unwrap(), [sheet(arabic).unwrap()]);
}
