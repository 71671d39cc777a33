//! The last answers of calls the interface document does not show. Jobs for [`crate::store::Store`]. A body
//! in a form this version cannot read counts as never told.

use chrono::{DateTime, Utc};
use contract::ObservedCall;
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde::{Serialize, de::DeserializeOwned};

use crate::{error::StoreFault, store::load::time};

/// Of each call no more answers than this are kept.
const MOST: u32 = 60;

/// Keeps an answer, in the place of the one before.
pub(crate) fn save(
    tx: &Transaction<'_>,
    call: ObservedCall,
    about: &impl Serialize,
    body: &impl Serialize,
    as_of: DateTime<Utc>,
) -> Result<(), StoreFault> {
    let name = name_of(call)?;
    tx.prepare_cached(
        "INSERT INTO observed (call, about, as_of, body) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (call, about) DO UPDATE SET as_of = excluded.as_of, body = excluded.body",
    )?
    .execute(params![
        name,
        serde_json::to_string(about)?,
        as_of.timestamp_micros(),
        serde_json::to_string(body)?,
    ])?;
    tx.prepare_cached(
        "DELETE FROM observed WHERE call = ?1 AND about IN (
             SELECT about FROM observed WHERE call = ?1 ORDER BY as_of DESC LIMIT -1 OFFSET ?2)",
    )?
    .execute(params![name, MOST])?;
    Ok(())
}

/// What was answered last, and when; `None` if nothing is kept of it.
pub(crate) fn load<T: DeserializeOwned>(
    connection: &Connection,
    call: ObservedCall,
    about: &impl Serialize,
) -> Result<Option<(T, DateTime<Utc>)>, StoreFault> {
    let found: Option<(String, i64)> = connection
        .prepare_cached("SELECT body, as_of FROM observed WHERE call = ?1 AND about = ?2")?
        .query_row([name_of(call)?, serde_json::to_string(about)?], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()?;
    let Some((body, as_of)) = found else { return Ok(None) };
    let as_of = time(as_of)?;
    Ok(serde_json::from_str(&body).ok().map(|body| (body, as_of)))
}

/// The name a call has in the file.
fn name_of(call: ObservedCall) -> Result<String, StoreFault> {
    Ok(serde_json::to_string(&call)?)
}

#[cfg(test)]
mod tests {
    use contract::Profile;

    use super::*;
    use crate::store::Store;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_795_000_000 + seconds, 0).unwrap()
    }

    fn store() -> (tempfile::TempDir, std::sync::Arc<Store>) {
        let data = tempfile::tempdir().unwrap();
        let profile =
            Profile { server: "https://stock.example".into(), user_name: "aokafor".into() };
        let store = Store::open(data.path(), &profile).unwrap();
        (data, store)
    }

    #[tokio::test]
    async fn the_newest_answer_takes_the_place_of_the_one_before() {
        let (_data, store) = store();
        for (n, seconds) in [(1, 0), (2, 9)] {
            let save = move |tx: &Transaction<'_>| {
                save(tx, ObservedCall::PickPage, &"m1", &[n], at(seconds))
            };
            store.send(save).await.unwrap();
        }
        let read = |call, about: &'static str| {
            store.read(move |file| load::<Vec<u32>>(file, call, &about))
        };
        assert_eq!(read(ObservedCall::PickPage, "m1").await.unwrap(), Some((vec![2], at(9))));
        assert_eq!(read(ObservedCall::PickPage, "m2").await.unwrap(), None);
        assert_eq!(read(ObservedCall::EditPage, "m1").await.unwrap(), None, "another call");
        let other = store.read(|file| load::<String>(file, ObservedCall::PickPage, &"m1"));
        assert_eq!(other.await.unwrap(), None, "in another form it was never told");
    }

    #[tokio::test]
    async fn only_so_many_answers_of_a_call_are_kept_those_told_last() {
        let (_data, store) = store();
        let fill = |tx: &Transaction<'_>| {
            for n in 0..i64::from(MOST) + 5 {
                save(tx, ObservedCall::PickPage, &n, &n, at(n))?;
            }
            save(tx, ObservedCall::EditPage, &0, &0, at(0))
        };
        store.send(fill).await.unwrap();
        let count = |call| {
            store.read(move |file| {
                let sql = "SELECT count(*), min(as_of) FROM observed WHERE call = ?1";
                let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get::<_, i64>(1)?));
                Ok(file.query_row(sql, [name_of(call)?], row)?)
            })
        };
        let kept = (i64::from(MOST), at(5).timestamp_micros());
        assert_eq!(count(ObservedCall::PickPage).await.unwrap(), kept);
        assert_eq!(count(ObservedCall::EditPage).await.unwrap().0, 1);
    }
}
