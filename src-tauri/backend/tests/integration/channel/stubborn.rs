//! What is told again, told twice or written by others in bad faith: files stay as short as they may be, and what
//! the service has is what everybody hears.

use rules::channel::record::{MOST, SharedRecord};
use serde_json::json;

use super::*;

/// Looks again until it is so.
macro_rules! until {
    ($what:expr) => {
        for turn in 0.. {
            if $what {
                break;
            }
            assert!(turn < 200, "it never came: {}", stringify!($what));
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
}

impl Station<'_> {
    async fn undo(&self) {
        let request = UndoStep { movement: self.movement, redo: false };
        self.backend.undo_step(request).await.unwrap();
    }

    async fn send(&self, item: &ItemId, decision: Decision) {
        let (row, decision) = (row(item), Some(decision));
        let edits = vec![LineEdit::Decide { row, decision, proposed: false }];
        let (movement, step) = (self.movement, StepKind::Decide);
        let request = EditLines { movement, step, edits, decimal_mark: DecimalMark::Point };
        self.backend.edit_lines(request).await.unwrap();
        let request = SendChanges { movement, only: None, without: Vec::new() };
        self.backend.send_changes(request).await.unwrap();
    }

    async fn alone(&self) {
        self.backend.choose_channel(ChooseChannel::default()).await.unwrap();
    }

    async fn answer(&self, item: &ItemId) -> Option<ProposalAnswer> {
        let rows = self.inbox(OnlyReview::Proposals).await;
        match &rows.iter().find(|row| row.line.item == *item)?.stand {
            ReviewStand::Answered(answer) => Some(answer.answer.clone()),
            _ => None,
        }
    }
}

/// A whole record as somebody could write it by hand.
fn forged(folder: &Path, clock: u64, event: serde_json::Value) -> (PathBuf, String) {
    let place = files(folder)[0].parent().unwrap().to_owned();
    let service = place.file_name().unwrap().to_str().unwrap();
    let record = SharedRecord {
        service: service.trim_start_matches("stockhand-").to_owned(),
        station: uuid::Uuid::from_u128(u128::MAX),
        number: clock,
        id: uuid::Uuid::from_u128(u128::from(clock)),
        clock,
        at: chrono::DateTime::UNIX_EPOCH,
        by: "Some\u{202e}body".into(),
        event,
        before: String::new(),
        hash: String::new(),
    };
    (place.join("forged.jsonl"), record.sealed().line())
}

#[tokio::test]
async fn a_proposal_that_was_undone_and_done_again_is_seen_again_and_nothing_is_told_twice() {
    let harness = Harness::new().await;
    let folder = tempfile::tempdir().unwrap();
    let [office, manager] = Station::two(&harness).await;
    let lines = items(&office.lines().await);
    office.decide(&lines[1], Some(to_cancel())).await;
    office.decide(&lines[2], Some(to_revise(2))).await;
    for _ in 0..2 {
        office.share(folder.path()).await;
        manager.share(folder.path()).await;
    }
    assert_eq!(manager.proposals().await.len(), 2);
    let before = length_of(folder.path());
    for _ in 0..3 {
        office.share(folder.path()).await;
        manager.share(folder.path()).await;
    }
    assert_eq!(length_of(folder.path()), before, "nothing is left to tell");
    office.decide(&lines[1], None).await;
    office.share(folder.path()).await;
    manager.share(folder.path()).await;
    assert_eq!(manager.proposals().await.len(), 1);
    office.undo().await;
    office.share(folder.path()).await;
    manager.share(folder.path()).await;
    assert_eq!(manager.proposals().await.len(), 2, "the same one is proposed again");
    // Whoever chooses a folder and what runs behind find out at the same moment what to tell.
    let mut told = Vec::new();
    for file in files(folder.path()) {
        told.extend(fs::read_to_string(file).unwrap().lines().map(str::to_owned));
    }
    let proposed = told.iter().filter(|line| line.contains("\"event\":{\"proposed\""));
    assert_eq!(proposed.count(), 3, "{told:?}");
}

#[tokio::test]
async fn what_the_service_has_is_what_whoever_proposed_it_hears() {
    let harness = Harness::new().await;
    let folder = tempfile::tempdir().unwrap();
    let [office, one, other] = Station::three(&harness).await;
    let lines = items(&office.lines().await);
    office.decide(&lines[1], Some(to_cancel())).await;
    office.decide(&lines[2], Some(to_revise(2))).await;
    for station in [&office, &one, &other] {
        station.share(folder.path()).await;
    }
    // What is done meanwhile is told at once.
    one.alone().await;
    let rows = other.inbox(OnlyReview::Proposals).await;
    let row = rows.iter().find(|row| row.line.item == lines[1]).unwrap();
    other.act(&[row], ReviewAct::Reject { note: "no".into() }).await;
    other.share(folder.path()).await;
    office.share(folder.path()).await;
    let rejected = ProposalAnswer::Rejected { note: "no".into() };
    assert_eq!(office.answer(&lines[1]).await, Some(rejected));
    // Another one cancels it all the same, for another reason; and thinks twice about the other line.
    let (reason_code, comments) = ("DAMAGED".to_owned(), None);
    one.send(&lines[1], Decision::Cancel { reason_code, comments }).await;
    until!(harness.operations().len() == 1);
    one.send(&lines[2], to_revise(3)).await;
    until!(harness.operations().len() == 2);
    let seen = || async {
        let what = DataSet::Movement(pending());
        one.backend.refresh(Refresh { what }).await.unwrap();
    };
    seen().await;
    one.send(&lines[2], Decision::Revert).await;
    until!(harness.operations().len() == 3);
    seen().await;
    one.send(&lines[2], to_revise(2)).await;
    until!(harness.operations().len() == 4);
    until!({
        one.share(folder.path()).await;
        office.share(folder.path()).await;
        office.answer(&lines[1]).await == Some(ProposalAnswer::Approved)
            && office.answer(&lines[2]).await.is_some()
    });
    assert_eq!(office.answer(&lines[2]).await, Some(ProposalAnswer::Approved));
}

#[tokio::test]
async fn records_in_bad_faith_break_nothing() {
    let harness = Harness::new().await;
    let folder = tempfile::tempdir().unwrap();
    let [office, manager] = Station::two(&harness).await;
    let lines = items(&office.lines().await);
    office.decide(&lines[1], Some(to_cancel())).await;
    office.share(folder.path()).await;
    let mark = json!({ "reviewed": { "item": lines[1], "decided": "x" } });
    let all = [u64::MAX, MOST, 1].map(|clock| forged(folder.path(), clock, mark.clone()));
    let text = all.iter().map(|(_, line)| line.as_str()).collect::<String>();
    fs::write(&all[0].0, text).unwrap();
    for _ in 0..2 {
        office.share(folder.path()).await;
        manager.share(folder.path()).await;
    }
    office.decide(&lines[2], Some(to_cancel())).await;
    for _ in 0..2 {
        assert_eq!(office.share(folder.path()).await.trouble, None);
        assert_eq!(manager.share(folder.path()).await.trouble, None);
    }
    assert_eq!(manager.proposals().await.len(), 2);
    office.decide(&lines[1], None).await;
    office.share(folder.path()).await;
    manager.share(folder.path()).await;
    assert_eq!(manager.proposals().await.len(), 1);
    let before = length_of(folder.path());
    for _ in 0..3 {
        office.share(folder.path()).await;
        manager.share(folder.path()).await;
    }
    assert_eq!(length_of(folder.path()), before, "nothing is told again and again");
}

#[cfg(unix)]
#[tokio::test]
async fn where_nothing_can_be_written_the_others_are_read_all_the_same() {
    let harness = Harness::new().await;
    let folder = tempfile::tempdir().unwrap();
    let [office, manager] = Station::two(&harness).await;
    let lines = items(&office.lines().await);
    manager.decide(&lines[1], Some(to_cancel())).await;
    manager.share(folder.path()).await;
    manager.alone().await;
    let own = files(folder.path()).remove(0);
    office.decide(&lines[2], Some(to_cancel())).await;
    office.share(folder.path()).await;
    // A link to a file of somebody in the place of its own.
    let elsewhere = folder.path().join("elsewhere");
    fs::write(&elsewhere, "").unwrap();
    fs::remove_file(&own).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &own).unwrap();
    let state = manager.share(folder.path()).await;
    assert!(state.trouble.is_some() && state.waiting > 0 && state.read.is_some(), "{state:?}");
    assert_eq!(manager.proposals().await.len(), 2, "what the office proposes is there");
    assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "");
    fs::remove_file(&own).unwrap();
    let state = manager.share(folder.path()).await;
    assert_eq!((state.trouble, state.waiting), (None, 0));
}
