//! Forms being filled in, and what is brought back after a kill.

use contract::*;
use tempfile::TempDir;

use crate::{
    act::{form, key},
    house::{House, code, open_at_pace},
};

fn draft(n: u128, name: &str) -> Draft {
    let typed = [("date_requested".to_owned(), "20/1".to_owned())].into();
    Draft { key: key(n), form: DraftForm::NewMovement(form(name)), typed }
}

async fn save(house: &House, draft: &Draft) -> Result<KeptDraft, backend::Error> {
    house.backend.save_draft(SaveDraft { draft: draft.clone() }).await
}

async fn drafts(house: &House) -> Vec<Draft> {
    let kept = house.backend.list_drafts(ListDrafts {}).await.unwrap();
    kept.into_iter().map(|kept| kept.draft).collect()
}

/// The data folder as a kill would leave it now, in place of the one in use.
async fn kill(house: &mut House) {
    let image = tempfile::tempdir().unwrap();
    copy(house.data.path(), image.path());
    house.backend.close().await;
    house.backend = open_at_pace(&image, &house.clock, house.pace);
    house.data = image;
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            std::fs::create_dir_all(&to).unwrap();
            copy(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), to).unwrap();
        }
    }
}

#[tokio::test]
async fn a_form_outlives_the_window_and_is_told_when_it_was_kept() {
    let mut house = House::signed_in().await;
    let kept = save(&house, &draft(1, "Theatre")).await.unwrap();
    assert_eq!((kept.kept, kept.draft), (house.clock.now(), draft(1, "Theatre")));
    house.restart().await;
    house.open_profile("aokafor").await.unwrap();
    assert_eq!(drafts(&house).await, [draft(1, "Theatre")]);
    assert_eq!(house.outbox().await.restored, None, "it was closed, not killed");
    house.backend.drop_draft(DropDraft { key: key(1) }).await.unwrap();
    assert_eq!(drafts(&house).await, []);
}

#[tokio::test]
async fn every_change_of_the_forms_is_announced() {
    let house = House::signed_in().await;
    let mut changes = house.backend.changes();
    for step in 0..2 {
        if step == 0 {
            save(&house, &draft(1, "Theatre")).await.unwrap();
        } else {
            house.backend.drop_draft(DropDraft { key: key(1) }).await.unwrap();
        }
        let told = async { while !changes.recv().await.unwrap().contains(&Topic::Drafts) {} };
        tokio::time::timeout(std::time::Duration::from_secs(30), told).await.unwrap();
    }
}

#[tokio::test]
async fn a_form_goes_with_the_movement_it_became_and_does_not_come_back() {
    let house = House::signed_in().await;
    house.pause(true).await;
    save(&house, &draft(1, "Theatre")).await.unwrap();
    save(&house, &draft(2, "Ward")).await.unwrap();
    house.create(key(1), form("Theatre")).await;
    assert_eq!(drafts(&house).await, [draft(2, "Ward")]);
    // A pause in typing that was on its way when the button was pressed.
    assert_eq!(code(save(&house, &draft(1, "Theatr")).await), "too_late");
    assert_eq!(drafts(&house).await, [draft(2, "Ward")]);
}

#[tokio::test]
async fn after_a_kill_it_is_told_what_was_brought_back_until_it_was_seen() {
    let mut house = House::signed_in().await;
    house.pause(true).await;
    save(&house, &draft(1, "Theatre")).await.unwrap();
    save(&house, &draft(2, "Ward")).await.unwrap();
    house.create(key(3), form("Waits")).await;
    kill(&mut house).await;
    house.open_profile("aokafor").await.unwrap();
    let brought_back = Some(Restored { drafts: 2, operations: 1 });
    assert_eq!(house.outbox().await.restored, brought_back);
    let mut back = drafts(&house).await;
    back.sort_by_key(|draft| draft.key);
    assert_eq!(back, [draft(1, "Theatre"), draft(2, "Ward")]);
    house.backend.seen_restored(SeenRestored {}).await.unwrap();
    assert_eq!(house.outbox().await.restored, None);
    house.restart().await;
    house.open_profile("aokafor").await.unwrap();
    assert_eq!(house.outbox().await.restored, None, "it was closed this time");
}

#[tokio::test]
async fn a_kill_in_which_nothing_waited_is_not_told() {
    let mut house = House::signed_in().await;
    kill(&mut house).await;
    house.open_profile("aokafor").await.unwrap();
    assert_eq!(house.outbox().await.restored, None);
}

#[tokio::test]
async fn another_user_sees_whose_work_waits_and_nothing_of_it() {
    let house = House::signed_in().await;
    house.pause(true).await;
    save(&house, &draft(1, "Theatre")).await.unwrap();
    house.create(key(2), form("Waits")).await;
    house.sign_in_as("jweir", practice::sample::PASSWORD).await.unwrap();
    assert_eq!(drafts(&house).await, []);
    let outbox = house.outbox().await;
    assert_eq!((outbox.waiting, outbox.restored), (0, None));
    let theirs = OtherWork { profile: house.profile("aokafor"), waiting: 1 };
    assert_eq!(outbox.others, [theirs]);
}

#[tokio::test]
async fn without_a_profile_nothing_is_kept_and_nothing_is_shown() {
    let house = House::new().await;
    assert_eq!(code(save(&house, &draft(1, "Theatre")).await), "needs_session");
    assert_eq!(code(house.backend.list_drafts(ListDrafts {}).await), "needs_session");
    assert_eq!(code(house.backend.seen_restored(SeenRestored {}).await), "needs_session");
    let folders: Vec<_> = folders(&house.data);
    assert!(folders.is_empty(), "{folders:?}");
}

fn folders(data: &TempDir) -> Vec<String> {
    let entries = std::fs::read_dir(data.path().join("profiles")).into_iter().flatten();
    entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
}
