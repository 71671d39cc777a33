use chrono::DateTime;
use contract::{DepotPlan, LineStatus, MovementKey, PickStep};

use super::*;
use crate::editor::error::EditError;
use crate::picking::{
    route::Depot,
    scene::{MOVEMENT, Scene, bin, line, row, sent},
    steps::next_task,
    tape::{TapeChange, TapeStep},
    view::SentPicks,
};

fn told(
    bin: &str,
    required: i64,
    entered: Option<i64>,
    state: TaskState,
) -> (String, Option<i64>, Option<i64>, TaskState) {
    (bin.to_owned(), Some(required), entered, state)
}

#[test]
fn a_line_is_fetched_from_as_many_bins_as_it_takes_and_bins_stand_as_people_count() {
    let scene = Scene::split();
    assert_eq!(
        scene.told(),
        [told("A-2", 30, None, TaskState::Open), told("A-10", 20, None, TaskState::Open)]
    );
    assert_eq!(progress(&scene.tasks()).open, 2);
}

#[test]
fn a_number_that_is_entered_keeps_its_task_where_it_is_and_says_what_is_left() {
    let mut scene = Scene::split();
    let ids = |scene: &Scene| scene.tasks().into_iter().map(|it| it.id).collect::<Vec<_>>();
    let before = ids(&scene);
    scene.enter(0, 30);
    assert_eq!(ids(&scene), before);
    // What is left is still to be fetched from the other.
    assert_eq!(
        scene.told(),
        [told("A-2", 30, Some(30), TaskState::Less), told("A-10", 20, None, TaskState::Open)]
    );
    scene.enter(1, 20);
    assert!(scene.tasks().iter().all(|task| task.state == TaskState::Entered));
    assert_eq!(progress(&scene.tasks()).ready, 2);
    scene.enter(1, 25);
    assert!(scene.tasks().iter().all(|task| task.state == TaskState::Over));
    assert_eq!((progress(&scene.tasks()).ready, progress(&scene.tasks()).attention), (0, 2));
}

#[test]
fn all_of_it_from_one_bin_leaves_nothing_to_fetch_from_the_other() {
    let mut scene = Scene::split();
    scene.enter(0, 50);
    assert_eq!(scene.told(), [told("A-2", 30, Some(50), TaskState::Entered)]);
}

#[test]
fn less_is_short_once_there_is_a_reason_and_what_lies_elsewhere_is_still_to_be_fetched() {
    let mut scene = Scene::split();
    scene.enter(0, 10);
    // The next bin has to give more now: as much as lies there.
    let less =
        [told("A-2", 30, Some(10), TaskState::Less), told("A-10", 40, None, TaskState::Open)];
    assert_eq!(scene.told(), less);
    scene.reason(0, "STOCKOUT");
    let short =
        [told("A-2", 30, Some(10), TaskState::Short), told("A-10", 40, None, TaskState::Open)];
    assert_eq!(scene.told(), short);
    assert_eq!(scene.tasks()[0].reason.as_deref(), Some("STOCKOUT"));
    // Nothing there either: that is 0, and no reason is asked for again.
    scene.reason(1, "STOCKOUT");
    assert_eq!(scene.told()[1], ("A-10".into(), Some(20), Some(0), TaskState::Short));
    let progress = progress(&scene.tasks());
    assert_eq!((progress.done, progress.short, progress.ready), (2, 2, 1));
    // With the reason the 0 goes too.
    let task = scene.tasks()[1].id.clone();
    scene.try_to(&PickStep::Reason { task, reason: None }).unwrap();
    assert_eq!(scene.told(), less);
}

#[test]
fn what_was_short_and_sent_is_not_to_be_fetched_again_unless_more_is_asked_for() {
    let mut scene = Scene::of(vec![line("a", "A", 4, 100)], None);
    scene.sent = vec![sent("a", 3)];
    let open = scene.tasks().iter().position(|task| !task.state.is_made()).unwrap();
    scene.reason(open, "STOCKOUT");
    scene.tape.push(TapeStep {
        at: DateTime::UNIX_EPOCH,
        sent: true,
        changes: scene
            .tape
            .staged()
            .lots(&part_of(&scene.tasks()[open]))
            .map(|(lot, _)| {
                let part = part_of(&scene.tasks()[open]);
                TapeChange::Quantity { part, lot: lot.clone(), entered: None }
            })
            .collect(),
    });
    let states: Vec<_> = scene.tasks().iter().map(|task| task.state).collect();
    assert!(states.contains(&TaskState::Short) && states.len() == 2, "{states:?}");
    scene.lines[0].quantity_requested = Some(9);
    assert!(scene.tasks().iter().all(|task| task.state != TaskState::Short));
}

#[test]
fn a_line_that_asks_for_another_number_since_is_not_sent_until_it_is_entered_again() {
    let mut scene = Scene::split();
    scene.enter(0, 30);
    scene.enter(1, 20);
    scene.lines[0].quantity_requested = Some(45);
    let tasks = scene.tasks();
    assert!(tasks.iter().all(|task| task.state == TaskState::Changed));
    assert_eq!((tasks[0].asked_before, tasks[0].asked), (Some(50), Some(45)));
    assert_eq!(progress(&tasks).ready, 0);
    // Who enters one number saw the line, and the other number with it.
    scene.enter(1, 15);
    assert!(scene.tasks().iter().all(|task| task.state == TaskState::Entered));
    // Or takes them as they are.
    scene.lines[0].quantity_requested = Some(60);
    let task = scene.tasks()[0].id.clone();
    scene.try_to(&PickStep::Confirm { task }).unwrap();
    assert!(scene.tasks()[..2].iter().all(|task| task.state == TaskState::Less));
}

#[test]
fn what_was_entered_of_a_line_that_goes_no_more_stays_in_sight_and_is_not_sent() {
    let mut scene = Scene::split();
    scene.enter(0, 30);
    scene.lines[0].status = LineStatus::Canceled;
    let tasks = scene.tasks();
    assert_eq!(tasks.len(), 1);
    assert_eq!((tasks[0].state, tasks[0].quantity), (TaskState::Gone, Some(30)));
    let progress = progress(&tasks);
    assert_eq!((progress.ready, progress.stopped, progress.attention), (0, 1, 1));
    let task = tasks[0].id.clone();
    scene.try_to(&PickStep::Quantity { task, quantity: None }).unwrap();
    assert!(scene.tasks().is_empty());
}

#[test]
fn what_one_line_is_to_get_no_other_one_is() {
    let lines = vec![line("a", "A", 30, 100), line("b", "A", 30, 200)];
    let lots = [("v1", "A-2", 30), ("v2", "A-10", 40)];
    let mut scene = Scene::of(lines, Some(vec![row("a", &lots), row("b", &lots)]));
    let open = [told("A-2", 30, None, TaskState::Open), told("A-10", 30, None, TaskState::Open)];
    assert_eq!(scene.told(), open);
    scene.try_to(&PickStep::Rest).unwrap();
    assert!(scene.tasks().iter().all(|task| task.state == TaskState::Entered));
    assert_eq!(progress(&scene.tasks()).ready, 2);
}

#[test]
fn a_lot_that_is_told_twice_is_one_task() {
    let lots = [("v1", "A-2", 10), ("v1", "A-2", 10)];
    let mut scene = Scene::of(vec![line("a", "A", 20, 100)], Some(vec![row("a", &lots)]));
    assert_eq!(scene.told(), [told("A-2", 20, None, TaskState::Open)]);
    let task = scene.tasks()[0].id.clone();
    scene.try_to(&PickStep::Confirm { task: task.clone() }).unwrap();
    assert_eq!(scene.told(), [told("A-2", 20, Some(20), TaskState::Entered)]);
    // Confirmed once more it keeps its number.
    scene.enter(0, 7);
    scene.try_to(&PickStep::Confirm { task }).unwrap();
    assert_eq!(scene.tasks()[0].quantity, Some(7));
}

#[test]
fn a_tick_is_of_what_is_known_nowhere_alone_and_of_the_number_it_was_made_for() {
    let rows = Some(vec![row("a", &[("v1", "A-2", 30)])]);
    let mut scene = Scene::of(vec![line("a", "A", 50, 100)], rows);
    let unknown = scene.tasks().into_iter().find(|it| it.state == TaskState::Unknown).unwrap();
    assert_eq!((unknown.required, unknown.no_stock), (Some(20), false));
    scene.try_to(&PickStep::CheckOff { task: unknown.id, done: true }).unwrap();
    let states: Vec<_> = scene.tasks().iter().map(|task| task.state).collect();
    assert_eq!(states, [TaskState::Open, TaskState::CheckedOff]);
    scene.lines[0].quantity_requested = Some(60);
    assert_eq!(scene.tasks()[1].state, TaskState::Unknown);
}

#[test]
fn the_next_task_is_found_behind_and_before_and_from_the_end_at_the_beginning() {
    let rows = vec![row("a", &[("v1", "A-1", 9)]), row("b", &[("v2", "A-2", 9)])];
    let lines = vec![line("a", "A", 5, 100), line("b", "B", 5, 200), line("c", "C", 5, 300)];
    let mut scene = Scene::of(lines, Some(rows));
    scene.enter(1, 5);
    let tasks = scene.tasks();
    let tasks: Vec<_> = tasks.iter().collect();
    let next = |at: usize, back| next_task(&tasks, &tasks[at].id, back);
    assert_eq!(
        [next(0, false), next(2, false), next(2, true), next(0, true)],
        [2, 0, 0, 2].map(Some)
    );
    assert_eq!(next_task(&tasks, "gone", false), Some(0));
}

#[test]
fn what_is_left_is_entered_in_one_step_and_only_where_it_is_known_what_to_take() {
    let mut scene = Scene::split();
    scene.lines.push(line("b", "B", 5, 200));
    let rows = scene.rows.as_mut().unwrap();
    rows.push(row("b", &[]));
    scene.enter(0, 12);
    scene.try_to(&PickStep::Rest).unwrap();
    let states: Vec<_> =
        scene.told().into_iter().map(|(.., pieces, state)| (pieces, state)).collect();
    let expected = [
        (Some(12), TaskState::Entered),
        (Some(38), TaskState::Entered),
        (None, TaskState::Unknown),
    ];
    assert_eq!(states, expected);
    assert!(scene.tape.undo());
    assert_eq!(scene.told()[1], told("A-10", 38, None, TaskState::Open));
    // Of one line, the other stays as it is.
    scene.lines[1].quantity_requested = Some(6);
    scene.rows.as_mut().unwrap()[1] = row("b", &[("v3", "B-1", 9)]);
    let task = scene.tasks()[2].id.clone();
    scene.try_to(&PickStep::RestOfLine { task }).unwrap();
    assert_eq!(scene.told()[2], told("B-1", 6, Some(6), TaskState::Entered));
    assert_eq!(scene.told()[1].3, TaskState::Open);
}

#[test]
fn what_is_not_known_where_is_checked_off_on_paper_and_takes_no_number() {
    let mut scene = Scene::of(vec![line("a", "A", 4, 100)], None);
    let task = scene.tasks()[0].id.clone();
    assert_eq!(scene.tasks()[0].state, TaskState::Unknown);
    let number = PickStep::Quantity { task: task.clone(), quantity: Some(4) };
    assert!(matches!(scene.try_to(&number), Err(EditError::Invalid { field: "task", .. })));
    scene.try_to(&PickStep::CheckOff { task: task.clone(), done: true }).unwrap();
    assert_eq!(scene.tasks()[0].state, TaskState::CheckedOff);
    let progress = progress(&scene.tasks());
    assert_eq!((progress.done, progress.checked, progress.ready), (1, 1, 0));
    scene.try_to(&PickStep::CheckOff { task, done: false }).unwrap();
    assert_eq!(scene.tasks()[0].state, TaskState::Unknown);
}

#[test]
fn a_lot_it_was_taken_from_before_is_known_without_a_number_of_what_lies_there() {
    let mut scene = Scene::of(vec![line("a", "A", 4, 100)], None);
    let earlier = MovementKey(uuid::Uuid::from_u128(9));
    scene.sent = vec![SentPicks { movement: earlier, product: Some("A".into()), ..sent("x", 3) }];
    let task = scene.tasks().remove(0);
    assert_eq!((task.state, task.required, task.available), (TaskState::Open, Some(4), None));
    assert_eq!(task.inventory_item.as_deref(), Some("v1"));
    scene.enter(0, 4);
    assert_eq!(scene.tasks()[0].state, TaskState::Entered);
}

#[test]
fn what_goes_instead_says_of_what_and_what_does_not_go_is_left_out_and_counted() {
    let mut replaced = line("b", "B", 30, 200);
    replaced.status = LineStatus::Substituted;
    replaced.substitutions =
        vec![LineItem { status: LineStatus::Approved, ..line("b1", "C", 10, 200) }];
    let canceled = LineItem { status: LineStatus::Canceled, ..line("c", "E", 5, 300) };
    let scene = Scene::of(vec![replaced, canceled], None);
    let tasks = scene.tasks();
    assert_eq!(tasks.len(), 1);
    let code = |product: &ProductRef| product.code.clone();
    assert_eq!(code(&tasks[0].product).as_deref(), Some("C"));
    assert_eq!(tasks[0].instead_of.as_ref().and_then(code).as_deref(), Some("B"));
    assert_eq!((tasks[0].line.as_str(), tasks[0].item.as_str()), ("b", "b1"));
    assert_eq!(scene.finish().1.left_out, 1);
}

#[test]
fn what_was_sent_is_picked_and_takes_no_number_any_more() {
    let mut scene = Scene::of(vec![line("a", "A", 4, 100)], None);
    scene.sent = vec![sent("a", 3)];
    let tasks = scene.tasks();
    let picked = tasks.iter().find(|task| task.state == TaskState::Picked).unwrap();
    assert_eq!((picked.quantity, picked.left), (Some(3), Some(1)));
    let again = PickStep::Quantity { task: picked.id.clone(), quantity: Some(1) };
    assert_eq!(scene.try_to(&again), Err(EditError::TooLate));
    let nothing = PickStep::Quantity { task: "nothing".into(), quantity: None };
    assert_eq!(scene.try_to(&nothing), Err(EditError::Unknown));
}

#[test]
fn tasks_without_a_bin_are_last_and_no_two_have_one_name() {
    let rows = vec![
        row("a", &[("v|1", "A-1", 3), ("v", "1|A-1", 2)]),
        row("b", &[]),
        row("c", &[("v1", "B-2", 9)]),
    ];
    let lines = vec![line("a", "A", 5, 100), line("b", "B", 5, 200), line("c", "C", 5, 300)];
    let scene = Scene::of(lines, Some(rows));
    let tasks = scene.tasks();
    let bins: Vec<_> =
        tasks.iter().map(|task| task.bin.as_ref().map(|it| it.name.clone())).collect();
    let expected = [Some("1|A-1".to_owned()), Some("A-1".into()), Some("B-2".into()), None];
    assert_eq!(bins, expected);
    let mut ids: Vec<_> = tasks.iter().map(|task| task.id.clone()).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), tasks.len());
}

#[test]
fn tasks_are_found_by_what_is_seen_of_them() {
    let scene = Scene::split();
    let found =
        |text: &str| scene.tasks().iter().filter(|task| is_found(task, &Words::of(text))).count();
    assert_eq!([found(""), found("a-10"), found("A a-2"), found("z")], [2, 1, 1, 0]);
}

#[test]
fn each_depot_is_walked_through_as_its_own_plan_says() {
    let key = PartKey { movement: MOVEMENT, line: "l1".into(), item: "i1".into() };
    let task = |(place, name): (u32, &str)| {
        let depot = ["north", "south"][usize::try_from(place).unwrap()];
        PickTask {
            place,
            bin: Some(bin(name, name)),
            depot: Some(bin(depot, depot)),
            ..empty(&key, line("l1", "A", 1, 100).product)
        }
    };
    let tasks = [(1, "A-02"), (0, "B-01"), (1, "B-01"), (0, "A-02"), (1, "A-01")];
    let walked = |first: &str, second: &str| {
        let depot = |aisles: &str| {
            let aisles = aisles.chars().map(String::from).collect();
            let plan = DepotPlan { aisles, ..DepotPlan::default() };
            Depot::of(["A-01", "A-02", "B-01"].into_iter(), plan)
        };
        let depots = Depots::one(depot(first));
        let depots = depots.with("north".into(), depot(first)).with("south".into(), depot(second));
        let mut tasks: Vec<_> = tasks.into_iter().map(task).collect();
        in_walk_order(&mut tasks, &depots, WalkOrder::Bins);
        let name = |task: &PickTask| task.bin.as_ref().map(|bin| bin.name.clone());
        tasks.iter().filter_map(name).collect::<Vec<_>>()
    };
    assert_eq!(walked("AB", "BA"), ["A-02", "B-01", "B-01", "A-01", "A-02"]);
    assert_eq!(walked("BA", "AB"), ["B-01", "A-02", "A-01", "A-02", "B-01"]);
}
