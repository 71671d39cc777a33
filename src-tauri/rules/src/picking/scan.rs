//! What a code does that is scanned in a walk: a bin says where the picker stands, of a product pieces are
//! counted. Nothing is guessed: where a code fits several tasks the one with the cursor is meant, and if
//! that is none of them, none is. A code that counts nothing changes nothing. Pure.

use contract::{PickTask, PlaceRef, ProductRef, ScanFound, TaskState};

use super::{
    gs1::{elements, is_same_item},
    steps::counted,
    tape::{LotKey, Staged, TapeChange},
    tasks::lot_of_task,
};
use crate::search::{count_of, text::fold};

/// So much of a code is kept, in characters.
const LONGEST: usize = 200;

/// What a code says.
struct Label {
    /// What may name a product or an inventory item.
    names: Vec<String>,
    /// The lot, of a code that names one beside the product.
    lot: Option<String>,
    /// How many pieces are in it.
    pieces: u32,
}

/// A code as it is kept.
pub fn kept(code: &str) -> String {
    code.trim().chars().take(LONGEST).collect()
}

/// What a code did that was scanned in a walk with these tasks, and the changes it makes. The task with the
/// cursor is `active`.
pub fn scanned(
    code: &str,
    active: Option<&str>,
    tasks: &[PickTask],
    staged: &Staged,
) -> (ScanFound, Vec<TapeChange>) {
    let code = code.trim();
    if code.is_empty() {
        return nothing(ScanFound::Nothing);
    }
    match bins_named(code, tasks).as_slice() {
        [] => product(code, active, tasks, staged),
        [bin] => {
            let is_there = |task: &&PickTask| task.bin.as_ref().is_some_and(|it| it.id == bin.id);
            let open = tasks.iter().filter(is_there).filter(|task| !task.state.is_done());
            let found = ScanFound::Bin { bin: (*bin).clone(), tasks: count_of(open.count()) };
            (found, vec![TapeChange::Bin { bin: bin.id.clone() }])
        }
        several => nothing(ScanFound::Several { tasks: count_of(several.len()) }),
    }
}

fn nothing(found: ScanFound) -> (ScanFound, Vec<TapeChange>) {
    (found, Vec::new())
}

/// The bins with this name or id, each once.
fn bins_named<'a>(code: &str, tasks: &'a [PickTask]) -> Vec<&'a PlaceRef> {
    let name = fold(code);
    let is_it = |bin: &&PlaceRef| bin.id.as_str() == code || fold(&bin.name) == name;
    let mut bins: Vec<_> =
        tasks.iter().filter_map(|task| task.bin.as_ref()).filter(is_it).collect();
    bins.sort_by(|one, other| one.id.cmp(&other.id));
    bins.dedup_by(|one, other| one.id == other.id);
    bins
}

fn product(
    code: &str,
    active: Option<&str>,
    tasks: &[PickTask],
    staged: &Staged,
) -> (ScanFound, Vec<TapeChange>) {
    let Some((label, fits)) = fitting(code, tasks) else { return nothing(ScanFound::Nothing) };
    let of = |task: &PickTask| (task.id.clone(), task.product.clone());
    let Some(first) = fits.iter().find(|task| task.inventory_item.is_some()) else {
        let (task, product) = of(fits[0]);
        return nothing(ScanFound::NoLot { task, product });
    };
    if let Some(lot) = &label.lot
        && !fits.iter().any(|task| may_be_of_lot(task, lot))
    {
        let ((task, product), lot) = (of(first), lot.clone());
        return nothing(ScanFound::OtherLot { task, product, lot });
    }
    let is_right = |task: &&&PickTask| {
        task.inventory_item.is_some()
            && label.lot.as_deref().is_none_or(|lot| may_be_of_lot(task, lot))
    };
    let right: Vec<&PickTask> = fits.iter().filter(is_right).copied().collect();
    let stands_at = |task: &&PickTask| {
        let at = staged.bin();
        at.is_none() || task.bin.as_ref().is_none_or(|bin| Some(&bin.id) == at)
    };
    let here: Vec<&PickTask> = right.iter().copied().filter(stands_at).collect();
    let has_room = |task: &&PickTask| room(task) > 0;
    if here.is_empty() {
        let other = right.iter().copied().find(has_room).or(right.first().copied());
        let (task, product) = of(other.unwrap_or(first));
        let bin = other.and_then(|task| task.bin.clone());
        return nothing(ScanFound::Elsewhere { task, product, bin });
    }
    let open: Vec<&PickTask> = here.iter().copied().filter(has_room).collect();
    let meant = match open.as_slice() {
        [] => {
            let (task, product) = of(here[0]);
            return nothing(ScanFound::Enough { task, product });
        }
        [one] => Some(*one),
        several => several.iter().copied().find(|task| Some(&*task.id) == active),
    };
    match meant.and_then(|task| Some((task, lot_of_task(task)?))) {
        Some((task, lot)) => count(task, lot, label.pieces, staged),
        None => nothing(ScanFound::Several { tasks: count_of(open.len()) }),
    }
}

/// Counts so many pieces more of a task.
fn count(
    task: &PickTask,
    lot: LotKey,
    pieces: u32,
    staged: &Staged,
) -> (ScanFound, Vec<TapeChange>) {
    let (id, product, left) = (task.id.clone(), task.product.clone(), room(task));
    let quantity = task.quantity.unwrap_or_default().saturating_add(pieces.into());
    match u32::try_from(quantity) {
        Ok(quantity) if i64::from(pieces) <= left => {
            let changes = counted(task, lot, quantity, staged);
            let required = task.required;
            (ScanFound::Counted { task: id, product, quantity, required }, changes)
        }
        _ => nothing(ScanFound::TooMany { task: id, product, pieces, left }),
    }
}

/// What a code says, and the tasks it fits: their inventory item, else their product, else their lot.
fn fitting<'a>(code: &str, tasks: &'a [PickTask]) -> Option<(Label, Vec<&'a PickTask>)> {
    let plain = Label { names: vec![code.to_owned()], lot: None, pieces: 1 };
    let fits = |label: &Label, is_it: fn(&PickTask, &str) -> bool| {
        let is_named = |task: &&PickTask| label.names.iter().any(|name| is_it(task, name));
        tasks.iter().filter(is_named).collect::<Vec<_>>()
    };
    let ways: [fn(&PickTask, &str) -> bool; 3] = [is_item, is_product, is_of_lot];
    for is_it in ways {
        let found = fits(&plain, is_it);
        if !found.is_empty() {
            return Some((plain, found));
        }
    }
    let label = label(code)?;
    let found = fits(&label, is_product);
    (!found.is_empty()).then_some((label, found))
}

/// What a code of the GS1 system says about a product.
fn label(code: &str) -> Option<Label> {
    let elements = elements(code)?;
    let data = |wanted: &'static [&'static str]| {
        elements.iter().filter(|(ai, _)| wanted.contains(&&**ai)).map(|(_, data)| data.clone())
    };
    // The trade item, or that of which several are in it; and the numbers its maker and we have for it.
    let names = data(&["01", "02", "240", "241"]).collect();
    let pieces = match data(&["30", "37"]).next() {
        // A label of no piece, or of more than there are anywhere, is misread.
        Some(number) => number.parse().ok().filter(|pieces| *pieces > 0)?,
        None => 1,
    };
    Some(Label { names, lot: data(&["10"]).next(), pieces })
}

fn is_item(task: &PickTask, name: &str) -> bool {
    task.inventory_item.as_deref() == Some(name)
}

fn is_product(task: &PickTask, name: &str) -> bool {
    let ProductRef { id, code, .. } = &task.product;
    let is_code = |code: &String| fold(code) == fold(name) || is_same_item(code, name);
    id.as_str() == name || code.as_ref().is_some_and(is_code)
}

/// Whether a task is of a lot.
fn is_of_lot(task: &PickTask, lot: &str) -> bool {
    task.lot.as_deref().is_some_and(|of| fold(of) == fold(lot))
}

/// The same; stock without a number may be of any.
fn may_be_of_lot(task: &PickTask, lot: &str) -> bool {
    task.lot.is_none() || is_of_lot(task, lot)
}

/// How many more pieces of a task can be counted.
fn room(task: &PickTask) -> i64 {
    use TaskState::{CheckedOff, Gone, Unknown};
    if task.state.is_made() || matches!(task.state, CheckedOff | Gone | Unknown) {
        return 0;
    }
    let of_line = task.left.unwrap_or(i64::MAX);
    let of_lot = task
        .required
        .map_or(i64::MAX, |required| required.saturating_sub(task.quantity.unwrap_or_default()));
    of_line.min(of_lot).max(0)
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use contract::PickRow;

    use super::*;
    use crate::picking::{
        scene::{Scene, line, row},
        tape::TapeStep,
    };

    /// Scans a code with the cursor on a task, and does what it does.
    fn scan_at(scene: &mut Scene, code: &str, at: usize) -> ScanFound {
        let tasks = scene.tasks();
        let active = tasks.get(at).map(|task| &*task.id);
        let (found, changes) = scanned(code, active, &tasks, &scene.tape.staged());
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
        let ScanFound::Bin { bin, tasks } = scan(&mut scene, "r-1") else { panic!("no bin") };
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
    fn of_a_product_in_two_bins_the_bin_or_the_cursor_says_which_is_meant() {
        let mut scene = Scene::split();
        assert_eq!(scan(&mut scene, "A"), ScanFound::Several { tasks: 2 });
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
    fn what_no_task_has_and_what_cannot_be_read_changes_nothing() {
        let mut scene = depot();
        let codes =
            ["", " ", "Z-9", "]C1", "((((", "\u{7}\u{1d}", "A\u{0}", "https://a.example/01/"];
        let long = "9".repeat(2_048);
        for code in codes.into_iter().chain([&*long]) {
            assert_eq!(scan(&mut scene, code), ScanFound::Nothing, "{code:?}");
        }
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
}
