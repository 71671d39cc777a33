//! What becomes of the rows of a pick list: each is counted once, and what is not sure enters nothing. Pure.

use std::collections::{HashMap, HashSet};

use contract::{
    DecimalMark, MendedRow, PickColumns, PickProblem, PickTask, PicksImported, Quantity, TaskState,
    read_quantity,
};

use super::{
    finder::TaskFinder,
    row::{ListedColumns, ListedPick, place, settle},
};
use crate::paste::marks::DecimalCells;
use crate::picking::{
    steps::{checked, quantities},
    tape::{PartKey, Staged, TapeChange},
    tasks::part_of,
};
use crate::search::count_of;

/// A list as it is read.
#[derive(Clone, Copy)]
pub struct PickList<'a> {
    /// Its cells.
    pub cells: &'a [Vec<String>],
    /// The numbers of its rows in the file.
    pub numbers: &'a [u32],
    /// Those of its cells that are stored as numbers with a part.
    pub decimals: &'a DecimalCells,
    /// It is a text as people write, not a table.
    pub is_prose: bool,
    /// What its columns are.
    pub columns: &'a PickColumns,
    /// Rows that somebody put right.
    pub mended: &'a [MendedRow],
    /// How numbers are written.
    pub mark: DecimalMark,
}

/// What a list comes to.
#[derive(Debug, Default)]
pub struct ListedPicks<'a> {
    /// What became of its rows.
    pub outcome: PicksImported,
    /// Those that need attention, and those that were mended, in their order.
    pub faults: Vec<ListedFault>,
    /// The tasks that get a number, none of them twice.
    pub entries: Vec<(&'a PickTask, u32)>,
    /// The tasks that were done on paper.
    pub checked: Vec<&'a PickTask>,
}

/// A row that needs attention, or did until it was mended.
#[derive(Debug)]
pub struct ListedFault {
    /// Its place in the list.
    pub at: usize,
    /// Its number in the file.
    pub row: u32,
    /// What stands where the product is named; in other columns, where nothing does.
    pub product: String,
    /// What stands where the bin is.
    pub bin: String,
    /// What stands where the quantity is.
    pub quantity: String,
    /// What is wrong with it; nothing once it is mended or left out.
    pub problem: Option<PickProblem>,
    /// It enters nothing.
    pub is_left_out: bool,
}

/// What becomes of a row.
enum PickFate<'a> {
    Skipped,
    Empty,
    Same,
    Entered(&'a PickTask, u32),
    Checked(&'a PickTask),
}

/// The rows of a list, being taken one after the other.
struct Taking<'a> {
    finder: &'a TaskFinder<'a>,
    list: PickList<'a>,
    /// Rows that fit the same tasks, by the places of these.
    alike: HashMap<Vec<usize>, Vec<usize>>,
    /// Rows that somebody left out.
    left_out: HashSet<usize>,
    /// Tasks that a row was of, and that row's place.
    taken: HashMap<usize, usize>,
    /// How many pieces are still to go of a line, with what the rows so far enter taken off.
    left: HashMap<PartKey, i64>,
}

impl ListedPicks<'_> {
    /// What it changes on the tape of the walk.
    pub fn changes(&self, staged: &Staged) -> Vec<TapeChange> {
        let entered = quantities(&self.entries, staged).into_iter();
        entered.chain(self.checked.iter().map(|task| checked(task, true))).collect()
    }
}

/// What becomes of each row of a list.
pub fn take_picks<'a>(list: PickList<'a>, finder: &'a TaskFinder<'a>) -> ListedPicks<'a> {
    let columns = ListedColumns::of(list.columns, list.cells);
    let is_named = list.columns.product.is_some();
    let mended: HashMap<usize, &MendedRow> =
        list.mended.iter().map(|row| (place(row.at), row)).collect();
    let read = |(at, row): (usize, &Vec<String>)| columns.read(at, row);
    let mut rows: Vec<_> = list.cells.iter().enumerate().map(read).collect();
    settle(&mut rows, |at| columns.stored(at, list.decimals), list.mark);
    let fitted = |(at, row): (usize, Option<ListedPick>)| {
        let mut row = row?;
        if let Some(mended) = mended.get(&at) {
            row.mend(mended);
        }
        let fits = finder
            .tasks_of(&row, is_named || !row.product.is_empty())
            .map(|tasks| narrowed(&row, tasks, finder, list.mark));
        Some((row, fits))
    };
    let rows: Vec<_> = rows.into_iter().enumerate().map(fitted).collect();
    let mut alike: HashMap<Vec<usize>, Vec<usize>> = HashMap::new();
    for (at, row) in rows.iter().enumerate() {
        if let Some((_, Ok(tasks))) = row {
            alike.entry(tasks.clone()).or_default().push(at);
        }
    }
    let (taken, left) = (HashMap::new(), HashMap::new());
    let left_out = list.mended.iter().filter(|row| row.is_left_out);
    let left_out = left_out.map(|row| place(row.at)).collect();
    let mut taking = Taking { finder, list, alike, left_out, taken, left };
    let mut picks = ListedPicks::default();
    for (at, row) in rows.into_iter().enumerate() {
        let Some((row, fits)) = row else {
            picks.outcome.skipped += 1;
            continue;
        };
        let mended = mended.get(&at);
        let is_left_out = mended.is_some_and(|row| row.is_left_out);
        let fate = match is_left_out {
            true => Ok(PickFate::Skipped),
            false => taking.take(at, &row, fits),
        };
        let problem = match fate {
            Ok(fate) => {
                picks.count(fate);
                None
            }
            Err(problem) => {
                picks.outcome.attention += 1;
                Some(problem)
            }
        };
        if problem.is_some() || mended.is_some() {
            picks.faults.push(row.fault((at, list.number(at)), problem, is_left_out));
        }
    }
    picks
}

/// Of the tasks that a row fits those that need as many as it says, if any do; and what can be picked before
/// what cannot.
fn narrowed(
    row: &ListedPick,
    tasks: Vec<usize>,
    finder: &TaskFinder<'_>,
    mark: DecimalMark,
) -> Vec<usize> {
    let of = |at: &usize| &finder.tasks[*at];
    let among = |tasks: Vec<usize>, such: &dyn Fn(&PickTask) -> bool| -> Vec<usize> {
        let found: Vec<usize> = tasks.iter().copied().filter(|at| such(of(at))).collect();
        if found.is_empty() { tasks } else { found }
    };
    let mut tasks = tasks;
    if tasks.len() > 1
        && let Some(needed) = &row.needed
    {
        let needed = match read_quantity(needed, mark) {
            Quantity::Whole(pieces) => Some(Some(pieces)),
            Quantity::Empty => Some(None),
            _ => None,
        };
        tasks = among(tasks, &|task| Some(task.required) == needed);
    }
    let tasks = among(tasks, &|task| task.state != TaskState::Gone);
    among(tasks, &|task| task.inventory_item.is_some())
}

impl PickList<'_> {
    fn number(&self, at: usize) -> u32 {
        self.numbers.get(at).copied().unwrap_or_default()
    }
}

impl<'a> Taking<'a> {
    fn take(
        &mut self,
        at: usize,
        row: &ListedPick,
        fits: Result<Vec<usize>, PickProblem>,
    ) -> Result<PickFate<'a>, PickProblem> {
        let quantity = read_quantity(&row.quantity, self.list.mark);
        if quantity == Quantity::Empty {
            // Greetings and the like are no rows of a list.
            let is_none = self.list.is_prose && fits.is_err();
            return Ok(if is_none { PickFate::Skipped } else { PickFate::Empty });
        }
        let fits = fits?;
        if let Some(many) = row.doubtful {
            return Err(PickProblem::Doubtful { many: many.get().into() });
        }
        let pieces = match quantity {
            Quantity::Whole(pieces) if pieces < 0 => return Err(PickProblem::BelowZero),
            Quantity::Whole(pieces) => pieces,
            Quantity::Broken => return Err(PickProblem::NotWhole),
            _ => return Err(PickProblem::NotANumber),
        };
        let place = self.meant(at, &fits, pieces)?;
        let task = &self.finder.tasks[place];
        if task.state.is_made() {
            let is_same = task.quantity == Some(pieces);
            let picked = PickProblem::Picked { quantity: task.quantity };
            return if is_same { Ok(PickFate::Same) } else { Err(picked) };
        }
        if let Some(before) = self.taken.get(&place) {
            return Err(PickProblem::Twice { row: self.list.number(*before) });
        }
        if task.quantity == Some(pieces) {
            self.taken.insert(place, at);
            return Ok(PickFate::Same);
        }
        if task.state == TaskState::Gone {
            return Err(PickProblem::Gone);
        }
        if task.inventory_item.is_none() {
            return self.on_paper(place, at, pieces);
        }
        let quantity = self.room(task, pieces)?;
        self.taken.insert(place, at);
        Ok(PickFate::Entered(task, quantity))
    }

    /// A task of which it is not known what to take is done with as many as are needed, or it is not.
    fn on_paper(
        &mut self,
        place: usize,
        at: usize,
        pieces: i64,
    ) -> Result<PickFate<'a>, PickProblem> {
        let task = &self.finder.tasks[place];
        let is_whole = pieces > 0 && task.required == Some(pieces);
        let fate = match task.state {
            TaskState::Unknown if is_whole => PickFate::Checked(task),
            TaskState::CheckedOff if is_whole => PickFate::Same,
            _ => return Err(PickProblem::NoLot),
        };
        self.taken.insert(place, at);
        Ok(fate)
    }

    /// Which of the tasks that a row fits is meant.
    fn meant(&self, at: usize, fits: &[usize], pieces: i64) -> Result<usize, PickProblem> {
        let [first, rest @ ..] = fits else { return Err(PickProblem::NotInWalk) };
        if rest.is_empty() {
            return Ok(*first);
        }
        let of = |place: &usize| &self.finder.tasks[*place];
        let made: Vec<&usize> = fits.iter().filter(|place| of(place).state.is_made()).collect();
        if let Some(one) = made.first() {
            // Picked in part since it was printed, or not: nobody knows what is meant.
            let is_it = |place: &&&usize| of(place).quantity == Some(pieces);
            let same = made.iter().find(is_it).filter(|_| made.len() == fits.len());
            let quantity = of(one).quantity.filter(|_| made.len() == 1);
            return same.map(|place| **place).ok_or(PickProblem::Picked { quantity });
        }
        // Tasks that a list cannot tell apart stand in it in the order of the walk.
        let is_alike = |other: &usize| {
            let (one, other) = (of(first), of(other));
            let named = |task: &PickTask| (task.product.id.clone(), task.place, task.required);
            let lain = |task: &PickTask| (task.inventory_item.clone(), task.bin.clone());
            named(one) == named(other) && lain(one) == lain(other)
        };
        let mut rows = self.alike.get(fits).cloned().unwrap_or_default();
        // A row too many that was left out does not count; one of as many as there are tasks keeps its turn.
        if rows.len() != fits.len() {
            rows.retain(|row| !self.left_out.contains(row));
        }
        let nth = rows.iter().position(|row| *row == at);
        let meant = nth.filter(|_| rows.len() == fits.len() && rest.iter().all(is_alike));
        let tasks = count_of(fits.len());
        meant.and_then(|nth| fits.get(nth).copied()).ok_or(PickProblem::Several { tasks })
    }

    /// So many pieces of a task, where no more than are to go of its line: more from one bin and less from
    /// another is as good, as it is where numbers are typed.
    fn room(&mut self, task: &PickTask, pieces: i64) -> Result<u32, PickProblem> {
        let before = task.quantity.unwrap_or_default();
        let left = task.left.map(|left| self.left.entry(part_of(task)).or_insert(left));
        let of_line = left.as_ref().map(|left| left.saturating_add(before));
        let most = of_line.or(task.required).unwrap_or(i64::MAX).max(0);
        let quantity = u32::try_from(pieces).ok().filter(|_| pieces <= most);
        let most = most.min(u32::MAX.into());
        let quantity = quantity.ok_or(PickProblem::TooMany { most })?;
        if let Some(left) = left {
            *left = left.saturating_sub(pieces.saturating_sub(before));
        }
        Ok(quantity)
    }
}

impl<'a> ListedPicks<'a> {
    fn count(&mut self, fate: PickFate<'a>) {
        let outcome = &mut self.outcome;
        match fate {
            PickFate::Skipped => outcome.skipped += 1,
            PickFate::Empty => outcome.empty += 1,
            PickFate::Same => outcome.same += 1,
            PickFate::Checked(task) => {
                outcome.entered += 1;
                outcome.checked += 1;
                self.checked.push(task);
            }
            PickFate::Entered(task, quantity) => {
                match task.quantity {
                    None => outcome.entered += 1,
                    Some(_) => outcome.changed += 1,
                }
                let needed = task.required.unwrap_or_default();
                outcome.short += u32::from(i64::from(quantity) < needed);
                self.entries.push((task, quantity));
            }
        }
    }
}

impl ListedPick {
    /// What somebody says instead of what stands there.
    fn mend(&mut self, mended: &MendedRow) {
        let texts = [
            (&mut self.product, &mended.product),
            (&mut self.bin, &mended.bin),
            (&mut self.quantity, &mended.quantity),
        ];
        for (text, said) in texts {
            if let Some(said) = said {
                said.trim().clone_into(text);
            }
        }
        if mended.quantity.is_some() {
            // Who types it here means it as the window reads it.
            self.doubtful = None;
        }
    }

    fn fault(
        self,
        (at, row): (usize, u32),
        problem: Option<PickProblem>,
        is_left_out: bool,
    ) -> ListedFault {
        let Self { product, bin, quantity, others, .. } = self;
        let product = if product.is_empty() { others.join(" ") } else { product };
        ListedFault { at, row, product, bin, quantity, problem, is_left_out }
    }
}

#[cfg(test)]
mod tests;
