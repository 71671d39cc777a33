//! A table that is printed, read back from its pages as others read them.

use std::path::Path;
use std::process::Command;

use contract::gs1::elements;
use contract::{PaperCode, PaperCodeSection, PaperWords};

use super::*;

fn text(text: &str) -> SheetCell {
    SheetCell::Text(text.to_owned())
}

fn texts(all: &[&str]) -> Vec<String> {
    all.iter().map(|text| (*text).to_owned()).collect()
}

fn paper(form: PaperForm) -> Paper {
    Paper {
        title: "Lines 483ZSA".into(),
        form,
        size: PaperSize::A4,
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
            aisle: "Aisle {aisle}".into(),
            no_group: "Elsewhere".into(),
        },
    }
}

fn list() -> PaperTable {
    PaperTable {
        boxes: true,
        signatures: texts(&["Issued by"]),
        signature_parts: texts(&["Name", "Date"]),
        facts: vec![("To".into(), "Theatre block A".into())],
        columns: vec![(0, PaperColumn::Code), (1, PaperColumn::Text), (2, PaperColumn::Number)],
        ..PaperTable::default()
    }
}

fn labels(stock: LabelStock) -> PaperLabels {
    let lines = vec![(1, "".into())];
    PaperLabels { stock, skip: 0, copies: 1, outlines: true, code: 0, item: None, lines }
}

fn table(rows: &[Vec<SheetCell>]) -> PrintedTable {
    let mut table =
        PrintedTable::begin(texts(&["Code", "Product", "Requested"]), Vec::new()).unwrap();
    table.add(rows).unwrap();
    table
}

fn lines(count: u32) -> Vec<Vec<SheetCell>> {
    let line = |at: u32| {
        let pieces = match at {
            7 => SheetCell::Unsent("7,777".into()),
            _ => text(&at.to_string()),
        };
        vec![text(&code(at)), text("Gloves, nitrile, M"), pieces]
    };
    (1..=count).map(line).collect()
}

fn code(at: u32) -> String {
    format!("GLV-{at:04}")
}

fn today() -> NaiveDate {
    "2026-11-27".parse().unwrap()
}

fn run(program: &str, arguments: &[&std::ffi::OsStr]) -> Vec<u8> {
    let out = Command::new(program).args(arguments).output().unwrap_or_else(|error| {
        panic!("{program} did not start (`cargo xtask setup` installs it): {error}")
    });
    assert!(out.status.success(), "{program}: {}", String::from_utf8_lossy(&out.stderr));
    out.stdout
}

/// Writes the pages, and answers their text and all codes on them.
fn read_back(table: &mut PrintedTable, paper: &Paper) -> (String, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lines.pdf");
    std::fs::write(&path, &*table.pdf(paper).unwrap()).unwrap();
    run("qpdf", &["--check".as_ref(), path.as_os_str()]);
    let told = run("pdftotext", &["-layout".as_ref(), path.as_os_str(), "-".as_ref()]);
    let pages = folder.path().join("page");
    let drawn = ["-r".as_ref(), "200".as_ref(), "-png".as_ref(), path.as_os_str()];
    run("pdftoppm", &[&drawn[..], &[pages.as_os_str()]].concat());
    let pictures = std::fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().path());
    let mut codes = Vec::new();
    for picture in pictures.filter(|path| path.extension().is_some_and(|it| it == "png")) {
        codes.extend(read_by("zbarimg", &["-q", "--raw"], &picture));
    }
    codes.sort();
    (String::from_utf8(told).unwrap(), codes)
}

/// The codes that a program finds in a picture. Where it finds none it says that it failed.
fn read_by(program: &str, arguments: &[&str], picture: &Path) -> Vec<String> {
    let out = Command::new(program).args(arguments).arg(picture).output().unwrap();
    String::from_utf8(out.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// A page as the window shows it so wide, in a file.
fn shown(table: &mut PrintedTable, form: PaperLabels, width: u32) -> tempfile::TempPath {
    let picture = table.picture(&paper(PaperForm::Labels(form)), 0, width).unwrap();
    let file = tempfile::Builder::new().suffix(".png").tempfile().unwrap().into_temp_path();
    std::fs::write(&file, BASE64_STANDARD.decode(picture.png).unwrap()).unwrap();
    file
}

#[test]
fn every_row_is_on_the_pages_with_what_is_not_sent_marked_and_codes_that_scan() {
    let mut table = table(&lines(60));
    let form = PaperTable { barcodes: vec![0], code: Some("483ZSA".into()), ..list() };
    let (told, codes) = read_back(&mut table, &paper(PaperForm::Table(form)));
    for expected in
        ["Lines 483ZSA", "Theatre block A", "Printed 27 Nov", "Not sent yet", "Issued by"]
    {
        assert!(told.contains(expected), "{expected}: {told}");
    }
    assert!((1..=60).all(|at| told.contains(&code(at))), "{told}");
    let marked = told.lines().find(|line| line.contains("7,777")).unwrap();
    assert!(marked.contains('*'), "{marked}");
    let expected: Vec<_> = std::iter::once("483ZSA".into()).chain((1..=60).map(code)).collect();
    assert_eq!(codes, expected);
}

#[test]
fn the_code_of_a_row_ends_it_and_stands_in_no_column_that_is_printed() {
    let mut rows = lines(5);
    for (row, at) in rows.iter_mut().zip(1_u32..) {
        row[2] = text(&format!("SH{at:012}"));
    }
    // One has none, and one ends before it.
    rows[1][2] = SheetCell::empty();
    rows[4].truncate(1);
    let columns = vec![(0, PaperColumn::Code), (1, PaperColumn::Text)];
    let form = PaperTable { columns, row_codes: Some(2), ..list() };
    let (told, codes) = read_back(&mut table(&rows), &paper(PaperForm::Table(form.clone())));
    assert_eq!(codes, ["SH000000000001", "SH000000000003", "SH000000000004"]);
    assert!(told.contains("Requested"), "the head of its column: {told}");
    assert!((1..=5).all(|at| told.contains(&code(at))) && !told.contains("SH0"), "{told}");
    // Beside the barcodes of codes, and of a column that is not there.
    let both = PaperTable { barcodes: vec![0], ..form.clone() };
    let (_, codes) = read_back(&mut table(&rows), &paper(PaperForm::Table(both)));
    assert_eq!(codes.len(), 8, "{codes:?}");
    let none = PaperTable { row_codes: Some(9), ..form };
    let (_, codes) = read_back(&mut table(&rows), &paper(PaperForm::Table(none)));
    assert!(codes.is_empty(), "{codes:?}");
}

#[test]
fn rows_stand_together_by_what_they_have_in_common() {
    let bins = ["B-01-02", "A-02-01", "B-02-01", "", "a-09-01"];
    let rows: Vec<_> = bins.iter().map(|bin| vec![text(bin), text("Gloves"), text("1")]).collect();
    let heads = |group: PaperGroup| {
        let form = PaperTable { group: Some(group), ..list() };
        let mut told = table(&rows).group_heads(&paper(PaperForm::Table(form.clone())), &form);
        told.dedup();
        told
    };
    assert_eq!(
        heads(PaperGroup::Aisle(0)),
        ["Aisle B", "Aisle A", "Aisle B", "Elsewhere", "Aisle A"]
    );
    // In another depot the second part of a name is the aisle.
    let plan = DepotPlan { aisle: 2, bay: 3, ..DepotPlan::default() };
    let mut planned = PrintedTable::begin(texts(&["Bin"]), vec![("d".into(), plan)]).unwrap();
    planned.add(&rows).unwrap();
    let form = PaperTable { group: Some(PaperGroup::Aisle(0)), ..list() };
    let told = planned.group_heads(&paper(PaperForm::Table(form.clone())), &form);
    assert_eq!(told, ["Aisle 01", "Aisle 02", "Aisle 02", "Elsewhere", "Aisle 09"]);
    assert_eq!(heads(PaperGroup::Same(1)), ["Gloves"]);
    // A column that is not there, or in which nothing stands, makes no groups.
    assert_eq!(heads(PaperGroup::Same(9)), [""]);
    let grouped = PaperTable { group: Some(PaperGroup::Aisle(0)), ..list() };
    let (told, _) = read_back(&mut table(&rows), &paper(PaperForm::Table(grouped)));
    let places = ["Aisle B", "B-01-02", "B-02-01", "Aisle A", "A-02-01", "a-09-01", "Elsewhere"];
    let places = places.map(|text| told.find(text).unwrap_or_else(|| panic!("{text}: {told}")));
    assert!(places.is_sorted(), "{told}");
    assert_eq!(told.matches("Aisle B").count(), 1, "{told}");
}

#[test]
fn what_is_not_sent_is_told_in_the_head_where_its_column_is_not_printed() {
    let row = |reason: SheetCell| vec![text("A-01"), reason, text("1")];
    let reason = "Stockout".to_owned();
    let rows = [row(SheetCell::Text(reason.clone())), row(SheetCell::Unsent(reason))];
    let heads = |columns| {
        let form = PaperTable { group: Some(PaperGroup::Same(1)), columns, ..list() };
        table(&rows).group_heads(&paper(PaperForm::Table(form.clone())), &form)
    };
    assert_eq!(heads(list().columns), ["Stockout", "Stockout"], "each row shows it");
    let told = heads(vec![(0, PaperColumn::Code)]);
    assert_eq!(told[0], "Stockout");
    assert!(told[1].starts_with("Stockout (") && told[1].len() > "Stockout ()".len(), "{told:?}");
}

#[test]
fn bins_of_two_depots_are_told_apart_and_their_codes_are_the_names_of_bins_alone() {
    let depot =
        |id: &str, name: &str| PlaceRef { id: id.into(), name: name.into(), type_code: None };
    let row = |bin: &str, of: &PlaceRef| {
        vec![SheetCell::Placed(bin.into(), of.clone()), text("Gloves"), text("1")]
    };
    let (north, south) = (depot("n", "North"), depot("s", "South"));
    let rows = vec![row("A-01-02", &north), row("A-01-02", &south), row("A-01-07", &north)];
    // In the south the second part of a name is the aisle.
    let plan = DepotPlan { aisle: 2, bay: 3, ..DepotPlan::default() };
    let plans = vec![("n".into(), DepotPlan::default()), ("s".into(), plan)];
    let heads = texts(&["Bin", "Product", "Required"]);
    let mut printed = PrintedTable::begin(heads, plans).unwrap();
    printed.add(&rows).unwrap();
    let group = Some(PaperGroup::Aisle(0));
    let form = PaperTable { group, barcodes: vec![0], ..list() };
    let listed = paper(PaperForm::Table(form.clone()));
    let told = printed.group_heads(&listed, &form);
    assert_eq!(told, ["Aisle A · North", "Aisle 01 · South", "Aisle A · North"]);
    let (told, mut codes) = read_back(&mut printed, &listed);
    for text in ["A-01-02", "North", "South"] {
        assert!(told.contains(text), "{text}: {told}");
    }
    codes.dedup();
    assert_eq!(codes, ["A-01-02", "A-01-07"]);
    let form = labels(LabelStock::default());
    let sheet = printed.labels(&paper(PaperForm::Labels(form.clone())), &form).unwrap();
    let lines: Vec<_> = sheet.labels.iter().map(|label| label.lines.join(", ")).collect();
    assert_eq!(lines, ["North, Gloves", "South, Gloves", "North, Gloves"]);
    let is_of_title = |label: &Label| label.code == Some(Code::Code128(label.title.clone()));
    assert!(sheet.labels.iter().all(is_of_title));
}

#[test]
fn each_row_has_its_labels_and_what_has_no_code_has_none() {
    let mut rows = lines(26);
    rows.push(vec![text(" "), text("No code"), text("1")]);
    let expected: Vec<_> = (1..=26).map(code).collect();
    for stock in LabelStock::SOLD {
        let form = PaperLabels { copies: 2, skip: 3, ..labels(stock) };
        let (told, mut codes) = read_back(&mut table(&rows), &paper(PaperForm::Labels(form)));
        // The reader tells a code that is twice on a page once.
        codes.dedup();
        assert_eq!(codes, expected, "{stock:?}");
        assert!(expected.iter().all(|code| told.matches(code).count() == 2), "{told}");
        assert!(told.contains("Gloves, nitrile, M"), "{told}");
        assert!(!told.contains("No code"), "{told}");
    }
}

#[test]
fn labels_that_do_not_fit_say_so() {
    let wide = |width| match LabelStock::default() {
        LabelStock::Sheet(of) => LabelStock::Sheet(LabelSheetSize { width, ..of }),
        roll @ LabelStock::Roll(..) => roll,
    };
    let pdf = |stock| table(&lines(1)).pdf(&paper(PaperForm::Labels(labels(stock)))).map(drop);
    assert_eq!(pdf(wide(700)), Ok(()));
    assert_eq!(pdf(wide(720)).unwrap_err().reason, Reason::LabelsDoNotFit);
    assert_eq!(pdf(LabelStock::Roll(0, 0)).unwrap_err().reason, Reason::LabelsDoNotFit);
    let text = "A".repeat(200);
    let mut long = table(&[vec![SheetCell::Text(text.clone())]]);
    let tiny = paper(PaperForm::Labels(labels(LabelStock::Roll(100, 100))));
    let failed = long.pdf(&tiny).unwrap_err().reason;
    assert!(
        matches!(&failed, Reason::CodeDoesNotFit { text } if text.starts_with("AAA")),
        "{failed}"
    );
}

#[test]
fn labels_are_counted_and_are_not_too_many_nor_none() {
    let draw = |rows: &[Vec<SheetCell>], copies| {
        let form = PaperLabels { copies, ..labels(LabelStock::default()) };
        table(rows).picture(&paper(PaperForm::Labels(form)), 0, 100)
    };
    assert_eq!(draw(&lines(30), 2).unwrap().labels, Some(60));
    let most = u32::try_from(PAPER_LABELS).unwrap();
    assert_eq!(draw(&lines(1), most).unwrap().labels, Some(most));
    for copies in [most + 1, u32::MAX] {
        assert_eq!(draw(&lines(1), copies).unwrap_err().reason, Reason::TooManyLabels);
    }
    assert_eq!(draw(&[vec![text(" "), text("No code")]], 1).unwrap_err().reason, Reason::NoLabels);
    assert_eq!(draw(&lines(3), 0).unwrap_err().reason, Reason::NoLabels);
}

#[test]
fn enlarged_labels_are_scanned_from_the_screen() {
    for (stock, width, count) in [
        (LabelStock::SOLD[0], 1_800, 24),
        (LabelStock::SOLD[1], 1_800, 21),
        (LabelStock::SOLD[5], 900, 1),
    ] {
        let picture = shown(&mut table(&lines(30)), labels(stock), width);
        let mut codes = read_by("zbarimg", &["-q", "--raw"], &picture);
        codes.sort();
        assert_eq!(codes, (1..=count).map(code).collect::<Vec<_>>(), "{stock:?}");
    }
}

#[test]
fn labels_of_trade_items_are_scanned_back_to_their_number_lot_and_expiry() {
    let day = |day: &str| SheetCell::Written(day.parse().unwrap(), "20 Nov 2027".into());
    let none = SheetCell::empty;
    let rows = [
        [text("9506000134352"), text("LOT-7/B"), day("2027-11-20")],
        // It may be a code of one's own, as the next ones are.
        [text("96385074"), none(), none()],
        [text("2012345678903"), text("LOT-9"), none()],
        [text("412345678903"), text("LOT-9"), none()],
        [text("0000000000000"), none(), none()],
        // GS1 has no blank in a lot: without it the label is as good as it can be.
        [text("036000291452"), text("LOT 8"), day("2028-02-29")],
        // Two digits would say another year.
        [text("9506000134352"), none(), day("2077-01-01")],
        [text("9506000134352"), none(), day("2076-12-31")],
        [text("GLV-0100"), text("LOT-9"), day("2027-11-20")],
        // Its check digit is another one.
        [text("9506000134353"), text("LOT-9"), none()],
    ];
    let expected = [
        Some("(01)09506000134352(17)271120(10)LOT-7/B"),
        None,
        None,
        None,
        None,
        Some("(01)00036000291452(17)280229"),
        Some("(01)09506000134352"),
        Some("(01)09506000134352(17)761231"),
        None,
        None,
    ];
    let said = |(ai, value): &(String, String)| format!("({ai}){value}");
    for (row, expected) in rows.iter().zip(expected) {
        let item = Some(PaperItem { lot: Some(1), expires: Some(2), today: today() });
        let form = PaperLabels { item, ..labels(LabelStock::SOLD[5]) };
        let mut table = table(&[row.to_vec()]);
        let picture = shown(&mut table, form.clone(), 900);
        let read = match expected {
            Some(_) => {
                read_by("dmtxread", &["--newline", "--gs1=29", "--milliseconds=8000"], &picture)
            }
            None => read_by("zbarimg", &["-q", "--raw"], &picture),
        };
        let [read] = &read[..] else { panic!("{row:?}: {read:?}") };
        // Before the first element scanners send a mark, or nothing.
        let found = elements(read.trim_start_matches('\u{1d}'))
            .map(|all| all.iter().map(said).collect::<String>());
        assert_eq!(found.as_deref(), expected, "{read}");
        if expected.is_none() {
            assert_eq!(*read, row[0].plain(), "other codes stay as they are");
        }
        // Of a bin it is none.
        let plain = shown(&mut table, PaperLabels { item: None, ..form }, 900);
        assert_eq!(read_by("zbarimg", &["-q", "--raw"], &plain), [row[0].plain()]);
    }
}

#[test]
fn what_has_no_room_for_all_of_a_trade_item_says_less() {
    let row = [text("9506000134352"), text("LOT-1234567890-ABCDE"), text("")];
    let item = Some(PaperItem { lot: Some(1), expires: None, today: today() });
    let form = |width, height| PaperLabels { item, ..labels(LabelStock::Roll(width, height)) };
    let read = |width, height| {
        let picture = shown(&mut table(&[row.to_vec()]), form(width, height), 900);
        let read = read_by("dmtxread", &["--newline", "--gs1=29", "--milliseconds=3000"], &picture);
        read.concat().trim_start_matches('\u{1d}').to_owned()
    };
    assert_eq!(read(620, 290), "010950600013435210LOT-1234567890-ABCDE");
    assert_eq!(read(620, 80), "0109506000134352");
    let tiny = paper(PaperForm::Labels(form(80, 80)));
    let failed = table(&[row.to_vec()]).pdf(&tiny).unwrap_err().reason;
    assert!(matches!(&failed, Reason::CodeDoesNotFit { .. }), "{failed}");
}

#[test]
fn what_is_left_out_of_a_list_is_on_none_of_its_pages() {
    let columns = vec![(0, PaperColumn::Code), (1, PaperColumn::Text)];
    let list = PaperTable { columns, ..list() };
    let (told, _) = read_back(&mut table(&lines(7)), &paper(PaperForm::Table(list)));
    assert!(told.contains("GLV-0007") && !told.contains("Requested"), "{told}");
    assert!(!told.contains("7,777") && !told.contains("Not sent yet"), "{told}");
}

#[test]
fn columns_are_printed_in_their_order_and_rows_stand_together_by_one_that_is_not() {
    let group = Some(PaperGroup::Same(1));
    let columns = vec![(2, PaperColumn::Number), (0, PaperColumn::Code), (9, PaperColumn::Text)];
    let list = PaperTable { columns, group, barcodes: vec![0, 1], ..list() };
    let mut table = table(&lines(3));
    table.add(&[vec![text("GLV-0004")]]).unwrap();
    let (told, codes) = read_back(&mut table, &paper(PaperForm::Table(list)));
    let head = told.lines().find(|line| line.contains("Requested")).unwrap();
    assert!(head.find("Requested") < head.find("Code"), "{told}");
    assert!(!told.contains("Product"), "{told}");
    // The name of a group, and no cell.
    assert_eq!(told.matches("Gloves, nitrile, M").count(), 1, "{told}");
    assert!(told.contains("Elsewhere"), "{told}");
    assert_eq!(codes, (1..=4).map(code).collect::<Vec<_>>());
}

#[test]
fn a_label_marks_what_is_not_sent() {
    let form = PaperLabels {
        lines: vec![(2, "Requested".into())],
        ..labels(LabelStock::Roll(1_016, 1_524))
    };
    let (told, _) = read_back(&mut table(&lines(7)), &paper(PaperForm::Labels(form)));
    assert!(told.contains("Requested 7,777*") && told.contains("* Not sent yet"), "{told}");
    assert_eq!(told.matches('*').count(), 2, "{told}");
}

#[test]
fn codes_to_be_scanned_need_no_rows() {
    let code =
        |text: &str, kind| PaperCode { caption: format!("Does {text}"), text: text.into(), kind };
    let codes = vec![
        code("SH-CONFIRM", PaperCodeKind::Bars),
        code("SH-UNDO", PaperCodeKind::Bars),
        code("AQWZ-0123456789/M", PaperCodeKind::Qr),
    ];
    let sections = vec![PaperCodeSection { head: "Codes".into(), codes }];
    let form = PaperForm::Codes(PaperCodes { intro: "Scan one.".into(), sections });
    let (told, codes) = read_back(&mut table(&[]), &paper(form));
    assert_eq!(codes, ["AQWZ-0123456789/M", "SH-CONFIRM", "SH-UNDO"]);
    assert!(told.contains("Scan one.") && told.contains("Does SH-UNDO"), "{told}");
}

#[test]
fn a_table_without_rows_says_so_and_one_that_is_too_long_is_none() {
    let (told, codes) = read_back(&mut table(&[]), &paper(PaperForm::Table(list())));
    assert!(told.contains("No rows") && codes.is_empty(), "{told}");
    let mut long = table(&vec![vec![text("A")]; PAPER_ROWS]);
    assert!(long.add(&[vec![text("A")]]).is_err());
    let heads = vec![String::new(); SHEET_COLUMNS + 1];
    assert!(PrintedTable::begin(heads, Vec::new()).is_err());
}

#[test]
fn a_page_is_drawn_as_it_is_printed_and_the_last_one_for_those_beyond() {
    let mut table = table(&lines(60));
    let paper = paper(PaperForm::Table(list()));
    let last = table.picture(&paper, 99, 400).unwrap();
    assert!(last.pages > 1 && last.page == last.pages - 1, "{} of {}", last.page, last.pages);
    let first = table.picture(&paper, 0, 400).unwrap();
    assert_ne!(first.png, last.png);
    let png = BASE64_STANDARD.decode(first.png).unwrap();
    let read = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!((&png[..4], read(16)), (&b"\x89PNG"[..], 400));
    // As high as an A4 page of that width.
    assert!(read(20).abs_diff(566) <= 1, "{}", read(20));
}
