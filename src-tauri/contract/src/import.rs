//! Lines that come from a file or a text: what was found in it, what its columns are taken for, and what
//! would come of it. The rows themselves stay in the backend.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{EditProblem, OpenRow, Pasted, PreviewLine, ProductRef};

/// So many rows an import has at most.
pub const IMPORTED_ROWS: usize = 20_000;

/// So many bytes a file that is imported has at most.
pub const IMPORT_FILE: usize = 20 * 1_024 * 1_024;

/// So many letters a text that is imported has at most.
pub const IMPORTED_TEXT: usize = 1_000_000;

/// Why a file or a text cannot be imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileFault {
    /// It is no table in a form that is known, or a broken one.
    NoTable,
    /// It needs a password.
    Encrypted,
    /// It is larger than [`IMPORT_FILE`], once it is unpacked too large to be read, or the worksheet has more
    /// rows than [`IMPORTED_ROWS`].
    TooLarge,
    /// A text has more letters than [`IMPORTED_TEXT`].
    TextTooLong,
    /// Nothing stands in it.
    Empty,
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTable => f.write_str("The file holds no table."),
            Self::Encrypted => f.write_str("The file needs a password."),
            Self::Empty => f.write_str("The file has no rows."),
            Self::TextTooLong => {
                write!(f, "The text is too long: at most {IMPORTED_TEXT} letters.")
            }
            Self::TooLarge => {
                write!(f, "The file is too large: at most 20 MB and {IMPORTED_ROWS} rows.")
            }
        }
    }
}

/// Which of the tables being imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ImportKey(pub u32);

/// A file or a text that was read to be imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportSource {
    /// How it is called from now on.
    pub key: ImportKey,
    /// The file's name, without its folder; empty for a text.
    pub file_name: String,
    /// Its worksheets in their order; a text has one.
    pub sheets: Vec<ImportSheet>,
}

/// A worksheet of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportSheet {
    /// Its name; empty where it has none.
    pub name: String,
    /// Its rows, empty ones at the end left off.
    pub rows: u32,
    /// It is hidden in the program that it was made with.
    pub is_hidden: bool,
    /// So many of its rows are hidden there, of those in which anything stands.
    #[serde(default)]
    pub hidden_rows: u32,
    /// So many of its columns are hidden there, of those in which anything stands.
    #[serde(default)]
    pub hidden_columns: u32,
}

/// What the columns of a worksheet are taken for. Rows and columns count from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportColumns {
    /// The row that holds heads; those above it ask for nothing.
    #[serde(default)]
    pub heads: Option<u32>,
    /// Columns that name products by code or name, the one that counts first before the others.
    pub products: Vec<u32>,
    /// The column of quantities.
    #[serde(default)]
    pub quantity: Option<u32>,
}

/// What would come of an import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportPreview {
    /// What its columns are taken for: as asked, else as they were taken the last time, else as their
    /// heads and their content say.
    pub taken: ImportColumns,
    /// They are taken so because a table with the same heads was imported so before.
    pub is_remembered: bool,
    /// The columns in which anything stands.
    pub columns: Vec<ImportColumn>,
    /// Texts that may be heads: the first rows in which anything stands, each with its place from 0.
    pub first_rows: Vec<(u32, String)>,
    /// All rows of the worksheet.
    pub rows: u32,
    /// What would become of them; the lines concerned are not told.
    pub outcome: Pasted,
    /// The first of those that need attention, and all that were mended, in their order.
    pub attention: Vec<ImportTrouble>,
}

/// A row of a table being imported, as somebody puts it right before anything is made of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MendedRow {
    /// Its place in the worksheet, from 0.
    pub at: u32,
    /// What names its product instead; `None`: as it stands there.
    #[serde(default)]
    pub product: Option<String>,
    /// The product that was meant with that, where it was chosen and not typed.
    #[serde(default)]
    pub meant: Option<ProductRef>,
    /// Its bin instead, where bins are read; `None`: as it stands there.
    #[serde(default)]
    pub bin: Option<String>,
    /// Its quantity instead; `None`: as it stands there.
    #[serde(default)]
    pub quantity: Option<String>,
    /// Nothing is made of it.
    #[serde(default)]
    pub is_left_out: bool,
}

/// A column of a table being imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportColumn {
    /// Its place, from 0.
    pub at: u32,
    /// Its head; empty where it has none.
    pub head: String,
    /// The first texts in it.
    pub samples: Vec<String>,
}

/// A row that needs attention, or did until it was mended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportTrouble {
    /// Its place in the worksheet, from 0, as [`MendedRow`] names it.
    pub at: u32,
    /// Its number in the file, from 1.
    pub row: u32,
    /// What stands where the product is named.
    pub product: String,
    /// What stands where the quantity is.
    pub quantity: String,
    /// What is wrong with it; nothing once it is mended or left out.
    pub problem: Option<EditProblem>,
    /// Nothing is made of it.
    pub is_left_out: bool,
    /// Products that may be meant, the likeliest first; at most three.
    pub near: Vec<ProductRef>,
}

/// The rows of a worksheet, for a movement that is not made yet: each is in a line, in `open`, or was
/// skipped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedRows {
    /// Rows that are used: those that come to `lines`, and those of `open`.
    pub rows: u32,
    /// Lines that can be sent as they are, one for each product; their items are named by their order.
    pub lines: Vec<PreviewLine>,
    /// Rows that need attention.
    pub open: Vec<OpenRow>,
}
