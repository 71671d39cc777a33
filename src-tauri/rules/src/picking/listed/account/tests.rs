use contract::{PlaceRef, ProductRef, WalkMovement};

use super::super::columns::guess;
use super::*;
use crate::picking::{
    scan::{KnownBin, KnownCodes},
    scene::{MOVEMENT, Scene, line, row},
    tasks::lot_of_task,
};

/// A walk of two movements. Of the first 50 gloves, of which 30 lie in A-2 and 40 in A-10, 12 syringes of lot
/// L1 in B-1, and 8 masks of which nobody told where they lie; of the second 5 of the same syringes.
struct Walk {
    tasks: Vec<PickTask>,
    movements: Vec<WalkMovement>,
}

fn walk() -> Walk {
    let lots = |item: &str, lots: &[(&str, &str, i64)], lot: Option<&str>| {
        let mut row = row(item, lots);
        row.available.iter_mut().for_each(|it| it.lot = lot.map(str::to_owned));
        row
    };
    let rows = vec![
        lots("a", &[("v1", "A-2", 30), ("v2", "A-10", 40)], None),
        lots("b", &[("v3", "B-1", 100)], Some("L1")),
    ];
    let lines =
        vec![line("a", "00123", 50, 100), line("b", "SYR-1", 12, 200), line("c", "MSK", 8, 300)];
    let scene = Scene::of(lines, Some(rows));
    let mut tasks = scene.tasks();
    let syringes = tasks.iter().find(|task| task.product.id.as_str() == "SYR-1").unwrap().clone();
    let (line, id) = ("d".into(), "second".to_owned());
    let of = |pieces| (Some(pieces), Some(pieces), Some(pieces));
    let (asked, required, left) = of(5);
    tasks.push(PickTask { id, line, place: 1, asked, required, left, ..syringes });
    for task in &mut tasks {
        task.product.name = Some(format!("Item {}", task.product.id));
    }
    let movement = |identifier: &str, name: &str| WalkMovement {
        key: MOVEMENT,
        identifier: Some(identifier.into()),
        name: Some(name.into()),
        destination: None,
        elsewhere: None,
    };
    Walk { tasks, movements: vec![movement("MV-17", "Ward 3"), movement("MV-18", "Theatre")] }
}

const ALIAS: &str = "4006381333931";

fn known<T>(with: impl FnOnce(KnownCodes<'_>) -> T) -> T {
    let product = |code: &str| ProductRef {
        id: code.into(),
        code: Some(code.into()),
        name: None,
        description: None,
        category: None,
    };
    let place = |id: &str| PlaceRef { id: id.into(), name: id.into(), type_code: None };
    with(KnownCodes {
        alias: &|code| (code == ALIAS).then(|| "SYR-1".into()),
        listed: &|code| (code == "GONE-1" || code == "7").then(|| product(code)),
        bins: &|name| {
            let id = match name {
                "X-9" => Some("X-9"),
                "4711" => Some("B-1"),
                _ => None,
            };
            let known = |id| KnownBin { bin: place(id), depot: place("depot") };
            id.map(known).into_iter().collect()
        },
    })
}

fn cells(text: &str) -> Vec<Vec<String>> {
    text.lines().map(|line| line.split('|').map(|cell| cell.trim().to_owned()).collect()).collect()
}

/// What comes of a list: its counts, the bins and numbers entered, and what is wrong.
type Told = (PicksImported, Vec<(String, u32)>, Vec<(u32, PickProblem)>);

fn told_as(walk: &Walk, text: &str, columns: Option<PickColumns>, mark: DecimalMark) -> Told {
    told_mended(walk, text, (columns, &[]), mark)
}

fn told_mended(
    walk: &Walk,
    text: &str,
    (columns, mended): (Option<PickColumns>, &[MendedRow]),
    mark: DecimalMark,
) -> Told {
    let cells = cells(text);
    let numbers: Vec<u32> = (1..).take(cells.len()).collect();
    known(|known| {
        let finder = TaskFinder::of(&walk.tasks, &walk.movements, known);
        let columns = columns.unwrap_or_else(|| guess(&cells, &finder, mark));
        let list = PickList {
            cells: &cells,
            numbers: &numbers,
            decimals: &DecimalCells::default(),
            is_prose: false,
            columns: &columns,
            mended,
            mark,
        };
        let picks = take_picks(list, &finder);
        let PicksImported { entered, changed, same, empty, skipped, attention, .. } = picks.outcome;
        let all = entered + changed + same + empty + skipped + attention;
        assert_eq!(all as usize, cells.len(), "each row is counted once: {text}");
        let faults = picks.faults.iter().filter_map(|it| Some((it.row, it.problem.clone()?)));
        let faults: Vec<_> = faults.collect();
        assert_eq!(faults.len(), attention as usize);
        assert!(mended.iter().all(|row| picks.faults.iter().any(|it| it.at == place(row.at))));
        let done = picks.entries.len() + picks.checked.len();
        assert_eq!(done, (entered + changed) as usize);
        let bin = |task: &PickTask| task.bin.as_ref().map_or(String::new(), |it| it.name.clone());
        let entry = |(task, pieces): &(&PickTask, u32)| {
            (bin(task) + "/" + &task.place.to_string(), *pieces)
        };
        (picks.outcome, picks.entries.iter().map(entry).collect(), faults)
    })
}

fn told(text: &str) -> Told {
    told_as(&walk(), text, None, DecimalMark::Point)
}

/// What is wrong with one row under these heads; `None` where it is entered.
fn wrong(row: &str) -> Option<PickProblem> {
    let (outcome, entries, faults) = told(&format!("{HEADS}\n{row}"));
    assert_eq!(entries.len(), (outcome.entered + outcome.changed) as usize);
    faults.into_iter().next().map(|(_, problem)| problem)
}

const HEADS: &str = "Bin|Code|Product|Movement|Lot|Expires|Required|Quantity|Result";

const LIST: &str = "Bin|Code|Product|Movement|Lot|Expires|Needed|Picked|Result
A-2|00123|Item 00123|A|||30|30|
A-10|00123|Item 00123|A|||20|18|
B-1|SYR-1|Item SYR-1|A|L1||12|12|
B-1|SYR-1|Item SYR-1|B|L1||5||
|MSK|Item MSK|A|||8||";

#[test]
fn a_row_is_put_right_or_left_out_and_enters_what_it_says_then() {
    let list = "Bin|Code|Picked\nA-2|NO-SUCH|30\nB-9|SYR-1|12\nA-10|00123|many";
    let row = |at: u32| MendedRow { at, ..MendedRow::default() };
    let mended = [
        MendedRow { product: Some("00123".into()), ..row(1) },
        MendedRow { is_left_out: true, ..row(2) },
        MendedRow { quantity: Some("18".into()), ..row(3) },
    ];
    let mark = DecimalMark::Point;
    let (outcome, entries, faults) = told_mended(&walk(), list, (None, &mended), mark);
    let expected = PicksImported { entered: 2, skipped: 2, short: 1, ..Default::default() };
    assert_eq!((outcome, faults), (expected, vec![]));
    let bins: Vec<_> = entries.iter().map(|(bin, n)| (bin.as_str(), *n)).collect();
    assert_eq!(bins, [("A-2/0", 30), ("A-10/0", 18)]);
    let (outcome, _, faults) = told_mended(&walk(), list, (None, &mended[..1]), mark);
    assert_eq!((outcome.entered, outcome.attention, faults.len()), (1, 2, 2));
    // Where no column names products, a row says its own.
    let list = "Bin|Picked\n|30\nA-10|18";
    let mended = [MendedRow { product: Some("MSK".into()), quantity: Some("8".into()), ..row(1) }];
    let (outcome, _, faults) = told_mended(&walk(), list, (None, &mended), mark);
    assert_eq!((outcome.entered, outcome.checked, faults), (2, 1, vec![]));
}

#[test]
fn the_list_that_was_exported_enters_what_was_filled_in() {
    let (outcome, entries, faults) = told(LIST);
    let expected =
        PicksImported { entered: 3, empty: 2, skipped: 1, short: 1, ..Default::default() };
    assert_eq!((outcome, faults), (expected, vec![]));
    let bins: Vec<_> = entries.iter().map(|(bin, n)| (bin.as_str(), *n)).collect();
    assert_eq!(bins, [("A-2/0", 30), ("A-10/0", 18), ("B-1/0", 12)]);
    let french = LIST.replace(
        "Bin|Code|Product|Movement|Lot|Expires|Needed|Picked|Result",
        "Emplacement|Code|Produit|Mouvement|Lot|Péremption|Demandé|Prélevé|Résultat",
    );
    assert_eq!(told(&french), told(LIST));
    // The letters, or the codes or names of the movements.
    let coded = LIST.replace("|A|", "|mv-17|").replace("|B|", "|theatre|");
    assert_eq!(told(&coded), told(LIST));
    let bare = LIST.split_once('\n').unwrap().1;
    let (bare, entries, faults) = told(bare);
    assert_eq!((bare, faults), (PicksImported { skipped: 0, ..expected }, vec![]));
    assert_eq!(entries.len(), 3);
}

#[test]
fn columns_are_guessed_by_heads_and_by_what_stands_in_them() {
    let columns = |heads, product, bin, lot, movement, quantity| PickColumns {
        heads,
        product,
        bin,
        lot,
        movement,
        quantity,
    };
    let cases = [
        (HEADS, columns(Some(0), Some(1), Some(0), Some(4), Some(3), Some(7))),
        // What is needed is no quantity.
        ("Code|Required\nSYR-1|12", columns(Some(0), Some(0), None, None, None, None)),
        ("Code|Required|\nSYR-1|12|", columns(Some(0), Some(0), None, None, None, Some(2))),
        ("Code|Qty needed|Found\nSYR-1|12|9", columns(Some(0), Some(0), None, None, None, Some(2))),
        ("Qty|Requested|Code\n1|12|SYR-1", columns(Some(0), Some(2), None, None, None, Some(0))),
        ("Quantity|Picked|Code\n12|4|SYR-1", columns(Some(0), Some(2), None, None, None, Some(1))),
        // Of several columns that may name products it is the one that does.
        (
            "Code|EAN|Qty\nW-77|4006381333931|3",
            columns(Some(0), Some(1), None, None, None, Some(2)),
        ),
        // A code that is not known is no reason to read names.
        (
            "Product|Code|Qty\nItem SYR-1|SYR-1|3\nItem MSK|NO-SUCH|3",
            columns(Some(0), Some(1), None, None, None, Some(2)),
        ),
        // Without heads.
        ("SYR-1|3", columns(None, Some(0), None, None, None, Some(1))),
        ("3|SYR-1", columns(None, Some(1), None, None, None, Some(0))),
        ("B-1|L1|3", columns(None, None, Some(0), Some(1), None, Some(2))),
        ("Item SYR-1|B|12|3", columns(None, Some(0), None, None, Some(1), Some(3))),
        ("00123|30|\nSYR-1|12|", columns(None, Some(0), None, None, None, Some(2))),
        // A letter under a head of its own may be anything.
        ("Code|Class|Qty\nSYR-1|A|3", columns(Some(0), Some(0), None, None, None, Some(2))),
        // Below a title.
        ("Pick list|\n|\nCode|Qty\nSYR-1|3", columns(Some(2), Some(0), None, None, None, Some(1))),
    ];
    let walk = walk();
    for (text, expected) in cases {
        let guessed = known(|known| {
            let finder = TaskFinder::of(&walk.tasks, &walk.movements, known);
            guess(&cells(text), &finder, DecimalMark::Point)
        });
        assert_eq!(guessed, expected, "{text}");
    }
}

#[test]
fn a_row_is_of_the_one_task_it_fits_however_it_is_written() {
    for row in [
        "A-2|00123||||||3|",
        "A-2|123||||||3|",
        "A-2| 00 123 ||||||3|",
        "a-2|Item 00123||A||||3|",
        "A - 2|123||||||3|",
        "B-1|syr-1||A|l1|||3|",
        "B-1|SYR -1||A||||3|",
        "4711|SYR-1||A||||3|",
        "B-1|4006381333931||A||||3|",
        "B-1|item  syr-1||A||||3|",
        "—|SYR-1||A|-|||3|",
        // Nothing stands in the place of the code: its name does beside it.
        "B-1||Item SYR-1|A||||3|",
        // Of the bins of a product it is the one that needs as many.
        "|00123|||||30|30|",
        "|SYR-1|||||5|5|",
    ] {
        assert_eq!(wrong(row), None, "{row}");
    }
}

#[test]
fn a_row_that_is_not_sure_enters_nothing_and_says_why() {
    use PickProblem::*;
    for (row, problem) in [
        ("A-2|||||||3|", NoProduct),
        ("A-2|NO-SUCH||||||3|", UnknownProduct),
        ("A-2|GONE-1||||||3|", NotInWalk),
        ("Z-1|00123||||||3|", UnknownBin),
        ("Z-1 · Depot|00123||||||3|", UnknownBin),
        ("X-9|00123||||||3|", OtherBin),
        ("X-9 · Depot|00123||||||3|", OtherBin),
        ("B-1|00123||||||3|", OtherBin),
        ("B-1|SYR-1||A|L2|||3|", OtherLot),
        ("B-1|SYR-1||C||||3|", UnknownMovement),
        ("A-2|00123||B||||3|", OtherMovement),
        ("|00123||||||3|", Several { tasks: 2 }),
        ("B-1|SYR-1||||||3|", Several { tasks: 2 }),
        ("|MSK||||||3|", NoLot),
        ("A-2|00123||||||three|", NotANumber),
        ("A-2|00123||||||=A1*2|", NotANumber),
        ("A-2|00123||||||2026-11-20|", NotANumber),
        ("A-2|00123||||||2.5|", NotWhole),
        ("A-2|00123||||||-1|", BelowZero),
        ("B-1|SYR-1||A||||13|", TooMany { most: 12 }),
        ("A-2|00123||||||99999999999|", TooMany { most: 50 }),
    ] {
        assert_eq!(wrong(row), Some(problem), "{row}");
        let without = row.rsplit_once('|').unwrap().0.rsplit_once('|').unwrap().0.to_owned() + "||";
        assert_eq!(wrong(&without), None, "nothing is filled in: {without}");
    }
}

#[test]
fn what_is_done_on_paper_is_checked_off_where_it_is_all_that_is_needed() {
    let (outcome, entries, faults) = told("Code|Qty\nMSK|8");
    assert_eq!((outcome.entered, outcome.checked, outcome.attention), (1, 1, 0));
    assert_eq!((entries, faults), (vec![], vec![]));
    let (_, _, faults) = told("Code|Qty\nMSK|7\nMSK|8\nMSK|8");
    let expected = [(2, PickProblem::NoLot), (4, PickProblem::Twice { row: 3 })];
    assert_eq!(faults, expected);
    let mut walk = walk();
    walk.tasks.iter_mut().find(|task| task.product.id.as_str() == "MSK").unwrap().state =
        TaskState::CheckedOff;
    let (outcome, ..) = told_as(&walk, "Code|Qty\nMSK|8", None, DecimalMark::Point);
    assert_eq!((outcome.same, outcome.entered), (1, 0));
}

#[test]
fn a_code_that_nobody_knows_is_not_what_lies_in_its_bin() {
    let (outcome, entries, faults) = told("A-10|NOS-1001|18");
    assert_eq!((outcome.entered, outcome.attention, entries), (0, 1, vec![]));
    assert_eq!(faults, [(1, PickProblem::UnknownProduct)]);
    let (outcome, ..) = told("A-10|18");
    assert_eq!(outcome.entered, 1);
}

#[test]
fn zero_is_entered_as_it_is_typed_and_is_short() {
    let (outcome, entries, _) = told("Code|Movement|Qty\nSYR-1|A|0");
    assert_eq!((outcome.entered, outcome.short), (1, 1));
    assert_eq!(entries, [("B-1/0".to_owned(), 0)]);
}

#[test]
fn less_of_one_bin_and_more_of_another_is_right_as_long_as_the_line_gets_no_more() {
    let (outcome, ..) = told("Code|Bin|Qty\n00123|A-10|30\n00123|A-2|20");
    assert_eq!((outcome.entered, outcome.attention), (2, 0));
    let (outcome, _, faults) = told("Code|Bin|Qty\n00123|A-10|30\n00123|A-2|21");
    assert_eq!((outcome.entered, outcome.attention), (1, 1));
    assert_eq!(faults, [(3, PickProblem::TooMany { most: 20 })]);
}

#[test]
fn a_second_row_for_a_task_needs_attention_and_an_empty_one_does_not() {
    let text = "Code|Bin|Qty\n00123|A-2|\n00123|A-2|5\n00123|A-2|5\n|\nCode|Bin|Qty\n00123|A-2|";
    let (outcome, entries, faults) = told(text);
    assert_eq!(entries, [("A-2/0".to_owned(), 5)]);
    assert_eq!(faults, [(4, PickProblem::Twice { row: 3 })]);
    assert_eq!((outcome.skipped, outcome.empty), (3, 2), "heads stand again where a page begins");
}

#[test]
fn numbers_that_are_there_are_the_same_or_changed_and_picks_that_were_made_stay() {
    let mut walk = walk();
    for (at, (quantity, state)) in
        [(30, TaskState::Entered), (18, TaskState::Less)].into_iter().enumerate()
    {
        walk.tasks[at].quantity = Some(quantity);
        walk.tasks[at].state = state;
        walk.tasks[at].left = Some(2);
    }
    let syringes = walk.tasks.iter_mut().find(|task| task.product.id.as_str() == "SYR-1").unwrap();
    (syringes.quantity, syringes.state, syringes.required) = (Some(12), TaskState::Picked, None);
    let text = "Bin|Code|Movement|Qty\nA-2|123|A|30\nA-10|123|A|20\nB-1|SYR-1|A|12\nB-1|SYR-1|A|11";
    let (outcome, entries, faults) = told_as(&walk, text, None, DecimalMark::Point);
    assert_eq!((outcome.changed, outcome.same, outcome.attention), (1, 2, 1));
    assert_eq!(entries, [("A-10/0".to_owned(), 20)]);
    assert_eq!(faults, [(5, PickProblem::Picked { quantity: Some(12) })]);
    // Picked in part: without saying which of the two, nothing is entered a second time.
    let syringes = walk.tasks.iter().find(|task| task.product.id.as_str() == "SYR-1").unwrap();
    let (required, left) = (Some(4), Some(4));
    let rest = PickTask {
        id: "rest".into(),
        state: TaskState::Open,
        quantity: None,
        required,
        left,
        ..syringes.clone()
    };
    walk.tasks.push(rest);
    let (outcome, ..) = told_as(&walk, "Code|Movement|Qty\nSYR-1|A|4", None, DecimalMark::Point);
    assert_eq!((outcome.entered, outcome.attention), (0, 1));
    let text = "Code|Movement|Needed|Picked\nSYR-1|A|4|4\nSYR-1|A||12";
    let (outcome, ..) = told_as(&walk, text, None, DecimalMark::Point);
    assert_eq!((outcome.entered, outcome.same, outcome.attention), (1, 1, 0));
}

#[test]
fn tasks_that_a_list_cannot_tell_apart_are_taken_in_its_order_where_it_has_all_of_them() {
    let mut walk = walk();
    let mut twin = walk.tasks.iter().find(|task| task.place == 1).unwrap().clone();
    (twin.id, twin.line) = ("twin".into(), "e".into());
    walk.tasks.push(twin);
    let told = |text| told_as(&walk, text, None, DecimalMark::Point);
    let (outcome, entries, _) = told("Code|Movement|Qty\nSYR-1|B|\nSYR-1|B|4");
    assert_eq!((outcome.entered, outcome.empty, entries.len()), (1, 1, 1));
    let (outcome, _, faults) = told("Code|Movement|Qty\nSYR-1|B|4");
    assert_eq!((outcome.attention, faults), (1, vec![(2, PickProblem::Several { tasks: 2 })]));
}

#[test]
fn what_is_entered_of_a_line_that_changed_is_meant_for_what_it_asks_now() {
    let mut scene = Scene::split();
    scene.enter(0, 30);
    scene.lines[0].quantity_requested = Some(45);
    let tasks = scene.tasks();
    assert_eq!(tasks[0].state, TaskState::Changed);
    let staged = scene.tape.staged();
    let entries: Vec<_> = tasks.iter().map(|task| (task, 15)).rev().take(1).collect();
    for change in quantities(&entries, &staged) {
        let TapeChange::Quantity { entered: Some(entered), lot, .. } = change else { panic!() };
        assert_eq!(entered.asked, Some(45));
        let is_now = Some(&lot) == lot_of_task(entries[0].0).as_ref();
        assert_eq!(entered.quantity, if is_now { 15 } else { 30 });
    }
}

#[test]
fn many_thousands_of_rows_are_read_at_once() {
    let rows: String = (0..20_000).map(|n| format!("\nNO-{n}|Z-{n}|{n}")).collect();
    let (outcome, ..) = told(&format!("Code|Bin|Qty{rows}"));
    assert_eq!(outcome.attention, 20_000);
}
