//! What a long table takes of the memory: alone in its process, as nothing else is to be measured with it.
#![allow(clippy::unwrap_used, reason = "a step that fails is a test that fails")]
#![allow(clippy::print_stdout, reason = "the figure is worth reading")]

use std::fs;
use std::time::Instant;

use backend::SheetFile;
use calamine::{Data, Reader as _, Xlsx, open_workbook};
use chrono::NaiveDate;
use contract::{SheetCell, SheetFormat};

fn text(text: &str) -> SheetCell {
    SheetCell::Text(text.to_owned())
}

/// What this process holds in memory now, in MiB.
fn held() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1_024
}

#[test]
fn a_hundred_thousand_rows_take_no_more_memory_than_a_few() {
    let day = NaiveDate::from_ymd_opt(2026, 11, 20).unwrap();
    let moment = day.and_hms_opt(14, 3, 9).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.xlsx");
    let columns: Vec<String> = (0..10).map(|at| format!("Column {at}")).collect();
    let mut sheet = SheetFile::begin(&path, SheetFormat::Xlsx, "Long", &columns).unwrap();
    let (before, begun) = (held(), Instant::now());
    let mut most = before;
    for portion in 0..200_i64 {
        let row = |at: i64| {
            let number = portion * 500 + at;
            let mut cells = vec![text(&format!("CODE-{number:06}")), SheetCell::Whole(number)];
            cells.extend([SheetCell::Day(day), SheetCell::Moment(moment)]);
            cells.extend((0..6).map(|part| text(&format!("Examination gloves {number} {part}"))));
            cells
        };
        sheet.add(&(0..500).map(row).collect::<Vec<_>>()).unwrap();
        most = most.max(held());
    }
    sheet.finish().unwrap();
    most = most.max(held());
    println!("{} MiB more, {:?}", most - before, begun.elapsed());
    assert!(most - before < 100, "{before} MiB became {most}");
    let mut book: Xlsx<_> = open_workbook(&path).unwrap();
    let range = book.worksheet_range("Long").unwrap();
    assert_eq!(range.get_size(), (100_001, 10));
    assert_eq!(range.get_value((100_000, 1)), Some(&Data::Float(99_999.0)));
}
