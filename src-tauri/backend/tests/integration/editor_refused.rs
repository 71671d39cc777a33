//! What becomes of changes sent from the editor that the service refuses, that somebody overtook, or
//! that are sent twice: nothing is lost, and nothing is done twice.

use contract::*;
use practice::{Fault, Variant, sample};

use crate::{
    act::*,
    editing::*,
    harness::{Harness, code},
};

/// Two hundred changes, of which the decision at `bad` among twenty is a substitution that the
/// service refuses.
async fn two_hundred(bad: usize) {
    let harness = Harness::signed_in().await;
    let editor = Editor::open(&harness, sample::MOVEMENT_QUARTERLY).await;
    let open: Vec<_> = editor.items().await.into_iter().filter(LineItem::is_open).collect();
    let mut edits: Vec<_> = open[..150].iter().map(|line| typed(&line.id, "500")).collect();
    edits.extend((0..30).map(|n| added(n, sample::SYRINGE_5ML, &(n + 1).to_string())));
    edits.extend((0..20).map(|n| match n == bad {
        true => decided(&open[150 + n].id, to_substitute(&[(sample::MORPHINE, 1)])),
        false => decided(&open[150 + n].id, to_cancel()),
    }));
    editor.edit(edits).await;
    let written = editor.send().await;
    assert!(!matches!(written.state, WriteState::Sent { .. }), "one of them is not: {written:?}");
    assert_eq!(harness.settled().await.attention, 1);
    let effects = harness.effects();
    let count = |kind: &str| effects.iter().filter(|effect| *effect == kind).count();
    let counts = (count("updateItem"), count("createItem"), count("cancelItem"), effects.len());
    assert_eq!(counts, (150, 30, 19, 199), "each once");
    let (of, operation) = refused(&editor.notes().await);
    assert_eq!(of, row(&open[150 + bad].id));
    assert!(stuck(&harness.op(operation).await.state).1.contains(NO_SUBSTITUTION));
    let requests = harness.updates();
    assert!(requests <= 1 + halvings(200), "{requests} requests");
    assert_eq!(editor.state().await.ready, 0);
}

#[tokio::test]
async fn of_two_hundred_changes_with_a_refused_one_all_others_take_effect_once() {
    two_hundred(19).await;
    two_hundred(3).await;
}

#[tokio::test]
async fn a_refused_change_that_is_made_otherwise_and_sent_goes_in_its_place() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let line = editor.items().await.remove(1).id;
    editor.edit(vec![decided(&line, to_substitute(&[(sample::MORPHINE, 1)]))]).await;
    editor.send().await;
    let (of, operation) = refused(&editor.notes().await);
    assert_eq!(of, row(&line));
    assert_eq!(editor.changes().await.waiting, [(operation, 2)], "by the number of its line");
    editor.edit(vec![decided(&line, to_cancel())]).await;
    assert_eq!(sent(&editor).await, (vec!["cancelItem".to_owned()], 1));
    assert!(matches!(harness.op(operation).await.state, OperationState::Dropped { .. }));
    assert_eq!(editor.notes().await, []);
}

#[tokio::test]
async fn a_refused_change_taken_back_stands_in_the_editor_again_and_can_be_undone() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let line = editor.items().await.remove(1).id;
    let decision = to_substitute(&[(sample::MORPHINE, 1)]);
    editor.edit(vec![decided(&line, decision)]).await;
    editor.send().await;
    let (_, operation) = refused(&editor.notes().await);
    let state = harness.backend.take_back(TakeBack { operation }).await.unwrap();
    assert_eq!((state.ready, state.refused), (1, 0));
    assert_eq!(state.undo, Some(StepName { kind: StepKind::Decide, lines: 1 }));
    assert_eq!(editor.line(&row(&line)).await.status, Some(LineStatus::Substituted));
    assert!(matches!(harness.op(operation).await.state, OperationState::Dropped { .. }));
    let again = harness.backend.take_back(TakeBack { operation }).await;
    assert_eq!(code(again), "too_late");
    let state = editor.undo().await;
    assert_eq!(state.ready, 0);
    assert_eq!(editor.line(&row(&line)).await.status, Some(LineStatus::Pending));
}

#[tokio::test]
async fn a_refused_addition_taken_back_is_a_new_line_in_its_place() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let first = editor.items().await[0].id.clone();
    let LineEdit::Add { product, code, quantity, row: new, .. } = added(1, "p-unknown", "3") else {
        unreachable!()
    };
    let after = Some(row(&first));
    let person = PersonRef { id: sample::PRIYA_NAIR.into(), name: "Priya Nair".into() };
    let to = LineEdit::Recipient { row: new.clone(), recipient: Some(person.clone()) };
    editor.edit(vec![LineEdit::Add { row: new, after, product, code, quantity }, to]).await;
    editor.send().await;
    let (of, operation) = refused(&editor.notes().await);
    assert_eq!(of, new_row(1));
    harness.backend.take_back(TakeBack { operation }).await.unwrap();
    let lines = editor.lines().await;
    let line = &lines[1];
    assert!(matches!(line.key, RowKey::New(key) if key != operation), "under a new name");
    assert_eq!((line.number, line.requested), (2, Some(3)));
    assert_eq!(line.product.as_ref().map(|it| it.id.as_str()), Some("p-unknown"));
    assert_eq!(line.recipient, Some(person));
    let undone = editor.undo().await;
    assert_eq!(undone.lines as usize, lines.len() - 1);
}

#[tokio::test]
async fn each_kind_of_refused_change_of_a_line_can_be_taken_back() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let items = editor.items().await;
    let path = format!("{MOVEMENT}{}", sample::MOVEMENT_PENDING);
    harness.service.faults().add(Fault::status(500).method("POST").path(path).times(u32::MAX));
    let moved = LineEdit::Move { row: row(&items[7].id), after: Some(row(&items[4].id)) };
    editor.edit(vec![typed(&items[1].id, "40"), moved]).await;
    editor.edit(vec![decided(&items[2].id, to_cancel()), deleted(&items[3].id)]).await;
    let before = editor.changes().await.changes;
    let shown = editor.lines().await;
    editor.send().await;
    let all: usize = before.iter().map(|change| change.instructions.len()).sum();
    assert_eq!(harness.settled().await.attention as usize, all);
    for op in harness.ops().await {
        let taken = harness.backend.take_back(TakeBack { operation: op.key }).await;
        assert!(taken.is_ok(), "{taken:?} {op:?}");
    }
    let after = editor.changes().await.changes;
    let instructions = |all: &[PlannedChange]| {
        all.iter().flat_map(|change| change.instructions.clone()).collect::<Vec<_>>()
    };
    assert_eq!(instructions(&after), instructions(&before));
    let order =
        |lines: &[EditorLine]| lines.iter().map(|line| line.key.clone()).collect::<Vec<_>>();
    assert_eq!(order(&editor.lines().await), order(&shown));
    harness.service.faults().clear();
    let (effects, requests) = sent(&editor).await;
    assert_eq!((effects.len(), requests), (all, 1));
}

#[tokio::test]
async fn what_is_on_its_way_or_not_about_a_line_cannot_be_taken_back() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    harness.pause(true).await;
    let line = editor.items().await.remove(1).id;
    editor.edit(vec![typed(&line, "40")]).await;
    editor.send().await;
    let queued = harness.op_about(&line).await.key;
    let take_back = |operation| harness.backend.take_back(TakeBack { operation });
    assert_eq!(code(take_back(queued).await), "too_late");
    assert_eq!(code(take_back(nobody()).await), "too_late");
    harness.pause(false).await;
    harness.settled().await;
    harness.refuse(500, "POST", MOVEMENT);
    harness.update_header(&pending(), named("Renamed")).await;
    let header = harness.header_op().await.key;
    assert_eq!(code(take_back(header).await), "invalid_request");
}

#[tokio::test]
async fn a_line_changed_elsewhere_meanwhile_is_not_sent_before_that_is_settled() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let items = editor.items().await;
    editor.edit(vec![typed(&items[1].id, "40"), typed(&items[2].id, "41")]).await;
    harness.colleague().await.change(&pending(), vec![quantity(&items[1].id, 44)]).await;
    harness.opened_anew(&pending()).await;
    let stands: Vec<_> = editor.changes().await.changes.into_iter().map(|it| it.stand).collect();
    assert_eq!(stands, [ChangeStand::Elsewhere, ChangeStand::Ready]);
    sent(&editor).await;
    assert_eq!(editor.in_service(&items[1].id).await.unwrap().quantity_requested, Some(44));
    let keep = vec![ConflictField::Quantity];
    editor.edit(vec![LineEdit::Resolve { row: row(&items[1].id), keep }]).await;
    sent(&editor).await;
    assert_eq!(editor.in_service(&items[1].id).await.unwrap().quantity_requested, Some(40));
}

/// A quantity that was sent and met somebody else's, and then was typed anew.
async fn typed_anew_in_a_conflict(editor: &Editor<'_>) -> (ItemId, OperationKey) {
    let line = editor.items().await.remove(1).id;
    editor.harness.colleague().await.change(&pending(), vec![quantity(&line, 44)]).await;
    editor.edit(vec![typed(&line, "40")]).await;
    assert_eq!(editor.send().await.state, WriteState::Asks);
    let first = editor.harness.op_about(&line).await.key;
    editor.edit(vec![typed(&line, "41")]).await;
    (line, first)
}

/// The later quantity is in the service, and nothing asks for anything any more.
async fn only_the_later_is_sent(editor: &Editor<'_>, line: &ItemId, first: OperationKey) {
    let harness = editor.harness;
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!(harness.operations(), ["updateItem", "updateItem"], "the colleague's, and the last");
    assert_eq!(editor.in_service(line).await.unwrap().quantity_requested, Some(41));
    assert!(matches!(harness.op(first).await.state, OperationState::Dropped { .. }));
    let state = editor.state().await;
    assert_eq!((state.changed_here, state.elsewhere, state.attention), (0, 0, 0));
}

#[tokio::test]
async fn in_a_conflict_what_was_typed_since_is_told_and_goes_in_its_place() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let (line, first) = typed_anew_in_a_conflict(&editor).await;
    let notes = editor.notes().await;
    let [NoteRow { note: Note::Conflict { fields, typed_since: true, .. }, .. }] = &notes[..]
    else {
        panic!("{notes:?}")
    };
    assert_eq!(fields[0].ours.as_deref(), Some("41"));
    editor.send_only(Some(vec![row(&line)])).await;
    only_the_later_is_sent(&editor, &line, first).await;
}

#[tokio::test]
async fn where_something_else_is_wanted_since_a_conflict_keeps_what_it_asked_for() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let (line, first) = typed_anew_in_a_conflict(&editor).await;
    editor.undo().await;
    for edit in [deleted(&line), decided(&line, to_cancel())] {
        editor.edit(vec![edit]).await;
        let notes = editor.notes().await;
        let [NoteRow { note: Note::Conflict { fields, typed_since: false, .. }, .. }] = &notes[..]
        else {
            panic!("{notes:?}")
        };
        assert_eq!(fields[0].ours.as_deref(), Some("40"));
        editor.undo().await;
    }
    harness.resolve(first, &[ConflictField::Quantity]).await.unwrap();
    harness.settled().await;
    assert_eq!(editor.in_service(&line).await.unwrap().quantity_requested, Some(40));
}

#[tokio::test]
async fn what_was_sent_from_here_meanwhile_is_nobody_elses_change() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let (line, first) = typed_anew_in_a_conflict(&editor).await;
    harness.resolve(first, &[ConflictField::Quantity]).await.unwrap();
    harness.settled().await;
    assert_eq!(editor.in_service(&line).await.unwrap().quantity_requested, Some(40));
    let state = editor.state().await;
    assert_eq!((state.changed_here, state.ready, state.elsewhere), (1, 1, 0));
    assert_eq!(sent(&editor).await, (vec!["updateItem".to_owned()], 1));
    assert_eq!(editor.in_service(&line).await.unwrap().quantity_requested, Some(41));
}

#[tokio::test]
async fn what_is_typed_in_a_conflict_and_sent_goes_in_its_place() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let (line, first) = typed_anew_in_a_conflict(&editor).await;
    sent(&editor).await;
    only_the_later_is_sent(&editor, &line, first).await;
}

#[tokio::test]
async fn in_a_conflict_theirs_can_be_taken_and_what_was_typed_since_stays() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let (line, first) = typed_anew_in_a_conflict(&editor).await;
    harness.resolve(first, &[]).await.unwrap();
    harness.settled().await;
    assert_eq!(editor.in_service(&line).await.unwrap().quantity_requested, Some(44));
    let state = editor.state().await;
    assert_eq!((state.changed_here, state.ready, state.elsewhere), (1, 1, 0));
}

#[tokio::test]
async fn what_builds_upon_an_update_that_somebody_overtook_waits_with_it() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let line = editor.items().await.remove(1).id;
    harness.colleague().await.change(&pending(), vec![quantity(&line, 44)]).await;
    editor.edit(vec![typed(&line, "40"), decided(&line, to_revise(2))]).await;
    assert_eq!(editor.send().await.state, WriteState::Asks);
    let ops = harness.ops().await;
    let [OperationState::Conflict(fields), OperationState::Queued] = [&ops[0].state, &ops[1].state]
    else {
        panic!("{ops:?}")
    };
    assert_eq!(fields[0].field, ConflictField::Quantity);
    harness.resolve(ops[0].key, &[ConflictField::Quantity]).await.unwrap();
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!(harness.operations(), ["updateItem", "updateItem", "reviseItem"]);
    let now = editor.in_service(&line).await.unwrap();
    assert_eq!((now.quantity_requested, now.quantity_revised), (Some(40), Some(2)));
}

#[tokio::test]
async fn a_decision_kept_over_somebody_elses_takes_its_place_in_one_request() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let line = editor.items().await.remove(1).id;
    harness.colleague().await.change(&pending(), vec![revise(&line, 1)]).await;
    editor.edit(vec![decided(&line, to_revise(2))]).await;
    assert_eq!(editor.send().await.state, WriteState::Asks);
    let op = harness.op_about(&line).await;
    harness.resolve(op.key, &[ConflictField::Decision]).await.unwrap();
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!(harness.operations(), ["reviseItem", "revertItem", "reviseItem"]);
    assert_eq!(harness.updates(), 2, "the colleague's, and ours");
    assert_eq!(editor.in_service(&line).await.unwrap().quantity_revised, Some(2));
}

// Once, and never lost.

#[tokio::test]
async fn pressing_send_twice_sends_once_and_is_no_failure() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let line = editor.items().await.remove(1).id;
    editor.edit(vec![typed(&line, "40"), added(1, sample::SYRINGE_5ML, "3")]).await;
    let (first, second) = tokio::join!(editor.send(), editor.send());
    for written in [first, second, editor.send().await] {
        assert_eq!(written.key, editor.movement.0);
    }
    harness.settled().await;
    assert_eq!(
        (harness.effects(), harness.updates()),
        (vec!["createItem".into(), "updateItem".into()], 1)
    );
}

#[tokio::test]
async fn what_was_sent_with_the_program_killed_before_it_left_goes_after_the_start() {
    let mut harness = Harness::signed_in().await;
    harness.pause(true).await;
    let editor = Editor::of_pending(&harness).await;
    let items = editor.items().await;
    editor.edit(vec![typed(&items[1].id, "40"), added(1, sample::SYRINGE_5ML, "3")]).await;
    editor.edit(vec![typed(&items[2].id, "1.5")]).await;
    let written = editor.send().await;
    assert!(matches!(written.state, WriteState::Kept { .. }), "{written:?}");
    let movement = editor.movement;
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    let editor = Editor { harness: &harness, movement };
    let line = editor.line(&new_row(1)).await;
    assert_eq!((line.state, line.requested), (RowState::Sending, Some(3)), "under its own name");
    let state = editor.state().await;
    assert_eq!((state.sending, state.ready, state.changed_here), (2, 0, 1));
    harness.sign_in().await.unwrap();
    harness.pause(false).await;
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!(harness.effects(), ["createItem", "updateItem"]);
    let typed = editor.line(&row(&items[2].id)).await;
    assert_eq!(typed.requested_typed.as_deref(), Some("1.5"), "what stayed is still there");
}

#[tokio::test]
async fn a_service_that_takes_no_updates_leaves_everything_in_the_editor() {
    let harness = Harness::signed_in_with(&[Variant::Updates404]).await;
    let editor = Editor::of_pending(&harness).await;
    let items = editor.items().await;
    harness.change(&pending(), vec![cancel(&items[2].id)]).await;
    harness.settled().await;
    let other = MovementRef::Id(sample::MOVEMENT_EMPTY.into());
    harness.open(&other).await.unwrap();
    harness.change(&other, vec![add(sample::GLOVES_M, 1)]).await;
    harness.settled().await;
    editor.edit(vec![typed(&items[1].id, "40")]).await;
    let request = SendChanges { movement: editor.movement, only: None, without: Vec::new() };
    assert_eq!(code(harness.backend.send_changes(request).await), "updates_not_offered");
    assert_eq!(editor.state().await.ready, 1);
}
