//! What becomes of a proposal whose line changes in the service before somebody answers.

use super::*;
use crate::editing::to_substitute;

impl Station<'_> {
    async fn gloves(&self) -> ItemId {
        let is_it = |line: &&EditorLine| {
            line.product.as_ref().is_some_and(|it| it.id.as_str() == sample::GLOVES_M)
        };
        let lines = self.lines().await;
        let RowKey::Line(item) = &lines.iter().find(is_it).unwrap().key else { panic!() };
        item.clone()
    }

    /// Changes a line, and waits until the service has it.
    async fn change(&self, edit: LineEdit) {
        let (movement, step, edits) = (self.movement, StepKind::Decide, vec![edit]);
        let request = EditLines { movement, step, edits, decimal_mark: DecimalMark::Point };
        self.backend.edit_lines(request).await.unwrap();
        let request = SendChanges { movement, only: None, without: Vec::new() };
        self.backend.send_changes(request).await.unwrap();
        self.settled().await;
    }

    async fn settled(&self) {
        for _ in 0..500 {
            if self.backend.outbox(ReadOutbox {}).await.unwrap().waiting == 0 {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        panic!("it still waits");
    }

    async fn read_anew(&self) {
        self.backend.refresh(Refresh { what: DataSet::Movement(pending()) }).await.unwrap();
    }

    /// What the other stations propose of a line.
    async fn proposed(&self, item: &ItemId) -> Option<ReviewRow> {
        let rows = self.inbox(OnlyReview::Proposals).await;
        rows.into_iter().find(|row| row.from_elsewhere && row.line.item == *item)
    }
}

fn why(done: &Reviewed) -> Vec<(&ItemId, &Reason)> {
    done.failed.iter().map(|(line, failure)| (&line.item, &failure.reason)).collect()
}

const APPROVE: ReviewAct = ReviewAct::Approve { reason: None };

#[tokio::test]
async fn what_somebody_decided_meanwhile_is_not_replaced_by_an_approval() {
    let harness = Harness::new().await;
    let folder = tempfile::tempdir().unwrap();
    let office = Station::begin(&harness, USERS[0]).await;
    let manager = Station::begin(&harness, USERS[1]).await;
    let other = Station::begin(&harness, USERS[2]).await;
    let (gloves, lines) = (office.gloves().await, items(&office.lines().await));
    let second = lines.iter().find(|item| **item != gloves).unwrap();
    office.decide(&gloves, Some(to_substitute(&[(sample::GLOVES_S, 5)]))).await;
    office.decide(second, Some(to_cancel())).await;
    office.share(folder.path()).await;
    manager.share(folder.path()).await;
    // Somebody who does not share decides first, and that reaches the manager.
    let decision = Some(to_substitute(&[(sample::GLOVES_L, 20)]));
    other.change(LineEdit::Decide { row: row(&gloves), decision, proposed: false }).await;
    manager.read_anew().await;
    let rows = manager.inbox(OnlyReview::Proposals).await;
    let stand = |item: &ItemId| &rows.iter().find(|row| row.line.item == *item).unwrap().stand;
    assert_eq!(
        (rows.len(), stand(&gloves), stand(second)),
        (2, &ReviewStand::Elsewhere, &ReviewStand::Proposed)
    );
    let before = harness.operations();
    let done = manager.act(&rows.iter().collect::<Vec<_>>(), APPROVE).await;
    assert_eq!((done.done, why(&done)), (1, vec![(&gloves, &Reason::ChangedInService)]));
    manager.settled().await;
    assert_eq!(harness.operations()[before.len()..], ["cancelItem"]);
    assert!(manager.proposed(&gloves).await.is_some(), "it is left as it was");
}
