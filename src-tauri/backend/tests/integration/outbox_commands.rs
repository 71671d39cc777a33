//! What the user decides about operations: retry, edit, drop, restore, undo; and what comes too late.

use std::time::Duration;

use backend::Error;
use contract::{JournalEvent::*, *};
use practice::{Kind, sample};

use crate::{
    act::*,
    harness::{Harness, code},
};

const NAME: &str = "Theatre block A, weekly";

async fn lines_of(harness: &Harness, movement: &MovementRef) -> Vec<LineItem> {
    harness.open(movement).await.unwrap().movement.lines.unwrap()
}

/// The operation kept last.
async fn newest(harness: &Harness) -> OperationRow {
    let journal = harness.journal().await;
    let last = journal.iter().rfind(|row| row.event == Kept).unwrap();
    harness.op(last.key).await
}

/// A change of a line the service refused.
async fn refused() -> (Harness, LineItem, OperationRow) {
    let harness = Harness::signed_in().await;
    let line = lines_of(&harness, &pending()).await.remove(0);
    harness.refuse(500, "POST", MOVEMENT);
    let written = harness.change(&pending(), vec![quantity(&line.id, 44)]).await;
    let WriteState::Stuck(failure) = written.state else { panic!("{written:?}") };
    assert_eq!(failure.service_text.as_deref(), Some("A fault was set"));
    let op = newest(&harness).await;
    (harness, line, op)
}

#[tokio::test]
async fn what_was_refused_is_tried_again_as_it_is_by_name_or_all_at_once() {
    for by_name in [true, false] {
        let (harness, line, op) = refused().await;
        harness.retry(if by_name { vec![op.key] } else { Vec::new() }).await;
        harness.until_op(op.key, is_sent).await;
        assert_eq!(harness.line(&pending(), &line.id).await.quantity_requested, Some(44));
        assert_eq!(
            harness.events(op.key).await,
            [Kept, Attempted, Refused, Retried, Attempted, Sent]
        );
        harness.retry(vec![op.key]).await;
        assert_eq!(harness.updates(), 2, "what has ended is left alone");
    }
}

#[tokio::test]
async fn what_was_refused_can_ask_for_something_else_of_the_same_kind() {
    let (harness, line, op) = refused().await;
    let change = Operation::ChangeLine;
    for (with, expected) in [
        (change(quantity(&"another".into(), 5)), "invalid_request"),
        (Operation::UpdateHeader(named("x")), "invalid_request"),
        (change(substitute(&line.id, &[])), "invalid_request"),
    ] {
        assert_eq!(code(harness.edit(op.key, with).await), expected);
    }
    let written = harness.edit(op.key, change(quantity(&line.id, 55))).await.unwrap();
    assert!(matches!(written.state, WriteState::Sent { .. }), "{written:?}");
    assert_eq!(harness.line(&pending(), &line.id).await.quantity_requested, Some(55));
    assert_eq!(harness.events(op.key).await, [Kept, Attempted, Refused, Edited, Attempted, Sent]);
    let late = harness.edit(op.key, change(quantity(&line.id, 66))).await;
    assert_eq!(late, Err(Error::TooLate));
}

#[tokio::test]
async fn what_was_given_up_is_not_sent_and_can_be_taken_up_again() {
    let (mut harness, line, op) = refused().await;
    assert_eq!(harness.restore(op.key).await, Err(Error::TooLate), "it was not given up");
    harness.drop_op(op.key).await.unwrap();
    assert_eq!(harness.outbox().await.attention, 0);
    assert!(matches!(harness.op(op.key).await.state, OperationState::Dropped { .. }));
    assert_eq!(harness.drop_op(op.key).await, Err(Error::TooLate));
    harness.retry(vec![op.key]).await;
    harness.restart().await;
    harness.sign_in().await.unwrap();
    assert_eq!(
        harness.line(&pending(), &line.id).await.quantity_requested,
        line.quantity_requested
    );
    let (first, second) = tokio::join!(harness.restore(op.key), harness.restore(op.key));
    assert_eq!((first, second), (Ok(Done {}), Err(Error::TooLate)), "two quick presses");
    harness.until_op(op.key, is_sent).await;
    assert_eq!(harness.line(&pending(), &line.id).await.quantity_requested, Some(44));
    let events = [Kept, Attempted, Refused, Dropped, Restored, Attempted, Sent];
    assert_eq!(harness.events(op.key).await, events);
}

#[tokio::test]
async fn with_a_movement_that_is_never_made_goes_what_builds_upon_it_and_comes_back_with_it() {
    for restart in [false, true] {
        let mut harness = Harness::signed_in().await;
        let made = MovementRef::from(key(1));
        harness.pause(true).await;
        harness.create(key(1), form(NAME)).await;
        harness.change(&made, vec![add(sample::GLOVES_M, 3)]).await;
        harness.update_header(&made, named("Renamed")).await;
        harness.drop_op(OperationKey(key(1).0)).await.unwrap();
        assert_eq!(harness.outbox().await.waiting, 0);
        assert_eq!(harness.open(&made).await, Err(Error::Unknown));
        let onto_nothing = change(&harness.backend, &made, vec![add(sample::GLOVES_M, 3)]).await;
        assert_eq!(onto_nothing, Err(Error::Unknown));
        if restart {
            harness.restart().await;
            harness.sign_in().await.unwrap();
            harness.pause(true).await;
        }
        harness.restore(OperationKey(key(1).0)).await.unwrap();
        assert_eq!(harness.outbox().await.waiting, 3, "after a restart: {restart}");
        harness.change(&made, vec![add(sample::GLOVES_L, 4)]).await;
        harness.pause(false).await;
        assert_eq!(harness.settled().await.attention, 0);
        let effects = ["createItem", "createItem", "createMovement", "updateHeader"];
        assert_eq!(harness.effects(), effects);
    }
}

#[tokio::test]
async fn a_movement_given_up_can_be_asked_for_again_under_its_key() {
    let harness = Harness::signed_in().await;
    harness.pause(true).await;
    harness.create(key(1), form(NAME)).await;
    harness.drop_op(OperationKey(key(1).0)).await.unwrap();
    harness.pause(false).await;
    let written = harness.create(key(1), form("Another name")).await;
    assert!(matches!(written.state, WriteState::Sent { .. }), "{written:?}");
    assert_eq!(harness.operations(), ["createMovement"]);
    let name = harness.open(&key(1).into()).await.unwrap().movement.name;
    assert_eq!(name.as_deref(), Some("Another name"));
}

#[tokio::test]
async fn what_is_on_its_way_can_neither_be_given_up_nor_changed_and_keeps_what_builds_upon_it() {
    let harness = Harness::signed_in().await;
    harness.fault(Kind::Delay(Duration::from_secs(2)), "POST", MOVEMENTS);
    let (backend, form) = (harness.backend.clone(), form(NAME));
    let creation = tokio::spawn(async move {
        backend.create_movement(CreateMovement { key: Some(key(1)), form: form.clone() }).await
    });
    harness.received(&format!("POST {MOVEMENTS}"), 1).await;
    let operation = OperationKey(key(1).0);
    let backend = harness.backend.clone();
    let line = tokio::spawn(async move {
        change(&backend, &key(1).into(), vec![add(sample::GLOVES_M, 3)]).await
    });
    harness.until(|| harness.outbox(), |outbox| outbox.waiting == 2).await;
    assert_eq!(harness.outbox().await.sending, 1);
    assert_eq!(harness.row(key(1)).await.state, RowState::Sending);
    assert_eq!(harness.drop_op(operation).await, Err(Error::TooLate));
    let other = Operation::CreateMovement(crate::act::form("Another name"));
    assert_eq!(harness.edit(operation, other).await, Err(Error::TooLate));
    creation.await.unwrap().unwrap();
    line.await.unwrap().unwrap();
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!(harness.operations(), ["createMovement", "createItem"]);
}

#[tokio::test]
async fn operations_nobody_knows_or_of_another_standing_are_refused() {
    let harness = Harness::signed_in().await;
    let nobody = OperationKey(key(9).0);
    assert_eq!(harness.drop_op(nobody).await, Err(Error::TooLate));
    assert_eq!(harness.restore(nobody).await, Err(Error::Unknown));
    assert_eq!(harness.undo(nobody).await, Err(Error::Unknown));
    let category = Operation::CreateCategory { name: "x".into() };
    assert_eq!(harness.edit(nobody, category).await, Err(Error::TooLate));
    harness.pause(true).await;
    harness.create_category("Zinc dressings").await;
    let waits = newest(&harness).await.key;
    assert_eq!(harness.reply(waits, Answer::NotDone).await, Err(Error::TooLate));
    assert_eq!(harness.resolve(waits, &[]).await, Err(Error::TooLate));
    assert_eq!(harness.undo(waits).await, Err(Error::TooLate));
    assert_eq!(harness.restore(waits).await, Err(Error::TooLate));
}

#[tokio::test]
async fn a_waiting_operation_can_be_changed_before_it_goes() {
    let harness = Harness::signed_in().await;
    harness.pause(true).await;
    harness.create_category("Zink").await;
    let op = newest(&harness).await;
    let right = Operation::CreateCategory { name: "Zinc dressings".into() };
    let written = harness.edit(op.key, right).await.unwrap();
    assert!(matches!(written.state, WriteState::Kept { .. }), "{written:?}");
    harness.pause(false).await;
    harness.until_op(op.key, is_sent).await;
    assert_eq!(harness.service.effects()[0].detail["name"], "Zinc dressings");
}

/// Makes a change, takes it back, and answers the effects of the way back.
async fn there_and_back(
    harness: &Harness,
    movement: &MovementRef,
    there: LineChange,
) -> Vec<String> {
    harness.change(movement, vec![there]).await;
    let op = newest(harness).await;
    assert!(is_sent(&op.state), "{op:?}");
    assert!(op.undo.is_some(), "{op:?}");
    let before = harness.operations().len();
    harness.undo(op.key).await.unwrap();
    assert_eq!(harness.settled().await.attention, 0);
    harness.operations().split_off(before)
}

#[tokio::test]
async fn every_change_of_a_line_that_was_sent_can_be_taken_back() {
    let harness = Harness::signed_in().await;
    let lines = lines_of(&harness, &pending()).await;
    let gloves = lines.iter().find(|line| line.product.id == sample::GLOVES_M.into()).unwrap();
    let line = lines.iter().find(|line| line.id != gloves.id).unwrap();
    let substitutes = [(sample::GLOVES_L, 20), (sample::GLOVES_S, 5)];
    for (there, back) in [
        (add(sample::SYRINGE_5ML, 3), &["deleteItem"][..]),
        (quantity(&line.id, 500), &["updateItem"]),
        (revise(&line.id, 1), &["revertItem"]),
        (revise(&line.id, 0), &["revertItem"]),
        (cancel(&line.id), &["revertItem"]),
        (substitute(&gloves.id, &substitutes), &["revertItem"]),
    ] {
        assert_eq!(there_and_back(&harness, &pending(), there.clone()).await, back, "{there:?}");
        let now = harness.lines(&pending()).await;
        for (now, before) in now.iter().zip(&lines) {
            assert_eq!(now.id, before.id, "{there:?}");
            assert_eq!(now.quantity_to_ship(), before.quantity_to_ship(), "{there:?}");
            assert_eq!(now.status, before.status, "{there:?}");
        }
        assert_eq!(now.len(), lines.len(), "{there:?}");
    }
}

#[tokio::test]
async fn a_substitution_in_the_place_of_another_gives_way_to_that_one() {
    let harness = Harness::signed_in().await;
    let lines = lines_of(&harness, &pending()).await;
    let gloves = lines.iter().find(|line| line.product.id == sample::GLOVES_M.into()).unwrap();
    harness.change(&pending(), vec![substitute(&gloves.id, &[(sample::GLOVES_L, 20)])]).await;
    let second = substitute(&gloves.id, &[(sample::GLOVES_S, 5)]);
    let back = there_and_back(&harness, &pending(), second).await;
    assert_eq!(back, ["revertItem", "substituteItem"]);
    let now = harness.line(&pending(), &gloves.id).await;
    assert_eq!(now.substitutions[0].product.id, sample::GLOVES_L.into());
    assert_eq!((now.substitutions.len(), now.quantity_to_ship()), (1, Some(20)));
}

#[tokio::test]
async fn a_reverted_decision_and_a_deleted_line_are_made_again() {
    let harness = Harness::signed_in().await;
    let mixed = MovementRef::Id(sample::MOVEMENT_MIXED.into());
    let lines = lines_of(&harness, &mixed).await;
    for (status, again) in [
        (LineStatus::Changed, "reviseItem"),
        (LineStatus::Canceled, "cancelItem"),
        (LineStatus::Substituted, "substituteItem"),
    ] {
        let before = lines.iter().find(|line| line.status == status).unwrap();
        let back = there_and_back(&harness, &mixed, revert(&before.id)).await;
        assert!(back.iter().all(|effect| effect == again), "{back:?}");
        let now = harness.line(&mixed, &before.id).await;
        assert_eq!((&now.status, &now.reason_code), (&status, &before.reason_code));
        assert_eq!(now.quantity_to_ship(), before.quantity_to_ship());
    }
    let open = lines.iter().find(|line| line.is_open()).unwrap();
    assert_eq!(there_and_back(&harness, &mixed, delete(&open.id)).await, ["createItem"]);
    let now = harness.lines(&mixed).await;
    assert!(now.iter().all(|line| line.id != open.id), "it is another line");
    let last = now.last().unwrap();
    assert_eq!(last.product.id, open.product.id);
    assert_eq!(last.quantity_requested, open.quantity_requested);
}

#[tokio::test]
async fn changed_fields_get_their_values_back_and_what_others_changed_since_is_asked() {
    let harness = Harness::signed_in().await;
    let before = harness.open(&pending()).await.unwrap().movement.name;
    harness.update_header(&pending(), named("Renamed")).await;
    let op = newest(&harness).await;
    harness.undo(op.key).await.unwrap();
    harness.settled().await;
    assert_eq!(harness.opened_anew(&pending()).await.movement.name, before);
    assert_eq!(harness.operations(), ["updateHeader", "updateHeader"]);
    harness.update_header(&pending(), named("Renamed again")).await;
    let op = newest(&harness).await;
    harness.colleague().await.update_header(&pending(), named("Theirs")).await;
    harness.undo(op.key).await.unwrap();
    assert_eq!(harness.settled().await.attention, 1);
    assert!(matches!(newest(&harness).await.state, OperationState::Conflict(_)));
    let name = harness.opened_anew(&pending()).await.movement.name;
    assert_eq!(name.as_deref(), Some("Theirs"));
}

/// Whether taking it back was asked for, where it can be taken back at all.
async fn is_taken_back(harness: &Harness, key: OperationKey) -> Option<bool> {
    harness.op(key).await.undo.map(|undo| undo.asked)
}

#[tokio::test]
async fn what_was_taken_back_is_not_taken_back_again_by_two_presses_nor_later() {
    let mut harness = Harness::signed_in().await;
    harness.open(&pending()).await.unwrap();
    harness.change(&pending(), vec![add(sample::SYRINGE_5ML, 3)]).await;
    let op = newest(&harness).await;
    assert_eq!(is_taken_back(&harness, op.key).await, Some(false));
    harness.pause(true).await;
    let (first, second) = tokio::join!(harness.undo(op.key), harness.undo(op.key));
    let (first, second) = (first.unwrap(), second.unwrap());
    assert!(matches!(first.state, WriteState::Kept { .. }), "{first:?}");
    assert_eq!(first, second);
    assert_eq!(harness.outbox().await.waiting, 1);
    assert_eq!(is_taken_back(&harness, op.key).await, Some(true), "it waits");
    harness.pause(false).await;
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!(is_taken_back(&harness, op.key).await, Some(true), "it was sent");
    harness.restart().await;
    harness.sign_in().await.unwrap();
    assert_eq!(is_taken_back(&harness, op.key).await, Some(true), "after a restart");
    let again = harness.undo(op.key).await.unwrap();
    assert!(matches!(again.state, WriteState::Sent { .. }), "{again:?}");
    assert_eq!(harness.operations(), ["createItem", "deleteItem"]);
}

#[tokio::test]
async fn a_way_back_that_was_given_up_can_be_asked_for_again_and_is_one_whoever_takes_it_up() {
    let harness = Harness::signed_in().await;
    let gone = lines_of(&harness, &pending()).await.remove(0);
    harness.change(&pending(), vec![delete(&gone.id)]).await;
    let op = newest(&harness).await;
    harness.pause(true).await;
    harness.undo(op.key).await.unwrap();
    let back = newest(&harness).await.key;
    harness.drop_op(back).await.unwrap();
    assert_eq!(is_taken_back(&harness, op.key).await, Some(false), "it was given up");
    harness.undo(op.key).await.unwrap();
    assert_eq!(is_taken_back(&harness, op.key).await, Some(true));
    assert_eq!(harness.restore(back).await, Err(Error::TooLate), "it waits again already");
    assert_eq!(harness.events(back).await, [Kept, Dropped, Restored]);
    harness.pause(false).await;
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!(harness.operations(), ["deleteItem", "createItem"], "made again once");
    let way_back = harness.op(back).await;
    assert!(way_back.undo.is_some_and(|undo| !undo.asked), "it has a way back of its own");
}

#[tokio::test]
async fn every_step_of_a_way_back_is_taken_once() {
    let harness = Harness::signed_in().await;
    let lines = lines_of(&harness, &pending()).await;
    let line = lines.iter().find(|line| line.product.id == sample::GLOVES_M.into()).unwrap();
    harness.change(&pending(), vec![substitute(&line.id, &[(sample::GLOVES_L, 20)])]).await;
    harness.change(&pending(), vec![substitute(&line.id, &[(sample::GLOVES_S, 5)])]).await;
    let op = newest(&harness).await;
    let before = harness.operations().len();
    for _ in 0..2 {
        harness.undo(op.key).await.unwrap();
        assert_eq!(harness.settled().await.attention, 0);
    }
    assert_eq!(harness.operations()[before..], ["revertItem", "substituteItem"]);
    assert_eq!(harness.line(&pending(), &line.id).await.quantity_to_ship(), Some(20));
}

#[tokio::test]
async fn a_pick_with_a_name_is_taken_back_and_what_has_no_way_back_says_so() {
    let harness = Harness::signed_in().await;
    let line = lines_of(&harness, &pending()).await.remove(0);
    harness.pick(&pending(), &line.id, vec![gloves(3)]).await.unwrap();
    let new = newest(&harness).await;
    assert_eq!((new.undo, harness.undo(new.key).await), (None, Err(Error::TooLate)));
    let id = harness.service.effects()[0].detail["picklistItem"].as_str().unwrap().to_owned();
    let set = Pick { id: Some(id), ..gloves(5) };
    harness.pick(&pending(), &line.id, vec![set]).await.unwrap();
    harness.undo(newest(&harness).await.key).await.unwrap();
    harness.settled().await;
    assert_eq!(harness.service.effects().last().unwrap().detail["quantityPicked"], 0);
    harness.create(key(1), form(NAME)).await;
    harness.create_category("Zinc dressings").await;
    for op in [harness.creation(key(1)).await, newest(&harness).await] {
        assert_eq!((op.undo, harness.undo(op.key).await), (None, Err(Error::TooLate)));
    }
}

#[tokio::test]
async fn operations_are_listed_as_asked_those_that_wait_first_and_in_their_order() {
    let (harness, line, stuck) = refused().await;
    harness.change(&pending(), vec![add(sample::GLOVES_L, 3)]).await;
    harness.create_category("Zinc dressings").await;
    harness.pause(true).await;
    let lines = harness.lines(&pending()).await;
    let other = lines.iter().find(|other| other.id != line.id && other.is_open()).unwrap();
    harness.change(&pending(), vec![quantity(&other.id, 45)]).await;
    let list = |filter| {
        let request = ListOperations { start: 0, count: 100, filter };
        let listed = harness.backend.list_operations(request);
        async move { listed.await.unwrap() }
    };
    let waiting = list(OperationFilter::default()).await;
    let states: Vec<_> = waiting.rows.iter().map(|row| &row.state).collect();
    assert!(matches!(states[..], [OperationState::Stuck(_), OperationState::Queued]), "{states:?}");
    assert_eq!(
        waiting.rows[0].title,
        harness.open(&pending()).await.unwrap().movement.identifier.unwrap()
    );
    assert_eq!(waiting.rows[0].line.as_ref().unwrap().id, line.id, "what it was decided upon");
    let attention = OperationFilter { attention: true, ..OperationFilter::default() };
    assert_eq!(list(attention).await.rows[0].key, stuck.key);
    let all = list(OperationFilter { ended: true, ..OperationFilter::default() }).await;
    assert_eq!((all.total, all.rows.len()), (4, 4));
    let newest = &all.rows[2];
    assert!(matches!(newest.operation, Operation::CreateCategory { .. }), "the newest that ended");
    let of = OperationFilter { movement: stuck.movement, ended: true, ..Default::default() };
    assert_eq!(list(of).await.total, 3);
}
