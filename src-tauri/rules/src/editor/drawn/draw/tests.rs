use contract::{
    ChangeKind, EditProblem, EditorColumn, LineChange, LineItem, LineStatus, Note, OperationState,
    Question, Reason, RowKey, RowState,
};

use crate::editor::draft::stage::Stage;
use crate::editor::draft::stage::add;
use crate::editor::draft::stage::at;
use crate::editor::draft::stage::cell;
use crate::editor::draft::stage::decide;
use crate::editor::draft::stage::delete;
use crate::editor::draft::stage::line;
use crate::editor::draft::stage::product;
use crate::editor::draft::stage::requested;
use crate::editor::draft::stage::substitute;
use crate::editor::draft::stage::update;

fn create(code: &str, place: Option<u32>) -> LineChange {
    let product = product(code);
    LineChange::Create { product, quantity: 4, sort_order: place, recipient: None }
}

fn refused() -> OperationState {
    OperationState::Stuck(Reason::Refused { status: 500 }.into())
}

#[test]
fn what_waits_is_drawn_over_what_the_service_has() {
    let mut stage = Stage::abc();
    stage.op(update("a", 40), OperationState::Queued);
    stage.op(LineChange::Delete { item: "b".into() }, OperationState::Sending);
    let added = stage.op(create("D", Some(150)), OperationState::Queued);
    let drawn = stage.drawn();
    assert_eq!(drawn.rows[0].line().unwrap().quantity_requested, Some(40));
    assert_eq!(drawn.rows[0].state(), RowState::Sending);
    assert_eq!(drawn.rows[1].key, RowKey::New(added), "in its place");
    assert!(drawn.rows[2].deleted, "it is there until the service has done it");
    assert!(drawn.rows[1].editable().is_empty() && drawn.rows[2].editable().is_empty());
    let state = stage.state();
    assert_eq!((state.lines, state.sending, state.changed_here), (4, 3, 0));
    assert_eq!(state.requested, 40 + 4 + 5);
}

#[test]
fn an_addition_that_is_in_the_service_already_is_drawn_once() {
    let mut stage = Stage::abc();
    stage.op(create("D", Some(400)), OperationState::Sending);
    stage.ops[0].attempts = 1;
    assert_eq!(stage.drawn().rows.len(), 4);
    stage.lines.push(line("d", "D", 4, 400));
    assert_eq!(stage.drawn().rows.len(), 4);
}

#[test]
fn what_was_refused_is_said_under_its_line_and_not_drawn() {
    let mut stage = Stage::abc();
    let instead = LineChange::Substitute {
        item: "a".into(),
        with: vec![contract::Substitute { product: product("D"), quantity: 3 }],
        reason_code: "X".into(),
        comments: None,
    };
    let operation = stage.op(instead, refused());
    let added = stage.op(create("E", None), refused());
    let drawn = stage.drawn();
    let row = &drawn.rows[0];
    let [Note::Refused { operation: of, change, with, .. }] = &row.notes[..] else { panic!() };
    assert_eq!((*of, *change, with.join(" ")), (operation, ChangeKind::Substitute, "D".into()));
    assert_eq!(
        (row.state(), row.line().unwrap().status.clone()),
        (RowState::Refused, LineStatus::Pending)
    );
    assert_eq!(drawn.rows[3].key, RowKey::New(added), "what was to be added stays in sight");
    assert_eq!((stage.state().refused, stage.state().attention), (2, 2));
    stage.edit(&[requested("a", "31")]);
    assert_eq!(stage.state().ready, 1, "it can be changed all the same");
}

#[test]
fn conflicts_and_questions_are_said_under_their_lines() {
    let mut stage = Stage::abc();
    stage.op(update("a", 40), OperationState::Conflict(Vec::new()));
    stage.op(update("b", 40), OperationState::Unknown(Question::Picked));
    let drawn = stage.drawn();
    assert!(matches!(drawn.rows[0].notes[..], [Note::Conflict { .. }]));
    assert!(matches!(drawn.rows[1].notes[..], [Note::Unknown { .. }]));
    assert_eq!(drawn.rows[0].state(), RowState::ChangedElsewhere);
    assert_eq!((stage.state().elsewhere, stage.state().refused), (1, 0));
}

#[test]
fn a_pick_of_what_goes_instead_is_told_at_the_line_it_goes_instead_of() {
    let mut stage = Stage::abc();
    stage.line_mut("b").substitutions = vec![line("instead", "D", 4, 0)];
    let pick = stage.pick("instead", OperationState::Queued);
    assert!(stage.drawn().rows[1].sending);
    let of = stage.ops.iter_mut().find(|op| op.key == pick).unwrap();
    of.state = refused();
    let drawn = stage.drawn();
    assert_eq!(drawn.rows.len(), 3, "it is no line of its own");
    let [Note::Refused { operation, change, .. }] = &drawn.rows[1].notes[..] else { panic!() };
    assert_eq!((*operation, *change), (pick, ChangeKind::Pick));
}

#[test]
fn what_is_added_to_a_movement_that_is_to_be_made_is_drawn_once() {
    let mut stage = Stage::to_be_made();
    let added = stage.op(create("E", None), OperationState::Queued);
    // As its lines are shown with what waits for them.
    stage.lines.push(contract::LineItem { sort_order: None, ..line("", "E", 4, 0) });
    let keys: Vec<_> = stage.drawn().rows.iter().map(|row| row.key.clone()).collect();
    assert_eq!(keys, [at("a"), at("b"), at("c"), RowKey::New(added)]);
}

#[test]
fn a_line_that_is_not_among_those_that_could_be_read_is_not_told_to_be_gone() {
    let mut stage = Stage::abc();
    stage.edit(&[requested("b", "40"), delete("c")]);
    stage.lines.truncate(1);
    let drawn = stage.drawn();
    assert!(drawn.find(&at("c")).is_none(), "it is as it was to be");
    let (_, row) = drawn.find(&at("b")).unwrap();
    assert!(row.is_gone && row.state() == RowState::ChangedElsewhere);
    stage.left_out = 2;
    let drawn = stage.drawn();
    let (_, row) = drawn.find(&at("b")).unwrap();
    assert!(!row.is_gone && row.notes.is_empty(), "it may be there");
    assert_eq!(row.line().unwrap().quantity_requested, Some(40));
    assert!(drawn.find(&at("c")).unwrap().1.deleted, "it is still to be deleted");
}

#[test]
fn a_refused_change_of_a_line_that_is_gone_is_said_where_the_line_stood() {
    let mut stage = Stage::abc();
    stage.op(update("b", 40), OperationState::Stuck(Reason::Gone.into()));
    stage.op(update("a", 40), OperationState::Queued);
    stage.lines.retain(|line| line.id == "c".into());
    let drawn = stage.drawn();
    let keys: Vec<_> = drawn.rows.iter().map(|row| row.key.clone()).collect();
    assert_eq!(keys, [at("b"), at("c")], "of one that waits, the outbox finds out");
    assert!(drawn.rows[0].is_gone && drawn.rows[0].editable().is_empty());
    assert_eq!(stage.state().requested, 5);
}

#[test]
fn lines_without_a_place_stand_behind_those_before_them() {
    let lines = [("a", Some(100)), ("b", None), ("c", None)]
        .map(|(id, place)| LineItem { sort_order: place, ..line(id, &id.to_uppercase(), 1, 0) });
    let mut stage = Stage::new(lines.to_vec());
    stage.edit(&[add(1, None, "D", "4")]);
    let shown: Vec<_> = stage.shown().into_iter().map(|(code, ..)| code).collect();
    assert_eq!(shown, ["A", "B", "C", "D"]);
}

#[test]
fn nothing_can_be_changed_of_a_line_that_is_not_made_yet() {
    let stage = Stage::abc();
    let mut known = (*stage.known()).clone();
    known.movement.id = "".into();
    let drawn = super::draw(super::Sources {
        known: std::sync::Arc::new(known),
        ops: &[],
        sent: &[],
        sheet: &stage.sheet,
        is_listed: None,
        listed: &|_| None,
        named: &|_| None,
        last_time: Default::default(),
    });
    assert!(drawn.rows.iter().all(|row| row.is_fixed && row.editable().is_empty()));
}

/// A line added and a line changed by codes that were typed before any product was read.
fn typed_too_soon() -> Stage {
    let mut stage = Stage::abc();
    stage.codes.clear();
    stage.edit(&[add(1, None, "D", "4"), cell(at("b"), EditorColumn::Code, "E")]);
    stage
}

/// The same, once products were read.
fn read_meanwhile() -> Stage {
    let mut stage = typed_too_soon();
    stage.codes = Stage::abc().codes;
    stage.with_products()
}

#[test]
fn a_code_means_its_product_as_soon_as_that_is_known() {
    let stage = typed_too_soon();
    let problems = |stage: &Stage, row: usize| stage.drawn().rows[row].problems.clone();
    assert_eq!(problems(&stage, 1), [EditProblem::UnreadProduct]);
    assert_eq!(problems(&stage, 3), [EditProblem::UnreadProduct]);
    assert_eq!((stage.state().ready, stage.state().attention), (0, 2));
    let read_in_vain = typed_too_soon().with_products();
    assert_eq!(problems(&read_in_vain, 3), [EditProblem::UnknownProduct]);
    let mut stage = read_meanwhile();
    assert_eq!((problems(&stage, 1), problems(&stage, 3)), (vec![], vec![]));
    let line = stage.drawn().editor_line(3, &[]);
    assert_eq!((line.product, line.code_typed), (Some(product("D")), None));
    assert_eq!((stage.state().ready, stage.state().attention), (2, 0));
    let sent = stage.send();
    let product_sent = |change: &LineChange| match change {
        LineChange::Create { product, .. } => Some(product.clone()),
        LineChange::Update { product, .. } => product.clone(),
        _ => None,
    };
    let sent: Vec<_> = sent.iter().filter_map(product_sent).collect();
    assert_eq!(sent, [product("E"), product("D")]);
    assert_eq!(stage.state().changed_here, 0);
}

#[test]
fn a_code_that_came_to_mean_a_product_is_taken_back_and_done_again_as_it_was_typed() {
    let mut stage = read_meanwhile();
    let typed = stage.sheet.clone();
    assert!(stage.undo());
    assert!(stage.sheet.last_done().is_none(), "it made no step of its own");
    assert_eq!((stage.state().changed_here, stage.state().lines), (0, 3));
    assert!(stage.redo());
    assert!(stage.sheet.drafts().all(|(key, draft)| typed.draft(key) == Some(draft)));
    assert_eq!(stage.state().ready, 2);
    stage.send();
    assert!(stage.undo());
    assert_eq!(stage.drawn().rows[1].product(), Some(&product("B")), "also once it was sent");
    assert!(stage.redo());
    assert_eq!(stage.state().changed_here, 0);
}

#[test]
fn a_line_whose_code_came_to_mean_a_product_is_edited_as_one_of_that_product() {
    let mut stage = read_meanwhile();
    let same =
        stage.try_edit(contract::StepKind::Decide, &[decide("b", substitute(&[("E", 1)], "X"))]);
    assert_eq!(same, Err(crate::editor::error::EditError::NotAllowed(Reason::SameProduct)));
    stage.edit(&[requested("b", "12")]);
    let step = stage.sheet.last_done().unwrap();
    assert!(
        step.rows.iter().all(|row| row.before.product.is_none() && row.after.product.is_none())
    );
    assert_eq!(stage.state().ready, 2);
    assert!(stage.undo() && stage.undo());
    assert_eq!((stage.state().changed_here, stage.shown()[1].1), (0, Some(10)));
}

#[test]
fn where_no_products_are_read_a_code_means_that_of_a_line_that_has_come() {
    let mut stage = typed_too_soon();
    stage.lines.push(line("d", "D", 1, 900));
    let drawn = stage.drawn();
    assert_eq!(drawn.rows[3].product(), Some(&product("D")));
    assert_eq!(drawn.rows[4].problems, [EditProblem::Duplicate(4)]);
    assert_eq!(drawn.rows[1].problems, [EditProblem::UnreadProduct]);
    stage.edit(&[cell(at("b"), EditorColumn::Code, " ")]);
    assert_eq!(stage.drawn().rows[1].problems, [EditProblem::NoProduct]);
}

#[test]
fn a_code_that_turns_out_to_be_that_of_the_line_changes_nothing() {
    let mut stage = Stage::abc();
    stage.codes.clear();
    stage.line_mut("b").product.code = None;
    stage.edit(&[cell(at("b"), EditorColumn::Code, "B")]);
    assert_eq!(stage.state().changed_here, 1);
    stage.codes = vec!["B"];
    assert_eq!((stage.state().changed_here, stage.state().attention), (0, 0));
}
