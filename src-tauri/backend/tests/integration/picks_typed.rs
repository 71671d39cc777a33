//! Picks that are typed beside a line and not sent: the lines, the filters and the counts show them, over
//! restarts, and what is sent is typed no more.

use contract::*;

use crate::{
    act::{gloves, pending},
    editing::{Editor, row},
    harness::{Harness, rows},
};

/// A quantity of gloves, as it stands in its field.
fn typed(line: &LineItem, quantity: &str) -> TypedLine {
    let Pick { inventory_item, bin_location: bin, .. } = gloves(1);
    let pick = TypedPick {
        part: line.id.clone(),
        of: TypedPickOf::Stock { inventory_item, bin },
        quantity: quantity.into(),
    };
    TypedLine { picks: vec![pick], ..TypedLine::nothing(row(&line.id)) }
}

async fn keep(harness: &Harness, movement: MovementKey, lines: Vec<TypedLine>) {
    let (form, typed, aside) = (DraftForm::Lines(lines), [].into(), Vec::new());
    let draft = Draft { key: movement, form, typed, aside, table: None };
    harness.backend.save_draft(SaveDraft { draft }).await.unwrap();
}

async fn unsent(harness: &Harness) -> Vec<u32> {
    harness.outbox().await.unsent.into_iter().map(|one| one.changes).collect()
}

async fn only(editor: &Editor<'_>, only: OnlyLines) -> Vec<RowKey> {
    let filter = LineFilter { only, ..LineFilter::default() };
    let rows = Rows { start: 0, count: 1_000, sort: Vec::new() };
    let request = ListLines { movement: editor.movement, rows, filter, folded: Vec::new() };
    let page = editor.harness.backend.list_lines(request).await.unwrap();
    let line = |row: EditorRow| match row {
        EditorRow::Line(line) => Some(line.key),
        _ => None,
    };
    page.rows.into_iter().filter_map(line).collect()
}

#[tokio::test]
async fn picks_that_are_typed_mark_their_line_and_count_among_what_is_not_sent() {
    let mut harness = Harness::strict().await;
    let gloves_key = {
        let editor = Editor::of_pending(&harness).await;
        let line = editor.gloves().await;
        assert_eq!(editor.line(&row(&line.id)).await.picked, None);
        keep(&harness, editor.movement, vec![typed(&line, "3")]).await;
        row(&line.id)
    };
    harness.restart().await;
    harness.sign_in().await.unwrap();
    let editor = Editor::of_pending(&harness).await;
    let shown = editor.line(&gloves_key).await;
    assert_eq!(shown.state, RowState::Changed);
    assert_eq!(shown.edited, [EditorColumn::Picked]);
    let picked = shown.picked.unwrap();
    assert_eq!((picked.picked, picked.typed), (0, Some(3)));
    let shown = only(&editor, OnlyLines::ChangedHere).await;
    assert_eq!(shown, std::slice::from_ref(&gloves_key));
    let state = editor.state().await;
    assert_eq!((state.changed_here, state.only_in_panel, state.ready), (1, 1, 0));
    assert_eq!(unsent(&harness).await, [1]);
    let page = harness.movements().await;
    let listed = rows(&page).into_iter().find(|row| row.key == editor.movement).unwrap();
    assert_eq!((listed.unsent, listed.state), (1, RowState::Changed));
    // Other lines are as they were.
    let others = editor.lines().await.into_iter().filter(|line| line.key != gloves_key);
    assert!(
        others.into_iter().all(|line| line.state != RowState::Changed && line.picked.is_none())
    );
}

#[tokio::test]
async fn a_line_that_is_edited_and_has_picks_typed_is_one_change() {
    let harness = Harness::strict().await;
    let editor = Editor::of_pending(&harness).await;
    let line = editor.gloves().await;
    editor.edit(vec![crate::editing::typed(&line.id, "7")]).await;
    keep(&harness, editor.movement, vec![typed(&line, "3")]).await;
    let state = editor.state().await;
    assert_eq!((state.changed_here, state.only_in_panel, state.ready), (1, 0, 1));
    assert_eq!(unsent(&harness).await, [1]);
    // A row that was added and left blank is no pick.
    keep(&harness, editor.movement, vec![typed(&line, " ")]).await;
    editor.undo().await;
    assert_eq!(editor.state().await.changed_here, 0);
    assert!(unsent(&harness).await.is_empty());
}

#[tokio::test]
async fn what_is_typed_for_a_decision_marks_its_line_and_picks_nothing() {
    let mut harness = Harness::strict().await;
    let line = {
        let editor = Editor::of_pending(&harness).await;
        let line = row(&editor.gloves().await.id);
        let comment = "half a sen".into();
        let said = TypedLine { comment, ..TypedLine::nothing(line.clone()) };
        keep(&harness, editor.movement, vec![said]).await;
        line
    };
    crate::drafts::kill(&mut harness).await;
    harness.open_profile("aokafor").await.unwrap();
    let editor = Editor::of_pending(&harness).await;
    let shown = editor.line(&line).await;
    assert_eq!((shown.state, shown.edited, shown.picked), (RowState::Changed, vec![], None));
    assert_eq!(only(&editor, OnlyLines::ChangedHere).await, std::slice::from_ref(&line));
    let state = editor.state().await;
    assert_eq!((state.changed_here, state.only_in_panel, state.ready), (1, 1, 0));
    // As many as were restored are marked.
    let outbox = harness.outbox().await;
    assert_eq!(outbox.restored.unwrap().lines, 1);
    assert_eq!(outbox.unsent.iter().map(|one| one.changes).sum::<u32>(), 1);
}

#[tokio::test]
async fn picks_that_are_kept_to_be_sent_are_typed_no_more_also_after_a_kill() {
    let mut harness = Harness::strict().await;
    let movement = {
        let editor = Editor::of_pending(&harness).await;
        let line = editor.gloves().await;
        let mut both = typed(&line, "3");
        let other = TypedPickOf::Stock { inventory_item: "elsewhere".into(), bin: None };
        let rest = TypedPick { of: other, quantity: "2".into(), ..both.picks[0].clone() };
        both.picks.push(rest);
        both.comment = "half a sen".into();
        keep(&harness, editor.movement, vec![both]).await;
        harness.pause(true).await;
        harness.pick(&pending(), &line.id, vec![gloves(3)]).await.unwrap();
        let picked = editor.line(&row(&line.id)).await.picked.unwrap();
        assert_eq!((picked.picked, picked.typed), (3, Some(2)), "the other is typed still");
        editor.movement
    };
    crate::drafts::kill(&mut harness).await;
    harness.open_profile("aokafor").await.unwrap();
    let kept = harness.backend.list_drafts(ListDrafts {}).await.unwrap();
    let DraftForm::Lines(lines) = &kept[0].draft.form else { panic!("{kept:?}") };
    assert_eq!((kept[0].draft.key, lines[0].picks.len()), (movement, 1));
    assert_eq!(lines[0].comment, "half a sen");
}
