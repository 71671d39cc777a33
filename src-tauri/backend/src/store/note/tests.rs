use std::{fs, sync::Arc};

use chrono::DateTime;
use contract::{JournalEvent, OperationKey, Profile};

use super::*;
use crate::store::Store;
use crate::store::folder;
use crate::store::tables::journal::NewJournalEntry;

fn profile() -> Profile {
    Profile { server: "https://stock.example/stockroom".into(), user_name: "aokafor".into() }
}

fn open(data: &Path) -> Arc<Store> {
    Store::open(data, &profile()).unwrap()
}

fn files(data: &Path) -> (PathBuf, PathBuf) {
    let folder = folder::of(data, &profile());
    (folder.join("profile.sqlite"), file_in(&folder))
}

async fn add(store: &Store, entries: u32) {
    for n in 0..entries {
        let entry = NewJournalEntry {
            at: DateTime::from_timestamp(1_795_000_000 + i64::from(n), 0).unwrap(),
            who: "aokafor".to_owned(),
            key: OperationKey(uuid::Uuid::from_u128(u128::from(n))),
            movement: None,
            event: JournalEvent::Kept,
            operation: None,
            before: None,
            after: None,
            failure: None,
            milliseconds: None,
        };
        store.send(move |tx| journal::append(tx, &entry)).await.unwrap();
    }
}

async fn fault(data: &Path) -> Option<u64> {
    let store = open(data);
    let check = store.check_journal().await.unwrap();
    store.close().await;
    check.fault
}

/// A profile of so many entries, closed.
async fn kept(entries: u32) -> tempfile::TempDir {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path());
    add(&store, entries).await;
    store.close().await;
    assert_eq!(fault(data.path()).await, None);
    data
}

/// Cuts the journal behind an entry so that nothing in the file shows it.
fn cut(data: &Path, last: u32) {
    let connection = Connection::open(files(data).0).unwrap();
    let sql = format!(
        "DROP TRIGGER journal_is_never_changed; DROP TRIGGER journal_is_never_cut;
         DELETE FROM journal WHERE entry > {last};
         UPDATE journal_head SET (entry, hash) = (SELECT entry, hash FROM journal
             WHERE entry = {last});"
    );
    connection.execute_batch(&sql).unwrap();
}

#[tokio::test]
async fn r_d11_a_journal_cut_with_its_head_written_anew_is_found() {
    let data = kept(6).await;
    cut(data.path(), 4);
    assert_eq!(fault(data.path()).await, Some(5));
    // Nor does what comes later hide it: another entry stands where the noted one stood.
    let store = open(data.path());
    add(&store, 5).await;
    store.close().await;
    assert_eq!(fault(data.path()).await, Some(6));
}

#[tokio::test]
async fn r_d11_an_older_copy_put_back_is_found() {
    let data = kept(3).await;
    let (file, _) = files(data.path());
    let older = data.path().join("older");
    fs::copy(&file, &older).unwrap();
    let store = open(data.path());
    add(&store, 2).await;
    store.close().await;
    assert_eq!(fault(data.path()).await, None);
    fs::copy(&older, &file).unwrap();
    assert_eq!(fault(data.path()).await, Some(4));
}

#[tokio::test]
async fn r_d11_a_note_that_is_older_torn_or_missing_tells_no_fault() {
    let data = kept(3).await;
    let (_, note) = files(data.path());
    let older = fs::read(&note).unwrap();
    let store = open(data.path());
    add(&store, 2).await;
    store.close().await;
    // Killed between the commit and the note.
    fs::write(&note, &older).unwrap();
    assert_eq!(fault(data.path()).await, None);
    for length in 0..older.len() - 2 {
        fs::write(&note, &older[..length]).unwrap();
        let found = fault(data.path()).await;
        assert_eq!(found, None, "a note torn at {length}");
    }
    fs::remove_file(&note).unwrap();
    assert_eq!(fault(data.path()).await, None);
    assert!(note.exists(), "it is noted again");
}

#[tokio::test]
async fn r_d11_an_emptied_file_is_damaged_and_not_new() {
    let data = kept(3).await;
    let (file, note) = files(data.path());
    fs::write(&file, "").unwrap();
    assert!(Store::open(data.path(), &profile()).is_err());
    assert_eq!(fs::metadata(&file).unwrap().len(), 0, "it is left as it was");
    // A program killed while it made the file had nothing to lose.
    fs::remove_file(&note).unwrap();
    assert_eq!(fault(data.path()).await, None);
}
