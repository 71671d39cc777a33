//! What the columns of a pick list are: by their heads, else by what stands in them. Pure.

use std::cmp::Reverse;

use contract::{DecimalMark, PickColumns, Quantity, read_quantity};

use super::{
    finder::TaskFinder,
    heads::{PickHead, pick_head},
    row::{headed, place},
};
use crate::paste::block::{SAMPLE, TITLES, cell, filled, is_of_numbers, width};
use crate::search::count_of;

/// A list whose columns are being guessed.
struct Guess<'a> {
    finder: &'a TaskFinder<'a>,
    mark: DecimalMark,
    heads: Option<&'a [String]>,
    /// The first rows below the heads in which anything stands.
    sample: Vec<&'a [String]>,
    taken: PickColumns,
}

/// What the columns of a list are.
pub fn guess(cells: &[Vec<String>], finder: &TaskFinder<'_>, mark: DecimalMark) -> PickColumns {
    let heads = row_of_heads(cells, finder, mark);
    let begin = heads.map_or(0, |at| at + 1);
    let sample = cells[begin..].iter().filter(|row| filled(row).next().is_some()).take(SAMPLE);
    let mut guess = Guess {
        finder,
        mark,
        heads: heads.and_then(|at| cells.get(at)).map(Vec::as_slice),
        sample: sample.map(Vec::as_slice).collect(),
        taken: PickColumns { heads: heads.map(count_of), ..PickColumns::default() },
    };
    guess.take_headed();
    guess.take_filled();
    guess.taken
}

/// The row of heads: one that says of a product or bin and of a quantity where they are, among the first; else
/// the first row of all, where it says something and nothing of the walk stands in it.
fn row_of_heads(
    cells: &[Vec<String>],
    finder: &TaskFinder<'_>,
    mark: DecimalMark,
) -> Option<usize> {
    use PickHead::{Barcode, Bin, Code, Name, Needed, Picked, Quantity as Counts};
    let rows = || cells.iter().enumerate().filter(|(_, row)| filled(row).next().is_some());
    let is_full = |row: &[String]| {
        let says = |such: fn(PickHead) -> bool| {
            filled(row).filter_map(|(_, text)| pick_head(text)).any(such)
        };
        says(|head| matches!(head, Code | Name | Barcode | Bin))
            && says(|head| matches!(head, Needed | Picked | Counts))
    };
    let full = rows().take(TITLES).find(|(_, row)| is_full(row));
    let is_task = |text: &str| {
        matches!(read_quantity(text, mark), Quantity::Whole(_)) || finder.names_product(text)
    };
    let first = || {
        rows().next().filter(|(_, row)| {
            filled(row).any(|(_, text)| pick_head(text).is_some())
                && !filled(row).any(|(_, text)| is_task(text))
        })
    };
    full.or_else(first).map(|(at, _)| at)
}

impl Guess<'_> {
    fn hits(&self, column: usize, such: impl Fn(&str) -> bool) -> usize {
        let texts = self.sample.iter().map(|row| cell(row, column));
        texts.filter(|text| !text.is_empty() && such(text)).count()
    }

    fn is_empty(&self, column: usize) -> bool {
        self.hits(column, |_| true) == 0
    }

    fn headed(&self, head: PickHead) -> Vec<usize> {
        self.heads.map(|heads| headed(heads, head).collect()).unwrap_or_default()
    }

    /// The first column of these of which at least half is known; else the one of which most is.
    fn best(&self, of: &[PickHead], such: impl Fn(&str) -> bool) -> Option<u32> {
        let columns: Vec<usize> = of.iter().flat_map(|head| self.headed(*head)).collect();
        let hits = |at: &usize| self.hits(*at, &such);
        let is_known = |at: &&usize| hits(at) > 0 && hits(at) * 2 >= self.hits(**at, |_| true);
        let most = || columns.iter().min_by_key(|at| Reverse(hits(at)));
        columns.iter().find(is_known).or_else(most).map(|at| count_of(*at))
    }

    fn take_headed(&mut self) {
        use PickHead::{Barcode, Bin, Code, Lot, Movement, Name, Picked, Quantity as Counts};
        let finder = self.finder;
        let product = self.best(&[Code, Name, Barcode], |text| finder.names_product(text));
        let bin = self.best(&[Bin], |text| finder.names_bin(text));
        let lot = self.best(&[Lot], |text| finder.names_lot(text));
        let movement = self.best(&[Movement], |text| finder.names_movement(text));
        let quantity = self.headed(Picked).into_iter().chain(self.headed(Counts)).next();
        let quantity = quantity.map(count_of);
        self.taken = PickColumns { product, bin, lot, movement, quantity, ..self.taken };
    }

    /// Whether nothing says yet what a column is.
    fn is_free(&self, column: usize) -> bool {
        let PickColumns { product, bin, lot, movement, quantity, .. } = self.taken;
        let taken = [product, bin, lot, movement, quantity];
        let is_headed = self.heads.is_some_and(|heads| pick_head(cell(heads, column)).is_some());
        !is_headed && !taken.iter().flatten().any(|at| place(*at) == column)
    }

    fn free(&self) -> Vec<usize> {
        let below = width(&self.sample);
        let width = below.max(self.heads.map_or(0, <[String]>::len));
        (0..width).filter(|column| self.is_free(*column)).collect()
    }

    /// The free column in which at least half of what stands is such, and most is.
    fn fullest(&self, such: impl Fn(&str) -> bool) -> Option<u32> {
        let hits = self.free().into_iter().map(|at| (at, self.hits(at, &such)));
        let hits = hits.filter(|(at, hits)| *hits > 0 && hits * 2 >= self.hits(*at, |_| true));
        hits.min_by_key(|(_, hits)| Reverse(*hits)).map(|(at, _)| count_of(at))
    }

    fn take_filled(&mut self) {
        let (finder, has_heads) = (self.finder, self.heads.is_some());
        if self.taken.product.is_none() {
            self.taken.product = self.fullest(|text| finder.names_product(text));
        }
        if self.taken.bin.is_none() {
            self.taken.bin = self.fullest(|text| finder.names_bin(text));
        }
        if self.taken.lot.is_none() {
            self.taken.lot = self.fullest(|text| finder.names_lot(text));
        }
        if self.taken.movement.is_none() {
            // Under a head of its own a letter may be that of anything.
            let is_it = |text: &str| {
                finder.names_movement(text) && (!has_heads || text.chars().nth(1).is_some())
            };
            self.taken.movement = self.fullest(is_it);
        }
        // A code that nobody knows is one all the same: its row is not of whatever lies in the bin.
        if self.taken.product.is_none() && !has_heads {
            self.taken.product = self.fullest(looks_like_a_code);
        }
        let PickColumns { product: None, bin: None, lot: None, .. } = self.taken else {
            return self.take_quantity();
        };
        // Whoever sees the list sees what was not understood.
        let is_text =
            |at: &usize| !is_of_numbers(&self.sample, *at, self.mark) && !self.is_empty(*at);
        self.taken.product = self.free().into_iter().find(is_text).map(count_of);
        self.take_quantity();
    }

    fn take_quantity(&mut self) {
        if self.taken.quantity.is_none() {
            self.taken.quantity = self.counting().map(count_of);
        }
    }

    /// The column of what was picked, where no head says so. Beside one of what is needed it is the one behind
    /// it, also where nothing stands in it.
    fn counting(&self) -> Option<usize> {
        let free = self.free();
        let counts = |at: &&usize| is_of_numbers(&self.sample, **at, self.mark);
        let behind = |needed: usize| {
            let mut behind = free.iter().filter(move |at| **at > needed);
            let numbers = behind.clone().find(counts);
            numbers.or_else(|| behind.find(|at| self.is_empty(**at))).copied()
        };
        if let Some(needed) = self.headed(PickHead::Needed).first() {
            return behind(*needed);
        }
        let product = self.taken.product.map_or(0, place);
        let numbers: Vec<usize> = free.iter().filter(counts).copied().collect();
        let first = numbers.iter().find(|at| **at > product).or(numbers.first()).copied();
        match first {
            Some(first) if self.is_what_is_needed(first) => behind(first).or(Some(first)),
            Some(first) => Some(first),
            // Nothing is filled in yet.
            None if self.heads.is_some() => None,
            None => free.into_iter().find(|at| *at > product && self.is_empty(*at)),
        }
    }

    /// Whether most of the numbers in a column are what the tasks of their rows need.
    fn is_what_is_needed(&self, column: usize) -> bool {
        let Some(product) = self.taken.product.map(place) else { return false };
        let (mut numbers, mut needed) = (0_usize, 0_usize);
        for row in &self.sample {
            if let Quantity::Whole(pieces) = read_quantity(cell(row, column), self.mark) {
                numbers += 1;
                needed += usize::from(self.finder.is_needed(cell(row, product), pieces));
            }
        }
        needed > 0 && needed * 3 >= numbers * 2
    }
}

/// Whether a text is written as codes are: one word, of letters with numbers or a hyphen.
fn looks_like_a_code(text: &str) -> bool {
    let has = |such: fn(char) -> bool| text.chars().any(such);
    let is_joined = has(|letter| letter.is_ascii_digit() || letter == '-');
    is_joined && has(char::is_alphabetic) && !has(char::is_whitespace)
}
