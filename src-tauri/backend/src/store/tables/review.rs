//! What was reviewed and rejected, in the file. Jobs for [`crate::store::Store`], sent by `crate::reviews`.

use std::collections::HashMap;

use contract::{Decision, ItemId, LineRef, ProposalKey, Rejection};
use rusqlite::{Connection, Transaction, params};
use serde::{Deserialize, Serialize};

use crate::error::StoreFault;

/// So many things can be taken back.
pub(crate) const UNDONE: i64 = 100;

/// What was proposed here and rejected, with what was rejected of the line before.
pub(crate) type RejectedHere = (LineRef, Decision, Option<Rejection>);

/// A proposal of another station that was rejected, with what was rejected of its line before.
pub(crate) type RejectedElsewhere = (ItemId, ProposalKey, Option<Rejection>);

/// Something that was done in the inbox and can be taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReviewStep {
    /// What the marks of lines were before.
    Marks(Vec<(ItemId, Option<String>)>),
    /// What was proposed here and rejected.
    Rejected(Vec<RejectedHere>),
    /// The same, with proposals of other stations.
    RejectedWith {
        /// Those that were made here.
        here: Vec<RejectedHere>,
        /// Those of others.
        elsewhere: Vec<RejectedElsewhere>,
    },
}

/// What was reviewed, as it is read at the start.
#[derive(Debug, Default)]
pub(crate) struct SavedReview {
    /// What was decided about lines when they were looked at.
    pub marks: HashMap<ItemId, String>,
    /// What was rejected of lines.
    pub rejections: HashMap<ItemId, Rejection>,
    /// What can be taken back, the last one last.
    pub steps: Vec<ReviewStep>,
}

impl SavedReview {
    /// What was decided about lines when they were looked at; `None` for those that were not after all.
    pub(crate) fn set_marks(&mut self, marks: Vec<(ItemId, Option<String>)>) {
        put(&mut self.marks, marks);
    }

    /// What was rejected of lines; `None` for what was not after all.
    pub(crate) fn set_rejections(&mut self, rejections: Vec<(ItemId, Option<Rejection>)>) {
        put(&mut self.rejections, rejections);
    }

    /// Sets marks back that could not be kept, but for those that are others by now, and forgets the step they
    /// were.
    pub(crate) fn set_back(
        &mut self,
        set: &[(ItemId, Option<String>)],
        before: Vec<(ItemId, Option<String>)>,
        as_step: bool,
    ) {
        if as_step {
            self.forget(&ReviewStep::Marks(before.clone()));
        }
        let is_as_set =
            |(item, mark): &(ItemId, Option<String>)| self.marks.get(item) == mark.as_ref();
        let stands: Vec<_> = set.iter().map(is_as_set).collect();
        let back = before.into_iter().zip(stands).filter(|(_, stands)| *stands);
        self.set_marks(back.map(|(mark, _)| mark).collect());
    }

    /// A thing that cannot be taken back after all.
    pub(crate) fn forget(&mut self, step: &ReviewStep) {
        let at = self.steps.iter().rposition(|other| other == step);
        at.map(|at| self.steps.remove(at));
    }

    /// One more thing that can be taken back.
    pub(crate) fn push(&mut self, step: Option<ReviewStep>) {
        self.steps.extend(step);
        let most = usize::try_from(UNDONE).unwrap_or(usize::MAX);
        self.steps.drain(..self.steps.len().saturating_sub(most));
    }
}

/// Puts values into a map; `None` takes the one that is there away.
fn put<T>(map: &mut HashMap<ItemId, T>, values: Vec<(ItemId, Option<T>)>) {
    for (item, value) in values {
        match value {
            Some(value) => drop(map.insert(item, value)),
            None => drop(map.remove(&item)),
        }
    }
}

/// Keeps something that can be taken back.
pub(crate) fn save_step(tx: &Transaction<'_>, step: &ReviewStep) -> Result<(), StoreFault> {
    let body = serde_json::to_string(step)?;
    tx.prepare_cached(
        "INSERT INTO review_step (n, body) SELECT coalesce(max(n), 0) + 1, ?1 FROM review_step",
    )?
    .execute([body])?;
    tx.prepare_cached("DELETE FROM review_step WHERE n <= (SELECT max(n) FROM review_step) - ?1")?
        .execute([UNDONE])?;
    Ok(())
}

/// Forgets the last thing that can be taken back: it was.
pub(crate) fn forget_step(tx: &Transaction<'_>) -> Result<(), StoreFault> {
    tx.execute("DELETE FROM review_step WHERE n = (SELECT max(n) FROM review_step)", [])?;
    Ok(())
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
    let mut steps = connection.prepare("SELECT body FROM review_step ORDER BY n DESC")?;
    let steps = steps.query_map([], |row| row.get::<_, String>(0))?;
    let steps = steps.collect::<Result<Vec<_>, _>>()?;
    let step = |body: &String| {
        let read = serde_json::from_str(body);
        read.inspect_err(|error| tracing::warn!(%error, "a step of the inbox cannot be read")).ok()
    };
    // What is older than one that cannot be read is not the last thing any more once that is reached.
    let mut steps: Vec<_> = steps.iter().map_while(step).collect();
    steps.reverse();
    Ok(SavedReview {
        steps,
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

    #[test]
    fn marks_that_cannot_be_kept_are_set_back_but_for_those_that_are_others_by_now() {
        let mark = |item: &str, decided: Option<&str>| (item.into(), decided.map(str::to_owned));
        let mut kept = SavedReview::default();
        kept.set_marks(vec![mark("a", Some("old"))]);
        let set = vec![mark("a", Some("new")), mark("b", Some("new")), mark("c", Some("new"))];
        let before = vec![mark("a", Some("old")), mark("b", None), mark("c", None)];
        kept.set_marks(set.clone());
        kept.push(Some(ReviewStep::Marks(before.clone())));
        kept.set_marks(vec![mark("c", Some("newer"))]);
        kept.set_back(&set, before, true);
        let marks = [("a".into(), "old".to_owned()), ("c".into(), "newer".to_owned())];
        assert_eq!(kept.marks, HashMap::from(marks));
        assert!(kept.steps.is_empty());
    }

    #[test]
    fn what_can_be_taken_back_comes_back_in_its_order_and_only_so_much() {
        let mut file = Connection::open_in_memory().unwrap();
        STEPS.iter().for_each(|step| file.execute_batch(step).unwrap());
        let step = |n: usize| ReviewStep::Marks(vec![(format!("{n}").as_str().into(), None)]);
        let tx = file.transaction().unwrap();
        (0..130).for_each(|n| save_step(&tx, &step(n)).unwrap());
        forget_step(&tx).unwrap();
        tx.commit().unwrap();
        assert_eq!(load(&file).unwrap().steps, (30..129).map(step).collect::<Vec<_>>());
        file.execute("UPDATE review_step SET body = 'torn' WHERE n = 50", []).unwrap();
        // Row 50 holds step 49.
        assert_eq!(load(&file).unwrap().steps, (50..129).map(step).collect::<Vec<_>>());
    }
}
