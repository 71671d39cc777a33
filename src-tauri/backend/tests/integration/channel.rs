//! Stations of one service hand over proposals, answers and marks through a shared folder, which is cut, copied,
//! mixed up and taken away meanwhile, or through a database whose server ends in the middle, while stations are
//! killed: in the end all of them agree, nothing is lost and nothing is there twice.

mod changed;
#[cfg(target_os = "linux")]
mod database;
mod stubborn;
mod told;

use std::{
    collections::BTreeSet,
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use backend::Backend;
use contract::*;
use practice::sample;
use tempfile::TempDir;

use crate::{
    act::pending,
    drafts::copy,
    editing::{row, to_cancel, to_revise},
    harness::{Harness, open},
};

const USERS: [&str; 3] = ["aokafor", "jweir", "pnair"];

/// A computer of somebody, at the same service as all others.
struct Station<'a> {
    harness: &'a Harness,
    user: &'static str,
    data: TempDir,
    backend: Backend,
    movement: MovementKey,
}

impl<'a> Station<'a> {
    async fn begin(harness: &'a Harness, user: &'static str) -> Station<'a> {
        let data = tempfile::tempdir().unwrap();
        let backend = open(&data, &harness.clock);
        backend.sign_in(harness.login(user, sample::PASSWORD)).await.unwrap();
        let movement = pending();
        let opened =
            backend.open_movement(OpenMovement { movement, without_lines: false }).await.unwrap();
        let movement = opened.key;
        let station = Self { harness, user, data, backend, movement };
        station.lines().await;
        station
    }

    /// A station of the first two users: who proposes, and who decides.
    async fn two(harness: &'a Harness) -> [Station<'a>; 2] {
        let [first, second, _] = USERS;
        [Self::begin(harness, first).await, Self::begin(harness, second).await]
    }

    /// A station of each user, in their order.
    async fn three(harness: &'a Harness) -> [Station<'a>; 3] {
        let [first, second, third] = USERS;
        [
            Self::begin(harness, first).await,
            Self::begin(harness, second).await,
            Self::begin(harness, third).await,
        ]
    }

    /// The lines, once they are read.
    async fn lines(&self) -> Vec<EditorLine> {
        for _ in 0..200 {
            let rows = Rows { start: 0, count: 1_000, sort: Vec::new() };
            let (filter, folded) = (LineFilter::default(), Vec::new());
            let list = ListLines { movement: self.movement, rows, filter, folded };
            let page = self.backend.list_lines(list).await.unwrap();
            let lines = page.rows.into_iter().filter_map(|row| match row {
                EditorRow::Line(line) => Some(*line),
                _ => None,
            });
            let lines: Vec<_> = lines.collect();
            if !lines.is_empty() {
                return lines;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        panic!("no lines came");
    }

    /// As after a kill: what is in the file at this moment, and nothing else.
    async fn kill(&mut self) {
        let image = tempfile::tempdir().unwrap();
        copy(self.data.path(), image.path());
        self.backend.close().await;
        self.backend = open(&image, &self.harness.clock);
        self.data = image;
        let profile = self.harness.profile(self.user);
        self.backend.open_profile(OpenProfile { profile }).await.unwrap();
    }

    async fn decide(&self, item: &ItemId, decision: Option<Decision>) {
        let edits = vec![LineEdit::Decide { row: row(item), decision, proposed: true }];
        let (movement, step) = (self.movement, StepKind::Decide);
        let request = EditLines { movement, step, edits, decimal_mark: DecimalMark::Point };
        self.backend.edit_lines(request).await.unwrap();
    }

    /// Uses the folder, or looks into it once more.
    async fn share(&self, folder: &Path) -> ChannelState {
        let place = Some(ChannelPlace::Folder(folder.display().to_string()));
        self.backend.choose_channel(ChooseChannel { place, password: None }).await.unwrap()
    }

    async fn inbox(&self, only: OnlyReview) -> Vec<ReviewRow> {
        let filter = ReviewFilter { only, ..ReviewFilter::default() };
        let order = ReviewOrder::Movement;
        let request = ListReview { start: 0, count: 1_000, filter, order, folded: Vec::new() };
        let page = self.backend.list_review(request).await.unwrap();
        page.rows.into_iter().filter_map(Entry::into_row).collect()
    }

    /// What is proposed, by whom and as what; each once.
    async fn proposals(&self) -> BTreeSet<(ItemId, Option<i64>, Option<String>)> {
        let rows = self.inbox(OnlyReview::Proposals).await;
        let count = rows.len();
        let told = rows.into_iter().map(|row| (row.line.item, row.goes, row.person));
        let told: BTreeSet<_> = told.collect();
        assert_eq!(told.len(), count, "nothing is there twice");
        told
    }

    async fn act(&self, rows: &[&ReviewRow], act: ReviewAct) -> Reviewed {
        let lines = rows.iter().map(|row| ReviewLine::from(*row)).collect();
        self.backend.review_lines(ReviewLines { lines, act }).await.unwrap()
    }
}

fn items(lines: &[EditorLine]) -> Vec<ItemId> {
    let item = |line: &EditorLine| match &line.key {
        RowKey::Line(item) => Some(item.clone()),
        RowKey::New(_) => None,
    };
    lines.iter().filter_map(item).collect()
}

#[tokio::test]
async fn a_proposal_reaches_the_manager_and_the_answer_comes_back() {
    let harness = Harness::new().await;
    let folder = tempfile::tempdir().unwrap();
    let [office, manager] = Station::two(&harness).await;
    let lines = items(&office.lines().await);
    office.decide(&lines[1], Some(to_revise(2))).await;
    office.decide(&lines[2], Some(to_cancel())).await;
    office.decide(&lines[3], Some(to_cancel())).await;
    // Nothing is handed over before both name the folder.
    assert!(manager.proposals().await.is_empty());
    office.share(folder.path()).await;
    let state = manager.share(folder.path()).await;
    assert_eq!((state.stations, state.waiting, state.trouble), (1, 0, None));
    let rows = manager.inbox(OnlyReview::Proposals).await;
    assert_eq!(rows.len(), 3);
    assert!(rows.iter().all(|row| row.from_elsewhere && row.stand == ReviewStand::Proposed));
    assert!(harness.operations().is_empty(), "nothing is done by itself");
    // One is approved, one rejected; one is withdrawn by whoever proposed it.
    let done = manager.act(&[&rows[0]], ReviewAct::Approve { reason: None }).await;
    assert_eq!((done.done, done.failed.len()), (1, 0));
    let note = "Stock comes on Monday".to_owned();
    manager.act(&[&rows[1]], ReviewAct::Reject { note: note.clone() }).await;
    office.decide(&lines[3], None).await;
    for _ in 0..200 {
        if harness.operations() == ["reviseItem"] {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    for _ in 0..100 {
        manager.share(folder.path()).await;
        office.share(folder.path()).await;
        let answered = office.inbox(OnlyReview::Proposals).await;
        let is_answered = |row: &&ReviewRow| matches!(row.stand, ReviewStand::Answered(_));
        if answered.iter().filter(is_answered).count() == 2 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(harness.operations(), ["reviseItem"]);
    manager.share(folder.path()).await;
    assert!(manager.inbox(OnlyReview::Proposals).await.iter().all(|row| !row.from_elsewhere));
    let answers = office.inbox(OnlyReview::Proposals).await;
    let answer = |item: &ItemId| {
        let row = answers.iter().find(|row| row.line.item == *item).unwrap();
        match &row.stand {
            ReviewStand::Answered(answer) => answer.answer.clone(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(answer(&lines[1]), ProposalAnswer::Approved);
    assert_eq!(answer(&lines[2]), ProposalAnswer::Rejected { note });
    // Whoever proposed them has seen that.
    let all: Vec<_> = answers.iter().collect();
    assert_eq!(office.act(&all, ReviewAct::Dismiss).await.done, 2);
    assert!(office.inbox(OnlyReview::Proposals).await.is_empty());
    assert_eq!(harness.operations(), ["reviseItem"], "and nothing else was sent");
}

#[tokio::test]
async fn a_proposal_reaches_a_manager_who_never_opened_its_movement() {
    let harness = Harness::new().await;
    let folder = tempfile::tempdir().unwrap();
    let office = Station::begin(&harness, USERS[0]).await;
    let lines = items(&office.lines().await);
    office.decide(&lines[1], Some(to_revise(2))).await;
    office.share(folder.path()).await;
    let data = tempfile::tempdir().unwrap();
    let backend = open(&data, &harness.clock);
    backend.sign_in(harness.login(USERS[1], sample::PASSWORD)).await.unwrap();
    let user = USERS[1];
    // It opens no movement: what is to be reviewed is read for the inbox.
    let manager = Station {
        harness: &harness,
        user,
        data,
        backend,
        movement: MovementKey(uuid::Uuid::nil()),
    };
    manager.share(folder.path()).await;
    let mut proposals = BTreeSet::new();
    for _ in 0..200 {
        proposals = manager.proposals().await;
        if !proposals.is_empty() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let told: Vec<_> = proposals.into_iter().map(|(item, goes, _)| (item, goes)).collect();
    assert_eq!(told, [(lines[1].clone(), Some(2))]);
}

#[tokio::test]
async fn two_managers_who_decide_the_same_agree_on_the_first_and_marks_are_shared() {
    let harness = Harness::new().await;
    let folder = tempfile::tempdir().unwrap();
    let [office, one, other] = Station::three(&harness).await;
    let lines = items(&office.lines().await);
    office.decide(&lines[1], Some(to_cancel())).await;
    for station in [&office, &one, &other] {
        station.share(folder.path()).await;
    }
    let rows = (one.inbox(OnlyReview::Proposals).await, other.inbox(OnlyReview::Proposals).await);
    let reject = |note: &str| ReviewAct::Reject { note: note.into() };
    one.act(&[&rows.0[0]], reject("first")).await;
    other.act(&[&rows.1[0]], reject("second")).await;
    for station in [&other, &one, &office, &other] {
        station.share(folder.path()).await;
    }
    let answer = office.inbox(OnlyReview::Proposals).await.remove(0).stand;
    let ReviewStand::Answered(answer) = answer else { panic!("{answer:?}") };
    let ProposalAnswer::Rejected { note } = answer.answer else { panic!() };
    assert!(["first", "second"].contains(&&*note));
    // What one has looked at the others need not.
    let (row, decision) = (row(&lines[4]), Some(to_cancel()));
    let edits = vec![LineEdit::Decide { row, decision, proposed: false }];
    let (movement, step) = (one.movement, StepKind::Decide);
    let request = EditLines { movement, step, edits, decimal_mark: DecimalMark::Point };
    one.backend.edit_lines(request).await.unwrap();
    let request = SendChanges { movement, only: None, without: Vec::new() };
    one.backend.send_changes(request).await.unwrap();
    let is_it = |row: &&ReviewRow| row.line.item == lines[4];
    let decided = loop {
        let rows = one.inbox(OnlyReview::Decided).await;
        if let Some(found) = rows.iter().find(is_it) {
            break found.clone();
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    one.act(&[&decided], ReviewAct::Mark { reviewed: true }).await;
    one.share(folder.path()).await;
    office.share(folder.path()).await;
    let what = DataSet::Movement(pending());
    office.backend.refresh(Refresh { what }).await.unwrap();
    let reviewed = office.inbox(OnlyReview::Reviewed).await;
    let reviewed = reviewed.iter().find(is_it).unwrap();
    // Nor does a mark hold that one of the others takes away.
    office.act(&[reviewed], ReviewAct::Mark { reviewed: false }).await;
    assert!(!office.inbox(OnlyReview::Reviewed).await.iter().any(|row| is_it(&row)));
    office.share(folder.path()).await;
    one.share(folder.path()).await;
    assert!(one.inbox(OnlyReview::Decided).await.iter().any(|row| is_it(&row)));
}

#[tokio::test]
async fn a_folder_that_is_gone_loses_nothing_and_strange_files_are_passed_over() {
    let harness = Harness::new().await;
    let folder = tempfile::tempdir().unwrap();
    let [office, manager] = Station::two(&harness).await;
    let gone = folder.path().join("away");
    let lines = items(&office.lines().await);
    assert!(office.share(&gone).await.trouble.is_some());
    office.decide(&lines[1], Some(to_cancel())).await;
    let state = office.share(&gone).await;
    assert!(state.trouble.is_some() && state.waiting == 1, "{state:?}");
    let place = Some(ChannelPlace::Folder("relative".into()));
    let bad = office.backend.choose_channel(ChooseChannel { place, password: None });
    assert!(bad.await.is_err());
    fs::create_dir(&gone).unwrap();
    let state = office.share(&gone).await;
    assert_eq!((state.trouble, state.waiting), (None, 0));
    // What others may put there.
    let place = fs::read_dir(&gone).unwrap().next().unwrap().unwrap().path();
    fs::write(place.join("huge.jsonl"), vec![b'x'; 10 * 1_024 * 1_024]).unwrap();
    fs::write(place.join("<script>.jsonl"), "{\"service\":\"other\"}\nnot json\n\u{0}\n").unwrap();
    fs::create_dir(place.join("folder.jsonl")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("/dev/zero", place.join("endless.jsonl")).unwrap();
    assert_eq!(manager.share(&gone).await.trouble, None);
    assert_eq!(manager.proposals().await.len(), 1);
    fs::remove_dir_all(&gone).unwrap();
    assert!(manager.share(&gone).await.trouble.is_some());
    assert_eq!(manager.proposals().await.len(), 1, "what was heard stays");
}

/// Draws numbers, always the same ones.
struct Draw(u64);

impl Draw {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 16).unwrap_or(0) % most.max(1)
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let place = fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
    let mut files: Vec<_> =
        fs::read_dir(place).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Something that happens to files on a share.
fn harm(folder: &Path, draw: &mut Draw) {
    let all = files(folder);
    let file = &all[draw.below(all.len())];
    let bytes = fs::read(file).unwrap();
    match draw.below(6) {
        0 => fs::write(file, &bytes[..draw.below(bytes.len() + 1)]).unwrap(),
        1 => {
            let copy = file.with_file_name(format!("copy-{}.jsonl", draw.below(1_000)));
            fs::write(copy, &bytes).unwrap();
        }
        2 => {
            let mut lines: Vec<_> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
            lines.reverse();
            fs::write(file, lines.concat()).unwrap();
        }
        3 => fs::remove_file(file).unwrap(),
        4 => fs::OpenOptions::new()
            .append(true)
            .open(file)
            .unwrap()
            .write_all(b"{\"half\":")
            .unwrap(),
        _ => fs::write(file, [&bytes[..], &bytes[..]].concat()).unwrap(),
    }
}

#[tokio::test]
async fn r_h1_three_stations_agree_after_a_folder_was_cut_copied_and_mixed_and_stations_were_killed()
 {
    let harness = Harness::new().await;
    let folder = tempfile::tempdir().unwrap();
    let mut stations = Vec::new();
    for user in USERS {
        stations.push(Station::begin(&harness, user).await);
    }
    for station in &stations {
        station.share(folder.path()).await;
    }
    let happens = |draw: &mut Draw| {
        if draw.below(4) == 0 && !files(folder.path()).is_empty() {
            harm(folder.path(), draw);
        }
    };
    let share = async |station: &Station<'_>| station.share(folder.path()).await;
    disturb(&mut stations, share, happens).await;
    all_agree(&stations, share).await;
}

/// Proposes and takes back 1,000 times while stations are killed 100 times and something happens to the channel
/// again and again.
async fn disturb(
    stations: &mut [Station<'_>],
    share: impl AsyncFn(&Station<'_>) -> ChannelState,
    mut happens: impl FnMut(&mut Draw),
) {
    let lines = items(&stations[0].lines().await);
    let mut draw = Draw(0x5EED_CAFE);
    let (mut events, mut kills) = (0, 0);
    while events < 1_000 || kills < 100 {
        let at = draw.below(3);
        // Each proposes about lines of its own: what it comes to is known.
        let own: Vec<_> = lines.iter().skip(at).step_by(3).collect();
        let item = own[draw.below(own.len())].clone();
        let decision = match draw.below(4) {
            0 => None,
            number => Some(to_revise(u32::try_from(number).unwrap())),
        };
        stations[at].decide(&item, decision).await;
        events += 1;
        if draw.below(3) == 0 {
            share(&stations[draw.below(3)]).await;
        }
        happens(&mut draw);
        if draw.below(10) == 0 {
            stations[draw.below(3)].kill().await;
            kills += 1;
        }
    }
}

/// In the end all see the same.
async fn all_agree(stations: &[Station<'_>], share: impl AsyncFn(&Station<'_>) -> ChannelState) {
    for _ in 0..2 {
        for station in stations {
            let state = share(station).await;
            assert_eq!((state.trouble, state.waiting), (None, 0));
        }
    }
    // What each proposes itself is what all see of it.
    let mut wanted = BTreeSet::new();
    for station in stations {
        let own = station.inbox(OnlyReview::Proposals).await;
        let own = own.into_iter().filter(|row| !row.from_elsewhere);
        wanted.extend(own.map(|row| (row.line.item, row.goes, row.person)));
    }
    assert!(wanted.len() > 5, "{wanted:?}");
    for station in stations {
        assert_eq!(station.proposals().await, wanted);
    }
}

fn length_of(folder: &Path) -> u64 {
    files(folder).iter().map(|file| fs::metadata(file).unwrap().len()).sum()
}

#[tokio::test]
async fn the_inbox_is_in_its_order_for_whoever_asks_at_the_same_moment() {
    let harness = Harness::new().await;
    let folder = tempfile::tempdir().unwrap();
    let [office, manager] = Station::two(&harness).await;
    let lines = items(&office.lines().await);
    for item in &lines[..8] {
        office.decide(item, Some(to_cancel())).await;
    }
    office.share(folder.path()).await;
    manager.share(folder.path()).await;
    for _ in 0..100 {
        // Everything is put together anew after it.
        manager.backend.choose_channel(ChooseChannel::default()).await.unwrap();
        manager.share(folder.path()).await;
        let asked = || manager.inbox(OnlyReview::Proposals);
        let (one, other, third, last) = tokio::join!(asked(), asked(), asked(), asked());
        for rows in [one, other, third, last] {
            let numbers: Vec<_> = rows.iter().map(|row| row.number).collect();
            assert_eq!(numbers.len(), 8);
            assert!(numbers.is_sorted(), "{numbers:?}");
        }
    }
}

#[tokio::test]
async fn who_stops_sharing_withdraws_and_who_shares_again_proposes_again() {
    let harness = Harness::new().await;
    let folder = tempfile::tempdir().unwrap();
    let [office, manager] = Station::two(&harness).await;
    let lines = items(&office.lines().await);
    office.decide(&lines[1], Some(to_cancel())).await;
    office.share(folder.path()).await;
    manager.share(folder.path()).await;
    assert_eq!(manager.proposals().await.len(), 1);
    office.backend.choose_channel(ChooseChannel::default()).await.unwrap();
    manager.share(folder.path()).await;
    assert!(manager.proposals().await.is_empty());
    assert_eq!(office.proposals().await.len(), 1, "here it is proposed as before");
    office.share(folder.path()).await;
    manager.share(folder.path()).await;
    assert_eq!(manager.proposals().await.len(), 1);
}
