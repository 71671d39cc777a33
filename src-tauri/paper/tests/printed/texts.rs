//! The text of a document, taken out again: every row is there, in every script.

use paper::{Body, Cell, Document, Group, LabelStock, PageSize, PaperError, Row, TableSheet};

use crate::coded::{NAMES, document, line};
use crate::samples::{labels, movement_sheet, pick_list, product_label};
use crate::tools::{check, drawn_text, keep, pictures, text};

/// A text without spaces, and without the marks of direction that the reader adds.
fn bare(text: &str) -> String {
    let is_mark =
        |letter: &char| matches!(letter, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}');
    text.chars().filter(|letter| !letter.is_whitespace() && !is_mark(letter)).collect()
}

/// Whether a name is told. What is read from right to left is looked for word by word, for its lines
/// stand in the order of the page; and the tool takes the two letters of an Arabic ligature in the
/// order in which they are drawn.
fn is_told(told: &str, name: &str) -> bool {
    let known = bare(&told.replace("لا", "ال"));
    if name.chars().any(|letter| ('\u{600}'..'\u{700}').contains(&letter)) {
        let mut words = name.split([' ', '،']);
        words.all(|word| known.contains(&word.replace("لا", "ال")))
    } else {
        known.contains(&bare(name))
    }
}

#[test]
fn every_row_of_a_list_is_there() {
    for lines in [1, 2, 60, 500] {
        let file = keep("rows", &document("Pick list", Body::Table(pick_list(lines, true))));
        check(&file);
        let told = drawn_text(&file);
        let bare = bare(&told);
        for at in 0..lines {
            let (bin, code, _, quantity) = line(at);
            for part in [&bin, &code, &quantity] {
                assert!(told.contains(part.as_str()), "{lines}: {part} of row {at} is missing");
            }
        }
        for name in NAMES.iter().take(lines) {
            assert!(is_told(&told, name), "{lines}: {name} is missing");
        }
        for word in ["DataasofNov", "Pickedby", "Signature", "Keepthecoldchain"] {
            let word = word.replace("Nov", "27Nov2026,14:02");
            assert!(bare.contains(&word), "{lines}: {word} is missing");
        }
        assert_eq!(told.contains("* Not sent"), lines > 4);
    }
}

#[test]
fn heads_are_repeated_and_pages_are_counted() {
    let file = keep("repeated", &document("Pick list", Body::Table(pick_list(60, false))));
    let told = text(&file);
    let pages = told.matches('\u{c}').count();
    assert!(pages > 2);
    let with_rows =
        told.split('\u{c}').filter(|page| page.contains("-01-") || page.contains("L0")).count();
    assert_eq!(told.matches("Quantity").count(), with_rows);
    for page in 1..=pages {
        assert!(told.contains(&format!("Page {page} of {pages}")));
    }
    assert!(told.contains("Zone A, continued"));
}

#[test]
fn an_empty_list_says_so() {
    for sheet in [pick_list(0, true), movement_sheet(0)] {
        let told = text(&keep("empty", &document("Pick list", Body::Table(sheet))));
        assert!(told.contains("No lines match."));
    }
}

#[test]
fn a_name_of_four_kilobytes_is_cut_for_the_eye_alone() {
    for name in ["endless ".repeat(512), "ж".repeat(2048), "药".repeat(1365), "ا".repeat(2048)] {
        let mut sheet = pick_list(3, true);
        sheet.groups[0].rows[1].cells[2] = Cell::text(name.clone()).with_second("THE-CODE");
        sheet.groups[0].head = name.clone();
        sheet.facts[1].value = name.clone();
        sheet.subtitle = name.clone();
        sheet.remarks[0].value = name.clone();
        sheet.columns[2].head = name.clone();
        let mut list = document(&name, Body::Table(sheet));
        list.words.as_of = "Data as of 14:02".into();
        let file = keep("long", &list);
        check(&file);
        let told = text(&file);
        for part in ["THE-CODE", &line(1).0, &line(2).1, "Data as of 14:02", "…"] {
            assert!(told.contains(part), "{part}");
        }
        assert!(pictures(&file, 50).iter().all(|page| !page.touches_edges(3)));
    }
}

#[test]
fn a_code_of_any_length_is_whole() {
    let code: String = (0..60).map(|at| format!("K{at:03}-")).collect();
    for length in [30, 120, 290] {
        let mut sheet = movement_sheet(3);
        sheet.groups[0].rows[1].cells[1] = Cell::text(&code[..length]);
        let file = keep("long-code", &document("Movement", Body::Table(sheet)));
        let told = bare(&drawn_text(&file));
        assert!(told.contains(&code[..length]), "{length}: {told}");
        assert!(pictures(&file, 50).iter().all(|page| !page.touches_edges(3)));
    }
}

#[test]
fn what_no_font_draws_is_a_box_and_stays_in_the_text() {
    let mut sheet = movement_sheet(1);
    let name = "Plan \u{e123}\u{10fffd} B\u{0}\u{feff}\u{202e}C";
    sheet.groups[0].rows[0].cells[2] = Cell::text(name);
    let file = keep("boxes", &document("Movement", Body::Table(sheet)));
    check(&file);
    assert!(text(&file).contains("\u{e123}\u{10fffd} B C"));
}

#[test]
fn a_page_that_is_read_from_the_right_begins_there() {
    let mut list: Document = document("قائمة الانتقاء", Body::Table(pick_list(20, true)));
    list.right_to_left = true;
    list.language = "ar".into();
    let file = keep("rtl", &list);
    let told = text(&file);
    for part in ["قائمة الانتقاء", NAMES[2], NAMES[1], "A-01-01", "CEF-1003"] {
        assert!(is_told(&told, part) || is_told(&drawn_text(&file), part), "{part}");
    }
    assert!(pictures(&file, 72).iter().all(|page| !page.touches_edges(3)));
}

#[test]
fn labels_hold_what_they_name() {
    for (width, height) in [(57.0, 32.0), (40.0, 25.0), (100.0, 150.0)] {
        let stock = LabelStock::Roll { width, height };
        let sheet = labels(stock, (0..5).map(product_label).collect());
        let told = text(&keep("label-texts", &document("Labels", Body::Labels(sheet))));
        for at in 0..5 {
            assert!(told.contains(&line(at).1), "{width}: {told}");
        }
    }
}

#[test]
fn what_cannot_be_a_page_is_refused() {
    let refused = |page: PageSize, sheet: TableSheet| {
        let mut list = document("List", Body::Table(sheet));
        list.page = page;
        paper::pdf(&list).unwrap_err()
    };
    for (width, height) in [(10.0, 300.0), (f32::NAN, 300.0), (210.0, f32::INFINITY)] {
        let page = PageSize::Millimetres { width, height };
        assert_eq!(refused(page, pick_list(1, false)), PaperError::PageTooSmall);
    }
    assert_eq!(refused(PageSize::A4, TableSheet::default()), PaperError::NoColumns);
}

#[test]
fn any_character_can_be_printed() {
    // All that Unicode has before its rarest Han, and its marks and tags at the end.
    let letters = (0..0x1_3000).chain(0x1_f000..0x2_0400).chain(0xe_0000..0xe_0200);
    let letters: Vec<char> = letters.filter_map(char::from_u32).collect();
    let mut sheet = movement_sheet(0);
    for (at, some) in letters.chunks(50).enumerate() {
        let text: String = some.iter().collect();
        let mut cells = vec![Cell::default(); 6];
        // Names and codes in turns: they are cleaned and set in other ways.
        cells[if at % 4 == 3 { 1 } else { 2 }] = Cell::text(text);
        sheet.groups[0].rows.push(Row { cells });
    }
    check(&keep("any", &document("Any", Body::Table(sheet))));
}

#[test]
fn any_order_of_characters_can_be_printed() {
    let mut seed = 7_u32;
    let mut next = |below: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) % below
    };
    let blocks = [0x20, 0x300, 0x400, 0x5d0, 0x620, 0x900, 0xe00, 0x1100, 0x2000, 0x4e00, 0x1f600];
    let mut sheet = pick_list(0, false);
    for _ in 0..300 {
        let length = next(40);
        let letters = (0..length).filter_map(|_| {
            let block = blocks[next(blocks.len() as u32) as usize];
            char::from_u32(block + next(0x60))
        });
        let mut cells = vec![Cell::default(); 7];
        cells[2] = Cell::text(letters.collect::<String>());
        sheet.groups.push(Group { rows: vec![Row { cells }], ..Group::default() });
    }
    for right_to_left in [false, true] {
        let mut list = document("Any order", Body::Table(sheet.clone()));
        list.right_to_left = right_to_left;
        check(&keep("any-order", &list));
    }
}
