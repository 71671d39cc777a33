mod lines;

use chrono::DateTime;
use contract::{PickRow, PlaceRef};

use super::*;
use crate::picking::{
    scene::{Scene, line, row},
    tape::TapeStep,
    view::SentPicks,
};

fn no_alias(_: &str) -> Option<ProductId> {
    None
}

/// Scans a code with the cursor on a task, and does what it does.
fn scan_at(scene: &mut Scene, code: &str, at: usize) -> ScanFound {
    scan_known(scene, code, at, &no_alias)
}

/// A place called by its id.
fn bin_of(id: &str) -> PlaceRef {
    crate::picking::scene::bin(id, id)
}

fn scan_known(
    scene: &mut Scene,
    code: &str,
    at: usize,
    alias: &dyn Fn(&str) -> Option<ProductId>,
) -> ScanFound {
    let tasks = scene.tasks();
    let active = tasks.get(at).map(|task| &*task.id);
    let listed = |code: &str| {
        let product = || crate::picking::scene::line("z", "Z", 1, 1).product;
        (code == "Z").then(product)
    };
    let known = |bin: PlaceRef, depot: &str| vec![KnownBin { bin, depot: bin_of(depot) }];
    let bins = |code: &str| match code {
        "0815" => tasks.iter().find_map(|task| task.bin.clone()).map(|bin| known(bin, "one")),
        "Q-1" => Some(known(crate::picking::scene::bin("q1", "Q-1"), "one")),
        "X-1" => Some(known(crate::picking::scene::bin("x1", "R-1"), "far")),
        _ => None,
    };
    let bins = |code: &str| bins(code).unwrap_or_default();
    let depots = [bin_of("one"), bin_of("two")];
    let is_told = tasks.iter().any(|task| task.depot.is_some());
    let (found, changes) = scanned(
        code,
        ScanScene {
            tasks: &tasks,
            active,
            staged: &scene.tape.staged(),
            depots: &depots[..if is_told { 2 } else { 1 }],
            known: KnownCodes { alias, listed: &listed, bins: &bins },
        },
    );
    if !changes.is_empty() {
        let at = DateTime::UNIX_EPOCH;
        scene.tape.push(TapeStep { at, sent: false, changes });
    }
    found
}

fn scan(scene: &mut Scene, code: &str) -> ScanFound {
    scan_at(scene, code, usize::MAX)
}

fn quantity(found: &ScanFound) -> Option<u32> {
    match found {
        ScanFound::Counted { quantity, .. } => Some(*quantity),
        _ => None,
    }
}

fn entered(scene: &Scene) -> Vec<(String, Option<i64>, TaskState)> {
    scene.told().into_iter().map(|(bin, _, pieces, state)| (bin, pieces, state)).collect()
}

fn at(bin: &str, pieces: Option<i64>, state: TaskState) -> (String, Option<i64>, TaskState) {
    (bin.to_owned(), pieces, state)
}

/// Three pieces of A and two of B in one bin, and two of C in the next, from lots with numbers.
fn depot() -> Scene {
    let lot = |row: PickRow, lot: &str| {
        let mut row = row;
        row.available.iter_mut().for_each(|it| it.lot = Some(lot.to_owned()));
        row
    };
    let rows = vec![
        lot(row("a", &[("v1", "R-1", 9)]), "L1"),
        lot(row("b", &[("v2", "R-1", 9)]), "L2"),
        lot(row("c", &[("v3", "R-2", 9)]), "L3"),
    ];
    let lines = vec![line("a", "A", 3, 100), line("b", "B", 2, 200), line("c", "C", 2, 300)];
    Scene::of(lines, Some(rows))
}

#[test]
fn each_scan_of_a_product_counts_one_until_as_many_are_there_as_are_to_go() {
    let mut scene = depot();
    for count in 1..=3 {
        assert_eq!(quantity(&scan(&mut scene, "a")), Some(count));
    }
    assert_eq!(entered(&scene)[0], at("R-1", Some(3), TaskState::Entered));
    assert!(matches!(scan(&mut scene, "A"), ScanFound::Enough { .. }));
    // Each is a step of its own.
    assert!(scene.tape.undo() && scene.tape.undo());
    assert_eq!(entered(&scene)[0], at("R-1", Some(1), TaskState::Counting));
    assert_eq!(scene.tasks().len(), 3, "the rest is expected from where it is counted");
}

#[test]
fn a_bin_says_where_products_are_looked_for_and_what_lies_elsewhere_is_not_counted() {
    let mut scene = depot();
    let ScanFound::Bin { bin, tasks, .. } = scan(&mut scene, "r-1") else { panic!("no bin") };
    assert_eq!((&*bin.name, tasks), ("R-1", 2));
    let found = scan(&mut scene, "C");
    let ScanFound::Elsewhere { bin: Some(bin), .. } = found else { panic!("{found:?}") };
    assert_eq!(bin.name, "R-2");
    assert_eq!(scene.finish().1.ready, 0, "nothing was counted");
    scan(&mut scene, "R-2");
    assert_eq!(quantity(&scan(&mut scene, "C")), Some(1));
    // Taken back with the count: the picker stands before the bin before.
    assert!(scene.tape.undo() && scene.tape.undo());
    assert!(matches!(scan(&mut scene, "C"), ScanFound::Elsewhere { .. }));
}

#[test]
fn a_bin_is_known_by_its_number_and_one_without_tasks_says_so() {
    let mut scene = depot();
    let found = scan(&mut scene, "0815");
    assert!(matches!(&found, ScanFound::Bin { bin, tasks: 2, .. } if bin.name == "R-1"));
    let found = scan(&mut scene, "Q-1");
    assert!(matches!(&found, ScanFound::Bin { bin, tasks: 0, .. } if bin.name == "Q-1"));
    assert_eq!(scene.tape.done(), 1, "one stays before the bin of before");
}

/// A piece of A in one depot and a piece of B in another, in bins of the same name.
fn two_depots() -> Scene {
    let mut scene = depot();
    let rows = scene.rows.as_mut().unwrap();
    rows[1].available[0].bin = Some(crate::picking::scene::bin("r1-two", "R-1"));
    rows[2].available[0].bin = Some(crate::picking::scene::bin("r2-two", "R-2"));
    scene.second = vec!["b".into(), "c".into()];
    scene
}

#[test]
fn bins_of_two_depots_with_one_name_are_two_and_which_is_meant_is_asked() {
    let mut scene = two_depots();
    let told: Vec<_> = scene.tasks().into_iter().filter_map(|task| task.depot).collect();
    let names: Vec<_> = told.iter().map(|depot| depot.name.as_str()).collect();
    assert_eq!(names, ["one", "two", "two"], "one depot after the other");
    let found = scan(&mut scene, "R-1");
    assert!(matches!(&found, ScanFound::Several { tasks: 2, among } if among.len() == 2));
    assert_eq!(scene.tape.done(), 0, "nothing is guessed");
    let found = scan_at(&mut scene, "R-1", 1);
    let is_second = matches!(&found, ScanFound::Bin { bin, tasks: 1, depot: Some(depot), .. }
        if bin.id.as_str() == "r1-two" && depot.name == "two");
    assert!(is_second, "{found:?}");
    let found = scan_at(&mut scene, "A", 0);
    let is_there = matches!(&found, ScanFound::Elsewhere { depot: Some(depot), .. }
        if depot.name == "one");
    assert!(is_there, "{found:?}");
    assert_eq!(quantity(&scan_at(&mut scene, "B", 1)), Some(1));
    // Its id is its own.
    let found = scan_at(&mut scene, "r1-two", 0);
    assert!(matches!(&found, ScanFound::Bin { bin, .. } if bin.id.as_str() == "r1-two"));
}

#[test]
fn a_bin_of_a_depot_that_is_not_in_the_walk_is_said_to_be_of_it_and_changes_nothing() {
    let mut scene = depot();
    scan(&mut scene, "R-2");
    let found = scan_at(&mut scene, "X-1", 0);
    let is_far = matches!(&found, ScanFound::OtherDepot { bin, depot }
        if bin.id.as_str() == "x1" && depot.name == "far");
    assert!(is_far, "{found:?}");
    assert_eq!(scene.tape.done(), 1);
    assert!(matches!(scan(&mut scene, "A"), ScanFound::Elsewhere { .. }), "one stays at R-2");
}

#[test]
fn of_a_product_in_two_bins_the_bin_or_the_cursor_says_which_is_meant() {
    let mut scene = Scene::split();
    let found = scan(&mut scene, "A");
    assert!(matches!(&found, ScanFound::Several { tasks: 2, among } if among.len() == 2));
    assert_eq!(quantity(&scan_at(&mut scene, "A", 1)), Some(1));
    let counted = [at("A-2", None, TaskState::Open), at("A-10", Some(1), TaskState::Counting)];
    assert_eq!(entered(&scene), counted);
    scan(&mut scene, "A-2");
    assert_eq!(quantity(&scan_at(&mut scene, "A", 1)), Some(1), "the bin says it first");
    // Ids of inventory items name one lot alone, wherever the cursor is.
    scan(&mut scene, "A-10");
    assert_eq!(quantity(&scan(&mut scene, "v2")), Some(2));
    // What was said of one bin is said of it: the number stays as it is.
    let task = scene.tasks()[1].id.clone();
    scene.try_to(&contract::PickStep::Confirm { task }).unwrap();
    assert_eq!(scene.told()[1].2, Some(2));
    assert_eq!(scene.tasks()[1].state, TaskState::Less);
}

#[test]
fn labels_of_the_gs1_system_say_product_lot_and_pieces() {
    let mut scene = depot();
    scene.lines[0].product.code = Some("9506000134352".into());
    let label = |rest: &str| format!("]C10109506000134352{rest}");
    assert_eq!(quantity(&scan(&mut scene, &label("10L1\u{1d}302"))), Some(2));
    let found = scan(&mut scene, &label("10L2"));
    assert!(matches!(found, ScanFound::OtherLot { lot, .. } if lot == "L2"));
    let found = scan(&mut scene, &label("3012"));
    assert!(matches!(found, ScanFound::TooMany { pieces: 12, left: 1, .. }), "{found:?}");
    assert_eq!(scan(&mut scene, &label("300")), ScanFound::Nothing, "a label of no piece");
    assert_eq!(quantity(&scan(&mut scene, "09506000134352")), Some(3));
    assert_eq!(quantity(&scan(&mut scene, "(240)B(30)2")), Some(2));
    assert_eq!(quantity(&scan(&mut scene, "L3")), Some(1), "a lot alone names its task");
}

#[test]
fn a_label_with_a_lot_is_of_no_item_whose_lot_nobody_told() {
    let mut scene = depot();
    scene.lines[0].product.code = Some("9506000134352".into());
    scene.rows.as_mut().unwrap()[0].available[0].lot = None;
    let label = "]C1010950600013435210L9";
    for at in [usize::MAX, 0] {
        let found = scan_at(&mut scene, label, at);
        let is_asked = matches!(&found, ScanFound::UnknownLot { task, lot, .. }
            if lot == "L9" && *task == scene.tasks()[0].id);
        assert!(is_asked, "{found:?}");
    }
    assert_eq!(scene.tape.done(), 0, "nothing was counted");
    assert_eq!(quantity(&scan(&mut scene, "9506000134352")), Some(1), "the product alone is");
    scene.enter(0, 3);
    assert!(matches!(scan(&mut scene, label), ScanFound::Enough { .. }));
}

#[test]
fn what_was_only_seen_before_takes_no_label_of_any_lot() {
    let mut scene = Scene::of(vec![line("a", "9506000134352", 3, 100)], None);
    let before = crate::picking::scene::sent("other", 1);
    scene.sent = vec![SentPicks { product: Some("9506000134352".into()), ..before }];
    assert_eq!(scene.tasks()[0].inventory_item.as_deref(), Some("v1"));
    let found = scan(&mut scene, "(01)09506000134352(10)L9");
    assert!(matches!(found, ScanFound::UnknownLot { .. }), "{found:?}");
    assert_eq!(scene.tape.done(), 0);
}

#[test]
fn what_no_task_has_and_what_cannot_be_read_changes_nothing() {
    let mut scene = depot();
    let codes = ["", " ", "Z-9", "]C1", "((((", "\u{7}\u{1d}", "A\u{0}", "https://a.example/01/"];
    let long = "9".repeat(2_048);
    for code in codes.into_iter().chain([&*long]) {
        assert_eq!(scan(&mut scene, code), ScanFound::Nothing, "{code:?}");
    }
    assert_eq!(scene.tape.done(), 0);
}

#[test]
fn half_of_a_code_changes_nothing() {
    let mut scene = depot();
    scene.lines[0].product.code = Some("9506000134352".into());
    for code in ["]C1010950600013", "95060001", "R-", "L"] {
        assert_eq!(scan(&mut scene, code), ScanFound::Nothing, "{code}");
    }
    let found = scan(&mut scene, "]C1010950600013435210L");
    assert!(matches!(found, ScanFound::OtherLot { lot, .. } if lot == "L"), "half of its lot");
    assert_eq!(scene.tape.done(), 0);
}

#[test]
fn where_no_lot_is_known_and_where_a_pick_was_made_nothing_is_counted() {
    let mut scene = Scene::of(vec![line("a", "A", 3, 100)], None);
    assert!(matches!(scan(&mut scene, "A"), ScanFound::NoLot { .. }));
    let mut scene = depot();
    scene.sent = vec![crate::picking::scene::sent("a", 3)];
    assert!(matches!(scan(&mut scene, "A"), ScanFound::Enough { .. }));
}

#[test]
fn a_number_with_a_star_is_entered_where_the_cursor_is() {
    let mut scene = depot();
    assert_eq!(scan(&mut scene, "2*"), ScanFound::NoTask { pieces: 2 });
    assert_eq!(quantity(&scan_at(&mut scene, "2*", 0)), Some(2));
    assert_eq!(entered(&scene)[0], at("R-1", Some(2), TaskState::Less));
    assert_eq!(quantity(&scan_at(&mut scene, "3*", 0)), Some(3), "in stead of it");
    let found = scan_at(&mut scene, "4*", 0);
    assert!(matches!(found, ScanFound::TooMany { pieces: 4, left: 0, .. }), "{found:?}");
    assert_eq!(quantity(&scan_at(&mut scene, "0*", 0)), Some(0));
    // With a product behind it, so many of that.
    assert_eq!(quantity(&scan(&mut scene, "2*B")), Some(2));
    for code in ["0*C", "99999999999*C", "*C", "1.5*C", "-1*"] {
        assert_eq!(scan_at(&mut scene, code, 2), ScanFound::Nothing, "{code}");
    }
}

#[test]
fn what_a_scan_counted_is_taken_back_whatever_was_entered_since() {
    let mut scene = depot();
    let first = scan(&mut scene, "2*A");
    scan(&mut scene, "A");
    scan(&mut scene, "B");
    let take_back = |scene: &mut Scene, found: &ScanFound| {
        let changes = without(found, &scene.tasks(), &scene.tape.staged());
        if let Some(changes) = changes.clone() {
            let at = DateTime::UNIX_EPOCH;
            scene.tape.push(TapeStep { at, sent: false, changes });
        }
        changes.is_some()
    };
    assert!(take_back(&mut scene, &first));
    assert_eq!(entered(&scene)[0], at("R-1", Some(1), TaskState::Counting));
    assert_eq!(entered(&scene)[1], at("R-1", Some(1), TaskState::Counting), "B stays");
    assert!(take_back(&mut scene, &first), "not less than nothing");
    assert_eq!(entered(&scene)[0], at("R-1", None, TaskState::Open));
    assert!(!take_back(&mut scene, &first), "nothing is left of it");
    let bin = scan(&mut scene, "R-1");
    assert!(!take_back(&mut scene, &bin));
}

#[test]
fn a_command_confirms_the_task_with_the_cursor_and_the_rest_is_the_pages() {
    let mut scene = depot();
    let said = |found: ScanFound| match found {
        ScanFound::Command { command, done, .. } => (command, done),
        other => panic!("{other:?}"),
    };
    assert_eq!(said(scan(&mut scene, "SH-CONFIRM")), (ScanCommand::Confirm, false));
    assert_eq!(said(scan_at(&mut scene, "sh-confirm", 0)), (ScanCommand::Confirm, true));
    assert_eq!(entered(&scene)[0], at("R-1", Some(3), TaskState::Entered));
    assert_eq!(said(scan_at(&mut scene, "SH-SEND", 0)), (ScanCommand::Send, false));
    assert_eq!(scene.tape.done(), 1);
}

#[test]
fn a_number_and_a_command_are_of_the_bin_one_stands_at() {
    let mut scene = depot();
    let ScanFound::Bin { first, .. } = scan(&mut scene, "R-2") else { panic!("no bin") };
    assert_eq!(first.as_ref(), Some(&scene.tasks()[2].id), "there the cursor goes");
    for code in ["2*", "SH-CONFIRM"] {
        let found = scan_at(&mut scene, code, 0);
        assert!(matches!(found, ScanFound::Elsewhere { .. }), "{code}: {found:?}");
    }
    assert_eq!(quantity(&scan_at(&mut scene, "1*", 2)), Some(1));
    // Fewer than are to go: why is to be asked.
    let found = scan_at(&mut scene, "SH-CONFIRM", 2);
    assert!(matches!(found, ScanFound::Command { done: false, short: true, .. }), "{found:?}");
}

#[test]
fn of_a_label_the_number_of_its_trade_item_is_learned_alone() {
    assert_eq!(code_to_learn("]C1010950600013435210L2\u{1d}3012"), "09506000134352");
    assert_eq!(code_to_learn("(01)09506000134352(10)L2"), "09506000134352");
    assert_eq!(code_to_learn(" 3*4006501003638 "), "4006501003638");
    assert_eq!(code_to_learn("]E04006501003638"), "4006501003638");
    assert_eq!(code_to_learn("3*"), "3*");
    // What says of which kind a code is is no part of it.
    let mut scene = depot();
    assert_eq!(quantity(&scan(&mut scene, "]C0A")), Some(1));
    assert!(matches!(scan(&mut scene, "]C0r-1"), ScanFound::Bin { .. }));
}

#[test]
fn a_barcode_that_was_learned_is_its_product_and_never_two() {
    let mut scene = depot();
    let key = alias_key("4006501003638");
    let alias = move |code: &str| (alias_key(code) == key).then(|| ProductId::from("B"));
    assert_eq!(quantity(&scan_known(&mut scene, "04006501003638", 9, &alias)), Some(1));
    let label = "]C1010400650100363810L2";
    assert_eq!(quantity(&scan_known(&mut scene, label, 9, &alias)), Some(2));
    // Learned to be of one product, and the code of another: which is meant is asked.
    let alias = |code: &str| (code == "A").then(|| ProductId::from("C"));
    let found = scan_known(&mut scene, "A", 9, &alias);
    assert!(matches!(&found, ScanFound::Several { tasks: 2, among } if among.len() == 2));
}

#[test]
fn a_product_that_is_not_in_the_walk_is_named_and_changes_nothing() {
    let mut scene = depot();
    let found = scan(&mut scene, "Z");
    assert!(matches!(&found, ScanFound::NotHere { product } if product.id.as_str() == "Z"));
    let alias = |code: &str| (code == "77").then(|| ProductId::from("Z"));
    assert!(matches!(scan_known(&mut scene, "77", 9, &alias), ScanFound::NotHere { .. }));
    assert_eq!(scene.tape.done(), 0);
}
