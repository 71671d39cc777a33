use contract::{
    Decision, EditorColumn, LineChange, LineEdit, LineStatus, OperationState, RowState, StepKind,
};

use crate::editor::draft::stage::Stage;
use crate::editor::draft::stage::add;
use crate::editor::draft::stage::at;
use crate::editor::draft::stage::cancel;
use crate::editor::draft::stage::cell;
use crate::editor::draft::stage::decide;
use crate::editor::draft::stage::delete;
use crate::editor::draft::stage::new;
use crate::editor::draft::stage::product;
use crate::editor::draft::stage::requested;
use crate::editor::draft::stage::revise;
use crate::editor::draft::stage::substitute;
use crate::editor::draft::stage::update;

fn numbers(stage: &Stage) -> Vec<Option<i64>> {
    stage.shown().into_iter().map(|(_, pieces, _)| pieces).collect()
}

#[test]
fn steps_are_taken_back_and_done_again_to_the_letter() {
    let mut stage = Stage::abc();
    let mut sheets = vec![stage.sheet.clone()];
    let steps: [&[LineEdit]; 10] = [
        &[requested("a", "2.5"), requested("b", "7")],
        &[cell(at("a"), EditorColumn::Code, "what")],
        &[add(1, Some(at("a")), "D", "4"), add(2, None, "", "x")],
        &[decide("b", substitute(&[("D", 3), ("E", 2)], ""))],
        &[delete("c"), LineEdit::Delete { row: new(1), deleted: true }],
        &[LineEdit::Decide { row: at("b"), decision: None, proposed: false }],
        &[requested("b", "10")],
        &[LineEdit::Move { row: at("b"), after: None }],
        &[LineEdit::Decide { row: at("a"), decision: Some(cancel("X")), proposed: true }],
        &[LineEdit::Forget { row: at("a") }, LineEdit::Forget { row: new(2) }],
    ];
    for step in steps {
        stage.edit(step);
        sheets.push(stage.sheet.clone());
    }
    let drafts = |stage: &Stage| {
        let drafts = stage.sheet.drafts().map(|(key, draft)| (key.clone(), draft.clone()));
        drafts.collect::<std::collections::BTreeMap<_, _>>()
    };
    let of = |sheet: &crate::editor::draft::sheet::Sheet| {
        let drafts = sheet.drafts().map(|(key, draft)| (key.clone(), draft.clone()));
        drafts.collect::<std::collections::BTreeMap<_, _>>()
    };
    for sheet in sheets.iter().rev().skip(1) {
        assert!(stage.undo());
        assert_eq!(drafts(&stage), of(sheet));
    }
    assert!(stage.sheet.last_done().is_none());
    for sheet in sheets.iter().skip(1) {
        assert!(stage.redo());
        assert_eq!(drafts(&stage), of(sheet));
    }
    assert!(stage.sheet.first_undone().is_none());
}

#[test]
fn a_new_edit_forgets_what_was_taken_back() {
    let mut stage = Stage::abc();
    stage.edit(&[requested("a", "31")]);
    stage.edit(&[requested("a", "32")]);
    stage.undo();
    stage.edit(&[requested("b", "11")]);
    assert!(stage.sheet.first_undone().is_none());
    stage.undo();
    stage.undo();
    assert_eq!(numbers(&stage), [Some(30), Some(10), Some(5)]);
}

#[test]
fn what_was_sent_is_taken_back_by_a_new_change_to_the_old_value() {
    let mut stage = Stage::abc();
    stage.edit(&[requested("a", "40")]);
    stage.edit(&[cell(at("a"), EditorColumn::Code, "D")]);
    stage.send();
    assert_eq!((stage.state().ready, stage.lines[0].quantity_requested), (0, Some(40)));
    assert!(stage.undo());
    assert_eq!(stage.drawn().rows[0].product(), Some(&product("A")));
    assert!(stage.undo());
    assert_eq!(stage.drawn().rows[0].state(), RowState::Changed);
    let [LineChange::Update { quantity: Some(30), .. }] = stage.send()[..] else { panic!() };
    assert!(stage.redo());
    assert_eq!(numbers(&stage)[0], Some(40), "it is to be so again");
    assert!(stage.redo());
    stage.send();
    assert_eq!(stage.lines[0].product, product("D"));
}

#[test]
fn taken_back_and_done_again_after_a_send_nothing_is_left_to_send() {
    let mut stage = Stage::abc();
    stage.edit(&[requested("a", "40"), decide("b", revise(3, "STOCKOUT")), add(1, None, "D", "4")]);
    stage.send();
    assert!(stage.undo());
    assert_eq!(stage.state().ready, 3);
    assert!(stage.redo());
    assert_eq!((stage.state().ready, stage.sheet.drafts().count()), (0, 0));
}

#[test]
fn a_step_made_after_a_send_is_taken_back_to_what_was_sent() {
    let mut stage = Stage::abc();
    stage.edit(&[requested("a", "40")]);
    stage.send();
    stage.edit(&[requested("a", "50")]);
    assert!(stage.undo());
    assert_eq!(stage.sheet.drafts().count(), 0);
    assert_eq!(numbers(&stage)[0], Some(40));
    assert!(stage.undo());
    assert_eq!(numbers(&stage)[0], Some(30));
}

#[test]
fn a_step_of_which_nothing_was_sent_leaves_what_somebody_else_did_since() {
    let mut stage = Stage::abc();
    stage.edit(&[requested("a", "40")]);
    stage.line_mut("a").quantity_requested = Some(35);
    assert!(stage.undo());
    assert_eq!(numbers(&stage)[0], Some(35));
    assert_eq!(stage.sheet.drafts().count(), 0);
}

#[test]
fn a_decision_that_was_sent_is_reverted_and_a_revert_decides_again() {
    let mut stage = Stage::abc();
    stage.edit(&[decide("a", revise(12, "STOCKOUT"))]);
    stage.send();
    stage.edit(&[decide("a", Decision::Revert)]);
    stage.send();
    stage.edit(&[decide("a", substitute(&[("D", 3)], "CLINICAL"))]);
    stage.send();
    assert_eq!(stage.shown()[0].2, LineStatus::Substituted);
    assert!(stage.undo());
    assert_eq!(stage.shown()[0].2, LineStatus::Pending);
    assert!(stage.undo());
    let [LineChange::Revise { quantity: 12, .. }] = stage.send()[..] else { panic!() };
    assert!(stage.undo());
    let [LineChange::Revert { .. }] = stage.send()[..] else { panic!() };
    assert_eq!(stage.shown()[0].2, LineStatus::Pending);
}

#[test]
fn other_substitutes_that_were_sent_give_way_to_those_before() {
    let mut stage = Stage::abc();
    stage.edit(&[decide("a", substitute(&[("D", 3)], "CLINICAL"))]);
    stage.send();
    stage.edit(&[decide("a", substitute(&[("E", 30)], "STOCKOUT"))]);
    stage.send();
    assert!(stage.undo());
    let [LineChange::Substitute { with, reason_code, .. }] = &stage.send()[..] else { panic!() };
    assert_eq!((with[0].product.clone(), reason_code.as_str()), (product("D"), "CLINICAL"));
}

#[test]
fn a_line_that_was_added_and_sent_is_deleted() {
    let mut stage = Stage::abc();
    stage.edit(&[add(1, None, "D", "4")]);
    stage.edit(&[cell(new(1), EditorColumn::Requested, "6")]);
    stage.send();
    assert_eq!(numbers(&stage), [Some(30), Some(10), Some(5), Some(6)]);
    assert!(stage.undo());
    assert_eq!(numbers(&stage)[3], Some(4));
    assert!(stage.undo());
    assert_eq!(numbers(&stage), [Some(30), Some(10), Some(5)]);
    let kinds: Vec<_> = stage.send().iter().map(LineChange::kind).collect();
    assert_eq!(kinds, [contract::ChangeKind::Delete]);
    assert!(!stage.redo(), "it was deleted, and another would not be it");
}

#[test]
fn a_deletion_that_was_sent_is_for_history() {
    let mut stage = Stage::abc();
    stage.edit(&[requested("b", "11")]);
    stage.try_edit(StepKind::Delete, &[delete("a"), delete("b")]).unwrap();
    stage.send();
    let before = stage.sheet.clone();
    assert!(!stage.undo());
    assert_eq!(stage.sheet, before, "nothing happened");
}

#[test]
fn a_line_that_is_on_its_way_is_not_taken_back_here() {
    let mut stage = Stage::abc();
    stage.edit(&[add(1, None, "D", "4")]);
    let create = LineChange::Create {
        product: product("D"),
        quantity: 4,
        sort_order: Some(400),
        recipient: None,
    };
    let key = stage.op(create, OperationState::Queued);
    stage.ops[0].key = crate::editor::draft::stage::key(1);
    assert_ne!(key, stage.ops[0].key);
    let change = crate::editor::draft::sheet::SheetChange {
        rows: vec![(new(1), None)],
        sent: vec![new(1)],
        ..Default::default()
    };
    stage.sheet.take(change, Default::default());
    assert_eq!(stage.drawn().rows[3].key, new(1), "it keeps its name");
    assert_eq!(stage.drawn().rows[3].state(), RowState::Sending);
    assert!(!stage.undo());
}

#[test]
fn a_change_in_conflict_is_decided_upon_before_anything_of_its_line_is_taken_back() {
    let mut stage = Stage::abc();
    stage.edit(&[requested("a", "40")]);
    stage.send();
    stage.line_mut("a").quantity_requested = Some(55);
    stage.op(update("a", 40), OperationState::Conflict(Vec::new()));
    assert!(!stage.undo());
    assert_eq!((numbers(&stage)[0], stage.state().ready), (Some(55), 0), "no third value");
}

/// Three lines without room between them.
fn dense() -> Stage {
    let line = crate::editor::draft::stage::line;
    Stage::new(vec![line("a", "A", 1, 1), line("b", "B", 1, 2), line("c", "C", 1, 3)])
}

#[test]
fn lines_that_gave_way_go_back_with_the_one_that_was_moved() {
    let mut stage = dense();
    let put = [LineEdit::Move { row: at("c"), after: Some(at("a")) }];
    stage.try_edit(StepKind::Move, &put).unwrap();
    stage.send();
    assert!(stage.undo());
    stage.send();
    let places: Vec<_> =
        stage.lines.iter().map(|line| (line.id.as_str(), line.sort_order)).collect();
    assert_eq!(places, [("a", Some(1)), ("b", Some(2)), ("c", Some(3))]);
}

#[test]
fn nothing_is_left_of_a_line_whose_move_was_taken_back() {
    let mut stage = dense();
    let put = [LineEdit::Move { row: at("c"), after: Some(at("a")) }];
    stage.try_edit(StepKind::Move, &put).unwrap();
    assert!(stage.undo());
    assert_eq!(stage.sheet.drafts().count(), 0);
}
