//! Commands that import lines and picks from files and texts, and that compare the lines of two movements or lists.

use serde::{Deserialize, Serialize};

use crate::{
    ComparedList, DecimalMark, ImportColumns, ImportKey, MendedRow, MovementKey, PickColumns,
    WalkKey,
};

/// Reads a file or a text to be imported. Nothing is changed by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpenImport {
    /// A file: a workbook, or a text in columns.
    File {
        /// Its name, without its folder.
        name: String,
        /// What is in it, in Base64; at most [`crate::IMPORT_FILE`] bytes.
        content: String,
    },
    /// A text as somebody pasted or typed it.
    Text {
        /// The text, of at most [`crate::IMPORTED_TEXT`] letters.
        text: String,
    },
}

/// Asks what would come of a worksheet. Nothing is changed by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreviewImport {
    /// The movement that its rows are to become lines of; `None` for one that is not made yet.
    #[serde(default)]
    pub movement: Option<MovementKey>,
    /// The table.
    pub import: ImportKey,
    /// The worksheet, from 0.
    #[serde(default)]
    pub sheet: u32,
    /// Rows that are hidden in it are skipped.
    #[serde(default)]
    pub without_hidden: bool,
    /// What its columns are; `None` asks for what they are taken for.
    #[serde(default)]
    pub columns: Option<ImportColumns>,
    /// Rows that were put right.
    #[serde(default)]
    pub mended: Vec<MendedRow>,
    /// How quantities in texts are written.
    #[serde(default)]
    pub decimal_mark: DecimalMark,
}

/// Makes lines of the rows of a worksheet: one step of undo, and no row of it is dropped.
///
/// A product that stands in an open line changes that line's quantity; rows of the same product are added
/// up; what cannot be sent as it is becomes a line that keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportLines {
    /// The movement.
    pub movement: MovementKey,
    /// The table; it is open no more once its rows are lines.
    pub import: ImportKey,
    /// The worksheet, from 0.
    #[serde(default)]
    pub sheet: u32,
    /// Rows that are hidden in it are skipped.
    #[serde(default)]
    pub without_hidden: bool,
    /// What its columns are.
    pub columns: ImportColumns,
    /// Rows that were put right.
    #[serde(default)]
    pub mended: Vec<MendedRow>,
    /// How quantities in texts are written.
    #[serde(default)]
    pub decimal_mark: DecimalMark,
}

/// Reads the rows of a worksheet for a movement that is not made yet (interface document, 4.3), and remembers
/// what its columns are. Rows of one product are added up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakeImport {
    /// The table; it is open no more once its rows are taken.
    pub import: ImportKey,
    /// The worksheet, from 0.
    #[serde(default)]
    pub sheet: u32,
    /// Rows that are hidden in it are skipped.
    #[serde(default)]
    pub without_hidden: bool,
    /// What its columns are.
    pub columns: ImportColumns,
    /// Rows that were put right.
    #[serde(default)]
    pub mended: Vec<MendedRow>,
    /// How quantities in texts are written.
    #[serde(default)]
    pub decimal_mark: DecimalMark,
}

/// Asks what would come of a worksheet that holds quantities of a walk: a pick list that was filled in.
/// Nothing is changed by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreviewPicks {
    /// The walk.
    pub walk: WalkKey,
    /// The table, as [`OpenImport`] answered it.
    pub import: ImportKey,
    /// The worksheet, from 0.
    #[serde(default)]
    pub sheet: u32,
    /// Rows that are hidden in it are skipped.
    #[serde(default)]
    pub without_hidden: bool,
    /// What its columns are; `None` asks for what they are taken for.
    #[serde(default)]
    pub columns: Option<PickColumns>,
    /// Rows that were put right.
    #[serde(default)]
    pub mended: Vec<MendedRow>,
    /// How quantities in texts are written.
    #[serde(default)]
    pub decimal_mark: DecimalMark,
}

/// Enters the quantities of a worksheet in a walk: one step that can be taken back. What needs attention
/// enters nothing, and picks that were made stay as they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportPicks {
    /// The walk.
    pub walk: WalkKey,
    /// The table; it is open no more once its quantities are entered.
    pub import: ImportKey,
    /// The worksheet, from 0.
    #[serde(default)]
    pub sheet: u32,
    /// Rows that are hidden in it are skipped.
    #[serde(default)]
    pub without_hidden: bool,
    /// What its columns are.
    pub columns: PickColumns,
    /// Rows that were put right.
    #[serde(default)]
    pub mended: Vec<MendedRow>,
    /// How quantities in texts are written.
    #[serde(default)]
    pub decimal_mark: DecimalMark,
}

/// Gives up a table that was read to be imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CloseImport {
    /// The table.
    pub import: ImportKey,
}

/// Asks how the second of two movements or stocklists differs from the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompareLines {
    /// The first.
    pub first: ComparedList,
    /// The second.
    pub second: ComparedList,
}
