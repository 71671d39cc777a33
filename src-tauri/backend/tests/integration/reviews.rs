//! Decisions over all movements: what is proposed is approved, rejected or changed by somebody, what is in
//! the service is marked once it was looked at, and nothing that is only proposed is ever sent.

use contract::*;

use crate::{
    act::{cancel, pending, quantity, revert},
    drafts::kill,
    editing::{self, Editor, decided, row, to_cancel, to_revise, typed},
    harness::{Harness, code},
};

fn proposed(item: &ItemId, decision: Decision) -> LineEdit {
    LineEdit::Decide { row: row(item), decision: Some(decision), proposed: true }
}

async fn inbox(harness: &Harness, only: OnlyReview) -> Vec<ReviewRow> {
    let filter = ReviewFilter { only, ..ReviewFilter::default() };
    let (order, folded) = (ReviewOrder::Movement, Vec::new());
    let request = ListReview { start: 0, count: 1_000, filter, order, folded };
    let page = harness.backend.list_review(request).await.unwrap();
    page.rows.into_iter().filter_map(Entry::into_row).collect()
}

async fn act(harness: &Harness, lines: &[&ReviewRow], act: ReviewAct) -> Reviewed {
    let lines = lines.iter().map(|row| ReviewLine::from(*row)).collect();
    harness.backend.review_lines(ReviewLines { lines, act }).await.unwrap()
}

async fn facts(harness: &Harness) -> (u32, u32, u32) {
    let facts = harness.backend.review_facts(ReadReviewFacts {}).await.unwrap();
    (facts.proposals, facts.decided, facts.reviewed)
}

#[tokio::test]
async fn what_is_proposed_is_sent_once_it_is_approved_in_one_request_and_counts_as_reviewed() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let items = editor.items().await;
    let (before, _, _) = facts(&harness).await;
    editor
        .edit(vec![
            proposed(&items[1].id, to_revise(2)),
            proposed(&items[2].id, to_cancel()),
            proposed(&items[3].id, to_cancel()),
        ])
        .await;
    let rows = inbox(&harness, OnlyReview::Proposals).await;
    assert_eq!((before, rows.len()), (0, 3));
    let first = &rows[0];
    assert_eq!((first.kind, first.goes, first.number), (ChangeKind::Revise, Some(2), 2));
    assert!(first.person.is_some() && first.at.is_some() && first.stand == ReviewStand::Proposed);
    // Sending what is changed sends no proposal.
    let request = SendChanges { movement: editor.movement, only: None, without: Vec::new() };
    harness.backend.send_changes(request).await.unwrap();
    harness.settled().await;
    assert!(harness.operations().is_empty());
    let read = ReadReview { line: first.line.clone() };
    let view = harness.backend.read_review(read).await.unwrap();
    assert!(view.history.iter().any(|it| it.line == first.line));
    assert!(view.others.iter().all(|other| other.product.id != first.product.id));

    let updates = harness.updates();
    let reason = Some("EXPIRED".to_owned());
    let done = act(&harness, &[first, &rows[1]], ReviewAct::Approve { reason }).await;
    assert_eq!((done.done, done.movements, done.failed.len()), (2, 1, 0));
    harness.settled().await;
    assert_eq!(harness.operations(), ["reviseItem", "cancelItem"]);
    assert_eq!(harness.updates() - updates, 1, "one request for the movement");
    let lines = harness.lines(&pending()).await;
    assert_eq!(lines[1].reason_code.as_deref(), Some("EXPIRED"));
    let reviewed = inbox(&harness, OnlyReview::Reviewed).await;
    let reviewed: Vec<_> = reviewed.iter().map(|row| &row.line.item).collect();
    assert!(reviewed.contains(&&items[1].id) && reviewed.contains(&&items[2].id));
    assert_eq!(inbox(&harness, OnlyReview::Proposals).await.len(), 1);
    // The same once more does nothing: it is no proposal any more.
    let again = act(&harness, &[first], ReviewAct::Approve { reason: None }).await;
    assert_eq!((again.done, again.failed.len()), (0, 1));
}

#[tokio::test]
async fn what_is_rejected_says_why_at_its_line_and_is_proposed_again_by_undo() {
    let mut harness = Harness::signed_in().await;
    let (movement, item) = {
        let editor = Editor::of_pending(&harness).await;
        let item = editor.items().await[1].id.clone();
        editor.edit(vec![proposed(&item, to_cancel())]).await;
        (editor.movement, item)
    };
    let rows = inbox(&harness, OnlyReview::Proposals).await;
    let note = " Stock comes on Monday ".to_owned();
    let reject = |note: &str| ReviewAct::Reject { note: note.into() };
    assert_eq!(act(&harness, &[&rows[0]], reject(&note)).await.done, 1);
    assert!(inbox(&harness, OnlyReview::Proposals).await.is_empty());
    kill(&mut harness).await;
    harness.open_profile("aokafor").await.unwrap();
    let open = || OpenLine { movement, rows: vec![row(&item)] };
    let view = harness.backend.open_line(open()).await.unwrap();
    let rejected = view.rejected.unwrap();
    assert_eq!((&*rejected.note, rejected.kind), ("Stock comes on Monday", ChangeKind::Cancel));
    // It is taken back after a restart too, once.
    harness.backend.undo_review(UndoReview {}).await.unwrap();
    let again = inbox(&harness, OnlyReview::Proposals).await;
    assert_eq!((again.len(), again[0].kind), (1, ChangeKind::Cancel));
    kill(&mut harness).await;
    harness.open_profile("aokafor").await.unwrap();
    let facts = harness.backend.review_facts(ReadReviewFacts {}).await.unwrap();
    assert!(!facts.can_undo);
    let again = inbox(&harness, OnlyReview::Proposals).await;
    act(&harness, &[&again[0]], reject("not now")).await;
    let editor = Editor::of_pending(&harness).await;
    editor.edit(vec![proposed(&item, to_revise(1))]).await;
    let view = harness.backend.open_line(open()).await.unwrap();
    assert!(view.rejected.is_none(), "something else is decided since");
    let rows = inbox(&harness, OnlyReview::Proposals).await;
    act(&harness, &[&rows[0]], reject("no")).await;
    harness.backend.undo_review(UndoReview {}).await.unwrap();
    let again = inbox(&harness, OnlyReview::Proposals).await;
    assert_eq!((again.len(), again[0].goes), (1, Some(1)));
    assert!(harness.operations().is_empty());
}

#[tokio::test]
async fn a_decision_in_the_service_is_reviewed_until_it_is_another_one() {
    let mut harness = Harness::signed_in().await;
    let (item, movement) = {
        let editor = Editor::of_pending(&harness).await;
        let item = editor.items().await[1].id.clone();
        editor.edit(vec![decided(&item, to_revise(2))]).await;
        let request = SendChanges { movement: editor.movement, only: None, without: Vec::new() };
        harness.backend.send_changes(request).await.unwrap();
        (item, editor.movement)
    };
    harness.settled().await;
    let of_line = |rows: Vec<ReviewRow>| rows.into_iter().find(|row| row.line.item == item);
    let found = of_line(inbox(&harness, OnlyReview::Decided).await).unwrap();
    let mark = |reviewed| ReviewAct::Mark { reviewed };
    assert_eq!(act(&harness, &[&found], mark(true)).await.done, 1);
    assert!(of_line(inbox(&harness, OnlyReview::Decided).await).is_none());
    harness.backend.undo_review(UndoReview {}).await.unwrap();
    assert!(of_line(inbox(&harness, OnlyReview::Decided).await).is_some());
    act(&harness, &[&found], mark(true)).await;
    kill(&mut harness).await;
    harness.open_profile("aokafor").await.unwrap();
    assert!(of_line(inbox(&harness, OnlyReview::Reviewed).await).is_some());
    harness.sign_in().await.unwrap();
    // It is taken back, and another decision is made: that one nobody looked at.
    let row_now = of_line(inbox(&harness, OnlyReview::Reviewed).await).unwrap();
    let reverted = act(&harness, &[&row_now], ReviewAct::Revert).await;
    assert_eq!((reverted.done, reverted.movements), (1, 1));
    harness.settled().await;
    assert!(of_line(inbox(&harness, OnlyReview::Reviewed).await).is_none());
    let editor = Editor::of_pending(&harness).await;
    assert_eq!(editor.movement, movement);
    editor.edit(vec![decided(&item, to_revise(3))]).await;
    let request = SendChanges { movement, only: None, without: Vec::new() };
    harness.backend.send_changes(request).await.unwrap();
    harness.settled().await;
    assert!(of_line(inbox(&harness, OnlyReview::Decided).await).is_some());
}

#[tokio::test]
async fn of_many_decisions_one_that_is_refused_keeps_no_other() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let items = editor.items().await;
    let swap = |product: &str| Decision::Substitute {
        with: vec![Substitute { product: crate::act::product(product), quantity: 1 }],
        reason_code: "STOCKOUT".into(),
        comments: None,
    };
    // The practice service refuses what is no substitute of the product.
    editor
        .edit(vec![
            proposed(&items[1].id, to_revise(2)),
            proposed(&items[2].id, swap(practice::sample::GLOVES_L)),
            proposed(&items[3].id, to_cancel()),
        ])
        .await;
    let rows = inbox(&harness, OnlyReview::Proposals).await;
    let all: Vec<_> = rows.iter().collect();
    let unknown = ReviewRow {
        line: LineRef { movement: editor.movement, item: "nobody".into() },
        ..rows[0].clone()
    };
    let mut asked = all.clone();
    asked.push(&unknown);
    let done = act(&harness, &asked, ReviewAct::Approve { reason: None }).await;
    assert_eq!((done.done, done.failed.len()), (3, 1));
    let is_refused = |rows: &Vec<ReviewRow>| {
        rows.iter().any(|row| matches!(row.stand, ReviewStand::Refused(Some(_))))
    };
    let left = harness.until(|| inbox(&harness, OnlyReview::Proposals), is_refused).await;
    assert_eq!(left.iter().filter(|row| row.line.item == items[2].id).count(), 1);
    harness.settled().await;
    let mut applied = harness.operations();
    applied.sort();
    assert_eq!(applied, ["cancelItem", "reviseItem"]);
    let too_many =
        ReviewLines { lines: vec![ReviewLine::from(&rows[0]); 10_001], act: ReviewAct::Revert };
    assert_eq!(code(harness.backend.review_lines(too_many).await), "invalid_request");
}

#[tokio::test]
async fn of_two_hundred_at_once_one_that_is_refused_is_told_and_the_others_are_sent() {
    let harness = Harness::signed_in().await;
    let editors = [
        Editor::of_pending(&harness).await,
        Editor::open(&harness, practice::sample::MOVEMENT_QUARTERLY).await,
    ];
    let mut lines = Vec::new();
    for editor in &editors {
        let open = editor.items().await.into_iter().filter(LineItem::is_open);
        lines.extend(open.map(|line| (editor, line.id)));
    }
    lines.truncate(200);
    assert_eq!(lines.len(), 200);
    let refused = &lines[117].1;
    let decision = |item: &ItemId| match item == refused {
        // No substitute of anything there.
        true => Decision::Substitute {
            with: vec![Substitute {
                product: crate::act::product(practice::sample::GLOVES_L),
                quantity: 1,
            }],
            reason_code: "STOCKOUT".into(),
            comments: None,
        },
        false => to_cancel(),
    };
    for editor in &editors {
        let own = lines.iter().filter(|(of, _)| of.movement == editor.movement);
        editor.edit(own.map(|(_, item)| proposed(item, decision(item))).collect()).await;
    }
    let rows = inbox(&harness, OnlyReview::Proposals).await;
    let all: Vec<_> = rows.iter().collect();
    let done = act(&harness, &all, ReviewAct::Approve { reason: None }).await;
    assert_eq!((done.done, done.movements, done.failed.len()), (200, 2, 0));
    harness.settled().await;
    let left = inbox(&harness, OnlyReview::Proposals).await;
    let left: Vec<_> = left.into_iter().map(|row| (row.line.item, row.stand)).collect();
    assert!(
        matches!(left.as_slice(), [(item, ReviewStand::Refused(Some(_)))] if item == refused),
        "{left:?}"
    );
    assert_eq!(harness.operations(), ["cancelItem"; 199]);
}

#[tokio::test]
async fn nothing_is_sent_but_what_was_looked_at() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let items = editor.items().await;
    let (first, second, third) = (&items[1].id, &items[2].id, &items[3].id);
    editor
        .edit(vec![
            typed(second, "7"),
            proposed(first, to_revise(2)),
            proposed(second, to_cancel()),
            proposed(third, to_cancel()),
        ])
        .await;
    let seen = inbox(&harness, OnlyReview::Proposals).await;
    let row = |item: &ItemId| seen.iter().find(|row| row.line.item == *item).unwrap();
    // The first is another one by now, and the second has a change of another kind that is not sent.
    editor.edit(vec![proposed(first, to_revise(3))]).await;
    let all = [row(first), row(second), row(third)];
    let done = act(&harness, &all, ReviewAct::Approve { reason: None }).await;
    harness.settled().await;
    assert_eq!((done.done, harness.operations()), (1, vec!["cancelItem".to_owned()]));
    let why = |item: &ItemId| {
        let failed = done.failed.iter().find(|(line, _)| line.item == *item);
        failed.unwrap().1.reason.clone()
    };
    assert_eq!((why(first), why(second)), (Reason::ChangedMeanwhile, Reason::UnsentHere));
    let left = inbox(&harness, OnlyReview::Proposals).await;
    let left: Vec<_> = left.iter().map(|row| (&row.line.item, row.goes)).collect();
    assert_eq!(left, [(first, Some(3)), (second, Some(0))]);
    // What was typed there is as it was.
    assert_eq!(editor.line(&editing::row(second)).await.requested, Some(7));
}

#[tokio::test]
async fn what_cannot_be_sent_stays_proposed_and_does_not_count_as_approved() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let items = editor.items().await;
    let (first, second) = (&items[1].id, &items[2].id);
    let no_reason = Decision::Cancel { reason_code: String::new(), comments: None };
    editor.edit(vec![proposed(first, no_reason), proposed(second, to_cancel())]).await;
    let rows = inbox(&harness, OnlyReview::Proposals).await;
    let all: Vec<_> = rows.iter().collect();
    let done = act(&harness, &all, ReviewAct::Approve { reason: None }).await;
    harness.settled().await;
    assert_eq!((done.done, harness.operations()), (1, vec!["cancelItem".to_owned()]));
    assert_eq!(done.failed[0].1.reason, Reason::KeptBack);
    let left = inbox(&harness, OnlyReview::Proposals).await;
    assert_eq!((left.len(), &left[0].line.item), (1, first));
    // With a reason it goes; undo of a rejection keeps what was decided since.
    let reason = Some("EXPIRED".to_owned());
    assert_eq!(act(&harness, &[&left[0]], ReviewAct::Approve { reason }).await.done, 1);
    harness.settled().await;
    let third = &items[3].id;
    editor.edit(vec![proposed(third, to_cancel())]).await;
    let row = inbox(&harness, OnlyReview::Proposals).await.remove(0);
    act(&harness, &[&row], ReviewAct::Reject { note: "no".into() }).await;
    editor.edit(vec![proposed(third, to_revise(4))]).await;
    harness.backend.undo_review(UndoReview {}).await.unwrap();
    assert_eq!(inbox(&harness, OnlyReview::Proposals).await[0].goes, Some(4));
}

#[tokio::test]
async fn an_own_proposal_whose_line_became_another_one_is_not_sent_either() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let item = editor.items().await[1].id.clone();
    editor.edit(vec![proposed(&item, to_cancel())]).await;
    let colleague = harness.colleague().await;
    colleague.change(&pending(), vec![quantity(&item, 977)]).await;
    harness.refresh(DataSet::Movement(pending())).await.unwrap();
    let row = inbox(&harness, OnlyReview::Proposals).await.remove(0);
    assert_eq!(row.stand, ReviewStand::Elsewhere);
    let before = harness.operations();
    let done = act(&harness, &[&row], ReviewAct::Approve { reason: None }).await;
    assert_eq!((done.done, &done.failed[0].1.reason), (0, &Reason::ChangedInService));
    harness.settled().await;
    assert_eq!(harness.operations(), before);
    assert_eq!(inbox(&harness, OnlyReview::Proposals).await, [row]);
}

#[tokio::test]
async fn what_became_another_decision_since_it_was_seen_is_neither_marked_nor_reverted() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let items = editor.items().await;
    let (first, second) = (&items[1].id, &items[2].id);
    editor.edit(vec![decided(first, to_revise(2)), decided(second, to_revise(2))]).await;
    let request = SendChanges { movement: editor.movement, only: None, without: Vec::new() };
    harness.backend.send_changes(request).await.unwrap();
    harness.settled().await;
    let seen = inbox(&harness, OnlyReview::Decided).await;
    let of_two = [first, second].map(|item| seen.iter().find(|row| row.line.item == *item));
    let both = of_two.map(Option::unwrap);
    let colleague = harness.colleague().await;
    colleague.change(&pending(), vec![revert(first)]).await;
    colleague.change(&pending(), vec![cancel(first)]).await;
    harness.refresh(DataSet::Movement(pending())).await.unwrap();
    let before = harness.operations();
    let marked = act(&harness, &both, ReviewAct::Mark { reviewed: true }).await;
    let reverted = act(&harness, &both, ReviewAct::Revert).await;
    harness.settled().await;
    for done in [marked, reverted] {
        assert_eq!((done.done, done.failed.len()), (1, 1));
        let (line, failure) = &done.failed[0];
        assert_eq!((&line.item, &failure.reason), (first, &Reason::ChangedMeanwhile));
    }
    assert_eq!(harness.operations().len() - before.len(), 1);
    let left = inbox(&harness, OnlyReview::Decided).await;
    let left = left.iter().find(|row| row.line.item == *first).unwrap();
    assert_eq!(left.kind, ChangeKind::Cancel, "nobody looked at it");
}
