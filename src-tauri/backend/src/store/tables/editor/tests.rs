use contract::{EditorColumn, StepKind};

use super::*;
use crate::editor::draft::sheet::Aspects;
use crate::editor::draft::sheet::History;
use crate::editor::draft::sheet::RowStep;
use crate::editor::draft::sheet::SheetChange;
use crate::editor::draft::sheet::TypedQuantity;
use crate::store::migrations;

fn file() -> Connection {
    let mut connection = Connection::open_in_memory().unwrap();
    migrations::migrate(&mut connection, "memory".as_ref(), migrations::STEPS).unwrap();
    connection
}

fn movement(n: u128) -> MovementKey {
    MovementKey(uuid::Uuid::from_u128(n))
}

fn row(name: &str) -> RowKey {
    RowKey::Line(name.into())
}

fn wants(pieces: i64) -> Aspects {
    Aspects { quantity: Some(TypedQuantity::of(pieces)), ..Aspects::default() }
}

fn draft(pieces: i64) -> RowDraft {
    RowDraft { base: None, wants: wants(pieces) }
}

/// A step that makes this of a line.
fn step(name: &str, pieces: i64) -> SheetChange {
    let row_step = RowStep {
        row: row(name),
        sent: 0,
        base: None,
        before: Aspects::default(),
        after: wants(pieces),
        beneath: wants(30),
    };
    let step = UndoEntry { kind: StepKind::Cell, rows: vec![row_step] };
    let rows = vec![(row(name), Some(draft(pieces)))];
    SheetChange { rows, history: History::New(step), ..SheetChange::default() }
}

fn history(history: History) -> SheetChange {
    SheetChange { history, ..SheetChange::default() }
}

/// Changes a sheet in the file, and a twin of it in memory.
fn keep(file: &mut Connection, sheet: &mut Sheet, n: u128, change: SheetChange) {
    let at = DateTime::from_timestamp(1_795_000_000, 0).unwrap();
    let save = Save::of(movement(n), sheet, &change, at);
    let tx = file.transaction().unwrap();
    super::save(&tx, &save).unwrap();
    tx.commit().unwrap();
    sheet.take(change, at);
}

fn loaded(file: &Connection, n: u128) -> Sheet {
    load(file).unwrap().remove(&movement(n)).unwrap_or_default()
}

#[test]
fn a_sheet_is_read_as_it_was_kept() {
    let (mut file, mut one, mut other) = (file(), Sheet::default(), Sheet::default());
    keep(&mut file, &mut one, 1, step("a", 31));
    keep(&mut file, &mut other, 2, step("a", 99));
    keep(&mut file, &mut one, 1, step("b", 11));
    keep(&mut file, &mut one, 1, history(History::Undone));
    assert_eq!((loaded(&file, 1), loaded(&file, 2)), (one.clone(), other.clone()));
    keep(&mut file, &mut one, 1, history(History::Redone));
    let sent = SheetChange {
        rows: vec![(row("a"), None)],
        sent: vec![row("a")],
        ..SheetChange::default()
    };
    keep(&mut file, &mut one, 1, sent);
    assert_eq!(loaded(&file, 1), one);
    assert_eq!((loaded(&file, 1).sent(&row("a")), loaded(&file, 2).sent(&row("a"))), (1, 0));
    assert_eq!(unsent(&file).unwrap(), [(movement(1), 1), (movement(2), 1)]);
}

#[test]
fn a_new_step_takes_the_place_of_those_that_were_taken_back() {
    let (mut file, mut sheet) = (file(), Sheet::default());
    for pieces in 1..=3 {
        keep(&mut file, &mut sheet, 1, step("a", pieces));
    }
    for _ in 0..2 {
        keep(&mut file, &mut sheet, 1, history(History::Undone));
    }
    keep(&mut file, &mut sheet, 1, step("a", 4));
    assert_eq!(loaded(&file, 1), sheet);
    let steps: i64 =
        file.query_row("SELECT count(*) FROM sheet_step", [], |row| row.get(0)).unwrap();
    assert_eq!(steps, 2);
}

#[test]
fn nothing_wanted_and_nothing_sent_leaves_no_row() {
    let (mut file, mut sheet) = (file(), Sheet::default());
    keep(&mut file, &mut sheet, 1, step("a", 31));
    let forgotten = SheetChange { rows: vec![(row("a"), None)], ..SheetChange::default() };
    keep(&mut file, &mut sheet, 1, forgotten);
    assert_eq!((loaded(&file, 1), unsent(&file).unwrap()), (sheet, Vec::new()));
}

#[test]
fn the_cell_being_typed_in_is_kept_also_where_nothing_was_edited() {
    let mut file = file();
    let typing =
        |text: &str| TypedCell { row: None, column: EditorColumn::Code, text: text.to_owned() };
    for text in ["GL", "GLV"] {
        let tx = file.transaction().unwrap();
        save_typing(&tx, movement(1), Some(&typing(text))).unwrap();
        tx.commit().unwrap();
    }
    assert_eq!(loaded(&file, 1).typing, Some(typing("GLV")));
    let tx = file.transaction().unwrap();
    save_typing(&tx, movement(1), None).unwrap();
    tx.commit().unwrap();
    assert_eq!(loaded(&file, 1), Sheet::default());
}

#[test]
fn what_another_version_wrote_is_left_out_and_never_deleted() {
    let (mut file, mut sheet) = (file(), Sheet::default());
    keep(&mut file, &mut sheet, 1, step("a", 31));
    keep(&mut file, &mut sheet, 1, step("a", 32));
    let strange = r#"{"wants":{"product":{"unheard_of":1}}}"#;
    file.execute("UPDATE sheet_row SET body = ?1", [strange]).unwrap();
    file.execute("UPDATE sheet_step SET body = 'what?' WHERE n = 1", []).unwrap();
    let mut sheet = loaded(&file, 1);
    assert!(sheet.draft(&row("a")).is_none());
    assert!(sheet.last_done().is_some(), "the step after it can be taken back");
    keep(&mut file, &mut sheet, 1, step("a", 33));
    keep(
        &mut file,
        &mut sheet,
        1,
        SheetChange { rows: vec![(row("a"), None)], ..history(History::Undone) },
    );
    let count = |sql: &str| file.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(count("SELECT count(*) FROM sheet_row WHERE body LIKE '%unheard_of%'"), 1);
    assert_eq!(count("SELECT count(*) FROM sheet_step WHERE body = 'what?'"), 1);
    assert_eq!(loaded(&file, 1), sheet);
}

#[test]
fn a_line_that_follows_others_to_no_place_is_no_change() {
    let (mut file, mut sheet) = (file(), Sheet::default());
    let follows = |place| Aspects { place, follows: true, ..Aspects::default() };
    let draft = |wants| Some(RowDraft { base: None, wants });
    let rows = vec![(row("a"), draft(follows(None)))];
    keep(&mut file, &mut sheet, 1, SheetChange { rows, ..SheetChange::default() });
    assert_eq!((loaded(&file, 1).drafts().count(), unsent(&file).unwrap()), (0, vec![]));
    let moved = [("b", Some(7)), ("c", Some(8))].map(|(name, at)| (row(name), draft(follows(at))));
    keep(&mut file, &mut sheet, 1, SheetChange { rows: moved.into(), ..SheetChange::default() });
    assert_eq!(
        (loaded(&file, 1).drafts().count(), unsent(&file).unwrap()),
        (2, vec![(movement(1), 1)])
    );
}
