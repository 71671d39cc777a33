//! A row of a pick list, and what its cells say. Pure.

use std::num::NonZeroU32;

use contract::{DecimalMark, PickColumns, begins_formula};

use crate::paste::block::{cell, filled};
use crate::paste::marks::{ColumnMarks, Meant};
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

/// Writes quantities so that the window reads what they mean; where their column does not tell whether a mark groups
/// thousands, they are doubtful.
pub fn settle(rows: &mut [Option<ListedPick>], window: DecimalMark) {
    let needed = rows.iter().flatten().filter_map(|row| row.needed.as_deref());
    let of_needed = ColumnMarks::of(needed, window);
    let quantities = rows.iter().flatten().map(|row| row.quantity.as_str());
    let of_quantity = ColumnMarks::of(quantities, window);
    for row in rows.iter_mut().flatten() {
        match of_quantity.meant(&row.quantity) {
            Meant::AsItStands => (),
            Meant::Written(written) => row.quantity = written,
            Meant::Doubtful(many) => row.doubtful = Some(many),
        }
        let Some(needed) = &mut row.needed else { continue };
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
        settle(&mut rows, window);
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
        settle(&mut rows, DecimalMark::Point);
        assert_eq!(rows[0].as_ref().and_then(|row| row.needed.as_deref()), Some("1200"));
    }
}
