use contract::{Decision, EditProblem, EditorColumn, LineStatus};

use crate::editor::draft::stage::Stage;
use crate::editor::draft::stage::add;
use crate::editor::draft::stage::at;
use crate::editor::draft::stage::cell;
use crate::editor::draft::stage::decide;
use crate::editor::draft::stage::delete;
use crate::editor::draft::stage::line;
use crate::editor::draft::stage::new;
use crate::editor::draft::stage::product;
use crate::editor::draft::stage::requested;
use crate::editor::draft::stage::revise;
use crate::editor::draft::stage::substitute;

fn of(stage: &Stage, at: usize) -> Vec<EditProblem> {
    stage.drawn().rows[at].problems.clone()
}

#[test]
fn a_line_without_a_product_needs_attention() {
    let mut stage = Stage::abc().with_products();
    assert_eq!(of(&stage, 0), []);
    stage.edit(&[add(1, None, " ", "4"), add(2, None, "what", "4")]);
    stage.edit(&[cell(at("a"), EditorColumn::Code, "")]);
    assert_eq!(of(&stage, 0), [EditProblem::NoProduct]);
    assert_eq!(of(&stage, 3), [EditProblem::NoProduct]);
    assert_eq!(of(&stage, 4), [EditProblem::UnknownProduct]);
    assert_eq!(stage.state().attention, 3);
}

#[test]
fn a_quantity_below_1_or_not_whole_needs_attention() {
    let mut stage = Stage::abc();
    for (text, problem) in [
        ("0", EditProblem::BelowOne),
        ("-3", EditProblem::BelowOne),
        ("2.5", EditProblem::NotWhole),
        ("ten", EditProblem::NotANumber),
        ("4294967296", EditProblem::TooMany),
        ("", EditProblem::NoQuantity),
    ] {
        stage.edit(&[requested("a", text)]);
        assert!(problem.blocks() && problem.column() == EditorColumn::Requested);
        assert_eq!(of(&stage, 0), [problem], "{text}");
    }
    stage.edit(&[requested("a", "4294967295")]);
    assert_eq!(of(&stage, 0), []);
    stage.line_mut("b").quantity_requested = None;
    stage.line_mut("c").quantity_requested = Some(0);
    assert_eq!(of(&stage, 1), [EditProblem::NoQuantity], "also where the service has it so");
    assert_eq!(of(&stage, 2), [EditProblem::BelowOne]);
    stage.line_mut("c").status = LineStatus::Canceled;
    assert_eq!(of(&stage, 2), [], "nothing can be asked for of a decided line");
}

#[test]
fn a_product_that_stands_in_an_open_line_before_needs_attention() {
    let mut stage = Stage::abc();
    stage.edit(&[add(1, None, "A", "4"), cell(at("c"), EditorColumn::Code, "A")]);
    assert_eq!(of(&stage, 0), [], "the first of them is none too many");
    assert_eq!(of(&stage, 2), [EditProblem::Duplicate(1)]);
    assert_eq!(of(&stage, 3), [EditProblem::Duplicate(1)]);
    stage.edit(&[delete("a")]);
    assert_eq!(of(&stage, 2), []);
    assert_eq!(of(&stage, 3), [EditProblem::Duplicate(3)]);
    stage.edit(&[decide("b", revise(1, "X"))]);
    stage.edit(&[cell(new(1), EditorColumn::Code, "B")]);
    assert_eq!(of(&stage, 3), [], "a decided line is another matter");
    assert_eq!(stage.state().ready, 4, "it is worth a look, and goes");
}

#[test]
fn a_decision_without_a_reason_needs_attention() {
    let mut stage = Stage::abc();
    stage.edit(&[decide("a", revise(12, "  ")), decide("b", substitute(&[("D", 10)], ""))]);
    assert_eq!(of(&stage, 0), [EditProblem::NoReason]);
    assert_eq!(of(&stage, 1), [EditProblem::NoReason]);
    let revised = stage.line_mut("c");
    (revised.status, revised.quantity_revised) = (LineStatus::Changed, Some(3));
    assert_eq!(of(&stage, 2), [EditProblem::NoReason], "revised without one in the service");
    stage.line_mut("c").reason_code = Some("STOCKOUT".into());
    assert_eq!(of(&stage, 2), []);
    stage.edit(&[decide("c", Decision::Revert)]);
    assert_eq!(of(&stage, 2), [], "a revert needs none");
}

#[test]
fn less_instead_than_was_asked_for_is_worth_a_look() {
    let mut stage = Stage::abc();
    stage.edit(&[decide("a", substitute(&[("D", 20), ("E", 6)], "X"))]);
    assert_eq!(of(&stage, 0), [EditProblem::Remainder(4)]);
    assert_eq!(stage.state().ready, 1);
    stage.edit(&[decide("a", substitute(&[("D", 20), ("E", 16)], "X"))]);
    assert_eq!(of(&stage, 0), []);
}

#[test]
fn more_than_the_origin_has_needs_attention_where_the_service_tells() {
    let mut stage = Stage::abc();
    stage.line_mut("a").quantity_available = Some(24);
    assert_eq!(of(&stage, 0), [EditProblem::AboveAvailable(6)]);
    stage.edit(&[requested("a", "24")]);
    assert_eq!(of(&stage, 0), []);
    stage.edit(&[requested("a", "30")]);
    stage.edit(&[decide("a", revise(20, "STOCKOUT"))]);
    assert_eq!(of(&stage, 0), [], "it is what leaves that counts");
    stage.edit(&[decide("a", Decision::Revert)]);
    stage.edit(&[cell(at("a"), EditorColumn::Code, "D")]);
    assert_eq!(of(&stage, 0), [], "how much there is of another product was not told");
}

#[test]
fn a_product_that_is_not_among_those_read_needs_attention() {
    let mut stage = Stage::abc();
    assert_eq!(of(&stage, 0), [], "none was read");
    stage.listed = Some(vec![product("B").id, product("C").id]);
    assert_eq!(of(&stage, 0), [EditProblem::NotListed]);
    assert_eq!(of(&stage, 1), []);
    stage.line_mut("a").status = LineStatus::Canceled;
    assert_eq!(of(&stage, 0), []);
}

#[test]
fn what_blocks_stands_before_what_is_worth_a_look() {
    let mut stage = Stage::new(vec![line("a", "A", 30, 100), line("b", "A", 30, 200)]);
    stage.listed = Some(Vec::new());
    stage.line_mut("b").quantity_available = Some(1);
    stage.edit(&[requested("b", "2.5")]);
    assert_eq!(
        of(&stage, 1),
        [EditProblem::NotWhole, EditProblem::Duplicate(1), EditProblem::NotListed]
    );
}

#[test]
fn a_line_to_be_deleted_has_nothing_wrong() {
    let mut stage = Stage::abc();
    stage.edit(&[requested("a", "2.5")]);
    stage.edit(&[delete("a")]);
    assert_eq!((of(&stage, 0), stage.state().attention, stage.state().ready), (vec![], 0, 1));
}
