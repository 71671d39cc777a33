//! Quantities of a walk that come back from a table: a pick list that was printed or exported, filled in, and
//! is read again. What its columns are taken for, and what becomes of each of its rows.

use serde::{Deserialize, Serialize};

use crate::ImportColumn;

/// What the columns of a pick list are taken for. Rows and columns count from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PickColumns {
    /// The row that holds heads; those above it say nothing.
    #[serde(default)]
    pub heads: Option<u32>,
    /// The column that names products, by code, name or barcode.
    #[serde(default)]
    pub product: Option<u32>,
    /// The column of bins.
    #[serde(default)]
    pub bin: Option<u32>,
    /// The column of lots.
    #[serde(default)]
    pub lot: Option<u32>,
    /// The column that says for which movement: by its letter, its code or its name.
    #[serde(default)]
    pub movement: Option<u32>,
    /// The column of what was picked; not that of what is needed.
    #[serde(default)]
    pub quantity: Option<u32>,
}

/// What became of the rows of a pick list, or would: each is counted once, so that all counts but `short`
/// and `checked` come to the rows of the worksheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PicksImported {
    /// Their tasks had no number, and got one.
    pub entered: u32,
    /// Their tasks had another number.
    pub changed: u32,
    /// Their tasks have this number already, entered or picked: nothing is done.
    pub same: u32,
    /// They say no quantity: nothing is done.
    pub empty: u32,
    /// Heads, what stands above them, and rows in which nothing stands.
    pub skipped: u32,
    /// They need attention: nothing is done.
    pub attention: u32,
    /// Of those entered, rows of tasks of which it is not known what to take, with as many as are needed: they
    /// are checked off as done on paper, and not sent.
    pub checked: u32,
    /// Of those entered and changed, rows with fewer than are to be taken from there, 0 among them; where the
    /// rest is not taken from elsewhere, a reason is to be given in the walk.
    pub short: u32,
}

/// What would come of a pick list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PicksPreview {
    /// What its columns are taken for: as asked, else as they were taken the last time, else as their heads
    /// and their content say.
    pub taken: PickColumns,
    /// They are taken so because a table with the same heads was imported so before.
    pub is_remembered: bool,
    /// The columns in which anything stands.
    pub columns: Vec<ImportColumn>,
    /// Texts that may be heads: the first rows in which anything stands, each with its place from 0.
    pub first_rows: Vec<(u32, String)>,
    /// All rows of the worksheet.
    pub rows: u32,
    /// What would become of them.
    pub outcome: PicksImported,
    /// The first of those that need attention, and all that were mended, in their order.
    pub attention: Vec<PickTrouble>,
}

/// A row of a pick list that needs attention, or did until it was mended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PickTrouble {
    /// Its place in the worksheet, from 0, as [`crate::MendedRow`] names it.
    pub at: u32,
    /// Its number in the file, from 1.
    pub row: u32,
    /// What stands where the product is named.
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

/// Why a row of a pick list enters nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PickProblem {
    /// It names neither a product nor, where no column does, a bin or a lot.
    NoProduct,
    /// No product that is known is called so.
    UnknownProduct,
    /// No bin that is known is called so.
    UnknownBin,
    /// No movement of the walk is called so.
    UnknownMovement,
    /// A product or a bin that is known, of which nothing is to be fetched in this walk.
    NotInWalk,
    /// The product is to be taken from other bins.
    OtherBin,
    /// Other lots of the product are to be taken.
    OtherLot,
    /// The product is to be fetched for other movements.
    OtherMovement,
    /// It fits several tasks and does not say which.
    Several {
        /// How many.
        tasks: u32,
    },
    /// A row above it, of this number in the file, is of the same task.
    Twice {
        /// The number of that row.
        row: u32,
    },
    /// A pick of the task was made: it is changed where picks are.
    Picked {
        /// How many were picked; `None` where several picks were made.
        quantity: Option<i64>,
    },
    /// The task is not to be picked any more.
    Gone,
    /// It is not known what to take for the task, and its number is not what is needed: as it is done on paper
    /// and not sent, no other number can be kept.
    NoLot,
    /// Its quantity is no number: a text, a day, or a formula without a value.
    NotANumber,
    /// The mark in its quantity may be a decimal mark or group thousands.
    Doubtful {
        /// So many pieces, if it groups them.
        many: i64,
    },
    /// Its quantity is no whole number, or nobody knows whether it is a thousand.
    NotWhole,
    /// Its quantity is below 0.
    BelowZero,
    /// Its quantity is more than is to be taken.
    TooMany {
        /// How many can be taken.
        most: i64,
    },
}
