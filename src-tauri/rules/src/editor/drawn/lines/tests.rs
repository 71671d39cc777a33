use std::sync::Arc;

use contract::{
    EditorColumn, EditorRow, Freshness, LineFilter, LineItem, LineStatus, ListLines, MovementKey,
    OnlyLines, OperationState, Page, RowKey, Rows, Sort,
};
use uuid::Uuid;

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

fn request(filter: LineFilter, sort: &[(EditorColumn, bool)]) -> ListLines {
    let sort = sort.iter().map(|(by, descending)| Sort { by: *by, descending: *descending });
    ListLines {
        movement: MovementKey(Uuid::from_u128(1)),
        rows: Rows { start: 0, count: 100, sort: sort.collect() },
        filter,
        folded: Vec::new(),
    }
}

fn page(stage: &Stage, request: &ListLines) -> Page<EditorRow> {
    stage.drawn().page(request, &Arc::default(), Freshness::default())
}

/// Lines by their numbers, what goes instead by its code, notes as such.
fn rows(page: &Page<EditorRow>) -> Vec<String> {
    let shown = page.rows.iter().map(|row| match row {
        EditorRow::Line(line) => line.number.to_string(),
        EditorRow::Instead(row) => row.product.code.clone().unwrap_or_default(),
        EditorRow::Note(_) => "note".to_owned(),
    });
    shown.collect()
}

fn sorted(stage: &Stage, sort: &[(EditorColumn, bool)]) -> Vec<String> {
    rows(&page(stage, &request(LineFilter::default(), sort)))
}

fn only(stage: &Stage, only: OnlyLines) -> Vec<String> {
    rows(&page(stage, &request(LineFilter { only, ..LineFilter::default() }, &[])))
}

fn found(stage: &Stage, text: &str) -> Vec<String> {
    let filter = LineFilter { text: text.to_owned(), ..LineFilter::default() };
    rows(&page(stage, &request(filter, &[])))
}

fn refused(stage: &mut Stage, id: &str) {
    let change = contract::LineChange::Revert { item: id.into() };
    stage.op(change, OperationState::Stuck(contract::Reason::Gone.into()));
}

#[test]
fn a_column_without_a_word_is_idle_until_one_is_said_in_any_line() {
    let mut stage = Stage::abc();
    let idle = |stage: &Stage| page(stage, &request(LineFilter::default(), &[])).idle;
    let before = idle(&stage);
    for column in &before {
        serde_json::from_value::<EditorColumn>(column.as_str().into()).unwrap();
    }
    assert!(before.contains(&"reason".to_owned()), "{before:?}");
    assert!(!before.contains(&"status".to_owned()), "{before:?}");
    stage.edit(&[decide("b", cancel("STOCKOUT"))]);
    assert!(!idle(&stage).contains(&"reason".to_owned()));
    // What a filter leaves out still counts: columns do not come and go with it.
    let filter = LineFilter { text: "no such product".to_owned(), ..LineFilter::default() };
    assert!(!page(&stage, &request(filter, &[])).idle.contains(&"reason".to_owned()));
}

#[test]
fn what_goes_instead_and_what_there_is_to_say_follow_their_line() {
    let mut stage = Stage::abc();
    stage.edit(&[decide("a", substitute(&[("D", 20), ("E", 10)], "X"))]);
    refused(&mut stage, "a");
    let mut asked = request(LineFilter::default(), &[(EditorColumn::Number, true)]);
    let shown = page(&stage, &asked);
    assert_eq!(rows(&shown), ["3", "2", "1", "D", "E", "note"]);
    assert_eq!((shown.total, shown.matching, shown.known), (6, 3, 3));
    let EditorRow::Instead(instead) = &shown.rows[3] else { panic!() };
    assert_eq!((instead.of.clone(), instead.at, instead.quantity), (at("a"), 0, Some(20)));
    assert!(instead.local);
    asked.folded = vec![at("a")];
    let folded = page(&stage, &asked);
    assert_eq!(rows(&folded), ["3", "2", "1", "note"], "a note is not folded away");
    let EditorRow::Line(line) = &folded.rows[2] else { panic!() };
    assert_eq!(line.unfolded, Some(false));
}

#[test]
fn what_goes_instead_has_its_name_also_where_only_its_id_is_told_beside_the_line() {
    let bare = |code: &str| contract::ProductRef { code: None, name: None, ..product(code) };
    let mut stage = Stage::abc();
    let told = LineItem { product: bare("D"), ..line("a1", "D", 30, 100) };
    let replaced = stage.line_mut("a");
    (replaced.status, replaced.substitutions) = (LineStatus::Substituted, vec![told]);
    let with = vec![contract::Substitute { product: bare("E"), quantity: 10 }];
    let (reason_code, comments) = ("X".to_owned(), None);
    let decision = contract::Decision::Substitute { with, reason_code, comments };
    stage.edit(&[decide("b", decision)]);
    let names = |stage: &Stage| -> Vec<_> {
        let shown = page(stage, &request(LineFilter::default(), &[]));
        let instead = shown.rows.into_iter().filter_map(|row| match row {
            EditorRow::Instead(row) => Some(row.product),
            _ => None,
        });
        instead.map(|product| (product.code, product.name)).collect()
    };
    assert_eq!(names(&stage), [(None, None), (None, None)], "nobody told it");
    let of = |code: &str| (product(code).code, product(code).name);
    assert_eq!(names(&stage.with_products()), [of("D"), of("E")]);
}

#[test]
fn a_window_begins_and_ends_anywhere() {
    let lines = (0..2_000).map(|n| line(&format!("i{n}"), &format!("P{n}"), n, n * 100)).collect();
    let mut stage = Stage::new(lines);
    let mut asked = request(LineFilter::default(), &[]);
    (asked.rows.start, asked.rows.count) = (1_990, 50);
    let last = page(&stage, &asked);
    assert_eq!(rows(&last), (1_991..=2_000).map(|n| n.to_string()).collect::<Vec<_>>());
    stage.edit(&[decide("i5", substitute(&[("D", 5)], "X"))]);
    (asked.rows.start, asked.rows.count) = (5, 3);
    assert_eq!(rows(&page(&stage, &asked)), ["6", "D", "7"]);
}

#[test]
fn numbers_are_those_of_the_movement_whatever_is_filtered_or_sorted() {
    let mut stage = Stage::abc();
    stage.edit(&[add(1, Some(at("a")), "D", "100")]);
    assert_eq!(sorted(&stage, &[(EditorColumn::Requested, true)]), ["2", "1", "3", "4"]);
    stage.line_mut("c").comments = Some("For Ann".into());
    assert_eq!(found(&stage, "ann"), ["4"]);
}

#[test]
fn every_column_sorts_and_the_next_breaks_ties() {
    let mut stage = Stage::abc();
    stage.line_mut("a").quantity_available = Some(50);
    stage.line_mut("c").quantity_available = Some(7);
    stage.line_mut("c").comments = Some("last".into());
    stage.last_time.requested.insert("b".into(), 3);
    stage.last_time.requested.insert("c".into(), 4);
    stage.edit(&[decide("b", cancel("Y")), add(1, None, "", "10")]);
    stage.edit(&[cell(new(1), EditorColumn::Recipient, "Amara")]);
    for (by, expected) in [
        (EditorColumn::Number, ["1", "2", "3", "4"]),
        (EditorColumn::State, ["1", "3", "4", "2"]),
        (EditorColumn::Code, ["1", "2", "3", "4"]),
        (EditorColumn::Product, ["1", "2", "3", "4"]),
        (EditorColumn::Category, ["1", "2", "3", "4"]),
        (EditorColumn::Requested, ["3", "2", "4", "1"]),
        (EditorColumn::ToShip, ["2", "3", "4", "1"]),
        (EditorColumn::Status, ["2", "1", "3", "4"]),
        (EditorColumn::Reason, ["2", "1", "3", "4"]),
        (EditorColumn::Available, ["3", "1", "2", "4"]),
        (EditorColumn::Comment, ["3", "1", "2", "4"]),
        (EditorColumn::Recipient, ["4", "1", "2", "3"]),
        (EditorColumn::LastTime, ["2", "3", "1", "4"]),
    ] {
        assert_eq!(sorted(&stage, &[(by, false)]), expected, "{by:?}");
    }
    // Of picks nothing is known here: no line goes before another, up or down.
    for by in [EditorColumn::Picked, EditorColumn::Bin] {
        for descending in [false, true] {
            assert_eq!(sorted(&stage, &[(by, descending)]), ["1", "2", "3", "4"], "{by:?}");
        }
    }
    let by = [(EditorColumn::Requested, true), (EditorColumn::Code, false)];
    assert_eq!(sorted(&stage, &by), ["1", "2", "4", "3"]);
}

#[test]
fn a_reason_is_found_and_sorted_by_its_words_and_found_by_its_code() {
    let mut stage = Stage::abc();
    stage.edit(&[
        decide("a", cancel("STOCKOUT")),
        decide("b", cancel("NOT_IN_SEASON")),
        decide("c", cancel("REFUSED")),
    ]);
    let reasons = vec![("STOCKOUT".to_owned(), "Out of stock".to_owned())];
    let ask = |text: &str, sort: &[_]| {
        let filter =
            LineFilter { text: text.into(), reasons: reasons.clone(), ..LineFilter::default() };
        rows(&page(&stage, &request(filter, sort)))
    };
    assert_eq!(ask("out of stock", &[]), ["1"]);
    assert_eq!(ask("stockout", &[]), ["1"]);
    assert_eq!(ask("not in season", &[]), ["2"]);
    assert_eq!(ask("", &[(EditorColumn::Reason, false)]), ["2", "1", "3"]);
}

#[test]
fn words_are_looked_for_in_all_that_is_shown_of_a_line() {
    let mut stage = Stage::abc();
    stage.edit(&[decide("a", substitute(&[("D", 30)], "STOCKOUT")), add(1, None, "mystery", "3")]);
    stage.line_mut("b").comments = Some("Urgent, for Ann".into());
    assert_eq!(found(&stage, "article d"), ["1", "D"]);
    assert_eq!(found(&stage, "stockout ARTICLE"), ["1", "D"]);
    assert_eq!(found(&stage, "ann"), ["2"]);
    assert_eq!(found(&stage, "myst"), ["4"]);
    assert_eq!(found(&stage, "ann stockout"), Vec::<String>::new());
}

#[test]
fn the_quick_filters_show_their_lines() {
    let mut stage = Stage::abc();
    let revised = stage.line_mut("c");
    (revised.status, revised.reason_code) = (LineStatus::Changed, Some("X".into()));
    stage.edit(&[requested("a", "x"), decide("b", cancel("Y")), add(1, None, "D", "4")]);
    assert_eq!(only(&stage, OnlyLines::All), ["1", "2", "3", "4"]);
    assert_eq!(only(&stage, OnlyLines::Attention), ["1"]);
    assert_eq!(only(&stage, OnlyLines::ChangedHere), ["1", "2", "4"]);
    assert_eq!(only(&stage, OnlyLines::Undecided), ["1", "4"]);
    assert_eq!(only(&stage, OnlyLines::Changed), ["3"]);
    assert_eq!(only(&stage, OnlyLines::Canceled), ["2"]);
    assert_eq!(only(&stage, OnlyLines::Substituted), Vec::<String>::new());
    // Of picks nothing is known here: whatever goes is still to be picked.
    assert_eq!(only(&stage, OnlyLines::ToPick), ["1", "3", "4"]);
    refused(&mut stage, "c");
    assert_eq!(only(&stage, OnlyLines::Attention), ["1", "3", "note"]);
    stage.edit(&[delete("a")]);
    assert_eq!(only(&stage, OnlyLines::ToPick), ["3", "note", "4"]);
    assert_eq!(only(&stage, OnlyLines::Undecided), ["4"]);
}

#[test]
fn undecided_is_what_nobody_decided_about_however_the_service_writes_it() {
    let undecided = |stage: &Stage| {
        let shown = only(stage, OnlyLines::Undecided);
        assert_eq!(u32::try_from(shown.len()).unwrap(), stage.state().undecided, "{shown:?}");
        shown
    };
    let mut stage = Stage::abc();
    stage.line_mut("b").status = LineStatus::Approved;
    stage.line_mut("c").status = LineStatus::Other("ON_HOLD".into());
    assert_eq!(undecided(&stage), ["1", "2", "3"]);
    // Decided here it is decided, sent or not; another quantity to ask for is no decision.
    stage.edit(&[decide("a", revise(12, "STOCKOUT")), requested("b", "11")]);
    assert_eq!(undecided(&stage), ["2", "3"]);

    let mut stage = Stage::abc();
    let decided = stage.line_mut("a");
    (decided.status, decided.quantity_revised) = (LineStatus::Changed, Some(12));
    assert_eq!(undecided(&stage), ["2", "3"]);
    stage.edit(&[delete("b"), decide("c", substitute(&[("D", 5)], "STOCKOUT"))]);
    assert_eq!(undecided(&stage), Vec::<String>::new());
    stage.edit(&[decide("a", contract::Decision::Revert)]);
    assert_eq!(undecided(&stage), ["1"], "to be decided again");
}

#[test]
fn a_line_tells_what_it_is_what_it_will_be_and_where_the_two_differ() {
    let mut stage = Stage::abc();
    stage.last_time.requested.insert("a".into(), 44);
    stage.edit(&[decide("a", revise(12, "CLINICAL")), requested("b", "11"), delete("c")]);
    let drawn = stage.drawn();
    let a = drawn.editor_line(0, &[]);
    assert_eq!((a.requested, a.to_ship, a.last_time), (Some(30), Some(12), Some(44)));
    assert_eq!(a.status, Some(LineStatus::Changed));
    assert_eq!(a.edited, [EditorColumn::ToShip, EditorColumn::Status, EditorColumn::Reason]);
    assert!(a.editable.is_empty() && !a.deleted);
    let b = drawn.editor_line(1, &[]);
    assert_eq!(b.edited, [EditorColumn::Requested], "what leaves follows from it");
    assert_eq!(b.editable, [EditorColumn::Code, EditorColumn::Requested]);
    assert!(drawn.editor_line(2, &[]).deleted);
    assert!(matches!(a.key, RowKey::Line(_)));
}

#[test]
fn only_what_was_decided_here_is_marked_as_edited_and_nothing_that_is_empty() {
    let mut stage = Stage::abc();
    stage.edit(&[
        decide("a", revise(11, "STOCKOUT")),
        decide("b", substitute(&[("D", 10)], "STOCKOUT")),
        decide("c", cancel("STOCKOUT")),
    ]);
    let edited = |stage: &Stage, at| stage.drawn().editor_line(at, &[]).edited;
    let all = [EditorColumn::ToShip, EditorColumn::Status, EditorColumn::Reason];
    assert_eq!(edited(&stage, 0), all);
    assert_eq!(edited(&stage, 1), all, "as many of another product");
    assert_eq!(edited(&stage, 2), all);
    // Somebody else decided meanwhile.
    let theirs = stage.line_mut("a");
    (theirs.status, theirs.quantity_revised) = (LineStatus::Changed, Some(12));
    (theirs.reason_code, theirs.comments) = (Some("CLINICAL".into()), Some("Agreed".into()));
    let both = [EditorColumn::ToShip, EditorColumn::Reason];
    assert_eq!(edited(&stage, 0), both, "nobody wrote that there is no comment");
}

#[test]
fn what_is_emptied_by_a_revert_is_not_marked_as_edited() {
    let mut stage = Stage::abc();
    let decided = stage.line_mut("a");
    (decided.status, decided.quantity_revised) = (LineStatus::Changed, Some(12));
    decided.reason_code = Some("CLINICAL".into());
    stage.edit(&[decide("a", contract::Decision::Revert)]);
    let edited = stage.drawn().editor_line(0, &[]).edited;
    assert_eq!(edited, [EditorColumn::ToShip, EditorColumn::Status]);
}

#[test]
fn what_was_refused_of_a_line_is_shown_until_something_else_is_decided() {
    let mut stage = Stage::abc();
    let contract::Decision::Substitute { with, reason_code, comments } =
        substitute(&[("D", 30)], "STOCKOUT")
    else {
        panic!()
    };
    let change = contract::LineChange::Substitute { item: "a".into(), with, reason_code, comments };
    stage.op(change, OperationState::Stuck(contract::Reason::Gone.into()));
    let a = stage.drawn().editor_line(0, &[]);
    assert_eq!((a.status, a.to_ship), (Some(LineStatus::Substituted), Some(30)));
    assert_eq!(a.reason_code.as_deref(), Some("STOCKOUT"));
    assert_eq!(a.edited, [EditorColumn::ToShip, EditorColumn::Status, EditorColumn::Reason]);
    assert_eq!((a.state, a.unfolded), (contract::RowState::Refused, None));
    assert_eq!(only(&stage, OnlyLines::Substituted), Vec::<String>::new(), "it is not so");
    stage.edit(&[decide("a", cancel("CLINICAL"))]);
    let a = stage.drawn().editor_line(0, &[]);
    assert_eq!((a.status, a.to_ship), (Some(LineStatus::Canceled), Some(0)));
    assert_eq!(a.reason_code.as_deref(), Some("CLINICAL"));
}
