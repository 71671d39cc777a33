use contract::{
    ChangeKind, ChangeStand, ConflictField, Decision, EditProblem, EditorColumn, LineChange,
    LineEdit, LineStatus, Note, OperationState, Quantity, Reason, RowState, StepKind, TypedCell,
};

use crate::editor::draft::stage::Stage;
use crate::editor::draft::stage::add;
use crate::editor::draft::stage::at;
use crate::editor::draft::stage::cancel;
use crate::editor::draft::stage::cell;
use crate::editor::draft::stage::decide;
use crate::editor::draft::stage::delete;
use crate::editor::draft::stage::line;
use crate::editor::draft::stage::new;
use crate::editor::draft::stage::product;
use crate::editor::draft::stage::requested;
use crate::editor::draft::stage::revise;
use crate::editor::draft::stage::substitute;
use crate::editor::drawn::planned::planned;
use crate::editor::drawn::rows::Drawn;

fn numbers(stage: &Stage) -> Vec<Option<i64>> {
    stage.shown().into_iter().map(|(_, pieces, _)| pieces).collect()
}

fn codes(drawn: &Drawn) -> Vec<&str> {
    let code = |product: &contract::ProductRef| product.code.as_deref().map(str::to_owned);
    drawn
        .rows
        .iter()
        .map(|row| match row.product().and_then(code) {
            Some(_) => row.product().and_then(|product| product.code.as_deref()).unwrap(),
            None => "",
        })
        .collect()
}

#[test]
fn a_cell_keeps_what_was_typed_and_typing_the_services_value_takes_it_back() {
    let mut stage = Stage::abc();
    stage.edit(&[requested("a", "1,200")]);
    assert_eq!(numbers(&stage), [Some(1_200), Some(10), Some(5)]);
    let draft = stage.sheet.draft(&at("a")).unwrap();
    assert_eq!(draft.base.as_ref().unwrap().line, stage.lines[0]);
    let typed = draft.wants.quantity.clone().unwrap();
    assert_eq!((typed.text.as_str(), typed.means), ("1,200", Quantity::Whole(1_200)));
    stage.edit(&[requested("a", " 30 ")]);
    assert_eq!(stage.sheet.drafts().count(), 0, "it is as it was");
    assert_eq!(stage.state().changed_here, 0);
}

#[test]
fn what_is_no_product_or_no_quantity_stays_in_its_cell() {
    let mut stage = Stage::abc().with_products();
    stage.edit(&[requested("a", "2.5"), cell(at("b"), EditorColumn::Code, "gloves?")]);
    let drawn = stage.drawn();
    let (a, b) = (drawn.editor_line(0, &[]), drawn.editor_line(1, &[]));
    assert_eq!((a.requested, a.requested_typed.as_deref()), (None, Some("2.5")));
    assert_eq!(a.problems, [EditProblem::NotWhole]);
    assert_eq!((b.product, b.code_typed.as_deref()), (None, Some("gloves?")));
    assert_eq!(b.problems, [EditProblem::UnknownProduct]);
    assert_eq!((a.state, stage.state().ready), (RowState::Changed, 0));
    stage.edit(&[cell(at("b"), EditorColumn::Code, " D ")]);
    assert_eq!(stage.drawn().editor_line(1, &[]).product, Some(product("D")));
}

#[test]
fn an_empty_cell_is_a_cleared_one() {
    let mut stage = Stage::abc();
    stage.edit(&[requested("a", ""), cell(at("a"), EditorColumn::Code, " ")]);
    let line = stage.drawn().editor_line(0, &[]);
    assert_eq!((line.product, line.code_typed, line.requested), (None, None, None));
    assert_eq!(line.problems, [EditProblem::NoProduct, EditProblem::NoQuantity]);
}

#[test]
fn several_edits_are_one_step_and_edits_without_effect_are_none() {
    let mut stage = Stage::abc();
    stage.try_edit(StepKind::Fill, &[requested("a", "7"), requested("b", "7")]).unwrap();
    let name = stage.sheet.last_done().unwrap().name();
    assert_eq!((name.kind, name.lines), (StepKind::Fill, 2));
    let before = stage.sheet.clone();
    stage.try_edit(StepKind::Fill, &[requested("a", "7"), requested("b", "7")]).unwrap();
    assert_eq!(stage.sheet.last_done(), before.last_done());
    assert!(stage.try_edit(StepKind::Cell, &[]).is_err());
}

#[test]
fn a_line_that_does_not_take_an_edit_stays_and_the_others_take_it() {
    let mut stage = Stage::abc();
    stage.line_mut("b").status = LineStatus::Canceled;
    stage.try_edit(StepKind::Fill, &[requested("a", "7"), requested("b", "7")]).unwrap();
    assert_eq!(numbers(&stage), [Some(7), Some(10), Some(5)]);
    let refused = stage.try_edit(StepKind::Cell, &[requested("b", "7")]).unwrap_err();
    let status = "CANCELED".to_owned();
    assert_eq!(refused, crate::editor::error::EditError::NotAllowed(Reason::NotAllowed { status }));
    let unknown = stage.try_edit(StepKind::Cell, &[requested("nowhere", "7")]);
    assert_eq!(unknown, Err(crate::editor::error::EditError::Unknown));
}

#[test]
fn an_added_line_stands_at_the_end_or_behind_another_and_can_be_given_to_somebody() {
    let mut stage = Stage::abc();
    stage.edit(&[add(1, None, "D", "4"), add(2, Some(at("a")), "E", "")]);
    let drawn = stage.drawn();
    assert_eq!(codes(&drawn), ["A", "E", "B", "C", "D"]);
    assert_eq!(drawn.editor_line(1, &[]).problems, [EditProblem::NoQuantity]);
    assert_eq!(drawn.editor_line(4, &[]).state, RowState::New);
    assert_eq!(drawn.editor_line(4, &[]).status, None);
    stage.edit(&[cell(new(1), EditorColumn::Recipient, "Amara")]);
    let line = stage.drawn().editor_line(4, &[]);
    assert_eq!(line.recipient.unwrap().name, "Amara");
    assert!(
        stage.try_edit(StepKind::Cell, &[cell(at("a"), EditorColumn::Recipient, "Amara")]).is_err()
    );
    let sent = stage.send();
    let [LineChange::Create { quantity: 4, sort_order: Some(400), recipient, .. }] = &sent[..]
    else {
        panic!("{sent:?}")
    };
    assert_eq!(recipient.as_ref().unwrap().name, "Amara");
}

#[test]
fn adding_a_line_once_more_is_not_adding_another() {
    let mut stage = Stage::abc();
    stage.edit(&[add(1, None, "D", "4")]);
    stage.edit(&[add(1, None, "D", "4")]);
    assert_eq!(stage.drawn().rows.len(), 4);
    stage.send();
    let again = stage.try_edit(StepKind::Add, &[add(1, None, "D", "4")]);
    assert_eq!(again, Err(crate::editor::error::EditError::TooLate), "it was sent meanwhile");
}

#[test]
fn an_added_line_that_is_deleted_is_gone_at_once() {
    let mut stage = Stage::abc();
    stage.edit(&[add(1, None, "D", "4")]);
    stage.edit(&[LineEdit::Delete { row: new(1), deleted: true }]);
    assert_eq!((stage.drawn().rows.len(), stage.sheet.drafts().count()), (3, 0));
    stage.undo();
    assert_eq!(stage.shown()[3].1, Some(4));
}

#[test]
fn a_decision_takes_the_place_of_the_one_before_and_can_be_taken_back() {
    let mut stage = Stage::abc();
    stage.edit(&[decide("a", revise(12, "STOCKOUT"))]);
    stage.edit(&[decide("a", cancel("BECAUSE"))]);
    assert_eq!(stage.shown()[0].2, LineStatus::Canceled);
    stage.edit(&[LineEdit::Decide { row: at("a"), decision: None, proposed: false }]);
    assert_eq!(stage.sheet.drafts().count(), 0);
    stage.edit(&[decide("a", revise(12, "STOCKOUT"))]);
    stage.edit(&[decide("a", Decision::Revert)]);
    assert_eq!(stage.sheet.drafts().count(), 0, "what was decided here alone is forgotten");
    assert!(stage.try_edit(StepKind::Decide, &[decide("a", Decision::Revert)]).is_err());
}

#[test]
fn a_decision_without_a_reason_is_kept_and_does_not_go() {
    let mut stage = Stage::abc();
    stage.edit(&[decide("a", cancel(" ")), decide("b", revise(3, "STOCKOUT"))]);
    let drawn = stage.drawn();
    assert_eq!(drawn.editor_line(0, &[]).problems, [EditProblem::NoReason]);
    let stand = planned(&drawn.rows[0]).remove(0).stand;
    assert_eq!(stand, ChangeStand::Blocked(EditProblem::NoReason));
    assert_eq!(stage.state().ready, 1);
    assert_eq!(stage.send().len(), 1);
    assert_eq!(stage.shown()[0].2, LineStatus::Canceled, "it still stands here");
}

#[test]
fn what_makes_no_sense_is_not_decided() {
    let mut stage = Stage::abc();
    stage.edit(&[add(1, None, "D", "4")]);
    let decision = Some(cancel("BECAUSE"));
    for edit in [
        decide("a", substitute(&[("A", 3)], "STOCKOUT")),
        decide("a", substitute(&[("D", 0)], "STOCKOUT")),
        decide("a", substitute(&[], "STOCKOUT")),
        LineEdit::Decide { row: new(1), decision, proposed: false },
        cell(at("a"), EditorColumn::ToShip, "4"),
        LineEdit::Add {
            row: at("a"),
            after: None,
            product: None,
            code: String::new(),
            quantity: String::new(),
        },
    ] {
        assert!(stage.try_edit(StepKind::Decide, std::slice::from_ref(&edit)).is_err(), "{edit:?}");
    }
}

#[test]
fn a_proposed_decision_stays_until_it_is_decided_without_that() {
    let mut stage = Stage::abc();
    let decision = Some(revise(12, "CLINICAL"));
    stage.edit(&[
        LineEdit::Decide { row: at("a"), decision: decision.clone(), proposed: true },
        requested("b", "11"),
    ]);
    let state = stage.state();
    assert_eq!((state.proposed, state.ready, state.changed_here), (1, 1, 2));
    assert!(stage.drawn().editor_line(0, &[]).proposed);
    assert_eq!(stage.send().len(), 1);
    stage.edit(&[LineEdit::Decide { row: at("a"), decision, proposed: false }]);
    assert_eq!((stage.state().proposed, stage.state().ready), (0, 1));
}

#[test]
fn a_revised_line_is_reverted_before_it_is_updated_or_deleted() {
    let mut stage = Stage::abc();
    stage.edit(&[decide("a", revise(12, "STOCKOUT")), decide("b", revise(2, "STOCKOUT"))]);
    stage.send();
    assert!(stage.try_edit(StepKind::Cell, &[requested("a", "40")]).is_err(), "it is decided");
    stage.edit(&[decide("a", Decision::Revert)]);
    stage.edit(&[requested("a", "40"), delete("b")]);
    let kinds: Vec<_> = stage.send().iter().map(LineChange::kind).collect();
    assert_eq!(
        kinds,
        [ChangeKind::Revert, ChangeKind::Update, ChangeKind::Revert, ChangeKind::Delete]
    );
    assert_eq!(numbers(&stage), [Some(40), Some(5)]);
}

#[test]
fn what_cannot_be_sent_is_mended_also_after_the_line_was_decided_here() {
    let mut stage = Stage::abc();
    stage.edit(&[requested("a", "x"), decide("a", revise(12, "STOCKOUT"))]);
    assert_eq!(stage.state().ready, 0, "what is decided upon it stays with it");
    stage.edit(&[requested("a", "40")]);
    assert!(stage.try_edit(StepKind::Cell, &[requested("a", "41")]).is_err(), "nothing is wrong");
    let kinds: Vec<_> = stage.send().iter().map(LineChange::kind).collect();
    assert_eq!(kinds, [ChangeKind::Update, ChangeKind::Revise]);
    stage.edit(&[decide("a", Decision::Revert), requested("a", "y")]);
    stage.edit(&[requested("a", "50")]);
    assert_eq!(stage.send().len(), 2);
}

#[test]
fn a_deletion_is_taken_back_and_nothing_else_is_changed_of_a_line_to_be_deleted() {
    let mut stage = Stage::abc();
    stage.edit(&[requested("a", "40")]);
    stage.edit(&[delete("a")]);
    assert_eq!((stage.state().requested, stage.state().lines), (15, 3));
    assert!(stage.try_edit(StepKind::Cell, &[requested("a", "50")]).is_err());
    assert!(stage.drawn().editor_line(0, &[]).editable.is_empty());
    stage.edit(&[LineEdit::Delete { row: at("a"), deleted: false }]);
    assert_eq!(numbers(&stage), [Some(40), Some(10), Some(5)]);
}

#[test]
fn a_line_that_is_moved_takes_its_place_with_it() {
    let mut stage = Stage::abc();
    stage
        .try_edit(StepKind::Move, &[LineEdit::Move { row: at("c"), after: Some(at("a")) }])
        .unwrap();
    assert_eq!(codes(&stage.drawn()), ["A", "C", "B"]);
    assert_eq!(stage.drawn().editor_line(1, &[]).edited, [EditorColumn::Number]);
    stage.try_edit(StepKind::Move, &[LineEdit::Move { row: at("c"), after: None }]).unwrap();
    assert_eq!(codes(&stage.drawn()), ["C", "A", "B"]);
    let [LineChange::Update { sort_order: Some(50), product: None, quantity: None, .. }] =
        stage.send()[..]
    else {
        panic!()
    };
}

#[test]
fn lines_in_the_way_are_updated_with_it_and_decided_ones_are_not() {
    let mut stage =
        Stage::new(vec![line("a", "A", 1, 1), line("b", "B", 1, 2), line("c", "C", 1, 3)]);
    let put = [LineEdit::Move { row: at("c"), after: Some(at("a")) }];
    stage.try_edit(StepKind::Move, &put).unwrap();
    assert_eq!(codes(&stage.drawn()), ["A", "C", "B"]);
    let state = stage.state();
    assert_eq!((state.changed_here, state.ready, state.follow), (1, 1, 1), "C, and B follows");
    let drawn = stage.drawn();
    assert_eq!(drawn.editor_line(2, &[]).state, RowState::InService);
    assert!(drawn.editor_line(2, &[]).edited.is_empty());
    assert_eq!(stage.send().len(), 2);
    let mut stage =
        Stage::new(vec![line("a", "A", 1, 0), line("b", "B", 1, 1), line("c", "C", 1, 2)]);
    stage.line_mut("b").status = LineStatus::Canceled;
    stage.try_edit(StepKind::Move, &put).unwrap();
    assert_eq!(codes(&stage.drawn()), ["A", "B", "C"], "there is no place between 0 and 1");
}

#[test]
fn forgetting_a_line_forgets_all_that_was_changed_of_it() {
    let mut stage = Stage::abc();
    stage.edit(&[requested("a", "40"), decide("a", revise(12, "STOCKOUT")), add(1, None, "D", "")]);
    let forget = [LineEdit::Forget { row: at("a") }, LineEdit::Forget { row: new(1) }];
    stage.try_edit(StepKind::Discard, &forget).unwrap();
    assert_eq!((stage.sheet.drafts().count(), stage.drawn().rows.len()), (0, 3));
    stage.undo();
    assert_eq!((stage.sheet.drafts().count(), stage.drawn().rows.len()), (2, 4));
}

fn elsewhere(drawn: &Drawn, at: usize) -> Vec<(ConflictField, String, String, String)> {
    let fields = drawn.rows[at].notes.iter().flat_map(|note| match note {
        Note::Elsewhere { fields } => fields.clone(),
        note => panic!("{note:?}"),
    });
    let text = Option::unwrap_or_default;
    fields
        .map(|clash| (clash.field, text(clash.base), text(clash.theirs), text(clash.ours)))
        .collect()
}

#[test]
fn what_somebody_else_changed_meanwhile_is_said_and_held_back() {
    let mut stage = Stage::abc();
    stage.edit(&[
        requested("a", "40"),
        requested("b", "11"),
        cell(at("c"), EditorColumn::Code, "D"),
    ]);
    stage.line_mut("a").quantity_requested = Some(35);
    // To the same value, or in another field: nobody need decide.
    stage.line_mut("b").quantity_requested = Some(11);
    stage.line_mut("c").quantity_requested = Some(6);
    let drawn = stage.drawn();
    let text = |text: &str| text.to_owned();
    let clash = (ConflictField::Quantity, text("30"), text("35"), text("40"));
    assert_eq!(elsewhere(&drawn, 0), [clash]);
    assert_eq!(drawn.rows[0].state(), RowState::ChangedElsewhere);
    assert!(drawn.rows[1].notes.is_empty() && drawn.rows[2].notes.is_empty());
    let state = stage.state();
    assert_eq!((state.elsewhere, state.ready, state.changed_here), (1, 1, 2));
    assert_eq!(planned(&drawn.rows[0])[0].stand, ChangeStand::Elsewhere);
}

#[test]
fn settling_keeps_ours_or_takes_theirs() {
    for (keep, expected) in [(vec![ConflictField::Quantity], 40), (vec![], 35)] {
        let mut stage = Stage::abc();
        stage.edit(&[requested("a", "40")]);
        stage.line_mut("a").quantity_requested = Some(35);
        stage.try_edit(StepKind::Resolve, &[LineEdit::Resolve { row: at("a"), keep }]).unwrap();
        assert!(stage.drawn().rows[0].notes.is_empty());
        assert_eq!(numbers(&stage)[0], Some(expected));
        assert_eq!(stage.state().ready, u32::from(expected == 40));
        stage.undo();
        assert_eq!(stage.state().elsewhere, 1, "it is to be settled again");
    }
}

#[test]
fn a_line_that_somebody_decided_about_is_updated_after_a_revert_or_not_at_all() {
    for (keep, kinds) in [
        (vec![ConflictField::Decision], vec![ChangeKind::Revert, ChangeKind::Update]),
        (vec![], vec![]),
    ] {
        let mut stage = Stage::abc();
        stage.edit(&[requested("a", "40")]);
        stage.line_mut("a").status = LineStatus::Changed;
        stage.line_mut("a").quantity_revised = Some(3);
        stage.line_mut("a").reason_code = Some("STOCKOUT".into());
        assert_eq!(elsewhere(&stage.drawn(), 0)[0].0, ConflictField::Decision);
        stage.try_edit(StepKind::Resolve, &[LineEdit::Resolve { row: at("a"), keep }]).unwrap();
        assert!(stage.drawn().rows[0].notes.is_empty(), "{kinds:?}");
        assert_eq!(stage.send().iter().map(LineChange::kind).collect::<Vec<_>>(), kinds);
    }
}

#[test]
fn a_line_that_is_gone_is_added_anew_or_given_up() {
    for keep in [vec![ConflictField::Line], vec![]] {
        let mut stage = Stage::abc();
        stage.edit(&[requested("b", "11"), delete("c")]);
        stage.lines.truncate(1);
        let drawn = stage.drawn();
        assert_eq!(codes(&drawn), ["A", "B"], "one to be deleted is as it was to be");
        assert_eq!(elsewhere(&drawn, 1)[0].0, ConflictField::Line);
        assert_eq!(stage.state().ready, 0);
        let is_kept = !keep.is_empty();
        stage.try_edit(StepKind::Resolve, &[LineEdit::Resolve { row: at("b"), keep }]).unwrap();
        let expected: &[_] = if is_kept { &[Some(30), Some(11)] } else { &[Some(30)] };
        assert_eq!(numbers(&stage), expected);
        assert_eq!(stage.send().len(), usize::from(is_kept));
    }
}

#[test]
fn what_waits_in_the_outbox_is_no_change_of_somebody_else() {
    let mut stage = Stage::abc();
    let (item, quantity) = ("a".into(), Some(40));
    let change = LineChange::Update { item, product: None, quantity, sort_order: None };
    stage.op(change, OperationState::Queued);
    stage.edit(&[requested("a", "50")]);
    assert_eq!(numbers(&stage)[0], Some(50));
    // It was done.
    stage.ops.clear();
    stage.line_mut("a").quantity_requested = Some(40);
    assert!(stage.drawn().rows[0].notes.is_empty());
    // It was given up: the line is as it was in the service when it was seen.
    stage.line_mut("a").quantity_requested = Some(30);
    assert!(stage.drawn().rows[0].notes.is_empty());
    stage.line_mut("a").quantity_requested = Some(31);
    assert_eq!(stage.state().elsewhere, 1);
}

#[test]
fn the_cell_being_typed_in_is_left_by_what_it_gets() {
    let typing = |row| TypedCell { row, column: EditorColumn::Requested, text: "4".into() };
    let mut stage = Stage::abc();
    stage.sheet.typing = Some(typing(Some(at("a"))));
    stage.edit(&[requested("b", "11")]);
    assert!(stage.sheet.typing.is_some(), "that was another cell");
    stage.edit(&[requested("a", "30")]);
    assert_eq!(stage.sheet.typing, None, "also by what it had before");
    stage.sheet.typing = Some(typing(None));
    stage.edit(&[add(1, None, "D", "4")]);
    assert_eq!(stage.sheet.typing, None);
}
