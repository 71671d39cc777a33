//! A row of a pick list, and what its cells say. Pure.

use contract::{PickColumns, begins_formula};

use crate::paste::block::{cell, filled};
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
            needed: self.needed.map(|at| cell(row, at).to_owned()),
            others: others.map(|(_, text)| without_mark(text).to_owned()).collect(),
        })
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
