use std::cell::Cell;

use chrono::DateTime;
use contract::{Failure, HeaderFields, JournalEvent, OperationKey, Reason};
use uuid::Uuid;

use super::*;
use crate::store::migrations;
use crate::store::tables::journal::NewJournalEntry;
use crate::store::tables::journal::append;

fn movement(n: u128) -> MovementKey {
    MovementKey(Uuid::from_u128(n))
}

fn entry(n: i64, event: JournalEvent) -> NewJournalEntry {
    NewJournalEntry {
        at: DateTime::from_timestamp(1_795_000_000 + n, 0).unwrap(),
        who: "aokafor".into(),
        key: OperationKey(Uuid::from_u128(n.unsigned_abs().into())),
        movement: None,
        event,
        operation: None,
        before: None,
        after: None,
        failure: None,
        milliseconds: None,
    }
}

fn renamed(n: i64, of: MovementKey, name: &str) -> NewJournalEntry {
    let change = HeaderFields { name: Some(name.into()), ..HeaderFields::default() };
    NewJournalEntry {
        movement: Some(of),
        operation: Some(Operation::UpdateHeader(change)),
        before: Some("Théâtre A".into()),
        after: Some(name.into()),
        ..entry(n, JournalEvent::Kept)
    }
}

fn file(entries: impl IntoIterator<Item = NewJournalEntry>) -> Connection {
    let mut connection = Connection::open_in_memory().unwrap();
    migrations::migrate(&mut connection, "memory".as_ref(), migrations::STEPS).unwrap();
    let tx = connection.transaction().unwrap();
    entries.into_iter().for_each(|entry| append(&tx, &entry).unwrap());
    tx.commit().unwrap();
    connection
}

struct Known;

impl Names for Known {
    fn movement(&self, key: MovementKey) -> Option<String> {
        (key == movement(1)).then(|| "MV-0107".to_owned())
    }

    fn person(&self, user_name: &str) -> Option<String> {
        (user_name == "aokafor").then(|| "Amara Okafor".to_owned())
    }
}

fn text(text: &str) -> JournalFilter {
    JournalFilter { text: text.into(), ..JournalFilter::default() }
}

const WHOLE: Window = Window { start: 0, count: 100, oldest_first: false };

fn found(file: &Connection, filter: &JournalFilter, window: Window) -> (Vec<u64>, usize, usize) {
    let found = page(file, filter, window, &Known).unwrap();
    (found.rows.iter().map(|row| row.entry).collect(), found.matching, found.known)
}

#[test]
fn the_newest_entry_comes_first_and_a_window_is_cut_out() {
    let file = file((1..=250).map(|n| entry(n, JournalEvent::Kept)));
    let window = Window { start: 10, count: 3, oldest_first: false };
    let all = JournalFilter::default();
    assert_eq!(found(&file, &all, window), (vec![240, 239, 238], 250, 250));
    let oldest = Window { oldest_first: true, ..window };
    assert_eq!(found(&file, &all, oldest), (vec![11, 12, 13], 250, 250));
    let beyond = Window { start: 900, ..window };
    assert_eq!(found(&file, &all, beyond), (vec![], 250, 250));
    assert_eq!(found(&file, &text("AOKAFOR"), window), (vec![240, 239, 238], 250, 250));
    assert_eq!(found(&file, &text("aokafor"), oldest), (vec![11, 12, 13], 250, 250));
}

#[test]
fn words_are_found_in_everything_an_entry_tells_without_case_and_accents() {
    let failure = Failure::from(Reason::Refused { status: 500 }).saying(Some("Foreign key".into()));
    let file = file([
        renamed(1, movement(1), "Ward 12"),
        renamed(2, movement(2), "Theatre B"),
        NewJournalEntry { who: "Zoë".into(), ..entry(3, JournalEvent::Sent) },
        NewJournalEntry { failure: Some(failure), ..entry(4, JournalEvent::Refused) },
    ]);
    for (words, entries) in [
        ("theatre", vec![2, 1]),
        ("THEATRE b", vec![2]),
        ("zoe", vec![3]),
        ("amara", vec![4, 2, 1]),
        ("mv-0107", vec![1]),
        ("foreign", vec![4]),
        // The name of a field is not what was asked for.
        ("update_header", vec![]),
        ("12 ward a", vec![1]),
        ("ward nowhere", vec![]),
    ] {
        assert_eq!(found(&file, &text(words), WHOLE).0, entries, "{words}");
    }
}

#[test]
fn one_movements_entries_or_only_problems_are_shown() {
    let problem = Failure::from(Reason::SignedOut);
    let file = file([
        renamed(1, movement(1), "Ward"),
        NewJournalEntry { movement: Some(movement(1)), ..entry(2, JournalEvent::Conflict) },
        NewJournalEntry { failure: Some(problem), ..entry(3, JournalEvent::NotDone) },
        entry(4, JournalEvent::Unanswered),
        entry(5, JournalEvent::Found),
    ]);
    let of_one = JournalFilter { movement: Some(movement(1)), ..JournalFilter::default() };
    assert_eq!(found(&file, &of_one, WHOLE), (vec![2, 1], 2, 5));
    let problems = JournalFilter { problems: true, ..JournalFilter::default() };
    assert_eq!(found(&file, &problems, WHOLE), (vec![4, 3, 2], 3, 5));
    let both = JournalFilter { problems: true, ..of_one };
    assert_eq!(found(&file, &both, WHOLE), (vec![2], 1, 5));
    let and_words = JournalFilter { text: "aokafor".into(), ..both };
    assert_eq!(found(&file, &and_words, WHOLE), (vec![2], 1, 5));
}

#[test]
fn of_each_operation_its_last_entry_tells_how_it_stands() {
    let key = OperationKey(Uuid::from_u128(1));
    let step = |n, event| NewJournalEntry { key, ..entry(n, event) };
    let file = file([
        step(1, JournalEvent::Kept),
        entry(2, JournalEvent::Kept),
        step(3, JournalEvent::Refused),
        step(4, JournalEvent::Retried),
        step(5, JournalEvent::Sent),
        entry(6, JournalEvent::Kept),
    ]);
    let latest = JournalFilter { by_operation: true, ..JournalFilter::default() };
    assert_eq!(found(&file, &latest, WHOLE), (vec![6, 5, 2], 3, 3));
    let window = Window { start: 1, count: 1, oldest_first: true };
    assert_eq!(found(&file, &latest, window), (vec![5], 3, 3));
    // That it was refused once is not forgotten.
    let problems = JournalFilter { problems: true, ..latest.clone() };
    assert_eq!(found(&file, &problems, WHOLE), (vec![5], 1, 3));
    let steps = JournalFilter { operation: Some(key), ..JournalFilter::default() };
    let oldest = Window { oldest_first: true, ..WHOLE };
    assert_eq!(found(&file, &steps, oldest).0, [1, 3, 4, 5]);
}

#[test]
fn an_operation_is_found_by_what_any_of_its_steps_told_and_exported_with_all_of_them() {
    let failure = Failure::from(Reason::Refused { status: 500 }).saying(Some("Foreign key".into()));
    let key = OperationKey(Uuid::from_u128(1));
    let mine = |event, n| NewJournalEntry { key, ..entry(n, event) };
    let file = file([
        NewJournalEntry { key, ..renamed(1, movement(1), "Ward 12") },
        entry(2, JournalEvent::Kept),
        NewJournalEntry { failure: Some(failure), ..mine(JournalEvent::Refused, 3) },
        mine(JournalEvent::Retried, 4),
        NewJournalEntry { after: Some("Ward 13".into()), ..mine(JournalEvent::Sent, 5) },
    ]);
    for words in ["foreign", "ward 12", "ward 13", "foreign ward 12"] {
        let filter = JournalFilter { by_operation: true, ..text(words) };
        assert_eq!(found(&file, &filter, WHOLE), (vec![5], 1, 2), "{words}");
        let mut exported = Vec::new();
        let export = each(&file, &filter, &Known, |row| {
            exported.push(row.entry);
            Ok(())
        });
        export.unwrap();
        assert_eq!(exported, [1, 3, 4, 5], "{words}");
    }
    // Its last entry does not repeat what was asked for, and shows it all the same.
    let filter = JournalFilter { by_operation: true, ..JournalFilter::default() };
    let rows = page(&file, &filter, WHOLE, &Known).unwrap().rows;
    assert!(matches!(rows[0].operation, Some(Operation::UpdateHeader(_))), "{rows:?}");
}

#[test]
fn an_entry_comes_back_as_it_was_written() {
    let failure = Failure::from(Reason::Refused { status: 500 });
    let written = NewJournalEntry {
        failure: Some(failure.clone()),
        milliseconds: Some(41),
        ..renamed(1, movement(1), "Ward")
    };
    let file = file([written.clone()]);
    let row = page(&file, &JournalFilter::default(), WHOLE, &Known).unwrap().rows.remove(0);
    let expected = JournalRow {
        entry: 1,
        at: written.at,
        who: written.who,
        person: Some("Amara Okafor".into()),
        key: written.key,
        movement: written.movement,
        title: "MV-0107".into(),
        code: None,
        product: None,
        event: written.event,
        operation: written.operation,
        before: written.before,
        after: written.after,
        failure: Some(failure),
        milliseconds: Some(41),
    };
    assert_eq!(row, expected);
}

#[test]
fn a_movement_the_service_does_not_know_yet_is_called_what_it_was_made_as() {
    let file = file([renamed(1, movement(2), "Ward")]);
    file.execute(
        "INSERT INTO operation (key, movement, body, state, kept)
         VALUES ('x', ?1, '{', 'queued', 0),
                (?1, ?1, '{\"create_movement\":{\"name\":\"Made here\"}}', 'queued', 0)",
        [movement(2).to_string()],
    )
    .unwrap();
    let rows = page(&file, &JournalFilter::default(), WHOLE, &Known).unwrap().rows;
    assert_eq!(rows[0].title, "Made here");
}

/// Counts how often a movement's name is asked for.
#[derive(Default)]
struct Asked(Cell<usize>);

impl Names for Asked {
    fn movement(&self, key: MovementKey) -> Option<String> {
        self.0.set(self.0.get() + 1);
        (key == movement(1)).then(|| "MV-0107".to_owned())
    }

    fn person(&self, _user_name: &str) -> Option<String> {
        None
    }
}

#[test]
fn a_movement_is_looked_up_once_however_many_entries_are_about_it() {
    let file = file((1..=1_500).map(|n| renamed(n, movement(n.unsigned_abs() as u128 % 3), "W")));
    let all = JournalFilter::default();
    for filter in [&all, &text("ward")] {
        let names = Asked::default();
        page(&file, filter, Window { count: 1_000, ..WHOLE }, &names).unwrap();
        assert_eq!(names.0.get(), 3);
    }
    let (names, mut rows) = (Asked::default(), 0);
    each(&file, &all, &names, |row| {
        rows += usize::from((row.title == "MV-0107") == (row.movement == Some(movement(1))));
        Ok(())
    })
    .unwrap();
    assert_eq!((rows, names.0.get()), (1_500, 3));
}

#[test]
fn an_entry_about_a_line_has_its_products_code_and_is_found_by_it() {
    let file = file([entry(1, JournalEvent::Sent), renamed(2, movement(1), "Ward")]);
    file.execute(
        "INSERT INTO operation (key, body, base, state, kept)
         VALUES (?1, '{}', '{\"line\":{\"product\":{\"code\":\"SYR-1010\"}}}', 'queued', 0)",
        [entry(1, JournalEvent::Sent).key.to_string()],
    )
    .unwrap();
    let rows = page(&file, &JournalFilter::default(), WHOLE, &Known).unwrap().rows;
    assert_eq!(rows[1].code.as_deref(), Some("SYR-1010"));
    let by_code = JournalFilter { text: "syr-10".into(), ..JournalFilter::default() };
    assert_eq!(found(&file, &by_code, WHOLE).0, [1]);
}

#[test]
fn an_entry_of_another_form_does_not_hide_the_others() {
    let file = file((1..=3).map(|n| entry(n, JournalEvent::Kept)));
    file.execute_batch(
        "DROP TRIGGER journal_is_never_changed;
         UPDATE journal SET event = 'imagined' WHERE entry = 2;
         UPDATE journal SET asked = '{', failure = '[]', movement = '?' WHERE entry = 3;",
    )
    .unwrap();
    let rows = page(&file, &JournalFilter::default(), WHOLE, &Known).unwrap().rows;
    assert_eq!(rows.iter().map(|row| row.entry).collect::<Vec<_>>(), [3, 1]);
    assert_eq!((&rows[0].operation, &rows[0].failure, rows[0].movement), (&None, &None, None));
}

#[test]
fn an_export_holds_every_entry_that_matches_in_the_order_they_were_written() {
    let file = file((1..=1_500).map(|n| entry(n, JournalEvent::Kept)));
    let mut entries = Vec::new();
    each(&file, &JournalFilter::default(), &Known, |row| {
        entries.push(row.entry);
        Ok(())
    })
    .unwrap();
    assert_eq!(entries, (1..=1_500).collect::<Vec<_>>());
}
