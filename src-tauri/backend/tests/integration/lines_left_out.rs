//! A line of a movement that cannot be read costs that line alone: the others are there, its absence is
//! told, and is never taken for a deletion (interface document, 2.2 and 4.3).

use contract::*;
use practice::{Fault, Kind};

use crate::{
    act::*,
    editing::*,
    harness::{Harness, QUICK},
};

impl Harness {
    /// From now on this line of a movement cannot be read.
    fn spoil(&self, at: usize) {
        let bad = Fault::new(Kind::BadLine(at)).method("GET").path(MOVEMENT).times(u32::MAX);
        self.service.faults().add(bad);
    }

    /// How many lines could not be read, as the page of the lines tells it.
    async fn lines_left_out(&self, movement: MovementKey) -> u32 {
        let page = self.backend.list_lines(ListLines {
            movement,
            rows: Rows { start: 0, count: 1_000, sort: Vec::new() },
            filter: LineFilter::default(),
            folded: Vec::new(),
        });
        page.await.unwrap().freshness.left_out
    }
}

#[tokio::test]
async fn the_lines_that_can_be_read_are_there_and_those_left_out_are_counted_also_after_a_restart()
{
    let mut harness = Harness::signed_in().await;
    harness.spoil(1);
    let movement = {
        let editor = Editor::of_pending(&harness).await;
        assert_eq!(editor.lines().await.len(), 7);
        editor.movement
    };
    assert_eq!(harness.lines_left_out(movement).await, 1);
    assert_eq!(harness.open(&pending()).await.unwrap().movement.lines_left_out, 1);
    harness.refresh(DataSet::Movements).await.unwrap();
    let row = harness.movement_row(movement).await;
    assert_eq!((row.lines, row.review), (Some(8), None), "what is not read is not told of");
    harness.ops().await;
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    assert_eq!(harness.lines_left_out(movement).await, 1);
    harness.sign_in().await.unwrap();
    harness.service.faults().clear();
    let opened = harness.opened_anew(&pending()).await;
    assert_eq!((opened.movement.lines.unwrap().len(), opened.movement.lines_left_out), (8, 0));
    assert_eq!(harness.lines_left_out(movement).await, 0);
}

#[tokio::test]
async fn changes_of_a_line_that_cannot_be_read_wait_for_the_user_and_the_others_go() {
    for deletes in [false, true] {
        let harness = Harness::signed_in().await;
        let editor = Editor::of_pending(&harness).await;
        let items = editor.items().await;
        let (unread, other) = (&items[1].id, &items[3].id);
        // What was read behind since it was opened ends before: the line is changed as it is known.
        harness.refresh(DataSet::Movement(editor.movement.into())).await.unwrap();
        harness.spoil(1);
        let change = if deletes { delete(unread) } else { quantity(unread, 77) };
        harness.change(&pending(), vec![change, quantity(other, 78)]).await;
        assert_eq!(harness.settled().await.attention, 1);
        // It is neither gone nor deleted: nothing tells.
        assert_eq!(stuck(&harness.op_about(unread).await.state).0, "not_understood");
        assert!(is_sent(&harness.op_about(other).await.state));
        assert_eq!(harness.operations(), ["updateItem"]);
        harness.service.faults().clear();
        harness.retry(Vec::new()).await;
        assert_eq!(harness.settled().await.attention, 0);
        let last = if deletes { "deleteItem" } else { "updateItem" };
        assert_eq!(harness.operations(), ["updateItem", last]);
    }
}

#[tokio::test]
async fn what_was_not_answered_is_not_settled_by_the_absence_of_lines_that_cannot_be_read() {
    let harness = Harness::signed_in().await;
    let items = Editor::of_pending(&harness).await.items().await;
    let (deleted, updated) = (&items[1].id, &items[7].id);
    // The seventh line: before the deletion another one, and then the one that is updated.
    harness.spoil(6);
    harness.fault(Kind::DropAfter, "POST", MOVEMENT);
    harness.pause(true).await;
    harness.change(&pending(), vec![quantity(updated, 77), delete(deleted)]).await;
    harness.pause(false).await;
    harness.received(&format!("POST {MOVEMENT}"), 1).await;
    // Later than anything absent would count, and looked at again after that.
    tokio::time::sleep(QUICK.absence_settles * 2).await;
    let read = format!("GET {MOVEMENT}");
    harness.received(&read, harness.count(&read) + 2).await;
    for item in [deleted, updated] {
        let op = harness.op_about(item).await;
        assert_eq!(op.state, OperationState::Unsure, "{op:?}");
    }
    harness.service.faults().clear();
    assert_eq!(harness.settled().await.attention, 0);
    for item in [deleted, updated] {
        assert!(is_seen(&harness.op_about(item).await.state));
    }
    assert_eq!(harness.operations(), ["updateItem", "deleteItem"], "each once");
}

#[tokio::test]
async fn what_was_edited_in_a_line_that_cannot_be_read_any_more_stays() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let unread = editor.items().await.remove(1).id;
    editor.edit(vec![typed(&unread, "77")]).await;
    harness.spoil(1);
    harness.opened_anew(&pending()).await;
    assert_eq!(editor.notes().await, [], "it is not told to be gone");
    assert_eq!(editor.line(&row(&unread)).await.requested, Some(77));
    assert_eq!(editor.state().await.changed_here, 1);
    harness.service.faults().clear();
    harness.opened_anew(&pending()).await;
    assert_eq!(sent(&editor).await, (vec!["updateItem".to_owned()], 1));
}
