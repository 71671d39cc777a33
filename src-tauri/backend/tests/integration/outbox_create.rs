//! Making movements through the outbox: offline, without an answer, twice, refused (interface
//! document, 4.3).

use contract::{JournalEvent::*, *};
use practice::{Fault, Kind, Variant};
use std::time::Duration;
use tokio::task::JoinSet;

use crate::{
    act::*,
    harness::{Harness, QUICK, UNBELIEVING},
};

const NAME: &str = "Theatre block A, weekly";

fn line_of(row: &OperationRow) -> &LineChange {
    let Operation::ChangeLine(change) = &row.operation else { panic!("{row:?}") };
    change
}

#[tokio::test]
async fn a_movement_made_offline_is_kept_shown_and_sent_once_when_the_service_is_back() {
    let (harness, wire) = Harness::wired().await;
    wire.cut().await;
    let written = harness.create(key(1), form(NAME)).await;
    assert!(matches!(written.state, WriteState::Kept { .. }), "{written:?}");
    let outbox = harness.until(|| harness.outbox(), |outbox| outbox.held.is_some()).await;
    assert_eq!((outbox.waiting, outbox.held), (1, Some(Held::Offline)));
    assert!(outbox.oldest.is_some());
    let row = harness.row(key(1)).await;
    assert_eq!((row.state, row.id, row.name.as_str()), (RowState::New, None, NAME));
    let opened = harness.open(&key(1).into()).await.unwrap();
    assert_eq!((opened.state, opened.movement.id.as_str()), (RowState::New, ""));
    assert_eq!((opened.operations.len(), opened.movement.lines), (1, Some(Vec::new())));

    wire.mend().await;
    let op = harness.until_op(OperationKey(key(1).0), is_sent).await;
    assert_eq!((op.attempts, harness.operations()), (1, vec!["createMovement".to_owned()]));
    assert_eq!(harness.events(op.key).await, [Kept, Attempted, Sent]);
    let outbox = harness.settled().await;
    assert_eq!((outbox.attention, outbox.held, outbox.failure), (0, None, None));
    let row = harness.row(key(1)).await;
    assert_eq!((row.state, row.name.as_str()), (RowState::InService, NAME));
    assert_eq!(row.id.map(|id| id.as_str().to_owned()), harness.service.effects()[0].movement);
}

#[tokio::test]
async fn what_builds_upon_a_movement_waits_until_it_is_made_and_follows() {
    let (harness, wire) = Harness::wired().await;
    wire.cut().await;
    let made = MovementRef::from(key(1));
    harness.create(key(1), form(NAME)).await;
    harness.change(&made, vec![add("p-unknown", 3)]).await;
    let gloves = practice::sample::GLOVES_M;
    harness.change(&made, vec![add(gloves, 7), add(gloves, 9)]).await;
    harness.update_header(&made, named("Theatre block A, urgent")).await;
    let opened = harness.open(&made).await.unwrap();
    assert_eq!(opened.operations.len(), 5);
    assert_eq!(opened.movement.name.as_deref(), Some("Theatre block A, urgent"), "drawn over");
    assert_eq!(harness.row(key(1)).await.name, "Theatre block A, urgent");

    wire.mend().await;
    let outbox = harness.settled().await;
    assert_eq!(outbox.attention, 1, "the product nobody knows");
    assert_eq!(harness.operations()[0], "createMovement");
    let effects = ["createItem", "createItem", "createMovement", "updateHeader"];
    assert_eq!(harness.effects(), effects);
    let lines = harness.lines(&made).await;
    let places: Vec<_> =
        lines.iter().map(|line| (line.quantity_requested, line.sort_order)).collect();
    assert_eq!(places, [(Some(7), Some(200)), (Some(9), Some(300))]);
    let bad = harness.ops().await.into_iter().find(|op| !is_sent(&op.state)).unwrap();
    assert!(matches!(line_of(&bad), LineChange::Create { quantity: 3, .. }));
    assert_eq!(stuck(&bad.state).0, "refused");
    let creation = harness.creation(key(1)).await;
    let journal = harness.journal().await;
    let at = |wanted: JournalEvent, key| {
        journal.iter().position(|row| row.key == key && row.event == wanted).unwrap()
    };
    let header = harness.header_op().await.key;
    assert!(at(Sent, creation.key) < at(Attempted, header), "first the movement");
}

#[tokio::test]
async fn a_movement_whose_answer_was_lost_is_found_and_not_made_again() {
    for variants in [&[][..], &[Variant::GeneratedNames], &[Variant::Created201]] {
        let harness = Harness::signed_in_with(variants).await;
        harness.fault(Kind::DropAfter, "POST", MOVEMENTS);
        harness.create(key(1), form(NAME)).await;
        let op = harness.until_op(OperationKey(key(1).0), is_seen).await;
        assert_eq!(harness.operations(), ["createMovement"], "{variants:?}");
        assert_eq!(harness.creations(), 1, "{variants:?}");
        assert_eq!(harness.events(op.key).await, [Kept, Attempted, Unanswered, Found]);
        let id = harness.service.effects()[0].movement.clone();
        assert_eq!(Some(harness.open(&key(1).into()).await.unwrap().movement.id.to_string()), id);
    }
}

#[tokio::test]
async fn a_movement_that_never_arrived_is_asked_for_again_and_made_once() {
    let harness = Harness::signed_in().await;
    harness.fault(Kind::DropBefore, "POST", MOVEMENTS);
    harness.create(key(1), form(NAME)).await;
    let op = harness.until_op(OperationKey(key(1).0), is_sent).await;
    assert_eq!((op.attempts, harness.creations()), (2, 2));
    assert_eq!(harness.operations(), ["createMovement"]);
    assert_eq!(
        harness.events(op.key).await,
        [Kept, Attempted, Unanswered, NotDone, Attempted, Sent]
    );
}

#[tokio::test]
async fn a_request_that_arrives_late_is_waited_for_and_never_sent_again() {
    let harness = Harness::signed_in_at(UNBELIEVING).await;
    harness.fault(Kind::Late(Duration::from_millis(400)), "POST", MOVEMENTS);
    let written = harness.create(key(1), form(NAME)).await;
    assert!(matches!(written.state, WriteState::Kept { .. }), "{written:?}");
    harness.until_op(OperationKey(key(1).0), is_seen).await;
    assert_eq!((harness.creations(), harness.operations().len()), (1, 1));
}

#[tokio::test]
async fn what_is_not_there_is_looked_for_again_and_again_and_nothing_is_sent_meanwhile() {
    let harness = Harness::signed_in_at(UNBELIEVING).await;
    harness.fault(Kind::DropBefore, "POST", MOVEMENTS);
    harness.create(key(1), form(NAME)).await;
    harness.received("GET /api/stockMovements?max=100&offset=0", 6).await;
    let op = harness.creation(key(1)).await;
    assert_eq!((op.state, op.attempts), (OperationState::Unsure, 1));
    assert_eq!((harness.outbox().await.unsure, harness.creations()), (1, 1));
    assert_eq!(harness.row(key(1)).await.state, RowState::Sending);
}

/// A creation that never arrived, and two equal movements of somebody else.
async fn with_two_candidates(harness: &Harness) -> Vec<Candidate> {
    harness.fault(Kind::DropBefore, "POST", MOVEMENTS);
    harness.create(key(1), form(NAME)).await;
    harness.until_op(OperationKey(key(1).0), |state| *state == OperationState::Unsure).await;
    harness.pause(true).await;
    let colleague = harness.colleague().await;
    let mut made = vec![colleague.create(form(NAME)).await, colleague.create(form(NAME)).await];
    harness.pause(false).await;
    let asked = |state: &OperationState| matches!(state, OperationState::Unknown(_));
    let op = harness.until_op(OperationKey(key(1).0), asked).await;
    let OperationState::Unknown(Question::MovementMade(candidates)) = op.state else {
        panic!("{op:?}")
    };
    let mut ids: Vec<_> = candidates.iter().map(|candidate| candidate.id.clone()).collect();
    ids.sort();
    made.sort();
    assert_eq!(ids, made);
    assert_eq!(harness.row(key(1)).await.state, RowState::Refused, "it waits for the user");
    candidates
}

#[tokio::test]
async fn of_two_movements_that_could_be_it_the_user_says_which() {
    let harness = Harness::signed_in_at(UNBELIEVING).await;
    let candidates = with_two_candidates(&harness).await;
    let (operation, id) = (OperationKey(key(1).0), candidates[1].id.clone());
    let written = harness.reply(operation, Answer::Done(Some(id.to_string()))).await.unwrap();
    assert_eq!(written.key, key(1).0);
    harness.until_op(operation, is_seen).await;
    assert_eq!(harness.open(&key(1).into()).await.unwrap().movement.id, id);
    assert_eq!(harness.open(&id.into()).await.unwrap().key, key(1));
    assert_eq!((harness.creations(), harness.operations().len()), (3, 2), "nothing more was made");
    assert!(harness.reply(operation, Answer::NotDone).await.is_err(), "it is answered");
}

#[tokio::test]
async fn a_movement_the_user_says_was_not_made_is_made() {
    let harness = Harness::signed_in_at(UNBELIEVING).await;
    with_two_candidates(&harness).await;
    let operation = OperationKey(key(1).0);
    let without = harness.reply(operation, Answer::Done(None)).await;
    assert!(without.is_err(), "which one must be said");
    harness.reply(operation, Answer::NotDone).await.unwrap();
    harness.until_op(operation, is_sent).await;
    assert_eq!(harness.operations(), ["createMovement"; 3]);
    let events = harness.events(operation).await;
    assert_eq!(events, [Kept, Attempted, Unanswered, Unknown, Decided, Attempted, Sent]);
}

#[tokio::test]
async fn a_match_that_may_have_been_there_unseen_is_asked_and_with_a_mark_it_is_certain() {
    for marker in [false, true] {
        let harness = Harness::signed_in_at(UNBELIEVING).await;
        let sending = Sending { marker, ..Sending::default() };
        harness.backend.save_sending(SaveSending { sending }).await.unwrap();
        // What was there before the creation could not be read.
        harness.refuse(500, "GET", MOVEMENTS);
        harness.fault(Kind::DropAfter, "POST", MOVEMENTS);
        harness.create(key(1), form(NAME)).await;
        let ended =
            |state: &OperationState| is_seen(state) || matches!(state, OperationState::Unknown(_));
        let op = harness.until_op(OperationKey(key(1).0), ended).await;
        assert_eq!(is_seen(&op.state), marker, "{op:?}");
        assert_eq!((harness.creations(), harness.operations().len()), (1, 1));
        if marker {
            let movement = harness.open(&key(1).into()).await.unwrap().movement;
            let (name, description) = (movement.name.unwrap(), movement.description.unwrap());
            let mark = name.strip_prefix(NAME).unwrap();
            assert!(mark.starts_with(" #") && mark.len() == 6, "{mark:?}");
            assert!(description.ends_with(mark), "{description:?}");
        }
    }
}

#[tokio::test]
async fn equal_movements_are_made_one_after_another_and_told_apart() {
    let harness = Harness::signed_in().await;
    harness.fault(Kind::DropAfter, "POST", MOVEMENTS);
    let (first, second) =
        tokio::join!(harness.create(key(1), form(NAME)), harness.create(key(2), form(NAME)));
    assert_ne!(first.key, second.key);
    harness.settled().await;
    assert_eq!((harness.creations(), harness.operations().len()), (2, 2));
    let id = async |n| harness.open(&key(n).into()).await.unwrap().movement.id;
    assert_ne!(id(1).await, id(2).await);
}

#[tokio::test]
async fn one_key_has_one_effect_however_often_and_at_once_it_is_sent() {
    let harness = Harness::signed_in().await;
    let mut calls = JoinSet::new();
    for _ in 0..50 {
        let (backend, form) = (harness.backend.clone(), form(NAME));
        calls.spawn(async move {
            backend.create_movement(CreateMovement { key: Some(key(1)), form }).await.unwrap()
        });
    }
    let answers = calls.join_all().await;
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    assert!(matches!(answers[0].state, WriteState::Sent { .. }));
    assert_eq!(harness.create(key(1), form(NAME)).await, answers[0]);
    assert_eq!((harness.creations(), harness.operations().len()), (1, 1));
    assert_eq!(harness.ops().await.len(), 1);
}

#[tokio::test]
async fn a_refused_form_waits_with_the_services_words_until_it_is_corrected_under_its_key() {
    let harness = Harness::signed_in().await;
    let wrong = NewMovement { origin: Some("nowhere".into()), ..form(NAME) };
    let written = harness.create(key(1), wrong.clone()).await;
    let WriteState::Stuck(failure) = &written.state else { panic!("{written:?}") };
    assert!(matches!(failure.reason, Reason::Refused { .. }), "{failure:?}");
    assert!(failure.service_text.as_ref().is_some_and(|text| !text.is_empty()));
    assert_eq!(harness.outbox().await.attention, 1);
    assert_eq!(harness.row(key(1)).await.state, RowState::Refused);
    let again = harness.create(key(1), form(NAME)).await;
    assert!(matches!(again.state, WriteState::Sent { .. }), "{again:?}");
    assert_eq!(harness.operations(), ["createMovement"]);
    let events = harness.events(OperationKey(key(1).0)).await;
    assert_eq!(events, [Kept, Attempted, Refused, Edited, Attempted, Sent]);
}

#[tokio::test]
async fn a_form_that_waits_is_replaced_by_the_one_sent_later_and_made_as_it_was_typed_last() {
    let (harness, wire) = Harness::wired().await;
    wire.cut().await;
    harness.create(key(1), form(NAME)).await;
    harness.until(|| harness.outbox(), |outbox| outbox.held.is_some()).await;
    let written = harness.create(key(1), form("Theatre block B")).await;
    assert!(matches!(written.state, WriteState::Kept { .. }), "{written:?}");
    assert_eq!(harness.row(key(1)).await.name, "Theatre block B");
    wire.mend().await;
    harness.until_op(OperationKey(key(1).0), is_sent).await;
    assert_eq!(harness.operations(), ["createMovement"]);
    assert_eq!(harness.row(key(1)).await.name, "Theatre block B");
}

#[tokio::test]
async fn another_form_under_the_key_of_a_movement_that_is_made_comes_too_late_and_says_so() {
    let harness = Harness::signed_in().await;
    harness.create(key(1), form(NAME)).await;
    harness.until_op(OperationKey(key(1).0), is_sent).await;
    let request = CreateMovement { key: Some(key(1)), form: form("another name") };
    let late = Failure::from(harness.backend.create_movement(request).await.unwrap_err());
    assert_eq!(late.reason, Reason::TooLate);
    assert_eq!((harness.creations(), harness.row(key(1)).await.name.as_str()), (1, NAME));
}

#[tokio::test]
async fn a_creation_that_is_lost_every_time_waits_for_the_user() {
    let pace = backend::Pace { lost_attempts: 2, ..QUICK };
    let harness = Harness::signed_in_at(pace).await;
    let lost = Fault::new(Kind::DropBefore).method("POST").path(MOVEMENTS).times(2);
    harness.service.faults().add(lost);
    harness.create(key(1), form(NAME)).await;
    let is_stuck = |state: &OperationState| matches!(state, OperationState::Stuck(_));
    let op = harness.until_op(OperationKey(key(1).0), is_stuck).await;
    assert_eq!(stuck(&op.state).0, "no_answer");
    assert_eq!((harness.creations(), harness.operations().len()), (2, 0));
    harness.retry(vec![op.key]).await;
    harness.until_op(op.key, is_sent).await;
    assert_eq!(harness.operations(), ["createMovement"]);
}

fn is_asked(state: &OperationState) -> bool {
    matches!(state, OperationState::Unknown(Question::MovementMade(_)))
}

#[tokio::test]
async fn a_movement_of_which_the_service_shows_nothing_of_ours_is_asked_about_and_not_made_again() {
    let harness = Harness::signed_in_with(&[Variant::GeneratedNames]).await;
    harness.fault(Kind::DropAfter, "POST", MOVEMENTS);
    harness.create(key(1), NewMovement { description: String::new(), ..form(NAME) }).await;
    let op =
        harness.until_op(OperationKey(key(1).0), |state| is_asked(state) || is_sent(state)).await;
    let OperationState::Unknown(Question::MovementMade(candidates)) = &op.state else {
        panic!("{op:?}")
    };
    let id = harness.service.effects()[0].movement.clone().unwrap();
    assert_eq!(candidates.iter().map(|one| one.id.to_string()).collect::<Vec<_>>(), [id.as_str()]);
    assert_eq!((harness.creations(), harness.operations().len()), (1, 1));
    harness.reply(op.key, Answer::Done(Some(id))).await.unwrap();
    harness.until_op(op.key, is_seen).await;
}

#[tokio::test]
async fn a_mark_in_the_description_finds_a_movement_the_service_named_itself() {
    let harness = Harness::signed_in_with(&[Variant::GeneratedNames]).await;
    let sending = Sending { marker: true, ..Sending::default() };
    harness.backend.save_sending(SaveSending { sending }).await.unwrap();
    harness.fault(Kind::DropAfter, "POST", MOVEMENTS);
    harness.create(key(1), NewMovement { description: String::new(), ..form(NAME) }).await;
    harness.until_op(OperationKey(key(1).0), is_seen).await;
    assert_eq!((harness.creations(), harness.operations().len()), (1, 1));
}

#[tokio::test]
async fn a_list_that_is_not_shown_to_be_whole_proves_no_absence() {
    let row = r#"{"id":"m-1","name":"Another"}"#;
    let full: Vec<_> = (0..100)
        .map(|n| format!(r#"{{"id":"m-{n}","name":"Another","dateRequested":"01/01/2020"}}"#))
        .collect();
    for (body, times) in [
        // Wherever it is to begin, the same rows come.
        (format!(r#"{{"data":[{row}]}}"#), 1_000),
        // There are more than it brings.
        (r#"{"data":[],"totalCount":7}"#.to_owned(), 1_000),
        // A page as full as it was asked for, and then none.
        (format!(r#"{{"data":[{}]}}"#, full.join(",")), 1_000),
    ] {
        let harness = Harness::signed_in().await;
        let answer = Kind::Answer { status: 200, content_type: "application/json".into(), body };
        harness.service.faults().add(Fault::new(answer).method("GET").path(MOVEMENTS).times(times));
        harness.fault(Kind::DropBefore, "POST", MOVEMENTS);
        harness.create(key(1), form(NAME)).await;
        let op = harness
            .until_op(OperationKey(key(1).0), |state| is_asked(state) || is_sent(state))
            .await;
        assert!(is_asked(&op.state), "{op:?}");
        assert_eq!(harness.creations(), 1, "it was not sent again");
    }
}

#[tokio::test]
async fn an_answer_whose_lines_cannot_be_read_is_an_answer() {
    let harness = Harness::signed_in().await;
    let body = r#"{"data":{"id":"m-77","name":"Weekly","lineItems":[{"quantityRequested":3}]}}"#;
    let (content_type, body) = ("application/json".to_owned(), body.to_owned());
    harness.fault(Kind::Answer { status: 201, content_type, body }, "POST", MOVEMENTS);
    harness.create(key(1), form(NAME)).await;
    let op = harness.until_op(OperationKey(key(1).0), is_sent).await;
    let OperationState::Sent { id, seen, .. } = op.state else { panic!() };
    assert_eq!((id.as_deref(), seen, harness.creations()), (Some("m-77"), false, 1));
}
