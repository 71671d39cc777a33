//! A table that is printed, read back from its pages as others read them.

use std::process::Command;

use contract::{PAPER_ROWS, PaperColumn, PaperSize, PaperWords};

use super::*;

fn paper(barcodes: Option<u32>) -> Paper {
    Paper {
        size: PaperSize::A4,
        large: false,
        barcodes,
        boxes: true,
        signatures: vec!["Issued by".into()],
        signature_parts: vec!["Name".into(), "Date".into()],
        facts: vec![("To".into(), "Theatre block A".into())],
        columns: vec![PaperColumn::Code, PaperColumn::Text, PaperColumn::Number],
        language: "en".into(),
        right_to_left: false,
        words: PaperWords {
            as_of: "Printed 27 Nov 2026, 14:02".into(),
            page: "Page {page} of {pages}".into(),
            not_sent: "Not sent yet".into(),
            nothing: "No rows".into(),
            continued: "{group}, continued".into(),
            code: "Code {text}".into(),
            check_box: "Check box".into(),
            blank: "To be filled in".into(),
            barcodes: "Barcode".into(),
        },
    }
}

fn heads_of_lines() -> Vec<String> {
    heads(&["Code", "Product", "Requested"])
}

fn run(program: &str, arguments: &[&std::ffi::OsStr]) -> Vec<u8> {
    let out = Command::new(program).args(arguments).output().unwrap_or_else(|error| {
        panic!("{program} did not start (`cargo xtask setup` installs it): {error}")
    });
    assert!(out.status.success(), "{program}: {}", String::from_utf8_lossy(&out.stderr));
    out.stdout
}

#[test]
fn every_row_is_on_the_pages_with_what_is_not_sent_marked_and_codes_that_scan() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lines.pdf");
    let heads = heads_of_lines();
    let mut sheet =
        SheetFile::begin(&path, SheetFormat::Pdf, "Lines 483ZSA", &heads, Some(paper(Some(0))))
            .unwrap();
    let code = |at: u32| format!("GLV-{at:04}");
    let rows: Vec<_> = (1..=60)
        .map(|at| {
            let pieces = match at {
                7 => SheetCell::Unsent("7,777".into()),
                _ => text(&at.to_string()),
            };
            vec![text(&code(at)), text("Gloves, nitrile, M"), pieces]
        })
        .collect();
    sheet.add(&rows).unwrap();
    sheet.finish().unwrap();
    run("qpdf", &["--check".as_ref(), path.as_os_str()]);
    let told = run("pdftotext", &["-layout".as_ref(), path.as_os_str(), "-".as_ref()]);
    let told = String::from_utf8(told).unwrap();
    for expected in
        ["Lines 483ZSA", "Theatre block A", "Printed 27 Nov", "Not sent yet", "Issued by"]
    {
        assert!(told.contains(expected), "{expected}: {told}");
    }
    assert!((1..=60).all(|at| told.contains(&code(at))), "{told}");
    let marked = told.lines().find(|line| line.contains("7,777")).unwrap();
    assert!(marked.contains('*'), "{marked}");
    let pages = folder.path().join("page");
    run(
        "pdftoppm",
        &["-r".as_ref(), "200".as_ref(), "-png".as_ref(), path.as_os_str(), pages.as_os_str()],
    );
    let mut read = String::new();
    for name in names(folder.path()).iter().filter(|name| name.ends_with(".png")) {
        let page = folder.path().join(name);
        read += &String::from_utf8(run(
            "zbarimg",
            &["-q".as_ref(), "--raw".as_ref(), page.as_os_str()],
        ))
        .unwrap();
    }
    assert!((1..=60).all(|at| read.lines().any(|line| line == code(at))), "{read}");
}

#[test]
fn a_table_without_rows_says_so_and_one_that_is_too_long_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lines.pdf");
    let begin =
        || SheetFile::begin(&path, SheetFormat::Pdf, "Lines", &heads_of_lines(), Some(paper(None)));
    begin().unwrap().finish().unwrap();
    let told = run("pdftotext", &[path.as_os_str(), "-".as_ref()]);
    assert!(String::from_utf8(told).unwrap().contains("No rows"));
    std::fs::remove_file(&path).unwrap();
    let mut long = begin().unwrap();
    let row = vec![text("A"), text("B"), text("1")];
    long.add(&vec![row.clone(); PAPER_ROWS]).unwrap();
    assert!(long.add(&[row]).is_err());
    drop(long);
    assert!(SheetFile::begin(&path, SheetFormat::Pdf, "", &heads_of_lines(), None).is_err());
    assert_eq!(names(folder.path()), [""; 0]);
}
