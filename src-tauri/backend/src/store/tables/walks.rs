//! Walks in the file: their movements, and the steps of what was entered. Jobs for
//! [`crate::store::Store`], sent by `crate::picking`. A walk that cannot be read is left where it is: it is
//! the user's work.

use chrono::{DateTime, Utc};
use contract::{MovementKey, WalkKey, WalkOrder, WalkScan};
use rules::{
    picking::tape::{Tape, TapeStep},
    search::count_of,
};
use rusqlite::{Connection, Transaction, params};
use serde::{Deserialize, Serialize};

use crate::error::StoreFault;

/// A walk without its steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredWalk {
    /// Its movements, in the order of their letters.
    pub movements: Vec<MovementKey>,
    /// When it was begun.
    pub begun: DateTime<Utc>,
    /// Why it is on hold, where it is.
    pub on_hold: Option<String>,
    /// In which order one walks.
    #[serde(default)]
    pub order: WalkOrder,
}

/// Keeps a walk, new or changed.
pub(crate) fn save(
    tx: &Transaction<'_>,
    key: WalkKey,
    walk: &StoredWalk,
) -> Result<(), StoreFault> {
    tx.prepare_cached(
        "INSERT INTO walk (key, body) VALUES (?1, ?2)
         ON CONFLICT (key) DO UPDATE SET body = excluded.body",
    )?
    .execute([key.to_string(), serde_json::to_string(walk)?])?;
    Ok(())
}

/// Keeps the n-th step, which is the last one done from then on; those behind it are gone.
pub(crate) fn save_step(
    tx: &Transaction<'_>,
    key: WalkKey,
    n: u32,
    step: &TapeStep,
) -> Result<(), StoreFault> {
    let walk = key.to_string();
    tx.prepare_cached("DELETE FROM walk_step WHERE walk = ?1 AND n >= ?2")?
        .execute(params![walk, n])?;
    tx.prepare_cached("INSERT INTO walk_step (walk, n, body) VALUES (?1, ?2, ?3)")?
        .execute(params![walk, n, serde_json::to_string(step)?])?;
    save_done(tx, key, n)
}

/// Keeps what a code did that was scanned, behind those before it; the step it made by its number.
pub(crate) fn save_scan(
    tx: &Transaction<'_>,
    key: WalkKey,
    step: Option<u32>,
    scan: &WalkScan,
) -> Result<(), StoreFault> {
    tx.prepare_cached(
        "INSERT INTO walk_scan (walk, n, step, body)
         SELECT ?1, coalesce(max(n), 0) + 1, ?2, ?3 FROM walk_scan WHERE walk = ?1",
    )?
    .execute(params![key.to_string(), step, serde_json::to_string(scan)?])?;
    Ok(())
}

/// Keeps by which step what a scan counted was taken back.
pub(crate) fn save_taken_back(
    tx: &Transaction<'_>,
    key: WalkKey,
    scan: u32,
    back: StepRef,
) -> Result<(), StoreFault> {
    tx.prepare_cached("UPDATE walk_scan SET back = ?3 WHERE walk = ?1 AND n = ?2")?
        .execute(params![key.to_string(), scan, serde_json::to_string(&back)?])?;
    Ok(())
}

/// A step of a walk, by its number and its time: another one may have its number later.
pub(crate) type StepRef = (u32, DateTime<Utc>);

/// A scan as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredScan {
    pub scan: WalkScan,
    /// The step it made.
    pub step: Option<u32>,
    /// The step that took it back.
    pub back: Option<StepRef>,
}

/// Reads one of the codes that were scanned in a walk, by its number.
pub(crate) fn scan(
    connection: &Connection,
    key: WalkKey,
    number: u32,
) -> Result<Option<StoredScan>, StoreFault> {
    Ok(scans_like(connection, key, Some(number), 1)?.pop())
}

/// Reads so many of the codes that were scanned in a walk, the newest first; one that cannot be read is left
/// out.
pub(crate) fn scans(
    connection: &Connection,
    key: WalkKey,
    count: u32,
) -> Result<Vec<StoredScan>, StoreFault> {
    scans_like(connection, key, None, count)
}

fn scans_like(
    connection: &Connection,
    key: WalkKey,
    number: Option<u32>,
    count: u32,
) -> Result<Vec<StoredScan>, StoreFault> {
    let mut statement = connection.prepare_cached(
        "SELECT n, step, body, back FROM walk_scan
         WHERE walk = ?1 AND (?2 IS NULL OR n = ?2) ORDER BY n DESC LIMIT ?3",
    )?;
    let rows = statement.query_map(params![key.to_string(), number, count], |row| {
        let (n, step): (u32, Option<u32>) = (row.get(0)?, row.get(1)?);
        Ok((n, step, row.get::<_, String>(2)?, row.get::<_, Option<String>>(3)?))
    })?;
    let mut scans = Vec::new();
    for row in rows {
        let (number, step, body, back) = row?;
        match serde_json::from_str::<WalkScan>(&body) {
            Ok(scan) => {
                let back = back.and_then(|back| serde_json::from_str(&back).ok());
                scans.push(StoredScan { scan: WalkScan { number, ..scan }, step, back });
            }
            Err(error) => tracing::warn!(%error, "a scan cannot be read; it is left out"),
        }
    }
    Ok(scans)
}

/// Says which step is the last one done.
pub(crate) fn save_done(tx: &Transaction<'_>, key: WalkKey, done: u32) -> Result<(), StoreFault> {
    tx.prepare_cached("UPDATE walk SET done = ?2 WHERE key = ?1")?
        .execute(params![key.to_string(), done])?;
    Ok(())
}

/// Ends a walk. Its steps stay in the file.
pub(crate) fn end(tx: &Transaction<'_>, key: WalkKey, at: DateTime<Utc>) -> Result<(), StoreFault> {
    tx.prepare_cached("UPDATE walk SET ended = ?2 WHERE key = ?1")?
        .execute(params![key.to_string(), at.timestamp_micros()])?;
    Ok(())
}

/// Whether there was a walk of this name.
pub(crate) fn is_there(connection: &Connection, key: WalkKey) -> Result<bool, StoreFault> {
    let mut found = connection.prepare_cached("SELECT count(*) FROM walk WHERE key = ?1")?;
    Ok(found.query_row([key.to_string()], |row| row.get::<_, i64>(0))? > 0)
}

/// Reads the walks that have not ended, in no order.
pub(crate) fn load(
    connection: &Connection,
) -> Result<Vec<(WalkKey, StoredWalk, Tape)>, StoreFault> {
    let mut statement =
        connection.prepare("SELECT key, body, done FROM walk WHERE ended IS NULL")?;
    let rows = statement.query_map([], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, u32>(2)?))
    })?;
    let mut walks = Vec::new();
    for row in rows {
        let (key, body, done) = row?;
        let (Ok(named), Ok(walk)) = (key.parse(), serde_json::from_str(&body)) else {
            tracing::warn!("a walk cannot be read; it is left alone");
            continue;
        };
        walks.push((named, walk, Tape::restore(steps(connection, &key)?, done)));
    }
    Ok(walks)
}

/// Whether anything is entered in a walk and not sent, or a walk cannot be read.
pub(crate) fn is_left(connection: &Connection) -> Result<bool, StoreFault> {
    let sql = "SELECT count(*) FROM walk WHERE ended IS NULL";
    let all: u32 = connection.query_row(sql, [], |row| row.get(0))?;
    let walks = load(connection)?;
    let has_entries = walks.iter().any(|(.., tape)| !tape.staged().is_empty());
    Ok(has_entries || count_of(walks.len()) < all)
}

fn steps(connection: &Connection, walk: &str) -> Result<Vec<TapeStep>, StoreFault> {
    let mut statement =
        connection.prepare_cached("SELECT body FROM walk_step WHERE walk = ?1 ORDER BY n")?;
    let bodies = statement.query_map([walk], |row| row.get::<_, String>(0))?;
    let step = |body: &str| {
        serde_json::from_str(body).unwrap_or_else(|error| {
            tracing::warn!(%error, "a step of a walk cannot be read; it changes nothing");
            // Its place stays taken: what comes after it keeps its number, and it is not taken back.
            TapeStep { at: DateTime::UNIX_EPOCH, sent: true, changes: Vec::new() }
        })
    };
    bodies.map(|body| Ok(step(&body?))).collect()
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use rules::picking::tape::{LotKey, PartKey, TapeChange};
    use uuid::Uuid;

    use super::*;
    use crate::store::migrations::STEPS;

    const KEY: WalkKey = WalkKey(Uuid::from_u128(7));

    fn file() -> Connection {
        let file = Connection::open_in_memory().unwrap();
        STEPS.iter().for_each(|step| file.execute_batch(step).unwrap());
        file
    }

    fn write(file: &mut Connection, job: impl FnOnce(&Transaction<'_>) -> Result<(), StoreFault>) {
        let tx = file.transaction().unwrap();
        job(&tx).unwrap();
        tx.commit().unwrap();
    }

    fn walk() -> StoredWalk {
        let movements = vec![MovementKey(Uuid::from_u128(1))];
        StoredWalk { movements, begun: DateTime::UNIX_EPOCH, on_hold: None, order: WalkOrder::Bins }
    }

    fn step(item: &str) -> TapeStep {
        let movement = walk().movements[0];
        let part = PartKey { movement, line: item.into(), item: item.into() };
        let lot = LotKey { inventory_item: "v1".into(), bin: None };
        let changes = vec![TapeChange::Quantity { part, lot, entered: None }];
        TapeStep { at: DateTime::UNIX_EPOCH, sent: false, changes }
    }

    #[test]
    fn a_walk_comes_back_with_its_steps_and_what_was_taken_back() {
        let mut file = file();
        write(&mut file, |tx| save(tx, KEY, &walk()));
        for (n, item) in [(1, "a"), (2, "b"), (3, "c"), (2, "d")] {
            write(&mut file, |tx| save_step(tx, KEY, n, &step(item)));
        }
        write(&mut file, |tx| save_done(tx, KEY, 1));
        let held = StoredWalk { on_hold: Some("cold room".into()), ..walk() };
        write(&mut file, |tx| save(tx, KEY, &held));
        let expected = Tape::restore(vec![step("a"), step("d")], 1);
        assert_eq!(load(&file).unwrap(), [(KEY, held, expected)]);
        assert!(is_there(&file, KEY).unwrap());
        write(&mut file, |tx| end(tx, KEY, DateTime::UNIX_EPOCH));
        assert!(load(&file).unwrap().is_empty() && is_there(&file, KEY).unwrap());
    }

    #[test]
    fn scans_are_read_newest_first_and_each_walk_has_its_own() {
        let mut file = file();
        let scan = |code: &str| {
            let (at, found) = (DateTime::UNIX_EPOCH, contract::ScanFound::Nothing);
            WalkScan {
                number: 0,
                at,
                code: code.to_owned(),
                found,
                taken_back: false,
                settled: false,
            }
        };
        let stored = |number, step, code: &str, back| StoredScan {
            scan: WalkScan { number, ..scan(code) },
            step,
            back,
        };
        let other = WalkKey(Uuid::from_u128(8));
        for (key, step, code) in [(KEY, None, "a"), (other, Some(1), "b"), (KEY, Some(1), "c")] {
            write(&mut file, |tx| save_scan(tx, key, step, &scan(code)));
        }
        let read = scans(&file, KEY, 9).unwrap();
        assert_eq!(read, [stored(2, Some(1), "c", None), stored(1, None, "a", None)]);
        assert_eq!(scans(&file, KEY, 1).unwrap(), [stored(2, Some(1), "c", None)]);
        assert_eq!(super::scan(&file, KEY, 1).unwrap(), Some(stored(1, None, "a", None)));
        assert_eq!(super::scan(&file, KEY, 3).unwrap(), None);
        let back = (3, DateTime::UNIX_EPOCH);
        write(&mut file, |tx| save_taken_back(tx, KEY, 2, back));
        assert_eq!(scans(&file, KEY, 1).unwrap(), [stored(2, Some(1), "c", Some(back))]);
        file.execute("UPDATE walk_scan SET body = '{' WHERE n = 2", []).unwrap();
        assert_eq!(scans(&file, KEY, 9).unwrap(), [stored(1, None, "a", None)]);
    }

    #[test]
    fn a_step_that_cannot_be_read_keeps_its_place_and_changes_nothing() {
        let mut file = file();
        write(&mut file, |tx| save(tx, KEY, &walk()));
        for (n, item) in [(1, "a"), (2, "b"), (3, "c")] {
            write(&mut file, |tx| save_step(tx, KEY, n, &step(item)));
        }
        file.execute("UPDATE walk_step SET body = '{' WHERE n = 2", []).unwrap();
        let (.., mut tape) = load(&file).unwrap().remove(0);
        assert_eq!(tape.done(), 3);
        assert!(tape.undo() && !tape.undo(), "it is not taken back");
        file.execute("INSERT INTO walk (key, body) VALUES ('other', '{')", []).unwrap();
        assert_eq!(load(&file).unwrap().len(), 1, "one that cannot be read is left alone");
    }
}
