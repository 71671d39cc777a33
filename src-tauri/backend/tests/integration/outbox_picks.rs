//! Picks in a service that shows them: what became of a request without an answer is found by reading
//! (interface document, 4.5; the reading is observed), and what was picked is taken back.

use std::time::Duration;

use chrono::TimeDelta;
use contract::{JournalEvent::*, *};
use practice::{Fault, Kind, sample};

use crate::{
    act::*,
    harness::{Harness, QUICK, UNBELIEVING},
    picking::Gloves,
};

const PICKS: &str = "/api/stockMovementItems";

async fn probed_at(pace: backend::Pace) -> Harness {
    let harness = Harness::signed_in_at(pace).await;
    harness.open(&pending()).await.unwrap();
    harness.probe().await.unwrap();
    harness
}

async fn only_op(harness: &Harness) -> OperationRow {
    let mut ops = harness.ops().await;
    assert_eq!(ops.len(), 1, "{ops:?}");
    ops.remove(0)
}

fn posts(harness: &Harness) -> usize {
    harness.count(&format!("POST {PICKS}"))
}

fn page() -> String {
    format!("/api/stockMovements/{}", sample::MOVEMENT_PENDING)
}

#[tokio::test]
async fn a_new_pick_whose_answer_was_lost_is_found_and_not_made_again() {
    let harness = probed_at(UNBELIEVING).await;
    let line = Gloves::of(&harness).await;
    harness.fault(Kind::DropAfter, "POST", PICKS);
    line.pick(vec![gloves(3)]).await;
    assert_eq!(harness.settled().await.attention, 0, "nobody is asked");
    let op = only_op(&harness).await;
    assert!(is_seen(&op.state), "{op:?}");
    assert_eq!((posts(&harness), harness.operations()), (1, vec!["pick".to_owned()]));
    assert_eq!(harness.events(op.key).await, [Kept, Attempted, Unanswered, Found]);
    let made = line.until_picks(&[3]).await.remove(0);
    let OperationState::Sent { id, .. } = op.state else { panic!() };
    assert_eq!(id, made.id, "it is known by its name");
}

#[tokio::test]
async fn one_that_never_arrived_is_sent_again_and_made_once() {
    let harness = probed_at(QUICK).await;
    let line = Gloves::of(&harness).await;
    harness.fault(Kind::DropBefore, "POST", PICKS);
    line.pick(vec![gloves(3)]).await;
    assert_eq!(harness.settled().await.attention, 0);
    let op = only_op(&harness).await;
    assert!(is_sent(&op.state), "{op:?}");
    assert_eq!((posts(&harness), harness.operations()), (2, vec!["pick".to_owned()]));
    let events = [Kept, Attempted, Unanswered, NotDone, Attempted, Sent];
    assert_eq!(harness.events(op.key).await, events);
}

#[tokio::test]
async fn one_that_arrives_late_is_waited_for_and_made_once() {
    let harness = probed_at(UNBELIEVING).await;
    let line = Gloves::of(&harness).await;
    harness.fault(Kind::Late(Duration::from_millis(300)), "POST", PICKS);
    line.pick(vec![gloves(3)]).await;
    assert_eq!(harness.settled().await.attention, 0);
    assert!(is_seen(&only_op(&harness).await.state));
    assert_eq!((posts(&harness), harness.operations()), (1, vec!["pick".to_owned()]));
}

#[tokio::test]
async fn one_like_it_that_was_there_before_is_not_taken_for_it() {
    let harness = probed_at(QUICK).await;
    let line = Gloves::of(&harness).await;
    line.pick(vec![gloves(3)]).await;
    line.until_picks(&[3]).await;
    harness.settled().await;
    harness.fault(Kind::DropBefore, "POST", PICKS);
    line.pick(vec![gloves(3)]).await;
    assert_eq!(harness.settled().await.attention, 0);
    line.until_picks(&[3, 3]).await;
    assert_eq!((posts(&harness), harness.operations().len()), (3, 2), "made twice, as asked for");
}

#[tokio::test]
async fn a_change_and_a_removal_whose_answers_were_lost_are_found() {
    let harness = probed_at(UNBELIEVING).await;
    let line = Gloves::of(&harness).await;
    line.pick(vec![gloves(3)]).await;
    let id = line.until_picks(&[3]).await.remove(0).id;
    for (quantity, shown) in [(5, &[5][..]), (0, &[])] {
        harness.settled().await;
        harness.fault(Kind::DropAfter, "POST", PICKS);
        line.pick(vec![Pick { id: id.clone(), ..gloves(quantity) }]).await;
        assert_eq!(harness.settled().await.attention, 0);
        line.until_picks(shown).await;
    }
    assert_eq!(posts(&harness), 3, "each was sent once");
}

#[tokio::test]
async fn two_that_look_like_it_are_asked_about() {
    let harness = probed_at(QUICK).await;
    let line = Gloves::of(&harness).await;
    harness.fault(Kind::DropBefore, "POST", PICKS);
    line.pick(vec![gloves(3)]).await;
    harness.until(|| harness.outbox(), |outbox| outbox.unsure == 1).await;
    harness.pause(true).await;
    let colleague = harness.colleague().await;
    colleague.open(&pending()).await;
    for _ in 0..2 {
        let (movement, item) = (pending(), line.line.id.clone());
        let request = PickLine { key: None, movement, item, picks: vec![gloves(3)] };
        let written = colleague.backend.pick_line(request).await.unwrap();
        assert!(matches!(written.state, WriteState::Sent { .. }), "{written:?}");
    }
    harness.pause(false).await;
    assert_eq!(harness.settled().await.attention, 1);
    let op = only_op(&harness).await;
    assert_eq!(op.state, OperationState::Unknown(Question::Picked));
    harness.reply(op.key, Answer::NotDone).await.unwrap();
    harness.until_op(op.key, is_sent).await;
    assert_eq!(harness.operations(), ["pick"; 3]);
}

#[tokio::test]
async fn what_others_picked_meanwhile_stops_a_pick_that_would_then_be_too_much() {
    let harness = probed_at(QUICK).await;
    let line = Gloves::of(&harness).await;
    let required = required(&line).await;
    harness.pause(true).await;
    line.pick(vec![gloves(2)]).await;
    others_pick(&harness, &line, required - 1).await;
    harness.pause(false).await;
    assert_eq!(harness.settled().await.attention, 1);
    let op = only_op(&harness).await;
    assert_eq!(stuck(&op.state).0, "picked_meanwhile");
    assert_eq!(harness.events(op.key).await, [Kept, Conflict]);
    assert_eq!(harness.operations(), ["pick"], "nothing of it was sent");
    // They see what is there now, and mean it.
    harness.retry(vec![op.key]).await;
    harness.until_op(op.key, is_sent).await;
    assert_eq!(harness.operations(), ["pick"; 2]);
}

#[tokio::test]
async fn what_others_picked_meanwhile_stops_no_pick_for_which_there_is_room() {
    let harness = probed_at(QUICK).await;
    let line = Gloves::of(&harness).await;
    let required = required(&line).await;
    harness.pause(true).await;
    line.pick(vec![gloves(1)]).await;
    others_pick(&harness, &line, required - 1).await;
    harness.pause(false).await;
    assert_eq!(harness.settled().await.attention, 0);
    assert!(is_sent(&only_op(&harness).await.state));
}

#[tokio::test]
async fn a_line_that_others_revise_or_cancel_meanwhile_stops_its_pick() {
    for harness in [probed_at(QUICK).await, Harness::strict().await] {
        harness.open(&pending()).await.unwrap();
        let line = Gloves::of(&harness).await;
        let (item, before) = (&line.line.id, line.line.quantity_to_ship().unwrap());
        harness.pause(true).await;
        line.pick(vec![gloves(2)]).await;
        let colleague = harness.colleague().await;
        colleague.change(&pending(), vec![revise(item, 5)]).await;
        harness.pause(false).await;
        assert_eq!(harness.settled().await.attention, 1);
        let op = only_op(&harness).await;
        let OperationState::Stuck(failure) = &op.state else { panic!("{op:?}") };
        assert_eq!(failure.reason, Reason::AskedChanged { before, now: 5 });
        assert_eq!(harness.events(op.key).await, [Kept, Conflict]);
        assert_eq!(posts(&harness), 0, "nothing of it was sent");
        // They see what is asked for now, and mean it; but then there is nothing to go at all.
        harness.pause(true).await;
        harness.retry(vec![op.key]).await;
        harness.clock.advance(TimeDelta::seconds(10));
        colleague.change(&pending(), vec![revert(item)]).await;
        colleague.change(&pending(), vec![cancel(item)]).await;
        harness.pause(false).await;
        assert_eq!(harness.settled().await.attention, 1);
        let op = only_op(&harness).await;
        let OperationState::Stuck(failure) = &op.state else { panic!("{op:?}") };
        assert_eq!(failure.reason, Reason::AskedChanged { before: 5, now: 0 });
        assert_eq!(posts(&harness), 0);
        // Meant all the same, it is for the service to say.
        harness.retry(vec![op.key]).await;
        harness.settled().await;
        assert_eq!(posts(&harness), 1);
    }
}

/// How many pieces are to be picked of the line.
async fn required(line: &Gloves<'_>) -> u32 {
    u32::try_from(line.told().await.parts[0].required.unwrap()).unwrap()
}

/// Somebody else picks for the line at another computer.
async fn others_pick(harness: &Harness, line: &Gloves<'_>, pieces: u32) {
    let colleague = harness.colleague().await;
    colleague.open(&pending()).await;
    let (movement, item) = (pending(), line.line.id.clone());
    let request = PickLine { key: None, movement, item, picks: vec![gloves(pieces)] };
    let written = colleague.backend.pick_line(request).await.unwrap();
    assert!(matches!(written.state, WriteState::Sent { .. }), "{written:?}");
}

#[tokio::test]
async fn a_refused_pick_holds_up_no_other_and_gives_way_to_its_correction() {
    let harness = probed_at(QUICK).await;
    let line = Gloves::of(&harness).await;
    let other = Pick { bin_location: None, ..gloves(4) };
    harness.service.faults().add(Fault::status(400).method("POST").path(PICKS));
    let written = line.pick(vec![gloves(7), other.clone()]).await;
    assert!(matches!(written.state, WriteState::Stuck(_)), "{written:?}");
    let refused = only_op(&harness).await.key;
    // Another lot of the line.
    let elsewhere = Pick { inventory_item: "another".into(), ..gloves(1) };
    let written = line.pick(vec![elsewhere]).await;
    assert!(!matches!(written.state, WriteState::Kept { .. }), "it had its turn: {written:?}");
    // What is typed anew of the same stock stands in for that alone.
    let written = line.pick(vec![gloves(3)]).await;
    assert!(matches!(written.state, WriteState::Sent { .. }), "{written:?}");
    let ops = harness.ops().await;
    let left = ops.iter().find(|op| op.key == refused).unwrap();
    assert!(matches!(left.state, OperationState::Stuck(_)), "{left:?}");
    let Operation::Pick { picks, .. } = &left.operation else { panic!("{left:?}") };
    assert_eq!(picks, std::slice::from_ref(&other), "what was not typed anew waits as it did");
    line.pick(vec![Pick { quantity: 2, ..other }]).await;
    let ops = harness.ops().await;
    let left = ops.iter().find(|op| op.key == refused).unwrap();
    assert!(matches!(left.state, OperationState::Dropped { .. }), "{left:?}");
    assert_eq!(harness.events(refused).await, [Kept, Attempted, Refused, Edited, Dropped]);
    assert_eq!(harness.outbox().await.waiting, 0);
}

#[tokio::test]
async fn a_page_that_cannot_be_read_hinders_no_pick_and_a_lost_one_is_asked_about() {
    let harness = probed_at(QUICK).await;
    let line = Gloves::of(&harness).await;
    harness.service.faults().add(Fault::status(500).method("GET").path(page()).times(1_000));
    line.pick(vec![gloves(2)]).await;
    assert!(is_sent(&only_op(&harness).await.state), "without a look before or after");
    harness.fault(Kind::DropAfter, "POST", PICKS);
    line.pick(vec![gloves(3)]).await;
    assert_eq!(harness.settled().await.attention, 1);
    let ops = harness.ops().await;
    let asked = ops.iter().find(|op| !is_sent(&op.state)).unwrap();
    assert_eq!(asked.state, OperationState::Unknown(Question::Picked));
    assert_eq!(harness.operations(), ["pick"; 2]);
}

#[tokio::test]
async fn a_pick_lost_with_the_program_is_found_at_the_next_start() {
    let mut harness = probed_at(UNBELIEVING).await;
    {
        let line = Gloves::of(&harness).await;
        // Nothing is being read that would meet the faults in the place of the pick page.
        harness.refresh(DataSet::Movement(pending())).await.unwrap();
        // The line and what is picked of it are read; what became of it cannot be before the next start.
        let read = Fault::new(Kind::Delay(Duration::ZERO)).method("GET").path(page()).times(2);
        let faults = harness.service.faults();
        faults.add(read);
        faults.add(Fault::status(500).method("GET").path(page()).times(1_000));
        harness.fault(Kind::DropAfter, "POST", PICKS);
        line.pick(vec![gloves(3)]).await;
        harness.until(|| harness.outbox(), |outbox| outbox.unsure == 1).await;
    }
    harness.restart().await;
    harness.service.faults().clear();
    harness.sign_in().await.unwrap();
    assert_eq!(harness.settled().await.attention, 0);
    assert!(is_seen(&only_op(&harness).await.state));
    assert_eq!((posts(&harness), harness.operations()), (1, vec!["pick".to_owned()]));
}

#[tokio::test]
async fn what_was_picked_is_taken_back_and_what_was_changed_gets_back_what_it_had() {
    let harness = probed_at(QUICK).await;
    let line = Gloves::of(&harness).await;
    line.pick(vec![gloves(8)]).await;
    let id = line.until_picks(&[8]).await.remove(0).id;
    line.pick(vec![Pick { id: id.clone(), ..gloves(5) }]).await;
    line.until_picks(&[5]).await;
    let ops = harness.ops().await;
    let is_new = |op: &&OperationRow| match &op.operation {
        Operation::Pick { picks, .. } => picks[0].id.is_none(),
        _ => false,
    };
    let (new, changed) =
        (ops.iter().find(is_new).unwrap(), ops.iter().find(|op| !is_new(op)).unwrap());
    assert!(new.undo.is_some() && changed.undo.is_some(), "{ops:?}");
    harness.undo(changed.key).await.unwrap();
    line.until_picks(&[8]).await;
    harness.undo(new.key).await.unwrap();
    line.until_picks(&[]).await;
    assert_eq!(harness.operations(), ["pick"; 4]);
}

#[tokio::test]
async fn a_strict_service_is_asked_no_page_for_a_pick() {
    let harness = Harness::strict().await;
    harness.open(&pending()).await.unwrap();
    harness.probe().await.unwrap();
    let line = Gloves::of(&harness).await;
    harness.fault(Kind::DropAfter, "POST", PICKS);
    let written = line.pick(vec![gloves(3)]).await;
    assert_eq!(written.state, WriteState::Asks, "nothing tells whether it was done");
    assert!(!harness.requests().iter().any(|request| request.contains("stepNumber=4")));
}
