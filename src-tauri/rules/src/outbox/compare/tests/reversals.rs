//! Reversal and deletion.

use super::*;

#[test]
fn a_reversal_is_done_when_the_line_is_open() {
    let base = revised(12, "STOCKOUT");
    for known in [NEW, upon(&base), AttemptFacts { attempted: true, ..upon(&base) }] {
        assert_eq!(of(&revert(), &line("i1"), known), Comparison::Done(None));
    }
    let parent = LineItem { status: LineStatus::Approved, ..substituted(&[("p2", 1)]) };
    assert!(matches!(of(&revert(), &parent, NEW), Comparison::Undone(_)), "it has a child");
}

#[test]
fn what_was_seen_is_reverted_and_nothing_else() {
    let sent = send(Instruction::Revert { id: "i1".into() });
    for base in
        [revised(12, "STOCKOUT"), canceled("STOCKOUT"), substituted(&[("p2", 20), ("p3", 5)])]
    {
        assert_eq!(of(&revert(), &base, upon(&base)), sent);
        assert_eq!(of(&revert(), &base, NEW), sent);
    }
    let base = revised(12, "STOCKOUT");
    let found = of(&revert(), &revised(13, "BECAUSE"), upon(&base));
    let shown =
        one(ConflictField::Decision, "CHANGED 12 STOCKOUT", "CHANGED 13 BECAUSE", "PENDING");
    assert_eq!(clashes(found), shown);
}

#[test]
fn a_line_is_deleted_as_it_was_seen() {
    let sent = send(Instruction::Delete { id: "i1".into() });
    let base = line("i1");
    assert_eq!(of(&delete(), &base, upon(&base)), sent);
    assert_eq!(of(&delete(), &base, NEW), sent);
    let base = canceled("STOCKOUT");
    assert_eq!(of(&delete(), &base, upon(&base)), sent, "a canceled line can be deleted");
    let moved = LineItem { sort_order: Some(900), ..line("i1") };
    let base = line("i1");
    assert_eq!(of(&delete(), &moved, upon(&base)), sent, "its place is no reason to keep it");
}

#[test]
fn a_line_that_somebody_changed_is_not_deleted() {
    let base = line("i1");
    let found = |now: &LineItem| clashes(of(&delete(), now, upon(&base)));
    let now = LineItem { product: product("p2"), ..line("i1") };
    assert_eq!(found(&now), one(ConflictField::Product, "p1", "p2", "–"));
    let now = LineItem { quantity_requested: Some(44), ..line("i1") };
    assert_eq!(found(&now), one(ConflictField::Quantity, "30", "44", "–"));
    let decision = one(ConflictField::Decision, "PENDING", "CHANGED 3 BECAUSE", "–");
    assert_eq!(found(&revised(3, "BECAUSE")), decision);
}

#[test]
fn a_revised_or_substituted_line_must_be_reverted_before_it_is_deleted() {
    for base in [revised(12, "STOCKOUT"), substituted(&[("p2", 20)])] {
        assert_eq!(reason(of(&delete(), &base, upon(&base))), Reason::RevertFirst);
        assert_eq!(reason(of(&delete(), &base, NEW)), Reason::RevertFirst);
    }
}
