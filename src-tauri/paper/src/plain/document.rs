//! A document, its page, and the words that are the same on all its pages.

use crate::measure::MM;
use crate::plain::codes::CodeSheet;
use crate::plain::labels::LabelSheet;
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

/// The size of a page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PageSize {
    /// 210 × 297 mm.
    A4,
    /// 297 × 210 mm.
    A4Landscape,
    /// 8.5 × 11 inches.
    Letter,
    /// 11 × 8.5 inches.
    LetterLandscape,
    /// Another one.
    Millimetres {
        /// Its width in millimetres.
        width: f32,
        /// Its height in millimetres.
        height: f32,
    },
}

impl PageSize {
    /// Width and height in points.
    pub(crate) fn points(self) -> (f32, f32) {
        match self {
            Self::A4 => (210.0 * MM, 297.0 * MM),
            Self::A4Landscape => (297.0 * MM, 210.0 * MM),
            Self::Letter => (612.0, 792.0),
            Self::LetterLandscape => (792.0, 612.0),
            Self::Millimetres { width, height } => (width * MM, height * MM),
        }
    }
}

/// The words that stand on every document, in the reader's language. Places in braces are filled in
/// here; a place that a text lacks is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// How old the data is, whole: "Data as of 27 Nov 2026, 14:02".
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
