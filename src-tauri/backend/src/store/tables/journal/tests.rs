use contract::Reason;

use super::*;
use crate::store::migrations;

fn file() -> Connection {
    let mut connection = Connection::open_in_memory().unwrap();
    migrations::migrate(&mut connection, "memory".as_ref(), migrations::STEPS).unwrap();
    connection
}

/// The nth entry of a journal in which every column has a value somewhere, and none elsewhere.
fn entry(n: u32) -> NewJournalEntry {
    let filled = n.is_multiple_of(2);
    NewJournalEntry {
        at: DateTime::from_timestamp_micros(1_795_000_000_000_001 + i64::from(n)).unwrap(),
        who: format!("aokafor {n}"),
        key: OperationKey(uuid::Uuid::from_u128(u128::from(n) << 64)),
        movement: filled.then(|| MovementKey(uuid::Uuid::from_u128(7))),
        event: if filled { JournalEvent::Refused } else { JournalEvent::Kept },
        operation: (!filled).then(|| Operation::CreateCategory { name: "Dressings".into() }),
        before: filled.then(|| "12".to_owned()),
        after: filled.then(String::new),
        failure: filled.then(|| Reason::Refused { status: 500 }.into()),
        milliseconds: filled.then_some(n),
    }
}

/// A journal of so many entries, open to every change.
fn tampered_with(entries: u32) -> Connection {
    let mut connection = file();
    for n in 1..=entries {
        let tx = connection.transaction().unwrap();
        append(&tx, &entry(n)).unwrap();
        tx.commit().unwrap();
    }
    assert_eq!(faults(&connection), None);
    let triggers = "DROP TRIGGER journal_is_never_changed; DROP TRIGGER journal_is_never_cut";
    connection.execute_batch(triggers).unwrap();
    connection
}

fn faults(connection: &Connection) -> Option<u64> {
    check(connection, None).unwrap().fault
}

/// What the check says after these changes, which are taken back.
fn fault_after(connection: &Connection, sql: &str) -> Option<u64> {
    connection.execute_batch(&format!("SAVEPOINT before; {sql}")).unwrap();
    let fault = first_fault(connection).unwrap();
    connection.execute_batch("ROLLBACK TO before; RELEASE before").unwrap();
    fault.map(i64::unsigned_abs)
}

const ALL: [&str; 12] = [
    "entry",
    "at",
    "who",
    "operation",
    "movement",
    "event",
    "asked",
    "before",
    "after",
    "failure",
    "milliseconds",
    "hash",
];

#[test]
fn a_journal_as_it_was_written_is_whole() {
    assert_eq!(check(&file(), None).unwrap(), JournalCheck { entries: 0, fault: None });
    let connection = tampered_with(5);
    assert_eq!(check(&connection, None).unwrap(), JournalCheck { entries: 5, fault: None });
}

#[test]
fn a_changed_byte_is_found_in_every_column_of_every_entry() {
    let connection = tampered_with(4);
    let mut changes = 0;
    for n in 1_u64..=4 {
        for column in ALL {
            let sql = format!("SELECT {column} FROM journal WHERE entry = {n}");
            let value: Value = connection.query_row(&sql, [], |row| row.get(0)).unwrap();
            for changed in changes_of(column, &value) {
                let sql =
                    format!("UPDATE OR REPLACE journal SET {column} = {changed} WHERE entry = {n}");
                let fault = fault_after(&connection, &sql);
                assert!(fault.is_some_and(|fault| fault <= n), "{sql}: {fault:?}");
                changes += 1;
            }
        }
    }
    assert!(changes > 800, "only {changes} changes were tried");
    assert_eq!(faults(&connection), None, "the changes were taken back");
}

/// Each value that differs in one byte, and those of another kind or length, as SQL.
fn changes_of(column: &str, value: &Value) -> Vec<String> {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let each_byte = |bytes: &[u8]| {
        let mut all: Vec<_> = (0..bytes.len())
            .map(|at| {
                let mut changed = bytes.to_vec();
                changed[at] ^= 1 << (at % 8);
                changed
            })
            .collect();
        all.push([bytes, b"\0"].concat());
        all.push([bytes, b" "].concat());
        all
    };
    match value {
        Value::Null if column == "milliseconds" => vec!["0".to_owned()],
        Value::Null => vec!["''".to_owned(), "'0'".to_owned()],
        Value::Integer(number) => (0..64).map(|bit| (number ^ (1 << bit)).to_string()).collect(),
        Value::Text(text) => each_byte(text.as_bytes())
            .iter()
            .map(|bytes| format!("CAST(x'{}' AS TEXT)", hex(bytes)))
            .chain(["''".to_owned()].into_iter().filter(|_| !text.is_empty()))
            .collect(),
        Value::Blob(bytes) => each_byte(bytes).iter().map(|b| format!("x'{}'", hex(b))).collect(),
        Value::Real(_) => panic!("the journal has no such column"),
    }
}

#[test]
fn nothing_and_an_empty_text_are_not_the_same() {
    let connection = tampered_with(2);
    let to_nothing = "UPDATE journal SET after = NULL WHERE entry = 2";
    assert_eq!(fault_after(&connection, to_nothing), Some(2));
    let to_empty = "UPDATE journal SET before = '' WHERE entry = 1";
    assert_eq!(fault_after(&connection, to_empty), Some(1));
}

#[test]
fn text_that_moves_into_the_next_column_is_found() {
    let connection = tampered_with(2);
    let moved = "UPDATE journal SET before = '1', after = '2' WHERE entry = 2";
    assert_eq!(fault_after(&connection, moved), Some(2));
}

#[test]
fn a_missing_entry_is_found_wherever_it_stood() {
    let connection = tampered_with(5);
    for n in 1..=5 {
        let gone = format!("DELETE FROM journal WHERE entry = {n}");
        assert_eq!(fault_after(&connection, &gone), Some(n));
        let closed_up = format!(
            "{gone}; UPDATE journal SET entry = -entry + 1 WHERE entry > {n};
             UPDATE journal SET entry = -entry WHERE entry < 0"
        );
        assert_eq!(fault_after(&connection, &closed_up), Some(n), "numbered anew");
    }
}

#[test]
fn a_tail_that_was_cut_off_is_found_at_every_length() {
    let connection = tampered_with(5);
    for left in 0..5 {
        let cut = format!("DELETE FROM journal WHERE entry > {left}");
        assert_eq!(fault_after(&connection, &cut), Some(left + 1));
    }
}

#[test]
fn entries_that_changed_places_are_found() {
    let connection = tampered_with(5);
    for n in 1..5 {
        let swapped = format!(
            "UPDATE journal SET entry = 0 WHERE entry = {n};
             UPDATE journal SET entry = {n} WHERE entry = {n} + 1;
             UPDATE journal SET entry = {n} + 1 WHERE entry = 0"
        );
        assert_eq!(fault_after(&connection, &swapped), Some(n));
    }
}

#[test]
fn an_entry_put_in_between_or_behind_is_found() {
    let connection = tampered_with(3);
    let copy = |to: i64| {
        format!(
            "INSERT INTO journal SELECT {to}, at, who, operation, movement, event, asked, before,
                 after, failure, milliseconds, hash FROM journal WHERE entry = 3"
        )
    };
    assert_eq!(fault_after(&connection, &copy(4)), Some(4));
    assert_eq!(fault_after(&connection, &copy(0)), Some(1));
    assert_eq!(fault_after(&connection, &copy(-7)), Some(1));
}

#[test]
fn a_changed_head_is_found() {
    let connection = tampered_with(3);
    for change in ["entry = 2", "entry = 4", "entry = 0", "hash = zeroblob(32)", "hash = x''"] {
        let sql = format!("UPDATE journal_head SET {change}");
        assert!(fault_after(&connection, &sql).is_some(), "{change}");
    }
    assert!(fault_after(&connection, "DELETE FROM journal_head").is_some());
    assert!(fault_after(&file(), "UPDATE journal_head SET hash = x'00'").is_some());
}

#[test]
fn nothing_written_later_hides_a_fault() {
    let mut connection = tampered_with(3);
    for change in [
        "DELETE FROM journal WHERE entry = 3",
        "DELETE FROM journal; DELETE FROM journal_head",
        "DELETE FROM journal_head",
        "UPDATE journal_head SET entry = 1, hash = x''",
    ] {
        let tx = connection.transaction().unwrap();
        tx.execute_batch(change).unwrap();
        append(&tx, &entry(4)).unwrap();
        let whole = first_fault(&tx).unwrap().is_none();
        // Only a journal of which nothing at all is left cannot tell that there was one.
        assert_eq!(whole, change.starts_with("DELETE FROM journal;"), "{change}");
        tx.rollback().unwrap();
    }
}

#[test]
fn an_entry_is_there_only_if_its_transaction_is() {
    let mut connection = file();
    let tx = connection.transaction().unwrap();
    append(&tx, &entry(1)).unwrap();
    tx.rollback().unwrap();
    assert_eq!(check(&connection, None).unwrap(), JournalCheck { entries: 0, fault: None });
}

#[test]
fn the_file_itself_refuses_to_change_or_cut_the_journal() {
    let mut connection = file();
    let tx = connection.transaction().unwrap();
    append(&tx, &entry(1)).unwrap();
    tx.commit().unwrap();
    for sql in ["UPDATE journal SET who = 'jweir'", "DELETE FROM journal"] {
        let refused = connection.execute(sql, []).unwrap_err();
        assert!(refused.to_string().contains("the journal only grows"), "{sql}");
    }
}

#[test]
fn an_event_has_one_name_here_and_in_the_contract() {
    assert_eq!(name_of(JournalEvent::NotDone).unwrap(), "not_done");
}
