//! Changes go from the editor to the service and come back from it: each transition and each rule of
//! section 3 of the interface document, in as few requests as it allows, once, whatever happens.

use contract::*;
use practice::{Kind, sample};

use crate::{
    act::*,
    editing::*,
    harness::{Harness, code},
};

#[tokio::test]
async fn what_was_edited_and_is_not_sent_is_told_of_everywhere() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let lines = editor.items().await;
    assert_eq!(harness.outbox().await.unsent, []);
    editor.edit(vec![typed(&lines[1].id, "61"), typed(&lines[2].id, "62")]).await;
    let unsent = harness.outbox().await.unsent;
    let title = harness.open(&pending()).await.unwrap().movement.identifier.unwrap();
    assert_eq!(unsent, [Unsent { movement: editor.movement, title, changes: 2, header: false }]);
    let row = harness.movement_row(editor.movement).await;
    assert_eq!((row.state, row.unsent), (RowState::Changed, 2));
    // Typed back to what the service has, it is no change.
    let before = lines[1].quantity_requested.unwrap().to_string();
    editor.edit(vec![typed(&lines[1].id, &before)]).await;
    assert_eq!(harness.outbox().await.unsent[0].changes, 1);
    sent(&editor).await;
    assert_eq!(harness.outbox().await.unsent, []);
    let row = harness.movement_row(editor.movement).await;
    assert_eq!((row.state, row.unsent), (RowState::InService, 0));
}

// The table of transitions.

#[tokio::test]
async fn none_create_adds_a_pending_line_with_the_quantity_and_its_recipient() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let person = PersonRef { id: sample::PRIYA_NAIR.into(), name: "Priya Nair".into() };
    let to = LineEdit::Recipient { row: new_row(1), recipient: Some(person) };
    editor.edit(vec![added(1, sample::SYRINGE_5ML, "11"), to]).await;
    assert_eq!(sent(&editor).await, (vec!["createItem".to_owned()], 1));
    let lines = harness.lines(&pending()).await;
    let line = lines.iter().find(|line| line.product.id == sample::SYRINGE_5ML.into()).unwrap();
    assert_eq!((&line.status, line.quantity_requested), (&LineStatus::Pending, Some(11)));
    assert_eq!(line.recipient.as_ref().map(|it| it.id.as_str()), Some(sample::PRIYA_NAIR));
    let op = harness.ops().await.remove(0);
    assert_eq!(RowKey::New(op.key), new_row(1), "it kept its name while it was on its way");
}

#[tokio::test]
async fn pending_update_replaces_product_and_quantity_and_stays_pending() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let line = editor.items().await[1].id.clone();
    let other = LineEdit::Product { row: row(&line), product: product(sample::SYRINGE_5ML) };
    editor.edit(vec![other, typed(&line, "1,200")]).await;
    assert_eq!(sent(&editor).await, (vec!["updateItem".to_owned()], 1));
    let line = editor.in_service(&line).await.unwrap();
    assert_eq!((&line.status, line.quantity_requested), (&LineStatus::Pending, Some(1_200)));
    assert_eq!(line.product.id, sample::SYRINGE_5ML.into());
}

#[tokio::test]
async fn pending_revise_becomes_changed_and_keeps_the_request_on_record() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let line = editor.items().await.remove(1);
    editor.edit(vec![decided(&line.id, to_revise(1))]).await;
    assert_eq!(sent(&editor).await, (vec!["reviseItem".to_owned()], 1));
    let now = editor.in_service(&line.id).await.unwrap();
    assert_eq!((&now.status, now.quantity_revised), (&LineStatus::Changed, Some(1)));
    assert_eq!(now.quantity_requested, line.quantity_requested);
    assert_eq!(now.quantity_canceled, line.quantity_requested);
    assert_eq!(now.reason_code.as_deref(), Some("STOCKOUT"));
}

#[tokio::test]
async fn pending_revise_to_nothing_is_a_cancellation() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let line = editor.items().await.remove(1).id;
    editor.edit(vec![decided(&line, to_revise(0))]).await;
    assert_eq!(sent(&editor).await, (vec!["cancelItem".to_owned()], 1));
}

#[tokio::test]
async fn pending_substitute_becomes_substituted_with_approved_children() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let gloves = editor.gloves().await;
    editor.edit(vec![decided(&gloves.id, to_substitute(&[(sample::GLOVES_L, 20)]))]).await;
    assert_eq!(sent(&editor).await, (vec!["substituteItem".to_owned()], 1));
    let now = editor.in_service(&gloves.id).await.unwrap();
    assert_eq!(now.status, LineStatus::Substituted);
    let [child] = &now.substitutions[..] else { panic!("{now:?}") };
    assert_eq!((&child.status, child.quantity_requested), (&LineStatus::Approved, Some(20)));
    assert_eq!(now.quantity_canceled, gloves.quantity_requested);
}

#[tokio::test]
async fn pending_cancel_becomes_canceled_with_all_of_it() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let line = editor.items().await.remove(1);
    editor.edit(vec![decided(&line.id, to_cancel())]).await;
    assert_eq!(sent(&editor).await, (vec!["cancelItem".to_owned()], 1));
    let now = editor.in_service(&line.id).await.unwrap();
    assert_eq!(
        (&now.status, now.quantity_canceled),
        (&LineStatus::Canceled, line.quantity_requested)
    );
}

#[tokio::test]
async fn changed_substituted_and_canceled_revert_become_pending_all_in_one_request() {
    let harness = Harness::signed_in().await;
    let editor = Editor::open(&harness, sample::MOVEMENT_MIXED).await;
    let mut lines = Vec::new();
    for status in [LineStatus::Changed, LineStatus::Substituted, LineStatus::Canceled] {
        lines.push(editor.of_status(status).await.id);
    }
    editor.edit(lines.iter().map(|line| decided(line, Decision::Revert)).collect()).await;
    assert_eq!(sent(&editor).await, (vec!["revertItem".to_owned(); 3], 1));
    for line in &lines {
        let now = editor.in_service(line).await.unwrap();
        assert_eq!((now.status, now.quantity_canceled), (LineStatus::Pending, Some(0)));
        assert_eq!((now.reason_code, now.comments), (None, None));
        assert!(now.substitutions.is_empty());
    }
}

#[tokio::test]
async fn any_delete_removes_the_line_unless_it_was_revised() {
    let harness = Harness::signed_in().await;
    let editor = Editor::open(&harness, sample::MOVEMENT_MIXED).await;
    let lines = [LineStatus::Pending, LineStatus::Canceled];
    for status in lines {
        let line = editor.of_status(status).await.id;
        editor.edit(vec![deleted(&line)]).await;
        assert_eq!(sent(&editor).await, (vec!["deleteItem".to_owned()], 1));
        assert_eq!(editor.in_service(&line).await, None);
    }
}

#[tokio::test]
async fn changed_and_substituted_delete_are_reverted_first_and_then_deleted_in_two_requests() {
    for status in [LineStatus::Changed, LineStatus::Substituted] {
        let harness = Harness::signed_in().await;
        let editor = Editor::open(&harness, sample::MOVEMENT_MIXED).await;
        let line = editor.of_status(status).await.id;
        editor.edit(vec![deleted(&line)]).await;
        assert_eq!(editor.changes().await.requests, 2);
        let effects = vec!["revertItem".to_owned(), "deleteItem".to_owned()];
        assert_eq!(sent(&editor).await, (effects, 2));
        assert_eq!(editor.in_service(&line).await, None);
    }
}

// The rules.

#[tokio::test]
async fn rule_1_several_substitutes_of_one_line_are_several_instructions_of_one_request() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let gloves = editor.gloves().await.id;
    let with = to_substitute(&[(sample::GLOVES_L, 20), (sample::GLOVES_S, 5)]);
    editor.edit(vec![decided(&gloves, with)]).await;
    let json: serde_json::Value = serde_json::from_str(&editor.changes().await.json).unwrap();
    let of_line = |entry: &&serde_json::Value| entry["id"] == gloves.as_str();
    assert_eq!(json["lineItems"].as_array().unwrap().iter().filter(of_line).count(), 2);
    assert_eq!(sent(&editor).await, (vec!["substituteItem".to_owned(); 2], 1));
    assert_eq!(editor.in_service(&gloves).await.unwrap().quantity_to_ship(), Some(25));
}

#[tokio::test]
async fn rule_2_other_substitutes_are_a_revert_and_the_new_ones_in_one_request() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let gloves = editor.gloves().await.id;
    editor.edit(vec![decided(&gloves, to_substitute(&[(sample::GLOVES_L, 20)]))]).await;
    sent(&editor).await;
    let with = to_substitute(&[(sample::GLOVES_S, 7), (sample::GLOVES_L, 1)]);
    editor.edit(vec![decided(&gloves, with)]).await;
    assert_eq!(editor.changes().await.requests, 1);
    let effects = ["revertItem", "substituteItem", "substituteItem"].map(str::to_owned);
    assert_eq!(sent(&editor).await, (effects.to_vec(), 1));
    let now = editor.in_service(&gloves).await.unwrap();
    let goes = |child: &LineItem| (child.product.id.to_string(), child.quantity_requested);
    let goes: Vec<_> = now.substitutions.iter().map(goes).collect();
    let expected = [(sample::GLOVES_S.into(), Some(7)), (sample::GLOVES_L.into(), Some(1))];
    assert_eq!(goes, expected);
}

#[tokio::test]
async fn rule_3_a_revert_takes_back_no_update_and_no_deletion() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let (line, gone) = (editor.items().await.remove(1).id, editor.items().await.remove(2).id);
    editor.edit(vec![typed(&line, "77"), deleted(&gone)]).await;
    sent(&editor).await;
    editor.edit(vec![decided(&line, to_revise(1))]).await;
    sent(&editor).await;
    editor.edit(vec![decided(&line, Decision::Revert)]).await;
    assert_eq!(sent(&editor).await, (vec!["revertItem".to_owned()], 1));
    assert_eq!(editor.in_service(&line).await.unwrap().quantity_requested, Some(77));
    assert_eq!(editor.in_service(&gone).await, None);
}

#[tokio::test]
async fn rule_4_substitutes_are_shown_under_their_line_and_changed_only_with_it() {
    let harness = Harness::signed_in().await;
    let editor = Editor::open(&harness, sample::MOVEMENT_MIXED).await;
    let line = editor.of_status(LineStatus::Substituted).await;
    let rows = editor.rows().await;
    let is_below =
        |row: &&EditorRow| matches!(row, EditorRow::Instead(it) if it.of == row_of(&line));
    assert_eq!(rows.iter().filter(is_below).count(), line.substitutions.len());
    let child = line.substitutions[0].id.clone();
    let request = EditLines {
        movement: editor.movement,
        step: StepKind::Cell,
        edits: vec![typed(&child, "3")],
        decimal_mark: DecimalMark::Point,
    };
    assert_eq!(code(harness.backend.edit_lines(request).await), "unknown");
}

fn row_of(line: &LineItem) -> RowKey {
    row(&line.id)
}

#[tokio::test]
async fn rule_5_picks_are_made_changed_and_removed_beside_the_editor_and_it_stays_as_it_is() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let line = editor.gloves().await.id;
    let other = editor.items().await.remove(2).id;
    editor.edit(vec![typed(&other, "9")]).await;
    let written = harness.pick(&pending(), &line, vec![gloves(2)]).await.unwrap();
    assert!(matches!(written.state, WriteState::Sent { .. }), "{written:?}");
    // What the service called the pick, its effect log alone tells.
    let made = harness.service.effects()[0].detail["picklistItem"].as_str().map(str::to_owned);
    for quantity in [1, 0] {
        let pick = Pick { id: made.clone(), quantity, ..gloves(quantity) };
        let written = harness.pick(&pending(), &line, vec![pick]).await.unwrap();
        assert!(matches!(written.state, WriteState::Sent { .. }), "{written:?}");
    }
    let effects = harness.service.effects();
    let picked: Vec<_> =
        effects.iter().map(|effect| effect.detail["quantityPicked"].as_i64()).collect();
    assert_eq!(picked, [Some(2), Some(1), Some(0)]);
    assert_eq!(editor.state().await.ready, 1);
    assert_eq!(sent(&editor).await, (vec!["updateItem".to_owned()], 1));
}

// One request, and as few as possible.

#[tokio::test]
async fn all_kinds_of_changes_go_in_one_request_and_have_just_their_effects() {
    let harness = Harness::signed_in().await;
    let editor = Editor::open(&harness, sample::MOVEMENT_QUARTERLY).await;
    let items = editor.items().await;
    let is_open = |line: &&LineItem| line.is_open() && line.product.id != sample::GLOVES_M.into();
    let open: Vec<_> = items.iter().filter(is_open).map(|line| line.id.clone()).collect();
    let gloves = editor.gloves().await;
    if !gloves.is_open() {
        editor.edit(vec![decided(&gloves.id, Decision::Revert)]).await;
        sent(&editor).await;
    }
    let gloves = gloves.id;
    let changed = editor.of_status(LineStatus::Changed).await.id;
    let substituted = editor.of_status(LineStatus::Substituted).await;
    let again = substituted.substitutions[0].product.id.to_string();
    editor
        .edit(vec![
            deleted(&open[5]),
            decided(&gloves, to_substitute(&[(sample::GLOVES_L, 3), (sample::GLOVES_S, 2)])),
            decided(&substituted.id, to_substitute(&[(&again, 1)])),
            decided(&open[0], to_revise(1)),
            decided(&open[1], to_cancel()),
            decided(&changed, Decision::Revert),
            typed(&open[2], "77"),
            typed(&open[3], "78"),
            added(1, sample::SYRINGE_5ML, "4"),
            added(2, sample::MORPHINE, "5"),
        ])
        .await;
    let planned = editor.changes().await;
    assert_eq!((planned.requests, planned.changes.len()), (1, 10));
    let (effects, requests) = sent(&editor).await;
    assert_eq!(requests, 1);
    let expected =
        ["createItem", "createItem", "revertItem", "updateItem", "updateItem", "reviseItem"];
    assert_eq!(effects[..2], expected[..2]);
    let mut effects = effects;
    effects.sort();
    let mut expected = vec![
        "createItem",
        "createItem",
        "revertItem",
        "revertItem",
        "updateItem",
        "updateItem",
        "reviseItem",
        "cancelItem",
        "substituteItem",
        "substituteItem",
        "substituteItem",
        "deleteItem",
    ];
    expected.sort_unstable();
    assert_eq!(effects, expected);
    assert_eq!(harness.operations().last().map(String::as_str), Some("deleteItem"), "deletes last");
    let state = editor.state().await;
    assert_eq!((state.ready, state.changed_here, state.sending), (0, 0, 0));
}

#[tokio::test]
async fn what_is_updated_and_decided_or_reverted_and_updated_goes_in_one_request_too() {
    for fault in [None, Some(Kind::DropAfter), Some(Kind::DropBefore)] {
        let harness = Harness::signed_in().await;
        let editor = Editor::open(&harness, sample::MOVEMENT_MIXED).await;
        let open = editor.of_status(LineStatus::Pending).await.id;
        let changed = editor.of_status(LineStatus::Changed).await.id;
        editor.edit(vec![typed(&open, "50"), decided(&open, to_revise(20))]).await;
        editor.edit(vec![decided(&changed, Decision::Revert)]).await;
        editor.edit(vec![typed(&changed, "60")]).await;
        let planned = editor.changes().await;
        assert_eq!((planned.requests, planned.changes.len()), (1, 4), "{fault:?}");
        let requests = if fault == Some(Kind::DropBefore) { 2 } else { 1 };
        if let Some(kind) = fault.clone() {
            harness.fault(kind, "POST", MOVEMENT);
        }
        let effects = ["revertItem", "updateItem", "updateItem", "reviseItem"].map(str::to_owned);
        editor.send().await;
        assert_eq!(harness.settled().await.attention, 0, "{fault:?}");
        assert_eq!(
            (harness.operations(), harness.updates()),
            (effects.to_vec(), requests),
            "{fault:?}"
        );
        let now = editor.in_service(&open).await.unwrap();
        assert_eq!((now.quantity_requested, now.quantity_revised), (Some(50), Some(20)));
        let now = editor.in_service(&changed).await.unwrap();
        assert_eq!((now.status, now.quantity_requested), (LineStatus::Pending, Some(60)));
    }
}

#[tokio::test]
async fn the_json_shown_is_the_body_sent_for_each_kind_of_instruction() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let items = editor.items().await;
    let (gloves, others) = (editor.gloves().await.id, &items[1..]);
    editor
        .edit(vec![
            typed(&others[0].id, "40"),
            decided(&others[1].id, to_revise(2)),
            decided(&gloves, to_substitute(&[(sample::GLOVES_L, 3)])),
            deleted(&others[2].id),
            added(1, sample::SYRINGE_5ML, "4"),
        ])
        .await;
    let shown = editor.changes().await.json;
    assert!(shown.contains("\n  \"lineItems\": [\n"), "with indents: {shown}");
    let body: serde_json::Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(body["id"], sample::MOVEMENT_PENDING);
    let last = items.iter().filter_map(|line| line.sort_order).max().unwrap();
    let expected = serde_json::json!([
        { "product.id": sample::SYRINGE_5ML, "quantityRequested": 4, "sortOrder": last + 100 },
        { "id": others[0].id, "product.id": others[0].product.id, "quantityRequested": 40,
          "sortOrder": others[0].sort_order },
        { "id": gloves, "substitute": "true", "newProduct.id": sample::GLOVES_L,
          "newQuantity": 3, "reasonCode": "STOCKOUT" },
        { "id": others[1].id, "quantityRevised": 2, "reasonCode": "STOCKOUT" },
        { "id": others[2].id, "delete": "true" },
    ]);
    assert_eq!(body["lineItems"], expected);
    let (effects, _) = sent(&editor).await;
    let kinds = ["createItem", "updateItem", "substituteItem", "reviseItem", "deleteItem"];
    assert_eq!(effects, kinds, "in this very order");
}

#[tokio::test]
async fn the_plan_shows_each_line_before_and_after_and_why_it_stays() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let items = editor.items().await;
    let no_reason = Decision::Cancel { reason_code: String::new(), comments: None };
    let proposed =
        LineEdit::Decide { row: row(&items[3].id), decision: Some(to_cancel()), proposed: true };
    let (code, quantity) = ("NOPE-999".to_owned(), "4".to_owned());
    let unknown = LineEdit::Add { row: new_row(9), after: None, product: None, code, quantity };
    editor
        .edit(vec![
            decided(&items[1].id, to_revise(2)),
            decided(&items[2].id, no_reason),
            proposed,
            typed(&items[4].id, "1.5"),
            unknown,
        ])
        .await;
    let planned = editor.changes().await;
    let stands: Vec<_> = planned.changes.iter().map(|change| change.stand.clone()).collect();
    let expected = [
        ChangeStand::Ready,
        ChangeStand::Blocked(EditProblem::NoReason),
        ChangeStand::Proposed,
        ChangeStand::Blocked(EditProblem::NotWhole),
    ];
    assert_eq!(stands[..4], expected);
    assert!(matches!(stands[4], ChangeStand::Blocked(_)), "no product has this code");
    let typed = planned.changes[3..].iter();
    let typed: Vec<_> =
        typed.map(|it| (it.code_typed.as_deref(), it.quantity_typed.as_deref())).collect();
    assert_eq!(typed, [(None, Some("1.5")), (Some("NOPE-999"), Some("4"))], "as it was typed");
    let first = &planned.changes[0];
    assert_eq!((first.number, first.kind), (Some(2), ChangeKind::Revise));
    assert_eq!(first.before.as_deref(), Some(&items[1]));
    let after = first.after.as_deref().unwrap();
    assert_eq!((&after.status, after.quantity_to_ship()), (&LineStatus::Changed, Some(2)));
    let state = editor.state().await;
    assert_eq!((state.ready, state.doubtful, state.proposed), (1, 3, 1));
    assert_eq!(sent(&editor).await, (vec!["reviseItem".to_owned()], 1));
    let left: Vec<_> = editor.changes().await.changes.into_iter().map(|it| it.stand).collect();
    assert_eq!(left[..3], expected[1..], "what cannot go stays, word for word");
    assert_eq!((editor.changes().await.json.as_str(), editor.changes().await.requests), ("", 0));
}

#[tokio::test]
async fn what_was_decided_upon_a_quantity_that_cannot_be_sent_stays_with_it() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let line = editor.items().await.remove(1).id;
    editor.edit(vec![typed(&line, "forty"), decided(&line, to_revise(2))]).await;
    let stands: Vec<_> = editor.changes().await.changes.into_iter().map(|it| it.stand).collect();
    assert_eq!(stands, vec![ChangeStand::Blocked(EditProblem::NotANumber); 2]);
    assert_eq!(editor.state().await.ready, 0);
    editor.send().await;
    assert_eq!(harness.updates(), 0);
    editor.edit(vec![typed(&line, "40")]).await;
    assert_eq!(sent(&editor).await, (vec!["updateItem".to_owned(), "reviseItem".to_owned()], 1));
}

#[tokio::test]
async fn only_what_was_ticked_goes_and_the_rest_stays() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let items = editor.items().await;
    editor.edit(vec![typed(&items[1].id, "40"), typed(&items[2].id, "41")]).await;
    let request = ListChanges { movement: editor.movement, without: vec![row(&items[2].id)] };
    let planned = harness.backend.list_changes(request).await.unwrap();
    let body: serde_json::Value = serde_json::from_str(&planned.json).unwrap();
    assert_eq!((planned.changes.len(), body["lineItems"].as_array().unwrap().len()), (2, 1));
    editor.send_only(Some(vec![row(&items[1].id)])).await;
    harness.settled().await;
    assert_eq!(harness.service.effects()[0].item.as_deref(), Some(items[1].id.as_str()));
    assert_eq!(harness.operations().len(), 1);
    assert_eq!(editor.state().await.ready, 1);
    assert_eq!(editor.line(&row(&items[2].id)).await.requested, Some(41));
}

#[tokio::test]
async fn lines_added_between_others_stand_there_also_behind_additions_that_wait() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let items = editor.items().await;
    harness.pause(true).await;
    editor.edit(vec![added(1, sample::SYRINGE_5ML, "1")]).await;
    editor.send().await;
    let behind = |n, after: RowKey| match added(n, sample::MORPHINE, "2") {
        LineEdit::Add { row, product, code, quantity, .. } => {
            LineEdit::Add { row, after: Some(after), product, code, quantity }
        }
        other => other,
    };
    // Between the first two there is room for few: others make way.
    let first = row(&items[0].id);
    editor.edit((2..12).map(|n| behind(n, first.clone())).collect()).await;
    editor.edit(vec![LineEdit::Move { row: row(&items[7].id), after: Some(first) }]).await;
    let order = |lines: Vec<EditorLine>| {
        lines.into_iter().map(|it| (it.product.unwrap().id, it.requested)).collect::<Vec<_>>()
    };
    let wanted = order(editor.lines().await);
    editor.send().await;
    harness.pause(false).await;
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!(harness.updates(), 1);
    harness.opened_anew(&pending()).await;
    assert_eq!(order(editor.lines().await), wanted);
}
