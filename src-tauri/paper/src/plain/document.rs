//! A document, its page, and the words that are the same on all its pages.

use crate::plain::codes::CodeSheet;
use crate::plain::labels::LabelSheet;
use crate::plain::page::PageSize;
use crate::plain::table::TableSheet;

/// A document to be printed.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// Its title: on the first page, in every foot, and as the name of its window in a reader.
    pub title: String,
    /// The language of its words, as BCP 47 writes it: `en`, `fr`, `zh-Hans`.
    pub language: String,
    /// Whether its words are read from right to left: columns then begin at the right.
    pub right_to_left: bool,
    /// The page. Labels have pages of their own.
    pub page: PageSize,
    /// The words on it.
    pub words: Words,
    /// Whether the type is larger, to be read at arm's length.
    pub large: bool,
    /// What is on it.
    pub body: Body,
}

/// What is on a document's pages.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// A list: picks, a movement, a stocklist.
    Table(TableSheet),
    /// Labels of one size.
    Labels(LabelSheet),
    /// Codes to be scanned from the page.
    Codes(CodeSheet),
}

/// The words that stand on every document, in the reader's language. Places in braces are filled in
/// here; a place that a text lacks is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// How old the data is, whole: "Data as of 27 Nov 2026, 14:02"; empty where nobody knows.
    pub as_of: String,
    /// "Page {page} of {pages}".
    pub page: String,
    /// What a `*` beside a value means: "Not sent to the service yet".
    pub not_sent: String,
    /// What stands in a table without rows: "No lines".
    pub nothing: String,
    /// The head of a group on the pages after its first: "{group}, continued".
    pub continued: String,
    /// What a reader that speaks says of a code: "Code {text}".
    pub code: String,
    /// What it says of a box to be ticked: "Check box".
    pub check_box: String,
    /// What it says of a line to be written on: "To be filled in".
    pub blank: String,
}
