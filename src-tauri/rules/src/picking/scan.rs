//! What a code does that is scanned in a walk: a bin says where the picker stands, of a product pieces are
//! counted. Nothing is guessed: where a code fits several tasks the one with the cursor is meant, and if
//! that is none of them, none is. A code that counts nothing changes nothing. Pure.

use contract::{
    PickStep, PickTask, PlaceRef, ProductId, ProductRef, ScanCommand, ScanFound, TaskState,
};

use super::{
    gs1::{elements, is_same_item, is_symbology, item_number},
    steps::{changes_of, counted},
    tape::{LotKey, Staged, TapeChange},
    tasks::{lot_of_task, part_of},
};
use crate::search::{count_of, text::fold};

/// So much of a code is kept, in characters.
const LONGEST: usize = 200;

/// A number with this behind it is one of pieces.
const TIMES: char = '*';

/// What is known of codes beside the tasks.
#[derive(Clone, Copy)]
pub struct KnownCodes<'a> {
    /// The product of which a barcode was learned to be.
    pub alias: &'a dyn Fn(&str) -> Option<ProductId>,
    /// The product that has this id or code.
    pub listed: &'a dyn Fn(&str) -> Option<ProductRef>,
    /// The bin that has this name, number or id.
    pub bin: &'a dyn Fn(&str) -> Option<PlaceRef>,
}

/// A walk that a code is scanned in.
#[derive(Clone, Copy)]
pub struct ScanScene<'a> {
    /// Its tasks.
    pub tasks: &'a [PickTask],
    /// The task with the cursor.
    pub active: Option<&'a str>,
    /// What is entered.
    pub staged: &'a Staged,
    /// What is known of codes beside the tasks.
    pub known: KnownCodes<'a>,
}

/// What a code says.
struct Label {
    /// What may name a product or an inventory item.
    names: Vec<String>,
    /// Products of which these were learned to be.
    products: Vec<ProductId>,
    /// The lot, of a code that names one beside the product.
    lot: Option<String>,
    /// How many pieces are in it.
    pieces: u32,
}

/// What of a scanned code names its product: of a label the number of its trade item, and of several pieces the
/// code behind the star. That is learned, so that lot and number of the next label are read.
pub fn code_to_learn(code: &str) -> String {
    let code = without_mark(code.trim());
    let code = match times(code) {
        Some((_, rest)) if !rest.is_empty() => rest,
        _ => code,
    };
    let elements = elements(code).unwrap_or_default();
    let item = elements.into_iter().find(|(ai, _)| ai == "01" || ai == "02");
    item.map_or_else(|| code.to_owned(), |(_, number)| number)
}

/// A code without what some scanners write before it to say of which kind it is, where that says no more.
fn without_mark(code: &str) -> &str {
    let is_mark = |mark: &str| {
        let [b']', kind, modifier] = mark.as_bytes() else { return false };
        kind.is_ascii_alphabetic() && modifier.is_ascii_alphanumeric() && !is_symbology(mark)
    };
    match code.get(..3) {
        Some(mark) if is_mark(mark) => &code[3..],
        _ => code,
    }
}

/// By what a barcode is kept that was learned: numbers of trade items are the same with and without zeros
/// before them.
pub fn alias_key(code: &str) -> String {
    let code = code.trim();
    item_number(code).map_or_else(|| fold(code), str::to_owned)
}

/// A code as it is kept.
pub fn kept(code: &str) -> String {
    code.trim().chars().take(LONGEST).collect()
}

/// What a code did that was scanned in a walk, and the changes it makes.
pub fn scanned(code: &str, scene: ScanScene<'_>) -> (ScanFound, Vec<TapeChange>) {
    let (code, tasks) = (without_mark(code.trim()), scene.tasks);
    if code.is_empty() {
        return nothing(ScanFound::Nothing);
    }
    let is_it = |command: &ScanCommand| command.code().eq_ignore_ascii_case(code);
    if let Some(command) = ScanCommand::ALL.into_iter().find(is_it) {
        return commanded(command, scene);
    }
    let known = (scene.known.bin)(code);
    match bins_named(code, known.as_ref(), tasks).as_slice() {
        [] => match times(code) {
            Some((pieces, "")) => pieces_of_active(pieces, scene),
            Some((pieces, code)) => product(code, pieces, scene),
            None => match product(code, 1, scene) {
                (ScanFound::Nothing, _) => nothing(known.map_or(ScanFound::Nothing, without_tasks)),
                found => found,
            },
        },
        [bin] => {
            let is_there = |task: &&PickTask| task.bin.as_ref().is_some_and(|it| it.id == bin.id);
            let mut open = tasks.iter().filter(is_there).filter(|task| !task.state.is_done());
            let first = open.next().map(|task| task.id.clone());
            let count = count_of(open.count()) + u32::from(first.is_some());
            let found = ScanFound::Bin { bin: (*bin).clone(), tasks: count, first };
            (found, vec![TapeChange::Bin { bin: bin.id.clone() }])
        }
        several => nothing(ScanFound::Several { tasks: count_of(several.len()), among: vec![] }),
    }
}

/// A bin that nothing is to be fetched from.
fn without_tasks(bin: PlaceRef) -> ScanFound {
    ScanFound::Bin { bin, tasks: 0, first: None }
}

/// What a command does to what is entered; what else it asks for is the page's.
fn commanded(command: ScanCommand, scene: ScanScene<'_>) -> (ScanFound, Vec<TapeChange>) {
    let task = scene.active_task();
    let id = task.map(|task| task.id.clone());
    let said = |done, short| ScanFound::Command { command, task: id.clone(), done, short };
    let Some(task) = task.filter(|_| command == ScanCommand::Confirm) else {
        return nothing(said(false, false));
    };
    if !scene.stands_at(task) {
        return nothing(elsewhere(task));
    }
    let step = PickStep::Confirm { task: task.id.clone() };
    let changes = changes_of(&step, scene.tasks, scene.staged).unwrap_or_default();
    let short = matches!(task.state, TaskState::Counting | TaskState::Less);
    // What is entered already stays so.
    (said(!changes.is_empty() || task.state.is_done(), short), changes)
}

fn elsewhere(task: &PickTask) -> ScanFound {
    let (task, product, bin) = (task.id.clone(), task.product.clone(), task.bin.clone());
    ScanFound::Elsewhere { task, product, bin }
}

impl ScanScene<'_> {
    fn active_task(&self) -> Option<&PickTask> {
        self.tasks.iter().find(|task| Some(&*task.id) == self.active)
    }

    /// Whether a task may be taken from the bin before which the picker stands.
    fn stands_at(&self, task: &PickTask) -> bool {
        let at = self.staged.bin();
        at.is_none() || task.bin.as_ref().is_none_or(|bin| Some(&bin.id) == at)
    }
}

/// So many pieces, and the code behind them.
fn times(code: &str) -> Option<(u32, &str)> {
    let (number, rest) = code.split_once(TIMES)?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let pieces = is_number.then(|| number.parse().ok()).flatten()?;
    Some((pieces, rest.trim()))
}

/// So many pieces there are of the task with the cursor.
fn pieces_of_active(pieces: u32, scene: ScanScene<'_>) -> (ScanFound, Vec<TapeChange>) {
    let active = scene.active_task();
    let Some(task) = active.filter(|task| can_be_counted(task) && task.inventory_item.is_some())
    else {
        return nothing(ScanFound::NoTask { pieces });
    };
    if !scene.stands_at(task) {
        return nothing(elsewhere(task));
    }
    let (id, product) = (task.id.clone(), task.product.clone());
    let most = room(task).saturating_add(task.quantity.unwrap_or_default());
    if i64::from(pieces) > most {
        return nothing(ScanFound::TooMany { task: id, product, pieces, left: room(task) });
    }
    let step = PickStep::Quantity { task: id.clone(), quantity: Some(pieces) };
    match changes_of(&step, scene.tasks, scene.staged) {
        Ok(changes) => {
            let added = i64::from(pieces).saturating_sub(task.quantity.unwrap_or_default());
            let required = task.required;
            (ScanFound::Counted { task: id, product, quantity: pieces, required, added }, changes)
        }
        Err(_) => nothing(ScanFound::NoTask { pieces }),
    }
}

fn nothing(found: ScanFound) -> (ScanFound, Vec<TapeChange>) {
    (found, Vec::new())
}

/// The bins of tasks with this name, number or id, each once.
fn bins_named<'a>(
    code: &str,
    known: Option<&PlaceRef>,
    tasks: &'a [PickTask],
) -> Vec<&'a PlaceRef> {
    let name = fold(code);
    let is_known = |bin: &PlaceRef| known.is_some_and(|known| known.id == bin.id);
    let is_it =
        |bin: &&PlaceRef| bin.id.as_str() == code || fold(&bin.name) == name || is_known(bin);
    let mut bins: Vec<_> =
        tasks.iter().filter_map(|task| task.bin.as_ref()).filter(is_it).collect();
    bins.sort_by(|one, other| one.id.cmp(&other.id));
    bins.dedup_by(|one, other| one.id == other.id);
    bins
}

fn product(code: &str, times: u32, scene: ScanScene<'_>) -> (ScanFound, Vec<TapeChange>) {
    let ScanScene { active, staged, .. } = scene;
    let Some((label, fits)) = fitting(code, scene) else {
        return nothing(not_here(code, scene.known));
    };
    let pieces = label.pieces.saturating_mul(times);
    if pieces == 0 {
        return nothing(ScanFound::Nothing);
    }
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
    let here: Vec<&PickTask> = right.iter().copied().filter(|task| scene.stands_at(task)).collect();
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
        Some((task, lot)) => count(task, lot, pieces, staged),
        None => {
            let among = open.iter().map(|task| task.id.clone()).collect();
            nothing(ScanFound::Several { tasks: count_of(open.len()), among })
        }
    }
}

/// A code that fits no task: of a product of which nothing is to be fetched, or of none that is known.
fn not_here(code: &str, known: KnownCodes<'_>) -> ScanFound {
    let of = |name: &String| match (known.alias)(name) {
        Some(id) => (known.listed)(id.as_str()),
        None => (known.listed)(name),
    };
    let plain = Label::plain(code, known);
    let label = Label::read(code, known);
    let names = plain.names.iter().chain(label.iter().flat_map(|label| &label.names));
    let product = names.filter_map(of).next();
    product.map_or(ScanFound::Nothing, |product| ScanFound::NotHere { product })
}

/// The changes that take back what a scan counted, and nothing else; `None` where there is nothing to take it
/// from any more.
pub fn without(found: &ScanFound, tasks: &[PickTask], staged: &Staged) -> Option<Vec<TapeChange>> {
    let ScanFound::Counted { task, added, .. } = found else { return None };
    let task = tasks.iter().find(|of| of.id == *task).filter(|task| can_be_counted(task))?;
    let left = task.quantity?.saturating_sub(*added);
    let lot = lot_of_task(task)?;
    if left <= 0 {
        let part = part_of(task);
        return Some(vec![TapeChange::Quantity { part, lot, entered: None }]);
    }
    Some(counted(task, lot, u32::try_from(left).ok()?, staged))
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
            let added = pieces.into();
            (ScanFound::Counted { task: id, product, quantity, required, added }, changes)
        }
        _ => nothing(ScanFound::TooMany { task: id, product, pieces, left }),
    }
}

/// What a code says, and the tasks it fits: their inventory item, else their product, else their lot.
fn fitting<'a>(code: &str, scene: ScanScene<'a>) -> Option<(Label, Vec<&'a PickTask>)> {
    let plain = Label::plain(code, scene.known);
    let fits = |label: &Label, is_it: fn(&PickTask, &Label) -> bool| {
        scene.tasks.iter().filter(|task| is_it(task, label)).collect::<Vec<_>>()
    };
    let ways: [fn(&PickTask, &Label) -> bool; 3] = [is_item, is_product, is_of_its_lot];
    for is_it in ways {
        let found = fits(&plain, is_it);
        if !found.is_empty() {
            return Some((plain, found));
        }
    }
    let label = Label::read(code, scene.known)?;
    let found = fits(&label, is_product);
    (!found.is_empty()).then_some((label, found))
}

impl Label {
    fn of(names: Vec<String>, lot: Option<String>, pieces: u32, known: KnownCodes<'_>) -> Self {
        let products = names.iter().filter_map(|name| (known.alias)(name)).collect();
        Self { names, products, lot, pieces }
    }

    /// A code that is a name, and nothing else.
    fn plain(code: &str, known: KnownCodes<'_>) -> Self {
        Self::of(vec![code.to_owned()], None, 1, known)
    }

    /// What a code of the GS1 system says about a product.
    fn read(code: &str, known: KnownCodes<'_>) -> Option<Self> {
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
        Some(Self::of(names, data(&["10"]).next(), pieces, known))
    }
}

fn is_item(task: &PickTask, label: &Label) -> bool {
    task.inventory_item.as_ref().is_some_and(|item| label.names.contains(item))
}

fn is_product(task: &PickTask, label: &Label) -> bool {
    let ProductRef { id, code, .. } = &task.product;
    let is_code = |name: &str| {
        code.as_ref().is_some_and(|it| fold(it) == fold(name) || is_same_item(it, name))
    };
    let is_named = |name: &String| id.as_str() == name || is_code(name);
    label.products.contains(id) || label.names.iter().any(is_named)
}

fn is_of_its_lot(task: &PickTask, label: &Label) -> bool {
    label.names.iter().any(|name| is_of_lot(task, name))
}

/// Whether a task is of a lot.
fn is_of_lot(task: &PickTask, lot: &str) -> bool {
    task.lot.as_deref().is_some_and(|of| fold(of) == fold(lot))
}

/// The same; stock without a number may be of any.
fn may_be_of_lot(task: &PickTask, lot: &str) -> bool {
    task.lot.is_none() || is_of_lot(task, lot)
}

/// Whether a number can be entered for a task.
fn can_be_counted(task: &PickTask) -> bool {
    use TaskState::{CheckedOff, Gone, Unknown};
    !task.state.is_made() && !matches!(task.state, CheckedOff | Gone | Unknown)
}

/// How many more pieces of a task can be counted.
fn room(task: &PickTask) -> i64 {
    if !can_be_counted(task) {
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

    fn no_alias(_: &str) -> Option<ProductId> {
        None
    }

    /// Scans a code with the cursor on a task, and does what it does.
    fn scan_at(scene: &mut Scene, code: &str, at: usize) -> ScanFound {
        scan_known(scene, code, at, &no_alias)
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
        let bin = |code: &str| match code {
            "0815" => tasks.iter().find_map(|task| task.bin.clone()),
            "Q-1" => Some(crate::picking::scene::bin("q1", "Q-1")),
            _ => None,
        };
        let (found, changes) = scanned(
            code,
            ScanScene {
                tasks: &tasks,
                active,
                staged: &scene.tape.staged(),
                known: KnownCodes { alias, listed: &listed, bin: &bin },
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
}
