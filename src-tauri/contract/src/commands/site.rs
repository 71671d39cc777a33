//! Requests about what a site keeps for picking: barcodes of products, what lies where, differences, and
//! labels. Nothing of it is sent.

use serde::{Deserialize, Serialize};

use crate::{ProductId, SiteFile, WalkKey};

/// A file that is imported has at most so many bytes.
pub const IMPORT_LIMIT: usize = 32 * 1_024 * 1_024;

/// Reads barcodes that were learned, by code, and those that other stations tell and this one did not learn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListAliases {
    /// Of this product alone.
    #[serde(default)]
    pub product: Option<ProductId>,
    /// Of this code alone.
    #[serde(default)]
    pub code: Option<String>,
}

/// Learns that a barcode is of a product; what was learned of the code before is forgotten.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaveAlias {
    /// The barcode.
    pub code: String,
    /// The product.
    pub product: ProductId,
}

/// Forgets a barcode.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemoveAlias {
    /// The barcode.
    pub code: String,
}

/// Reads a table of comma separated values, or one of semicolons or tabs. What lies where replaces what was
/// imported before; barcodes come beside those that are known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportTable {
    /// Which table.
    pub table: SiteFile,
    /// Name of the file.
    pub file_name: String,
    /// What is in it: at most [`IMPORT_LIMIT`] bytes.
    pub text: String,
    /// Only says what would come of it.
    #[serde(default)]
    pub dry_run: bool,
}

/// Asks which table of what lies where is in use, and how many barcodes are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadSiteFacts {}

/// Uses the table of what lies where no more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemoveSiteTable {}

/// Notes that what lies there differs from what is said, for a task of a walk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportDifference {
    /// Which walk.
    pub walk: WalkKey,
    /// Which task.
    pub task: String,
    /// How many pieces are there.
    #[serde(default)]
    pub counted: Option<u32>,
}

/// Reads what was found to differ, the newest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListDifferences {}

/// Forgets what was found to differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForgetDifferences {
    /// Which, by their numbers.
    pub numbers: Vec<u32>,
}

/// Reads what went instead of a product, or was refused, the most used first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListPairs {
    /// The product.
    pub product: ProductId,
}

/// Forgets what was learned of two products so far. It is learned anew where the one goes instead of the other
/// again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForgetPair {
    /// The product.
    pub product: ProductId,
    /// What went instead.
    pub instead: ProductId,
}

/// Answers a table as a file of comma separated values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportTable {
    /// Which one.
    pub table: SiteFile,
}

/// Draws texts as bars.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawBarcodes {
    /// The texts.
    pub texts: Vec<String>,
}
