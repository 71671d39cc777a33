use contract::{Movement, MovementKey, ProductRef, Substitute};
use uuid::Uuid;

use super::*;
use crate::{
    movements::lines::new_line,
    review::compare::{demand, history, others},
};

fn product(code: &str) -> ProductRef {
    let (code, name) = (Some(code.to_owned()), Some(format!("Product {code}")));
    ProductRef {
        id: code.clone().unwrap_or_default().into(),
        code,
        name,
        description: None,
        category: None,
    }
}

fn line(id: &str, code: &str, status: &str, reason: Option<&str>) -> LineItem {
    let open = LineItem { id: id.into(), ..new_line(product(code), 80, None) };
    LineItem { status: status.to_owned().into(), reason_code: reason.map(str::to_owned), ..open }
}

fn movement(number: u128, day: &str, to: &str, lines: Vec<LineItem>) -> KnownMovement {
    let place = |name: &str| PlaceRef { id: name.into(), name: name.into(), type_code: None };
    let movement = Movement {
        id: format!("m{number}").into(),
        name: Some(format!("Movement {number}")),
        description: None,
        identifier: Some(format!("{number}AB")),
        origin: None,
        destination: Some(place(to)),
        date_requested: day.parse().ok(),
        date_text: None,
        requested_by: None,
        lines: Some(lines),
        lines_left_out: 0,
    };
    let seen = DateTime::UNIX_EPOCH;
    KnownMovement::to_be_made(MovementKey(Uuid::from_u128(number)), movement, seen, Some(seen))
}

fn movements() -> Vec<KnownMovement> {
    let first = vec![
        line("a", "GLV", "CANCELED", Some("STOCKOUT")),
        line("b", "SYR", "PENDING", None),
        line("c", "BND", "CHANGED", Some("CLINICAL ")),
    ];
    let second =
        vec![line("d", "SYR", "SUBSTITUTED", Some("STOCKOUT")), line("e", "GLV", "PENDING", None)];
    vec![movement(1, "2026-11-02", "Ward 10", first), movement(2, "2026-11-09", "Ward 9", second)]
}

fn rows() -> Vec<ReviewRow> {
    let is_reviewed = |line: &LineItem| line.id.as_str() == "c";
    movements()
        .iter()
        .flat_map(|known| in_service(known, is_reviewed).collect::<Vec<_>>())
        .collect()
}

fn proposal() -> ReviewRow {
    let known = &movements()[1];
    let line = known.movement.lines.as_ref().unwrap()[1].clone();
    let swap = |code: &str, quantity| Substitute { product: product(code), quantity };
    let with = vec![swap("SYR", 56), swap("BND", 24)];
    let decision = Decision::Substitute {
        with,
        reason_code: "STOCKOUT".into(),
        comments: Some("With port".into()),
    };
    not_sent(known, &line, 2, &decision, ReviewStand::Proposed, (Some("Amara Okafor".into()), None))
}

fn shown(rows: &[ReviewRow], filter: &ReviewFilter, order: ReviewOrder) -> Vec<String> {
    let at = gather(rows, filter, order).into_iter().flat_map(|group| group.rows);
    at.map(|at| rows[at].line.item.to_string()).collect()
}

/// The groups as their heads and the lines of their rows.
fn groups(rows: &[ReviewRow], order: ReviewOrder) -> Vec<(String, String)> {
    fn head(key: &GroupKey) -> String {
        match key {
            GroupKey::Proposals(of) => format!("proposals of {}", head(of)),
            GroupKey::Movement { identifier, .. } => identifier.clone().unwrap_or_default(),
            GroupKey::Name(name) => name.clone(),
            other => format!("{other:?}"),
        }
    }
    let groups = gather(rows, &ReviewFilter::default(), order).into_iter();
    let items = |at: &usize| rows[*at].line.item.to_string();
    let told = |group: Group<usize>| {
        (head(&group.key), group.rows.iter().map(items).collect::<Vec<_>>().join(" "))
    };
    groups.map(told).collect()
}

#[test]
fn what_is_decided_in_the_service_is_in_the_inbox_and_what_is_open_is_not() {
    let rows = rows();
    assert_eq!(rows.iter().map(|row| row.line.item.as_str()).collect::<Vec<_>>(), ["a", "c", "d"]);
    assert_eq!(rows[0].kind, ChangeKind::Cancel);
    assert_eq!((rows[0].number, rows[1].number, rows[0].goes), (1, 3, Some(0)));
    assert_eq!(rows[1].stand, ReviewStand::Reviewed);
    let mut gone = movements().remove(0);
    gone.gone = true;
    assert_eq!(in_service(&gone, |_| false).count(), 0);
}

#[test]
fn proposals_come_first_and_what_belongs_together_stands_together() {
    let all: Vec<_> = rows().into_iter().chain([proposal()]).collect();
    let items = |order| shown(&all, &ReviewFilter::default(), order);
    assert_eq!(items(ReviewOrder::Movement), ["e", "d", "a"]);
    assert_eq!(items(ReviewOrder::Product), ["e", "a", "d"]);
    assert_eq!(items(ReviewOrder::Destination), ["e", "d", "a"], "as people count");
    assert_eq!(proposal().goes, Some(80));
    assert_eq!(proposal().decided, None, "the service has nothing decided yet");
}

#[test]
fn what_stands_together_has_a_head_and_proposals_have_heads_of_their_own() {
    let mut canceled_too = rows()[0].clone();
    canceled_too.product = product("SYR");
    canceled_too.product.name = Some("product syr ".into());
    canceled_too.line.item = "f".into();
    let all: Vec<_> = rows().into_iter().chain([proposal(), canceled_too]).collect();
    let told = |order| groups(&all, order);
    let pair = |head: &str, items: &str| (head.to_owned(), items.to_owned());
    assert_eq!(
        told(ReviewOrder::Movement),
        [pair("proposals of 2AB", "e"), pair("2AB", "d"), pair("1AB", "a f")]
    );
    assert_eq!(
        told(ReviewOrder::Product),
        [
            pair("proposals of Product GLV", "e"),
            pair("Product GLV", "a"),
            pair("Product SYR", "d f")
        ],
        "one name, however it is written"
    );
    assert_eq!(
        told(ReviewOrder::Person),
        [pair("proposals of Amara Okafor", "e"), pair("None", "d a f")]
    );
}

#[test]
fn a_filter_shows_what_fits_it() {
    let all: Vec<_> = rows().into_iter().chain([proposal()]).collect();
    let shown = |filter: &ReviewFilter| {
        let mut items = shown(&all, filter, ReviewOrder::Movement);
        items.sort();
        items
    };
    let only = |only| ReviewFilter { only, ..ReviewFilter::default() };
    assert_eq!(shown(&only(OnlyReview::Waiting)), ["a", "d", "e"]);
    assert_eq!(shown(&only(OnlyReview::Proposals)), ["e"]);
    assert_eq!(shown(&only(OnlyReview::Decided)), ["a", "d"]);
    assert_eq!(shown(&only(OnlyReview::Reviewed)), ["c"]);
    let text = |text: &str| ReviewFilter { text: text.into(), ..ReviewFilter::default() };
    assert_eq!(shown(&text("okafor port")), ["e"]);
    assert_eq!(shown(&text("bnd")), ["e"], "what goes instead is found too");
    let to = ReviewFilter { destinations: vec!["Ward 10".into()], ..ReviewFilter::default() };
    assert_eq!(shown(&to), ["a"]);
    let why = ReviewFilter { reasons: vec!["CLINICAL".into()], only: OnlyReview::Reviewed, ..to };
    assert_eq!(shown(&why), ["c"]);
    let facts = facts(&all);
    assert_eq!((facts.proposals, facts.decided, facts.reviewed), (1, 2, 1));
    assert_eq!(facts.given, ["CLINICAL", "STOCKOUT"]);
    let names: Vec<_> = facts.destinations.iter().map(|place| place.name.as_str()).collect();
    assert_eq!(names, ["Ward 9", "Ward 10"]);
}

#[test]
fn what_can_be_decided_is_counted_as_it_is_listed() {
    let stands = [
        ReviewStand::Proposed,
        ReviewStand::Elsewhere,
        ReviewStand::Sending,
        ReviewStand::Refused(None),
    ];
    let row = |stand: ReviewStand| ReviewRow { stand, ..proposal() };
    let all: Vec<_> = rows().into_iter().chain(stands.map(row)).collect();
    let filter = ReviewFilter { only: OnlyReview::ToDecide, ..ReviewFilter::default() };
    assert_eq!(shown(&all, &filter, ReviewOrder::Movement), ["e", "e"]);
    let facts = facts(&all);
    assert_eq!((facts.proposals, facts.to_decide), (4, 2));
}

#[test]
fn past_requests_of_the_place_are_told_first_and_what_is_open_is_demanded() {
    let all: Vec<_> = movements().into_iter().map(std::sync::Arc::new).collect();
    let past = history(&all, &"GLV".into(), Some(&"Ward 10".into()));
    let told: Vec<_> = past.iter().map(|it| (it.line.item.as_str(), it.same_place)).collect();
    assert_eq!(told, [("a", true), ("e", false)], "though the other one is newer");
    assert_eq!(demand(&all, &"GLV".into()), (80, 1), "the canceled one asks for nothing");
    assert_eq!(others(&all[0], &"b".into()).len(), 2);
}

#[test]
fn requests_of_other_places_are_told_only_where_the_place_has_fewer_than_ten() {
    let of = |number: u128, place: &str| {
        let day = format!("2026-11-{:02}", number % 28 + 1);
        let lines = vec![line(&format!("{place} {number}"), "GLV", "PENDING", None)];
        std::sync::Arc::new(movement(number, &day, place, lines))
    };
    let told = |own: u128| {
        let others = (20..28).map(|number| of(number, "Ward 10"));
        let all: Vec<_> = (0..own).map(|number| of(number, "Ward 9")).chain(others).collect();
        let past = history(&all, &"GLV".into(), Some(&"Ward 9".into()));
        let here: Vec<_> = past.iter().map(|it| it.same_place).collect();
        let newest = past[0].line.item.clone();
        (here, newest)
    };
    let (here, newest) = told(3);
    assert_eq!((here[..3].to_vec(), here.len()), (vec![true; 3], 10));
    assert!(here[3..].iter().all(|here| !here));
    assert_eq!(newest.as_str(), "Ward 9 2");
    assert_eq!(told(12), (vec![true; 10], "Ward 9 11".into()));
}

#[test]
fn a_hundred_thousand_decisions_are_counted_ordered_and_found() {
    let all: Vec<_> = (0..2_000_u128)
        .flat_map(|number| {
            let lines = (0..50).map(|at| {
                line(&format!("{number}-{at}"), &format!("P{at}"), "CANCELED", Some("STOCKOUT"))
            });
            let known = movement(number, "2026-11-02", &format!("Ward {number}"), lines.collect());
            in_service(&known, |line| line.id.as_str().ends_with("-0")).collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(all.len(), 100_000);
    let facts = facts(&all);
    assert_eq!((facts.decided, facts.reviewed, facts.destinations.len()), (98_000, 2_000, 2_000));
    let names: Vec<_> = facts.destinations[..3].iter().map(|place| place.name.as_str()).collect();
    assert_eq!(names, ["Ward 0", "Ward 1", "Ward 2"]);
    let by_place = shown(&all, &ReviewFilter::default(), ReviewOrder::Destination);
    assert_eq!(by_place.len(), 98_000);
    assert_eq!(by_place[..2], ["0-1", "0-2"]);
    assert_eq!(by_place[97_999], "1999-49");
    let text = "ward 1999 p7".to_owned();
    let found = ReviewFilter { text, ..ReviewFilter::default() };
    assert_eq!(shown(&all, &found, ReviewOrder::Product), ["1999-7"]);
}
