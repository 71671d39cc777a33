//! A table as it is printed: on which paper, with which words. What stands in it comes as of any exported
//! table ([`crate::SheetCell`]).

use serde::{Deserialize, Serialize};

/// The most rows that are printed at once.
pub const PAPER_ROWS: usize = 5_000;

/// How a table is printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paper {
    /// The page.
    pub size: PaperSize,
    /// Larger letters, to be read at arm's length.
    pub large: bool,
    /// The column, from 0, whose texts are drawn as barcodes too.
    #[serde(default)]
    pub barcodes: Option<u32>,
    /// A box to be ticked begins each row.
    pub boxes: bool,
    /// Who signs below the table; nobody where it is empty.
    pub signatures: Vec<String>,
    /// What each of them writes: name, date, signature.
    pub signature_parts: Vec<String>,
    /// What is known of the whole table, above it: what it is, and its value.
    pub facts: Vec<(String, String)>,
    /// What each column holds, one for each head.
    pub columns: Vec<PaperColumn>,
    /// The language of the words, as BCP 47 writes it.
    pub language: String,
    /// They are read from right to left.
    pub right_to_left: bool,
    /// Words that stand on every page.
    pub words: PaperWords,
}

/// A page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaperSize {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 297 × 210 mm.
    A4Landscape,
    /// 8.5 × 11 inches.
    Letter,
    /// 11 × 8.5 inches.
    LetterLandscape,
}

/// What a column of a printed table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaperColumn {
    /// Texts that go on over lines.
    Text,
    /// Codes and bins, in letters of one width, never cut.
    Code,
    /// Numbers, at the end of the column, never cut.
    Number,
}

/// Words that stand on every page, in the language of the window. Places in braces are filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaperWords {
    /// Since when it is so: "Data as of 27 Nov 2026, 14:02".
    pub as_of: String,
    /// "Page {page} of {pages}".
    pub page: String,
    /// What a star beside a value means.
    pub not_sent: String,
    /// What stands in a table without rows.
    pub nothing: String,
    /// "{group}, continued".
    pub continued: String,
    /// What a reader that speaks says of a code: "Code {text}".
    pub code: String,
    /// What it says of a box to be ticked.
    pub check_box: String,
    /// What it says of a line to be written on.
    pub blank: String,
    /// The head of the column of barcodes.
    pub barcodes: String,
}
