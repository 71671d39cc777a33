use contract::{ChangeKind, ChangeStand, LineChange, LineEdit, RowKey};

use super::*;
use crate::editor::draft::stage::Stage;
use crate::editor::draft::stage::at;
use crate::editor::draft::stage::cancel;
use crate::editor::draft::stage::line;
use crate::editor::draft::stage::requested;
use crate::editor::draft::stage::update;

/// Two lines of A that are merged, and a change of another line.
fn merged() -> Stage {
    let mut stage =
        Stage::new(vec![line("a", "A", 30, 100), line("c", "C", 5, 200), line("b", "A", 10, 300)]);
    stage.edit(&[LineEdit::Merge { row: at("b"), into: at("a") }, requested("c", "6")]);
    stage
}

fn stands(stage: &Stage) -> Vec<(ChangeKind, ChangeStand)> {
    let planned = planned_together(&stage.drawn()).into_iter().flat_map(|(_, planned)| planned);
    planned.map(|planned| (planned.kind, planned.stand)).collect()
}

#[test]
fn all_of_a_merge_goes() {
    let mut stage = merged();
    assert_eq!(stage.state().ready, 3);
    let sent = stage.send();
    let delete = LineChange::Delete { item: "b".into() };
    assert_eq!(sent, [update("a", 40), update("c", 6), delete]);
}

#[test]
fn where_one_line_of_a_merge_stays_all_do_and_other_lines_go() {
    let mut stage = merged();
    // Somebody else wants more of the line that is merged away.
    stage.line_mut("b").quantity_requested = Some(20);
    assert_eq!(
        stands(&stage),
        [
            (ChangeKind::Update, ChangeStand::Together(3)),
            (ChangeKind::Update, ChangeStand::Ready),
            (ChangeKind::Delete, ChangeStand::Elsewhere),
        ]
    );
    assert_eq!(stage.state().ready, 1);
    assert_eq!(stage.send(), [update("c", 6)]);
}

#[test]
fn a_quantity_that_cannot_be_sent_keeps_what_was_merged_into_it_from_being_deleted() {
    let mut stage = merged();
    stage.edit(&[requested("a", "1.5")]);
    assert_eq!(stands(&stage)[2], (ChangeKind::Delete, ChangeStand::Together(1)));
    assert_eq!(stage.send(), [update("c", 6)]);
}

#[test]
fn a_proposal_about_the_line_holds_no_merge_back() {
    let mut stage = merged();
    let decision = Some(cancel("STOCKOUT"));
    stage.edit(&[LineEdit::Decide { row: at("a"), decision, proposed: true }]);
    let stands = stands(&stage);
    assert_eq!(stands[0], (ChangeKind::Update, ChangeStand::Ready));
    assert_eq!(stands[1], (ChangeKind::Cancel, ChangeStand::Proposed));
    assert_eq!(stands[3], (ChangeKind::Delete, ChangeStand::Ready));
}

#[test]
fn whoever_chooses_a_line_of_a_merge_chooses_all() {
    let stage = merged();
    let drawn = stage.drawn();
    let takes = |only: Option<&[RowKey]>, without: &[RowKey]| {
        let chosen = Chosen::of(&drawn, only, without);
        ["a", "b", "c"].map(|row| chosen.takes(&at(row)))
    };
    assert_eq!(takes(None, &[]), [true; 3]);
    assert_eq!(takes(Some(&[at("a")]), &[]), [true, true, false]);
    assert_eq!(takes(Some(&[at("b")]), &[]), [true, true, false]);
    assert_eq!(takes(None, &[at("b")]), [false, false, true]);
    assert_eq!(takes(Some(&[at("a"), at("c")]), &[at("b")]), [false, false, true]);
}
