//! Codes of lines, as they are scanned from a printed list.

use super::*;
use crate::picking::scene::{bin, row, sent};

fn code_of(scene: &Scene, at: usize) -> String {
    scene.tasks()[at].line_code.clone()
}

/// The task a code led to, and how that stood.
fn led_to(found: &ScanFound) -> Option<(&str, TaskState)> {
    match found {
        ScanFound::Line { task, state, .. } => Some((task, *state)),
        _ => None,
    }
}

#[test]
fn the_code_of_a_line_leads_to_its_task_and_counts_nothing_however_often_it_is_scanned() {
    let mut scene = depot();
    let (before, task) = (scene.told(), scene.tasks().remove(2));
    let code = &task.line_code;
    for code in [code.clone(), code.to_lowercase(), format!("]C0{code}"), format!(" {code} ")] {
        let found = scan_at(&mut scene, &code, 0);
        assert_eq!(led_to(&found), Some((&*task.id, TaskState::Open)), "{code}: {found:?}");
        assert!(without(&found, &scene.tasks(), &scene.tape.staged()).is_none());
    }
    assert_eq!((scene.told(), scene.tape.done()), (before, 0));
    // What is typed or scanned then is of that task; it is gone to again to correct it.
    assert_eq!(quantity(&scan_at(&mut scene, "2*", 2)), Some(2));
    let found = scan(&mut scene, code);
    assert_eq!(led_to(&found), Some((&*task.id, TaskState::Entered)));
}

#[test]
fn the_code_of_a_line_says_where_the_picker_has_been_also_in_another_depot() {
    let mut scene = two_depots();
    scan(&mut scene, "r1-two");
    let found = scan_at(&mut scene, "2*", 0);
    assert!(matches!(found, ScanFound::Elsewhere { .. }), "{found:?}");
    let code = code_of(&scene, 0);
    let found = scan_at(&mut scene, &code, 1);
    let is_there = matches!(&found, ScanFound::Line { bin: Some(bin), depot: Some(depot), .. }
        if bin.id.as_str() == "R-1" && depot.name == "one");
    assert!(is_there, "{found:?}");
    assert_eq!(quantity(&scan_at(&mut scene, "2*", 0)), Some(2));
    // Nothing is entered by it, and undo leads back to the bin before.
    assert!(scene.tape.undo() && scene.tape.undo());
    assert_eq!(scene.finish().1.ready, 0);
    assert!(matches!(scan_at(&mut scene, "2*", 0), ScanFound::Elsewhere { .. }));
}

#[test]
fn the_code_of_a_line_that_is_gone_changes_nothing_and_says_so() {
    let mut scene = depot();
    let code = code_of(&scene, 2);
    scene.lines.remove(2);
    assert_eq!(scan(&mut scene, &code), ScanFound::LineGone);
    assert_eq!(scan(&mut scene, "SH000000000000"), ScanFound::LineGone);
    assert_eq!(scan(&mut scene, "SH00000000000"), ScanFound::Nothing, "half of one");
    assert_eq!(scene.tape.done(), 0);
    // A product may be called so.
    scene.lines[0].product.code = Some("SH000000000000".into());
    assert_eq!(quantity(&scan(&mut scene, "SH000000000000")), Some(1));
}

#[test]
fn a_line_of_which_it_is_not_known_what_to_take_is_gone_to_too() {
    let mut scene = Scene::of(vec![line("a", "A", 3, 100)], None);
    let code = code_of(&scene, 0);
    let found = scan(&mut scene, &code);
    assert_eq!(led_to(&found), Some((&*scene.tasks()[0].id, TaskState::Unknown)));
}

#[test]
fn a_code_that_was_printed_before_its_lot_was_known_leads_to_what_its_line_is_now() {
    let code = code_of(&Scene::of(vec![line("a", "A", 3, 100)], None), 0);
    let lots = [("v1", "A-1", 9)];
    let mut scene = Scene::of(vec![line("a", "A", 3, 100)], Some(vec![row("a", &lots)]));
    let found = scan(&mut scene, &code);
    assert_eq!(led_to(&found), Some((&*scene.tasks()[0].id, TaskState::Open)));
    // Of two lots it is not guessed which.
    let lots = [("v1", "A-1", 2), ("v2", "A-2", 9)];
    let mut scene = Scene::of(vec![line("a", "A", 3, 100)], Some(vec![row("a", &lots)]));
    assert!(matches!(scan(&mut scene, &code), ScanFound::Several { tasks: 2, .. }));
}

#[test]
fn of_a_line_what_is_left_is_gone_to_and_else_what_was_picked() {
    let mut scene = depot();
    let code = code_of(&scene, 0);
    for (pieces, state) in [(1, TaskState::Open), (3, TaskState::Picked)] {
        let mut picked = sent("a", pieces);
        picked.picks[0].bin_location = Some(bin("R-1", "R-1").id);
        scene.sent = vec![picked];
        let found = scan(&mut scene, &code);
        assert_eq!(led_to(&found).map(|(_, state)| state), Some(state), "{found:?}");
    }
}

#[test]
fn of_two_tasks_with_one_code_that_with_the_cursor_is_meant_or_it_is_asked() {
    let scene = depot();
    let (mut tasks, staged) = (scene.tasks(), scene.tape.staged());
    let code = tasks[0].line_code.clone();
    tasks[1].line_code.clone_from(&code);
    let scanned_at = |active: Option<&str>| {
        let known = KnownCodes { alias: &no_alias, listed: &|_| None, bins: &|_| Vec::new() };
        let scene = ScanScene { tasks: &tasks, active, staged: &staged, depots: &[], known };
        scanned(&code, scene)
    };
    let (found, changes) = scanned_at(None);
    let is_asked = matches!(&found, ScanFound::Several { tasks: 2, among }
        if *among == [tasks[0].id.clone(), tasks[1].id.clone()]);
    assert!(is_asked && changes.is_empty(), "{found:?}");
    let (found, _) = scanned_at(Some(&tasks[1].id));
    assert_eq!(led_to(&found), Some((&*tasks[1].id, TaskState::Open)));
}
