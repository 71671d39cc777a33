//! What readers other than eyes are given: a file that is whole, its tags, its fonts.

use paper::{Body, Document};

use crate::coded::document;
use crate::samples::{SHEET, command_codes, labels, movement_sheet, pick_list, product_label};
use crate::tools::{check, fonts, info, keep, tags};

fn samples() -> Vec<(&'static str, Document)> {
    let mut rtl = document("قائمة الانتقاء", Body::Table(pick_list(12, true)));
    rtl.right_to_left = true;
    rtl.language = "ar".into();
    vec![
        ("whole-pick", document("Pick list", Body::Table(pick_list(60, true)))),
        ("whole-pick-0", document("Pick list", Body::Table(pick_list(0, true)))),
        ("whole-movement", document("Movement", Body::Table(movement_sheet(40)))),
        ("whole-rtl", rtl),
        (
            "whole-labels",
            document("Labels", Body::Labels(labels(SHEET, (0..30).map(product_label).collect()))),
        ),
        ("whole-no-labels", document("Labels", Body::Labels(labels(SHEET, Vec::new())))),
        ("whole-codes", document("Codes", Body::Codes(command_codes()))),
        ("whole-untitled", document("", Body::Table(pick_list(1, false)))),
    ]
}

#[test]
fn files_are_whole_and_tell_what_they_are() {
    for (name, document) in samples() {
        let file = keep(name, &document);
        check(&file);
        let info = info(&file);
        for told in ["Tagged:          yes", "PDF version:     1.7", "JavaScript:      no"] {
            assert!(info.contains(told), "{name}: {info}");
        }
        let bytes = std::fs::read(&file).unwrap();
        let has = |text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
        assert!(has("pdfuaid:part"), "{name}");
        assert!(has(&format!("/Lang({})", document.language)), "{name}");
        assert!(has("/DisplayDocTitle true"), "{name}");
    }
}

#[test]
fn the_same_document_makes_the_same_bytes() {
    for (name, document) in samples() {
        assert!(paper::pdf(&document).unwrap() == paper::pdf(&document).unwrap(), "{name}");
    }
}

#[test]
fn fonts_are_embedded_as_far_as_they_are_used() {
    for (name, document) in samples() {
        for font in fonts(&keep(name, &document)) {
            let marks: Vec<_> = font.split_whitespace().rev().skip(2).take(3).collect();
            assert_eq!(marks, ["yes"; 3], "{name}: {font}");
        }
    }
}

#[test]
fn a_table_is_told_as_one() {
    let lines = 60;
    let tags = tags(&keep("tags", &document("Pick list", Body::Table(pick_list(lines, true)))));
    let count = |tag: &str| {
        tags.lines()
            .filter(|line| {
                line.split_whitespace()
                    .next()
                    .is_some_and(|first| first.trim_end_matches(':') == tag)
            })
            .count()
    };
    let groups = lines.div_ceil(40);
    assert_eq!(count("Table"), 1, "{tags}");
    assert_eq!(count("TR"), lines + groups + 1);
    assert_eq!(count("TH"), 8 + groups);
    assert_eq!(count("TD"), lines * 8);
    // The movement's code, and in each row a box, a line to write on and a code.
    assert_eq!(count("Figure"), 1 + lines * 3);
    assert_eq!(count("H1"), 1);
}
