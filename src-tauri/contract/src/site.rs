//! What a site keeps for picking that its service does not tell: which product a barcode is of, what lies
//! where, and what was found to differ. All of this is ours and stays in the profile's file; the interface
//! document has no call for it.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use crate::ProductRef;

/// A barcode that was learned to be of a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alias {
    /// The code as it was scanned.
    pub code: String,
    /// Whose it is.
    pub product: ProductRef,
    /// Since when.
    pub learned: DateTime<Utc>,
    /// Who says so at another station, as their service calls them. It is not learned here, and counts nothing.
    #[serde(default)]
    pub told_by: Option<String>,
}

/// The table of what lies where that is in use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteTable {
    /// Name of the file it came from.
    pub file_name: String,
    /// When it was imported: its quantities are of that moment.
    pub as_of: DateTime<Utc>,
    /// How many rows it has.
    pub rows: u32,
}

/// What a site keeps for picking, in numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteFacts {
    /// The table of what lies where that is in use.
    pub table: Option<SiteTable>,
    /// How many barcodes are known.
    pub aliases: u32,
}

/// A table of this site that is read from a file and written into one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SiteFile {
    /// What lies where: `inventoryItemId, productCode, lotNumber, expirationDate, binName, quantity`.
    Stock,
    /// Barcodes of products: `barcode, productCode`.
    Aliases,
    /// What goes instead of what: `productCode, substituteCode, times, last, place, reason`.
    Pairs,
    /// What was found to differ; it is only written.
    Differences,
}

/// What reading a table came to. Its rows are counted without its head.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportReport {
    /// How many rows the file has.
    pub rows: u32,
    /// How many of them are used.
    pub used: u32,
    /// Columns that it should have and has not; then no row is used.
    pub missing: Vec<String>,
    /// Rows that are not used: the first of them.
    pub problems: Vec<ImportProblem>,
    /// Rows that are used, of products that are not known here.
    pub unknown_products: u32,
    /// Rows that are used, of bins that are not known here: they count once their bins are.
    pub unknown_bins: u32,
}

impl ImportReport {
    /// How many rows are not used.
    #[must_use]
    pub fn left_out(&self) -> u32 {
        self.rows.saturating_sub(self.used)
    }
}

/// Why a row is not used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportProblem {
    /// The line in the file, from 1 with the head.
    pub line: u32,
    /// What is wrong.
    pub fault: ImportFault,
    /// The text that is.
    pub text: String,
}

/// What can be wrong with a row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImportFault {
    /// It cannot be read as a row of the table.
    Unreadable,
    /// It has no id of an inventory item.
    NoItem,
    /// It has no code of a product.
    NoProduct,
    /// It has no barcode.
    NoCode,
    /// Its date cannot be read.
    BadDate,
    /// Its quantity is no whole number.
    BadQuantity,
    /// No product with this code is known.
    UnknownProduct,
    /// Another row says something else of the same thing.
    Twice,
}

/// Something was found to differ from what the service says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountDifference {
    /// Its number, which only grows.
    pub number: u32,
    /// When it was noticed.
    pub at: DateTime<Utc>,
    /// The movement it was noticed in, by its code or name.
    pub movement: String,
    /// Of which product.
    pub product: ProductRef,
    /// Of which inventory item, where one is known.
    pub inventory_item: Option<String>,
    /// Number of the lot.
    pub lot: Option<String>,
    /// The last day of the lot.
    pub expiry: Option<NaiveDate>,
    /// Name of the bin.
    pub bin: Option<String>,
    /// How many pieces there should be, where that is told.
    pub expected: Option<i64>,
    /// How many there are.
    pub counted: Option<i64>,
    /// Why, as a code of the site's reasons.
    pub reason: Option<String>,
}

/// A text as bars, in Code 128.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Barcode {
    /// The text.
    pub text: String,
    /// Its bars and the spaces between them, each `1` or `0` one module wide; empty for a text that has
    /// none.
    pub modules: String,
}
