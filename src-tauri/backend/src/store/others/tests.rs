use std::{collections::BTreeMap, path::PathBuf};

use super::*;
use crate::store::Store;
use crate::store::folder;
use crate::store::migrations;

fn profile(user_name: &str) -> Profile {
    Profile { server: "https://stock.example/stockroom".into(), user_name: user_name.into() }
}

/// A profile of the data folder in which so many operations wait and one has ended.
async fn with_waiting(data: &Path, user_name: &str, waiting: i64) -> std::sync::Arc<Store> {
    let store = Store::open(data, &profile(user_name)).unwrap();
    let job = store.send(move |tx| {
        for n in 0..=waiting {
            tx.execute(
                "INSERT INTO operation (key, body, state, kept, ended)
                 VALUES (?1, '{}', 'queued', 0, CASE WHEN ?1 = 0 THEN 1 END)",
                [n],
            )?;
        }
        Ok(())
    });
    job.await.unwrap();
    store
}

fn counts(data: &Path, except: Option<&Profile>) -> Vec<(String, u32)> {
    let others = others(data, except).into_iter();
    others.map(|work| (work.profile.user_name, work.waiting)).collect()
}

/// Every file of a profile's folder with its bytes.
fn files(data: &Path, user_name: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let folder = folder::of(data, &profile(user_name));
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.map(|path| (path.clone(), std::fs::read(path).unwrap())).collect()
}

#[tokio::test]
async fn the_work_of_others_is_counted_and_their_folders_stay_as_they_are() {
    let data = tempfile::tempdir().unwrap();
    with_waiting(data.path(), "jweir", 3).await.close().await;
    with_waiting(data.path(), "bmoreau", 2).await.close().await;
    with_waiting(data.path(), "idle", 0).await.close().await;
    let before = files(data.path(), "jweir");
    let mine = profile("bmoreau");
    assert_eq!(counts(data.path(), Some(&mine)), [("jweir".to_owned(), 3)]);
    let all = [("bmoreau".to_owned(), 2), ("jweir".to_owned(), 3)];
    assert_eq!(counts(data.path(), None), all);
    assert_eq!(files(data.path(), "jweir"), before);
    // Whoever's work it is can open it as ever.
    Store::open(data.path(), &profile("jweir")).unwrap().close().await;
}

#[tokio::test]
async fn edited_lines_that_are_not_sent_are_counted_beside_what_waits() {
    let data = tempfile::tempdir().unwrap();
    let theirs = with_waiting(data.path(), "jweir", 0).await;
    let edits = theirs.send(|tx| {
        for (row, body) in [("a", Some("{}")), ("b", Some("torn")), ("sent", None)] {
            tx.execute(
                "INSERT INTO sheet_row (movement, row, body) VALUES ('m', ?1, ?2)",
                (row, body),
            )?;
        }
        Ok(())
    });
    edits.await.unwrap();
    theirs.close().await;
    let others = others(data.path(), None);
    let [OtherWork { waiting: 0, unsent: 2, .. }] = others[..] else { panic!("{others:?}") };
}

#[tokio::test]
async fn work_in_a_profile_that_is_in_use_is_counted_too() {
    let data = tempfile::tempdir().unwrap();
    let theirs = with_waiting(data.path(), "jweir", 3).await;
    assert_eq!(counts(data.path(), None), [("jweir".to_owned(), 3)]);
    let more = theirs.send(|tx| {
        tx.execute("UPDATE operation SET ended = 1 WHERE key = '1'", [])?;
        Ok(())
    });
    more.await.unwrap();
    assert_eq!(counts(data.path(), None), [("jweir".to_owned(), 2)]);
    theirs.close().await;
}

#[tokio::test]
async fn what_cannot_be_read_is_left_out_without_an_error() {
    let data = tempfile::tempdir().unwrap();
    assert_eq!(counts(data.path(), None), [], "there is no folder yet");
    with_waiting(data.path(), "jweir", 1).await.close().await;
    for (name, bytes) in [("torn", &b"SQLite format 3\0 and nothing more"[..]), ("empty", b"")] {
        let folder = data.path().join("profiles").join(name);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(file_in(&folder), bytes).unwrap();
    }
    std::fs::create_dir_all(data.path().join("profiles/bare")).unwrap();
    std::fs::write(data.path().join("profiles/stray"), "no folder").unwrap();
    assert_eq!(counts(data.path(), None), [("jweir".to_owned(), 1)]);
    let bare = std::fs::read_dir(data.path().join("profiles/bare")).unwrap().count();
    assert_eq!(bare, 0, "nothing is made");
}

#[tokio::test]
async fn the_file_of_an_earlier_version_is_counted_and_not_migrated() {
    let data = tempfile::tempdir().unwrap();
    let folder = folder::of(data.path(), &profile("jweir"));
    folder::make(&folder).unwrap();
    let mut connection = Connection::open(file_in(&folder)).unwrap();
    migrations::migrate(&mut connection, &file_in(&folder), &migrations::STEPS[..1]).unwrap();
    connection
        .execute_batch(
            "INSERT INTO profile (only_row, server, user_name)
             VALUES (1, 'https://stock.example/stockroom', 'jweir');
             INSERT INTO creation (key, form, attempted, id, changes)
             VALUES ('a', '{}', 0, NULL, 0), ('b', '{}', 0, 'm1', 2), ('c', '{}', 0, 'm2', 0);",
        )
        .unwrap();
    connection.close().unwrap();
    let before = files(data.path(), "jweir");
    assert_eq!(counts(data.path(), None), [("jweir".to_owned(), 2)]);
    assert_eq!(files(data.path(), "jweir"), before);
}

#[tokio::test]
async fn a_folder_with_signs_of_an_address_in_its_name_is_read() {
    let above = tempfile::tempdir().unwrap();
    let data = above.path().join("a?b #c%20é");
    with_waiting(&data, "jweir", 1).await.close().await;
    assert_eq!(counts(&data, None), [("jweir".to_owned(), 1)]);
}
