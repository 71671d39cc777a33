use contract::{Failure, JournalEvent, MovementKey, Operation, OperationKey, Reason};
use uuid::Uuid;

use super::*;

fn row(entry: u64, before: &str) -> JournalRow {
    JournalRow {
        entry,
        at: chrono::DateTime::from_timestamp(1_795_000_000, 0).unwrap(),
        who: "aokafor".into(),
        person: Some("Amara Okafor".into()),
        key: OperationKey(Uuid::from_u128(5)),
        movement: Some(MovementKey(Uuid::from_u128(7))),
        title: "=cmd|' /C calc'!A0".into(),
        code: Some("-SYR-1010".into()),
        product: Some("=Gloves".into()),
        event: JournalEvent::NotDone,
        operation: Some(Operation::CreateCategory { name: "Dressings, \"fine\"".into() }),
        before: Some(before.into()),
        after: None,
        failure: Some(Failure {
            service_text: Some("+1".into()),
            ..Failure::from(Reason::Refused { status: 500 })
        }),
        milliseconds: Some(41),
    }
}

fn csv_of(rows: &[JournalRow]) -> String {
    csv(|take| rows.iter().cloned().try_for_each(take)).unwrap()
}

fn records(text: &str) -> Vec<Vec<String>> {
    let mut reader = ::csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect()
}

#[test]
fn each_entry_is_a_row_under_a_head_and_nothing_breaks_out_of_its_cell() {
    let odd = "two\r\nlines, \"quoted\"; é";
    let records = records(&csv_of(&[row(1, odd), row(2, "12")]));
    assert_eq!(records.len(), 3);
    assert_eq!(records[0], HEAD);
    assert_eq!(records[1][0], "1");
    assert_eq!(records[1][1], "2026-11-18T11:06:40.000Z");
    assert_eq!(records[1][2..4], ["aokafor", "Amara Okafor"]);
    assert_eq!(records[1][6..9], ["'-SYR-1010", "'=Gloves", "not_done"]);
    assert_eq!(records[1][9], r#"{"create_category":{"name":"Dressings, \"fine\""}}"#);
    assert_eq!(records[1][10], odd);
    assert_eq!(records[2][11..], ["", "The service could not do this.", "'+1", "41"]);
}

#[test]
fn a_table_says_how_its_letters_are_written() {
    for rows in [vec![], vec![row(1, "é")]] {
        let text = csv_of(&rows);
        assert!(text.starts_with("\u{feff}\"entry\","), "{text}");
        assert_eq!(text.matches('\u{feff}').count(), 1);
    }
}

#[test]
fn r_w7_no_cell_of_an_export_begins_like_a_formula() {
    for begin in ["=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠"] {
        let records = records(&csv_of(&[row(1, &format!("{begin}1+1"))]));
        assert_eq!(records[1][10], format!("'{begin}1+1"), "{begin:?}");
        assert_eq!(records[1][5], "'=cmd|' /C calc'!A0");
    }
    for unseen in ["\u{200b}", "\u{feff}", "\u{a0}", " "] {
        let records = records(&csv_of(&[row(1, &format!("{unseen}=1+1"))]));
        assert_eq!(records[1][10], format!("'{unseen}=1+1"), "{unseen:?}");
    }
    // Where the separator of lists is a semicolon, one begins a cell, quoted or not.
    for separator in [";", "\t"] {
        let records = records(&csv_of(&[row(1, &format!("a{separator} @SUM(1)"))]));
        assert_eq!(records[1][10], format!("a{separator}' @SUM(1)"));
    }
    let records = records(&csv_of(&[row(1, "1-1=0 'as is'")]));
    assert_eq!(records[1][10], "1-1=0 'as is'");
}

#[test]
fn the_json_is_an_array_of_the_rows_as_they_are() {
    for rows in [vec![], vec![row(1, "=1")], vec![row(1, "a"), row(2, "b\n")]] {
        let text = json(|take| rows.iter().cloned().try_for_each(take)).unwrap();
        assert_eq!(serde_json::from_str::<Vec<JournalRow>>(&text).unwrap(), rows);
    }
}

#[test]
fn a_reading_that_fails_is_no_short_export() {
    let broken = |take: &mut Take<'_>| {
        take(row(1, "a"))?;
        Err(StoreFault::Broken("on purpose".into()))
    };
    assert!(csv(broken).is_err());
    assert!(json(broken).is_err());
}
