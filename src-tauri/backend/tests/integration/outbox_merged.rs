//! Lines that were merged, in the outbox: they are sent whole or not at all, and wait for the user
//! together, so that no piece counts twice or not at all (interface document, 4.4 and 7).

use contract::{JournalEvent::*, *};
use practice::sample;

use crate::{act::*, editing::*, harness::Harness};

/// A line of gloves, and another one of five pieces.
struct MergedPair {
    stays: LineItem,
    goes: ItemId,
}

impl MergedPair {
    /// The pieces of both.
    fn sum(&self) -> i64 {
        self.stays.quantity_requested.unwrap() + 5
    }
}

async fn pair(editor: &Editor<'_>) -> MergedPair {
    editor.harness.change(&pending(), vec![add(sample::GLOVES_M, 5)]).await;
    editor.harness.settled().await;
    let stays = editor.gloves().await;
    let other = editor.items().await.into_iter().rfind(|line| line.product.id == stays.product.id);
    MergedPair { goes: other.unwrap().id, stays }
}

async fn merge(editor: &Editor<'_>, pair: &MergedPair) {
    let request = MergeLines { movement: editor.movement, row: row(&pair.stays.id) };
    editor.harness.backend.merge_lines(request).await.unwrap();
}

async fn merged(editor: &Editor<'_>) -> MergedPair {
    let pair = pair(editor).await;
    merge(editor, &pair).await;
    pair
}

/// Whether both lines are in the service as they were before.
async fn are_apart(editor: &Editor<'_>, pair: &MergedPair) -> bool {
    let stays = editor.in_service(&pair.stays.id).await.unwrap();
    let goes = editor.in_service(&pair.goes).await;
    let pieces = goes.and_then(|line| line.quantity_requested);
    stays.quantity_requested == pair.stays.quantity_requested && pieces == Some(5)
}

/// Whether the one line has all pieces, and the other is gone.
async fn are_one(editor: &Editor<'_>, pair: &MergedPair) -> bool {
    let stays = editor.in_service(&pair.stays.id).await.unwrap();
    stays.quantity_requested == Some(pair.sum()) && editor.in_service(&pair.goes).await.is_none()
}

/// What last became of the operations about both lines that are no additions.
async fn both(editor: &Editor<'_>, pair: &MergedPair) -> [OperationRow; 2] {
    let ops = editor.harness.ops().await;
    let about = |item: &ItemId| {
        let is = |op: &&OperationRow| match &op.operation {
            Operation::ChangeLine(change) => change.item() == Some(item),
            _ => false,
        };
        ops.iter().find(is).expect("no such operation").clone()
    };
    [about(&pair.stays.id), about(&pair.goes)]
}

/// The instructions of what is not sent, each with the line that stays of its merge.
async fn planned(editor: &Editor<'_>) -> Vec<(Vec<LineChange>, Option<RowKey>)> {
    let changes = editor.changes().await.changes.into_iter();
    changes.map(|change| (change.instructions, change.merge)).collect()
}

fn is_dropped(state: &OperationState) -> bool {
    matches!(state, OperationState::Dropped { .. })
}

#[tokio::test]
async fn a_refused_merge_is_found_whole_among_others_and_given_up_and_taken_up_whole() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let pair = pair(&editor).await;
    let is_other = |line: &LineItem| line.product.id != pair.stays.product.id;
    let others: Vec<_> = editor.items().await.into_iter().filter(is_other).take(4).collect();
    // A product that the service does not know: it refuses the line that is to get the pieces.
    let unknown = |item: &ItemId| {
        let product = product("p-unknown");
        LineEdit::Product { row: row(item), product }
    };
    editor.edit(vec![unknown(&pair.stays.id), unknown(&pair.goes)]).await;
    merge(&editor, &pair).await;
    editor.edit(others.iter().map(|line| typed(&line.id, "500")).collect()).await;
    let (effects, updates) = (harness.operations().len(), harness.updates());
    editor.send().await;
    assert_eq!(harness.settled().await.attention, 2);
    assert_eq!(harness.operations()[effects..], ["updateItem"; 4], "the others, each once");
    assert!(harness.updates() - updates <= 7, "{} requests", harness.updates() - updates);
    assert!(are_apart(&editor, &pair).await);
    let [stays, goes] = both(&editor, &pair).await;
    assert_eq!((stuck(&stays.state).0, stuck(&goes.state).0), ("refused", "refused"));
    assert!(stays.merge.is_some() && stays.merge == goes.merge);

    harness.drop_op(goes.key).await.unwrap();
    assert_eq!(harness.settled().await.attention, 0);
    for op in both(&editor, &pair).await {
        assert!(is_dropped(&op.state), "{op:?}");
    }
    assert!(harness.drop_op(stays.key).await.is_ok(), "it went with the other");
    harness.restore(stays.key).await.unwrap();
    assert_eq!(harness.settled().await.attention, 2);
    for op in both(&editor, &pair).await {
        let events = harness.events(op.key).await;
        assert!(events.ends_with(&[Dropped, Restored, Attempted, Refused]), "{events:?}");
    }
    assert!(are_apart(&editor, &pair).await);
}

#[tokio::test]
async fn a_merge_refused_once_is_not_cut_in_two_and_goes_whole_when_it_is_tried_again() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let pair = merged(&editor).await;
    let (effects, updates) = (harness.operations().len(), harness.updates());
    harness.refuse(500, "POST", MOVEMENT);
    editor.send().await;
    assert_eq!(harness.settled().await.attention, 2);
    assert_eq!(harness.updates() - updates, 1);
    let [stays, goes] = both(&editor, &pair).await;
    assert_eq!(editor.notes().await.len(), 2, "each line tells it");
    assert_eq!(harness.events(goes.key).await, [Kept, Attempted, Refused]);
    harness.retry(vec![stays.key]).await;
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!(harness.operations()[effects..], ["updateItem", "deleteItem"]);
    assert_eq!(harness.updates() - updates, 2);
    assert!(are_one(&editor, &pair).await);
}

#[tokio::test]
async fn a_merge_of_which_one_line_was_changed_elsewhere_waits_whole() {
    for keep in [&[][..], &[ConflictField::Quantity]] {
        let harness = Harness::signed_in().await;
        let editor = Editor::of_pending(&harness).await;
        let pair = merged(&editor).await;
        harness.colleague().await.change(&pending(), vec![quantity(&pair.goes, 8)]).await;
        let updates = harness.updates();
        let written = editor.send().await;
        assert_eq!(written.state, WriteState::Asks);
        let [stays, goes] = both(&editor, &pair).await;
        assert!(matches!(goes.state, OperationState::Conflict(_)), "{goes:?}");
        assert_eq!((stays.state, harness.updates()), (OperationState::Queued, updates));
        let shown = editor.line(&row(&pair.stays.id)).await;
        assert_eq!(shown.requested, pair.stays.quantity_requested, "it is not drawn by halves");
        harness.resolve(goes.key, keep).await.unwrap();
        harness.settled().await;
        let [stays, goes] = both(&editor, &pair).await;
        if keep.is_empty() {
            assert!(is_dropped(&stays.state) && is_dropped(&goes.state), "{stays:?} {goes:?}");
            assert_eq!(harness.updates(), updates);
            let left = editor.in_service(&pair.goes).await.unwrap().quantity_requested;
            assert_eq!(left, Some(8));
        } else {
            assert!(is_sent(&stays.state) && is_sent(&goes.state), "{stays:?} {goes:?}");
            assert_eq!(harness.updates(), updates + 1);
            assert!(are_one(&editor, &pair).await);
        }
    }
}

#[tokio::test]
async fn of_a_merge_of_which_a_part_is_in_the_service_the_rest_says_so() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let pair = merged(&editor).await;
    harness.pause(true).await;
    editor.send().await;
    let sum = u32::try_from(pair.sum()).unwrap();
    harness.colleague().await.change(&pending(), vec![quantity(&pair.stays.id, sum)]).await;
    harness.refuse(500, "POST", MOVEMENT);
    harness.pause(false).await;
    assert_eq!(harness.settled().await.attention, 1);
    let [stays, goes] = both(&editor, &pair).await;
    assert!(is_seen(&stays.state), "{stays:?}");
    let (code, said) = stuck(&goes.state);
    assert_eq!((code, said.as_str()), ("merge_in_part", "A fault was set"));
    harness.retry(vec![goes.key]).await;
    assert_eq!(harness.settled().await.attention, 0);
    assert!(are_one(&editor, &pair).await);
}

#[tokio::test]
async fn a_refused_merge_is_taken_back_into_the_editor_as_a_merge() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let pair = merged(&editor).await;
    let before = planned(&editor).await;
    harness.refuse(500, "POST", MOVEMENT);
    editor.send().await;
    let [stays, goes] = both(&editor, &pair).await;
    let state = harness.backend.take_back(TakeBack { operation: goes.key }).await.unwrap();
    assert_eq!(state.undo, Some(StepName { kind: StepKind::Merge, lines: 2 }));
    for op in both(&editor, &pair).await {
        assert!(is_dropped(&op.state), "{op:?}");
    }
    assert_eq!(planned(&editor).await, before);
    editor.send_only(Some(vec![row(&pair.goes)])).await;
    assert_eq!(harness.settled().await.attention, 0);
    assert!(are_one(&editor, &pair).await);
    assert!(is_dropped(&harness.op(stays.key).await.state));
}

#[tokio::test]
async fn other_changes_of_one_line_take_the_place_of_the_whole_merge() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let pair = merged(&editor).await;
    harness.refuse(500, "POST", MOVEMENT);
    editor.send().await;
    let refused = both(&editor, &pair).await.map(|op| op.key);
    editor.edit(vec![typed(&pair.stays.id, "70")]).await;
    editor.send().await;
    assert_eq!(harness.settled().await.attention, 0);
    for key in refused {
        assert!(is_dropped(&harness.op(key).await.state));
    }
    let stays = editor.in_service(&pair.stays.id).await.unwrap();
    assert_eq!(stays.quantity_requested, Some(70));
    assert!(editor.in_service(&pair.goes).await.is_some(), "its deletion went with the merge");
}

#[tokio::test]
async fn a_merge_is_still_one_after_a_restart() {
    let mut harness = Harness::signed_in().await;
    let updates = {
        let editor = Editor::of_pending(&harness).await;
        merged(&editor).await;
        harness.pause(true).await;
        editor.send().await;
        harness.updates()
    };
    harness.ops().await;
    harness.restart().await;
    harness.sign_in().await.unwrap();
    harness.refuse(500, "POST", MOVEMENT);
    harness.pause(false).await;
    assert_eq!(harness.settled().await.attention, 2);
    assert_eq!(harness.updates() - updates, 1);
}
