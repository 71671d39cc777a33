use contract::{
    ChangeKind, LineChange, LineItem, LineStatus, Note, OperationState, Question, Reason, RowKey,
    RowState,
};

use super::super::stage::{Stage, at, line, product, requested};

fn update(id: &str, pieces: u32) -> LineChange {
    let (item, quantity) = (id.into(), Some(pieces));
    LineChange::Update { item, product: None, quantity, sort_order: None }
}

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
    stage.edit(&[super::super::stage::add(1, None, "D", "4")]);
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
        sheet: &stage.sheet,
        is_listed: None,
        last_time: std::collections::HashMap::new(),
    });
    assert!(drawn.rows.iter().all(|row| row.is_fixed && row.editable().is_empty()));
}
