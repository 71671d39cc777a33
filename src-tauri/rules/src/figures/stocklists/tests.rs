use chrono::DateTime;
use contract::{LineItem, LineStatus, Location, PlaceRef, ProductRef, StocklistItem};
use uuid::Uuid;

use super::*;
use crate::movements::lines::new_line;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn product(code: &str) -> ProductRef {
    ProductRef { id: code.into(), code: None, name: None, description: None, category: None }
}

fn place(name: &str) -> PlaceRef {
    PlaceRef { id: name.into(), name: name.to_owned(), type_code: None }
}

fn location(name: &str) -> Location {
    serde_json::from_value(serde_json::json!({ "id": name, "name": name })).unwrap()
}

/// A list from the store to the ward.
fn list(name: &str, items: &[(&str, i64)]) -> Arc<Record<Stocklist>> {
    let item = |(code, quantity): &(&str, i64)| StocklistItem {
        id: format!("{name} {code}").as_str().into(),
        status: None,
        requisition: None,
        product: product(code),
        quantity: Some(*quantity),
        quantity_approved: None,
        quantity_canceled: None,
        cancel_reason_code: None,
        cancel_comments: None,
        order_index: None,
        inventory_item: None,
        changes: Vec::new(),
        modification: None,
        substitution: None,
        picklist_items: Vec::new(),
    };
    Arc::new(Record::new(Stocklist {
        id: name.into(),
        name: Some(name.to_owned()),
        number: None,
        description: None,
        is_template: None,
        kind: None,
        status: None,
        commodity_class: None,
        dates: Default::default(),
        origin: Some(location("Store")),
        destination: Some(location("Ward")),
        people: Default::default(),
        items: items.iter().map(item).collect(),
    }))
}

fn lines(all: &[(&str, i64)]) -> Vec<LineItem> {
    let line = |(code, requested): &(&str, i64)| new_line(product(code), *requested, None);
    all.iter().map(line).collect()
}

fn movement(number: u128, on: &str, to: &str, lines: Option<Vec<LineItem>>) -> Arc<KnownMovement> {
    let movement = Movement {
        id: format!("m{number}").into(),
        name: None,
        description: None,
        identifier: None,
        origin: Some(place("Store")),
        destination: Some(place(to)),
        date_requested: on.parse().ok(),
        date_text: None,
        requested_by: None,
        lines,
        lines_left_out: 0,
    };
    let (key, seen) = (MovementKey(Uuid::from_u128(number)), DateTime::UNIX_EPOCH);
    Arc::new(KnownMovement::to_be_made(key, movement, seen, Some(seen)))
}

fn told(
    all: &[Arc<KnownMovement>],
    lists: &[Arc<Record<Stocklist>>],
    made_from: &[(u128, &str)],
) -> Vec<String> {
    let made_from = |key: MovementKey| {
        let made = made_from.iter().find(|(number, _)| key.0 == Uuid::from_u128(*number));
        made.map(|(_, list)| StocklistId::from(*list))
    };
    let days = day("2026-11-01")..=day("2026-11-20");
    let told = by_stocklist(all, lists, made_from, &days).into_iter();
    let said = |one: StocklistShare| {
        format!("{} {}/{} of {}", one.name, one.share.goes, one.share.requested, one.movements)
    };
    told.map(said).collect()
}

#[test]
fn what_goes_is_measured_by_what_the_list_says() {
    let lists = [list("Weekly", &[("A", 10), ("B", 20), ("C", 5), ("C", 5), ("D", 0)])];
    let mut held = lines(&[("A", 10), ("B", 20), ("C", 4), ("X", 99)]);
    held[0].status = LineStatus::Canceled;
    // More of one product does not make up for another.
    (held[1].status, held[1].quantity_revised) = (LineStatus::Changed, Some(50));
    let all = [
        movement(1, "2026-11-20", "Ward", Some(held)),
        movement(2, "2026-11-01", "Ward", Some(lines(&[("C", 10), ("B", 20), ("A", 9)]))),
    ];
    assert_eq!(told(&all, &lists, &[]), ["Weekly 63/80 of 2"]);
}

#[test]
fn what_does_not_follow_a_list_says_nothing_of_it() {
    let lists = [list("Weekly", &[("A", 10), ("B", 20)]), list("Empty", &[])];
    let whole = || Some(lines(&[("A", 1), ("B", 1)]));
    let mut gone = movement(1, "2026-11-20", "Ward", whole());
    Arc::make_mut(&mut gone).gone = true;
    let mut in_part = movement(2, "2026-11-20", "Ward", whole());
    Arc::make_mut(&mut in_part).movement.lines_left_out = 1;
    let all = [
        gone,
        in_part,
        movement(3, "2026-11-20", "Ward", None),
        movement(4, "2026-11-20", "Elsewhere", whole()),
        movement(5, "2026-10-31", "Ward", whole()),
        movement(6, "2026-11-21", "Ward", whole()),
        movement(7, "no day", "Ward", whole()),
        movement(8, "2026-11-20", "Ward", Some(lines(&[("A", 10)]))),
    ];
    assert!(told(&all, &lists, &[]).is_empty());
}

#[test]
fn of_several_lists_the_longest_is_followed_and_none_where_two_are_as_long() {
    let mut lists = vec![list("Daily", &[("A", 4)]), list("Weekly", &[("A", 10), ("B", 10)])];
    let all = [
        movement(1, "2026-11-20", "Ward", Some(lines(&[("A", 5), ("B", 10)]))),
        movement(2, "2026-11-20", "Ward", Some(lines(&[("A", 4), ("C", 1)]))),
    ];
    assert_eq!(told(&all, &lists, &[]), ["Weekly 15/20 of 1", "Daily 4/4 of 1"]);
    lists.push(list("Night", &[("B", 1), ("A", 1)]));
    assert_eq!(told(&all, &lists, &[]), ["Daily 4/4 of 1"]);
}

#[test]
fn a_movement_made_here_follows_the_list_it_was_made_from() {
    let lists = [list("Daily", &[("A", 4), ("B", 4)]), list("Weekly", &[("A", 10), ("B", 10)])];
    // Its line of B was deleted: nothing of it goes.
    let all = [movement(1, "2026-11-20", "Ward", Some(lines(&[("A", 4)])))];
    assert!(told(&all, &lists, &[]).is_empty());
    assert_eq!(told(&all, &lists, &[(1, "Weekly")]), ["Weekly 4/20 of 1"]);
    assert!(told(&all, &lists, &[(1, "a list that is not known")]).is_empty());
}

#[test]
fn the_worst_come_first_and_then_as_people_count() {
    let code = |number: i64| format!("P{number}");
    let lists: Vec<_> =
        (1..=12).map(|number| list(&format!("List {number}"), &[(&code(number), 10)])).collect();
    let goes = |number: i64| if number == 12 { 1 } else { 5 };
    let all: Vec<_> = (1..=12)
        .map(|number| {
            let lines = lines(&[(&code(number), goes(number))]);
            movement(u128::try_from(number).unwrap(), "2026-11-20", "Ward", Some(lines))
        })
        .collect();
    let told = told(&all, &lists, &[]);
    assert_eq!(told.len(), LISTED);
    assert_eq!(told[..3], ["List 12 1/10 of 1", "List 1 5/10 of 1", "List 2 5/10 of 1"]);
}
