//! A row of a pick list, and what its cells say. Pure.

use std::num::NonZeroU32;

use contract::{DecimalMark, PickColumns, begins_formula};

use crate::paste::block::{cell, filled};
use crate::paste::marks::{ColumnMarks, DecimalCells, Meant};
use crate::picking::listed::heads::{PickHead, pick_head};

/// What a row says.
#[derive(Clone, Debug, Default)]
pub struct ListedPick {
    /// What stands where the product is named.
    pub product: String,
    /// What stands where the bin is.
    pub bin: String,
    /// The lot; empty where it says none.
    pub lot: String,
    /// The movement; empty where it says none.
    pub movement: String,
    /// What stands where the quantity is.
    pub quantity: String,
    /// So many pieces if the mark in the quantity groups thousands, where nobody knows whether it does.
    pub doubtful: Option<NonZeroU32>,
    /// How many are needed, where a column is called so.
    pub needed: Option<String>,
    /// What stands in other columns: it may name the product where nothing else does.
    pub others: Vec<String>,
}

/// Where a row is read.
pub struct ListedColumns<'a> {
    taken: &'a PickColumns,
    heads: Option<&'a [String]>,
    needed: Option<usize>,
}

impl<'a> ListedColumns<'a> {
    pub fn of(taken: &'a PickColumns, cells: &'a [Vec<String>]) -> Self {
        let heads = taken.heads.and_then(|at| cells.get(place(at))).map(Vec::as_slice);
        Self {
            taken,
            heads,
            needed: heads.and_then(|heads| headed(heads, PickHead::Needed).next()),
        }
    }

    /// Which numbers of the row at this place are stored as such.
    pub fn stored(&self, at: usize, decimals: &DecimalCells) -> StoredDecimals {
        let holds = |column: Option<usize>| column.is_some_and(|it| decimals.holds(at, it));
        StoredDecimals {
            quantity: holds(self.taken.quantity.map(place)),
            needed: holds(self.needed),
        }
    }

    /// What the row at this place says; `None` of heads, what stands above them, and where nothing stands.
    pub fn read(&self, at: usize, row: &[String]) -> Option<ListedPick> {
        let is_above = self.taken.heads.is_some_and(|heads| at <= place(heads));
        // Heads stand again where a page begins.
        let is_heads = || self.heads.is_some_and(|heads| filled(heads).eq(filled(row)));
        if is_above || filled(row).next().is_none() || is_heads() {
            return None;
        }
        let of = |column: Option<u32>| column.map_or("", |at| cell(row, place(at)));
        let PickColumns { product, bin, lot, movement, quantity, .. } = *self.taken;
        let used = [product, bin, lot, movement, quantity];
        let is_used = |at: usize| used.iter().flatten().any(|column| place(*column) == at);
        let others = filled(row).filter(|(at, _)| !is_used(*at) && self.needed != Some(*at));
        Some(ListedPick {
            product: without_mark(of(product)).to_owned(),
            bin: without_mark(of(bin)).to_owned(),
            lot: said(of(lot)).to_owned(),
            movement: said(of(movement)).to_owned(),
            quantity: of(quantity).to_owned(),
            doubtful: None,
            needed: self.needed.map(|at| cell(row, at).to_owned()),
            others: others.map(|(_, text)| without_mark(text).to_owned()).collect(),
        })
    }
}

/// Of a row, which of its numbers are stored as such, with a part: they are written as the window writes them.
#[derive(Clone, Copy, Debug, Default)]
pub struct StoredDecimals {
    /// What stands where the quantity is.
    pub quantity: bool,
    /// What stands where it is told how many are needed.
    pub needed: bool,
}

/// Writes quantities so that the window reads what they mean; where their column does not tell whether a mark groups
/// thousands, they are doubtful. `stored` answers of the row at a place what is stored as a number.
pub fn settle(
    rows: &mut [Option<ListedPick>],
    stored: impl Fn(usize) -> StoredDecimals,
    window: DecimalMark,
) {
    let all: &[Option<ListedPick>] = rows;
    let listed = || all.iter().enumerate().filter_map(|(at, row)| Some((at, row.as_ref()?)));
    let needed = listed().filter(|(at, _)| !stored(*at).needed);
    let of_needed = ColumnMarks::of(needed.filter_map(|(_, row)| row.needed.as_deref()), window);
    let quantities = listed().filter(|(at, _)| !stored(*at).quantity);
    let of_quantity = ColumnMarks::of(quantities.map(|(_, row)| row.quantity.as_str()), window);
    for (at, row) in rows.iter_mut().enumerate() {
        let (Some(row), stored) = (row, stored(at)) else { continue };
        if !stored.quantity {
            match of_quantity.meant(&row.quantity) {
                Meant::AsItStands => (),
                Meant::Written(written) => row.quantity = written,
                Meant::Doubtful(many) => row.doubtful = Some(many),
            }
        }
        let Some(needed) = row.needed.as_mut().filter(|_| !stored.needed) else { continue };
        if let Meant::Written(written) = of_needed.meant(needed) {
            *needed = written;
        }
    }
}

/// The columns whose heads say this.
pub fn headed(heads: &[String], wanted: PickHead) -> impl Iterator<Item = usize> + use<'_> {
    filled(heads).filter(move |(_, text)| pick_head(text) == Some(wanted)).map(|(at, _)| at)
}

/// A text without the apostrophe that exported files put before what a spreadsheet takes for a formula.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\'').filter(|rest| begins_formula(rest)).unwrap_or(text)
}

/// What a cell says; a dash says nothing.
pub fn said(text: &str) -> &str {
    let text = without_mark(text);
    if text.chars().any(char::is_alphanumeric) { text } else { "" }
}

/// A column or row as a place.
pub fn place(at: u32) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What becomes of quantities; a doubtful one with the pieces that it may be.
    fn settled(quantities: &[&str], window: DecimalMark) -> Vec<(String, Option<u32>)> {
        let row = |quantity: &&str| {
            Some(ListedPick { quantity: (*quantity).to_owned(), ..ListedPick::default() })
        };
        let mut rows: Vec<_> = quantities.iter().map(row).collect();
        rows.push(None);
        settle(&mut rows, |_| StoredDecimals::default(), window);
        let told = |row: ListedPick| (row.quantity, row.doubtful.map(NonZeroU32::get));
        rows.into_iter().flatten().map(told).collect()
    }

    #[test]
    fn a_mark_before_three_digits_is_doubtful_unless_its_column_tells() {
        let of = |text: &str, many: Option<u32>| (text.to_owned(), many);
        for window in [DecimalMark::Point, DecimalMark::Comma] {
            let doubtful = [of("20,000", Some(20_000)), of("5", None)];
            assert_eq!(settled(&["20,000", "5"], window), doubtful);
            assert_eq!(settled(&["20,000", "1,5"], window)[0], of("20", None));
            assert_eq!(settled(&["20,000", "1.5"], window)[0], of("20000", None));
        }
    }

    #[test]
    fn what_is_needed_is_settled_by_its_own_column() {
        let row = |needed: &str| {
            Some(ListedPick { needed: Some(needed.into()), ..ListedPick::default() })
        };
        let mut rows = [row("1.200"), row("1,5")];
        settle(&mut rows, |_| StoredDecimals::default(), DecimalMark::Point);
        assert_eq!(rows[0].as_ref().and_then(|row| row.needed.as_deref()), Some("1200"));
    }

    #[test]
    fn numbers_that_are_stored_as_such_are_never_doubtful_and_tell_no_mark() {
        let cells = [["Product", "Qty"], ["a", "2.125"], ["b", "20,000"], ["c", "1.5"]];
        let cells = cells.map(|row| row.map(str::to_owned).to_vec());
        let taken = PickColumns {
            heads: Some(0),
            product: Some(0),
            quantity: Some(1),
            ..PickColumns::default()
        };
        let columns = ListedColumns::of(&taken, &cells);
        let mut decimals = DecimalCells::default();
        decimals.put(1, 1);
        decimals.put(3, 1);
        let read = |(at, row): (usize, &Vec<String>)| columns.read(at, row);
        let mut rows: Vec<_> = cells.iter().enumerate().map(read).collect();
        settle(&mut rows, |at| columns.stored(at, &decimals), DecimalMark::Point);
        let told = |row: ListedPick| (row.quantity, row.doubtful.map(NonZeroU32::get));
        let told: Vec<_> = rows.into_iter().flatten().map(told).collect();
        let of = |text: &str, many| (text.to_owned(), many);
        assert_eq!(told, [of("2.125", None), of("20,000", Some(20_000)), of("1.5", None)]);
    }
}
