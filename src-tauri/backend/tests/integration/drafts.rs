//! Forms being filled in, and what is brought back after a kill.

use contract::*;
use tempfile::TempDir;

use crate::{
    act::{MOVEMENTS, add, form, key},
    harness::{Harness, code, open_at_pace},
};

fn draft(n: u128, name: &str) -> Draft {
    let typed = [("date_requested".to_owned(), "20/1".to_owned())].into();
    let aside = Vec::new();
    Draft { key: key(n), form: DraftForm::NewMovement(form(name)), typed, aside, table: None }
}

async fn save(harness: &Harness, draft: &Draft) -> Result<KeptDraft, backend::Error> {
    harness.backend.save_draft(SaveDraft { draft: draft.clone() }).await
}

async fn drafts(harness: &Harness) -> Vec<Draft> {
    let kept = harness.backend.list_drafts(ListDrafts {}).await.unwrap();
    kept.into_iter().map(|kept| kept.draft).collect()
}

/// The data folder as a kill would leave it now, in place of the one in use.
pub async fn kill(harness: &mut Harness) {
    let image = tempfile::tempdir().unwrap();
    copy(harness.data.path(), image.path());
    harness.backend.close().await;
    harness.backend = open_at_pace(&image, &harness.clock, harness.pace);
    harness.data = image;
}

pub fn copy(from: &std::path::Path, to: &std::path::Path) {
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
    let mut harness = Harness::signed_in().await;
    let kept = save(&harness, &draft(1, "Theatre")).await.unwrap();
    assert_eq!((kept.kept, kept.draft), (harness.clock.now(), draft(1, "Theatre")));
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    assert_eq!(drafts(&harness).await, [draft(1, "Theatre")]);
    assert_eq!(harness.outbox().await.restored, None, "it was closed, not killed");
    harness.backend.drop_draft(DropDraft { key: key(1), refused: false }).await.unwrap();
    assert_eq!(drafts(&harness).await, []);
}

#[tokio::test]
async fn every_change_of_the_forms_is_announced() {
    let harness = Harness::signed_in().await;
    let mut changes = harness.backend.changes();
    for step in 0..2 {
        if step == 0 {
            save(&harness, &draft(1, "Theatre")).await.unwrap();
        } else {
            harness.backend.drop_draft(DropDraft { key: key(1), refused: false }).await.unwrap();
        }
        let told = async { while !changes.recv().await.unwrap().contains(&Topic::Drafts) {} };
        tokio::time::timeout(std::time::Duration::from_secs(30), told).await.unwrap();
    }
}

#[tokio::test]
async fn a_form_goes_with_the_movement_it_became_and_does_not_come_back() {
    let harness = Harness::signed_in().await;
    harness.pause(true).await;
    save(&harness, &draft(1, "Theatre")).await.unwrap();
    save(&harness, &draft(2, "Ward")).await.unwrap();
    harness.create(key(1), form("Theatre")).await;
    assert_eq!(drafts(&harness).await, [draft(2, "Ward")]);
    // A pause in typing that was on its way when the button was pressed.
    assert_eq!(code(save(&harness, &draft(1, "Theatr")).await), "too_late");
    assert_eq!(drafts(&harness).await, [draft(2, "Ward")]);
}

#[tokio::test]
async fn after_a_kill_it_is_told_what_was_brought_back_until_it_was_seen() {
    let mut harness = Harness::signed_in().await;
    harness.pause(true).await;
    save(&harness, &draft(1, "Theatre")).await.unwrap();
    save(&harness, &draft(2, "Ward")).await.unwrap();
    harness.create(key(3), form("Waits")).await;
    kill(&mut harness).await;
    harness.open_profile("aokafor").await.unwrap();
    let told = |forms: &[u128]| {
        let new_movements = forms.iter().map(|form| key(*form)).collect();
        Some(Restored { new_movements, operations: 1, ..Default::default() })
    };
    assert_eq!(harness.outbox().await.restored, told(&[1, 2]));
    let mut back = drafts(&harness).await;
    back.sort_by_key(|draft| draft.key);
    assert_eq!(back, [draft(1, "Theatre"), draft(2, "Ward")]);
    // What is thrown away is no longer told of.
    harness.backend.drop_draft(DropDraft { key: key(2), refused: false }).await.unwrap();
    assert_eq!(harness.outbox().await.restored, told(&[1]));
    harness.backend.seen_restored(SeenRestored {}).await.unwrap();
    assert_eq!(harness.outbox().await.restored, None);
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    assert_eq!(harness.outbox().await.restored, None, "it was closed this time");
}

#[tokio::test]
async fn a_kill_in_which_nothing_waited_is_not_told() {
    let mut harness = Harness::signed_in().await;
    kill(&mut harness).await;
    harness.open_profile("aokafor").await.unwrap();
    assert_eq!(harness.outbox().await.restored, None);
}

/// A movement the service refused to make, a line for it, and the form it is corrected in.
pub async fn refused(harness: &Harness) -> OperationKey {
    harness.refuse(500, "POST", MOVEMENTS);
    let written = harness.create(key(1), form("Theatre")).await;
    assert!(matches!(written.state, WriteState::Stuck(_)), "{written:?}");
    harness.change(&key(1).into(), vec![add(practice::sample::GLOVES_M, 3)]).await;
    save(harness, &draft(1, "Theatre, corrected")).await.unwrap();
    OperationKey(key(1).0)
}

async fn throw_away(harness: &Harness) {
    let request = DropDraft { key: key(1), refused: true };
    harness.backend.drop_draft(request).await.unwrap();
}

#[tokio::test]
async fn with_the_form_of_a_refused_movement_goes_what_waits_for_it_and_can_be_taken_up_again() {
    let mut harness = Harness::signed_in().await;
    let op = refused(&harness).await;
    harness.restart().await;
    harness.sign_in().await.unwrap();
    throw_away(&harness).await;
    assert_eq!(drafts(&harness).await, []);
    let outbox = harness.outbox().await;
    assert_eq!((outbox.waiting, outbox.attention), (0, 0));
    assert_eq!(harness.open(&key(1).into()).await, Err(backend::Error::Unknown));
    harness.restart().await;
    harness.sign_in().await.unwrap();
    let outbox = harness.outbox().await;
    assert_eq!((outbox.waiting, outbox.attention), (0, 0), "in the file too");
    harness.restore(op).await.unwrap();
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!(harness.operations(), ["createMovement", "createItem"]);
}

#[tokio::test]
async fn a_form_thrown_away_and_brought_back_is_sent_with_what_built_upon_it() {
    let harness = Harness::signed_in().await;
    let op = refused(&harness).await;
    throw_away(&harness).await;
    save(&harness, &draft(1, "Theatre, corrected")).await.unwrap();
    let written = harness.create(key(1), form("Theatre, corrected")).await;
    assert!(matches!(written.state, WriteState::Sent { .. }), "{written:?}");
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!(harness.operations(), ["createMovement", "createItem"]);
    assert_eq!(drafts(&harness).await, []);
    assert_eq!(harness.restore(op).await, Err(backend::Error::TooLate));
}

#[tokio::test]
async fn a_form_that_is_only_put_away_leaves_what_waits_alone() {
    let harness = Harness::signed_in().await;
    let op = refused(&harness).await;
    harness.backend.drop_draft(DropDraft { key: key(1), refused: false }).await.unwrap();
    assert_eq!(drafts(&harness).await, []);
    assert!(matches!(harness.op(op).await.state, OperationState::Stuck(_)));
    // Tried again elsewhere, it is on its way, and no form has it any more.
    harness.pause(true).await;
    harness.retry(vec![op]).await;
    throw_away(&harness).await;
    assert_eq!(harness.outbox().await.waiting, 2);
}

#[tokio::test]
async fn another_user_sees_whose_work_waits_and_nothing_of_it() {
    let harness = Harness::signed_in().await;
    harness.pause(true).await;
    save(&harness, &draft(1, "Theatre")).await.unwrap();
    harness.create(key(2), form("Waits")).await;
    harness.sign_in_as("jweir", practice::sample::PASSWORD).await.unwrap();
    assert_eq!(drafts(&harness).await, []);
    let outbox = harness.outbox().await;
    assert_eq!((outbox.waiting, outbox.restored), (0, None));
    let theirs = OtherWork { profile: harness.profile("aokafor"), waiting: 1, unsent: 0 };
    assert_eq!(outbox.others, [theirs]);
}

#[tokio::test]
async fn without_a_profile_nothing_is_kept_and_nothing_is_shown() {
    let harness = Harness::new().await;
    assert_eq!(code(save(&harness, &draft(1, "Theatre")).await), "needs_session");
    assert_eq!(code(harness.backend.list_drafts(ListDrafts {}).await), "needs_session");
    assert_eq!(code(harness.backend.seen_restored(SeenRestored {}).await), "needs_session");
    let folders: Vec<_> = folders(&harness.data);
    assert!(folders.is_empty(), "{folders:?}");
}

fn folders(data: &TempDir) -> Vec<String> {
    let entries = std::fs::read_dir(data.path().join("profiles")).into_iter().flatten();
    entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

#[tokio::test]
async fn what_is_typed_about_lines_is_kept_beside_the_form_of_their_movement() {
    let mut harness = Harness::signed_in().await;
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
    let of_lines = |lines| Draft {
        key,
        form: DraftForm::Lines(lines),
        typed: [].into(),
        aside: Vec::new(),
        table: None,
    };
    let of_header = Draft {
        form: DraftForm::Header { base: HeaderFields::default(), change: HeaderFields::default() },
        ..of_lines(Vec::new())
    };
    let save = async |harness: &Harness, draft: &Draft| {
        harness.backend.save_draft(SaveDraft { draft: draft.clone() }).await.unwrap();
    };
    let unsent = async |harness: &Harness| {
        let unsent = harness.outbox().await.unsent.into_iter();
        unsent.map(|one| (one.movement, one.changes, one.header)).collect::<Vec<_>>()
    };
    save(&harness, &of_header).await;
    assert_eq!(unsent(&harness).await, [(key, 1, true)], "a header laid aside is not out of sight");
    save(&harness, &of_lines(vec![line.clone()])).await;
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    let kept = async |harness: &Harness| {
        let kept = harness.backend.list_drafts(ListDrafts {}).await.unwrap();
        kept.into_iter().map(|kept| kept.draft).collect::<Vec<_>>()
    };
    let all = kept(&harness).await;
    assert!(all.len() == 2 && all.contains(&of_header) && all.contains(&of_lines(vec![line])));
    harness.backend.drop_draft(DropDraft { key, refused: false }).await.unwrap();
    let left = kept(&harness).await;
    assert!(left.len() == 1 && left[0].form.is_of_lines(), "the form alone is thrown away");
    assert_eq!(unsent(&harness).await, []);
    save(&harness, &of_lines(Vec::new())).await;
    assert!(kept(&harness).await.is_empty());
}
