//! Pages as pictures: nothing at the edges, light on ink, as many as there must be.

use paper::{Body, LabelStock, PageSize};

use crate::coded::{NAMES, coded_list, document};
use crate::samples::{
    SHEET, bin_label, command_codes, labels, movement_sheet, pick_list, product_label,
};
use crate::tools::{keep, pictures};

#[test]
fn lists_are_light_on_ink_and_keep_their_margins() {
    let lists = [
        ("pick-1", pick_list(1, true)),
        ("pick-2", pick_list(2, false)),
        ("pick-60", pick_list(60, true)),
        ("movement-60", movement_sheet(60)),
        ("movement-0", movement_sheet(0)),
        ("coded-60", coded_list(60, &NAMES)),
    ];
    for (name, sheet) in lists {
        let file = keep(name, &document("Pick list 1042SMK", Body::Table(sheet)));
        for picture in pictures(&file, 72) {
            assert!(!picture.touches_edges(3), "{name}: something is cut");
            let ink = picture.ink();
            assert!((0.001..0.09).contains(&ink), "{name}: {ink}");
        }
    }
}

#[test]
fn every_size_of_page_and_type_holds_a_list() {
    for (name, page) in [
        ("letter", PageSize::Letter),
        ("landscape", PageSize::LetterLandscape),
        ("a4-landscape", PageSize::A4Landscape),
        ("a5", PageSize::Millimetres { width: 148.0, height: 210.0 }),
    ] {
        let mut list = document("Pick list", Body::Table(pick_list(30, true)));
        list.page = page;
        for large in [false, true] {
            list.large = large;
            let file = keep(&format!("{name}-{large}"), &list);
            for picture in pictures(&file, 72) {
                assert!(!picture.touches_edges(2), "{name}: something is cut");
            }
        }
    }
}

#[test]
fn labels_stay_within_their_places() {
    let roll = LabelStock::Roll { width: 57.0, height: 32.0 };
    for (name, stock) in [("sheet", SHEET), ("roll", roll)] {
        for (kind, label) in [("bin", bin_label as fn(usize) -> _), ("product", product_label)] {
            let mut sheet = labels(stock, (0..30).map(label).collect());
            sheet.outlines = stock == SHEET;
            let file =
                keep(&format!("labels-{name}-{kind}"), &document("Labels", Body::Labels(sheet)));
            let pages = pictures(&file, 100);
            assert_eq!(pages.len(), if stock == SHEET { 2 } else { 30 });
            assert!(pages.iter().all(|page| !page.touches_edges(2)), "{name} {kind}");
        }
    }
}

#[test]
fn used_places_stay_empty_and_copies_are_counted() {
    let mut label = bin_label(3);
    label.copies = 10;
    let mut sheet = labels(SHEET, vec![label]);
    sheet.skip = 20;
    let file = keep("labels-skip", &document("Labels", Body::Labels(sheet)));
    let pages = pictures(&file, 72);
    assert_eq!(pages.len(), 2);
    let upper = &pages[0].pixels[..pages[0].pixels.len() / 2];
    assert!(upper.iter().all(|light| *light == 255));
}

#[test]
fn code_sheets_fit_a_page() {
    let file = keep("commands", &document("Command codes", Body::Codes(command_codes())));
    let pages = pictures(&file, 72);
    assert_eq!(pages.len(), 1);
    assert!(!pages[0].touches_edges(3));
}
