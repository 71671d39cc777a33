use contract::{ConflictField, EditorColumn, LineEdit, LineStatus};

use crate::editor::draft::stage::Stage;
use crate::editor::draft::stage::add;
use crate::editor::draft::stage::at;
use crate::editor::draft::stage::cell;
use crate::editor::draft::stage::delete;
use crate::editor::draft::stage::line;
use crate::editor::draft::stage::new;
use crate::editor::draft::stage::requested;

/// Three lines of A, and one of C between them.
fn stage() -> Stage {
    let lines = [("a", "A", 30), ("b", "A", 10), ("c", "C", 5), ("d", "A", 4)];
    let lines = (1..).zip(lines).map(|(at, (id, code, pieces))| line(id, code, pieces, at * 100));
    Stage::new(lines.collect())
}

fn merged(row: &str, into: &str) -> LineEdit {
    LineEdit::Merge { row: at(row), into: at(into) }
}

fn undelete(row: &str) -> LineEdit {
    LineEdit::Delete { row: at(row), deleted: false }
}

fn pieces(stage: &Stage) -> Vec<(String, i64)> {
    stage.shown().into_iter().map(|(code, pieces, _)| (code, pieces.unwrap())).collect()
}

fn of<const N: usize>(lines: [(&str, i64); N]) -> Vec<(String, i64)> {
    lines.map(|(code, pieces)| (code.to_owned(), pieces)).into()
}

/// Nothing is wanted of any line.
fn assert_as_at_first(stage: &Stage) {
    assert_eq!(pieces(stage), of([("A", 30), ("A", 10), ("C", 5), ("A", 4)]));
    assert_eq!(stage.sheet.drafts().count(), 0);
}

#[test]
fn a_line_gets_the_pieces_of_those_merged_into_it_and_they_are_deleted() {
    let mut stage = stage();
    stage.edit(&[merged("b", "a"), merged("d", "a")]);
    assert_eq!(pieces(&stage), of([("A", 44), ("C", 5)]));
    assert!(stage.undo());
    assert_as_at_first(&stage);
    assert!(stage.redo());
    assert_eq!(pieces(&stage), of([("A", 44), ("C", 5)]));
}

#[test]
fn what_is_forgotten_of_one_line_of_a_merge_is_forgotten_of_all() {
    for row in ["a", "b", "d"] {
        let mut stage = stage();
        stage.edit(&[merged("b", "a"), merged("d", "a")]);
        stage.edit(&[LineEdit::Forget { row: at(row) }]);
        assert_as_at_first(&stage);
        assert!(stage.undo());
        assert_eq!(pieces(&stage), of([("A", 44), ("C", 5)]), "{row}");
    }
}

#[test]
fn a_line_that_is_to_stay_after_all_takes_its_pieces_out_of_the_merge() {
    let mut stage = stage();
    stage.edit(&[merged("b", "a"), merged("d", "a")]);
    stage.edit(&[undelete("b")]);
    assert_as_at_first(&stage);
}

#[test]
fn quantities_that_were_typed_before_stand_there_again() {
    let mut stage = stage();
    stage.edit(&[requested("a", "31"), requested("b", "12")]);
    stage.edit(&[merged("b", "a")]);
    assert_eq!(pieces(&stage), of([("A", 43), ("C", 5), ("A", 4)]));
    // More of the same product is merged into the same line.
    stage.edit(&[merged("d", "a")]);
    assert_eq!(pieces(&stage), of([("A", 47), ("C", 5)]));
    stage.edit(&[undelete("d")]);
    assert_eq!(pieces(&stage), of([("A", 31), ("A", 12), ("C", 5), ("A", 4)]));
}

#[test]
fn pieces_of_an_added_line_stay_where_they_were_merged_into() {
    let mut stage = stage();
    stage.edit(&[add(1, None, "A", "7")]);
    stage.edit(&[merged("b", "a"), LineEdit::Merge { row: new(1), into: at("a") }]);
    assert_eq!(pieces(&stage), of([("A", 47), ("C", 5), ("A", 4)]));
    stage.edit(&[undelete("b")]);
    assert_eq!(pieces(&stage), of([("A", 37), ("A", 10), ("C", 5), ("A", 4)]));
}

#[test]
fn a_line_that_others_were_merged_into_takes_them_along() {
    let mut stage = stage();
    stage.edit(&[merged("d", "b")]);
    stage.edit(&[merged("b", "a")]);
    assert_eq!(pieces(&stage), of([("A", 44), ("C", 5)]));
    stage.edit(&[LineEdit::Forget { row: at("d") }]);
    assert_as_at_first(&stage);
}

#[test]
fn whoever_takes_what_the_service_has_of_one_line_parts_all() {
    let settle = |row: &str| LineEdit::Resolve { row: at(row), keep: Vec::new() };
    type Change = fn(&mut Stage);
    let elsewhere: [(&str, Change); 2] = [
        ("a", |stage| stage.line_mut("a").quantity_requested = Some(33)),
        ("b", |stage| stage.line_mut("b").status = LineStatus::Canceled),
    ];
    for (row, change) in elsewhere {
        let mut stage = stage();
        stage.edit(&[merged("b", "a")]);
        change(&mut stage);
        stage.edit(&[settle(row)]);
        assert_eq!(stage.sheet.drafts().count(), 0, "{row}");
    }
}

#[test]
fn a_line_added_in_the_place_of_one_that_is_gone_is_part_of_its_merge() {
    let mut stage = stage();
    stage.edit(&[merged("b", "a")]);
    stage.lines.remove(0);
    stage.edit(&[LineEdit::Resolve { row: at("a"), keep: vec![ConflictField::Line] }]);
    assert_eq!(pieces(&stage), of([("A", 40), ("C", 5), ("A", 4)]));
    stage.edit(&[undelete("b")]);
    assert_eq!(pieces(&stage), of([("A", 30), ("A", 10), ("C", 5), ("A", 4)]));
}

#[test]
fn lines_of_two_products_or_without_a_quantity_are_not_merged() {
    let mut stage = stage();
    let refused = [
        vec![merged("c", "a")],
        vec![merged("a", "a")],
        vec![requested("b", "x"), merged("b", "a"), requested("b", "10")],
    ];
    for edits in refused {
        let _ = stage.try_edit(contract::StepKind::Merge, &edits);
        assert_as_at_first(&stage);
    }
}

#[test]
fn a_deletion_and_a_quantity_of_their_own_are_no_merge() {
    let mut stage = stage();
    stage.edit(&[delete("b"), cell(at("a"), EditorColumn::Requested, "40")]);
    stage.edit(&[undelete("b")]);
    assert_eq!(pieces(&stage), of([("A", 40), ("A", 10), ("C", 5), ("A", 4)]));
}
