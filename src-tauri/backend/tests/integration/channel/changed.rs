//! What becomes of a proposal whose line changes in the service before somebody answers, and of an answer that is
//! taken back.

use super::*;
use crate::{
    act::product,
    editing::{decided, deleted, to_substitute, typed},
    harness::code,
};

impl Station<'_> {
    async fn gloves(&self) -> ItemId {
        let is_it = |line: &&EditorLine| {
            line.product.as_ref().is_some_and(|it| it.id.as_str() == sample::GLOVES_M)
        };
        let lines = self.lines().await;
        let RowKey::Line(item) = &lines.iter().find(is_it).unwrap().key else { panic!() };
        item.clone()
    }

    /// Changes lines, and waits until the service has it.
    async fn change(&self, edits: Vec<LineEdit>) {
        let (movement, step) = (self.movement, StepKind::Decide);
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
    let [office, manager, other] = Station::three(&harness).await;
    let (gloves, lines) = (office.gloves().await, items(&office.lines().await));
    let second = lines.iter().find(|item| **item != gloves).unwrap();
    office.decide(&gloves, Some(to_substitute(&[(sample::GLOVES_S, 5)]))).await;
    office.decide(second, Some(to_cancel())).await;
    office.share(folder.path()).await;
    manager.share(folder.path()).await;
    // Somebody who does not share decides first, and that reaches the manager.
    other.change(vec![decided(&gloves, to_substitute(&[(sample::GLOVES_L, 20)]))]).await;
    manager.read_anew().await;
    let rows = manager.inbox(OnlyReview::Proposals).await;
    let stand = |item: &ItemId| &rows.iter().find(|row| row.line.item == *item).unwrap().stand;
    assert_eq!(
        (rows.len(), stand(&gloves), stand(second)),
        (2, &ReviewStand::Elsewhere, &ReviewStand::Proposed)
    );
    // It is shown what the line was, and what somebody made of it.
    let line = rows.iter().find(|row| row.line.item == gloves).unwrap().line.clone();
    let view = manager.backend.read_review(ReadReview { line }).await.unwrap();
    let Meanwhile { was, now } = view.meanwhile.unwrap();
    assert_eq!(was.unwrap().decided, DecidedThen::Nothing);
    let now = now.unwrap();
    let DecidedThen::Substituted(with) = now.decided else { panic!("{now:?}") };
    let with: Vec<_> = with.iter().map(|(product, n)| (product.id.as_str(), *n)).collect();
    assert_eq!((with, now.product.id.as_str()), (vec![(sample::GLOVES_L, 20)], sample::GLOVES_M));
    let before = harness.operations();
    let done = manager.act(&rows.iter().collect::<Vec<_>>(), APPROVE).await;
    assert_eq!((done.done, why(&done)), (1, vec![(&gloves, &Reason::ChangedInService)]));
    manager.settled().await;
    assert_eq!(harness.operations()[before.len()..], ["cancelItem"]);
    assert!(manager.proposed(&gloves).await.is_some(), "it is left as it was");
}

#[tokio::test]
async fn a_proposal_to_replace_a_substitution_is_one_like_any_other_and_goes() {
    let harness = Harness::new().await;
    let folder = tempfile::tempdir().unwrap();
    let office = Station::begin(&harness, USERS[0]).await;
    let gloves = office.gloves().await;
    office.change(vec![decided(&gloves, to_substitute(&[(sample::GLOVES_L, 20)]))]).await;
    office.read_anew().await;
    let manager = Station::begin(&harness, USERS[1]).await;
    office.decide(&gloves, Some(to_substitute(&[(sample::GLOVES_S, 5)]))).await;
    office.share(folder.path()).await;
    manager.share(folder.path()).await;
    let row = manager.proposed(&gloves).await.unwrap();
    assert_eq!(row.stand, ReviewStand::Proposed);
    let news = manager.backend.news(ReadNews {}).await.unwrap();
    let news: Vec<_> = news.iter().map(|one| (one.kind, one.line.as_ref())).collect();
    assert_eq!(news, [(NewsKind::Proposal, Some(&row.line))]);
    assert_eq!(manager.act(&[&row], APPROVE).await.done, 1);
    manager.settled().await;
    manager.read_anew().await;
    manager.share(folder.path()).await;
    let sent = manager.inbox(OnlyReview::InService).await;
    let sent = sent.iter().find(|row| row.line.item == gloves).unwrap();
    let with: Vec<_> = sent.with.iter().map(|product| product.id.as_str()).collect();
    assert_eq!((with, sent.goes), (vec![sample::GLOVES_S], Some(5)));
}

#[tokio::test]
async fn a_proposal_whose_line_became_another_one_or_is_gone_says_so_and_is_not_sent() {
    let harness = Harness::new().await;
    let folder = tempfile::tempdir().unwrap();
    let [office, manager, other] = Station::three(&harness).await;
    let gloves = office.gloves().await;
    let lines = items(&office.lines().await);
    let others: Vec<_> = lines.iter().filter(|item| **item != gloves).collect();
    let (more, gone) = (others[0], others[1]);
    for item in [&gloves, more, gone] {
        office.decide(item, Some(to_cancel())).await;
    }
    office.share(folder.path()).await;
    manager.share(folder.path()).await;
    let to_large = LineEdit::Product { row: row(&gloves), product: product(sample::GLOVES_L) };
    other.change(vec![to_large, typed(more, "977"), deleted(gone)]).await;
    manager.read_anew().await;
    let rows = manager.inbox(OnlyReview::Proposals).await;
    assert_eq!(rows.len(), 3, "none is lost");
    assert!(rows.iter().all(|row| row.stand == ReviewStand::Elsewhere), "{rows:?}");
    let of_gone = rows.iter().find(|row| row.line.item == *gone).unwrap();
    // What is gone says so, and shows what it was: nothing else of it is known any more.
    let gone_rows = rows.iter().filter(|row| row.gone);
    assert_eq!(gone_rows.map(|row| &row.line.item).collect::<Vec<_>>(), [gone]);
    let read = ReadReview { line: of_gone.line.clone() };
    let view = manager.backend.read_review(read).await.unwrap();
    let Meanwhile { was, now } = view.meanwhile.unwrap();
    let was = was.unwrap();
    assert_eq!((was.product.id, was.requested), (of_gone.product.id.clone(), of_gone.requested));
    assert_eq!((was.decided, now), (DecidedThen::Nothing, None));
    assert!(view.line.is_none() && view.row.gone && was.requested.is_some());
    let cancel = ReviewAct::Cancel { reason: String::new() };
    assert_eq!(manager.act(&[of_gone], cancel).await.done, 0, "there is nothing to cancel");
    assert!(manager.backend.news(ReadNews {}).await.unwrap().is_empty());
    let before = harness.operations();
    let done = manager.act(&rows.iter().collect::<Vec<_>>(), APPROVE).await;
    assert_eq!((done.done, done.movements, done.failed.len()), (0, 0, 3));
    assert!(why(&done).iter().all(|(_, reason)| **reason == Reason::ChangedInService));
    manager.settled().await;
    assert_eq!(harness.operations(), before);
    // Whoever proposed it sees that, too, and hears that it is rejected.
    office.read_anew().await;
    let own = office.inbox(OnlyReview::Proposals).await;
    assert!(own.iter().all(|row| row.stand == ReviewStand::Elsewhere), "{own:?}");
    let own_gone = own.iter().find(|row| row.line.item == *gone).unwrap();
    assert_eq!(own.iter().filter(|row| row.gone).count(), 1);
    let read = ReadReview { line: own_gone.line.clone() };
    let meanwhile = office.backend.read_review(read).await.unwrap().meanwhile.unwrap();
    assert_eq!((meanwhile.was.unwrap().requested, meanwhile.now), (own_gone.requested, None));
    let note = "The line is gone".to_owned();
    assert_eq!(manager.act(&[of_gone], ReviewAct::Reject { note }).await.done, 1);
    manager.share(folder.path()).await;
    office.share(folder.path()).await;
    assert_eq!(manager.inbox(OnlyReview::Proposals).await.len(), 2);
    let own = office.inbox(OnlyReview::Proposals).await;
    let own = own.iter().find(|row| row.line.item == *gone).unwrap();
    assert!(matches!(own.stand, ReviewStand::Answered(_)), "{own:?}");
}

#[tokio::test]
async fn a_rejection_of_what_another_station_proposes_is_taken_back_and_no_mark_before_it() {
    let harness = Harness::new().await;
    let folder = tempfile::tempdir().unwrap();
    let office = Station::begin(&harness, USERS[0]).await;
    let mut manager = Station::begin(&harness, USERS[1]).await;
    let lines = items(&office.lines().await);
    manager.change(vec![decided(&lines[4], to_cancel())]).await;
    manager.read_anew().await;
    let is_marked = async |manager: &Station<'_>| {
        let reviewed = manager.inbox(OnlyReview::Reviewed).await;
        reviewed.iter().any(|row| row.line.item == lines[4])
    };
    let decisions = manager.inbox(OnlyReview::Decided).await;
    let own = decisions.iter().find(|row| row.line.item == lines[4]).unwrap();
    manager.act(&[own], ReviewAct::Mark { reviewed: true }).await;
    office.decide(&lines[1], Some(to_revise(2))).await;
    let share = async |manager: &Station<'_>| {
        for station in [&office, manager, &office] {
            station.share(folder.path()).await;
        }
    };
    share(&manager).await;
    let reject = async |manager: &Station<'_>| {
        let row = manager.proposed(&lines[1]).await.unwrap();
        let note = "Stock comes on Monday".to_owned();
        assert_eq!(manager.act(&[&row], ReviewAct::Reject { note }).await.done, 1);
        share(manager).await;
        assert!(manager.proposed(&lines[1]).await.is_none());
        let own = office.inbox(OnlyReview::Proposals).await.remove(0);
        assert!(matches!(own.stand, ReviewStand::Answered(_)), "{own:?}");
    };
    reject(&manager).await;
    // After a restart, too.
    manager.kill().await;
    manager.backend.undo_review(UndoReview {}).await.unwrap();
    share(&manager).await;
    assert!(manager.proposed(&lines[1]).await.is_some() && is_marked(&manager).await);
    let own = office.inbox(OnlyReview::Proposals).await.remove(0);
    assert_eq!(own.stand, ReviewStand::Proposed);
    let open = OpenLine { movement: manager.movement, rows: vec![row(&lines[1])] };
    assert!(manager.backend.open_line(open).await.unwrap().rejected.is_none());
    // What whoever proposed it has put away meanwhile is not proposed again.
    reject(&manager).await;
    let own = office.inbox(OnlyReview::Proposals).await.remove(0);
    office.act(&[&own], ReviewAct::Dismiss).await;
    share(&manager).await;
    let undone = manager.backend.undo_review(UndoReview {}).await;
    assert_eq!(code(undone), "too_late");
    assert!(is_marked(&manager).await);
    manager.backend.undo_review(UndoReview {}).await.unwrap();
    share(&manager).await;
    assert!(!is_marked(&manager).await);
}

#[tokio::test]
async fn a_line_is_not_canceled_over_a_decision_that_nobody_saw() {
    let harness = Harness::new().await;
    let folder = tempfile::tempdir().unwrap();
    let [office, manager, other] = Station::three(&harness).await;
    let gloves = office.gloves().await;
    office.decide(&gloves, Some(to_revise(2))).await;
    office.share(folder.path()).await;
    manager.share(folder.path()).await;
    let seen = manager.proposed(&gloves).await.unwrap();
    other.change(vec![decided(&gloves, to_substitute(&[(sample::GLOVES_L, 20)]))]).await;
    manager.read_anew().await;
    let before = harness.operations();
    let cancel = ReviewAct::Cancel { reason: String::new() };
    let done = manager.act(&[&seen], cancel).await;
    assert_eq!((done.done, why(&done)), (0, vec![(&gloves, &Reason::ChangedMeanwhile)]));
    manager.settled().await;
    assert_eq!(harness.operations(), before);
    let now = manager.proposed(&gloves).await.unwrap();
    assert!(seen.decided.is_none() && now.decided.is_some(), "it is seen now: {now:?}");
}

#[tokio::test]
async fn what_the_service_has_just_as_it_is_proposed_is_said_to_be_there_and_is_not_sent() {
    let harness = Harness::new().await;
    let folder = tempfile::tempdir().unwrap();
    let [office, manager, other] = Station::three(&harness).await;
    let lines = items(&office.lines().await);
    for item in &lines[1..3] {
        office.decide(item, Some(to_cancel())).await;
    }
    office.share(folder.path()).await;
    manager.share(folder.path()).await;
    // Somebody who does not share decides just that about one of them.
    other.change(vec![decided(&lines[1], to_cancel())]).await;
    manager.read_anew().await;
    let there = manager.proposed(&lines[1]).await.unwrap();
    let open = manager.proposed(&lines[2]).await.unwrap();
    assert_eq!((&there.stand, &open.stand), (&ReviewStand::Already, &ReviewStand::Proposed));
    let before = harness.operations();
    let done = manager.act(&[&there, &open], APPROVE).await;
    assert_eq!((done.done, done.already, done.movements), (1, 1, 1));
    assert!(done.failed.is_empty(), "{done:?}");
    manager.settled().await;
    assert_eq!(harness.operations()[before.len()..], ["cancelItem"]);
    // It was looked at, and whoever proposed it hears that the service has it.
    assert!(manager.proposed(&lines[1]).await.is_none());
    let reviewed = manager.inbox(OnlyReview::Reviewed).await;
    assert!(reviewed.iter().any(|row| row.line.item == lines[1]));
    manager.share(folder.path()).await;
    office.share(folder.path()).await;
    let own = office.inbox(OnlyReview::Proposals).await;
    let own = own.into_iter().find(|row| row.line.item == lines[1]).unwrap();
    let ReviewStand::Answered(answer) = own.stand else { panic!("{:?}", own.stand) };
    assert_eq!(answer.answer, ProposalAnswer::Approved);
}

#[tokio::test]
async fn what_is_sent_in_the_place_of_a_proposal_is_reviewed_where_that_was_looked_at() {
    let harness = Harness::new().await;
    let folder = tempfile::tempdir().unwrap();
    let [office, manager] = Station::two(&harness).await;
    let lines = items(&office.lines().await);
    office.decide(&lines[1], Some(to_revise(2))).await;
    office.decide(&lines[2], Some(to_revise(2))).await;
    office.decide(&lines[3], Some(to_cancel())).await;
    office.share(folder.path()).await;
    manager.share(folder.path()).await;
    let look = async |item: &ItemId| {
        let line = manager.proposed(item).await.unwrap().line;
        manager.backend.read_review(ReadReview { line }).await.unwrap();
    };
    // Two are looked at, of which one is another one by the time that something is sent; the third nobody sees.
    look(&lines[1]).await;
    look(&lines[2]).await;
    office.decide(&lines[2], Some(to_cancel())).await;
    office.share(folder.path()).await;
    manager.share(folder.path()).await;
    let sent = lines[1..5].iter().map(|item| decided(item, to_cancel()));
    manager.change(sent.collect()).await;
    manager.read_anew().await;
    manager.share(folder.path()).await;
    let of_line = |rows: &[ReviewRow], item: &ItemId| rows.iter().any(|row| row.line.item == *item);
    let reviewed = manager.inbox(OnlyReview::Reviewed).await;
    let is_reviewed: Vec<_> = lines[1..5].iter().map(|item| of_line(&reviewed, item)).collect();
    assert_eq!(is_reviewed, [true, false, false, false]);
}
