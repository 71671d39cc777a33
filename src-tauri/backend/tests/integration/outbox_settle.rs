//! What became of a request without an answer is found by reading, for every kind of operation; what
//! nothing tells is asked (interface document, 4.2 to 4.5).

use std::time::Duration;

use contract::{JournalEvent::*, *};
use practice::{Fault, Kind, Variant, sample};

use crate::{
    act::*,
    harness::{Harness, QUICK, UNBELIEVING},
};

/// A movement with a line in each state, and a change of each kind that fits.
const KINDS: [&str; 7] = ["create", "update", "revise", "substitute", "cancel", "revert", "delete"];

fn mixed() -> MovementRef {
    MovementRef::Id(sample::MOVEMENT_MIXED.into())
}

/// The change of a kind, and how many effects it has.
async fn of_kind(harness: &Harness, kind: &str) -> (MovementRef, LineChange, usize) {
    let lines = harness.open(&pending()).await.unwrap().movement.lines.unwrap();
    let gloves = lines.iter().find(|line| line.product.id == sample::GLOVES_M.into()).unwrap();
    let other = lines.iter().find(|line| line.id != gloves.id).unwrap().id.clone();
    let decided = harness.open(&mixed()).await.unwrap().movement.lines.unwrap();
    let revised = decided.iter().find(|line| line.status == LineStatus::Changed).unwrap();
    match kind {
        "create" => (pending(), add(sample::SYRINGE_5ML, 9), 1),
        "update" => (pending(), quantity(&other, 500), 1),
        "revise" => (pending(), revise(&other, 1), 1),
        "substitute" => {
            let with = [(sample::GLOVES_L, 20), (sample::GLOVES_S, 5)];
            (pending(), substitute(&gloves.id, &with), 2)
        }
        "cancel" => (pending(), cancel(&other), 1),
        "revert" => (mixed(), revert(&revised.id), 1),
        "delete" => (pending(), delete(&other), 1),
        other => panic!("{other}"),
    }
}

async fn only_op(harness: &Harness) -> OperationRow {
    let mut ops = harness.ops().await;
    assert_eq!(ops.len(), 1);
    ops.remove(0)
}

#[tokio::test]
async fn a_change_of_every_kind_whose_answer_was_lost_is_found_and_not_made_again() {
    for variants in [&[][..], &[Variant::NoSortOrder], &[Variant::ApprovedLines]] {
        for kind in KINDS {
            let harness = Harness::at_pace(variants, UNBELIEVING).await;
            harness.sign_in().await.unwrap();
            let (movement, change, effects) = of_kind(&harness, kind).await;
            harness.fault(Kind::DropAfter, "POST", MOVEMENT);
            harness.change(&movement, vec![change]).await;
            assert_eq!(harness.settled().await.attention, 0, "{kind} {variants:?}");
            let op = only_op(&harness).await;
            assert!(is_seen(&op.state), "{kind} {variants:?}: {op:?}");
            assert_eq!((harness.updates(), harness.operations().len()), (1, effects), "{kind}");
            assert_eq!(
                harness.events(op.key).await,
                [Kept, Attempted, Unanswered, Found],
                "{kind}"
            );
        }
    }
}

#[tokio::test]
async fn a_change_of_every_kind_that_never_arrived_is_sent_again_and_made_once() {
    for kind in KINDS {
        let harness = Harness::signed_in().await;
        let (movement, change, effects) = of_kind(&harness, kind).await;
        harness.fault(Kind::DropBefore, "POST", MOVEMENT);
        harness.change(&movement, vec![change]).await;
        assert_eq!(harness.settled().await.attention, 0, "{kind}");
        let op = only_op(&harness).await;
        assert!(is_sent(&op.state), "{kind}: {op:?}");
        assert_eq!((harness.updates(), harness.operations().len()), (2, effects), "{kind}");
        let events = [Kept, Attempted, Unanswered, NotDone, Attempted, Sent];
        assert_eq!(harness.events(op.key).await, events, "{kind}");
    }
}

#[tokio::test]
async fn a_change_of_every_kind_that_arrives_late_is_waited_for_and_made_once() {
    for kind in KINDS {
        let harness = Harness::signed_in_at(UNBELIEVING).await;
        let (movement, change, effects) = of_kind(&harness, kind).await;
        harness.fault(Kind::Late(Duration::from_millis(300)), "POST", MOVEMENT);
        harness.change(&movement, vec![change]).await;
        assert_eq!(harness.settled().await.attention, 0, "{kind}");
        assert!(is_seen(&only_op(&harness).await.state), "{kind}");
        assert_eq!((harness.updates(), harness.operations().len()), (1, effects), "{kind}");
    }
}

#[tokio::test]
async fn changed_fields_without_an_answer_are_found_or_sent_again() {
    for (fault, requests) in [(Kind::DropAfter, 1), (Kind::DropBefore, 2)] {
        let harness = Harness::signed_in().await;
        harness.open(&pending()).await.unwrap();
        harness.fault(fault.clone(), "POST", MOVEMENT);
        harness.update_header(&pending(), named("Renamed")).await;
        assert_eq!(harness.settled().await.attention, 0, "{fault:?}");
        assert_eq!(harness.updates(), requests, "{fault:?}");
        assert_eq!(harness.operations(), ["updateHeader"], "{fault:?}");
    }
}

#[tokio::test]
async fn of_a_lost_batch_what_was_made_is_found_and_only_the_rest_is_sent_again() {
    let harness = Harness::signed_in().await;
    let lines = harness.open(&pending()).await.unwrap().movement.lines.unwrap();
    harness.fault(Kind::DropBefore, "POST", MOVEMENT);
    harness.change(&pending(), vec![quantity(&lines[0].id, 44), quantity(&lines[1].id, 55)]).await;
    harness.until(|| harness.outbox(), |outbox| outbox.unsure == 2).await;
    harness.pause(true).await;
    // Somebody else makes one of the two changes.
    harness.colleague().await.change(&pending(), vec![quantity(&lines[0].id, 44)]).await;
    harness.pause(false).await;
    assert_eq!(harness.settled().await.attention, 0);
    assert!(is_seen(&harness.op_about(&lines[0].id).await.state));
    let effects = harness.service.effects();
    let items: Vec<_> = effects.iter().filter_map(|effect| effect.item.as_deref()).collect();
    assert_eq!(items, [lines[0].id.as_str(), lines[1].id.as_str()]);
}

#[tokio::test]
async fn what_somebody_else_did_meanwhile_is_not_overwritten_by_sending_again() {
    let harness = Harness::signed_in().await;
    let lines = harness.open(&pending()).await.unwrap().movement.lines.unwrap();
    harness.fault(Kind::DropBefore, "POST", MOVEMENT);
    harness.change(&pending(), vec![revise(&lines[0].id, 1)]).await;
    harness.until(|| harness.outbox(), |outbox| outbox.unsure == 1).await;
    harness.pause(true).await;
    harness.colleague().await.change(&pending(), vec![cancel(&lines[0].id)]).await;
    harness.pause(false).await;
    harness.settled().await;
    let op = harness.op_about(&lines[0].id).await;
    assert!(matches!(op.state, OperationState::Conflict(_)), "{op:?}");
    assert_eq!(harness.operations(), ["cancelItem"]);
}

#[tokio::test]
async fn true_twins_without_places_are_asked_about() {
    let harness = Harness::at_pace(&[Variant::NoSortOrder], UNBELIEVING).await;
    harness.sign_in().await.unwrap();
    harness.open(&pending()).await.unwrap();
    harness.fault(Kind::DropAfter, "POST", MOVEMENT);
    let twins = vec![add(sample::SYRINGE_5ML, 9), add(sample::SYRINGE_5ML, 9)];
    harness.change(&pending(), twins).await;
    assert_eq!(harness.settled().await.attention, 2);
    let lines = harness.lines(&pending()).await;
    let new = lines.iter().filter(|line| line.product.id == sample::SYRINGE_5ML.into());
    let new: Vec<_> = new.map(|line| line.id.clone()).collect();
    for (op, line) in harness.ops().await.iter().zip(&new) {
        let question = Question::LineAdded(new.clone());
        assert_eq!(op.state, OperationState::Unknown(question));
        harness.reply(op.key, Answer::Done(Some(line.to_string()))).await.unwrap();
        assert_eq!(harness.events(op.key).await, [Kept, Attempted, Unanswered, Unknown, Decided]);
    }
    assert!(harness.ops().await.iter().all(|op| is_seen(&op.state)));
    assert_eq!((harness.updates(), harness.operations().len()), (1, 2));
}

#[tokio::test]
async fn a_line_the_user_says_was_not_added_is_added() {
    let harness = Harness::at_pace(&[Variant::NoSortOrder], UNBELIEVING).await;
    harness.sign_in().await.unwrap();
    harness.open(&pending()).await.unwrap();
    harness.fault(Kind::DropBefore, "POST", MOVEMENT);
    harness.change(&pending(), vec![add(sample::SYRINGE_5ML, 9)]).await;
    harness.until(|| harness.outbox(), |outbox| outbox.unsure == 1).await;
    harness.pause(true).await;
    let twins = vec![add(sample::SYRINGE_5ML, 9), add(sample::SYRINGE_5ML, 9)];
    harness.colleague().await.change(&pending(), twins).await;
    harness.pause(false).await;
    assert_eq!(harness.settled().await.attention, 1);
    let op = only_op(&harness).await;
    harness.reply(op.key, Answer::NotDone).await.unwrap();
    harness.until_op(op.key, is_sent).await;
    assert_eq!(harness.operations(), ["createItem"; 3]);
}

#[tokio::test]
async fn a_category_whose_making_was_not_answered_is_asked_about() {
    let asked = OperationState::Unknown(Question::CategoryMade);
    for (fault, answer, requests) in
        [(Kind::DropAfter, Answer::Done(None), 1), (Kind::DropBefore, Answer::NotDone, 2)]
    {
        let harness = Harness::signed_in().await;
        harness.fault(fault, "POST", "/api/categories");
        let written = harness.create_category("Zinc dressings").await;
        assert_eq!(written.state, WriteState::Asks);
        let op = only_op(&harness).await;
        assert_eq!(op.state, asked);
        harness.retry(vec![op.key]).await;
        assert_eq!(harness.op(op.key).await.state, asked, "it is not sent again on a guess");
        let other = Operation::CreateCategory { name: "Zinc".into() };
        assert!(harness.edit(op.key, other).await.is_err(), "nor under another name");
        harness.reply(op.key, answer).await.unwrap();
        harness.until_op(op.key, is_sent).await;
        assert_eq!(harness.operations(), ["createCategory"], "made once");
        assert_eq!(harness.count("POST /api/categories"), requests);
    }
}

#[tokio::test]
async fn a_new_pick_without_an_answer_is_asked_about_and_holds_back_another_of_the_same_stock() {
    for (fault, answer, requests) in
        [(Kind::DropAfter, Answer::Done(None), 1), (Kind::DropBefore, Answer::NotDone, 2)]
    {
        let harness = Harness::signed_in().await;
        let lines = harness.open(&pending()).await.unwrap().movement.lines.unwrap();
        let line = &lines[0].id;
        harness.fault(fault, "POST", "/api/stockMovementItems");
        let written = harness.pick(&pending(), line, vec![gloves(3)]).await.unwrap();
        assert_eq!(written.state, WriteState::Asks);
        let op = only_op(&harness).await;
        assert_eq!(op.state, OperationState::Unknown(Question::Picked));
        let again = harness.pick(&pending(), line, vec![gloves(3)]).await;
        assert_eq!(crate::harness::code(again), "pick_unsettled");
        harness.reply(op.key, answer).await.unwrap();
        harness.until_op(op.key, is_sent).await;
        assert_eq!(harness.operations(), ["pick"]);
        let path = "POST /api/stockMovementItems";
        assert_eq!(harness.count(path), requests);
        harness.pick(&pending(), line, vec![gloves(2)]).await.unwrap();
        harness.settled().await;
        assert_eq!(harness.operations(), ["pick", "pick"], "now it may");
    }
}

#[tokio::test]
async fn a_pick_that_only_sets_a_quantity_is_sent_again_by_itself() {
    let harness = Harness::signed_in().await;
    let lines = harness.open(&pending()).await.unwrap().movement.lines.unwrap();
    let line = &lines[0].id;
    harness.pick(&pending(), line, vec![gloves(3)]).await.unwrap();
    let id = harness.service.effects()[0].detail["picklistItem"].as_str().unwrap().to_owned();
    harness.fault(Kind::DropAfter, "POST", "/api/stockMovementItems");
    let set = Pick { id: Some(id.clone()), ..gloves(5) };
    harness.pick(&pending(), line, vec![set]).await.unwrap();
    assert_eq!(harness.settled().await.attention, 0);
    let effects = harness.service.effects();
    let set: Vec<_> = effects
        .iter()
        .skip(1)
        .map(|effect| (effect.detail["picklistItem"].as_str(), &effect.detail["quantityPicked"]))
        .collect();
    let five = serde_json::json!(5);
    assert_eq!(set, [(Some(id.as_str()), &five), (Some(id.as_str()), &five)], "set, not added");
}

#[tokio::test]
async fn a_pick_the_service_refuses_waits_with_its_words() {
    let harness = Harness::signed_in().await;
    let lines = harness.open(&pending()).await.unwrap().movement.lines.unwrap();
    let much = u32::try_from(sample::GLOVES_M_ON_HAND).unwrap() + 1;
    harness.pick(&pending(), &lines[0].id, vec![gloves(much)]).await.unwrap();
    let op = only_op(&harness).await;
    assert!(stuck(&op.state).1.contains("does not have enough quantity"), "{op:?}");
    let enough = Operation::Pick { item: lines[0].id.clone(), picks: vec![gloves(2)] };
    harness.edit(op.key, enough).await.unwrap();
    harness.until_op(op.key, is_sent).await;
    assert_eq!(harness.events(op.key).await, [Kept, Attempted, Refused, Edited, Attempted, Sent]);
}

#[tokio::test]
async fn a_change_that_is_lost_every_time_waits_for_the_user() {
    let harness = Harness::signed_in_at(backend::Pace { lost_attempts: 2, ..QUICK }).await;
    let lines = harness.open(&pending()).await.unwrap().movement.lines.unwrap();
    let lost = Fault::new(Kind::DropBefore).method("POST").path(MOVEMENT).times(2);
    harness.service.faults().add(lost);
    harness.change(&pending(), vec![quantity(&lines[0].id, 44)]).await;
    assert_eq!(harness.settled().await.attention, 1);
    let op = only_op(&harness).await;
    assert_eq!((stuck(&op.state).0, op.attempts, harness.updates()), ("no_answer", 2, 2));
    harness.retry(Vec::new()).await;
    harness.until_op(op.key, is_sent).await;
    assert_eq!(harness.operations(), ["updateItem"]);
}

#[tokio::test]
async fn what_was_certainly_not_sent_does_not_count_as_lost() {
    let harness = Harness::signed_in_at(backend::Pace { lost_attempts: 2, ..QUICK }).await;
    let lines = harness.open(&pending()).await.unwrap().movement.lines.unwrap();
    let signed_out = |outbox: &OutboxState| outbox.held == Some(Held::SignedOut);
    harness.fault(Kind::Unauthorized, "POST", MOVEMENT);
    harness.change(&pending(), vec![quantity(&lines[0].id, 44)]).await;
    harness.until(|| harness.outbox(), signed_out).await;
    harness.fault(Kind::Unauthorized, "POST", MOVEMENT);
    harness.sign_in().await.unwrap();
    harness.until(|| harness.outbox(), signed_out).await;
    harness.fault(Kind::DropBefore, "POST", MOVEMENT);
    harness.sign_in().await.unwrap();
    assert_eq!(harness.settled().await.attention, 0);
    assert!(is_sent(&only_op(&harness).await.state));
    assert_eq!(harness.operations(), ["updateItem"]);
}

#[tokio::test]
async fn somebody_elses_equal_line_is_not_taken_for_an_addition_that_was_never_sent() {
    let harness = Harness::signed_in_with(&[Variant::NoSortOrder]).await;
    harness.open(&pending()).await.unwrap();
    harness.fault(Kind::Unauthorized, "POST", MOVEMENT);
    harness.change(&pending(), vec![add(sample::SYRINGE_5ML, 9)]).await;
    harness.until(|| harness.outbox(), |outbox| outbox.held == Some(Held::SignedOut)).await;
    harness.colleague().await.change(&pending(), vec![add(sample::SYRINGE_5ML, 9)]).await;
    harness.sign_in().await.unwrap();
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!(harness.operations(), ["createItem", "createItem"], "theirs and ours");
}

#[tokio::test]
async fn a_service_that_cannot_be_read_settles_nothing_until_it_can() {
    let harness = Harness::signed_in_at(UNBELIEVING).await;
    let lines = harness.open(&pending()).await.unwrap().movement.lines.unwrap();
    // The reading before the change is answered, and the eight after it are not.
    harness.fault(Kind::Delay(Duration::ZERO), "GET", MOVEMENT);
    harness.service.faults().add(Fault::status(500).method("GET").path(MOVEMENT).times(8));
    harness.fault(Kind::DropAfter, "POST", MOVEMENT);
    harness.change(&pending(), vec![quantity(&lines[0].id, 44)]).await;
    assert_eq!(harness.settled().await.attention, 0);
    let op = only_op(&harness).await;
    assert!(is_seen(&op.state), "{op:?}");
    assert_eq!((harness.updates(), harness.operations().len()), (1, 1));
    let reads = format!("GET {MOVEMENT}{}", sample::MOVEMENT_PENDING);
    assert!(harness.count(&reads) >= 10, "{}", harness.count(&reads));
}

#[tokio::test]
async fn a_list_that_cannot_be_read_settles_no_creation_until_it_can() {
    let harness = Harness::signed_in_at(UNBELIEVING).await;
    harness.refresh(DataSet::Movements).await.unwrap();
    harness.fault(Kind::DropAfter, "POST", MOVEMENTS);
    harness.service.faults().add(Fault::status(500).method("GET").path(MOVEMENTS).times(8));
    harness.create(key(1), form("Theatre block A, weekly")).await;
    let ended =
        |state: &OperationState| is_seen(state) || matches!(state, OperationState::Unknown(_));
    harness.until_op(OperationKey(key(1).0), ended).await;
    assert_eq!((harness.creations(), harness.operations().len()), (1, 1), "never sent on a guess");
}

#[tokio::test]
async fn a_session_that_ends_before_it_is_known_leaves_it_to_be_looked_for_by_the_next() {
    let harness = Harness::signed_in_at(UNBELIEVING).await;
    let lines = harness.open(&pending()).await.unwrap().movement.lines.unwrap();
    harness.fault(Kind::Delay(Duration::ZERO), "GET", MOVEMENT);
    harness.fault(Kind::Unauthorized, "GET", MOVEMENT);
    harness.fault(Kind::DropAfter, "POST", MOVEMENT);
    harness.change(&pending(), vec![add(sample::SYRINGE_5ML, 9), cancel(&lines[0].id)]).await;
    let signed_out = |outbox: &OutboxState| outbox.held == Some(Held::SignedOut);
    let outbox = harness.until(|| harness.outbox(), signed_out).await;
    assert_eq!((outbox.waiting, outbox.unsure), (2, 2));
    harness.sign_in().await.unwrap();
    assert_eq!(harness.settled().await.attention, 0);
    assert!(harness.ops().await.iter().all(|op| is_seen(&op.state)));
    assert_eq!((harness.updates(), harness.operations().len()), (1, 2));
}

#[tokio::test]
async fn a_pick_taken_back_whose_answer_was_lost_is_gone_and_that_is_done() {
    let harness = Harness::signed_in().await;
    let lines = harness.open(&pending()).await.unwrap().movement.lines.unwrap();
    harness.pick(&pending(), &lines[0].id, vec![gloves(3)]).await.unwrap();
    let id = harness.service.effects()[0].detail["picklistItem"].as_str().unwrap().to_owned();
    harness.fault(Kind::DropAfter, "POST", "/api/stockMovementItems");
    let back = Pick { id: Some(id), ..gloves(0) };
    harness.pick(&pending(), &lines[0].id, vec![back]).await.unwrap();
    assert_eq!(harness.settled().await.attention, 0, "{:?}", harness.ops().await);
    let is_back =
        |body: &Operation| matches!(body, Operation::Pick { picks, .. } if picks[0].quantity == 0);
    assert!(is_seen(&harness.op_of(is_back).await.state));
}

/// An answer to a write of lines that shows them as they were, and of which nothing was done.
fn from_before(lines: &str) -> Kind {
    let id = sample::MOVEMENT_PENDING;
    let body = format!(r#"{{"data":{{"id":"{id}","name":"Weekly","lineItems":{lines}}}}}"#);
    Kind::Answer { status: 200, content_type: "application/json".into(), body }
}

#[tokio::test]
async fn what_was_accepted_and_is_not_shown_is_read_once_more_and_then_asked_about() {
    // One of the answers shows nothing of the line, the other cannot be read.
    for answer in ["[]", r#"[{"quantityRequested":3}]"#] {
        let harness = Harness::signed_in().await;
        let lines = harness.open(&pending()).await.unwrap().movement.lines.unwrap();
        let reads = harness.count(&format!("GET {MOVEMENT}{}", sample::MOVEMENT_PENDING));
        harness.fault(from_before(answer), "POST", MOVEMENT);
        harness.change(&pending(), vec![add(sample::SYRINGE_5ML, 9)]).await;
        assert_eq!(harness.settled().await.attention, 1);
        let op = only_op(&harness).await;
        assert_eq!(op.state, OperationState::Unknown(Question::NotShown), "{answer}");
        assert_eq!(harness.events(op.key).await, [Kept, Attempted, Unknown]);
        let read = harness.count(&format!("GET {MOVEMENT}{}", sample::MOVEMENT_PENDING)) - reads;
        assert!(read >= 2, "before it was sent, and after: {read}");
        assert_eq!(harness.updates(), 1, "it is not sent again by itself");
        harness.reply(op.key, Answer::NotDone).await.unwrap();
        harness.until_op(op.key, is_sent).await;
        assert_eq!(harness.operations(), ["createItem"]);
        assert_eq!(harness.lines(&pending()).await.len(), lines.len() + 1);
    }
}

/// The next change is accepted in an answer that shows nothing, and cannot be read again.
fn accept_unseen(harness: &Harness) {
    let body = format!(r#"{{"data":{{"id":"{}"}}}}"#, sample::MOVEMENT_PENDING);
    let kind = Kind::Answer { status: 200, content_type: "application/json".into(), body };
    harness.fault(kind, "POST", MOVEMENT);
    // The reading before it is sent works, and the one after does not.
    harness.fault(Kind::Delay(Duration::ZERO), "GET", MOVEMENT);
    harness.service.faults().add(Fault::status(503).method("GET").path(MOVEMENT));
}

/// It is asked about, and made once where the answer is that it was not done.
async fn is_asked_about(harness: &Harness, effect: &str) {
    harness.settled().await;
    let op = only_op(harness).await;
    assert_eq!(op.state, OperationState::Unknown(Question::NotShown), "{effect}");
    harness.reply(op.key, Answer::NotDone).await.unwrap();
    harness.until_op(op.key, is_sent).await;
    assert_eq!(harness.operations(), [effect]);
}

#[tokio::test]
async fn what_was_accepted_and_cannot_be_read_again_is_asked_about() {
    let harness = Harness::signed_in().await;
    harness.open(&pending()).await.unwrap();
    accept_unseen(&harness);
    harness.change(&pending(), vec![add(sample::SYRINGE_5ML, 9)]).await;
    is_asked_about(&harness, "createItem").await;

    let harness = Harness::signed_in().await;
    harness.open(&pending()).await.unwrap();
    accept_unseen(&harness);
    harness.update_header(&pending(), named("Renamed")).await;
    is_asked_about(&harness, "updateHeader").await;
}

#[tokio::test]
async fn two_people_who_replace_one_line_at_once_are_told_and_ours_can_be_set_again() {
    let harness = Harness::signed_in().await;
    let lines = harness.open(&pending()).await.unwrap().movement.lines.unwrap();
    let line = lines.iter().find(|line| line.product.id == sample::GLOVES_M.into()).unwrap();
    let child = |id: &str, product: &str, quantity: u32| {
        format!(
            r#"{{"id":"{id}","product":{{"id":"{product}"}},"statusCode":"APPROVED","quantityRequested":{quantity}}}"#
        )
    };
    let both = [child("c1", sample::GLOVES_L, 20), child("c2", sample::GLOVES_S, 5)].join(",");
    let shown = format!(
        r#"[{{"id":"{}","product":{{"id":"{}"}},"statusCode":"SUBSTITUTED","quantityRequested":{},"reasonCode":"STOCKOUT","substitutions":[{both}]}}]"#,
        line.id,
        sample::GLOVES_M,
        line.quantity_requested.unwrap()
    );
    harness.fault(from_before(&shown), "POST", MOVEMENT);
    harness.change(&pending(), vec![substitute(&line.id, &[(sample::GLOVES_L, 20)])]).await;
    assert_eq!(harness.settled().await.attention, 1);
    let op = only_op(&harness).await;
    let OperationState::Conflict(clashes) = &op.state else { panic!("{op:?}") };
    assert_eq!(clashes[0].field, ConflictField::Decision);
    let theirs = clashes[0].theirs.as_deref().unwrap();
    assert!(theirs.contains(" 20 ") && theirs.contains(" 5 "), "{theirs}");
    assert_eq!(harness.events(op.key).await, [Kept, Attempted, Conflict]);
    harness.resolve(op.key, &[ConflictField::Decision]).await.unwrap();
    harness.until_op(op.key, is_sent).await;
    let now = harness.line(&pending(), &line.id).await;
    assert_eq!(now.substitutions.len(), 1, "{now:?}");
}
