use std::fs;

use calamine::{Data, DataType as _, Reader as _, Xlsx, open_workbook};
use chrono::{NaiveDate, NaiveDateTime};
use contract::PlaceRef;

use super::*;

mod others;

fn day() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 20).unwrap()
}

fn moment() -> NaiveDateTime {
    day().and_hms_opt(14, 3, 9).unwrap()
}

fn text(text: &str) -> SheetCell {
    SheetCell::Text(text.to_owned())
}

fn heads(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// A table of one column.
fn written(path: &Path, format: SheetFormat, cells: &[SheetCell]) {
    let rows: Vec<_> = cells.iter().map(|cell| vec![cell.clone()]).collect();
    let mut sheet = SheetFile::begin(path, format, "Lines", &heads(&["Code"])).unwrap();
    sheet.add(&rows).unwrap();
    sheet.finish().unwrap();
}

fn read(path: &Path) -> (String, Vec<Vec<Data>>) {
    let mut book: Xlsx<_> = open_workbook(path).unwrap();
    let name = book.sheet_names()[0].clone();
    let range = book.worksheet_range(&name).unwrap();
    assert!(
        book.worksheet_formula(&name).unwrap().cells().all(|(_, _, formula)| formula.is_empty())
    );
    (name, range.rows().map(<[Data]>::to_vec).collect())
}

/// A part of the workbook as it stands in the file.
fn part(path: &Path, name: &str) -> String {
    let mut parts = zip::ZipArchive::new(File::open(path).unwrap()).unwrap();
    std::io::read_to_string(parts.by_name(name).unwrap()).unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let all = fs::read_dir(folder).unwrap().flatten();
    all.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn numbers_days_and_moments_are_what_they_are_and_codes_stay_texts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("movements.xlsx");
    let columns = heads(&["Code", "Lines", "Requested", "Looked at", "By"]);
    let mut sheet = SheetFile::begin(&path, SheetFormat::Xlsx, "Movements", &columns).unwrap();
    assert_eq!(sheet.file_name(), "movements.xlsx");
    let row = vec![
        text("00012"),
        SheetCell::Whole(-12_000),
        SheetCell::Day(day()),
        SheetCell::Moment(moment()),
    ];
    sheet.add(&[row]).unwrap();
    let beyond = vec![SheetCell::Whole(i64::MAX), SheetCell::Day(NaiveDate::MIN)];
    sheet.add(&[[vec![text("x")], beyond, vec![text("more"); 9]].concat()]).unwrap();
    sheet.finish().unwrap();
    let (name, rows) = read(&path);
    assert_eq!(name, "Movements");
    assert_eq!(rows[0], columns.iter().map(|name| Data::String(name.clone())).collect::<Vec<_>>());
    assert_eq!(rows[1][..2], [Data::String("00012".into()), Data::Float(-12_000.0)]);
    let moments: Vec<_> = [&rows[1][2], &rows[1][3]]
        .map(|cell| match cell {
            Data::DateTime(at) => at.to_ymd_hms_milli(),
            other => panic!("{other:?} is no date"),
        })
        .to_vec();
    assert_eq!(moments, [(2026, 11, 20, 0, 0, 0, 0), (2026, 11, 20, 14, 3, 9, 0)]);
    assert_eq!(rows[1][4], Data::Empty);
    assert_eq!(rows[2][1], Data::String(i64::MAX.to_string()), "not another number");
    assert!(rows[2][2].is_string(), "no spreadsheet knows such a day");
    assert_eq!(rows[2].len(), 5, "what is beyond the columns is left out");
}

#[test]
fn the_head_stays_in_view_is_filtered_by_and_columns_are_as_wide_as_what_they_hold() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lines.xlsx");
    let columns = heads(&["#", "Product", "Note"]);
    let mut sheet = SheetFile::begin(&path, SheetFormat::Xlsx, "Lines", &columns).unwrap();
    let name = "Gloves, examination, nitrile";
    let row = |number| vec![SheetCell::Whole(number), text(name), text(&"long ".repeat(60))];
    sheet.add(&[row(1), row(2)]).unwrap();
    sheet.finish().unwrap();
    let sheet = part(&path, "xl/worksheets/sheet1.xml");
    for expected in [
        r#"<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>"#,
        r#"<autoFilter ref="A1:C3"/>"#,
    ] {
        assert!(sheet.contains(expected), "{expected}: {sheet}");
    }
    let wide = |at: usize| -> f64 {
        let column = sheet.split("<col ").nth(at).unwrap();
        let width = column.split("width=\"").nth(1).unwrap();
        width.split('"').next().unwrap().parse().unwrap()
    };
    assert!((7.0..9.0).contains(&wide(1)), "{sheet}");
    assert!((28.0..32.0).contains(&wide(2)), "{sheet}");
    assert!((60.0..63.0).contains(&wide(3)), "{sheet}");
}

/// What a spreadsheet would run if it could, and what somebody may have typed to break one.
const FORMULAS: [&str; 9] = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1+1",
    "\0=1+1",
    "\u{feff}=HYPERLINK(\"http://x\")",
    "＝1+1",
    "a;=1+1",
];

#[test]
fn r_w7_no_cell_of_a_sheet_is_a_formula_in_either_form() {
    let folder = tempfile::tempdir().unwrap();
    let cells = FORMULAS.map(text);
    let path = folder.path().join("a.xlsx");
    let mut sheet = SheetFile::begin(&path, SheetFormat::Xlsx, "=1+1", &heads(&["=1+1"])).unwrap();
    sheet.add(&cells.clone().map(|cell| vec![cell])).unwrap();
    sheet.finish().unwrap();
    let (_, rows) = read(&path);
    let read: Vec<_> = rows.iter().skip(1).map(|row| row[0].clone()).collect();
    assert!(read.iter().all(Data::is_string), "{read:?}");
    assert_eq!(rows[0][0], Data::String("=1+1".into()));
    let sheet = part(&path, "xl/worksheets/sheet1.xml");
    assert!(!sheet.contains("<f>"), "{sheet}");
    // Of a cell that holds text by its format, nothing becomes one when somebody edits it.
    assert_eq!(sheet.matches("t=\"inlineStr\"").count(), FORMULAS.len() + 1);
    assert!(part(&path, "xl/styles.xml").contains("numFmtId=\"49\""));

    let path = folder.path().join("a.csv");
    let mut sheet = SheetFile::begin(&path, SheetFormat::Csv, "", &heads(&["=1+1"])).unwrap();
    sheet.add(&cells.map(|cell| vec![cell])).unwrap();
    sheet.add(&[vec![SheetCell::Whole(-5)]]).unwrap();
    sheet.finish().unwrap();
    let file = fs::read_to_string(&path).unwrap();
    let file = file.strip_prefix('\u{feff}').unwrap();
    let mut table = csv::ReaderBuilder::new().has_headers(false).from_reader(file.as_bytes());
    let read: Vec<String> = table.records().map(|record| record.unwrap()[0].to_owned()).collect();
    let expected: Vec<_> = FORMULAS.iter().map(|text| without_formulas(text)).collect();
    assert_eq!(read[0], "'=1+1");
    assert_eq!(read[1..=FORMULAS.len()], expected);
    assert_eq!(read[FORMULAS.len() + 1], "-5", "a number is no formula");
}

#[test]
fn whatever_a_text_holds_it_is_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hostile.xlsx");
    let long = "é".repeat(40_000);
    let emoji = "😀".repeat(20_000);
    let cells = [
        text(&long),
        text(&emoji),
        text("👩🏽‍⚕️ 🧤"),
        text("قفازات فحص \u{202e}txt"),
        text("a\0b\u{1f}\u{fffe}"),
        text("_x0041_ <f>&\"]]>"),
        text(" two\r\nlines "),
    ];
    written(&path, SheetFormat::Xlsx, &cells);
    let (_, rows) = read(&path);
    let texts: Vec<String> = rows.iter().skip(1).map(|row| row[0].as_string().unwrap()).collect();
    assert_eq!(texts[0], "é".repeat(32_766) + "…");
    assert_eq!(texts[1], "😀".repeat(16_383) + "…");
    assert_eq!(texts[2..4], ["👩🏽‍⚕️ 🧤", "قفازات فحص \u{202e}txt"]);
    assert_eq!(texts[4], "a\0b\u{1f}\u{fffe}");
    assert_eq!(texts[5], "_x0041_ <f>&\"]]>");
    assert!(texts[6].starts_with(" two") && texts[6].ends_with("lines "), "{:?}", texts[6]);
    let path = folder.path().join("hostile.csv");
    written(&path, SheetFormat::Csv, &cells);
    let file = fs::read_to_string(&path).unwrap();
    assert!(file.contains(&long) && file.contains("قفازات"), "a text has no longest length");
}

#[test]
fn names_that_no_sheet_can_have_are_mended() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["", "a/b:c*d?[e]\\", "'quoted'", &"long ".repeat(20), "\0", "History", "😀"] {
        let path = folder.path().join("a.xlsx");
        let mut sheet =
            SheetFile::begin(&path, SheetFormat::Xlsx, name, &heads(&["Code"])).unwrap();
        sheet.add(&[vec![text("A")]]).unwrap();
        sheet.finish().unwrap();
        assert_eq!(read(&path).1.len(), 2, "{name:?}");
    }
}

#[test]
fn a_table_without_rows_has_its_head() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.xlsx");
    written(&path, SheetFormat::Xlsx, &[]);
    assert_eq!(read(&path).1, [[Data::String("Code".into())]]);
    let path = folder.path().join("none.csv");
    written(&path, SheetFormat::Csv, &[]);
    assert_eq!(fs::read_to_string(&path).unwrap(), "\u{feff}\"Code\"\r\n");
    let begun = SheetFile::begin(&path, SheetFormat::Xlsx, "", &[]);
    assert_eq!(begun.err().map(|error| error.kind()), Some(io::ErrorKind::InvalidInput));
}

#[test]
fn what_is_given_up_leaves_nothing_and_a_file_before_it_stays() {
    let folder = tempfile::tempdir().unwrap();
    for format in [SheetFormat::Xlsx, SheetFormat::Csv] {
        let path = folder.path().join(format.ending());
        fs::write(&path, "before").unwrap();
        let mut sheet = SheetFile::begin(&path, format, "", &heads(&["Code"])).unwrap();
        sheet.add(&vec![vec![text("A")]; 2_000]).unwrap();
        assert_eq!(names(folder.path()).len(), 1, "nothing has a name before it is whole");
        drop(sheet);
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        written(&path, format, &[text("A")]);
        assert_ne!(fs::read(&path).unwrap(), b"before");
        assert_eq!(names(folder.path()).len(), 1);
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_folder_that_is_not_there_or_was_taken_away_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let gone = folder.path().join("gone");
    for format in [SheetFormat::Xlsx, SheetFormat::Csv] {
        let begin = |path: &Path| SheetFile::begin(path, format, "", &heads(&["Code"]));
        assert!(begin(&gone.join("a")).is_err());
        // Nobody may write there, whoever one is.
        assert!(begin(Path::new("/proc/self/a")).is_err());
        fs::create_dir(&gone).unwrap();
        let mut sheet = begin(&gone.join("a")).unwrap();
        sheet.add(&[vec![text("A")]]).unwrap();
        fs::remove_dir(&gone).unwrap();
        assert!(sheet.finish().is_err());
        assert!(!gone.exists());
    }
}

#[test]
fn a_bin_that_is_told_with_its_depot_is_no_formula_either() {
    let depot = PlaceRef { id: "n".into(), name: "North".into(), type_code: None };
    assert_eq!(inert(&SheetCell::Placed("A-01".into(), depot.clone())), "A-01 · North");
    assert_eq!(inert(&SheetCell::Placed("=1+1".into(), depot)), "'=1+1 · North");
}
