//! What was reviewed and rejected, in the file. Jobs for [`crate::store::Store`], sent by `crate::reviews`.

use std::collections::HashMap;

use contract::{ItemId, Rejection};
use rusqlite::{Connection, Transaction, params};

use crate::error::StoreFault;

/// What was reviewed, as it is read at the start.
#[derive(Debug, Default)]
pub(crate) struct SavedReview {
    /// What was decided about lines when they were looked at.
    pub marks: HashMap<ItemId, String>,
    /// What was rejected of lines.
    pub rejections: HashMap<ItemId, Rejection>,
}

/// Keeps what was decided about lines when they were looked at; `None` for those that were not after all.
pub(crate) fn save_marks(
    tx: &Transaction<'_>,
    marks: &[(ItemId, Option<String>)],
) -> Result<(), StoreFault> {
    let mut save = tx.prepare_cached(
        "INSERT INTO review_mark (item, decided) VALUES (?1, ?2)
         ON CONFLICT (item) DO UPDATE SET decided = excluded.decided",
    )?;
    let mut forget = tx.prepare_cached("DELETE FROM review_mark WHERE item = ?1")?;
    for (item, decided) in marks {
        match decided {
            Some(decided) => save.execute(params![item.as_str(), decided])?,
            None => forget.execute([item.as_str()])?,
        };
    }
    Ok(())
}

/// Keeps what was rejected of lines; `None` for what was not after all.
pub(crate) fn save_rejections(
    tx: &Transaction<'_>,
    rejections: &[(ItemId, Option<Rejection>)],
) -> Result<(), StoreFault> {
    let mut save = tx.prepare_cached(
        "INSERT INTO rejection (item, body) VALUES (?1, ?2)
         ON CONFLICT (item) DO UPDATE SET body = excluded.body",
    )?;
    let mut forget = tx.prepare_cached("DELETE FROM rejection WHERE item = ?1")?;
    for (item, rejection) in rejections {
        match rejection {
            Some(rejection) => {
                save.execute(params![item.as_str(), serde_json::to_string(rejection)?])?
            }
            None => forget.execute([item.as_str()])?,
        };
    }
    Ok(())
}

/// Reads all of it; what cannot be read is left out.
pub(crate) fn load(connection: &Connection) -> Result<SavedReview, StoreFault> {
    let pairs = |sql: &str| -> Result<Vec<(String, String)>, StoreFault> {
        let mut statement = connection.prepare(sql)?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    };
    let marks = pairs("SELECT item, decided FROM review_mark")?;
    let rejections = pairs("SELECT item, body FROM rejection")?;
    let rejection = |(item, body): (String, String)| {
        let read = serde_json::from_str(&body);
        let read = read.inspect_err(|error| tracing::warn!(%error, "a rejection cannot be read"));
        Some((item.into(), read.ok()?))
    };
    Ok(SavedReview {
        marks: marks.into_iter().map(|(item, decided)| (item.into(), decided)).collect(),
        rejections: rejections.into_iter().filter_map(rejection).collect(),
    })
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use contract::ChangeKind;

    use super::*;
    use crate::store::migrations::STEPS;

    #[test]
    fn marks_and_rejections_come_back_until_they_are_taken_away() {
        let mut file = Connection::open_in_memory().unwrap();
        STEPS.iter().for_each(|step| file.execute_batch(step).unwrap());
        let mut write = |marks: &[(&str, Option<&str>)], note: Option<&str>| {
            let (at, by, kind) = (DateTime::UNIX_EPOCH, None, ChangeKind::Cancel);
            let rejection = note.map(|note| Rejection { at, by, kind, note: note.into() });
            let marks: Vec<_> = marks
                .iter()
                .map(|(item, decided)| (ItemId::from(*item), decided.map(str::to_owned)))
                .collect();
            let tx = file.transaction().unwrap();
            save_marks(&tx, &marks).unwrap();
            save_rejections(&tx, &[("a".into(), rejection)]).unwrap();
            tx.commit().unwrap();
            load(&file).unwrap()
        };
        write(&[("a", Some("cancel X")), ("b", Some("revise 1 Y"))], Some("no"));
        let saved = write(&[("a", None), ("b", Some("revise 2 Y"))], Some("not yet"));
        assert_eq!(saved.marks, HashMap::from([("b".into(), "revise 2 Y".to_owned())]));
        assert_eq!(saved.rejections[&ItemId::from("a")].note, "not yet");
        assert!(write(&[], None).rejections.is_empty());
    }
}
