//! Revise, substitute and cancel.

use super::*;

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
        assert_eq!(
            of(&revise(12), &now, AttemptFacts { attempted: true, ..upon(&base) }),
            expected
        );
        let (id, reason_code) = (id.clone(), "STOCKOUT".into());
        let expected = Instruction::Cancel { id, reason_code, comments: None };
        assert_eq!(of(&cancel(), &now, NEW), send(expected));
    }
}

#[test]
fn a_revision_to_nothing_is_a_cancellation() {
    let Comparison::Undone(instructions) = of(&revise(0), &line("i1"), NEW) else {
        panic!("to be sent")
    };
    let [Instruction::Cancel { reason_code, comments, .. }] = instructions.as_slice() else {
        panic!("{instructions:?}")
    };
    assert_eq!((reason_code.as_str(), comments.as_deref()), ("STOCKOUT", Some("none left")));
    assert_eq!(of(&revise(0), &canceled("STOCKOUT"), NEW), Comparison::Done(None));
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
        for known in [NEW, upon(&base), AttemptFacts { attempted: true, ..upon(&base) }] {
            assert_eq!(of(&change, &now, known), Comparison::Done(None), "{change:?}");
        }
    }
}

#[test]
fn another_decision_of_somebody_else_clashes() {
    let base = line("i1");
    for attempted in [false, true] {
        let known = AttemptFacts { attempted, ..upon(&base) };
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
        assert_eq!(found, one(ConflictField::Quantity, "30", "44", "30"), "{change:?}");
        let now = LineItem { product: product("p2"), ..line("i1") };
        let found = clashes(of(&change, &now, upon(&base)));
        assert_eq!(found, one(ConflictField::Product, "p1", "p2", "p1"), "{change:?}");
    }
}

#[test]
fn a_decision_takes_the_place_of_the_one_that_was_seen_and_of_no_other() {
    for base in [canceled("BECAUSE"), revised(3, "BECAUSE"), substituted(&[("p9", 1)])] {
        for change in [revise(12), cancel(), substitute(&[("p2", 12)])] {
            let Comparison::Undone(sent) = of(&change, &base, upon(&base)) else {
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
    let Comparison::Undone(sent) = of(&substitute(&[("p2", 20), ("p3", 5)]), &now, NEW) else {
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
    let attempted = AttemptFacts { attempted: true, ..upon(&base) };
    let Comparison::Undone(sent) = of(&ours, &part, attempted) else { panic!("to be sent") };
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
    let Comparison::Undone(sent) = of(&ours, &base, upon(&base)) else { panic!("to be sent") };
    assert!(matches!(sent[..], [Instruction::Revert { .. }, Instruction::Substitute { .. }]));
    let now = substituted(&[("p9", 1)]);
    assert_eq!(clashes(of(&ours, &now, upon(&base)))[0].0, ConflictField::Decision);
    let now = line("i1");
    let Comparison::Undone(sent) = of(&ours, &now, upon(&base)) else { panic!("to be sent") };
    assert!(matches!(sent[..], [Instruction::Substitute { .. }]), "somebody reverted it");
}

#[test]
fn a_reason_that_is_not_shown_is_no_other_reason() {
    let now = LineItem { reason_code: None, ..revised(12, "STOCKOUT") };
    assert_eq!(of(&revise(12), &now, upon(&line("i1"))), Comparison::Done(None));
    assert_ne!(of(&revise(12), &revised(12, "CLINICAL"), NEW), Comparison::Done(None));
    assert!(shows_effect(&revise(12), &revised(12, "CLINICAL")));
    assert!(!shows_effect(&revise(12), &revised(9, "STOCKOUT")));
}

#[test]
fn only_what_is_plainly_shown_is_another_decision() {
    let with = substitute(&[("p2", 20)]);
    assert!(is_another(&with, &substituted(&[("p2", 20), ("p3", 5)])), "two people's");
    assert!(is_another(&with, &substituted(&[("p2", 20), ("p2", 20)])), "twice");
    assert!(is_another(&with, &canceled("STOCKOUT")));
    assert!(is_another(&revise(12), &revised(9, "STOCKOUT")));
    for (change, now) in [
        (&with, substituted(&[])),
        (&with, substituted(&[("p2", 20)])),
        (&with, line("i1")),
        (&revise(12), LineItem { quantity_revised: None, ..revised(12, "STOCKOUT") }),
        (&revise(12), revised(12, "CLINICAL")),
        (&cancel(), canceled("CLINICAL")),
    ] {
        assert!(!is_another(change, &now), "{change:?} {now:?}");
    }
    let mut half = substituted(&[("p3", 5)]);
    half.substitutions[0].quantity_requested = None;
    assert!(!is_another(&with, &half), "its quantity is not shown");
}
