use chrono::DateTime;
use contract::{LineStatus, Movement};
use uuid::Uuid;

use super::*;
use crate::movements::lines::new_line;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn product(code: &str) -> ProductRef {
    let (id, name) = (code.into(), Some(format!("Product {code}")));
    ProductRef { id, code: Some(code.to_owned()), name, description: None, category: None }
}

fn line(code: &str, requested: i64, status: LineStatus, reason: &str) -> LineItem {
    let reason_code = Some(reason.to_owned()).filter(|reason| !reason.is_empty());
    let open = new_line(product(code), 1, None);
    LineItem { quantity_requested: Some(requested), status, reason_code, ..open }
}

fn movement(number: u128, on: &str, to: &str, lines: Option<Vec<LineItem>>) -> Arc<KnownMovement> {
    let place = PlaceRef { id: to.into(), name: to.to_owned(), type_code: None };
    let movement = Movement {
        id: format!("m{number}").into(),
        name: None,
        description: None,
        identifier: None,
        origin: None,
        destination: Some(place),
        date_requested: on.parse().ok(),
        date_text: None,
        requested_by: None,
        lines,
        lines_left_out: 0,
    };
    let (key, seen) = (MovementKey(Uuid::from_u128(number)), DateTime::UNIX_EPOCH);
    Arc::new(KnownMovement::to_be_made(key, movement, seen, Some(seen)))
}

fn share(requested: i64, goes: i64) -> Share {
    Share { requested, goes }
}

#[test]
fn what_goes_is_counted_by_what_was_decided() {
    let changed = |quantity| LineItem {
        quantity_revised: Some(quantity),
        ..line("A", 100, LineStatus::Changed, "STOCKOUT ")
    };
    let instead = line("C", 30, LineStatus::Approved, "");
    let substituted = LineItem {
        substitutions: vec![instead.clone(), instead],
        ..line("B", 80, LineStatus::Substituted, "CLINICAL")
    };
    let lines = vec![
        line("A", 10, LineStatus::Pending, ""),
        changed(25),
        // More than was asked for does not make up for what is missing elsewhere.
        changed(500),
        line("A", 7, LineStatus::Canceled, "STOCKOUT"),
        substituted,
        // Without a number nothing can be said.
        LineItem { quantity_requested: None, ..line("A", 0, LineStatus::Canceled, "") },
        line("A", -5, LineStatus::Pending, ""),
    ];
    let all = [movement(1, "2026-11-20", "Ward 1", Some(lines))];
    let counted = figures(&all, day("2026-11-20"), 30);
    assert_eq!(counted.all, share(10 + 100 + 100 + 7 + 80, 10 + 25 + 100 + 60));
    assert_eq!(counted.lines, 7);
    let reasons: Vec<_> =
        counted.reasons.iter().map(|reason| (reason.code.as_str(), reason.lines)).collect();
    assert_eq!(reasons, [("STOCKOUT", 3), ("CLINICAL", 1)]);
    let products: Vec<_> =
        counted.substituted.iter().map(|one| (one.product.id.as_str(), one.lines)).collect();
    assert_eq!(products, [("B", 1)]);
    assert_eq!(counted.destinations[0].share, counted.all);
}

#[test]
fn only_the_days_asked_for_count_and_as_many_before_them_stand_beside() {
    let open = |requested| Some(vec![line("A", requested, LineStatus::Pending, "")]);
    let all = [
        movement(1, "2026-11-20", "Ward 1", open(1)),
        movement(2, "2026-11-14", "Ward 1", open(20)),
        movement(3, "2026-11-13", "Ward 1", open(300)),
        movement(4, "2026-11-07", "Ward 1", open(4_000)),
        movement(5, "2026-11-06", "Ward 1", open(50_000)),
        movement(6, "2026-11-21", "Ward 1", open(600_000)),
        movement(7, "no day", "Ward 1", open(7_000_000)),
        movement(8, "2026-11-15", "Ward 1", None),
        movement(9, "2026-11-10", "Ward 1", None),
    ];
    let counted = figures(&all, day("2026-11-20"), 7);
    assert_eq!((counted.from, counted.to), (day("2026-11-14"), day("2026-11-20")));
    assert_eq!((counted.all, counted.before), (share(21, 21), share(4_300, 4_300)));
    assert_eq!(counted.unread, 1);
    assert_eq!(unread(&all, day("2026-11-20"), 7), [MovementKey(Uuid::from_u128(8))]);
    assert_eq!(unread(&all, day("2026-11-20"), 30).len(), 2);
}

#[test]
fn a_movement_that_is_gone_counts_for_nothing() {
    let mut gone = movement(1, "2026-11-20", "Ward 1", Some(vec![]));
    let lines = Some(vec![line("A", 5, LineStatus::Pending, "")]);
    let known = Arc::make_mut(&mut gone);
    (known.gone, known.movement.lines) = (true, lines);
    let counted = figures(&[gone], day("2026-11-20"), 30);
    assert_eq!((counted.all, counted.lines, counted.unread), (share(0, 0), 0, 0));
    assert!(counted.trend.is_empty() && counted.destinations.is_empty());
}

#[test]
fn a_longer_time_has_longer_parts_which_end_with_it() {
    let open = || Some(vec![line("A", 1, LineStatus::Pending, "")]);
    let on = ["2026-11-20", "2026-11-19", "2026-10-02", "2026-09-30", "2025-11-21"];
    let all: Vec<_> =
        (1..).zip(on).map(|(number, on)| movement(number, on, "Ward 1", open())).collect();
    let parts = |days| {
        let trend = figures(&all, day("2026-11-20"), days).trend;
        let part = |part: &PeriodShare| format!("{} {} {}", part.from, part.to, part.share.goes);
        trend.iter().map(part).collect::<Vec<_>>()
    };
    assert_eq!(parts(30), ["2026-11-19 2026-11-19 1", "2026-11-20 2026-11-20 1"]);
    assert_eq!(parts(90), ["2026-09-27 2026-10-03 2", "2026-11-15 2026-11-20 2"]);
    assert_eq!(
        parts(365),
        [
            "2025-11-21 2025-11-30 1",
            "2026-09-01 2026-09-30 1",
            "2026-10-01 2026-10-31 1",
            "2026-11-01 2026-11-20 2",
        ]
    );
}

#[test]
fn a_place_is_told_by_month_where_the_time_is() {
    let open = |requested| Some(vec![line("A", requested, LineStatus::Pending, "")]);
    let canceled = Some(vec![line("A", 3, LineStatus::Canceled, "")]);
    let all = [
        movement(1, "2026-11-20", "Ward 1", open(1)),
        movement(2, "2026-11-02", "Ward 1", canceled),
        movement(3, "2026-09-30", "Ward 1", open(20)),
        movement(4, "2026-10-15", "Ward 2", open(300)),
    ];
    let months = |days| {
        let places = figures(&all, day("2026-11-20"), days).destinations;
        let month = |it: &PeriodShare| (it.from.to_string(), it.share.goes, it.share.requested);
        let of = |one: PlaceShare| (one.place.name, one.months.iter().map(month).collect());
        places.into_iter().map(of).collect::<Vec<(String, Vec<_>)>>()
    };
    let ward_1 = vec![("2026-09-01".to_owned(), 20, 20), ("2026-11-01".to_owned(), 1, 4)];
    let ward_2 = vec![("2026-10-01".to_owned(), 300, 300)];
    assert_eq!(months(365), [("Ward 2".to_owned(), ward_2), ("Ward 1".to_owned(), ward_1)]);
    assert!(months(BY_WEEKS).iter().all(|(_, months)| months.is_empty()));
}

#[test]
fn places_and_products_are_listed_by_how_much_they_are_and_then_as_people_count() {
    let lines = |pieces| Some(vec![line("A", pieces, LineStatus::Pending, "")]);
    let mut all = vec![
        movement(1, "2026-11-20", "Ward 10", lines(5)),
        movement(2, "2026-11-20", "Ward 9", lines(5)),
        movement(3, "2026-11-20", "Theatre", lines(9)),
        movement(4, "2026-11-20", "Empty", Some(vec![])),
    ];
    let places = |all: &[Arc<KnownMovement>]| {
        let figures = figures(all, day("2026-11-20"), 30);
        figures.destinations.into_iter().map(|one| one.place.name).collect::<Vec<_>>()
    };
    assert_eq!(places(&all), ["Theatre", "Ward 9", "Ward 10"]);
    let more = |number| movement(number, "2026-11-20", &format!("Clinic {number}"), lines(1));
    all.extend((5..20).map(more));
    assert_eq!(places(&all).len(), LISTED);
}

#[test]
fn numbers_beyond_all_reason_stay_numbers() {
    let lines = vec![line("A", i64::MAX, LineStatus::Pending, ""); 3];
    let all = [movement(1, "2026-11-20", "Ward 1", Some(lines))];
    let counted = figures(&all, day("2026-11-20"), 30);
    assert_eq!(counted.all.permille(), Some(1_000));
    // A calendar that ends is none that breaks off.
    assert_eq!(figures(&all, NaiveDate::MIN, u32::MAX).lines, 0);
}

#[test]
fn names_stand_by_how_often_they_are_there() {
    let all = [(1, "Ward 10"), (2, "Ward 9"), (3, "Theatre"), (3, "Theatre"), (2, "Ward 9")];
    let named = all.iter().map(|(id, name)| (*id, (*name).to_owned()));
    assert_eq!(most_often(named), ["Theatre", "Ward 9", "Ward 10"]);
}
