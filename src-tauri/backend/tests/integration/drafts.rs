//! Forms being filled in, and what is brought back after a kill.

use contract::*;
use tempfile::TempDir;

use crate::{
    act::{MOVEMENTS, add, form, key},
    house::{House, code, open_at_pace},
};

fn draft(n: u128, name: &str) -> Draft {
    let typed = [("date_requested".to_owned(), "20/1".to_owned())].into();
    let aside = Vec::new();
    Draft { key: key(n), form: DraftForm::NewMovement(form(name)), typed, aside }
}

async fn save(house: &House, draft: &Draft) -> Result<KeptDraft, backend::Error> {
    house.backend.save_draft(SaveDraft { draft: draft.clone() }).await
}

async fn drafts(house: &House) -> Vec<Draft> {
    let kept = house.backend.list_drafts(ListDrafts {}).await.unwrap();
    kept.into_iter().map(|kept| kept.draft).collect()
}

/// The data folder as a kill would leave it now, in place of the one in use.
pub async fn kill(house: &mut House) {
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
    house.backend.drop_draft(DropDraft { key: key(1), refused: false }).await.unwrap();
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
            house.backend.drop_draft(DropDraft { key: key(1), refused: false }).await.unwrap();
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
    let told = |forms: &[u128]| {
        let new_movements = forms.iter().map(|form| key(*form)).collect();
        Some(Restored { new_movements, operations: 1, ..Default::default() })
    };
    assert_eq!(house.outbox().await.restored, told(&[1, 2]));
    let mut back = drafts(&house).await;
    back.sort_by_key(|draft| draft.key);
    assert_eq!(back, [draft(1, "Theatre"), draft(2, "Ward")]);
    // What is thrown away is no longer told of.
    house.backend.drop_draft(DropDraft { key: key(2), refused: false }).await.unwrap();
    assert_eq!(house.outbox().await.restored, told(&[1]));
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

/// A movement the service refused to make, a line for it, and the form it is corrected in.
async fn refused(house: &House) -> OperationKey {
    house.refuse(500, "POST", MOVEMENTS);
    let written = house.create(key(1), form("Theatre")).await;
    assert!(matches!(written.state, WriteState::Stuck(_)), "{written:?}");
    house.change(&key(1).into(), vec![add(practice::sample::GLOVES_M, 3)]).await;
    save(house, &draft(1, "Theatre, corrected")).await.unwrap();
    OperationKey(key(1).0)
}

async fn throw_away(house: &House) {
    let request = DropDraft { key: key(1), refused: true };
    house.backend.drop_draft(request).await.unwrap();
}

#[tokio::test]
async fn with_the_form_of_a_refused_movement_goes_what_waits_for_it_and_can_be_taken_up_again() {
    let mut house = House::signed_in().await;
    let op = refused(&house).await;
    house.restart().await;
    house.sign_in().await.unwrap();
    throw_away(&house).await;
    assert_eq!(drafts(&house).await, []);
    let outbox = house.outbox().await;
    assert_eq!((outbox.waiting, outbox.attention), (0, 0));
    assert_eq!(house.open(&key(1).into()).await, Err(backend::Error::Unknown));
    house.restart().await;
    house.sign_in().await.unwrap();
    let outbox = house.outbox().await;
    assert_eq!((outbox.waiting, outbox.attention), (0, 0), "in the file too");
    house.restore(op).await.unwrap();
    assert_eq!(house.settled().await.attention, 0);
    assert_eq!(house.operations(), ["createMovement", "createItem"]);
}

#[tokio::test]
async fn a_form_thrown_away_and_brought_back_is_sent_with_what_built_upon_it() {
    let house = House::signed_in().await;
    let op = refused(&house).await;
    throw_away(&house).await;
    save(&house, &draft(1, "Theatre, corrected")).await.unwrap();
    let written = house.create(key(1), form("Theatre, corrected")).await;
    assert!(matches!(written.state, WriteState::Sent { .. }), "{written:?}");
    assert_eq!(house.settled().await.attention, 0);
    assert_eq!(house.operations(), ["createMovement", "createItem"]);
    assert_eq!(drafts(&house).await, []);
    assert_eq!(house.restore(op).await, Err(backend::Error::TooLate));
}

#[tokio::test]
async fn a_form_that_is_only_put_away_leaves_what_waits_alone() {
    let house = House::signed_in().await;
    let op = refused(&house).await;
    house.backend.drop_draft(DropDraft { key: key(1), refused: false }).await.unwrap();
    assert_eq!(drafts(&house).await, []);
    assert!(matches!(house.op(op).await.state, OperationState::Stuck(_)));
    // Tried again elsewhere, it is on its way, and no form has it any more.
    house.pause(true).await;
    house.retry(vec![op]).await;
    throw_away(&house).await;
    assert_eq!(house.outbox().await.waiting, 2);
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
    let theirs = OtherWork { profile: house.profile("aokafor"), waiting: 1, unsent: 0 };
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

#[tokio::test]
async fn what_is_typed_about_lines_is_kept_beside_the_form_of_their_movement() {
    let mut house = House::signed_in().await;
    let key = key(7);
    let line = TypedLine {
        row: RowKey::Line("i1".into()),
        quantity: "1".into(),
        with: vec![TypedSwap { product: None, typed: "GLV".into(), quantity: String::new() }],
        reason: "STOCK".into(),
        comment: "half a sen".into(),
        picks: vec![TypedPick {
            part: "i1".into(),
            of: TypedPickOf::Other {
                inventory_item: None,
                bin: None,
                item_typed: Some("LOT-".into()),
                bin_typed: None,
            },
            quantity: "3".into(),
        }],
        beyond: false,
        decimal_mark: DecimalMark::Point,
    };
    let of_lines =
        |lines| Draft { key, form: DraftForm::Lines(lines), typed: [].into(), aside: Vec::new() };
    let of_header = Draft {
        form: DraftForm::Header { base: HeaderFields::default(), change: HeaderFields::default() },
        ..of_lines(Vec::new())
    };
    let save = async |house: &House, draft: &Draft| {
        house.backend.save_draft(SaveDraft { draft: draft.clone() }).await.unwrap();
    };
    let unsent = async |house: &House| {
        let unsent = house.outbox().await.unsent.into_iter();
        unsent.map(|one| (one.movement, one.changes, one.header)).collect::<Vec<_>>()
    };
    save(&house, &of_header).await;
    assert_eq!(unsent(&house).await, [(key, 1, true)], "a header laid aside is not out of sight");
    save(&house, &of_lines(vec![line.clone()])).await;
    house.restart().await;
    house.open_profile("aokafor").await.unwrap();
    let kept = async |house: &House| {
        let kept = house.backend.list_drafts(ListDrafts {}).await.unwrap();
        kept.into_iter().map(|kept| kept.draft).collect::<Vec<_>>()
    };
    let all = kept(&house).await;
    assert!(all.len() == 2 && all.contains(&of_header) && all.contains(&of_lines(vec![line])));
    house.backend.drop_draft(DropDraft { key, refused: false }).await.unwrap();
    let left = kept(&house).await;
    assert!(left.len() == 1 && left[0].form.is_of_lines(), "the form alone is thrown away");
    assert_eq!(unsent(&house).await, []);
    save(&house, &of_lines(Vec::new())).await;
    assert!(kept(&house).await.is_empty());
}
