//! Walks: movements that are picked together, from a service that tells what lies where and from one that
//! does not; over a kill, and with a line that changes meanwhile.

use backend::Error;
use chrono::TimeDelta;
use contract::*;
use practice::{Fault, sample};

use crate::{
    act::*,
    drafts::kill,
    editing::{Editor, row},
    harness::Harness,
};

/// A walk, as its picker uses it.
pub struct Picker<'a> {
    pub harness: &'a Harness,
    pub walk: WalkKey,
}

impl<'a> Picker<'a> {
    /// Begins a walk of sample movements whose lines are read.
    pub async fn begin(harness: &'a Harness, movements: &[&str]) -> Picker<'a> {
        let mut keys = Vec::new();
        for movement in movements {
            keys.push(Editor::open(harness, movement).await.movement);
        }
        let begun = harness.backend.begin_walk(BeginWalk { key: None, movements: keys }).await;
        Self { harness, walk: begun.unwrap() }
    }

    pub async fn of_pending(harness: &'a Harness) -> Picker<'a> {
        Self::begin(harness, &[sample::MOVEMENT_PENDING]).await
    }

    pub async fn tasks(&self) -> Vec<PickTask> {
        self.only(OnlyTasks::All).await
    }

    pub async fn only(&self, only: OnlyTasks) -> Vec<PickTask> {
        let text = String::new();
        let request = ListTasks { walk: self.walk, start: 0, count: 1_000, text, only };
        self.harness.backend.list_tasks(request).await.unwrap().rows
    }

    /// The tasks once the service told what lies where.
    pub async fn told(&self) -> Vec<PickTask> {
        let is_told = |tasks: &Vec<PickTask>| tasks.iter().any(|task| task.available.is_some());
        self.harness.until(|| self.tasks(), is_told).await
    }

    pub async fn gloves(&self) -> PickTask {
        let of_gloves = |task: &PickTask| task.product.id == sample::GLOVES_M.into();
        self.tasks().await.into_iter().find(of_gloves).unwrap()
    }

    pub async fn state(&self) -> WalkState {
        self.harness.backend.walk(ReadWalk { walk: self.walk }).await.unwrap()
    }

    pub async fn enter(&self, step: PickStep) -> Result<WalkState, Error> {
        self.harness.backend.enter_picks(EnterPicks { walk: self.walk, step }).await
    }

    pub async fn quantity(&self, task: &PickTask, quantity: u32) -> WalkState {
        let (task, quantity) = (task.id.clone(), Some(quantity));
        self.enter(PickStep::Quantity { task, quantity }).await.unwrap()
    }

    /// What a code did that was scanned.
    pub async fn scan(&self, code: &str) -> ScanFound {
        let request = ScanCode { walk: self.walk, code: code.to_owned(), task: None };
        self.harness.backend.scan_code(request).await.unwrap().scan.unwrap().found
    }

    /// All scans with whether they were taken back, the newest first.
    pub async fn scans(&self) -> Vec<(String, bool)> {
        let request = ListScans { walk: self.walk, count: 100 };
        let scans = self.harness.backend.list_scans(request).await.unwrap();
        scans.into_iter().map(|scan| (scan.code, scan.taken_back)).collect()
    }

    pub async fn undo(&self, redo: bool) -> WalkState {
        self.harness.backend.undo_picks(UndoPicks { walk: self.walk, redo }).await.unwrap()
    }

    pub async fn send(&self) -> Result<WalkState, Error> {
        self.harness.backend.send_picks(SendPicks { walk: self.walk }).await
    }
}

async fn listed(harness: &Harness) -> Vec<ToPickRow> {
    let request = ListToPick { start: 0, count: 1_000, text: String::new() };
    harness.backend.list_to_pick(request).await.unwrap().rows
}

#[tokio::test]
async fn a_walk_is_picked_from_the_bins_the_service_tells_and_is_sent_line_by_line() {
    let harness = Harness::probed().await;
    let picker = Picker::of_pending(&harness).await;
    let tasks = picker.told().await;
    let bins: Vec<_> = tasks.iter().filter_map(|task| Some(&task.bin.as_ref()?.name)).collect();
    assert!(bins.len() > 1 && bins.is_sorted(), "{bins:?}");
    let gloves = picker.gloves().await;
    assert_eq!(gloves.bin.as_ref().unwrap().name, "A-01-03");
    assert_eq!(gloves.state, TaskState::Open);
    let required = gloves.required.unwrap();
    picker.quantity(&gloves, u32::try_from(required).unwrap()).await;
    let state = picker.enter(PickStep::Rest).await.unwrap();
    assert!(state.can_undo && !state.can_redo);
    let progress = state.walk.progress;
    assert_eq!(progress.open, 0, "{progress:?}");
    assert!(progress.ready > 1);
    assert!(harness.operations().is_empty());

    let state = picker.send().await.unwrap();
    assert_eq!((state.walk.progress.ready, state.can_undo), (0, false));
    harness.settled().await;
    let is_picked = |task: &PickTask| task.state == TaskState::Picked;
    let all = harness.until(|| picker.tasks(), |tasks| tasks.iter().any(is_picked)).await;
    let gloves: Vec<_> =
        all.iter().filter(|task| task.product.id == sample::GLOVES_M.into()).collect();
    assert_eq!(gloves.len(), 1, "{gloves:?}");
    assert_eq!((gloves[0].quantity, gloves[0].left), (Some(required), Some(0)));
    // One operation for each line, each once.
    let ops = harness.ops().await;
    let items: Vec<_> = ops.iter().map(|op| op.operation.clone()).collect();
    let picks = items.iter().filter(|op| matches!(op, Operation::Pick { .. })).count();
    assert_eq!(picks, harness.operations().len());
    assert!(harness.operations().iter().all(|operation| operation == "pick"));
}

#[tokio::test]
async fn what_is_entered_outlives_a_kill_and_so_does_what_was_taken_back() {
    let mut harness = Harness::probed().await;
    let (walk, task) = {
        let picker = Picker::of_pending(&harness).await;
        picker.told().await;
        let gloves = picker.gloves().await;
        picker.quantity(&gloves, 3).await;
        picker.quantity(&gloves, 5).await;
        picker.undo(false).await;
        (picker.walk, gloves.id)
    };
    kill(&mut harness).await;
    harness.open_profile("aokafor").await.unwrap();
    let picker = Picker { harness: &harness, walk };
    let find = |tasks: Vec<PickTask>| tasks.into_iter().find(|it| it.id == task).unwrap();
    assert_eq!(find(picker.tasks().await).quantity, Some(3));
    assert_eq!(harness.backend.list_walks(ListWalks {}).await.unwrap().len(), 1);
    assert_eq!(harness.outbox().await.restored.unwrap().lines, 1);
    let state = picker.undo(true).await;
    assert!(state.can_undo && !state.can_redo);
    assert_eq!(find(picker.tasks().await).quantity, Some(5));
}

#[tokio::test]
async fn what_is_entered_marks_its_line_and_counts_among_what_is_not_sent() {
    let harness = Harness::probed().await;
    let editor = Editor::of_pending(&harness).await;
    let line = editor.gloves().await;
    let picker = Picker::of_pending(&harness).await;
    picker.told().await;
    picker.quantity(&picker.gloves().await, 3).await;
    let shown = editor.line(&row(&line.id)).await;
    assert_eq!((shown.state, shown.picked.unwrap().typed), (RowState::Changed, Some(3)));
    let unsent: u32 = harness.outbox().await.unsent.iter().map(|one| one.changes).sum();
    assert_eq!(unsent, 1);
    let state = editor.state().await;
    assert_eq!((state.changed_here, state.only_in_panel, state.ready), (1, 1, 0));
    let of =
        |rows: Vec<ToPickRow>| rows.into_iter().find(|row| row.key == editor.movement).unwrap();
    let listed = of(listed(&harness).await);
    assert_eq!((listed.entered, listed.walk), (1, Some(picker.walk)));
    // Sent, it is marked no more.
    picker.send().await.unwrap();
    harness.settled().await;
    assert!(harness.outbox().await.unsent.is_empty());
}

#[tokio::test]
async fn a_line_that_changes_meanwhile_stops_at_sending_and_shows_both() {
    let harness = Harness::probed().await;
    let picker = Picker::of_pending(&harness).await;
    picker.told().await;
    let gloves = picker.gloves().await;
    let asked = gloves.asked.unwrap();
    picker.quantity(&gloves, u32::try_from(asked).unwrap()).await;
    let more = u32::try_from(asked + 7).unwrap();
    harness.colleague().await.change(&pending(), vec![quantity(&gloves.line, more)]).await;
    // Nobody read it here since; sending does.
    harness.clock.advance(TimeDelta::seconds(10));
    let state = picker.send().await.unwrap();
    assert_eq!((state.walk.progress.ready, state.walk.progress.stopped, state.kept), (0, 1, 0));
    let gloves = picker.gloves().await;
    assert_eq!(gloves.state, TaskState::Changed);
    assert_eq!((gloves.asked_before, gloves.asked), (Some(asked), Some(asked + 7)));
    let look = picker.only(OnlyTasks::Attention).await;
    assert!(look.iter().any(|task| task.id == gloves.id), "{look:?}");
    picker.quantity(&gloves, more).await;
    assert_eq!(picker.send().await.unwrap().kept, 1);
    harness.settled().await;
    assert_eq!(harness.operations(), ["updateItem", "pick"]);
}

#[tokio::test]
async fn a_strict_service_tells_no_lots_and_lines_are_checked_off_on_paper() {
    let harness = Harness::strict().await;
    let picker = Picker::of_pending(&harness).await;
    let tasks = picker.tasks().await;
    assert!(tasks.iter().all(|task| task.state == TaskState::Unknown));
    let (text, only) = (String::new(), OnlyTasks::default());
    let request = ListTasks { walk: picker.walk, start: 0, count: 1, text, only };
    let page = harness.backend.list_tasks(request).await.unwrap();
    assert!(page.freshness.as_of.is_some(), "as old as the lines");
    let gloves = picker.gloves().await;
    let (task, quantity) = (gloves.id.clone(), Some(3));
    let refused = picker.enter(PickStep::Quantity { task, quantity }).await;
    assert!(matches!(refused, Err(Error::Invalid { field: "task", .. })));
    let done = PickStep::CheckOff { task: gloves.id.clone(), done: true };
    let progress = picker.enter(done).await.unwrap().walk.progress;
    assert_eq!((progress.checked, progress.done, progress.ready), (1, 1, 0));
    picker.send().await.unwrap();
    assert!(harness.operations().is_empty());
    // What was picked here before is known from then on.
    harness.pick(&pending(), &gloves.line, vec![crate::act::gloves(2)]).await.unwrap();
    harness.settled().await;
    let is_picked = |tasks: &Vec<PickTask>| tasks.iter().any(|it| it.state == TaskState::Picked);
    let tasks = harness.until(|| picker.tasks(), is_picked).await;
    let picked = tasks.iter().find(|it| it.state == TaskState::Picked).unwrap();
    assert_eq!((&picked.product.id, picked.quantity), (&gloves.product.id, Some(2)));
}

#[tokio::test]
async fn scans_are_counted_one_by_one_and_outlive_a_kill_with_what_was_taken_back() {
    let mut harness = Harness::probed().await;
    let (walk, task, bin, code) = {
        let picker = Picker::of_pending(&harness).await;
        picker.told().await;
        let gloves = picker.gloves().await;
        let (bin, code) = (gloves.bin.unwrap().name, gloves.product.code.unwrap());
        assert!(matches!(picker.scan(&bin).await, ScanFound::Bin { .. }));
        for count in 1..=3 {
            let found = picker.scan(&code).await;
            assert!(matches!(found, ScanFound::Counted { quantity, .. } if quantity == count));
        }
        assert_eq!(picker.scan("no such code").await, ScanFound::Nothing);
        assert!(picker.undo(false).await.can_redo, "the last code that did something");
        (picker.walk, gloves.id, bin, code)
    };
    kill(&mut harness).await;
    harness.open_profile("aokafor").await.unwrap();
    let picker = Picker { harness: &harness, walk };
    let gloves = picker.tasks().await.into_iter().find(|it| it.id == task).unwrap();
    assert_eq!((gloves.quantity, gloves.state), (Some(2), TaskState::Counting));
    let (bin, code) = (&*bin, &*code);
    let told = [("no such code", false), (code, true), (code, false), (code, false), (bin, false)];
    let told = told.map(|(code, taken_back)| (code.to_owned(), taken_back));
    assert_eq!(picker.scans().await, told);
}

#[tokio::test]
async fn what_was_counted_is_sent_as_one_pick_of_its_line() {
    let harness = Harness::probed().await;
    let picker = Picker::of_pending(&harness).await;
    picker.told().await;
    let gloves = picker.gloves().await;
    picker.scan(&gloves.bin.unwrap().name).await;
    for _ in 0..2 {
        picker.scan(gloves.product.code.as_deref().unwrap()).await;
    }
    assert_eq!(picker.send().await.unwrap().kept, 1);
    harness.settled().await;
    assert_eq!(harness.operations(), ["pick"]);
}

#[tokio::test]
async fn a_refused_pick_comes_back_to_its_row_with_the_services_words() {
    let harness = Harness::probed().await;
    let picker = Picker::of_pending(&harness).await;
    picker.told().await;
    let gloves = picker.gloves().await;
    let refusal = Fault::status(500).method("POST").path("/api/stockMovementItems/");
    harness.service.faults().add(refusal);
    picker.quantity(&gloves, 2).await;
    picker.send().await.unwrap();
    let is_refused = |tasks: &Vec<PickTask>| tasks.iter().any(|it| it.state == TaskState::Refused);
    let tasks = harness.until(|| picker.tasks(), is_refused).await;
    let refused = tasks.iter().find(|it| it.state == TaskState::Refused).unwrap();
    assert_eq!(refused.quantity, Some(2));
    assert!(refused.failure.is_some());
    assert!(tasks.iter().any(|it| it.product == refused.product && it.state == TaskState::Open));

    // It is entered again, to be changed: that gives the refused pick up.
    let again = EnterAgain { walk: picker.walk, task: refused.id.clone() };
    let state = harness.backend.enter_again(again.clone()).await.unwrap();
    let tasks = picker.tasks().await;
    let entered = tasks.iter().find(|it| Some(&it.id) == state.again.as_ref()).unwrap();
    assert_eq!((entered.quantity, &entered.inventory_item), (Some(2), &refused.inventory_item));
    assert!(!tasks.iter().any(|it| it.state == TaskState::Refused));
    assert!(matches!(harness.backend.enter_again(again).await, Err(Error::Unknown)));
    harness.service.faults().clear();
    picker.quantity(entered, 1).await;
    picker.send().await.unwrap();
    harness.settled().await;
    assert_eq!(harness.operations(), ["pick"]);
}

#[tokio::test]
async fn what_was_entered_of_a_canceled_line_stays_in_sight_and_keeps_the_walk_open() {
    let harness = Harness::probed().await;
    let picker = Picker::of_pending(&harness).await;
    picker.told().await;
    let gloves = picker.gloves().await;
    picker.quantity(&gloves, 3).await;
    harness.colleague().await.change(&pending(), vec![cancel(&gloves.line)]).await;
    harness.refresh(DataSet::Movement(pending())).await.unwrap();
    let gone = picker.gloves().await;
    assert_eq!(
        (gone.state, gone.quantity, &gone.product.id),
        (TaskState::Gone, Some(3), &gloves.product.id)
    );
    let state = picker.send().await.unwrap();
    assert_eq!((state.kept, state.has_unsent), (0, true));
    let end = EndWalk { walk: picker.walk };
    assert!(harness.backend.end_walk(end).await.is_err());
    let task = gone.id;
    let state = picker.enter(PickStep::Quantity { task, quantity: None }).await.unwrap();
    assert!(!state.has_unsent && !state.has_entries);
    harness.backend.end_walk(end).await.unwrap();
}

#[tokio::test]
async fn a_task_that_was_entered_keeps_its_number_when_it_is_confirmed_once_more() {
    let harness = Harness::probed().await;
    let picker = Picker::of_pending(&harness).await;
    picker.told().await;
    let gloves = picker.gloves().await;
    let confirm = || PickStep::Confirm { task: gloves.id.clone() };
    picker.enter(confirm()).await.unwrap();
    let full = picker.gloves().await;
    assert_eq!((full.quantity, full.state), (gloves.required, TaskState::Entered));
    picker.quantity(&gloves, 1).await;
    picker.enter(confirm()).await.unwrap();
    assert_eq!(picker.gloves().await.quantity, Some(1));
    // What is open comes next, and after the last one the first.
    let of = ListTasks {
        walk: picker.walk,
        start: 0,
        count: 0,
        text: String::new(),
        only: OnlyTasks::All,
    };
    let find = |back| FindTask { of: of.clone(), task: gloves.id.clone(), itself: false, back };
    let (next, before) = (find(false), find(true));
    let next = harness.backend.find_task(next).await.unwrap().unwrap();
    let tasks = picker.tasks().await;
    assert!(!tasks[next as usize].state.is_done());
    assert!(harness.backend.find_task(before).await.unwrap().is_some());
}

#[tokio::test]
async fn one_walks_in_the_order_that_is_chosen_and_in_walks_after_it() {
    let mut harness = Harness::probed().await;
    harness.refresh(DataSet::BinLocations(sample::CENTRAL_STORE.into())).await.unwrap();
    let bins = |tasks: &[PickTask]| {
        let mut bins: Vec<String> =
            tasks.iter().filter_map(|task| Some(task.bin.as_ref()?.name.clone())).collect();
        bins.dedup();
        bins
    };
    let walk = {
        let picker = Picker::begin(&harness, &[sample::MOVEMENT_QUARTERLY]).await;
        let by_name = bins(&picker.told().await);
        assert!(by_name.is_sorted() && by_name.len() > 8, "{by_name:?}");
        let order = OrderWalk { walk: picker.walk, order: WalkOrder::Serpentine };
        harness.backend.order_walk(order).await.unwrap();
        let turned = bins(&picker.tasks().await);
        assert_ne!(turned, by_name);
        // Bays, as the sample depot names them: within one, levels stay as they are.
        let bays = turned.iter().map(|bin| &bin[..4]);
        let aisle = |at: char| bays.clone().filter(|bay| bay.starts_with(at)).collect::<Vec<_>>();
        assert!(aisle('A').is_sorted() && aisle('B').is_sorted_by(|a, b| a >= b), "{turned:?}");
        picker.walk
    };
    kill(&mut harness).await;
    harness.open_profile("aokafor").await.unwrap();
    let state = harness.backend.walk(ReadWalk { walk }).await.unwrap();
    assert_eq!(state.walk.order, WalkOrder::Serpentine);
    let other = Picker::of_pending(&harness).await;
    assert_eq!(other.state().await.walk.order, WalkOrder::Serpentine);
}

#[tokio::test]
async fn data_with_entries_of_a_walk_is_not_deleted_and_the_next_user_is_told() {
    let harness = Harness::probed().await;
    let picker = Picker::of_pending(&harness).await;
    picker.told().await;
    picker.quantity(&picker.gloves().await, 3).await;
    let refused = harness.backend.forget_data(ForgetData {}).await;
    assert!(refused.is_err(), "{refused:?}");
    harness.backend.sign_out(SignOut {}).await.unwrap();
    harness.sign_in_as("jweir", sample::PASSWORD).await.unwrap();
    let others = harness.outbox().await.others;
    assert_eq!(others.iter().map(|other| other.unsent).collect::<Vec<_>>(), [1]);
}

#[tokio::test]
async fn walks_are_held_taken_up_and_ended_and_a_movement_is_in_one_alone() {
    let harness = Harness::probed().await;
    let picker = Picker::of_pending(&harness).await;
    let movements = vec![picker.state().await.walk.movements[0].key];
    let again = BeginWalk { key: None, movements: movements.clone() };
    assert_eq!(harness.backend.begin_walk(again).await, Ok(picker.walk));
    let other = Editor::open(&harness, sample::MOVEMENT_QUARTERLY).await.movement;
    let both = BeginWalk { key: None, movements: vec![other, movements[0]] };
    let refused = harness.backend.begin_walk(both).await;
    assert!(matches!(refused, Err(Error::Invalid { field: "movements", .. })));
    let none = harness.backend.begin_walk(BeginWalk { key: None, movements: vec![] }).await;
    assert!(matches!(none, Err(Error::Invalid { .. })));
    // Asked for twice under one name, it is begun once.
    let twice = BeginWalk { key: Some(picker.walk), movements: movements.clone() };
    assert_eq!(harness.backend.begin_walk(twice).await, Ok(picker.walk));

    let hold = |note: Option<&str>| HoldWalk { walk: picker.walk, note: note.map(str::to_owned) };
    harness.backend.hold_walk(hold(Some("Cold room"))).await.unwrap();
    assert_eq!(picker.state().await.walk.on_hold.as_deref(), Some("Cold room"));
    harness.backend.hold_walk(hold(None)).await.unwrap();
    assert_eq!(picker.state().await.walk.on_hold, None);

    picker.told().await;
    picker.quantity(&picker.gloves().await, 3).await;
    let end = EndWalk { walk: picker.walk };
    let refused = harness.backend.end_walk(end).await;
    assert!(matches!(refused, Err(Error::Invalid { field: "walk", .. })));
    picker.enter(PickStep::GiveUp).await.unwrap();
    harness.backend.end_walk(end).await.unwrap();
    assert!(harness.backend.list_walks(ListWalks {}).await.unwrap().is_empty());
    let gone = harness.backend.walk(ReadWalk { walk: picker.walk }).await;
    assert_eq!(gone, Err(Error::Unknown));
    harness.backend.begin_walk(BeginWalk { key: None, movements }).await.unwrap();
}

#[tokio::test]
async fn several_movements_are_one_walk_and_each_task_says_for_which() {
    let harness = Harness::probed().await;
    let both = [sample::MOVEMENT_PENDING, sample::MOVEMENT_QUARTERLY];
    let picker = Picker::begin(&harness, &both).await;
    let state = picker.state().await;
    assert_eq!(state.walk.movements.len(), 2);
    let tasks = picker.tasks().await;
    let places: std::collections::BTreeSet<_> = tasks.iter().map(|task| task.place).collect();
    assert_eq!(places.into_iter().collect::<Vec<_>>(), [0, 1]);
    for task in &tasks {
        assert_eq!(state.walk.movements[task.place as usize].key, task.movement);
    }
}

#[tokio::test]
async fn a_depot_says_how_its_bins_are_read_and_which_aisle_comes_first() {
    let mut harness = Harness::probed().await;
    let walk = {
        let picker = Picker::of_pending(&harness).await;
        picker.told().await;
        let walk = picker.walk;
        let plan = |plan| harness.backend.depot_plan(ReadDepotPlan { walk, plan });
        let view = harness.until(|| async { plan(None).await.unwrap() }, |view| view.all > 0).await;
        assert_eq!((view.unread, view.bins[0].name.as_str()), (0, "A-01-01"));
        assert_eq!(view.bins[0].read, Some(("a".into(), "01".into())));
        let other = DepotPlan { aisles: vec!["C".into(), "B".into()], ..DepotPlan::default() };
        let preview = plan(Some(other.clone())).await.unwrap();
        assert_eq!(preview.bins[0].name, "C-01-01");
        assert_eq!(plan(None).await.unwrap(), view, "only looked at");
        harness.backend.save_depot_plan(SaveDepotPlan { walk, plan: other }).await.unwrap();
        walk
    };
    kill(&mut harness).await;
    harness.open_profile("aokafor").await.unwrap();
    let picker = Picker { harness: &harness, walk };
    let tasks = picker.tasks().await;
    let aisles: Vec<char> =
        tasks.iter().filter_map(|task| task.bin.as_ref()?.name.chars().next()).collect();
    let place = |aisle: &char| "CBA".find(*aisle);
    assert!(aisles.is_sorted_by_key(place) && aisles[0] != 'A', "{aisles:?}");
}
