//! A line to be added.

use super::*;

#[test]
fn an_addition_never_sent_is_sent_whatever_is_there() {
    let twin = LineItem { sort_order: Some(300), ..line("other") };
    let expected = send(Instruction::Create {
        product: "p1".into(),
        quantity: 30,
        sort_order: 300,
        recipient: Some("u1".into()),
    });
    assert_eq!(compare_change(&addition(), &[], NEW), expected);
    assert_eq!(compare_change(&addition(), &[twin], NEW), expected);
}

#[test]
fn an_addition_is_found_by_product_quantity_and_place() {
    let attempted = AttemptFacts { attempted: true, ..NEW };
    let placed = |id: &str, place| LineItem { sort_order: place, ..line(id) };
    let lines = [placed("twin", Some(100)), placed("ours", Some(300))];
    assert_eq!(
        compare_change(&addition(), &lines, attempted),
        Comparison::Done(Some("ours".into()))
    );
    let another_product = LineItem { product: product("p2"), ..placed("x", Some(300)) };
    assert!(matches!(
        compare_change(&addition(), &[another_product], attempted),
        Comparison::Undone(_)
    ));
}

#[test]
fn a_line_in_its_place_with_another_quantity_may_be_it_and_changed_since() {
    let attempted = AttemptFacts { attempted: true, ..NEW };
    let other = LineItem { quantity_requested: Some(31), sort_order: Some(300), ..line("i9") };
    assert_eq!(
        compare_change(&addition(), &[other], attempted),
        Comparison::Unclear(vec!["i9".into()])
    );
}

#[test]
fn an_addition_that_is_not_there_is_still_to_be_sent() {
    let attempted = AttemptFacts { attempted: true, ..NEW };
    assert!(matches!(compare_change(&addition(), &[], attempted), Comparison::Undone(_)));
}

#[test]
fn where_places_do_not_come_back_one_equal_line_more_than_before_is_it() {
    for place in [None, Some(0)] {
        let unplaced = |id: &str| LineItem { sort_order: place, ..line(id) };
        let before = ["before".into()];
        let known = AttemptFacts { attempted: true, alike_before: Some(&before), ..NEW };
        let lines = [unplaced("before"), unplaced("ours")];
        assert_eq!(
            compare_change(&addition(), &lines, known),
            Comparison::Done(Some("ours".into()))
        );
        assert!(matches!(compare_change(&addition(), &lines[..1], known), Comparison::Undone(_)));
        let lines = [unplaced("before"), unplaced("a"), unplaced("b")];
        let unclear = Comparison::Unclear(vec!["a".into(), "b".into()]);
        assert_eq!(compare_change(&addition(), &lines, known), unclear, "two could be it");
        let taken = ["a".into()];
        let known = AttemptFacts { taken: &taken, ..known };
        assert_eq!(compare_change(&addition(), &lines, known), Comparison::Done(Some("b".into())));
    }
}

#[test]
fn an_equal_line_in_another_place_is_asked_about() {
    let known = AttemptFacts { attempted: true, ..NEW };
    let elsewhere = LineItem { sort_order: Some(200), ..line("i9") };
    assert_eq!(
        compare_change(&addition(), &[elsewhere], known),
        Comparison::Unclear(vec!["i9".into()])
    );
}

#[test]
fn a_line_known_from_before_is_not_taken_for_an_addition_in_its_place() {
    let before = ["i9".into()];
    let known = AttemptFacts { attempted: true, alike_before: Some(&before), ..NEW };
    let there = LineItem { sort_order: Some(300), ..line("i9") };
    assert!(matches!(compare_change(&addition(), &[there], known), Comparison::Undone(_)));
}
