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
    house::{House, QUICK, UNBELIEVING},
};

/// Four changes one after the other, each of a line of its own: the service is too busy for every
/// fourth write. Answers the last line.
async fn four_changes(house: &House, editor: &Editor<'_>) -> ItemId {
    let lines = editor.items().await;
    for line in &lines[..3] {
        house.change(&pending(), vec![quantity(&line.id, 77)]).await;
        house.settled().await;
    }
    let last = lines[3].id.clone();
    house.change(&pending(), vec![quantity(&last, 77)]).await;
    last
}

#[tokio::test]
async fn what_the_service_was_too_busy_for_is_told_so_and_keeps_its_unsent_mark() {
    let house = House::at_pace(&[Variant::Busy503], UNBELIEVING).await;
    house.sign_in().await.unwrap();
    let editor = Editor::of_pending(&house).await;
    let last = four_changes(&house, &editor).await;
    let op = house.op_about(&last).await.key;
    let op = house.until_op(op, |state| *state == OperationState::Busy).await;
    assert_eq!(house.events(op.key).await, [Kept, Attempted, Busy]);
    assert_eq!(editor.line(&row(&last)).await.state, RowState::Changed, "it is not sent");
    let state = editor.state().await;
    assert_eq!((state.sending, state.busy), (0, 1));
    let key = op.movement.unwrap();
    assert_eq!(house.movement_row(key).await.state, RowState::Changed);
    let outbox = house.outbox().await;
    assert_eq!((outbox.waiting, outbox.attention), (1, 0));
    assert_eq!(outbox.failure, Some(Reason::Busy.into()));
    assert!(outbox.next_try.is_some_and(|at| at > house.clock.now()));
}

#[tokio::test]
async fn what_the_service_was_too_busy_for_is_known_as_that_after_a_restart() {
    let mut house = House::at_pace(&[Variant::Busy503], UNBELIEVING).await;
    house.sign_in().await.unwrap();
    let last = four_changes(&house, &Editor::of_pending(&house).await).await;
    let op = house.op_about(&last).await.key;
    house.until_op(op, |state| *state == OperationState::Busy).await;
    house.ops().await;
    house.restart().await;
    house.open_profile("aokafor").await.unwrap();
    assert_eq!(house.op(op).await.state, OperationState::Busy);
}

#[tokio::test]
async fn what_the_service_was_too_busy_for_is_sent_again_once() {
    let house = House::at_pace(&[Variant::Busy503], QUICK).await;
    house.sign_in().await.unwrap();
    let editor = Editor::of_pending(&house).await;
    let last = four_changes(&house, &editor).await;
    assert_eq!(house.settled().await.attention, 0);
    let op = house.op_about(&last).await;
    assert!(is_sent(&op.state), "{op:?}");
    let events = house.events(op.key).await;
    assert_eq!(events, [Kept, Attempted, Busy, NotDone, Attempted, Sent]);
    assert_eq!((house.updates(), house.operations().len()), (5, 4));
    assert_eq!(editor.in_service(&last).await.unwrap().quantity_requested, Some(77));
}
