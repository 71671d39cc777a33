//! The cell being edited, and what its editor is left with.

/// The cell being edited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellEdit {
    /// The row's key: rows may come above it meanwhile.
    pub key: String,
    /// The row.
    pub row: u32,
    /// The column.
    pub column: &'static str,
    /// What stands in the editor: it may be drawn anew at another place.
    pub text: String,
    /// The text was typed over the cell: the caret goes behind it instead of choosing it all.
    pub typed: bool,
    /// It was drawn before, maybe at another place.
    pub drawn: bool,
}

/// Where the focus goes when a cell's editor is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// It stays.
    Stay,
    /// One row down; in the row for new records to its next cell that can be edited, and from the
    /// last to the first.
    Down,
    /// To the next cell that can be edited, `true` for onward.
    Next(bool),
}

/// What an editor is left with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entered {
    /// Nothing: the cell is as it was.
    Nothing,
    /// A text.
    Text(String),
    /// A choice of the list, by its index, and what is drawn for it.
    Choice(usize, String),
}
