use contract::DecimalMark;
use serde_json::json;

use super::*;

fn read(text: &str) -> contract::Quantity {
    contract::read_quantity(text, DecimalMark::Point)
}

/// Forty to go: ten of them picked from lot A, sixty of lot A and five of lot B lie there.
fn part() -> PickPart {
    let lot = |item: &str, bin: &str, available: i64| {
        json!({
            "inventory_item": item, "bin": { "id": bin, "name": bin }, "available": available,
            "expired": false, "source": "service",
        })
    };
    serde_json::from_value(json!({
        "item": "i1", "product": { "id": "CAN" }, "required": 40, "picked": 10, "remaining": 30,
        "stock": [lot("b", "B-1", 5), lot("a", "A-1", 60)],
        "suggested": [
            { "inventory_item": "b", "bin_location": "B-1", "quantity": 5 },
            { "inventory_item": "a", "bin_location": "A-1", "quantity": 25 },
        ],
        "picks": [{
            "id": "p1", "inventory_item": "a", "bin": { "id": "A-1", "name": "A-1" },
            "quantity": 10, "stand": "in_service",
        }],
    }))
    .unwrap()
}

fn stock(at: usize) -> Of {
    Of::stock(&part().stock[at])
}

fn typed(of: Of, quantity: &str) -> Picks {
    let mut picks = Picks::default();
    picks.type_in(&part().item, &of, quantity.to_owned(), "");
    picks
}

fn made() -> Of {
    Of::Made("p1".into())
}

#[test]
fn what_is_suggested_makes_its_picks_and_picks_the_line_in_full() {
    let (mut picks, part) = (Picks::default(), part());
    picks.suggest(&part);
    assert_eq!(picks.picks(&part, &read).unwrap(), part.suggested);
    assert_eq!(picks.total(&part, &read), 40);
}

#[test]
fn expired_stock_is_picked_only_when_it_is_meant() {
    let mut part = part();
    part.stock[0].expired = true;
    let by_hand = |number| {
        let mut picks = Picks::default();
        assert_eq!(picks.add(&part.item), number);
        picks.change(number, |other, quantity| {
            (other.inventory_item, *quantity) = (Some("b".into()), "2".into());
        });
        picks
    };
    for mut picks in [typed(stock(0), "2"), by_hand(0)] {
        let wrong = picks.picks(&part, &read).unwrap_err();
        assert_eq!(wrong, [PickProblem::Expired(part.item.clone())]);
        picks.expired = true;
        assert_eq!(picks.picks(&part, &read).unwrap().len(), 1);
        picks.forget(&part.item);
        assert!(!picks.expired, "the next time it is asked again");
    }
    assert!(typed(stock(1), "2").picks(&part, &read).is_ok(), "the other is not expired");
}

#[test]
fn more_of_a_pick_of_expired_stock_waits_for_the_tick_and_less_of_it_does_not() {
    let mut part = part();
    part.stock[1].expired = true;
    let wrong = typed(made(), "12").picks(&part, &read).unwrap_err();
    assert_eq!(wrong, [PickProblem::Expired(part.item.clone())]);
    assert!(typed(made(), "8").picks(&part, &read).is_ok());
    let mut by_hand = Picks::default();
    let number = by_hand.add(&part.item);
    by_hand.change(number, |other, quantity| {
        (other.inventory_item, *quantity) = (Some(" a ".into()), "2".into());
    });
    assert!(by_hand.takes_expired(&part, &read), "also where blanks were pasted around it");
}

#[test]
fn what_is_suggested_twice_is_typed_once() {
    let (mut picks, part) = (typed(stock(0), "3"), part());
    picks.suggest(&part);
    picks.suggest(&part);
    assert_eq!(picks.picks(&part, &read).unwrap().len(), 2);
}

#[test]
fn a_pick_is_changed_by_its_id_and_taken_back_with_0() {
    for (quantity, pieces, total) in [("25", 25, 25), ("0", 0, 0)] {
        let picks = typed(made(), quantity);
        let sent = picks.picks(&part(), &read).unwrap();
        assert_eq!(sent.len(), 1);
        assert_eq!((sent[0].id.as_deref(), sent[0].quantity), (Some("p1"), pieces));
        assert_eq!(picks.total(&part(), &read), total);
    }
}

#[test]
fn a_quantity_typed_as_it_was_changes_nothing() {
    let mut picks = typed(made(), "25");
    picks.type_in(&part().item, &made(), " 10 ".into(), "10");
    assert_eq!(picks, Picks::default());
}

#[test]
fn the_rest_is_what_is_left_but_no_more_than_lies_there() {
    let part = part();
    assert_eq!(Picks::default().rest(&part, &stock(0), &read), Some(5));
    assert_eq!(Picks::default().rest(&part, &stock(1), &read), Some(30));
    assert_eq!(Picks::default().rest(&part, &made(), &read), Some(40));
    assert_eq!(typed(stock(0), "5").rest(&part, &stock(1), &read), Some(25));
    assert_eq!(typed(stock(0), "99").rest(&part, &stock(1), &read), None, "nothing is left");
}

#[test]
fn more_than_is_to_go_must_be_meant() {
    let mut picks = typed(stock(1), "31");
    assert_eq!(picks.picks(&part(), &read), Err(vec![PickProblem::Beyond("i1".into(), 1)]));
    picks.beyond = true;
    assert_eq!(picks.picks(&part(), &read).unwrap()[0].quantity, 31);
}

#[test]
fn a_quantity_that_is_none_is_told_where_it_stands() {
    for (quantity, problem) in [
        ("1.5", EditProblem::NotWhole),
        ("x", EditProblem::NotANumber),
        ("0", EditProblem::BelowOne),
        ("9999999999", EditProblem::TooMany),
    ] {
        let wrong = typed(stock(1), quantity).picks(&part(), &read).unwrap_err();
        assert_eq!(wrong, [PickProblem::Quantity("i1".into(), stock(1), problem)]);
    }
    let mut emptied = Picks::default();
    emptied.type_in(&part().item, &made(), String::new(), "10");
    let wrong = emptied.picks(&part(), &read).unwrap_err();
    assert_eq!(wrong, [PickProblem::Quantity("i1".into(), made(), EditProblem::NoQuantity)]);
}

#[test]
fn a_lot_that_is_typed_needs_its_id_and_a_blank_row_is_none() {
    let (mut picks, part) = (Picks::default(), part());
    let number = picks.add(&part.item);
    assert_eq!(picks.picks(&part, &read), Ok(Vec::new()));
    picks.change(number, |_, quantity| *quantity = "4".into());
    assert_eq!(picks.picks(&part, &read), Err(vec![PickProblem::NoItem(number)]));
    picks.change(number, |other, _| {
        (other.inventory_item, other.bin) = (Some("x".into()), Some("C-3".into()));
    });
    let sent = picks.picks(&part, &read).unwrap();
    assert_eq!((sent[0].inventory_item.as_str(), sent[0].quantity), ("x", 4));
    assert_eq!(sent[0].bin_location, Some("C-3".into()));
    // A name that is no bin's is never left out in silence.
    picks.change(number, |other, _| (other.bin, other.bin_typed) = (None, Some("C-99".into())));
    assert_eq!(picks.picks(&part, &read), Err(vec![PickProblem::NoBin(number)]));
    picks.change(number, |other, _| other.bin_typed = Some(" ".into()));
    assert_eq!(picks.picks(&part, &read).unwrap()[0].bin_location, None);
    picks.remove(number);
    assert_eq!(picks, Picks::default());
}

#[test]
fn rows_that_are_added_have_numbers_of_their_own() {
    let (mut picks, part) = (Picks::default(), part());
    let (first, second) = (picks.add(&part.item), picks.add(&part.item));
    picks.remove(first);
    assert_ne!(second, picks.add(&part.item));
    assert_eq!(picks.others(&part.item).len(), 2);
}

#[test]
fn a_pick_that_is_gone_meanwhile_is_not_sent() {
    let mut part = part();
    part.picks.clear();
    assert_eq!(typed(made(), "25").picks(&part, &read), Ok(Vec::new()));
}

#[test]
fn what_is_too_much_already_may_become_less() {
    let mut part = part();
    part.required = Some(5);
    let picks = typed(made(), "7");
    assert_eq!(picks.picks(&part, &read).unwrap()[0].quantity, 7);
}
