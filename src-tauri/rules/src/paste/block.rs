//! Reads a block that is pasted or imported: which column names products, which one counts, and what each
//! row asks for. Pure. Deliberately absent: what becomes of a row; but each is answered, in the order of
//! the block, and none is lost.

use std::collections::BTreeSet;
use std::num::NonZeroU32;

use contract::{DecimalMark, ImportColumns, ProductRef, Quantity, read_quantity};

use crate::paste::column_headers::{Head, head};
use crate::search::count_of;

/// So many rows tell what the columns of a block are.
pub(crate) const SAMPLE: usize = 50;

/// Heads of columns stand in one of so many rows: above them are titles, dates and addresses.
pub(crate) const TITLES: usize = 15;

/// A row of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockRow {
    /// Nothing stands in it, or heads of columns.
    Skipped,
    /// Something is asked for.
    Asked(Asked),
}

/// What a row asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The product it names.
    pub product: Option<ProductRef>,
    /// What stands where the product should be named.
    pub code: String,
    /// What stands where the quantity should be.
    pub quantity: String,
    /// It is meant to be one: its column is called so, or it holds a digit.
    pub is_meant: bool,
    /// So many pieces if the mark in it groups thousands, where nobody knows whether it does.
    pub doubtful: Option<NonZeroU32>,
}

/// Whether a block has one column in which anything stands, or none.
pub fn is_one_column(cells: &[Vec<String>]) -> bool {
    let mut columns = cells.iter().flat_map(|row| filled(row).map(|(at, _)| at));
    let first = columns.next();
    columns.all(|at| Some(at) == first)
}

/// The texts of a block of one column, without its head; `None` where nothing stands.
pub fn column(cells: &[Vec<String>]) -> Vec<Option<&str>> {
    let mut texts: Vec<_> =
        cells.iter().map(|row| filled(row).next().map(|(_, text)| text)).collect();
    let first = texts.iter().position(Option::is_some);
    if let Some(at) = first.filter(|at| texts[*at].is_some_and(|text| head(text).is_some())) {
        // It is above the cell pasted on, so to say: what stands below it begins there.
        texts.remove(at);
    }
    texts
}

/// The rows of a block of several columns, and the columns of which nothing is used: their heads, or
/// else their numbers. `named` answers the product a text names.
pub fn rows(
    cells: &[Vec<String>],
    named: impl Fn(&str) -> Option<ProductRef>,
    mark: DecimalMark,
) -> (Vec<BlockRow>, Vec<String>) {
    Columns::guess(cells, &named, mark).rows(cells, named)
}

/// What the columns of a block are.
#[derive(Default)]
pub struct Columns {
    /// The row that holds heads.
    heads: Option<usize>,
    /// Those that name products, the one that names best first.
    products: Vec<usize>,
    quantity: Option<usize>,
    /// That one is called so.
    is_headed: bool,
}

impl Columns {
    /// What they are by their heads, else by their content.
    pub fn guess(
        cells: &[Vec<String>],
        named: &impl Fn(&str) -> Option<ProductRef>,
        mark: DecimalMark,
    ) -> Self {
        let mut columns = Self::by_heads(cells, named, mark);
        let begin = columns.heads.map_or(0, |heads| heads + 1);
        let sample = cells[begin..].iter().filter(|row| filled(row).next().is_some()).take(SAMPLE);
        let sample: Vec<_> = sample.map(Vec::as_slice).collect();
        if columns.products.is_empty() {
            columns.products = naming(&sample, columns.quantity, named, mark);
        }
        if columns.quantity.is_none() {
            let has_digit = |row: &&[String], at| cell(row, at).chars().any(char::is_numeric);
            // A column that is called something else holds words, unless it holds numbers.
            let may_be = |at: &usize| begin == 0 || sample.iter().any(|row| has_digit(row, *at));
            columns.quantity = counting(&sample, &columns.products, mark).filter(may_be);
        }
        columns
    }

    /// What they are as somebody says.
    pub fn chosen(columns: &ImportColumns) -> Self {
        let place = |at: u32| usize::try_from(at).unwrap_or(usize::MAX);
        Self {
            heads: columns.heads.map(place),
            products: columns.products.iter().copied().map(place).collect(),
            quantity: columns.quantity.map(place),
            is_headed: columns.quantity.is_some(),
        }
    }

    /// What they are, to be told.
    pub fn told(&self) -> ImportColumns {
        ImportColumns {
            heads: self.heads.map(count_of),
            products: self.products.iter().copied().map(count_of).collect(),
            quantity: self.quantity.map(count_of),
        }
    }

    /// The rows of a block, and the columns of which nothing is used: their heads, or else their
    /// numbers.
    pub fn rows(
        &self,
        cells: &[Vec<String>],
        named: impl Fn(&str) -> Option<ProductRef>,
    ) -> (Vec<BlockRow>, Vec<String>) {
        let row = |(at, row): (usize, &Vec<String>)| {
            if self.heads.is_some_and(|heads| at <= heads) || filled(row).next().is_none() {
                return BlockRow::Skipped;
            }
            let asked = self.read(row);
            BlockRow::Asked(Asked { product: named(&asked.code), ..asked })
        };
        (cells.iter().enumerate().map(row).collect(), self.unused(cells))
    }

    /// The first row that holds anything is a row of heads if it holds one, and nothing that is
    /// asked for; a row below it is, where it says of two columns what they are, and nothing is asked
    /// for above it.
    fn by_heads(
        cells: &[Vec<String>],
        named: &impl Fn(&str) -> Option<ProductRef>,
        mark: DecimalMark,
    ) -> Self {
        let mut columns = Self::default();
        let is_asked =
            |text: &str| matches!(read(text, mark), Quantity::Whole(_)) || named(text).is_some();
        let rows = cells.iter().enumerate().filter(|(_, row)| filled(row).next().is_some());
        let titles = rows.take_while(|(_, row)| filled(row).all(|(_, text)| !is_asked(text)));
        let heads = |row: &[String]| -> Vec<_> {
            filled(row).filter_map(|(at, text)| Some((at, head(text)?))).collect()
        };
        let headed = titles.take(TITLES).map(|(at, row)| (at, heads(row)));
        let mut headed: Vec<_> = headed.collect();
        let is_full = |(_, heads): &(usize, Vec<(usize, Head)>)| {
            let says = |wanted: Head| heads.iter().any(|(_, head)| *head == wanted);
            says(Head::Quantity) && (says(Head::Code) || says(Head::Product))
        };
        let of = headed.iter().position(is_full).unwrap_or_default();
        if headed.get(of).is_none_or(|(_, heads)| heads.is_empty()) {
            return columns;
        }
        let (at, heads) = headed.swap_remove(of);
        let of = |wanted: Head| {
            heads.iter().filter(move |(_, head)| *head == wanted).map(|(column, _)| *column)
        };
        columns.heads = Some(at);
        columns.products = of(Head::Code).chain(of(Head::Product)).collect();
        columns.quantity = of(Head::Quantity).next();
        columns.is_headed = columns.quantity.is_some();
        columns
    }

    /// Columns with texts that neither name products nor count.
    fn unused(&self, cells: &[Vec<String>]) -> Vec<String> {
        let heads = self.heads.and_then(|at| cells.get(at));
        let begin = self.heads.map_or(0, |at| at + 1);
        let rows = cells.iter().skip(begin);
        let filled: BTreeSet<_> = rows.flat_map(|row| filled(row).map(|(at, _)| at)).collect();
        let is_used = |at: &usize| self.products.contains(at) || self.quantity == Some(*at);
        let called = |at: usize| {
            let head = heads.map(|row| cell(row, at)).filter(|head| !head.is_empty());
            head.map_or_else(|| (at + 1).to_string(), str::to_owned)
        };
        filled.into_iter().filter(|at| !is_used(at)).map(called).collect()
    }

    fn read(&self, row: &[String]) -> Asked {
        let product = self.products.iter().map(|column| cell(row, *column));
        let code = product.into_iter().find(|text| !text.is_empty());
        let quantity = self.quantity.map(|column| cell(row, column)).unwrap_or_default();
        // Without a product, whatever else stands there may tell what was meant.
        let others = || {
            let others = filled(row).filter(|(at, _)| Some(*at) != self.quantity);
            others.map(|(_, text)| text).collect::<Vec<_>>().join(" ")
        };
        let code = code.map_or_else(others, str::to_owned);
        let is_meant = self.is_headed || quantity.chars().any(char::is_numeric);
        Asked { code, quantity: quantity.to_owned(), is_meant, ..Asked::default() }
    }
}

/// Columns whose texts name products, the one with most of them first; if none does, the first one
/// that is not of numbers.
fn naming(
    sample: &[&[String]],
    quantity: Option<usize>,
    named: &impl Fn(&str) -> Option<ProductRef>,
    mark: DecimalMark,
) -> Vec<usize> {
    let columns = || (0..width(sample)).filter(|column| Some(*column) != quantity);
    let hits =
        |column: usize| sample.iter().filter(|row| named(cell(row, column)).is_some()).count();
    let mut hits: Vec<_> = columns().map(|column| (column, hits(column))).collect();
    hits.retain(|(_, hits)| *hits > 0);
    hits.sort_by_key(|(_, hits)| std::cmp::Reverse(*hits));
    if hits.is_empty() {
        let of_texts = columns().find(|column| !is_of_numbers(sample, *column, mark));
        return of_texts.or_else(|| columns().next()).into_iter().collect();
    }
    hits.into_iter().map(|(column, _)| column).collect()
}

/// The first column of whole numbers after the one that names products; of two columns in all, the
/// other one, unless it names products too.
fn counting(sample: &[&[String]], products: &[usize], mark: DecimalMark) -> Option<usize> {
    let product = *products.first()?;
    let counts = |column: &usize| is_of_numbers(sample, *column, mark);
    let after = (product + 1..width(sample)).find(counts);
    let filled = |column: &usize| sample.iter().any(|row| !cell(row, *column).is_empty());
    let mut others = (0..width(sample)).filter(|column| *column != product).filter(filled);
    let only_other = others.next().filter(|_| others.next().is_none());
    after.or(only_other.filter(|column| !products.contains(column)))
}

/// Whether at least half of what stands in a column is whole numbers.
pub(crate) fn is_of_numbers(sample: &[&[String]], column: usize, mark: DecimalMark) -> bool {
    let texts = || sample.iter().map(|row| cell(row, column)).filter(|text| !text.is_empty());
    let whole = texts().filter(|text| matches!(read(text, mark), Quantity::Whole(_))).count();
    whole > 0 && whole * 2 >= texts().count()
}

fn read(text: &str, mark: DecimalMark) -> Quantity {
    read_quantity(text, mark)
}

/// How many columns there are.
pub(crate) fn width(rows: &[&[String]]) -> usize {
    rows.iter().map(|row| row.len()).max().unwrap_or_default()
}

/// What stands in a column, without blanks around it.
pub(crate) fn cell(row: &[String], column: usize) -> &str {
    row.get(column).map_or("", |text| text.trim())
}

/// The cells in which anything stands, with their columns.
pub(crate) fn filled(row: &[String]) -> impl Iterator<Item = (usize, &str)> {
    row.iter().map(|text| text.trim()).enumerate().filter(|(_, text)| !text.is_empty())
}

#[cfg(test)]
mod tests;
