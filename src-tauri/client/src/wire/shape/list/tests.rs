use super::*;
use crate::is_as_written;
use crate::wire::category::CategoryWire;
use crate::wire::movement::MovementWire;
use crate::wire::shape::envelope::record;

const FIRST: Paging = Paging { max: 100, offset: 0 };

fn names(body: &[u8], asked: Paging) -> Result<(Vec<String>, usize), String> {
    match page::<MovementWire>(body, asked) {
        Read::Value(list) => {
            let name = |movement: &contract::Movement| movement.name.clone().unwrap_or_default();
            Ok((list.iter().map(name).collect(), list.unread))
        }
        Read::Error(shape) => Err(shape.message),
        Read::NotUnderstood(at) => Err(at),
    }
}

#[test]
fn half_a_pair_and_a_byte_that_is_no_text_cost_that_text_alone() {
    for (name, read) in [
        (&b"Theatre \\ud83d"[..], "Theatre \u{fffd}"),
        (b"Theatre \\ude00 A", "Theatre \u{fffd} A"),
        (b"Theatre \xc3", "Theatre \u{fffd}"),
        (b"\xff\\ud83d\\ude00", "\u{fffd}\u{1f600}"),
    ] {
        let body =
            [&br#"{"data":[{"id":"m1","name":""#[..], name, br#""},{"id":"m2","name":"B"}]}"#];
        let list = names(&body.concat(), FIRST).unwrap();
        assert_eq!(list, (vec![read.to_owned(), "B".to_owned()], 0));
        let one = [&br#"{"data":{"id":"m1","name":""#[..], name, br#""}}"#].concat();
        let Read::Value(one) = record::<MovementWire>(&one) else { panic!("{read}") };
        assert_eq!(one.name.as_deref(), Some(read));
        assert!(!is_as_written(read), "it must not be sent back");
    }
    let said = br#"{"errorCode":500,"errorMessage":"No \ud83d."}"#;
    assert_eq!(names(said, FIRST), Err("No \u{fffd}.".to_owned()));
}

#[test]
fn a_row_that_cannot_be_read_costs_that_row_alone_and_is_counted() {
    for bad in [
        r#"{"name":"no id"}"#,
        r#"{"id":"m2","id":"m3"}"#,
        r#"{"id":"m2","name":1e400}"#,
        r#"{"id":"m2","lineItems":[{"product":{"id":"p"}}]}"#,
        r#"{"id":"half \ud83d"}"#,
        "null",
        "7",
        "[]",
    ] {
        let body =
            format!(r#"{{"data":[{{"id":"m1","name":"A"}},{bad},{{"id":"m4","name":"B"}}]}}"#);
        let read = (vec!["A".to_owned(), "B".to_owned()], 1);
        assert_eq!(names(body.as_bytes(), FIRST).unwrap(), read, "{bad}");
        let only = format!("[{bad}]");
        assert!(names(only.as_bytes(), FIRST).is_err(), "{bad} alone is another list");
        let later = Paging { max: 100, offset: 300 };
        assert_eq!(names(only.as_bytes(), later).unwrap(), (vec![], 1), "{bad} at the end");
    }
}

#[test]
fn one_record_alone_must_be_whole() {
    for bad in [
        r#"{"data":{"id":"m1","lineItems":[{"id":"i"}]}}"#,
        r#"{"data":{"id":"half \ud83d"}}"#,
        r#"{"data":{"id":"m1","origin":{"id":"half \ud83d"}}}"#,
    ] {
        assert!(matches!(record::<MovementWire>(bad.as_bytes()), Read::NotUnderstood(_)), "{bad}");
    }
}

#[test]
fn a_list_of_one_may_be_that_one() {
    let body = br#"{"data":{"id":"m1","name":"A"},"totalCount":1}"#;
    assert_eq!(names(body, FIRST).unwrap(), (vec!["A".to_owned()], 0));
    assert!(matches!(any_list(body), Read::Value(())));
    for none in [r#"{"data":{}}"#, r#"{"data":{"name":"A"}}"#, r#"{"id":"m1"}"#, r#"{"data":7}"#] {
        assert!(names(none.as_bytes(), FIRST).is_err(), "{none}");
        assert!(!matches!(any_list(none.as_bytes()), Read::Value(())), "{none}");
    }
}

fn rows(count: usize) -> Vec<u8> {
    let rows: Vec<_> = (0..count).map(|id| format!(r#"{{"id":{id}}}"#)).collect();
    format!("[{}]", rows.join(",")).into_bytes()
}

#[test]
fn more_rows_than_twenty_times_what_was_asked_for_are_refused() {
    let ten = Paging { max: 10, offset: 0 };
    assert_eq!(names(&rows(200), ten).unwrap().0.len(), 200);
    assert_eq!(names(&rows(201), ten), Err("more than 200 rows".to_owned()));
    // One that is no record makes no difference, and there is no way round.
    let odd = [&b"[null,"[..], &rows(201)[1..]].concat();
    assert_eq!(names(&odd, ten), Err("more than 200 rows".to_owned()));
}

#[test]
fn no_answer_has_more_than_120_000_rows_or_records() {
    let refused = |read: Read<Listed<contract::Category>>| match read {
        Read::NotUnderstood(at) => at,
        _ => "read".to_owned(),
    };
    assert_eq!(refused(list::<CategoryWire>(&rows(budget::MOST))), "read");
    let too_many = "more than 120000 rows";
    assert_eq!(refused(list::<CategoryWire>(&rows(budget::MOST + 1))), too_many);
    let line = r#"{"id":"i","product":{"id":"p"}}"#;
    let lines = vec![line; budget::MOST + 1].join(",");
    let one = format!(r#"{{"data":{{"id":"m","lineItems":[{lines}]}}}}"#);
    let Read::NotUnderstood(at) = record::<MovementWire>(one.as_bytes()) else { panic!() };
    assert_eq!(at, too_many);
}

#[test]
fn a_long_text_is_cut_with_a_mark_and_an_id_is_not() {
    let read = |body: String| names(body.as_bytes(), FIRST);
    let long = "é".repeat(4_097);
    let name = read(format!(r#"[{{"id":"m","name":"{long}"}}]"#)).unwrap().0.remove(0);
    assert_eq!((name.chars().count(), name.ends_with("é…")), (4_097, true));
    assert!(!is_as_written(&name) && is_as_written(&long[2..]) && is_as_written("and so on…"));
    let id = "x".repeat(512);
    assert!(read(format!(r#"[{{"id":"{id}"}}]"#)).is_ok());
    assert_eq!(read(format!(r#"[{{"id":"{id}y"}}]"#)), Err("[0].id".to_owned()));
    // What can be sent from here is read again as it was sent.
    let ours = "d".repeat(10_000);
    let body = format!(r#"{{"id":"m","description":"{ours}"}}"#);
    let Read::Value(one) = record::<MovementWire>(body.as_bytes()) else { panic!() };
    assert_eq!(one.description, Some(ours));
}
