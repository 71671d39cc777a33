//! What there is to fetch in a walk, one task for each lot in a bin: what was picked, what was entered, and
//! what is left, from where it is suggested. What one line of the walk is to get, no other one is. Pure.

mod order;

use std::collections::{BTreeMap, BTreeSet};

use contract::{
    LineItem, LocationId, MadePick, PickPart, PickStand, PickStock, PickTask, PlaceRef, ProductRef,
    TaskState, WalkOrder, WalkProgress,
};

use super::{
    depots::Depots,
    first::first_expiring,
    line_codes::line_code,
    tape::{Entered, LotKey, PartKey, Staged},
    view::PickContext,
};
use crate::search::{
    count_of,
    text::{Words, fold},
};

use order::in_walk_order;

/// Tasks of several movements, being put together in the order of their letters.
#[derive(Debug, Default)]
pub struct TaskList {
    tasks: Vec<PickTask>,
    /// What is suggested of each lot to lines before, beyond what was entered of it.
    promised: BTreeMap<LotKey, i64>,
    /// What tasks were made of.
    seen: BTreeSet<PartKey>,
    /// Lines of which nothing goes.
    left_out: u32,
}

/// Tasks of one thing that is to be picked, being put together.
struct PartTasks<'a> {
    scene: &'a PickContext<'a>,
    part: &'a PickPart,
    key: PartKey,
    staged: &'a Staged,
    /// What lies where, without what others are to get.
    stock: Vec<PickStock>,
    /// How many of it are still to be fetched, with what was entered taken off.
    left: Option<i64>,
    /// As all tasks of it have it.
    like: PickTask,
}

/// So many of a lot are to be taken; of no lot where it is not known what to take.
type WantedLot = (Option<LotKey>, Option<i64>);

impl TaskList {
    /// Adds the tasks of a movement, which has this place in the walk, line by line.
    pub fn add(&mut self, scene: &PickContext<'_>, place: u32, staged: &Staged) {
        for (at, line) in scene.lines.iter().enumerate() {
            let parts = scene.parts(line);
            self.left_out += u32::from(parts.is_empty());
            for part in parts {
                let key = PartKey {
                    movement: scene.movement,
                    line: line.id.clone(),
                    item: part.item.clone(),
                };
                let like = PickTask { place, number: count_of(at + 1), ..like(&key, &part, line) };
                let stock = self.stock_for(&part, &key, staged);
                let tasks = PartTasks::of(scene, &part, key.clone(), staged, stock, like).all();
                for task in tasks.iter().filter(|task| task.quantity.is_none()) {
                    if let (Some(lot), Some(pieces)) = (lot_of_task(task), task.required) {
                        *self.promised.entry(lot).or_default() += pieces;
                    }
                }
                self.tasks.extend(tasks);
                self.seen.insert(key);
            }
        }
    }

    /// What lies where, without what other lines are to get or got entered.
    fn stock_for(&self, part: &PickPart, key: &PartKey, staged: &Staged) -> Vec<PickStock> {
        let mut stock = part.stock.clone();
        for lot in &mut stock {
            let of = lot_of(lot);
            let taken = self.promised.get(&of).copied().unwrap_or_default();
            let taken = taken.saturating_add(staged.of_lot(&of, key));
            lot.available = lot.available.map(|there| there.saturating_sub(taken).max(0));
        }
        stock
    }

    /// Adds what was entered of lines that are not to be picked any more; `named` is asked where they stood
    /// and what they were.
    pub fn add_gone(
        &mut self,
        staged: &Staged,
        named: impl Fn(&PartKey) -> Option<(u32, u32, ProductRef)>,
    ) {
        let gone: Vec<_> = staged.parts().filter(|part| !self.seen.contains(*part)).collect();
        for key in gone {
            let nameless = || ProductRef {
                id: key.item.as_str().into(),
                code: None,
                name: None,
                description: None,
                category: None,
            };
            let (place, number, product) = named(key).unwrap_or_else(|| (0, 0, nameless()));
            let bare = |id: &LocationId| PlaceRef {
                id: id.clone(),
                name: id.to_string(),
                type_code: None,
            };
            for (lot, entered) in staged.lots(key) {
                self.tasks.push(PickTask {
                    id: id_of(key, Some(lot)),
                    place,
                    number,
                    inventory_item: Some(lot.inventory_item.clone()),
                    bin: lot.bin.as_ref().map(bare),
                    quantity: Some(entered.quantity.into()),
                    asked_before: entered.asked,
                    state: TaskState::Gone,
                    ..empty(key, product.clone())
                });
            }
        }
    }

    /// Tells of each task in which depot it is picked, where there are several; `origins` stand as the movements
    /// do in the walk.
    pub fn tell_depots(&mut self, origins: &[Option<PlaceRef>]) {
        let ids: BTreeSet<&LocationId> = origins.iter().flatten().map(|it| &it.id).collect();
        if ids.len() < 2 {
            return;
        }
        for task in &mut self.tasks {
            let at = usize::try_from(task.place).ok();
            task.depot = at.and_then(|at| origins.get(at)?.clone());
        }
    }

    /// All of them in the order in which one walks along the bins, one depot after the other, and how far the walk
    /// is.
    pub fn finish(mut self, depots: &Depots, order: WalkOrder) -> (Vec<PickTask>, WalkProgress) {
        for task in &mut self.tasks {
            task.line_code = line_code(task);
        }
        in_walk_order(&mut self.tasks, depots, order);
        let progress = WalkProgress { left_out: self.left_out, ..progress(&self.tasks) };
        (self.tasks, progress)
    }
}

/// A task of which nothing is known but what it is of.
fn empty(key: &PartKey, product: ProductRef) -> PickTask {
    PickTask {
        id: String::new(),
        line_code: String::new(),
        movement: key.movement,
        place: 0,
        line: key.line.clone(),
        item: key.item.clone(),
        number: 0,
        product,
        instead_of: None,
        inventory_item: None,
        bin: None,
        depot: None,
        lot: None,
        expiry: None,
        expired: false,
        expires_in: None,
        available: None,
        no_stock: false,
        asked: None,
        required: None,
        quantity: None,
        left: None,
        state: TaskState::Open,
        reason: None,
        asked_before: None,
        sent: None,
        failure: None,
        refused: None,
    }
}

/// What all tasks of a thing that is to be picked have in common.
fn like(key: &PartKey, part: &PickPart, line: &LineItem) -> PickTask {
    let is_other = part.product.id != line.product.id;
    PickTask {
        instead_of: is_other.then(|| line.product.clone()),
        asked: part.required,
        ..empty(key, part.product.clone())
    }
}

impl<'a> PartTasks<'a> {
    fn of(
        scene: &'a PickContext<'a>,
        part: &'a PickPart,
        key: PartKey,
        staged: &'a Staged,
        stock: Vec<PickStock>,
        like: PickTask,
    ) -> Self {
        let entered: i64 = staged.lots(&key).map(|(_, entered)| i64::from(entered.quantity)).sum();
        let left = part.remaining.map(|remaining| remaining.saturating_sub(entered));
        let reason = staged.reason(&key, part.required).map(str::to_owned);
        let can_be_taken = |lot: &PickStock| is_free(lot) && lot.available != Some(0);
        let no_stock = scene.rows.is_some() && !stock.iter().any(can_be_taken);
        let like = PickTask { left, reason, no_stock, ..like };
        Self { scene, part, key, staged, stock, left, like }
    }

    fn all(&self) -> Vec<PickTask> {
        let made = self.part.picks.iter().enumerate().map(|(at, pick)| self.made(at, pick));
        let first = suggested(self.part.remaining, &self.stock);
        let required =
            |lot: &LotKey| first.iter().find(|(of, _)| of == lot).map(|(_, pieces)| *pieces);
        let staged = || self.staged.lots(&self.key);
        let entered = staged().map(|(lot, entered)| self.entered(lot, *entered, required(lot)));
        // What is being counted is expected from where it is counted.
        let expected = staged().filter(|(_, entered)| entered.counting).map(|(lot, entered)| {
            let so_far = i64::from(entered.quantity);
            required(lot).map_or(0, |required| required.saturating_sub(so_far).max(0))
        });
        let rest = self.rest(expected.sum()).into_iter().map(|wanted| self.open(wanted));
        made.chain(entered).chain(rest).collect()
    }

    /// From where to take what is left, but from lots of which a number was entered; so many are `expected`
    /// from there.
    fn rest(&self, expected: i64) -> Vec<WantedLot> {
        let has_entries = self.staged.lots(&self.key).next().is_some();
        let is_short = self.like.reason.is_some();
        if is_short && !has_entries {
            // Said and sent: nobody has to go there again.
            return vec![(None, None)];
        }
        let is_entered = |lot: &PickStock| self.staged.entered(&self.key, &lot_of(lot)).is_some();
        let stock: Vec<_> = self.stock.iter().filter(|lot| !is_entered(lot)).cloned().collect();
        let Some(left) = self.left.map(|left| left.saturating_sub(expected)) else {
            return if has_entries { Vec::new() } else { vec![(uncounted(&stock), None)] };
        };
        if left <= 0 {
            return Vec::new();
        }
        let suggested = suggested(Some(left), &stock);
        let rest = left - suggested.iter().map(|(_, pieces)| pieces).sum::<i64>();
        let known = suggested.into_iter().map(|(lot, pieces)| (Some(lot), Some(pieces)));
        // What lies nowhere is not asked for again once it was said why less goes.
        let nowhere = (rest > 0 && !is_short).then(|| (uncounted(&stock), Some(rest)));
        known.chain(nowhere).collect()
    }

    /// A task with a number.
    fn entered(&self, lot: &LotKey, entered: Entered, required: Option<i64>) -> PickTask {
        let is_other = self.is_of_another_request(entered);
        let task = PickTask {
            id: id_of(&self.key, Some(lot)),
            required,
            quantity: Some(entered.quantity.into()),
            asked_before: entered.asked.filter(|_| is_other),
            state: match self.state() {
                // The rest of its line is counted elsewhere.
                TaskState::Less if entered.counting => match required {
                    Some(required) if required <= entered.quantity.into() => TaskState::Entered,
                    _ => TaskState::Counting,
                },
                state => state,
            },
            ..self.like.clone()
        };
        self.fill(task, lot)
    }

    /// A task without a number.
    fn open(&self, (lot, required): WantedLot) -> PickTask {
        let state = match &lot {
            Some(_) => TaskState::Open,
            None if self.like.reason.is_some() => TaskState::Short,
            None if self.staged.is_checked(&self.key, self.part.required) => TaskState::CheckedOff,
            None => TaskState::Unknown,
        };
        let id = id_of(&self.key, lot.as_ref());
        let task = PickTask { id, required, state, ..self.like.clone() };
        match lot {
            Some(lot) => self.fill(task, &lot),
            None => task,
        }
    }

    fn is_of_another_request(&self, entered: Entered) -> bool {
        entered.asked != self.part.required
    }

    /// Where all tasks of it stand that have a number.
    fn state(&self) -> TaskState {
        if self.staged.lots(&self.key).any(|(_, entered)| self.is_of_another_request(*entered)) {
            return TaskState::Changed;
        }
        match self.left {
            Some(left) if left < 0 => TaskState::Over,
            Some(left) if left > 0 && self.like.reason.is_some() => TaskState::Short,
            Some(left) if left > 0 => TaskState::Less,
            _ => TaskState::Entered,
        }
    }

    /// A task with what is known of its lot.
    fn fill(&self, task: PickTask, lot: &LotKey) -> PickTask {
        let inventory_item = Some(lot.inventory_item.clone());
        let known = self.part.stock.iter().find(|stock| lot_of(stock) == *lot).cloned();
        match known {
            Some(stock) => PickTask {
                inventory_item,
                bin: stock.bin,
                lot: stock.lot,
                expiry: stock.expiry,
                expired: stock.expired,
                expires_in: stock.expires_in,
                available: stock.available,
                ..task
            },
            None => PickTask { inventory_item, bin: self.scene.bin(lot.bin.as_ref(), &[]), ..task },
        }
    }

    /// A pick that was made.
    fn made(&self, at: usize, pick: &MadePick) -> PickTask {
        let state = match pick.stand {
            PickStand::InService | PickStand::Sent => TaskState::Picked,
            PickStand::Waiting => TaskState::Waiting,
            PickStand::Attention => TaskState::Refused,
        };
        let lot = LotKey {
            inventory_item: pick.inventory_item.clone(),
            bin: pick.bin.as_ref().map(|bin| bin.id.clone()),
        };
        let is_refused = |failure: &contract::Failure| failure.tells_nothing_was_done();
        let can_again = pick.id.is_none() && pick.failure.as_ref().is_some_and(is_refused);
        PickTask {
            id: joined([&id_of(&self.key, Some(&lot)), "made", &at.to_string()]),
            inventory_item: Some(pick.inventory_item.clone()),
            bin: pick.bin.clone(),
            lot: pick.lot.clone(),
            expiry: pick.expiry,
            quantity: Some(pick.quantity),
            state,
            reason: None,
            sent: pick.sent,
            failure: pick.failure.clone(),
            refused: pick.operation.filter(|_| can_again),
            ..self.like.clone()
        }
    }
}

fn is_free(lot: &PickStock) -> bool {
    !lot.expired && lot.held_back.is_none()
}

/// From where to take so many, what expires first before the rest; a lot in a bin once.
fn suggested(pieces: Option<i64>, stock: &[PickStock]) -> Vec<(LotKey, i64)> {
    let mut suggested: Vec<(LotKey, i64)> = Vec::new();
    for pick in first_expiring(pieces.unwrap_or_default(), stock) {
        let (inventory_item, bin) = (pick.inventory_item, pick.bin_location);
        let lot = LotKey { inventory_item, bin };
        match suggested.iter_mut().find(|(of, _)| *of == lot) {
            Some((_, more)) => *more += i64::from(pick.quantity),
            None => suggested.push((lot, pick.quantity.into())),
        }
    }
    suggested
}

/// A lot of which nobody told how much there is: where the product was taken from before.
fn uncounted(stock: &[PickStock]) -> Option<LotKey> {
    let mut stock = stock.iter().filter(|lot| is_free(lot));
    stock.find(|lot| lot.available.is_none()).map(lot_of)
}

fn lot_of(stock: &PickStock) -> LotKey {
    let bin = stock.bin.as_ref().map(|bin| bin.id.clone());
    LotKey { inventory_item: stock.inventory_item.clone(), bin }
}

fn id_of(part: &PartKey, lot: Option<&LotKey>) -> String {
    let bin = lot.and_then(|lot| lot.bin.as_ref()).map_or("", LocationId::as_str);
    let item = lot.map_or("", |lot| &lot.inventory_item);
    joined([&part.movement.to_string(), part.line.as_str(), part.item.as_str(), item, bin])
}

/// Names one behind the other; none of them can be taken for two.
fn joined<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names = names.into_iter().map(|name| name.replace('\\', "\\\\").replace('|', "\\|"));
    names.collect::<Vec<_>>().join("|")
}

/// Whether all words are in what is seen of a task.
pub fn is_found(task: &PickTask, words: &Words) -> bool {
    if words.are_none() {
        return true;
    }
    let name = |product: &ProductRef| [product.code.clone(), product.name.clone()];
    let bin = task.bin.as_ref().map(|bin| bin.name.clone());
    let instead = task.instead_of.as_ref().map(name).unwrap_or_default();
    let depot = task.depot.as_ref().map(|depot| depot.name.clone());
    let more = [bin, depot, task.lot.clone()];
    let texts = name(&task.product).into_iter().chain(instead).chain(more);
    words.are_in(&fold(&texts.flatten().collect::<Vec<_>>().join(" ")))
}

/// How far a walk with these tasks is; lines that are left out and movements that were never read are
/// counted elsewhere.
fn progress(tasks: &[PickTask]) -> WalkProgress {
    let count = |such: fn(&PickTask) -> bool| count_of(tasks.iter().filter(|it| such(it)).count());
    WalkProgress {
        tasks: count_of(tasks.len()),
        done: count(|task| task.state.is_done()),
        short: count(|task| task.state == TaskState::Short),
        attention: count(|task| task.state.needs_look()),
        ready: count(is_ready),
        stopped: count(|task| task.state.is_stopped()),
        checked: count(|task| task.state == TaskState::CheckedOff),
        todo: count(|task| task.state.is_open()),
        open: count(|task| needed(task).is_some()),
        left_out: 0,
        unread: 0,
    }
}

/// Whether a pick is sent of a task: something was entered of it, and nothing speaks against that.
pub fn is_ready(task: &PickTask) -> bool {
    use TaskState::{Counting, Entered, Less, Short};
    let state = matches!(task.state, Entered | Less | Short | Counting);
    state && task.inventory_item.is_some() && task.quantity.is_some_and(|pieces| pieces > 0)
}

/// How many are entered of an open task as it stands.
pub(super) fn needed(task: &PickTask) -> Option<u32> {
    let required = task.required.filter(|_| task.state == TaskState::Open && !task.expired)?;
    u32::try_from(required).ok().filter(|pieces| *pieces > 0)
}

/// What a task is of.
pub fn part_of(task: &PickTask) -> PartKey {
    PartKey { movement: task.movement, line: task.line.clone(), item: task.item.clone() }
}

/// The id of the task that holds what is entered of a task's lot.
pub fn entered_id(task: &PickTask) -> String {
    id_of(&part_of(task), lot_of_task(task).as_ref())
}

/// The lot a task is of.
pub fn lot_of_task(task: &PickTask) -> Option<LotKey> {
    let bin = task.bin.as_ref().map(|bin| bin.id.clone());
    task.inventory_item.clone().map(|inventory_item| LotKey { inventory_item, bin })
}

#[cfg(test)]
mod tests;
