use chrono::{DateTime, NaiveDate};
use contract::{Movement, MovementKey};

use crate::movements::known::{Answered, MovementSet};

use super::*;

/// A movement as a list gives it: id, name, day asked for.
fn json(id: &str, name: Option<&str>, day: Option<&str>) -> Movement {
    let value = serde_json::json!({
        "id": id,
        "name": name,
        "date_requested": day,
        "origin": { "id": "depot", "name": "Central store" },
        "destination": { "id": format!("ward-{id}"), "name": format!("Ward {id}") },
        "requested_by": { "id": "u1", "name": "Amara Okafor" },
    });
    serde_json::from_value(value).unwrap()
}

fn set(movements: Vec<Movement>) -> MovementSet {
    let at = DateTime::from_timestamp(1_795_000_000, 0).unwrap();
    let mut set = MovementSet::default();
    for (n, movement) in (1..).zip(movements) {
        set.take_movement(Answered { movement, asked: at, came: at }, at, None, || {
            MovementKey(uuid::Uuid::from_u128(n))
        });
    }
    set
}

fn sample() -> MovementSet {
    set(vec![
        json("1", Some("Bloc 10"), Some("2026-11-18")),
        json("2", Some("bloc 9"), Some("2026-11-18")),
        json("3", None, None),
        json("4", Some("Émeraude"), Some("2026-11-20")),
    ])
}

fn ids(filter: &MovementFilter, by: &[Sort<MovementColumn>]) -> Vec<String> {
    let set = sample();
    let rows = in_order(set.iter(), filter, by);
    rows.iter().map(|known| known.movement.id.to_string()).collect()
}

fn day(text: &str) -> Option<NaiveDate> {
    Some(text.parse().unwrap())
}

#[test]
fn a_list_in_its_own_order_begins_with_the_newest_day_and_goes_on_by_name() {
    assert_eq!(ids(&MovementFilter::default(), &[]), ["4", "2", "1", "3"]);
}

#[test]
fn a_column_sorts_both_ways_and_rows_without_a_value_stay_last() {
    let by = |descending| [Sort { by: MovementColumn::Name, descending }];
    assert_eq!(ids(&MovementFilter::default(), &by(false)), ["2", "1", "4", "3"]);
    assert_eq!(ids(&MovementFilter::default(), &by(true)), ["4", "1", "2", "3"]);
}

#[test]
fn rows_that_are_alike_stand_in_one_order_on_every_computer() {
    let one = json("1", Some("Bloc"), Some("2026-11-18"));
    let two = json("2", Some("Bloc"), Some("2026-11-18"));
    for movements in [vec![one.clone(), two.clone()], vec![two, one]] {
        let set = set(movements);
        let by = [Sort { by: MovementColumn::Requested, descending: true }];
        let rows = in_order(set.iter(), &MovementFilter::default(), &by);
        let ids: Vec<_> = rows.iter().map(|known| known.movement.id.as_str()).collect();
        assert_eq!(ids, ["1", "2"], "in whichever order they were seen first");
    }
}

#[test]
fn all_conditions_of_a_filter_must_hold() {
    let filter = MovementFilter { text: "EMERAUDE okafor".into(), ..Default::default() };
    assert_eq!(ids(&filter, &[]), ["4"]);
    let filter = MovementFilter {
        destinations: vec!["ward-1".into(), "ward-4".into()],
        requested_from: day("2026-11-18"),
        requested_to: day("2026-11-19"),
        ..Default::default()
    };
    assert_eq!(ids(&filter, &[]), ["1"]);
    let filter = MovementFilter { origins: vec!["elsewhere".into()], ..Default::default() };
    assert_eq!(ids(&filter, &[]), [""; 0]);
    let filter = MovementFilter { requested_to: day("2030-01-01"), ..Default::default() };
    assert_eq!(ids(&filter, &[]), ["4", "2", "1"], "a movement without a day lies in no span");
}

#[test]
fn lines_and_review_are_unknown_until_they_were_read() {
    let set = sample();
    let known = set.find(&contract::MovementRef::Id("1".into())).unwrap();
    let unread = row(known, RowState::InService);
    assert_eq!((unread.lines, unread.review), (None, None));
    let mut movement = json("1", Some("Bloc 10"), None);
    movement.lines = Some(Vec::new());
    let set = self::set(vec![movement]);
    let read = row(set.iter().next().unwrap(), RowState::InService);
    assert_eq!((read.lines, read.review), (Some(0), Some(ReviewState::Empty)));
}

#[test]
fn reviews_sort_by_how_far_they_have_come() {
    let states = [
        ReviewState::Empty,
        ReviewState::New,
        ReviewState::Reviewed { decided: 1, lines: 120 },
        ReviewState::Reviewed { decided: 1, lines: 2 },
        ReviewState::Reviewed { decided: 3, lines: 3 },
        ReviewState::NothingToShip,
    ];
    assert!(states.windows(2).all(|pair| rank(pair[0]) < rank(pair[1])));
}

#[test]
fn what_was_decided_on_lines_is_filtered_and_sorted_by() {
    let with = |id: &str, statuses: &[&str]| {
        let line = |status: &&str| {
            serde_json::json!({
                "id": format!("{id}-{status}"), "status": status, "substitutions": [],
                "product": { "id": "p1" },
            })
        };
        let lines: Vec<contract::LineItem> =
            statuses.iter().map(|status| serde_json::from_value(line(status)).unwrap()).collect();
        Movement { lines: Some(lines), ..json(id, Some(id), Some("2026-11-18")) }
    };
    let set = set(vec![
        with("1", &["PENDING", "CANCELED"]),
        with("2", &["SUBSTITUTED", "CHANGED", "PENDING"]),
        with("3", &["PENDING"]),
        json("4", Some("4"), Some("2026-11-18")),
    ]);
    let found = |filter: MovementFilter, by: &[Sort<MovementColumn>]| -> Vec<String> {
        let rows = in_order(set.iter(), &filter, by);
        rows.iter().map(|known| known.movement.id.to_string()).collect()
    };
    let decided = |decided: &[LineDecision]| {
        found(MovementFilter { decided: decided.to_vec(), ..Default::default() }, &[])
    };
    assert_eq!(decided(&[LineDecision::Canceled]), ["1"]);
    assert_eq!(decided(&[LineDecision::Canceled, LineDecision::Revised]), ["1", "2"]);
    assert_eq!(decided(&[LineDecision::Substituted]), ["2"]);
    let asked = MovementFilter { decided: vec![LineDecision::Canceled], ..Default::default() };
    let left = unread(set.iter(), &asked);
    assert_eq!(left.iter().map(|known| known.movement.id.as_str()).collect::<Vec<_>>(), ["4"]);
    assert!(unread(set.iter(), &MovementFilter::default()).is_empty());
    let most_first = [Sort { by: MovementColumn::Decisions, descending: true }];
    assert_eq!(found(MovementFilter::default(), &most_first), ["2", "1", "3", "4"]);
    let two =
        row(set.iter().find(|known| known.movement.id.as_str() == "2").unwrap(), RowState::New);
    let expected = Decisions { revised: 1, substituted: 1, canceled: 0 };
    assert_eq!(two.decisions, Some(expected));
}
