use super::*;

const TOPICS: &[Topic] = &[Topic::Products];
const LIMIT: TimeDelta = TimeDelta::minutes(10);

type Names = Cache<&'static str, Vec<&'static str>>;

fn cache() -> Names {
    Cache::new(&Changes::new(), TOPICS)
}

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_000_000 + seconds, 0).unwrap()
}

fn turn(cache: &Names, key: &'static str) -> (Turn<&'static str, Vec<&'static str>>, Flight) {
    match cache.begin(&key, 1) {
        Begun::Mine(turn, flight) => (turn, flight),
        Begun::Joined(_) => panic!("somebody else reads {key}"),
    }
}

#[test]
fn not_asked_and_empty_are_different() {
    let cache = cache();
    let glance = cache.look(&"wards");
    assert!(glance.value.is_none() && glance.freshness.as_of.is_none());
    turn(&cache, "wards").0.done(Vec::new(), at(0));
    let glance = cache.look(&"wards");
    assert_eq!(glance.value.as_deref(), Some(&Vec::new()));
    assert_eq!(glance.freshness.as_of, Some(at(0)));
}

#[tokio::test]
async fn a_second_reader_joins_and_hears_the_same_end() {
    let cache = cache();
    let (turn, first) = turn(&cache, "bins");
    let Begun::Joined(second) = cache.begin(&"bins", 1) else { panic!("two readings of one key") };
    turn.failed(&Error::SignedOut, at(0));
    assert_eq!(first.wait().await, Err(Error::SignedOut));
    assert_eq!(second.wait().await, Err(Error::SignedOut));
}

#[tokio::test]
async fn a_reading_that_was_dropped_is_over_and_can_begin_again() {
    let cache = cache();
    let (dropped, flight) = turn(&cache, "bins");
    drop(dropped);
    assert_eq!(flight.wait().await, Err(Error::Closed));
    assert_eq!(cache.look(&"bins").freshness.reading, None);
    turn(&cache, "bins").0.done(vec!["A-1"], at(1));
}

#[test]
fn rows_of_a_first_reading_show_as_they_come_and_later_ones_only_when_complete() {
    let cache = cache();
    let (first, _) = turn(&cache, "bins");
    first.show(|| vec!["A-1"]);
    first.progress(1);
    let glance = cache.look(&"bins");
    assert_eq!(glance.value.as_deref(), Some(&vec!["A-1"]));
    assert_eq!((glance.freshness.as_of, glance.freshness.reading), (None, Some(1)));
    first.done(vec!["A-1", "A-2"], at(0));
    let (second, _) = turn(&cache, "bins");
    second.show(|| vec!["A-9"]);
    assert_eq!(cache.look(&"bins").value.as_deref(), Some(&vec!["A-1", "A-2"]));
    second.done(vec!["A-9"], at(1));
    assert_eq!(cache.look(&"bins").value.as_deref(), Some(&vec!["A-9"]));
}

#[test]
fn a_failed_reading_keeps_what_was_there_and_says_why() {
    let cache = cache();
    turn(&cache, "bins").0.done(vec!["A-1"], at(0));
    turn(&cache, "bins").0.failed(&Error::Forbidden(contract::Endpoint::ListBinLocations), at(9));
    let glance = cache.look(&"bins");
    assert_eq!(glance.value.as_deref(), Some(&vec!["A-1"]));
    assert_eq!(glance.freshness.as_of, Some(at(0)));
    assert_eq!(glance.freshness.failure.unwrap().reason.code(), "forbidden");
    turn(&cache, "bins").0.done(vec!["A-1"], at(10));
    assert_eq!(cache.look(&"bins").freshness.failure, None);
}

#[test]
fn a_reading_is_due_when_never_done_or_old_and_not_while_one_is_under_way() {
    let cache = cache();
    assert!(cache.is_due(&"bins", at(0), LIMIT, 1));
    let (reading, _) = turn(&cache, "bins");
    assert!(!cache.is_due(&"bins", at(0), LIMIT, 1));
    reading.done(Vec::new(), at(0));
    assert!(!cache.is_due(&"bins", at(599), LIMIT, 1));
    assert!(cache.is_due(&"bins", at(600), LIMIT, 1));
    assert!(cache.is_due(&"bins", at(-1), LIMIT, 1), "read by a clock that was wrong");
}

#[test]
fn after_a_failure_the_next_try_waits_for_time_or_for_a_new_session() {
    let cache = cache();
    turn(&cache, "bins").0.failed(&Error::SignedOut, at(0));
    assert!(!cache.is_due(&"bins", at(1), LIMIT, 1), "a page that asks again must not hammer");
    assert!(cache.is_due(&"bins", at(1), LIMIT, 2));
    assert!(cache.is_due(&"bins", at(30), LIMIT, 1));
}

#[test]
fn the_version_grows_with_the_value_and_not_with_progress() {
    let cache = cache();
    turn(&cache, "bins").0.done(vec!["A-1"], at(0));
    let before = cache.look(&"bins").version;
    let (reading, _) = turn(&cache, "bins");
    reading.progress(1);
    assert_eq!(cache.look(&"bins").version, before);
    reading.done(vec!["A-2"], at(1));
    assert!(cache.look(&"bins").version > before);
}

#[test]
fn dropping_values_spares_those_being_read() {
    let cache = cache();
    turn(&cache, "old").0.done(vec!["x"], at(0));
    let (_reading, _) = turn(&cache, "busy");
    cache.retain(|_| false);
    assert!(cache.look(&"old").value.is_none());
    assert_eq!(cache.look(&"busy").freshness.reading, Some(0));
}
