//! What else stations tell each other: barcodes that one of them learned, and walks in progress.

use super::*;

#[tokio::test]
async fn a_barcode_that_one_station_learned_is_told_to_others_and_counts_once_they_use_it() {
    const CODE: &str = "4006501003638";
    let harness = Harness::new().await;
    let folder = tempfile::tempdir().unwrap();
    let one = Station::begin(&harness, USERS[0]).await;
    let other = Station::begin(&harness, USERS[1]).await;
    let barcodes = async |station: &Station<'_>| {
        let asked = ListAliases { code: Some(format!("0{CODE}")), ..ListAliases::default() };
        let all = station.backend.list_aliases(asked).await.unwrap();
        let told = |alias: Alias| (alias.product.id, alias.told_by.is_some());
        all.into_iter().map(told).collect::<Vec<_>>()
    };
    let product = ProductId::from(sample::GLOVES_M);
    for station in [&one, &other] {
        station.backend.refresh(Refresh { what: DataSet::Products }).await.unwrap();
    }
    let learned = SaveAlias { code: CODE.into(), product: product.clone() };
    one.backend.save_alias(learned.clone()).await.unwrap();
    one.share(folder.path()).await;
    other.share(folder.path()).await;
    assert_eq!(barcodes(&other).await, [(product.clone(), true)]);
    let export = ExportTable { table: SiteFile::Aliases };
    let text = other.backend.export_table(export).await.unwrap().text;
    assert!(!text.contains(CODE), "it is not learned by itself: {text}");
    // Used here it is learned here, and stays where the other forgets it.
    other.backend.save_alias(learned).await.unwrap();
    assert_eq!(barcodes(&other).await, [(product.clone(), false)]);
    one.backend.remove_alias(RemoveAlias { code: CODE.into() }).await.unwrap();
    for station in [&one, &other, &one] {
        station.share(folder.path()).await;
    }
    assert_eq!(barcodes(&other).await, [(product.clone(), false)]);
    assert_eq!(barcodes(&one).await, [(product, true)]);
    // Codes that others read otherwise, and longer ones than they read, are told once, too.
    for code in ["]C1240123\u{1d}10ABC", &"7".repeat(300)] {
        let learned = SaveAlias { code: code.into(), product: sample::GLOVES_M.into() };
        one.backend.save_alias(learned).await.unwrap();
    }
    one.share(folder.path()).await;
    let before = length_of(folder.path());
    for station in [&one, &other, &one] {
        station.share(folder.path()).await;
    }
    assert_eq!(length_of(folder.path()), before, "nothing is told twice");
}

impl Station<'_> {
    /// What it is told of walks of others with its movement.
    async fn walk_elsewhere(&self) -> Option<WalkElsewhere> {
        let request = ListToPick { start: 0, count: 1_000, text: String::new() };
        let rows = self.backend.list_to_pick(request).await.unwrap().rows;
        rows.into_iter().find(|row| row.key == self.movement).unwrap().elsewhere
    }

    async fn begin_walk(&self) -> WalkKey {
        let movements = vec![self.movement];
        self.backend.begin_walk(BeginWalk { key: None, movements }).await.unwrap()
    }
}

#[tokio::test]
async fn a_walk_is_told_to_others_with_its_note_and_how_far_it_is_until_it_ends() {
    let harness = Harness::new().await;
    let folder = tempfile::tempdir().unwrap();
    let mut one = Station::begin(&harness, USERS[0]).await;
    let other = Station::begin(&harness, USERS[1]).await;
    let share = async |stations: [&Station<'_>; 2]| {
        for station in stations {
            station.share(folder.path()).await;
        }
    };
    share([&one, &other]).await;
    assert_eq!(other.walk_elsewhere().await, None);
    let walk = one.begin_walk().await;
    share([&one, &other]).await;
    let told = other.walk_elsewhere().await.unwrap();
    assert_eq!((told.on_hold, told.stand.done, told.stand.unsent), (None, 0, 0));
    assert!(told.stand.tasks > 0 && !told.by.is_empty());
    assert_eq!(one.walk_elsewhere().await, None, "it is no other one");

    // A note is told at once and as a text that can be shown; how far it is, from time to time.
    let note = Some("Cold room\u{202e} at 3".to_owned());
    one.backend.hold_walk(HoldWalk { walk, note }).await.unwrap();
    share([&one, &other]).await;
    assert_eq!(other.walk_elsewhere().await.unwrap().on_hold.as_deref(), Some("Cold room at 3"));
    let tasks = async || {
        let (start, count, text, only) = (0, 1_000, String::new(), OnlyTasks::All);
        let request = ListTasks { walk, start, count, text, only };
        one.backend.list_tasks(request).await.unwrap().rows
    };
    let task = tasks().await.swap_remove(0).id;
    let step = PickStep::CheckOff { task, done: true };
    one.backend.enter_picks(EnterPicks { walk, step }).await.unwrap();
    share([&one, &other]).await;
    assert_eq!(other.walk_elsewhere().await.unwrap().stand.done, 0);
    harness.later(901);
    share([&one, &other]).await;
    assert_eq!(other.walk_elsewhere().await.unwrap().stand.done, 1);
    let before = length_of(folder.path());
    harness.later(901);
    share([&one, &other]).await;
    assert_eq!(length_of(folder.path()), before, "nothing is told twice");

    // Whoever begins one, too, is told, and tells.
    let second = other.begin_walk().await;
    share([&other, &one]).await;
    assert!(one.walk_elsewhere().await.is_some());
    let state = one.backend.walk(ReadWalk { walk }).await.unwrap();
    assert!(state.walk.movements[0].elsewhere.is_some());
    other.backend.end_walk(EndWalk { walk: second }).await.unwrap();
    share([&other, &one]).await;
    assert_eq!(one.walk_elsewhere().await, None);
    let before_kill = length_of(folder.path());

    // Over a kill it is known as before; when it ends, the other hears of it.
    one.kill().await;
    share([&one, &other]).await;
    assert_eq!(length_of(folder.path()), before_kill, "nothing is told twice");
    let picked = ListPickedElsewhere { movements: vec![other.movement] };
    let picked = other.backend.list_picked_elsewhere(picked).await.unwrap();
    assert!(picked.len() == 1 && picked[0].elsewhere == other.walk_elsewhere().await);
    one.backend.undo_picks(UndoPicks { walk, redo: false }).await.unwrap();
    one.backend.end_walk(EndWalk { walk }).await.unwrap();
    share([&one, &other]).await;
    assert_eq!(other.walk_elsewhere().await, None);
    // One that is open for long is told of again, and one that is silent for days is none any more.
    let walk = one.begin_walk().await;
    share([&one, &other]).await;
    let first = other.walk_elsewhere().await.unwrap().at;
    harness.later(25 * 3_600);
    share([&one, &other]).await;
    assert!(other.walk_elsewhere().await.unwrap().at > first);
    harness.later(73 * 3_600);
    assert_eq!(other.walk_elsewhere().await, None);
    share([&one, &other]).await;
    assert!(other.walk_elsewhere().await.is_some());
    one.backend.end_walk(EndWalk { walk }).await.unwrap();

    // Who stops sharing is told of none, and is no more seen by the others; who shares again is.
    one.begin_walk().await;
    share([&one, &other]).await;
    assert!(other.walk_elsewhere().await.is_some());
    other.backend.choose_channel(ChooseChannel::default()).await.unwrap();
    assert_eq!(other.walk_elsewhere().await, None);
    share([&other, &other]).await;
    assert!(other.walk_elsewhere().await.is_some());
    one.backend.choose_channel(ChooseChannel::default()).await.unwrap();
    share([&other, &other]).await;
    assert_eq!(other.walk_elsewhere().await, None);
    share([&one, &other]).await;
    assert!(other.walk_elsewhere().await.is_some());
}

#[tokio::test]
async fn what_another_station_proposes_is_shown_at_its_line_until_somebody_answers() {
    let harness = Harness::new().await;
    let folder = tempfile::tempdir().unwrap();
    let [office, manager] = Station::two(&harness).await;
    let lines = items(&office.lines().await);
    office.decide(&lines[1], Some(to_revise(2))).await;
    office.share(folder.path()).await;
    manager.share(folder.path()).await;
    let marked = async |station: &Station<'_>| {
        let mut all = station.lines().await;
        all.retain(|line| line.proposed || line.proposed_elsewhere);
        all.into_iter().map(|line| (line.key, line.proposed)).collect::<Vec<_>>()
    };
    assert_eq!(marked(&office).await, [(row(&lines[1]), true)]);
    assert_eq!(marked(&manager).await, [(row(&lines[1]), false)]);
    let open = async |station: &Station<'_>, item: &ItemId| {
        let request = OpenLine { movement: station.movement, rows: vec![row(item)] };
        station.backend.open_line(request).await.unwrap()
    };
    let view = open(&manager, &lines[1]).await;
    let proposed = view.elsewhere.unwrap();
    let inbox = manager.inbox(OnlyReview::Proposals).await.remove(0);
    assert_eq!(proposed.decision, to_revise(2));
    assert_eq!((Some(proposed.by), Some(proposed.at)), (inbox.person.clone(), inbox.at));
    assert_eq!((view.decision, view.line.proposed), (None, false), "it is not decided here");
    assert!(view.line.proposed_elsewhere);
    assert_eq!(open(&manager, &lines[2]).await.elsewhere, None);
    assert_eq!(open(&office, &lines[1]).await.elsewhere, None, "its own is no other one");
    // What it is found by leads to its row.
    let (only, text) = (OnlyReview::Proposals, proposed.found_by);
    let filter = ReviewFilter { only, text, ..ReviewFilter::default() };
    let order = ReviewOrder::Movement;
    let request = ListReview { start: 0, count: 9, filter, order, folded: Vec::new() };
    let found = manager.backend.list_review(request).await.unwrap();
    let found: Vec<_> = found.rows.into_iter().filter_map(Entry::into_row).collect();
    assert!(found.iter().any(|row| row.line == inbox.line), "{found:?}");
    // Once somebody answers, nothing is proposed any more.
    let note = String::new();
    assert_eq!(manager.act(&[&inbox], ReviewAct::Reject { note }).await.done, 1);
    assert!(marked(&manager).await.is_empty());
    assert_eq!(open(&manager, &lines[1]).await.elsewhere, None);
}

#[tokio::test]
async fn a_decision_tells_what_was_rejected_of_its_line_before_and_why() {
    let harness = Harness::new().await;
    let folder = tempfile::tempdir().unwrap();
    let [office, manager] = Station::two(&harness).await;
    let lines = items(&office.lines().await);
    let share = async || {
        for station in [&office, &manager, &office] {
            station.share(folder.path()).await;
        }
    };
    let idle = async || {
        let (filter, order) = (ReviewFilter::default(), ReviewOrder::Movement);
        let request = ListReview { start: 0, count: 1_000, filter, order, folded: Vec::new() };
        manager.backend.list_review(request).await.unwrap().idle
    };
    office.decide(&lines[1], Some(to_revise(2))).await;
    share().await;
    let first = manager.inbox(OnlyReview::Proposals).await.remove(0);
    assert_eq!(first.rejected, None);
    assert_eq!(idle().await, ["refusal"], "nothing speaks against anything");
    let note = "Stock comes on Monday".to_owned();
    assert_eq!(manager.act(&[&first], ReviewAct::Reject { note: note.clone() }).await.done, 1);
    share().await;
    office.decide(&lines[1], Some(to_revise(3))).await;
    share().await;
    let again = manager.inbox(OnlyReview::Proposals).await.remove(0);
    let rejected = again.rejected.unwrap();
    assert_eq!((rejected.note, rejected.kind, again.goes), (note, ChangeKind::Revise, Some(3)));
    assert!(idle().await.is_empty());
}
