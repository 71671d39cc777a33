//! What a code does that is scanned in a walk: a bin says where the picker stands, of a product pieces are
//! counted, a line of a printed list is gone to. Nothing is guessed: where a code fits several tasks the one
//! with the cursor is meant, and if that is none of them, none is. A code that counts nothing changes nothing.
//! Pure.

mod bins;
mod lines;
mod scene;

use contract::gs1::{Element, elements, is_same_item, item_number, item_of, without_mark};
use contract::{PickStep, PickTask, ProductId, ProductRef, ScanCommand, ScanFound, TaskState};

use bins::{idle_bin, scanned_bin};
use lines::{scanned_line, unknown};
use scene::nothing;
pub use scene::{KnownBin, KnownCodes, ScanScene};

use super::{
    steps::{changes_of, counted},
    tape::{LotKey, Staged, TapeChange},
    tasks::{lot_of_task, part_of},
};
use crate::search::{count_of, text::fold};

/// So much of a code is kept, in characters.
const LONGEST: usize = 200;

/// A number with this behind it is one of pieces.
const TIMES: char = '*';

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
    item_of(code)
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
    let code = without_mark(code.trim());
    if code.is_empty() {
        return nothing(ScanFound::Nothing);
    }
    let is_it = |command: &ScanCommand| command.code().eq_ignore_ascii_case(code);
    if let Some(command) = ScanCommand::ALL.into_iter().find(is_it) {
        return commanded(command, scene);
    }
    if let Some(found) = scanned_line(code, scene) {
        return found;
    }
    let known = (scene.known.bins)(code);
    if let Some(found) = scanned_bin(code, &known, scene) {
        return found;
    }
    match times(code) {
        Some((pieces, "")) => pieces_of_active(pieces, scene),
        Some((pieces, code)) => product(code, pieces, scene),
        None => match product(code, 1, scene) {
            (ScanFound::Nothing, _) => {
                nothing(idle_bin(&known, scene).unwrap_or_else(|| unknown(code)))
            }
            found => found,
        },
    }
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
    let PickTask { id, product, bin, depot, .. } = task.clone();
    ScanFound::Elsewhere { task: id, product, bin, depot }
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
    let Some(task) =
        active.filter(|task| task.state.takes_number() && task.inventory_item.is_some())
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
    if let Some(found) = label.lot.as_deref().and_then(|lot| of_no_such_lot(lot, &fits, scene)) {
        return nothing(found);
    }
    let is_right = |task: &&&PickTask| {
        task.inventory_item.is_some() && label.lot.as_deref().is_none_or(|lot| is_of_lot(task, lot))
    };
    let right: Vec<&PickTask> = fits.iter().filter(is_right).copied().collect();
    let here: Vec<&PickTask> = right.iter().copied().filter(|task| scene.stands_at(task)).collect();
    let has_room = |task: &&PickTask| room(task) > 0;
    if here.is_empty() {
        let other = right.iter().copied().find(has_room).or(right.first().copied());
        return nothing(elsewhere(other.unwrap_or(first)));
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

/// What is said of a label with a lot where none of the tasks it fits is known to be of that lot. What lies in a
/// bin of which nobody told the lot may be another one: that is not guessed.
fn of_no_such_lot(lot: &str, fits: &[&PickTask], scene: ScanScene<'_>) -> Option<ScanFound> {
    let with_item = || fits.iter().copied().filter(|task| task.inventory_item.is_some());
    if with_item().any(|task| is_of_lot(task, lot)) {
        return None;
    }
    let is_active = |task: &PickTask| Some(&*task.id) == scene.active;
    let in_question = with_item()
        .filter(|task| task.lot.is_none())
        .min_by_key(|task| (room(task) == 0, !scene.stands_at(task), !is_active(task)));
    let of = |task: &PickTask| (task.id.clone(), task.product.clone());
    let lot = lot.to_owned();
    Some(match in_question {
        Some(task) if room(task) == 0 => {
            let (task, product) = of(task);
            ScanFound::Enough { task, product }
        }
        Some(task) => {
            let (task, product) = of(task);
            ScanFound::UnknownLot { task, product, lot }
        }
        None => {
            let (task, product) = of(with_item().next()?);
            ScanFound::OtherLot { task, product, lot }
        }
    })
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
    let task = tasks.iter().find(|of| of.id == *task).filter(|task| task.state.takes_number())?;
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
        let (names, lot) = named_by(&elements);
        let pieces = match data(&elements, &["30", "37"]).next() {
            // A label of no piece, or of more than there are anywhere, is misread.
            Some(number) => number.parse().ok().filter(|pieces| *pieces > 0)?,
            None => 1,
        };
        Some(Self::of(names, lot, pieces, known))
    }
}

/// What the elements of a label say under these identifiers.
fn data<'a>(elements: &'a [Element], wanted: &[&str]) -> impl Iterator<Item = String> + use<'a> {
    let said: Vec<_> = elements.iter().filter(|(ai, _)| wanted.contains(&&**ai)).collect();
    said.into_iter().map(|(_, data)| data.clone())
}

/// What names the product of a label, and its lot: the trade item, or that of which several are in it; and the
/// numbers its maker and we have for it.
fn named_by(elements: &[Element]) -> (Vec<String>, Option<String>) {
    let names = data(elements, &["01", "02", "240", "241"]).collect();
    (names, data(elements, &["10"]).next())
}

/// What may name a product in the text of a label of the GS1 system, and the lot that stands beside it; `None`
/// where it is none.
pub(super) fn label_names(code: &str) -> Option<(Vec<String>, Option<String>)> {
    Some(named_by(&elements(without_mark(code.trim()))?))
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

/// How many more pieces of a task can be counted.
fn room(task: &PickTask) -> i64 {
    if !task.state.takes_number() {
        return 0;
    }
    let of_line = task.left.unwrap_or(i64::MAX);
    let of_lot = task
        .required
        .map_or(i64::MAX, |required| required.saturating_sub(task.quantity.unwrap_or_default()));
    of_line.min(of_lot).max(0)
}

#[cfg(test)]
mod tests;
