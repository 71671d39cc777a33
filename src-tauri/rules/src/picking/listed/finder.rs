//! Which tasks of a walk a row of a pick list may be of: by its product, its bin, its lot and its movement, as
//! people and spreadsheets write them. Pure.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use contract::{LocationId, PickProblem, PickTask, ProductId, WalkMovement};

use super::row::{ListedPick, said};
use crate::picking::scan::{KnownBin, KnownCodes, alias_key, label_names};
use crate::search::text::fold;

/// The letters of a walk's movements.
const LETTERS: &str = "abcdefghij";

/// How lists say that something lies in no bin.
const NO_BIN: [&str; 5] = ["no bin", "none", "sans emplacement", "aucun", "sans"];

/// Finds tasks by what names them in a list.
pub struct TaskFinder<'a> {
    /// The tasks.
    pub tasks: &'a [PickTask],
    movements: &'a [WalkMovement],
    known: KnownCodes<'a>,
    /// By codes, ids and inventory items, by what these are the same as others.
    codes: HashMap<String, Vec<usize>>,
    names: HashMap<String, Vec<usize>>,
    /// By codes as spreadsheets leave them.
    loose: HashMap<String, Vec<usize>>,
    products: HashMap<&'a ProductId, Vec<usize>>,
    /// Bins of tasks by their names and ids, and by names as spreadsheets leave them.
    bins: HashMap<String, BTreeSet<&'a LocationId>>,
    loose_bins: HashMap<String, BTreeSet<&'a LocationId>>,
    /// Bins that were asked for, by what they are called.
    asked: RefCell<HashMap<String, Option<LocationId>>>,
}

/// What names a product.
enum NamedProduct {
    /// Tasks of it, and a lot that stands beside it.
    Tasks(Vec<usize>, Option<String>),
    /// Nothing of it is to be fetched.
    NotInWalk,
    /// Nothing is known that is called so.
    Unknown,
}

/// What names a bin.
enum NamedBin {
    /// It is said that there is none.
    Without,
    /// Bins of tasks.
    These(Vec<LocationId>),
    /// A bin of no task.
    NotInWalk,
    /// Nothing is known that is called so.
    Unknown,
}

impl<'a> TaskFinder<'a> {
    /// Finds tasks of a walk of these movements.
    pub fn of(tasks: &'a [PickTask], movements: &'a [WalkMovement], known: KnownCodes<'a>) -> Self {
        let mut finder = Self {
            tasks,
            movements,
            known,
            codes: HashMap::new(),
            names: HashMap::new(),
            loose: HashMap::new(),
            products: HashMap::new(),
            bins: HashMap::new(),
            loose_bins: HashMap::new(),
            asked: RefCell::default(),
        };
        for (at, task) in tasks.iter().enumerate() {
            let product = &task.product;
            finder.products.entry(&product.id).or_default().push(at);
            let code = product.code.as_deref().unwrap_or_default();
            let item = task.inventory_item.as_deref().unwrap_or_default();
            let keys: BTreeSet<_> = [code, product.id.as_str(), item].map(alias_key).into();
            for key in keys {
                put(&mut finder.codes, key, at);
            }
            put(&mut finder.loose, loose(code), at);
            put(&mut finder.names, folded_name(product.name.as_deref().unwrap_or_default()), at);
            if let Some(bin) = &task.bin {
                for key in [fold(bin.id.as_str()), fold(&bin.name)] {
                    finder.bins.entry(key).or_default().insert(&bin.id);
                }
                finder.loose_bins.entry(loose(&bin.name)).or_default().insert(&bin.id);
            }
        }
        finder
    }

    /// Whether a text names a product of a task.
    pub fn names_product(&self, text: &str) -> bool {
        matches!(self.product(text), NamedProduct::Tasks(..))
    }

    /// Whether a text names a bin of a task.
    pub fn names_bin(&self, text: &str) -> bool {
        !text.is_empty() && matches!(self.bin(text), NamedBin::These(_) | NamedBin::Without)
    }

    /// Whether a text is the lot of a task.
    pub fn names_lot(&self, text: &str) -> bool {
        let wanted = loose(text);
        let is_it = |task: &PickTask| task.lot.as_deref().is_some_and(|lot| loose(lot) == wanted);
        !wanted.is_empty() && self.tasks.iter().any(is_it)
    }

    /// Whether a text names a movement of the walk.
    pub fn names_movement(&self, text: &str) -> bool {
        !self.places(text).is_empty()
    }

    /// Whether so many are to be taken for a task of the product that a text names.
    pub fn is_needed(&self, product: &str, pieces: i64) -> bool {
        let NamedProduct::Tasks(tasks, _) = self.product(product) else { return false };
        tasks.iter().any(|at| self.tasks[*at].required == Some(pieces))
    }

    /// The tasks a row may be of: at least one.
    pub fn tasks_of(&self, row: &ListedPick, is_named: bool) -> Result<Vec<usize>, PickProblem> {
        let (mut tasks, label_lot) = self.products_of(row, is_named)?;
        let bin = if said(&row.bin).is_empty() { None } else { Some(self.bin(&row.bin)) };
        let bin_of = |at: &usize| self.tasks[*at].bin.as_ref().map(|bin| &bin.id);
        let narrowed = match bin {
            None => None,
            Some(NamedBin::Unknown) => return Err(PickProblem::UnknownBin),
            Some(NamedBin::NotInWalk) if !is_named => return Err(PickProblem::NotInWalk),
            Some(NamedBin::NotInWalk) => return Err(PickProblem::OtherBin),
            Some(NamedBin::Without) => {
                let without = only(&tasks, |at| bin_of(at).is_none());
                // It is known by now where they lie.
                (!without.is_empty()).then_some(without)
            }
            Some(NamedBin::These(bins)) => {
                Some(only(&tasks, |at| bin_of(at).is_some_and(|bin| bins.contains(bin))))
            }
        };
        if let Some(narrowed) = narrowed {
            tasks = some(narrowed, PickProblem::OtherBin)?;
        }
        if let Some(lot) = Some(&row.lot).filter(|lot| !lot.is_empty()).or(label_lot.as_ref()) {
            let lot = loose(lot);
            let of = |at: &usize| self.tasks[*at].lot.as_deref();
            let exact = only(&tasks, |at| of(at).is_some_and(|it| loose(it) == lot));
            // Stock without a number may be of any lot.
            let or_any = || only(&tasks, |at| of(at).is_none());
            let of_lot = if exact.is_empty() { or_any() } else { exact };
            tasks = some(of_lot, PickProblem::OtherLot)?;
        }
        if !row.movement.is_empty() {
            let places = some(self.places(&row.movement), PickProblem::UnknownMovement)?;
            let of = only(&tasks, |at| {
                usize::try_from(self.tasks[*at].place).is_ok_and(|place| places.contains(&place))
            });
            tasks = some(of, PickProblem::OtherMovement)?;
        }
        Ok(tasks)
    }

    /// The tasks of a row's product, and the lot its label says; all where no column names products.
    fn products_of(
        &self,
        row: &ListedPick,
        is_named: bool,
    ) -> Result<(Vec<usize>, Option<String>), PickProblem> {
        if !is_named {
            let says_any = !said(&row.bin).is_empty() || !row.lot.is_empty();
            let all = (0..self.tasks.len()).collect();
            return if says_any { Ok((all, None)) } else { Err(PickProblem::NoProduct) };
        }
        if said(&row.product).is_empty() {
            let named = row.others.iter().find_map(|text| match self.product(text) {
                NamedProduct::Tasks(tasks, lot) => Some((tasks, lot)),
                _ => None,
            });
            return named.ok_or(PickProblem::NoProduct);
        }
        match self.product(&row.product) {
            NamedProduct::Tasks(tasks, lot) => Ok((tasks, lot)),
            NamedProduct::NotInWalk => Err(PickProblem::NotInWalk),
            NamedProduct::Unknown => Err(PickProblem::UnknownProduct),
        }
    }

    fn product(&self, text: &str) -> NamedProduct {
        let text = text.trim();
        if said(text).is_empty() {
            return NamedProduct::Unknown;
        }
        let of_alias = |text: &str| Some(self.products.get(&(self.known.alias)(text)?)?.clone());
        let exact =
            |text: &str| self.codes.get(&alias_key(text)).cloned().or_else(|| of_alias(text));
        let named = || self.names.get(&folded_name(text)).cloned();
        if let Some(tasks) = exact(text).or_else(named) {
            return NamedProduct::Tasks(tasks, None);
        }
        let label = label_names(text);
        if let Some((names, lot)) = &label
            && let Some(tasks) = names.iter().find_map(|name| exact(name))
        {
            return NamedProduct::Tasks(tasks, lot.clone());
        }
        let is_known =
            |text: &str| (self.known.alias)(text).is_some() || (self.known.listed)(text).is_some();
        let labeled = label.iter().flat_map(|(names, _)| names);
        if is_known(text) || labeled.into_iter().any(|name| is_known(name)) {
            return NamedProduct::NotInWalk;
        }
        match self.loose.get(&loose(text)) {
            Some(tasks) => NamedProduct::Tasks(tasks.clone(), None),
            None => NamedProduct::Unknown,
        }
    }

    fn bin(&self, text: &str) -> NamedBin {
        // A walk of several depots names them behind their bins.
        let text = match text.split_once(" · ") {
            Some((bin, _)) if !self.bins.contains_key(&fold(text.trim())) => bin,
            _ => text,
        };
        let name = fold(text.trim());
        let these = |bins: &BTreeSet<&LocationId>| {
            NamedBin::These(bins.iter().map(|bin| (*bin).clone()).collect())
        };
        if let Some(bins) = self.bins.get(&name) {
            return these(bins);
        }
        if NO_BIN.contains(&&*name) {
            return NamedBin::Without;
        }
        let mut asked = self.asked.borrow_mut();
        let known = asked.entry(name).or_insert_with_key(|_| self.bin_called(text.trim()));
        match (&*known, self.loose_bins.get(&loose(text))) {
            // By its number.
            (Some(id), _) if self.bins.values().any(|bins| bins.contains(id)) => {
                NamedBin::These(vec![id.clone()])
            }
            (Some(_), _) => NamedBin::NotInWalk,
            (None, Some(bins)) => these(bins),
            (None, None) => NamedBin::Unknown,
        }
    }

    /// The bin with this name, number or id: of those in several depots one of a task.
    fn bin_called(&self, text: &str) -> Option<LocationId> {
        let found = (self.known.bins)(text);
        let is_here = |it: &&KnownBin| self.bins.values().any(|bins| bins.contains(&it.bin.id));
        found.iter().find(is_here).or(found.first()).map(|it| it.bin.id.clone())
    }

    /// The places of the movements that a text names: by letter, else by code, else by name.
    fn places(&self, text: &str) -> Vec<usize> {
        let name = fold(text.trim());
        let letter = LETTERS.find(&name).filter(|at| name.len() == 1 && *at < self.movements.len());
        if let Some(place) = letter {
            return vec![place];
        }
        let called = |of: fn(&WalkMovement) -> Option<&str>| -> Vec<usize> {
            let is_it = |movement: &WalkMovement| of(movement).is_some_and(|it| fold(it) == name);
            let all = self.movements.iter().enumerate();
            all.filter(|(_, movement)| is_it(movement)).map(|(place, _)| place).collect()
        };
        let coded = called(|movement| movement.identifier.as_deref());
        if coded.is_empty() { called(|movement| movement.name.as_deref()) } else { coded }
    }
}

fn put(of: &mut HashMap<String, Vec<usize>>, key: String, at: usize) {
    if !key.is_empty() {
        of.entry(key).or_default().push(at);
    }
}

fn only(tasks: &[usize], such: impl Fn(&usize) -> bool) -> Vec<usize> {
    tasks.iter().copied().filter(|at| such(at)).collect()
}

fn some(found: Vec<usize>, or: PickProblem) -> Result<Vec<usize>, PickProblem> {
    if found.is_empty() { Err(or) } else { Ok(found) }
}

/// A code without what spreadsheets and people change of one: case, blanks, zeros before a number.
fn loose(text: &str) -> String {
    let plain: String = fold(text).chars().filter(|letter| !letter.is_whitespace()).collect();
    let is_number = plain.bytes().all(|byte| byte.is_ascii_digit());
    match plain.trim_start_matches('0') {
        rest if is_number && !rest.is_empty() => rest.to_owned(),
        _ => plain,
    }
}

/// A name with one blank between its words.
fn folded_name(text: &str) -> String {
    fold(text).split_whitespace().collect::<Vec<_>>().join(" ")
}
