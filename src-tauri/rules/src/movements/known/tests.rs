use chrono::TimeDelta;
use contract::ProductRef;

use super::*;
use crate::movements::lines::new_line;

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_000_000, 0).unwrap() + TimeDelta::seconds(seconds)
}

fn key(n: u128) -> MovementKey {
    MovementKey(uuid::Uuid::from_u128(n))
}

fn movement(id: &str, name: &str) -> Movement {
    Movement {
        id: id.into(),
        name: Some(name.to_owned()),
        description: None,
        identifier: None,
        origin: None,
        destination: None,
        date_requested: None,
        date_text: None,
        requested_by: None,
        lines: None,
        lines_left_out: 0,
    }
}

fn answered(movement: Movement, asked: DateTime<Utc>, came: DateTime<Utc>) -> Answered {
    Answered { movement, asked, came }
}

fn line(code: &str) -> LineItem {
    let product = ProductRef {
        id: code.into(),
        code: Some(code.to_owned()),
        name: Some("Compresse stérile".to_owned()),
        description: None,
        category: None,
    };
    LineItem { id: format!("line-{code}").into(), ..new_line(product, 1, None) }
}

fn with_lines(id: &str, name: &str) -> Movement {
    Movement { lines: Some(vec![line("GLV-1")]), ..movement(id, name) }
}

#[test]
fn lines_that_could_not_be_read_are_counted_until_a_reading_of_them_all() {
    let mut set = MovementSet::default();
    let partial = Movement { lines_left_out: 2, ..with_lines("m1", "A") };
    let (first, second) = (answered(partial, at(1), at(2)), movement("m1", "B"));
    let known = set.take_movement(first, at(2), None, || key(1));
    assert_eq!((known.line_count(), known.review(), known.decisions()), (Some(3), None, None));
    let known = set.take_header(second.clone(), at(3), at(4), || key(2));
    assert_eq!(known.line_count(), Some(3), "a list tells nothing of lines");
    let known = set.take_movement(answered(second, at(5), at(6)), at(6), None, || key(2));
    assert_eq!(known.line_count(), Some(3), "and neither does an answer without them");
    let whole = answered(with_lines("m1", "B"), at(7), at(8));
    let known = set.take_movement(whole, at(8), None, || key(2));
    assert_eq!(known.line_count(), Some(1));
    assert!(known.review().is_some());
}

#[test]
fn what_a_list_leaves_out_of_its_rows_stays_as_it_was_read() {
    let place =
        |id: &str| Some(contract::PlaceRef { id: id.into(), name: id.to_owned(), type_code: None });
    let mut set = MovementSet::default();
    let whole = Movement { origin: place("o"), destination: place("d"), ..movement("m1", "A") };
    set.take_movement(answered(whole, at(1), at(2)), at(2), None, || key(1));
    let known = set.take_header(movement("m1", "B"), at(3), at(4), || key(2));
    assert_eq!(known.movement.name.as_deref(), Some("B"));
    assert_eq!((&known.movement.origin, &known.movement.destination), (&place("o"), &place("d")));
    let moved = Movement { origin: place("other"), ..movement("m1", "B") };
    let known = set.take_header(moved, at(5), at(6), || key(2));
    assert_eq!(known.movement.origin, place("other"), "what it tells counts");
}

fn by_id(id: &str) -> MovementRef {
    MovementRef::Id(id.into())
}

#[test]
fn a_movement_keeps_its_key_however_often_and_however_it_is_read() {
    let mut set = MovementSet::default();
    set.take_header(movement("m1", "a"), at(0), at(1), || key(1));
    set.take_movement(answered(with_lines("m1", "b"), at(2), at(3)), at(3), None, || key(2));
    set.take_header(movement("m1", "c"), at(4), at(5), || key(3));
    assert_eq!(set.len(), 1);
    assert_eq!(set.find(&by_id("m1")).unwrap().key, key(1));
    assert_eq!(set.get(key(1)).unwrap().movement.name.as_deref(), Some("c"));
}

#[test]
fn a_list_without_lines_does_not_forget_the_lines_known() {
    let mut set = MovementSet::default();
    set.take_movement(answered(with_lines("m1", "a"), at(0), at(1)), at(1), None, || key(1));
    let known = set.take_header(movement("m1", "b"), at(2), at(3), || key(2));
    assert_eq!(known.movement.name.as_deref(), Some("b"));
    assert_eq!(known.movement.lines.as_ref().unwrap().len(), 1);
    assert_eq!((known.seen, known.lines_seen), (at(3), Some(at(1))));
}

#[test]
fn a_late_page_does_not_overwrite_what_was_read_after_it_was_asked_for() {
    let mut set = MovementSet::default();
    set.take_movement(answered(with_lines("m1", "newer"), at(5), at(6)), at(6), None, || key(1));
    let known = set.take_header(movement("m1", "older"), at(4), at(7), || key(2));
    assert_eq!(known.movement.name.as_deref(), Some("newer"));
    let known =
        set.take_movement(answered(with_lines("m1", "older"), at(4), at(7)), at(7), None, || {
            key(2)
        });
    assert_eq!(known.movement.name.as_deref(), Some("newer"));
}

#[test]
fn a_clock_that_was_wrong_does_not_keep_the_truth_out() {
    let mut set = MovementSet::default();
    set.take_movement(
        answered(with_lines("m1", "old"), at(9_000), at(9_000)),
        at(9_000),
        None,
        || key(1),
    );
    let known = set.take_header(movement("m1", "new"), at(4), at(5), || key(2));
    assert_eq!(known.movement.name.as_deref(), Some("new"));
}

#[test]
fn what_a_full_list_does_not_hold_any_more_is_gone_and_comes_back_with_a_later_one() {
    let mut set = MovementSet::default();
    for id in ["m1", "m2"] {
        set.take_header(movement(id, id), at(0), at(1), || key(id.as_bytes()[1].into()));
    }
    set.take_movement(answered(movement("m3", "never listed"), at(0), at(1)), at(1), None, || {
        key(3)
    });
    let held = HashSet::from(["m1".into()]);
    let gone = set.mark_gone(&held, at(10));
    assert_eq!(gone.len(), 1);
    assert_eq!(gone[0].movement.id, "m2".into());
    assert!(set.mark_gone(&held, at(20)).is_empty(), "it is news once");
    assert!(!set.take_header(movement("m2", "m2"), at(30), at(31), || key(9)).gone);
}

#[test]
fn what_was_read_while_the_list_was_read_is_not_gone() {
    let mut set = MovementSet::default();
    set.take_header(movement("m1", "m1"), at(0), at(12), || key(1));
    assert!(set.mark_gone(&HashSet::new(), at(10)).is_empty());
}

#[test]
fn a_movement_listed_before_its_maker_was_answered_takes_the_makers_key() {
    let mut set = MovementSet::default();
    set.take_header(movement("m1", "a"), at(0), at(1), || key(7));
    set.take_movement(answered(with_lines("m1", "a"), at(0), at(2)), at(2), Some(key(1)), || {
        key(8)
    });
    assert_eq!(set.len(), 1);
    assert_eq!(set.get(key(1)).unwrap().movement.id, "m1".into());
    assert_eq!(set.get(key(7)).unwrap().key, key(1), "a page may still hold the key it saw");
}

#[test]
fn a_search_finds_headers_and_products_of_known_lines_folded() {
    let mut set = MovementSet::default();
    let known = set.take_movement(
        answered(with_lines("m1", "Bloc opératoire"), at(0), at(1)),
        at(1),
        None,
        || key(1),
    );
    assert!(known.folded().contains("bloc operatoire"));
    assert!(known.folded().contains("glv-1") && known.folded().contains("sterile"));
    let known = set.take_header(movement("m1", "Urgences"), at(2), at(3), || key(1));
    assert!(known.folded().contains("urgences") && !known.folded().contains("bloc"));
}
