use chrono::DateTime;
use contract::{Movement, MovementKey};

use crate::movements::known::{Answered, MovementSet};

use super::*;

/// Rows in the order given, by the day they are asked for and who asks.
fn rows(of: &[(Option<&str>, Option<&str>)]) -> Vec<Arc<KnownMovement>> {
    let at = DateTime::from_timestamp(1_795_000_000, 0).unwrap();
    let mut set = MovementSet::default();
    let take = |(n, (day, who)): (u128, &(Option<&str>, Option<&str>))| {
        let person = who.map(|name| serde_json::json!({ "id": name, "name": name }));
        let id = n.to_string();
        let json = serde_json::json!({ "id": id, "date_requested": day, "requested_by": person });
        let movement: Movement = serde_json::from_value(json).unwrap();
        set.take_movement(Answered { movement, asked: at, came: at }, at, None, || {
            MovementKey(uuid::Uuid::from_u128(n))
        })
    };
    (1..).zip(of).map(take).collect()
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// Heads as (key, rows, folded), rows as their ids.
fn drawn(entries: &[Entry<&Arc<KnownMovement>>]) -> Vec<String> {
    let draw = |entry: &Entry<&Arc<KnownMovement>>| match entry {
        Entry::Group { key, rows, folded: false } => format!("{key:?} {rows}"),
        Entry::Group { key, rows, folded: true } => format!("{key:?} {rows} folded"),
        Entry::Row { row } => row.movement.id.to_string(),
    };
    entries.iter().map(draw).collect()
}

#[test]
fn days_stand_for_themselves_for_a_week_and_then_together() {
    let today = day("2026-11-20");
    let of = |text: &str| day_key(day(text), Some(today));
    assert_eq!(of("2026-11-24"), GroupKey::Day(day("2026-11-24")), "a day to come");
    assert_eq!(of("2026-11-20"), GroupKey::Day(today));
    assert_eq!(of("2026-11-14"), GroupKey::Day(day("2026-11-14")), "the fifth before yesterday");
    assert_eq!(of("2026-11-13"), GroupKey::Before(day("2026-11-14")));
    assert_eq!(of("2019-01-01"), GroupKey::Before(day("2026-11-14")));
    assert_eq!(day_key(day("2019-01-01"), None), GroupKey::Day(day("2019-01-01")));
}

#[test]
fn groups_of_days_begin_with_the_newest_and_end_with_none() {
    let rows = rows(&[
        (Some("2026-11-01"), None),
        (None, None),
        (Some("2026-11-20"), None),
        (Some("2026-10-01"), None),
        (Some("2026-11-20"), None),
    ]);
    let groups = gather(&rows, MovementGrouping::Requested, Some(day("2026-11-20")));
    assert_eq!(
        drawn(&entries(&groups, &[])),
        ["Day(2026-11-20) 2", "3", "5", "Before(2026-11-14) 2", "1", "4", "None 1", "2"]
    );
}

#[test]
fn groups_of_names_sort_as_people_sort_and_folded_ones_keep_their_head() {
    let rows = rows(&[
        (None, Some("Zoë Abel")),
        (None, Some("Émile Brun")),
        (None, None),
        (None, Some("Émile Brun")),
    ]);
    let groups = gather(&rows, MovementGrouping::RequestedBy, None);
    let folded = [GroupKey::Name("Émile Brun".into()), GroupKey::Name("not there".into())];
    assert_eq!(
        drawn(&entries(&groups, &folded)),
        [r#"Name("Émile Brun") 2 folded"#, r#"Name("Zoë Abel") 1"#, "1", "None 1", "3"]
    );
}
