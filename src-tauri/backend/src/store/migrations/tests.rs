use std::fs;

use contract::Profile;
use rusqlite::{Batch, fallible_iterator::FallibleIterator as _};

use super::*;
use crate::store::Store;
use crate::store::file_in;
use crate::store::folder;
use crate::store::tables::journal;

const FIRST: &str = "CREATE TABLE a (x INTEGER NOT NULL) STRICT; INSERT INTO a VALUES (1);";
const SECOND: &str = "ALTER TABLE a ADD COLUMN y INTEGER NOT NULL DEFAULT 7;";

fn file() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("profile.sqlite");
    (folder, file)
}

#[test]
fn a_new_file_gets_every_step_and_no_copy() {
    let (_folder, file) = file();
    let mut connection = Connection::open(&file).unwrap();
    migrate(&mut connection, &file, &[FIRST, SECOND]).unwrap();
    assert_eq!(schema_of(&file).unwrap(), 2);
    assert!(!backup_of(&file, 0).exists());
}

#[test]
fn an_existing_file_is_copied_aside_before_its_next_step() {
    let (_folder, file) = file();
    let mut connection = Connection::open(&file).unwrap();
    migrate(&mut connection, &file, &[FIRST]).unwrap();
    migrate(&mut connection, &file, &[FIRST, SECOND]).unwrap();
    let copy = Connection::open(backup_of(&file, 1)).unwrap();
    assert_eq!(user_version(&copy).unwrap(), 1);
    assert!(copy.prepare("SELECT y FROM a").is_err(), "the copy is of before the step");
    let y: i64 = connection.query_row("SELECT y FROM a", [], |row| row.get(0)).unwrap();
    assert_eq!(y, 7);
}

#[test]
fn a_step_that_fails_leaves_the_schema_before_it() {
    let (_folder, file) = file();
    let mut connection = Connection::open(&file).unwrap();
    migrate(&mut connection, &file, &[FIRST]).unwrap();
    let broken = "CREATE TABLE b (x INTEGER NOT NULL) STRICT; SELECT nonsense;";
    migrate(&mut connection, &file, &[FIRST, broken]).unwrap_err();
    assert_eq!(user_version(&connection).unwrap(), 1);
    assert!(connection.prepare("SELECT x FROM b").is_err());
    migrate(&mut connection, &file, &[FIRST, SECOND]).unwrap();
}

#[test]
fn every_shipped_step_runs() {
    let (_folder, file) = file();
    let mut connection = Connection::open(&file).unwrap();
    migrate(&mut connection, &file, STEPS).unwrap();
    assert_eq!(user_version(&connection).unwrap(), STEPS.len());
}

/// Creations in every shape schema 1 could hold: what is known of each, and what it must become as
/// state, attempts, id and end.
const SCHEMA_1: &str = r#"
    INSERT INTO profile (only_row, server, user_name, signed_out)
    VALUES (1, 'https://stock.example/stockroom', 'aokafor', 0);
    INSERT INTO movement (key, id, header, seen) VALUES ('k2', 'm2', '{}', 1);
    INSERT INTO creation (key, form, attempted, list_as_of, id, sent, changes, failure) VALUES
        ('unanswered', '{"name":"Théâtre \u0041","lines":[{"quantity":12}]}', 10, 9, NULL, NULL, 0, NULL),
        ('never-listed', '{"name":"B"}', 20, NULL, NULL, NULL, 0, '{"reason":{"code":"signed_out"}}'),
        ('lines-left', '{"name":"C"}', 30, 9, 'm2', 31, 3, '{"reason":'),
        ('done', '{"name":"D"}', 40, 9, 'm3', 41, 0, NULL),
        ('done-untimed', '{"name":"E"}', 50, 9, 'm4', NULL, 0, NULL),
        ('torn', '{"name":"F', 60, 9, NULL, NULL, 0, NULL),
        ('torn-and-made', '', 70, 9, 'm5', 71, 0, NULL);
"#;

type Row = (String, String, String, String, Option<String>, Option<i64>);

/// Key, body, state, id and end.
type Expected = (&'static str, &'static str, &'static str, Option<&'static str>, Option<i64>);

const SCHEMA_2: [Expected; 7] = [
    (
        "unanswered",
        r#"{"create_movement":{"name":"Théâtre \u0041","lines":[{"quantity":12}]}}"#,
        "sending",
        None,
        None,
    ),
    ("never-listed", r#"{"create_movement":{"name":"B"}}"#, "sending", None, None),
    ("lines-left", r#"{"create_movement":{"name":"C"}}"#, "queued", Some("m2"), None),
    ("done", r#"{"create_movement":{"name":"D"}}"#, "sent", Some("m3"), Some(41)),
    ("done-untimed", r#"{"create_movement":{"name":"E"}}"#, "sent", Some("m4"), Some(50)),
    ("torn", r#"{"unreadable":"{\"name\":\"F"}"#, "stuck", None, None),
    ("torn-and-made", r#"{"unreadable":""}"#, "stuck", Some("m5"), None),
];

fn owner() -> Profile {
    Profile { server: "https://stock.example/stockroom".into(), user_name: "aokafor".into() }
}

/// A data folder as version 1 left it.
fn data_of_schema_1() -> (tempfile::TempDir, PathBuf) {
    let data = tempfile::tempdir().unwrap();
    let file = file_in(&folder::of(data.path(), &owner()));
    folder::make(file.parent().unwrap()).unwrap();
    let mut connection = Connection::open(&file).unwrap();
    connection.pragma_update(None, "journal_mode", "wal").unwrap();
    migrate(&mut connection, &file, &STEPS[..1]).unwrap();
    connection.execute_batch(SCHEMA_1).unwrap();
    (data, file)
}

/// Everything that was kept in schema 1 is in the file as schema 2 has it, once and in its order.
fn assert_migrated(file: &Path) {
    let connection = Connection::open(file).unwrap();
    assert_eq!(user_version(&connection).unwrap(), STEPS.len());
    let mut statement = connection
        .prepare("SELECT key, movement, body, state, id, ended FROM operation ORDER BY row")
        .unwrap();
    let rows = statement.query_map([], |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?))
    });
    let rows: Vec<Row> = rows.unwrap().map(Result::unwrap).collect();
    let expected = SCHEMA_2.map(|(key, body, state, id, ended)| {
        let id = id.map(str::to_owned);
        (key.to_owned(), key.to_owned(), body.to_owned(), state.to_owned(), id, ended)
    });
    assert_eq!(rows, expected);
    assert!(connection.prepare("SELECT 1 FROM creation").is_err(), "it is there no more");
    let movements: i64 =
        connection.query_row("SELECT count(*) FROM movement", [], |row| row.get(0)).unwrap();
    assert_eq!(movements, 1, "the mirror is as it was");
    let whole: String =
        connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(whole, "ok");
    assert_eq!(journal::check(&connection, None).unwrap().fault, None);
}

#[tokio::test]
async fn what_version_1_kept_is_there_after_the_step_to_schema_2() {
    let (data, file) = data_of_schema_1();
    Store::open(data.path(), &owner()).unwrap().close().await;
    assert_migrated(&file);
    let copy = Connection::open(backup_of(&file, 1)).unwrap();
    let kept: i64 = copy.query_row("SELECT count(*) FROM creation", [], |row| row.get(0)).unwrap();
    assert_eq!(kept, 7, "and once more in the copy beside it");
}

#[tokio::test]
async fn a_step_that_is_killed_at_any_statement_loses_nothing() {
    let (_data, file) = data_of_schema_1();
    let statements = statements_of(STEPS[1]);
    assert!(statements.len() > 10, "the step has {} statements", statements.len());
    for done in 0..=statements.len() {
        let (_killed, image) = killed_after(&file, &statements[..done], done % 2 == 1);
        let data = image.ancestors().nth(3).unwrap();
        Store::open(data, &owner()).unwrap().close().await;
        assert_migrated(&image);
    }
}

#[tokio::test]
async fn a_kill_while_the_copy_is_made_loses_nothing() {
    let (_data, file) = data_of_schema_1();
    let (_killed, image) = killed_after(&file, &[], false);
    Store::open(image.ancestors().nth(3).unwrap(), &owner()).unwrap().close().await;
    let copy = fs::read(backup_of(&image, 1)).unwrap();
    for bytes in [0, 1, 100, copy.len() / 2, copy.len() - 1] {
        let (_killed, image) = killed_after(&file, &[], false);
        fs::write(backup_of(&image, 1), &copy[..bytes]).unwrap();
        Store::open(image.ancestors().nth(3).unwrap(), &owner()).unwrap().close().await;
        assert_migrated(&image);
        assert_eq!(fs::read(backup_of(&image, 1)).unwrap().len(), copy.len());
    }
}

fn statements_of(sql: &str) -> Vec<String> {
    let (_data, file) = data_of_schema_1();
    let connection = Connection::open(&file).unwrap();
    let mut batch = Batch::new(&connection, sql);
    let mut statements = Vec::new();
    while let Some(mut statement) = batch.next().unwrap() {
        statements.push(statement.expanded_sql().unwrap());
        // What comes later is read against what this one made.
        let mut rows = statement.query([]).unwrap();
        while rows.next().unwrap().is_some() {}
    }
    statements
}

/// What a kill leaves behind after these statements of a step: the file and its log as they lie on
/// the disk, once with nothing of the open transaction and once with all of it written out.
fn killed_after(file: &Path, statements: &[String], spilled: bool) -> (tempfile::TempDir, PathBuf) {
    let work = tempfile::tempdir().unwrap();
    let working = work.path().join("profile.sqlite");
    copy_with_log(file, &working);
    let mut connection = Connection::open(&working).unwrap();
    if spilled {
        connection.execute_batch("PRAGMA cache_size = 1; PRAGMA cache_spill = 1").unwrap();
    }
    let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate).unwrap();
    statements.iter().for_each(|sql| tx.execute_batch(sql).unwrap());
    let killed = tempfile::tempdir().unwrap();
    let image = file_in(&folder::of(killed.path(), &owner()));
    folder::make(image.parent().unwrap()).unwrap();
    copy_with_log(&working, &image);
    (killed, image)
}

fn copy_with_log(from: &Path, to: &Path) {
    fs::copy(from, to).unwrap();
    let (log, copied) = (from.with_extension("sqlite-wal"), to.with_extension("sqlite-wal"));
    if log.exists() {
        fs::copy(log, copied).unwrap();
    }
}
