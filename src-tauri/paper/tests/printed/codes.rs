//! Every code on every page is read back by two decoders that know nothing of this program.

use std::collections::BTreeSet;

use paper::{Body, Code, Document, Gs1Symbol, Label, LabelStock, PageSize, PaperError};

use crate::coded::{NAMES, coded_list, document, line};
use crate::samples::{
    SHEET, bin_label, command_codes, gs1, labels, line_code, pick_list, product_label, walk_list,
    walk_list_with_line_codes, walk_list_with_line_codes_alone,
};
use crate::tools::{Picture, dmtx, keep, pictures, rxing, rxing_closely, zbar, zbar_bars};

/// Dots in an inch: as fine as a cheap printer for labels.
const FINE: usize = 300;

type Read = BTreeSet<String>;

/// What is read of all pages of a document, by one decoder.
fn all(pages: &[Picture], read: impl Fn(&Picture) -> Read) -> Read {
    pages.iter().flat_map(read).collect()
}

/// What is read of all pages of a document, by one decoder: of whole pages, and of what it overlooks
/// there, between many others, row by row as a scanner sees it.
fn is_read_by(
    pages: &[Picture],
    expected: &Read,
    read: fn(&Picture) -> Read,
    closely: fn(&Picture) -> Read,
) -> Vec<String> {
    let missing = |found: &Read| expected.difference(found).cloned().collect::<Vec<_>>();
    let mut found = all(pages, read);
    if !missing(&found).is_empty() {
        found.extend(pages.iter().flat_map(|page| all(&page.rows(), closely)));
    }
    missing(&found)
}

fn is_read(name: &str, document: &Document, expected: &Read) {
    let pages = pictures(&keep(name, document), FINE);
    let overlooked = is_read_by(&pages, expected, zbar, zbar);
    assert!(overlooked.is_empty(), "{name}: zbar does not read {overlooked:?}");
    let overlooked = is_read_by(&pages, expected, rxing, rxing_closely);
    assert!(overlooked.is_empty(), "{name}: rxing does not read {overlooked:?}");
}

#[test]
fn codes_of_a_pick_list_are_read() {
    for lines in [1, 2, 60] {
        let sheet = pick_list(lines, true);
        let mut expected: Read = (0..lines).map(|at| line(at).1).collect();
        expected.insert("1042SMK".into());
        let list = document("Pick list 1042SMK", Body::Table(sheet));
        is_read(&format!("codes-pick-{lines}"), &list, &expected);
    }
}

#[test]
fn a_page_that_stands_upright_has_bars_for_bins_and_products() {
    let lines = 12;
    let expected: Read = (0..lines).flat_map(|at| [line(at).0, line(at).1]).collect();
    let list = document("Walk", Body::Table(walk_list(lines)));
    let pages = pictures(&keep("codes-walk", &list), FINE);
    let overlooked = is_read_by(&pages, &expected, zbar_bars, zbar_bars);
    assert!(overlooked.is_empty(), "no bars for {overlooked:?}");
    assert!(pages.iter().all(|page| !page.touches_edges(2)), "something is cut");
    is_read("codes-walk", &list, &expected);
}

#[test]
fn codes_of_lines_are_read_beside_those_of_bins_and_products_and_alone() {
    let lines = 12;
    let own: Read = (0..lines).map(line_code).collect();
    let all: Read =
        (0..lines).flat_map(|at| [line(at).0, line(at).1]).chain(own.iter().cloned()).collect();
    let alone = walk_list_with_line_codes_alone(lines);
    let both = walk_list_with_line_codes(lines);
    let (wide, upright) = (PageSize::A4Landscape, PageSize::A4);
    for (name, page, sheet, expected, has_bars) in [
        ("codes-lines-wide", wide, both.clone(), &all, true),
        ("codes-lines-upright", upright, both, &all, false),
        ("codes-lines-alone", upright, alone, &own, true),
    ] {
        let list = Document { page, ..document("Walk", Body::Table(sheet)) };
        let pages = pictures(&keep(name, &list), FINE);
        assert!(pages.iter().all(|page| !page.touches_edges(2)), "{name}: something is cut");
        // Where bars have no room they are squares.
        if has_bars {
            let overlooked = is_read_by(&pages, expected, zbar_bars, zbar_bars);
            assert!(overlooked.is_empty(), "{name}: no bars for {overlooked:?}");
        }
        is_read(name, &list, expected);
    }
}

#[test]
fn code_128_and_qr_in_five_hundred_rows_are_read() {
    let lines = 500;
    let mut expected: Read = (0..lines).map(|at| line(at).1).collect();
    expected.extend((0..lines).map(|at| format!("{}/{at}", line(at).1)));
    let list = document("Pick list", Body::Table(coded_list(lines, &NAMES)));
    is_read("codes-coded-500", &list, &expected);
}

#[test]
fn codes_of_labels_are_read() {
    let rolls = [(57.0, 32.0), (40.0, 25.0), (100.0, 150.0), (101.6, 25.4)];
    let rolls = rolls.map(|(width, height)| LabelStock::Roll { width, height });
    for (at, stock) in [SHEET].into_iter().chain(rolls).enumerate() {
        let bins = labels(stock, (0..5).map(bin_label).collect());
        let expected = (0..5).map(|at| line(at).0).collect();
        is_read(&format!("codes-bins-{at}"), &document("Bins", Body::Labels(bins)), &expected);
        let products = labels(stock, (0..5).map(product_label).collect());
        let expected = (0..5).map(|at| line(at).1).collect();
        let document = document("Products", Body::Labels(products));
        is_read(&format!("codes-products-{at}"), &document, &expected);
    }
}

#[test]
fn command_codes_are_read() {
    let sheet = document("Command codes", Body::Codes(command_codes()));
    let expected =
        ["SH-CONFIRM", "SH-SHORT", "SH-UNDO", "SH-NEXT", "0123456789", "aZ09-_/.:+%$ #*@"];
    is_read("codes-commands", &sheet, &expected.map(String::from).into());
}

#[test]
fn any_printable_text_is_read() {
    let texts = [
        "A",
        "7",
        "42",
        "123",
        "1234",
        "12345",
        "A1234",
        "1234A",
        "A123456B",
        "A12345B78",
        "a b  c",
        "~!@#$%^&*()_+{}|:\"<>?",
        "00000000",
        "x1y22z333w4444v55555u666666",
    ];
    let label = |text: &&str| Label {
        title: (*text).into(),
        title_is_code: true,
        lines: Vec::new(),
        code: Some(Code::Code128((*text).into())),
        copies: 1,
    };
    let stock = LabelStock::Roll { width: 100.0, height: 40.0 };
    let sheet = labels(stock, texts.iter().map(label).collect());
    let expected = texts.map(String::from).into();
    is_read("codes-texts", &document("Texts", Body::Labels(sheet)), &expected);
}

#[test]
fn other_scripts_are_read_from_qr() {
    let texts = ["رف-01", "полка 7", "棚A-03", "ชั้น 4", "aé"];
    let label = |text: &&str| Label {
        title: (*text).into(),
        title_is_code: true,
        lines: Vec::new(),
        code: Some(Code::Code128((*text).into())),
        copies: 1,
    };
    let stock = LabelStock::Roll { width: 70.0, height: 40.0 };
    let sheet = labels(stock, texts.iter().map(label).collect());
    let pages = pictures(&keep("codes-scripts", &document("Bins", Body::Labels(sheet))), FINE);
    // zbar guesses at the characters beyond ASCII, and guesses Chinese.
    let expected: Read = texts.map(String::from).into();
    assert_eq!(all(&pages, rxing), expected);
}

#[test]
fn gs1_is_read_with_its_separators() {
    let label = |symbol| Label {
        title: "Amoxicillin 250 mg".into(),
        title_is_code: false,
        lines: vec!["Lot ABC123".into(), "2027-12-31".into()],
        code: Some(gs1(symbol)),
        copies: 1,
    };
    let stock = LabelStock::Roll { width: 110.0, height: 40.0 };
    let message = "010950110153000310ABC123\u{1d}17271231";
    let tail = |read: &Read| {
        read.iter().any(|text| text.replace("]d2", "").trim_start_matches('\u{1d}') == message)
    };
    let matrix = labels(stock, vec![label(Gs1Symbol::DataMatrix)]);
    let pages = pictures(&keep("codes-gs1", &document("Labels", Body::Labels(matrix))), FINE);
    let [by_dmtx, by_rxing] = [all(&pages, dmtx), all(&pages, rxing)];
    assert!(tail(&by_dmtx), "dmtxread: {by_dmtx:?}");
    assert!(tail(&by_rxing), "rxing: {by_rxing:?}");
    let bars = labels(stock, vec![label(Gs1Symbol::Gs1128)]);
    let pages = pictures(&keep("codes-gs1-128", &document("Labels", Body::Labels(bars))), FINE);
    let [by_zbar, by_rxing] = [all(&pages, zbar), all(&pages, rxing)];
    assert!(tail(&by_zbar), "zbar: {by_zbar:?}");
    let plain = message.replace('\u{1d}', "");
    let is_plain = |text: &String| text.replace(['\u{1d}', '(', ')'], "").ends_with(&plain);
    assert!(by_rxing.iter().any(is_plain), "rxing: {by_rxing:?}");
}

#[test]
fn what_cannot_be_encoded_is_named() {
    let refused = |code: Code, width: f32| {
        let mut label = bin_label(0);
        label.code = Some(code);
        let sheet = labels(LabelStock::Roll { width, height: 20.0 }, vec![label]);
        paper::pdf(&document("Labels", Body::Labels(sheet))).unwrap_err()
    };
    assert_eq!(refused(Code::Qr(String::new()), 40.0), PaperError::CodeEmpty);
    let long = "x".repeat(3000);
    let shown = format!("{}…", &long[..40]);
    assert_eq!(refused(Code::Code128(long), 40.0), PaperError::CodeTooLong { text: shown });
    let text = "SHELF-".repeat(12);
    let shown = format!("{}…", &text[..40]);
    assert_eq!(refused(Code::Code128(text), 15.0), PaperError::CodeTooLarge { text: shown });
}
