//! Every standing of every kind of change.

use contract::{PersonRef, ProductRef};
use serde_json::json;

use super::*;

/// Never sent, and decided upon nothing known.
const NEW: Known<'static> = Known { base: None, alike_before: None, taken: &[], attempted: false };

fn product(id: &str) -> ProductRef {
    serde_json::from_value(json!({ "id": id })).unwrap()
}

fn line(id: &str) -> LineItem {
    let line = json!({ "id": id, "product": { "id": "p1" }, "status": "PENDING",
        "quantity_requested": 30, "substitutions": [], "sort_order": 100 });
    serde_json::from_value(line).unwrap()
}

fn decided(status: LineStatus, reason: &str) -> LineItem {
    LineItem { status, reason_code: Some(reason.into()), ..line("i1") }
}

fn revised(quantity: i64, reason: &str) -> LineItem {
    LineItem { quantity_revised: Some(quantity), ..decided(LineStatus::Changed, reason) }
}

fn canceled(reason: &str) -> LineItem {
    decided(LineStatus::Canceled, reason)
}

fn substituted(children: &[(&str, i64)]) -> LineItem {
    let child = |(id, quantity): &(&str, i64)| LineItem {
        product: product(id),
        status: LineStatus::Approved,
        quantity_requested: Some(*quantity),
        ..line("child")
    };
    let substitutions = children.iter().map(child).collect();
    LineItem { substitutions, ..decided(LineStatus::Substituted, "STOCKOUT") }
}

fn addition() -> LineChange {
    let recipient = Some(PersonRef { id: "u1".into(), name: "Amara Okafor".into() });
    let (product, sort_order) = (product("p1"), Some(300));
    LineChange::Create { product, quantity: 30, sort_order, recipient }
}

fn update(product: Option<&str>, quantity: Option<u32>, sort_order: Option<u32>) -> LineChange {
    let product = product.map(self::product);
    LineChange::Update { item: "i1".into(), product, quantity, sort_order }
}

fn revise(quantity: u32) -> LineChange {
    let (reason_code, comments) = ("STOCKOUT".into(), Some("none left".into()));
    LineChange::Revise { item: "i1".into(), quantity, reason_code, comments }
}

fn cancel() -> LineChange {
    let (reason_code, comments) = ("STOCKOUT".into(), None);
    LineChange::Cancel { item: "i1".into(), reason_code, comments }
}

fn substitute(with: &[(&str, u32)]) -> LineChange {
    let with =
        with.iter().map(|(id, quantity)| Substitute { product: product(id), quantity: *quantity });
    let (reason_code, comments) = ("STOCKOUT".into(), None);
    LineChange::Substitute { item: "i1".into(), with: with.collect(), reason_code, comments }
}

fn revert() -> LineChange {
    LineChange::Revert { item: "i1".into() }
}

fn delete() -> LineChange {
    LineChange::Delete { item: "i1".into() }
}

/// A change of one line, of which this is all that is there.
fn of(change: &LineChange, line: &LineItem, known: Known<'_>) -> Standing {
    standing(change, std::slice::from_ref(line), known)
}

fn upon(base: &LineItem) -> Known<'_> {
    Known { base: Some(base), ..NEW }
}

fn send(instruction: Instruction) -> Standing {
    Standing::Undone(vec![instruction])
}

/// The fields of a clash with what is shown of both sides and ours.
fn clashes(standing: Standing) -> Vec<(ConflictField, String, String, String)> {
    let Standing::Clash(clashes) = standing else { panic!("no clash: {standing:?}") };
    let text = |shown: Option<String>| shown.unwrap_or_else(|| "–".to_owned());
    let shown = |clash: FieldConflict| {
        (clash.field, text(clash.base), text(clash.theirs), text(clash.ours))
    };
    clashes.into_iter().map(shown).collect()
}

fn one(
    field: ConflictField,
    base: &str,
    theirs: &str,
    ours: &str,
) -> Vec<(ConflictField, String, String, String)> {
    vec![(field, base.into(), theirs.into(), ours.into())]
}

fn reason(standing: Standing) -> Reason {
    let Standing::Impossible(failure) = standing else { panic!("{standing:?}") };
    failure.reason
}

/// All kinds of changes of a line that is there.
fn all_of_one_line() -> [LineChange; 6] {
    [
        update(None, Some(7), None),
        revise(12),
        substitute(&[("p2", 12)]),
        cancel(),
        revert(),
        delete(),
    ]
}

// A line to be added.

#[test]
fn an_addition_never_sent_is_sent_whatever_is_there() {
    let twin = LineItem { sort_order: Some(300), ..line("other") };
    let expected = send(Instruction::Create {
        product: "p1".into(),
        quantity: 30,
        sort_order: 300,
        recipient: Some("u1".into()),
    });
    assert_eq!(standing(&addition(), &[], NEW), expected);
    assert_eq!(standing(&addition(), &[twin], NEW), expected);
}

#[test]
fn an_addition_is_found_by_product_quantity_and_place() {
    let attempted = Known { attempted: true, ..NEW };
    let placed = |id: &str, place| LineItem { sort_order: place, ..line(id) };
    let lines = [placed("twin", Some(100)), placed("ours", Some(300))];
    assert_eq!(standing(&addition(), &lines, attempted), Standing::Done(Some("ours".into())));
    let another_product = LineItem { product: product("p2"), ..placed("x", Some(300)) };
    assert!(matches!(standing(&addition(), &[another_product], attempted), Standing::Undone(_)));
}

#[test]
fn a_line_in_its_place_with_another_quantity_may_be_it_and_changed_since() {
    let attempted = Known { attempted: true, ..NEW };
    let other = LineItem { quantity_requested: Some(31), sort_order: Some(300), ..line("i9") };
    assert_eq!(standing(&addition(), &[other], attempted), Standing::Unclear(vec!["i9".into()]));
}

#[test]
fn an_addition_that_is_not_there_is_still_to_be_sent() {
    let attempted = Known { attempted: true, ..NEW };
    assert!(matches!(standing(&addition(), &[], attempted), Standing::Undone(_)));
}

#[test]
fn where_places_do_not_come_back_one_equal_line_more_than_before_is_it() {
    for place in [None, Some(0)] {
        let unplaced = |id: &str| LineItem { sort_order: place, ..line(id) };
        let before = ["before".into()];
        let known = Known { attempted: true, alike_before: Some(&before), ..NEW };
        let lines = [unplaced("before"), unplaced("ours")];
        assert_eq!(standing(&addition(), &lines, known), Standing::Done(Some("ours".into())));
        assert!(matches!(standing(&addition(), &lines[..1], known), Standing::Undone(_)));
        let lines = [unplaced("before"), unplaced("a"), unplaced("b")];
        let unclear = Standing::Unclear(vec!["a".into(), "b".into()]);
        assert_eq!(standing(&addition(), &lines, known), unclear, "two could be it");
        let taken = ["a".into()];
        let known = Known { taken: &taken, ..known };
        assert_eq!(standing(&addition(), &lines, known), Standing::Done(Some("b".into())));
    }
}

#[test]
fn an_equal_line_in_another_place_is_asked_about() {
    let known = Known { attempted: true, ..NEW };
    let elsewhere = LineItem { sort_order: Some(200), ..line("i9") };
    assert_eq!(standing(&addition(), &[elsewhere], known), Standing::Unclear(vec!["i9".into()]));
}

#[test]
fn a_line_known_from_before_is_not_taken_for_an_addition_in_its_place() {
    let before = ["i9".into()];
    let known = Known { attempted: true, alike_before: Some(&before), ..NEW };
    let there = LineItem { sort_order: Some(300), ..line("i9") };
    assert!(matches!(standing(&addition(), &[there], known), Standing::Undone(_)));
}

// Lines that are there no more.

#[test]
fn of_a_line_that_is_gone_only_its_deletion_is_done() {
    for attempted in [false, true] {
        for change in all_of_one_line() {
            let base = line("i1");
            let found = standing(&change, &[line("i2")], Known { attempted, ..upon(&base) });
            match change {
                LineChange::Delete { .. } => assert_eq!(found, Standing::Done(None)),
                _ => assert_eq!(reason(found), Reason::Gone, "{change:?}"),
            }
        }
    }
}

// Fields of an open line.

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
    for known in [NEW, upon(&base), Known { attempted: true, ..upon(&base) }] {
        let ours = update(Some("p2"), Some(30), Some(100));
        assert_eq!(of(&ours, &now, known), Standing::Done(None));
    }
}

#[test]
fn an_update_leaves_what_others_changed_beside_it() {
    let base = line("i1");
    let now = LineItem { sort_order: Some(250), ..line("i1") };
    let Standing::Undone(instructions) = of(&update(None, Some(7), None), &now, upon(&base)) else {
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
    assert!(matches!(of(&update(None, Some(7), None), &now, NEW), Standing::Undone(_)));
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
    assert!(matches!(of(&place, &now, NEW), Standing::Undone(_)));
    let attempted = Known { attempted: true, ..NEW };
    assert_eq!(of(&place, &now, attempted), Standing::Done(None));
    let both = update(None, Some(7), Some(250));
    assert!(matches!(of(&both, &now, attempted), Standing::Undone(_)), "the quantity tells");
    for unplaced in [now, LineItem { sort_order: Some(0), ..line("i1") }] {
        let lines = [unplaced, LineItem { id: "i2".into(), ..line("i1") }];
        let found = standing(&place, &lines, attempted);
        assert!(matches!(found, Standing::Undone(_)), "it tells the places of others");
    }
}

// Decisions: revise, substitute, cancel.

#[test]
fn a_decision_about_an_open_line_is_sent() {
    let (id, comments) = ("i1".into(), Some("none left".into()));
    let base = line("i1");
    for status in [LineStatus::Pending, LineStatus::Approved, LineStatus::Other("ON_HOLD".into())] {
        let now = LineItem { status, ..line("i1") };
        let expected = send(Instruction::Revise {
            id: ItemId::clone(&id),
            quantity: 12,
            reason_code: "STOCKOUT".into(),
            comments: comments.clone(),
        });
        assert_eq!(of(&revise(12), &now, NEW), expected);
        assert_eq!(of(&revise(12), &now, upon(&base)), expected);
        assert_eq!(of(&revise(12), &now, Known { attempted: true, ..upon(&base) }), expected);
        let (id, reason_code) = (id.clone(), "STOCKOUT".into());
        let expected = Instruction::Cancel { id, reason_code, comments: None };
        assert_eq!(of(&cancel(), &now, NEW), send(expected));
    }
}

#[test]
fn a_revision_to_nothing_is_a_cancellation() {
    let Standing::Undone(instructions) = of(&revise(0), &line("i1"), NEW) else {
        panic!("to be sent")
    };
    let [Instruction::Cancel { reason_code, comments, .. }] = instructions.as_slice() else {
        panic!("{instructions:?}")
    };
    assert_eq!((reason_code.as_str(), comments.as_deref()), ("STOCKOUT", Some("none left")));
    assert_eq!(of(&revise(0), &canceled("STOCKOUT"), NEW), Standing::Done(None));
}

#[test]
fn a_decision_the_line_shows_is_done() {
    let base = line("i1");
    for (change, now) in [
        (revise(12), revised(12, "STOCKOUT")),
        (cancel(), canceled("STOCKOUT")),
        (cancel(), canceled(" STOCKOUT ")),
        (substitute(&[("p2", 20), ("p3", 5)]), substituted(&[("p3", 5), ("p2", 20)])),
        (substitute(&[("p2", 5), ("p2", 5)]), substituted(&[("p2", 5), ("p2", 5)])),
    ] {
        for known in [NEW, upon(&base), Known { attempted: true, ..upon(&base) }] {
            assert_eq!(of(&change, &now, known), Standing::Done(None), "{change:?}");
        }
    }
}

#[test]
fn another_decision_of_somebody_else_clashes() {
    let base = line("i1");
    for attempted in [false, true] {
        let known = Known { attempted, ..upon(&base) };
        let decision = |change, now| clashes(of(&change, &now, known));
        let shown = |theirs, ours| one(ConflictField::Decision, "PENDING", theirs, ours);
        assert_eq!(
            decision(revise(12), revised(13, "STOCKOUT")),
            shown("CHANGED 13 STOCKOUT", "CHANGED 12 STOCKOUT")
        );
        assert_eq!(
            decision(revise(12), revised(12, "BECAUSE")),
            shown("CHANGED 12 BECAUSE", "CHANGED 12 STOCKOUT")
        );
        assert_eq!(
            decision(cancel(), canceled("BECAUSE")),
            shown("CANCELED BECAUSE", "CANCELED STOCKOUT")
        );
        assert_eq!(
            decision(revise(0), revised(3, "BECAUSE")),
            shown("CHANGED 3 BECAUSE", "CANCELED STOCKOUT")
        );
        assert_eq!(
            decision(substitute(&[("p2", 20)]), substituted(&[("p9", 20)])),
            shown("SUBSTITUTED 20 × p9 STOCKOUT", "SUBSTITUTED 20 × p2 STOCKOUT")
        );
    }
    let found = of(&revise(12), &canceled("BECAUSE"), NEW);
    assert_eq!(clashes(found)[0].0, ConflictField::Decision, "also without a base");
}

#[test]
fn a_decision_about_a_line_whose_product_or_quantity_others_changed_clashes() {
    let base = line("i1");
    for change in [revise(12), cancel(), substitute(&[("p2", 12)])] {
        let now = LineItem { quantity_requested: Some(44), ..line("i1") };
        let found = clashes(of(&change, &now, upon(&base)));
        assert_eq!(found, one(ConflictField::Quantity, "30", "44", "–"), "{change:?}");
        let now = LineItem { product: product("p2"), ..line("i1") };
        let found = clashes(of(&change, &now, upon(&base)));
        assert_eq!(found, one(ConflictField::Product, "p1", "p2", "–"), "{change:?}");
    }
}

#[test]
fn a_decision_takes_the_place_of_the_one_that_was_seen_and_of_no_other() {
    for base in [canceled("BECAUSE"), revised(3, "BECAUSE"), substituted(&[("p9", 1)])] {
        for change in [revise(12), cancel(), substitute(&[("p2", 12)])] {
            let Standing::Undone(sent) = of(&change, &base, upon(&base)) else {
                panic!("{change:?} upon {base:?}")
            };
            let [Instruction::Revert { .. }, decided] = &sent[..] else { panic!("{sent:?}") };
            assert!(!matches!(decided, Instruction::Revert { .. }), "{sent:?}");
            let reverted = of(&change, &line("i1"), upon(&base));
            assert_eq!(reverted, send(decided.clone()), "somebody reverted it");
            let now = revised(4, "CLINICAL");
            let found = clashes(of(&change, &now, upon(&base)));
            assert_eq!(found[0].0, ConflictField::Decision, "{change:?} upon {base:?}");
        }
    }
}

#[test]
fn a_substitution_is_all_of_its_products() {
    let now = line("i1");
    let Standing::Undone(sent) = of(&substitute(&[("p2", 20), ("p3", 5)]), &now, NEW) else {
        panic!("to be sent")
    };
    let goes: Vec<_> = sent
        .iter()
        .map(|instruction| match instruction {
            Instruction::Substitute { new_product, new_quantity, .. } => {
                (new_product.as_str(), *new_quantity)
            }
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(goes, [("p2", 20), ("p3", 5)]);
}

#[test]
fn a_part_of_our_substitution_is_taken_back_and_all_of_it_made() {
    let base = line("i1");
    let ours = substitute(&[("p2", 20), ("p3", 5)]);
    let part = substituted(&[("p2", 20)]);
    let attempted = Known { attempted: true, ..upon(&base) };
    let Standing::Undone(sent) = of(&ours, &part, attempted) else { panic!("to be sent") };
    assert!(matches!(sent[0], Instruction::Revert { .. }));
    assert_eq!(sent.len(), 3);
    let found = clashes(of(&ours, &part, upon(&base)));
    assert_eq!(found[0].0, ConflictField::Decision, "never sent, it is somebody else's");
    let doubled = substituted(&[("p2", 20), ("p2", 20), ("p3", 5)]);
    let found = clashes(of(&ours, &doubled, attempted));
    assert_eq!(found[0].0, ConflictField::Decision, "more than ours is somebody else's, too");
}

#[test]
fn other_products_take_the_place_of_those_that_went_when_it_was_seen() {
    let base = substituted(&[("p2", 20)]);
    let ours = substitute(&[("p3", 5)]);
    let Standing::Undone(sent) = of(&ours, &base, upon(&base)) else { panic!("to be sent") };
    assert!(matches!(sent[..], [Instruction::Revert { .. }, Instruction::Substitute { .. }]));
    let now = substituted(&[("p9", 1)]);
    assert_eq!(clashes(of(&ours, &now, upon(&base)))[0].0, ConflictField::Decision);
    let now = line("i1");
    let Standing::Undone(sent) = of(&ours, &now, upon(&base)) else { panic!("to be sent") };
    assert!(matches!(sent[..], [Instruction::Substitute { .. }]), "somebody reverted it");
}

// Reversal and deletion.

#[test]
fn a_reversal_is_done_when_the_line_is_open() {
    let base = revised(12, "STOCKOUT");
    for known in [NEW, upon(&base), Known { attempted: true, ..upon(&base) }] {
        assert_eq!(of(&revert(), &line("i1"), known), Standing::Done(None));
    }
    let parent = LineItem { status: LineStatus::Approved, ..substituted(&[("p2", 1)]) };
    assert!(matches!(of(&revert(), &parent, NEW), Standing::Undone(_)), "it has a child");
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

// What the user gives up of a conflict.

#[test]
fn fields_given_up_are_asked_for_no_more() {
    let mut change = update(Some("p9"), Some(7), Some(900));
    assert!(!give_up(&mut change, &[ConflictField::Product, ConflictField::SortOrder]));
    assert_eq!(change, update(None, Some(7), None));
    assert!(give_up(&mut change, &[ConflictField::Quantity]), "nothing is left");
    let mut change = update(None, Some(7), None);
    assert!(give_up(&mut change, &[ConflictField::Decision]), "not of a line decided about");
    assert!(!give_up(&mut update(None, Some(7), None), &[]));
}

#[test]
fn a_decision_is_made_whole_or_not_at_all() {
    for mut change in [revise(12), cancel(), substitute(&[("p2", 1)]), revert(), delete()] {
        assert!(!give_up(&mut change, &[]), "{change:?}");
        assert!(give_up(&mut change, &[ConflictField::Quantity]), "{change:?}");
    }
}
