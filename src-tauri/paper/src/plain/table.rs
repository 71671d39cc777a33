//! Lists: pick lists, movement sheets, stocklist sheets.

use crate::code::kind::Code;

/// A list with what stands above and below it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TableSheet {
    /// A code of the whole document, beside its title: the movement's number.
    pub code: Option<Code>,
    /// A line under the title; empty for none.
    pub subtitle: String,
    /// What is known of the document, above the list.
    pub facts: Vec<Fact>,
    /// The columns, in reading order.
    pub columns: Vec<Column>,
    /// The rows, in groups; one group without a head is a plain list.
    pub groups: Vec<Group>,
    /// A last row, emphasised: the sums.
    pub totals: Option<Row>,
    /// Longer texts below the list, each with its label.
    pub remarks: Vec<Fact>,
    /// Who signs, below all that.
    pub signatures: Vec<Signature>,
}

/// Something known, with what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// What it is: "Destination".
    pub label: String,
    /// The value.
    pub value: String,
    /// Whether the value is a code, which is set in letters of one width and never cut.
    pub is_code: bool,
}

/// A column.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Its head, at most two lines.
    pub head: String,
    /// What stands in it.
    pub kind: ColumnKind,
    /// Whether it is what one looks for in a row (bin, quantity): larger and bolder.
    pub strong: bool,
}

/// What stands in a column.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ColumnKind {
    /// Text that wraps, and is cut with an ellipsis after three lines.
    Text,
    /// A code, a bin, a lot: letters of one width, never cut. Where it is wider than its page has room
    /// for at the smallest size, it wraps; after 24 lines it ends in an ellipsis, for no page is longer.
    Code,
    /// A short text that is never cut: a unit, a date, a name of a zone.
    Short,
    /// A number: at the end of its column, figures of one width, never cut.
    Number,
    /// A box to be ticked.
    Check,
    /// The code of a cell, drawn.
    Barcode,
    /// A line to be written on.
    Blank {
        /// Its length in millimetres.
        width: f32,
    },
}

/// Rows that belong together.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Group {
    /// What they have in common: a zone, a movement. Empty for a list without groups.
    pub head: String,
    /// What is said at the end of its head: "12 lines". May be empty.
    pub note: String,
    /// A code of the group, beside its head: the movement's number.
    pub code: Option<Code>,
    /// Whether it begins a page.
    pub new_page: bool,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// A row.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Row {
    /// One cell for each column; cells that are missing are empty, and those too many are left out.
    pub cells: Vec<Cell>,
}

/// A cell.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Cell {
    /// What it says.
    pub text: String,
    /// A second line, smaller: the lot under a bin, what the name is in the other language.
    pub second: String,
    /// What a column of codes draws.
    pub code: Option<Code>,
    /// Whether the value is kept here and not in the service yet: it gets a `*`, explained below the list.
    pub not_sent: bool,
}

impl Cell {
    /// A cell with a text.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// A cell with a drawn code.
    pub fn code(code: Code) -> Self {
        Self { code: Some(code), ..Self::default() }
    }

    /// The same with a second line.
    #[must_use]
    pub fn with_second(mut self, second: impl Into<String>) -> Self {
        self.second = second.into();
        self
    }

    /// The same, marked as not sent.
    #[must_use]
    pub fn not_sent(mut self) -> Self {
        self.not_sent = true;
        self
    }
}

/// A block to sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// Who signs: "Picked by".
    pub role: String,
    /// What is to be written, each on a line of its own: "Name", "Date", "Signature".
    pub parts: Vec<String>,
}
