//! Product, quantity and place of an open line.

use super::*;

#[test]
fn an_update_carries_what_the_line_has_beside_what_changes() {
    let expected = |product: &str, quantity, sort_order| {
        let (id, product) = ("i1".into(), Some(product.into()));
        send(Instruction::Update { id, product, quantity, sort_order })
    };
    let now = line("i1");
    assert_eq!(of(&update(None, Some(7), None), &now, NEW), expected("p1", Some(7), Some(100)));
    let product = update(Some("p2"), None, None);
    assert_eq!(of(&product, &now, NEW), expected("p2", Some(30), Some(100)));
    let place = update(None, None, Some(250));
    assert_eq!(of(&place, &now, NEW), expected("p1", Some(30), Some(250)));
    for unplaced in [None, Some(0)] {
        let now = LineItem { sort_order: unplaced, ..line("i1") };
        let quantity = update(None, Some(7), None);
        assert_eq!(of(&quantity, &now, NEW), expected("p1", Some(7), None), "0 would clear it");
    }
}

#[test]
fn an_update_the_line_shows_already_is_done_by_whomever() {
    let now = LineItem { product: product("p2"), ..line("i1") };
    let base = line("i1");
    for known in [NEW, upon(&base), AttemptFacts { attempted: true, ..upon(&base) }] {
        let ours = update(Some("p2"), Some(30), Some(100));
        assert_eq!(of(&ours, &now, known), Comparison::Done(None));
    }
}

#[test]
fn an_update_leaves_what_others_changed_beside_it() {
    let base = line("i1");
    let now = LineItem { sort_order: Some(250), ..line("i1") };
    let Comparison::Undone(instructions) = of(&update(None, Some(7), None), &now, upon(&base))
    else {
        panic!("to be sent")
    };
    assert!(matches!(instructions[0], Instruction::Update { sort_order: Some(250), .. }));
}

#[test]
fn each_field_that_both_sides_changed_clashes() {
    let base = line("i1");
    let now = LineItem {
        product: product("p2"),
        quantity_requested: Some(44),
        sort_order: Some(250),
        ..line("i1")
    };
    let field = |change| clashes(of(&change, &now, upon(&base)));
    let product = update(Some("p9"), None, None);
    assert_eq!(field(product), one(ConflictField::Product, "p1", "p2", "p9"));
    let quantity = update(None, Some(7), None);
    assert_eq!(field(quantity), one(ConflictField::Quantity, "30", "44", "7"));
    let place = update(None, None, Some(900));
    assert_eq!(field(place), one(ConflictField::SortOrder, "100", "250", "900"));
    let all = clashes(of(&update(Some("p9"), Some(7), Some(900)), &now, upon(&base)));
    assert_eq!(all.len(), 3);
    assert!(matches!(of(&update(None, Some(7), None), &now, NEW), Comparison::Undone(_)));
}

#[test]
fn a_line_somebody_decided_about_is_not_updated() {
    let base = line("i1");
    let found = of(&update(None, Some(7), None), &revised(12, "BECAUSE"), upon(&base));
    let shown = one(ConflictField::Decision, "PENDING", "CHANGED 12 BECAUSE", "PENDING");
    assert_eq!(clashes(found), shown);
    let found = of(&update(None, Some(7), None), &canceled("BECAUSE"), NEW);
    assert_eq!(clashes(found)[0].0, ConflictField::Decision, "also without a base");
}

#[test]
fn a_place_the_service_never_tells_is_not_waited_for_once_it_was_sent() {
    let now = LineItem { sort_order: None, ..line("i1") };
    let place = update(None, None, Some(250));
    assert!(matches!(of(&place, &now, NEW), Comparison::Undone(_)));
    let attempted = AttemptFacts { attempted: true, ..NEW };
    assert_eq!(of(&place, &now, attempted), Comparison::Done(None));
    let both = update(None, Some(7), Some(250));
    assert!(matches!(of(&both, &now, attempted), Comparison::Undone(_)), "the quantity tells");
    for unplaced in [now, LineItem { sort_order: Some(0), ..line("i1") }] {
        let lines = [unplaced, LineItem { id: "i2".into(), ..line("i1") }];
        let found = compare_change(&place, &lines, attempted);
        assert!(matches!(found, Comparison::Undone(_)), "it tells the places of others");
    }
}
