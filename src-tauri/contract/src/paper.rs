//! What is printed: a table, or a label for each of its rows, or codes to be scanned from the page; on which
//! paper, with which words. What stands in a table comes as of any exported one ([`crate::SheetCell`]).

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// The most rows that are printed at once.
pub const PAPER_ROWS: usize = 5_000;

/// The most labels that are printed at once.
pub const PAPER_LABELS: usize = 10_000;

/// How something is printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paper {
    /// Its title, on the first page and in every foot.
    pub title: String,
    /// What is printed.
    pub form: PaperForm,
    /// The page. Labels have pages of their own.
    pub size: PaperSize,
    /// The language of the words, as BCP 47 writes it.
    pub language: String,
    /// They are read from right to left.
    pub right_to_left: bool,
    /// Words that stand on every page.
    pub words: PaperWords,
}

/// What is printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaperForm {
    /// The rows, as a table.
    Table(PaperTable),
    /// A label for each row.
    Labels(PaperLabels),
    /// Codes to be scanned from the page; no row is on it.
    Codes(PaperCodes),
}

/// How a table is printed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaperTable {
    /// Larger letters, to be read at arm's length.
    pub large: bool,
    /// The columns, from 0, whose texts are drawn as barcodes too, where they are printed.
    pub barcodes: Vec<u32>,
    /// The column, from 0, whose texts are the codes of the rows themselves: each is drawn as a barcode that ends its
    /// row. It may be one of those that are not printed; no row has one where it is `None`.
    pub row_codes: Option<u32>,
    /// A box to be ticked begins each row.
    pub boxes: bool,
    /// Which rows stand together, under a head of their own; in one list where it is `None`.
    pub group: Option<PaperGroup>,
    /// A barcode of the whole, beside its title: a movement's number.
    pub code: Option<String>,
    /// Who signs below the table; nobody where it is empty.
    pub signatures: Vec<String>,
    /// What each of them writes: name, date, signature.
    pub signature_parts: Vec<String>,
    /// What is known of the whole table, above it: what it is, and its value.
    pub facts: Vec<(String, String)>,
    /// The columns that are printed, in their order on paper: the place of each among those of the rows, from 0, and
    /// what it holds. Whatever is left out, all other fields tell columns by these places, and rows can stand together
    /// by a column that is not printed.
    pub columns: Vec<(u32, PaperColumn)>,
}

/// Which rows of a printed table stand together: groups come in the order of their first rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaperGroup {
    /// Those with the same text in this column, from 0.
    Same(u32),
    /// Those whose bin, in this column, lies in the same aisle.
    Aisle(u32),
}

/// How labels are printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaperLabels {
    /// What they are printed on.
    pub stock: LabelStock,
    /// So many places of the first sheet are used up and stay empty.
    pub skip: u32,
    /// How many there are of each.
    pub copies: u32,
    /// A thin line shows the edge of each, to try a sheet on plain paper.
    pub outlines: bool,
    /// The column, from 0, that is their title, and their barcode.
    pub code: u32,
    /// The title is a product's code: one that is the number of a trade item is drawn as GS1 wants it, but for 8
    /// digits and for numbers that mean something in one's own house only.
    pub item: Option<PaperItem>,
    /// The columns below the title, each with the word before its value, which may be empty.
    pub lines: Vec<(u32, String)>,
}

/// Where labels of products find what GS1 DataMatrix says beside the number of the trade item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaperItem {
    /// The column of its lot, from 0.
    pub lot: Option<u32>,
    /// The column of the day on which it expires.
    pub expires: Option<u32>,
    /// The day on which it is printed: GS1 writes two digits of a year, and they are read by this one's.
    pub today: NaiveDate,
}

/// Labels as they are sold. Lengths are in tenths of a millimetre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LabelStock {
    /// Sheets with labels in rows and columns.
    Sheet(LabelSheetSize),
    /// A roll: width and height of a label, which is a page of its own.
    Roll(u32, u32),
}

/// The places of labels on a sheet. Lengths are in tenths of a millimetre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LabelSheetSize {
    /// The sheet.
    pub page: PaperSize,
    /// Labels beside each other.
    pub columns: u32,
    /// Labels below each other.
    pub rows: u32,
    /// The width of a label.
    pub width: u32,
    /// The height of a label.
    pub height: u32,
    /// From the left edge of the sheet to the first label.
    pub left: u32,
    /// From the upper edge of the sheet to the first label.
    pub top: u32,
    /// Between two labels beside each other.
    pub gap_x: u32,
    /// Between two labels below each other.
    pub gap_y: u32,
}

impl LabelStock {
    /// What is sold most: on A4 three that fill it and two with margins, on Letter two, and three rolls.
    pub const SOLD: [Self; 8] = [
        sheet(PaperSize::A4, (3, 8), (700, 370), (0, 5), (0, 0)),
        sheet(PaperSize::A4, (3, 7), (635, 381), (72, 151), (25, 0)),
        sheet(PaperSize::A4, (2, 7), (991, 381), (46, 151), (25, 0)),
        sheet(PaperSize::Letter, (3, 10), (667, 254), (48, 127), (31, 0)),
        sheet(PaperSize::Letter, (2, 5), (1016, 508), (42, 127), (43, 0)),
        Self::Roll(620, 290),
        Self::Roll(1_000, 500),
        Self::Roll(1_016, 1_524),
    ];

    /// Width and height of a label.
    #[must_use]
    pub fn size(self) -> (u32, u32) {
        match self {
            Self::Sheet(LabelSheetSize { width, height, .. }) => (width, height),
            Self::Roll(width, height) => (width, height),
        }
    }
}

impl Default for LabelStock {
    fn default() -> Self {
        Self::SOLD[0]
    }
}

const fn sheet(
    page: PaperSize,
    (columns, rows): (u32, u32),
    (width, height): (u32, u32),
    (left, top): (u32, u32),
    (gap_x, gap_y): (u32, u32),
) -> LabelStock {
    LabelStock::Sheet(LabelSheetSize {
        page,
        columns,
        rows,
        width,
        height,
        left,
        top,
        gap_x,
        gap_y,
    })
}

/// Codes to be scanned from the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaperCodes {
    /// What they are for, under the title.
    pub intro: String,
    /// The codes, in sections.
    pub sections: Vec<PaperCodeSection>,
}

/// Codes that belong together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaperCodeSection {
    /// Its head; may be empty.
    pub head: String,
    /// The codes.
    pub codes: Vec<PaperCode>,
}

/// A code to be scanned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaperCode {
    /// What it does, or is.
    pub caption: String,
    /// Its text.
    pub text: String,
    /// How it is drawn.
    pub kind: PaperCodeKind,
}

/// Kinds of codes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaperCodeKind {
    /// Bars: Code 128.
    #[default]
    Bars,
    /// A QR code.
    Qr,
}

/// A page of what is printed, as a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PagePicture {
    /// The page, from 0.
    pub page: u32,
    /// Pages in all.
    pub pages: u32,
    /// Labels in all, where it is labels.
    pub labels: Option<u32>,
    /// A PNG, in base 64.
    pub png: String,
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

/// The printers of the system.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrinterList {
    /// The printers, the default one first; none where nothing on this computer prints.
    pub printers: Vec<PrinterInfo>,
}

/// A printer of the system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrinterInfo {
    /// The system's name for it.
    pub name: String,
    /// What people call it; its name where nobody said.
    pub description: String,
    /// Where it is; empty where nobody said.
    pub location: String,
    /// Whether it prints what it is sent.
    pub stand: PrinterStand,
    /// Why it does not, in words of the system; may be empty.
    pub message: String,
}

/// Whether a printer prints what it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PrinterStand {
    /// It does.
    Ready,
    /// It keeps it until it goes on: it is off, stopped, or not reached.
    Waits,
    /// It refuses it.
    Refuses,
}

/// How pages are sent to a printer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrintOrder {
    /// The printer, by [`PrinterInfo::name`].
    pub printer: String,
    /// So many copies, 1 to 99.
    pub copies: u8,
    /// On both sides, turned like the pages of a book.
    pub two_sided: bool,
}

/// Pages that a printer was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrintJob {
    /// The system's name for it.
    pub job: String,
    /// What became of it so far.
    pub state: PrintState,
}

/// What becomes of pages that a printer was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PrintState {
    /// They wait, or are being printed.
    OnTheWay,
    /// They wait for the printer, which is off or stopped; why, in words of the system, may be empty.
    Off(String),
    /// They were handed to the printer whole.
    Done,
    /// They are over, and nobody tells how.
    Over,
    /// They were given up, by somebody or by the system.
    GivenUp,
}

/// Words that stand on every page, in the language of the paper. Places in braces are filled in. The crate that lays
/// pages out knows nothing of this one: it has the words of its own pages, and these have those of grouping besides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PaperWords {
    /// Since when it is so: "Data as of 27 Nov 2026, 14:02"; empty where nobody knows.
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
    /// The head of a column of barcodes.
    pub barcodes: String,
    /// The head of a group that is an aisle: "Aisle {aisle}".
    pub aisle: String,
    /// The head of a group whose rows have nothing in their column.
    pub no_group: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_are_sold_lie_on_their_sheets() {
        for stock in LabelStock::SOLD {
            let LabelStock::Sheet(of) = stock else { continue };
            let (width, height) = match of.page {
                PaperSize::A4 => (2_100, 2_970),
                PaperSize::Letter => (2_159, 2_794),
                PaperSize::A4Landscape | PaperSize::LetterLandscape => unreachable!("none is sold"),
            };
            let across = of.left + of.columns * of.width + (of.columns - 1) * of.gap_x;
            let down = of.top + of.rows * of.height + (of.rows - 1) * of.gap_y;
            assert!(across <= width && down <= height, "{of:?}: {across} × {down}");
            // The margins are the same on both sides, as far as tenths go.
            let right = width - across;
            assert!(right.abs_diff(of.left) <= 3, "{of:?}: {} and {right}", of.left);
        }
    }
}
