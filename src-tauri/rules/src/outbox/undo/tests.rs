//! The way back from every kind of operation.

use chrono::DateTime;
use contract::{
    MovementKey, NewMovement, OperationKey, OperationState, PlaceRef, ProductRef, SeenPick,
    StartFrom,
};
use serde_json::json;
use uuid::Uuid;

use super::*;
use crate::outbox::op::Base;

fn op(body: Operation, base: Option<Base>) -> Op {
    let (key, movement) = (OperationKey(Uuid::from_u128(1)), MovementKey(Uuid::from_u128(2)));
    let at = DateTime::UNIX_EPOCH;
    let state = OperationState::Sent { at, id: Some("new".into()), seen: false };
    Op { state, ..Op::new(key, Some(movement), body, base, at) }
}

fn change(change: LineChange, base: Option<LineItem>) -> Op {
    op(Operation::ChangeLine(change), base.map(|line| Base::Line(Box::new(line))))
}

fn product(id: &str) -> ProductRef {
    serde_json::from_value(json!({ "id": id })).unwrap()
}

fn line(status: &str) -> LineItem {
    let line = json!({ "id": "i1", "product": { "id": "p1" }, "status": status,
        "quantity_requested": 30, "substitutions": [], "sort_order": 200 });
    serde_json::from_value(line).unwrap()
}

fn decided(status: &str) -> LineItem {
    let (reason_code, comments) = (Some("STOCKOUT".into()), Some("none left".into()));
    LineItem { reason_code, comments, ..line(status) }
}

fn revised(quantity: i64) -> LineItem {
    LineItem { quantity_revised: Some(quantity), ..decided("CHANGED") }
}

fn substituted() -> LineItem {
    let child = |id: &str, quantity| {
        let product = product(id);
        LineItem { product, quantity_requested: Some(quantity), ..line("APPROVED") }
    };
    LineItem { substitutions: vec![child("p2", 20), child("p3", 5)], ..decided("SUBSTITUTED") }
}

fn substitution(with: &[(&str, u32)]) -> LineChange {
    let with =
        with.iter().map(|(id, quantity)| Substitute { product: product(id), quantity: *quantity });
    LineChange::Substitute {
        item: "i1".into(),
        with: with.collect(),
        reason_code: "STOCKOUT".into(),
        comments: Some("none left".into()),
    }
}

fn revision(quantity: u32) -> LineChange {
    LineChange::Revise {
        item: "i1".into(),
        quantity,
        reason_code: "STOCKOUT".into(),
        comments: Some("none left".into()),
    }
}

fn cancellation() -> LineChange {
    LineChange::Cancel {
        item: "i1".into(),
        reason_code: "STOCKOUT".into(),
        comments: Some("none left".into()),
    }
}

const REVERT: fn() -> LineChange = || LineChange::Revert { item: "i1".into() };

fn faithful(changes: Vec<LineChange>) -> Option<Undo> {
    let operations = changes.into_iter().map(Operation::ChangeLine).collect();
    Some(Undo { operations, faithful: true, asked: false })
}

#[test]
fn an_added_line_is_deleted_by_the_id_the_service_gave_it() {
    let create = LineChange::Create {
        product: product("p1"),
        quantity: 3,
        sort_order: Some(100),
        recipient: None,
    };
    let added = change(create.clone(), None);
    assert_eq!(undo(&added), faithful(vec![LineChange::Delete { item: "new".into() }]));
    let at = DateTime::UNIX_EPOCH;
    let without = Op { state: OperationState::Sent { at, id: None, seen: true }, ..added };
    assert_eq!(undo(&without), None, "nobody knows which line it is");
}

#[test]
fn an_updated_line_gets_back_just_the_values_that_were_replaced() {
    let update = |product, quantity, sort_order| LineChange::Update {
        item: "i1".into(),
        product,
        quantity,
        sort_order,
    };
    let sent = change(update(None, Some(7), None), Some(line("PENDING")));
    assert_eq!(undo(&sent), faithful(vec![update(None, Some(30), None)]));
    let all = update(Some(product("p9")), Some(7), Some(100));
    let sent = change(all.clone(), Some(line("PENDING")));
    let back = update(Some(product("p1")), Some(30), Some(200));
    assert_eq!(undo(&sent), faithful(vec![back]));
    assert_eq!(undo(&change(all, None)), None, "what it was is not known");
}

#[test]
fn a_value_that_was_not_there_cannot_be_given_back() {
    let update = |quantity, sort_order| {
        let (item, product) = ("i1".into(), None);
        LineChange::Update { item, product, quantity, sort_order }
    };
    let base = LineItem { sort_order: None, ..line("PENDING") };
    assert_eq!(undo(&change(update(None, Some(100)), Some(base))), None);
    let base = LineItem { sort_order: Some(0), ..line("PENDING") };
    let back = undo(&change(update(None, Some(100)), Some(base)));
    assert_eq!(back, faithful(vec![update(None, Some(0))]), "the first place is one");
    let base = LineItem { quantity_requested: None, ..line("PENDING") };
    assert_eq!(undo(&change(update(Some(7), None), Some(base))), None);
}

#[test]
fn what_was_decided_about_an_open_line_is_reverted() {
    for decision in [revision(12), substitution(&[("p2", 1)]), cancellation()] {
        for base in [None, Some(line("PENDING"))] {
            assert_eq!(undo(&change(decision.clone(), base)), faithful(vec![REVERT()]));
        }
    }
}

#[test]
fn a_decision_that_replaced_another_gives_way_to_it_again() {
    let sent = change(substitution(&[("p9", 1)]), Some(substituted()));
    let before = substitution(&[("p2", 20), ("p3", 5)]);
    assert_eq!(undo(&sent), faithful(vec![REVERT(), before]));
}

#[test]
fn a_reverted_decision_is_made_again_with_its_reason() {
    for (base, again) in [
        (revised(12), revision(12)),
        (decided("CANCELED"), cancellation()),
        (substituted(), substitution(&[("p2", 20), ("p3", 5)])),
    ] {
        assert_eq!(undo(&change(REVERT(), Some(base))), faithful(vec![again]));
    }
    assert_eq!(undo(&change(REVERT(), None)), None, "what was decided is not known");
    let without_reason = LineItem { reason_code: None, ..revised(12) };
    assert_eq!(undo(&change(REVERT(), Some(without_reason))), None);
    assert_eq!(undo(&change(REVERT(), Some(line("PENDING")))), None, "there was nothing");
}

#[test]
fn a_deleted_line_is_made_again_which_is_not_the_same_line() {
    let recipient = json!({ "id": "u1", "name": "Amara Okafor" });
    let base =
        LineItem { recipient: serde_json::from_value(recipient).unwrap(), ..line("PENDING") };
    let sent = change(LineChange::Delete { item: "i1".into() }, Some(base.clone()));
    let Some(Undo { operations, faithful, .. }) = undo(&sent) else { panic!("no way back") };
    let again = LineChange::Create {
        product: product("p1"),
        quantity: 30,
        sort_order: None,
        recipient: base.recipient.as_ref().map(contract::PersonRef::from),
    };
    assert_eq!((operations, faithful), (vec![Operation::ChangeLine(again)], false));
    assert_eq!(undo(&change(LineChange::Delete { item: "i1".into() }, None)), None);
}

#[test]
fn changed_fields_get_their_values_back_and_no_others() {
    let fields = |name: Option<&str>, description: Option<&str>| HeaderFields {
        name: name.map(Into::into),
        description: description.map(Into::into),
        ..HeaderFields::default()
    };
    let base = |fields| Some(Base::Header(Box::new(fields)));
    let header = |change, base| op(Operation::UpdateHeader(change), base);
    let sent = header(fields(Some("b"), None), base(fields(Some("a"), Some("text"))));
    let back = Operation::UpdateHeader(fields(Some("a"), None));
    assert_eq!(undo(&sent), Some(Undo { operations: vec![back], faithful: true, asked: false }));
    assert_eq!(undo(&header(fields(Some("b"), None), None)), None);
    let sent = header(fields(Some("b"), Some("text")), base(fields(Some("a"), None)));
    assert_eq!(undo(&sent), None, "the interface cannot take a value away");
}

#[test]
fn a_pick_is_taken_back_only_by_its_id() {
    let pick = |id: Option<&str>, quantity| Pick {
        id: id.map(Into::into),
        inventory_item: "lot".into(),
        bin_location: None,
        quantity,
    };
    let picked = |picks| {
        let sent = op(Operation::Pick { item: "i1".into(), picks }, None);
        let at = DateTime::UNIX_EPOCH;
        Op { state: OperationState::Sent { at, id: None, seen: false }, ..sent }
    };
    let back = Operation::Pick { item: "i1".into(), picks: vec![pick(Some("k1"), 0)] };
    let way = Some(Undo { operations: vec![back], faithful: true, asked: false });
    assert_eq!(undo(&picked(vec![pick(Some("k1"), 12)])), way);
    assert_eq!(undo(&picked(vec![pick(None, 12)])), None);
    assert_eq!(undo(&picked(vec![pick(Some("k1"), 12), pick(None, 3)])), None);
}

#[test]
fn a_pick_whose_name_was_read_back_is_taken_off_and_a_changed_one_gets_back_what_it_had() {
    let pick = |id: Option<&str>, quantity| Pick {
        id: id.map(Into::into),
        inventory_item: "lot".into(),
        bin_location: Some("b1".into()),
        quantity,
    };
    let seen = |id: &str, quantity| SeenPick {
        id: id.into(),
        inventory_item: "lot".into(),
        lot: None,
        expiry: None,
        bin: Some(PlaceRef { id: "b1".into(), name: "A-1".into(), type_code: None }),
        quantity,
    };
    let of = |picks: Vec<Pick>, id: Option<&str>, before: Vec<SeenPick>| {
        let sent = op(Operation::Pick { item: "i1".into(), picks }, None);
        let state =
            OperationState::Sent { at: DateTime::UNIX_EPOCH, id: id.map(Into::into), seen: false };
        undo(&Op { state, before: Some(Baseline::Picks(before)), ..sent })
    };
    let way = |picks, faithful| {
        let operations = vec![Operation::Pick { item: "i1".into(), picks }];
        Some(Undo { operations, faithful, asked: false })
    };
    assert_eq!(of(vec![pick(None, 8)], Some("k1"), vec![]), way(vec![pick(Some("k1"), 0)], true));
    assert_eq!(of(vec![pick(None, 8)], None, vec![]), None, "nobody told its name");
    let twins = vec![pick(None, 8), pick(None, 2)];
    assert_eq!(of(twins, Some("k1"), vec![]), None, "one name for two");
    let changed = of(vec![pick(Some("k1"), 12)], None, vec![seen("k1", 8)]);
    assert_eq!(changed, way(vec![pick(Some("k1"), 8)], true));
    let taken_off = of(vec![pick(Some("k1"), 0)], None, vec![seen("k1", 8)]);
    assert_eq!(taken_off, way(vec![pick(None, 8)], false), "it comes back under another name");
    assert_eq!(of(vec![pick(Some("k1"), 0)], None, vec![]), None, "it was gone before");
}

#[test]
fn nothing_takes_back_a_movement_or_a_category() {
    let form = NewMovement {
        start: StartFrom::Empty,
        name: "n".into(),
        description: String::new(),
        origin: None,
        destination: None,
        date_requested: None,
        requested_by: None,
        lines: Vec::new(),
    };
    for body in [Operation::CreateMovement(form), Operation::CreateCategory { name: "Zinc".into() }]
    {
        assert_eq!(undo(&op(body, None)), None);
    }
}

#[test]
fn only_what_is_in_the_service_is_taken_back() {
    let sent = change(revision(12), None);
    assert!(undo(&sent).is_some());
    let at = DateTime::UNIX_EPOCH;
    for state in [
        OperationState::Queued,
        OperationState::Sending,
        OperationState::Unsure,
        OperationState::Stuck(contract::Reason::Gone.into()),
        OperationState::Conflict(Vec::new()),
        OperationState::Unknown(contract::Question::Picked),
        OperationState::Dropped { at },
    ] {
        assert_eq!(undo(&Op { state, ..sent.clone() }), None);
    }
}

#[test]
fn each_step_of_a_way_back_has_a_name_of_its_own_and_always_the_same() {
    let of = |op, step| key_of_step(OperationKey(Uuid::from_u128(op)), step);
    assert_eq!(of(1, 0), of(1, 0));
    let names = [of(1, 0), of(1, 1), of(2, 0), of(2, 1)];
    assert!((1..names.len()).all(|at| !names[..at].contains(&names[at])), "{names:?}");
}
