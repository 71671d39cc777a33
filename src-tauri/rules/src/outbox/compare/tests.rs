//! Every standing of every kind of change. What is true of all kinds stands here, with what the tests
//! of each kind are written with.

mod additions;
mod decisions;
mod reversals;
mod unread;
mod updates;

use contract::{PersonRef, ProductRef};
use serde_json::json;

use super::*;

/// Never sent, and decided upon nothing known.
const NEW: AttemptFacts<'static> =
    AttemptFacts { base: None, alike_before: None, taken: &[], attempted: false, whole: true };

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
fn of(change: &LineChange, line: &LineItem, known: AttemptFacts<'_>) -> Comparison {
    compare_change(change, std::slice::from_ref(line), known)
}

fn upon(base: &LineItem) -> AttemptFacts<'_> {
    AttemptFacts { base: Some(base), ..NEW }
}

fn send(instruction: Instruction) -> Comparison {
    Comparison::Undone(vec![instruction])
}

/// The fields of a clash with what is shown of both sides and ours.
fn clashes(standing: Comparison) -> Vec<(ConflictField, String, String, String)> {
    let Comparison::Clash(clashes) = standing else { panic!("no clash: {standing:?}") };
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

fn reason(standing: Comparison) -> Reason {
    let Comparison::Impossible(failure) = standing else { panic!("{standing:?}") };
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

#[test]
fn of_a_line_that_is_gone_only_its_deletion_is_done() {
    for attempted in [false, true] {
        for change in all_of_one_line() {
            let base = line("i1");
            let found =
                compare_change(&change, &[line("i2")], AttemptFacts { attempted, ..upon(&base) });
            match change {
                LineChange::Delete { .. } => assert_eq!(found, Comparison::Done(None)),
                _ => assert_eq!(reason(found), Reason::Gone, "{change:?}"),
            }
        }
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
