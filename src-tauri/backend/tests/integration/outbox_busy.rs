//! A service that answers 503 with `Retry-After`: what it did not take is told as not sent, looked for,
//! and sent again (interface document, 8.3).

use contract::{
    JournalEvent::{Attempted, Busy, Kept, NotDone, Sent},
    *,
};
use practice::Variant;

use crate::{
    act::*,
    editing::{Editor, row},
    harness::{Harness, QUICK, UNBELIEVING},
};

/// Four changes one after the other, each of a line of its own: the service is too busy for every
/// fourth write. Answers the last line.
async fn four_changes(harness: &Harness, editor: &Editor<'_>) -> ItemId {
    let lines = editor.items().await;
    for line in &lines[..3] {
        harness.change(&pending(), vec![quantity(&line.id, 77)]).await;
        harness.settled().await;
    }
    let last = lines[3].id.clone();
    harness.change(&pending(), vec![quantity(&last, 77)]).await;
    last
}

#[tokio::test]
async fn what_the_service_was_too_busy_for_is_told_so_and_keeps_its_unsent_mark() {
    let harness = Harness::at_pace(&[Variant::Busy503], UNBELIEVING).await;
    harness.sign_in().await.unwrap();
    let editor = Editor::of_pending(&harness).await;
    let last = four_changes(&harness, &editor).await;
    let op = harness.op_about(&last).await.key;
    let op = harness.until_op(op, |state| *state == OperationState::Busy).await;
    assert_eq!(harness.events(op.key).await, [Kept, Attempted, Busy]);
    assert_eq!(editor.line(&row(&last)).await.state, RowState::Changed, "it is not sent");
    let state = editor.state().await;
    assert_eq!((state.sending, state.busy), (0, 1));
    let key = op.movement.unwrap();
    assert_eq!(harness.movement_row(key).await.state, RowState::Changed);
    let outbox = harness.outbox().await;
    assert_eq!((outbox.waiting, outbox.attention), (1, 0));
    assert_eq!(outbox.failure, Some(Reason::Busy.into()));
    assert!(outbox.next_try.is_some_and(|at| at > harness.clock.now()));
}

#[tokio::test]
async fn what_the_service_was_too_busy_for_is_known_as_that_after_a_restart() {
    let mut harness = Harness::at_pace(&[Variant::Busy503], UNBELIEVING).await;
    harness.sign_in().await.unwrap();
    let last = four_changes(&harness, &Editor::of_pending(&harness).await).await;
    let op = harness.op_about(&last).await.key;
    harness.until_op(op, |state| *state == OperationState::Busy).await;
    harness.ops().await;
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    assert_eq!(harness.op(op).await.state, OperationState::Busy);
}

#[tokio::test]
async fn what_the_service_was_too_busy_for_is_sent_again_once() {
    let harness = Harness::at_pace(&[Variant::Busy503], QUICK).await;
    harness.sign_in().await.unwrap();
    let editor = Editor::of_pending(&harness).await;
    let last = four_changes(&harness, &editor).await;
    assert_eq!(harness.settled().await.attention, 0);
    let op = harness.op_about(&last).await;
    assert!(is_sent(&op.state), "{op:?}");
    let events = harness.events(op.key).await;
    assert_eq!(events, [Kept, Attempted, Busy, NotDone, Attempted, Sent]);
    assert_eq!((harness.updates(), harness.operations().len()), (5, 4));
    assert_eq!(editor.in_service(&last).await.unwrap().quantity_requested, Some(77));
}
