use chrono::{DateTime, Utc};
use contract::{
    DataSet, LineChange, LocationKind, Movement, MovementKey, Operation, OperationKey,
    StocklistQuery,
};
use rules::movements::{
    known::{Answered, KnownMovement, MovementSet},
    lines::new_line,
};

use super::load;
use super::tables::drafts;
use super::tables::facts;
use super::tables::mirror;
use super::tables::operations;
use super::*;
use crate::outbox::op::Base;
use crate::outbox::op::Op;
use crate::service::cache::Age;

fn profile(user_name: &str) -> Profile {
    Profile { server: "https://stock.example/stockroom".into(), user_name: user_name.into() }
}

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_000_000 + seconds, 0).unwrap()
}

fn age(seconds: i64, left_out: u32) -> Age {
    Age { as_of: at(seconds), left_out }
}

fn known(id: &str) -> KnownMovement {
    let json = format!(r#"{{"id":"{id}","lines":[]}}"#);
    let movement: Movement = serde_json::from_str(&json).unwrap();
    let mut set = MovementSet::default();
    let key = contract::MovementKey(uuid::Uuid::from_u128(7));
    set.take_movement(Answered { movement, asked: at(0), came: at(1) }, at(1), None, || key)
        .as_ref()
        .clone()
}

#[tokio::test]
async fn what_was_committed_is_there_after_closing_and_opening() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::open(data.path(), &profile("aokafor")).unwrap();
    store.send(|tx| mirror::save_movements(tx, [&known("m1")])).await.unwrap();
    store.send(|tx| mirror::save_age(tx, &DataSet::Movements, age(2, 3))).await.unwrap();
    store.send(|tx| facts::set_signed_out(tx, false)).await.unwrap();
    store.close().await;

    let store = Store::open(data.path(), &profile("aokafor")).unwrap();
    let saved = store.read(load::all).await.unwrap();
    assert_eq!(saved.movements.len(), 1);
    assert_eq!(saved.movements[0].key, known("m1").key);
    assert_eq!(saved.movements[0].movement, known("m1").movement);
    assert_eq!(saved.movements[0].lines_seen, Some(at(1)));
    assert_eq!(saved.ages[&DataSet::Movements], age(2, 3));
    assert!(!store.read(facts::signed_out).await.unwrap());
}

#[tokio::test]
async fn an_operation_is_read_with_its_merge_and_one_of_an_earlier_version_without() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::open(data.path(), &profile("aokafor")).unwrap();
    let movement = MovementKey(uuid::Uuid::from_u128(7));
    let key = |n| OperationKey(uuid::Uuid::from_u128(n));
    let product = serde_json::from_str(r#"{"id":"p1"}"#).unwrap();
    let line = Base::Line(Box::new(new_line(product, 5, Some(100))));
    let op = |n, base: Option<&Base>, merge| {
        let body = Operation::ChangeLine(LineChange::Delete { item: "l1".into() });
        Op { merge, ..Op::new(key(n), Some(movement), body, base.cloned(), at(0)) }
    };
    let merge = Some(key(1));
    let ops = vec![op(1, None, merge), op(2, Some(&line), merge), op(3, Some(&line), None)];
    let kept = store.send(move |tx| operations::insert(tx, ops, &[])).await.unwrap();
    // As they are kept without a merge, earlier versions kept all.
    let earlier = serde_json::to_string(&line).unwrap();
    let (asked, third) = ("SELECT base FROM operation WHERE key = ?1", key(3).to_string());
    let written =
        store.read(move |file| Ok(file.query_row(asked, [third], |row| row.get::<_, String>(0))?));
    assert_eq!(written.await, Ok(earlier));
    assert_eq!(store.read(operations::load).await.unwrap().ops, kept);
    let merged = store.read(move |file| operations::of_merge(file, movement, key(1)));
    assert_eq!(merged.await.unwrap(), kept[..2]);

    let mut alone = kept[1].clone();
    alone.merge = None;
    let parted = alone.clone();
    store.send(move |tx| operations::update(tx, &[alone], &[])).await.unwrap();
    assert_eq!(store.read(operations::load).await.unwrap().ops[1], parted);
}

#[tokio::test]
async fn a_new_profile_counts_as_signed_out_and_knows_nothing() {
    let data = tempfile::tempdir().unwrap();
    assert!(!Store::exists(data.path(), &profile("aokafor")));
    let store = Store::open(data.path(), &profile("aokafor")).unwrap();
    assert!(Store::exists(data.path(), &profile("aokafor")));
    assert!(store.read(facts::signed_out).await.unwrap());
    assert!(store.read(load::all).await.unwrap().ages.is_empty());
    assert_eq!(store.read(facts::load).await.unwrap(), facts::Facts::default());
}

#[tokio::test]
async fn a_profile_is_opened_once_at_a_time_and_free_again_when_closed() {
    let data = tempfile::tempdir().unwrap();
    let first = Store::open(data.path(), &profile("aokafor")).unwrap();
    assert_eq!(Store::open(data.path(), &profile("aokafor")).err(), Some(StoreFault::InUse));
    assert!(Store::open(data.path(), &profile("jweir")).is_ok(), "profiles do not share a lock");
    first.close().await;
    assert!(Store::open(data.path(), &profile("aokafor")).is_ok());
}

#[tokio::test]
async fn jobs_are_done_in_the_order_they_were_sent_even_if_nobody_waits() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::open(data.path(), &profile("aokafor")).unwrap();
    let asked = StocklistQuery::default();
    for n in 0..50 {
        let data_set = DataSet::Stocklists(asked.clone());
        drop(store.send(move |tx| mirror::save_age(tx, &data_set, age(n, 0))));
    }
    store.close().await;
    let store = Store::open(data.path(), &profile("aokafor")).unwrap();
    assert_eq!(store.read(load::all).await.unwrap().ages[&DataSet::Stocklists(asked)], age(49, 0));
}

#[tokio::test]
async fn a_job_that_fails_leaves_nothing_behind_and_the_writer_goes_on() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::open(data.path(), &profile("aokafor")).unwrap();
    let failed = store.send(|tx| {
        mirror::save_category(tx, "c1", "Dressings")?;
        Err::<(), _>(StoreFault::Broken("on purpose".into()))
    });
    assert!(failed.await.is_err());
    store.send(|tx| mirror::save_category(tx, "c2", "Gloves")).await.unwrap();
    let names: Vec<_> = store.read(load::all).await.unwrap().categories;
    assert_eq!(names.iter().map(|c| c.name.as_deref().unwrap()).collect::<Vec<_>>(), ["Gloves"]);
}

#[tokio::test]
async fn a_closed_store_refuses_to_write() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::open(data.path(), &profile("aokafor")).unwrap();
    store.close().await;
    assert!(store.send(|tx| mirror::save_category(tx, "c1", "Dressings")).await.is_err());
}

#[tokio::test]
async fn the_file_of_a_newer_version_is_refused_and_left_as_it_is() {
    let data = tempfile::tempdir().unwrap();
    Store::open(data.path(), &profile("aokafor")).unwrap().close().await;
    let file = file_in(&folder::of(data.path(), &profile("aokafor")));
    let connection = Connection::open(&file).unwrap();
    connection.pragma_update(None, "user_version", 4_000).unwrap();
    connection.close().unwrap();
    let before = std::fs::read(&file).unwrap();
    assert_eq!(Store::open(data.path(), &profile("aokafor")).err(), Some(StoreFault::NewerData));
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[tokio::test]
async fn a_file_that_belongs_to_another_profile_is_refused() {
    let data = tempfile::tempdir().unwrap();
    Store::open(data.path(), &profile("aokafor")).unwrap().close().await;
    let theirs = folder::of(data.path(), &profile("jweir"));
    std::fs::rename(folder::of(data.path(), &profile("aokafor")), &theirs).unwrap();
    let workspace = Store::open(data.path(), &profile("jweir"));
    assert!(matches!(workspace.err(), Some(StoreFault::Broken(_))));
}

#[tokio::test]
async fn a_data_set_with_a_row_of_another_form_counts_as_never_asked() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::open(data.path(), &profile("aokafor")).unwrap();
    let parent = contract::LocationId::from("depot");
    let bins = DataSet::BinLocations(parent.clone());
    store
        .send(move |tx| {
            mirror::save_locations(tx, LocationKind::Bins, &parent, [])?;
            mirror::save_age(tx, &DataSet::BinLocations(parent), age(0, 0))?;
            mirror::save_age(tx, &DataSet::Products, age(0, 0))?;
            tx.execute("INSERT INTO product (position, body) VALUES (0, '{\"odd\":1}')", [])?;
            Ok(())
        })
        .await
        .unwrap();
    let saved = store.read(load::all).await.unwrap();
    assert!(saved.products.is_empty());
    assert!(!saved.ages.contains_key(&DataSet::Products));
    assert!(saved.ages.contains_key(&bins), "empty and complete is not the same as torn");
}

#[tokio::test]
async fn a_movement_of_another_form_keeps_its_key() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::open(data.path(), &profile("aokafor")).unwrap();
    store.send(|tx| mirror::save_movements(tx, [&known("m1")])).await.unwrap();
    store
        .send(|tx| Ok(tx.execute("UPDATE movement SET header = '[]', lines = '{'", [])?))
        .await
        .unwrap();
    let saved = store.read(load::all).await.unwrap();
    assert_eq!(saved.movements[0].key, known("m1").key);
    assert_eq!(saved.movements[0].movement.id, "m1".into());
    assert_eq!(saved.movements[0].movement.lines, None);
}

#[tokio::test]
async fn a_movement_that_takes_its_makers_key_is_kept_once() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::open(data.path(), &profile("aokafor")).unwrap();
    let makers = contract::MovementKey(uuid::Uuid::from_u128(8));
    store.send(|tx| mirror::save_movements(tx, [&known("m1")])).await.unwrap();
    let renamed = KnownMovement { key: makers, ..known("m1") };
    store.send(move |tx| mirror::save_movements(tx, [&renamed])).await.unwrap();
    let saved = store.read(load::all).await.unwrap();
    assert_eq!(saved.movements.iter().map(|known| known.key).collect::<Vec<_>>(), [makers]);
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_may_look_into_a_profiles_folder() {
    use std::os::unix::fs::PermissionsExt;
    let data = tempfile::tempdir().unwrap();
    let _store = Store::open(data.path(), &profile("aokafor")).unwrap();
    let folder = folder::of(data.path(), &profile("aokafor"));
    let mode = std::fs::metadata(folder).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}

#[tokio::test]
async fn what_is_called_kept_is_synced_to_the_disk_before() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::open(data.path(), &profile("aokafor")).unwrap();
    let settings = store.send(|tx| {
        let synchronous: i64 = tx.pragma_query_value(None, "synchronous", |row| row.get(0))?;
        let log: String = tx.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
        let keys: bool = tx.pragma_query_value(None, "foreign_keys", |row| row.get(0))?;
        Ok((synchronous, log, keys))
    });
    assert_eq!(settings.await.unwrap(), (2, "wal".to_owned(), true), "2 is FULL");
}

#[tokio::test]
async fn every_table_takes_only_what_its_columns_are_for() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::open(data.path(), &profile("aokafor")).unwrap();
    let tables = store
        .read(|file| {
            let mut list = file.prepare(
                "SELECT name, strict FROM pragma_table_list
                 WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
            )?;
            let rows = list.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<Result<Vec<(String, bool)>, _>>()?)
        })
        .await
        .unwrap();
    assert!(tables.len() > 12, "{tables:?}");
    for (name, strict) in tables {
        assert!(strict, "{name}");
    }
}

/// A copy of a data folder as a kill would leave it at this moment.
fn killed(data: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    let (from, to) = (folder::of(data, &profile("aokafor")), copy.path());
    let to = folder::of(to, &profile("aokafor"));
    folder::make(&to).unwrap();
    for name in ["profile.sqlite", "profile.sqlite-wal"] {
        if from.join(name).exists() {
            std::fs::copy(from.join(name), to.join(name)).unwrap();
        }
    }
    copy
}

#[tokio::test]
async fn a_newer_version_that_was_killed_is_refused_and_its_log_left_as_it_is_too() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::open(data.path(), &profile("aokafor")).unwrap();
    store.send(|tx| Ok(tx.pragma_update(None, "user_version", 4_000)?)).await.unwrap();
    let image = killed(data.path());
    let folder = folder::of(image.path(), &profile("aokafor"));
    let bytes = |name: &str| std::fs::read(folder.join(name)).unwrap();
    let before = (bytes("profile.sqlite"), bytes("profile.sqlite-wal"));
    assert!(!before.1.is_empty(), "what is newer stands in the log alone");
    for _ in 0..2 {
        let workspace = Store::open(image.path(), &profile("aokafor"));
        assert_eq!(workspace.err(), Some(StoreFault::NewerData));
        assert!(before == (bytes("profile.sqlite"), bytes("profile.sqlite-wal")));
    }
}

fn draft(n: u128) -> contract::Draft {
    let key = contract::MovementKey(uuid::Uuid::from_u128(n));
    let form = contract::DraftForm::Header { base: Default::default(), change: Default::default() };
    contract::Draft { key, form, typed: Default::default(), aside: Vec::new(), table: None }
}

#[tokio::test]
async fn what_waited_when_the_program_was_killed_is_told_until_it_was_seen() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::open(data.path(), &profile("aokafor")).unwrap();
    assert_eq!(store.restored().await.unwrap(), None, "a new profile has nothing to restore");
    let kept = store.send(|tx| {
        drafts::save(tx, &draft(1), at(0))?;
        drafts::save(tx, &draft(2), at(0))?;
        let insert = "INSERT INTO operation (key, body, state, kept, ended) VALUES
                      ('a', '{}', 'queued', 0, NULL), ('b', '{}', 'stuck', 0, NULL),
                      ('c', '{}', 'unsure', 0, NULL), ('d', '{}', 'sent', 0, 1)";
        Ok(tx.execute(insert, [])?)
    });
    kept.await.unwrap();
    let image = killed(data.path());
    let reopened = Store::open(image.path(), &profile("aokafor")).unwrap();
    let keys = |numbers: &[u128]| numbers.iter().map(|n| draft(*n).key).collect();
    let waited = Restored { headers: keys(&[1, 2]), operations: 3, ..Default::default() };
    assert_eq!(reopened.restored().await.unwrap().as_ref(), Some(&waited));
    // What came since is not of it, and what is gone is not told of.
    let since = reopened.send(|tx| {
        drafts::save(tx, &draft(3), at(0))?;
        drafts::forget(tx, draft(1).key)?;
        tx.execute("UPDATE operation SET ended = 1 WHERE key IN ('a', 'b')", [])?;
        let insert =
            "INSERT INTO operation (key, body, state, kept) VALUES ('e', '{}', 'queued', 1)";
        Ok(tx.execute(insert, [])?)
    });
    since.await.unwrap();
    let left = Restored { headers: keys(&[2]), operations: 1, ..Default::default() };
    assert_eq!(reopened.restored().await.unwrap(), Some(left));
    reopened.forget_restored();
    assert_eq!(reopened.restored().await.unwrap(), None);
    // Killed once more, it is told once more.
    let image = killed(image.path());
    let again = Store::open(image.path(), &profile("aokafor")).unwrap();
    let left = Restored { headers: keys(&[2, 3]), operations: 2, ..Default::default() };
    assert_eq!(again.restored().await.unwrap(), Some(left));
    let given_up = again.send(|tx| {
        drafts::forget(tx, draft(2).key)?;
        drafts::forget(tx, draft(3).key)?;
        Ok(tx.execute("UPDATE operation SET ended = 1", [])?)
    });
    given_up.await.unwrap();
    assert_eq!(again.restored().await.unwrap(), None, "nothing is left to be told of");
}

#[tokio::test]
async fn a_profile_that_was_closed_or_in_which_nothing_waited_restores_nothing() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::open(data.path(), &profile("aokafor")).unwrap();
    let nothing = killed(data.path());
    drop(store.send(|tx| drafts::save(tx, &draft(1), at(0))));
    store.close().await;
    assert_eq!(
        Store::open(nothing.path(), &profile("aokafor")).unwrap().restored().await.unwrap(),
        None
    );
    let closed = Store::open(data.path(), &profile("aokafor")).unwrap();
    assert_eq!(closed.restored().await.unwrap(), None);
    assert_eq!(closed.read(drafts::list).await.unwrap().len(), 1, "kept before it was closed");
}

#[tokio::test]
async fn what_was_restored_is_told_to_who_signs_in_after_the_file_was_only_looked_at() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::open(data.path(), &profile("aokafor")).unwrap();
    store.send(|tx| drafts::save(tx, &draft(1), at(0))).await.unwrap();
    store.send(|tx| facts::set_signed_out(tx, true)).await.unwrap();
    let image = killed(data.path());
    let open = || Store::open(image.path(), &profile("aokafor")).unwrap();
    let waited = Some(Restored { headers: vec![draft(1).key], ..Default::default() });
    let looked_at = open();
    assert_eq!(looked_at.restored().await.unwrap(), waited);
    looked_at.close().await;
    let signed_in = open();
    assert_eq!(signed_in.restored().await.unwrap(), waited);
    signed_in.send(|tx| facts::set_signed_out(tx, false)).await.unwrap();
    signed_in.close().await;
    assert_eq!(open().restored().await.unwrap(), None);
}
