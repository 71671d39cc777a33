//! The movement editor: what is edited is kept and comes back, also after a kill and past a send;
//! what others do meanwhile is shown; rows come in windows.

use std::time::Duration;

use contract::*;
use practice::{Fault, Variant, sample};

use crate::{
    act::*,
    drafts::kill,
    editing::*,
    harness::{Harness, code},
};

async fn list(harness: &Harness, request: ListLines) -> Page<EditorRow> {
    harness.backend.list_lines(request).await.unwrap()
}

fn window(movement: MovementKey, start: u32, count: u32) -> ListLines {
    let (filter, folded) = (LineFilter::default(), Vec::new());
    ListLines { movement, rows: Rows { start, count, sort: Vec::new() }, filter, folded }
}

/// The numbers of the lines of a window.
fn numbers(page: &Page<EditorRow>) -> Vec<u32> {
    let number = |row: &EditorRow| match row {
        EditorRow::Line(line) => Some(line.number),
        _ => None,
    };
    page.rows.iter().filter_map(number).collect()
}

fn typing(text: &str, row: Option<RowKey>) -> TypedCell {
    TypedCell { row, column: EditorColumn::Requested, text: text.into() }
}

async fn keep_typing(harness: &Harness, movement: MovementKey, typing: Option<TypedCell>) {
    harness.backend.keep_typing(KeepTyping { movement, typing }).await.unwrap();
}

async fn redo(editor: &Editor<'_>) -> EditorState {
    let request = UndoStep { movement: editor.movement, redo: true };
    editor.harness.backend.undo_step(request).await.unwrap()
}

#[tokio::test]
async fn what_was_edited_is_there_again_after_a_kill_with_the_way_back_and_the_cell_typed_in() {
    let mut harness = Harness::signed_in().await;
    let (movement, lines) = {
        let editor = Editor::of_pending(&harness).await;
        let lines = editor.items().await;
        editor.edit(vec![typed(&lines[0].id, "1,200")]).await;
        editor.edit(vec![typed(&lines[1].id, "2.5"), added(1, sample::SYRINGE_5ML, "7")]).await;
        editor.edit(vec![deleted(&lines[2].id)]).await;
        let state = editor.undo().await;
        assert_eq!((state.changed_here, state.ready), (3, 2));
        assert_eq!(state.kept, Some(harness.clock.now()));
        let cell = typing("4", Some(row(&lines[3].id)));
        keep_typing(&harness, editor.movement, Some(cell)).await;
        (editor.movement, lines)
    };
    kill(&mut harness).await;
    harness.open_profile("aokafor").await.unwrap();
    let restored = harness.outbox().await.restored;
    // Three lines, and the cell that was being typed in.
    let lines_back = Restored { lines: 4, movements: vec![movement], ..Default::default() };
    assert_eq!(restored, Some(lines_back));
    let editor = Editor { harness: &harness, movement };
    let state = editor.state().await;
    assert_eq!((state.changed_here, state.ready), (3, 2));
    assert_eq!(state.typing, Some(typing("4", Some(row(&lines[3].id)))));
    assert_eq!(state.redo, Some(StepName { kind: StepKind::Cell, lines: 1 }));
    assert_eq!(editor.line(&row(&lines[0].id)).await.requested, Some(1_200));
    let second = editor.line(&row(&lines[1].id)).await;
    assert_eq!(second.requested_typed.as_deref(), Some("2.5"));
    assert_eq!(second.problems[0], EditProblem::NotWhole);
    assert_eq!(editor.line(&new_row(1)).await.state, RowState::New);
    assert!(redo(&editor).await.redo.is_none());
    for _ in 0..3 {
        editor.undo().await;
    }
    let state = editor.state().await;
    assert_eq!((state.changed_here, state.undo), (0, None));
    assert_eq!(harness.updates(), 0, "nothing of it was sent");
}

#[tokio::test]
async fn a_profile_that_was_closed_opens_with_its_sheets_and_says_nothing() {
    let mut harness = Harness::signed_in().await;
    let movement = {
        let editor = Editor::of_pending(&harness).await;
        let line = editor.items().await[0].id.clone();
        editor.edit(vec![typed(&line, "99")]).await;
        editor.movement
    };
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    assert_eq!(harness.outbox().await.restored, None);
    let editor = Editor { harness: &harness, movement };
    assert_eq!(editor.state().await.changed_here, 1);
    // Another user of this computer sees nothing of it.
    harness.sign_in_as("jweir", sample::PASSWORD).await.unwrap();
    let editor = Editor::of_pending(&harness).await;
    assert_eq!(editor.state().await.changed_here, 0);
}

#[tokio::test]
async fn the_cell_typed_in_is_left_by_the_edit_it_becomes() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let line = editor.items().await[0].id.clone();
    keep_typing(&harness, editor.movement, Some(typing("4", Some(row(&line))))).await;
    assert_eq!(editor.edit(vec![typed(&line, "40")]).await.typing, None);
    keep_typing(&harness, editor.movement, Some(typing("4", None))).await;
    keep_typing(&harness, editor.movement, None).await;
    assert_eq!(editor.state().await.typing, None);
}

#[tokio::test]
async fn every_change_of_a_sheet_is_announced() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let line = editor.items().await[0].id.clone();
    harness.settled().await;
    for step in 0..3 {
        let mut changes = harness.backend.changes();
        match step {
            0 => drop(editor.edit(vec![typed(&line, "40")]).await),
            1 => drop(editor.undo().await),
            _ => drop(redo(&editor).await),
        }
        let told = async { while !changes.recv().await.unwrap().contains(&Topic::Editor) {} };
        tokio::time::timeout(Duration::from_secs(30), told).await.unwrap();
    }
}

#[tokio::test]
async fn undo_goes_on_past_a_send_with_new_changes_to_the_old_values() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let lines = editor.items().await;
    let before = lines[0].quantity_requested.unwrap();
    editor.edit(vec![typed(&lines[0].id, "41")]).await;
    editor.edit(vec![decided(&lines[1].id, to_revise(1))]).await;
    editor.edit(vec![added(1, sample::SYRINGE_5ML, "7")]).await;
    editor.send().await;
    harness.settled().await;
    let state = editor.state().await;
    assert_eq!((state.ready, state.changed_here, state.undo_in_history), (0, 0, false));
    for ready in 1..=3 {
        assert_eq!(editor.undo().await.ready, ready);
    }
    editor.send().await;
    harness.settled().await;
    assert_eq!(
        harness.effects(),
        ["createItem", "deleteItem", "revertItem", "reviseItem", "updateItem", "updateItem"]
    );
    let after = editor.in_service(&lines[0].id).await.unwrap();
    assert_eq!(after.quantity_requested, Some(before));
    assert!(
        harness
            .lines(&pending())
            .await
            .iter()
            .all(|line| line.product.id != sample::SYRINGE_5ML.into())
    );
}

#[tokio::test]
async fn undo_past_a_send_survives_a_restart() {
    let mut harness = Harness::signed_in().await;
    let (movement, line) = {
        let editor = Editor::of_pending(&harness).await;
        let line = editor.items().await.remove(0);
        editor.edit(vec![typed(&line.id, "41"), added(1, sample::SYRINGE_5ML, "7")]).await;
        editor.send().await;
        harness.settled().await;
        (editor.movement, line)
    };
    harness.restart().await;
    harness.sign_in().await.unwrap();
    let editor = Editor { harness: &harness, movement };
    assert_eq!(editor.undo().await.ready, 2);
    assert_eq!(editor.line(&row(&line.id)).await.requested, line.quantity_requested);
    let lines = editor.lines().await;
    let gone = lines.iter().find(|line| line.deleted).expect("the line that was added");
    assert_eq!(gone.product.as_ref().unwrap().id, sample::SYRINGE_5ML.into());
    assert!(matches!(gone.key, RowKey::Line(_)), "it has the service's name now");
}

#[tokio::test]
async fn a_deletion_that_was_sent_is_left_to_history() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let line = editor.items().await[0].id.clone();
    editor.edit(vec![deleted(&line)]).await;
    editor.send().await;
    harness.settled().await;
    for _ in 0..2 {
        let state = editor.undo().await;
        assert!(state.undo_in_history && state.undo.is_none());
        assert_eq!((state.ready, state.redo), (0, None));
    }
}

#[tokio::test]
async fn a_line_keeps_its_name_while_it_is_on_its_way_and_can_be_edited_once_it_is_there() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    harness.pause(true).await;
    editor.edit(vec![added(1, sample::SYRINGE_5ML, "7")]).await;
    let request = SendChanges { movement: editor.movement, only: None, without: Vec::new() };
    harness.backend.send_changes(request).await.unwrap();
    let line = editor.line(&new_row(1)).await;
    assert_eq!((line.state, line.editable.len()), (RowState::Sending, 0));
    assert_eq!(editor.state().await.sending, 1);
    assert!(editor.state().await.undo_in_history, "it is taken back there while it waits");
    let edit =
        LineEdit::Cell { row: new_row(1), column: EditorColumn::Requested, text: "8".into() };
    let request = EditLines {
        movement: editor.movement,
        step: StepKind::Cell,
        edits: vec![edit.clone()],
        decimal_mark: DecimalMark::Point,
    };
    assert_eq!(code(harness.backend.edit_lines(request).await), "too_late");
    harness.pause(false).await;
    harness.settled().await;
    // Whoever still has its first name means the same line.
    assert_eq!(editor.edit(vec![edit]).await.changed_here, 1);
    let lines = editor.lines().await;
    let line = lines.iter().find(|line| line.state == RowState::Changed).unwrap();
    assert_eq!((line.requested, matches!(line.key, RowKey::Line(_))), (Some(8), true));
}

#[tokio::test]
async fn what_somebody_else_changed_is_shown_field_by_field_before_anything_is_sent() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let line = editor.items().await.remove(0);
    let base = line.quantity_requested.unwrap().to_string();
    editor.edit(vec![typed(&line.id, "55")]).await;
    let colleague = harness.colleague().await;
    colleague.change(&pending(), vec![quantity(&line.id, 44)]).await;
    harness.refresh(DataSet::Movement(pending())).await.unwrap();
    let notes = editor.notes().await;
    let [NoteRow { of, note: Note::Elsewhere { fields } }] = &notes[..] else {
        panic!("{notes:?}")
    };
    assert_eq!(*of, row(&line.id));
    let expected = FieldConflict {
        field: ConflictField::Quantity,
        base: Some(base),
        theirs: Some("44".into()),
        ours: Some("55".into()),
    };
    assert_eq!(*fields, [expected]);
    let state = editor.state().await;
    assert_eq!((state.elsewhere, state.attention, state.ready), (1, 1, 0));
    editor.send().await;
    assert_eq!(harness.operations(), ["updateItem"], "the colleague's alone");
    let keep = vec![ConflictField::Quantity];
    let state = editor.edit(vec![LineEdit::Resolve { row: row(&line.id), keep }]).await;
    assert_eq!((state.elsewhere, state.ready), (0, 1));
    editor.send().await;
    harness.settled().await;
    let after = editor.in_service(&line.id).await.unwrap();
    assert_eq!(after.quantity_requested, Some(55));
}

#[tokio::test]
async fn what_a_colleague_changed_is_marked_until_it_was_seen_and_own_changes_never_are() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let items = editor.items().await;
    let (mine, theirs) = (items[0].id.clone(), items[1].id.clone());
    editor.edit(vec![typed(&mine, "61")]).await;
    editor.send().await;
    harness.settled().await;
    harness.refresh(DataSet::Movement(pending())).await.unwrap();
    assert_eq!(editor.state().await.news, 0, "sent from here");
    assert!(!harness.row(editor.movement).await.news);
    harness.colleague().await.change(&pending(), vec![quantity(&theirs, 44)]).await;
    harness.refresh(DataSet::Movement(pending())).await.unwrap();
    let marked: Vec<_> = editor.lines().await.into_iter().filter(|line| line.news).collect();
    assert_eq!(marked.iter().map(|line| &line.key).collect::<Vec<_>>(), [&row(&theirs)]);
    assert_eq!(editor.state().await.news, 1);
    assert!(harness.row(editor.movement).await.news);
    let seen = SeenMovement { movement: editor.movement };
    harness.backend.seen_movement(seen).await.unwrap();
    assert_eq!(editor.state().await.news, 0);
    assert!(!harness.row(editor.movement).await.news);
}

#[tokio::test]
async fn a_line_that_somebody_deleted_while_it_was_changed_here_is_not_lost() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let line = editor.items().await.remove(0);
    editor.edit(vec![typed(&line.id, "55")]).await;
    harness.colleague().await.change(&pending(), vec![delete(&line.id)]).await;
    harness.refresh(DataSet::Movement(pending())).await.unwrap();
    let notes = editor.notes().await;
    let [NoteRow { note: Note::Elsewhere { fields }, .. }] = &notes[..] else {
        panic!("{notes:?}")
    };
    assert_eq!(fields[0].field, ConflictField::Line);
    let keep = vec![ConflictField::Line];
    editor.edit(vec![LineEdit::Resolve { row: row(&line.id), keep }]).await;
    editor.send().await;
    harness.settled().await;
    let lines = harness.lines(&pending()).await;
    let again = lines.iter().find(|other| other.product.id == line.product.id).unwrap();
    assert_eq!(again.quantity_requested, Some(55));
}

#[tokio::test]
async fn lines_that_were_moved_come_back_in_their_new_order() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let lines = editor.items().await;
    let (first, last) = (row(&lines[0].id), row(&lines.last().unwrap().id));
    let put = LineEdit::Move { row: last.clone(), after: Some(first) };
    editor.edit(vec![put]).await;
    assert_eq!(editor.lines().await[1].key, last);
    editor.send().await;
    harness.settled().await;
    let lines = harness.lines(&pending()).await;
    assert_eq!(row(&lines[1].id), last);
    assert!(harness.operations().iter().all(|operation| operation == "updateItem"));
}

#[tokio::test]
async fn of_lines_that_made_way_for_others_nothing_is_left_to_send() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let first = row(&editor.items().await[0].id);
    let behind = |n| match added(n, sample::MORPHINE, "2") {
        LineEdit::Add { row, product, code, quantity, .. } => {
            LineEdit::Add { row, after: Some(first.clone()), product, code, quantity }
        }
        other => other,
    };
    // Between the first two there is room for few.
    editor.edit((1..200).map(behind).collect()).await;
    assert_eq!(harness.outbox().await.unsent[0].changes, 199);
    assert!(editor.state().await.follow > 0, "others make way");
    editor.send().await;
    harness.settled().await;
    assert_eq!((editor.state().await.ready, editor.state().await.changed_here), (0, 0));
    assert_eq!(harness.outbox().await.unsent, []);
    let lines = editor.items().await;
    let put = LineEdit::Move { row: row(&lines.last().unwrap().id), after: Some(first.clone()) };
    editor.edit(vec![put]).await;
    assert!(editor.state().await.follow > 0, "others make way");
    editor.undo().await;
    assert_eq!(harness.outbox().await.unsent, [], "taken back");
}

#[tokio::test]
async fn what_was_asked_for_the_last_time_stands_beside_a_line() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let product = editor.items().await[0].product.id.clone();
    assert_eq!(editor.lines().await[0].last_time, None);
    let opened = harness.open(&pending()).await.unwrap().movement;
    let day = opened.date_requested.unwrap();
    let id = |place: Option<PlaceRef>| place.map(|place| place.id);
    for (n, days, pieces) in [(1, 14, "5"), (2, 7, "44"), (3, 0, "1")] {
        let form = NewMovement {
            origin: id(opened.origin.clone()),
            destination: id(opened.destination.clone()),
            date_requested: day.checked_sub_days(chrono::Days::new(days)),
            ..form("Before")
        };
        harness.create(key(n), form).await;
        harness.settled().await;
        let before = Editor { harness: &harness, movement: key(n) };
        before.edit(vec![added(n, product.as_str(), pieces)]).await;
        before.send().await;
        harness.settled().await;
    }
    assert_eq!(editor.lines().await[0].last_time, Some(44), "of the newest before this one");
}

#[tokio::test]
async fn a_product_that_the_service_does_not_list_is_worth_a_look_once_products_were_read() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    editor.edit(vec![added(1, "unheard-of", "7")]).await;
    harness.refresh(DataSet::Products).await.unwrap();
    let line = editor.line(&new_row(1)).await;
    assert_eq!(line.problems, [EditProblem::NotListed]);
    assert!(editor.lines().await.iter().filter(|line| line.problems.is_empty()).count() > 1);
}

#[tokio::test]
async fn codes_typed_name_products_of_the_service() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    harness.refresh(DataSet::Products).await.unwrap();
    let add = |n, code: &str| LineEdit::Add {
        row: new_row(n),
        after: None,
        product: None,
        code: code.into(),
        quantity: "3".into(),
    };
    editor.edit(vec![add(1, " glv-2207 "), add(2, "GLV")]).await;
    let line = editor.line(&new_row(1)).await;
    assert_eq!(line.product.unwrap().id, sample::GLOVES_M.into());
    let line = editor.line(&new_row(2)).await;
    assert_eq!((line.product, line.code_typed.as_deref()), (None, Some("GLV")));
    assert_eq!(line.problems, [EditProblem::UnknownProduct]);
}

#[tokio::test]
async fn a_code_typed_before_products_were_read_means_its_product_once_they_are() {
    let mut harness = Harness::signed_in().await;
    harness.service.faults().add(Fault::status(500).method("GET").path("/api/products").times(100));
    let movement = {
        let editor = Editor::of_pending(&harness).await;
        let add = LineEdit::Add {
            row: new_row(1),
            after: None,
            product: None,
            code: "syr-0505".into(),
            quantity: "3".into(),
        };
        let state = editor.edit(vec![add]).await;
        assert_eq!((state.ready, state.attention), (0, 1));
        editor.movement
    };
    kill(&mut harness).await;
    harness.sign_in().await.unwrap();
    let editor = Editor { harness: &harness, movement };
    let line = editor.line(&new_row(1)).await;
    assert_eq!((line.product, line.problems), (None, vec![EditProblem::UnreadProduct]));
    harness.service.faults().clear();
    let mut changes = harness.backend.changes();
    harness.refresh(DataSet::Products).await.unwrap();
    let told = async { while !changes.recv().await.unwrap().contains(&Topic::Products) {} };
    tokio::time::timeout(Duration::from_secs(30), told).await.unwrap();
    let line = editor.line(&new_row(1)).await;
    assert_eq!(line.product.map(|it| it.id), Some(sample::SYRINGE_5ML.into()));
    assert_eq!((line.code_typed, line.problems), (None, vec![]));
    let state = editor.state().await;
    assert_eq!((state.ready, state.attention), (1, 0));
    assert_eq!(state.undo, Some(StepName { kind: StepKind::Cell, lines: 1 }));
    assert_eq!(editor.changes().await.changes.len(), 1);
    editor.undo().await;
    assert_eq!(redo(&editor).await.ready, 1);
    editor.send().await;
    harness.settled().await;
    assert_eq!(harness.operations(), ["createItem"]);
}

#[tokio::test]
async fn a_movement_that_is_not_made_yet_takes_lines_that_go_when_it_is() {
    let harness = Harness::signed_in().await;
    harness.pause(true).await;
    harness.create(key(1), form("Theatre")).await;
    let editor = Editor { harness: &harness, movement: key(1) };
    assert_eq!(editor.state().await.lines, 0);
    editor.edit(vec![added(1, sample::GLOVES_M, "7")]).await;
    editor.send().await;
    assert_eq!(editor.line(&new_row(1)).await.state, RowState::Sending);
    harness.pause(false).await;
    harness.settled().await;
    let lines = harness.lines(&key(1).into()).await;
    assert_eq!((lines.len(), lines[0].quantity_requested), (1, Some(7)));
    assert_eq!(editor.lines().await[0].key, row(&lines[0].id));
}

#[tokio::test]
async fn a_movement_of_2000_lines_is_shown_in_windows() {
    let harness = Harness::signed_in_with(&[Variant::UnsortedLines]).await;
    harness.create(key(1), form("Annual")).await;
    harness.settled().await;
    let editor = Editor { harness: &harness, movement: key(1) };
    let add = |n: u128| added(n, sample::GLOVES_M, &(n + 1).to_string());
    let state = editor.edit((0..2_000).map(add).collect()).await;
    assert_eq!((state.lines, state.ready), (2_000, 2_000));
    assert_eq!(state.requested, (1..=2_000).sum::<i64>());
    editor.send().await;
    harness.settled().await;
    assert_eq!(harness.updates(), 2);
    let lines = editor.lines().await;
    assert_eq!((lines.len(), editor.state().await.sending), (2_000, 0));
    assert!(lines.windows(2).all(|pair| pair[0].requested < pair[1].requested), "in their order");
    let middle = list(&harness, window(key(1), 990, 30)).await;
    assert_eq!((middle.total, middle.matching, middle.known), (2_000, 2_000, 2_000));
    assert_eq!(numbers(&middle), (991..=1_020).collect::<Vec<_>>());
    // A line that changes in the middle moves nothing else.
    let target = lines[1_000].key.clone();
    let RowKey::Line(item) = &target else { panic!("{target}") };
    editor.edit(vec![typed(item, "5")]).await;
    assert_eq!(list(&harness, window(key(1), 990, 30)).await.rows.len(), 30);
    assert_eq!(numbers(&list(&harness, window(key(1), 1_999, 30)).await), [2_000]);
    let sorted = ListLines {
        rows: Rows {
            start: 0,
            count: 2,
            sort: vec![Sort { by: EditorColumn::Requested, descending: true }],
        },
        ..window(key(1), 0, 0)
    };
    assert_eq!(numbers(&list(&harness, sorted).await), [2_000, 1_999]);
    let changed = ListLines {
        filter: LineFilter { only: OnlyLines::ChangedHere, ..LineFilter::default() },
        ..window(key(1), 0, 100)
    };
    assert_eq!(numbers(&list(&harness, changed).await), [1_001]);
}

#[tokio::test]
async fn a_movement_nobody_knows_has_no_editor() {
    let harness = Harness::signed_in().await;
    let movement = key(99);
    assert_eq!(code(harness.backend.editor(ReadEditor { movement }).await), "unknown");
    assert_eq!(code(harness.backend.list_lines(window(movement, 0, 10)).await), "unknown");
    let request = EditLines {
        movement,
        step: StepKind::Add,
        edits: vec![added(1, sample::GLOVES_M, "1")],
        decimal_mark: DecimalMark::Point,
    };
    assert_eq!(code(harness.backend.edit_lines(request).await), "unknown");
}
