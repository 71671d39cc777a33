//! Requests of the movement editor. None of them sends, but [`SendChanges`].

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::{
    DecimalMark, EditorColumn, LineEdit, LineFilter, LocationId, MovementKey, OperationKey,
    ProductId, RowKey, Rows, StepKind, StocklistId, TypedCell,
};

/// Asks how a movement's editor stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadEditor {
    /// The movement.
    pub movement: MovementKey,
}

/// Reads rows of a movement's editor: its lines, what goes instead of them, and notes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListLines {
    /// The movement.
    pub movement: MovementKey,
    /// Which rows; the order is of lines, and what belongs to a line follows it.
    pub rows: Rows<EditorColumn>,
    /// Which lines.
    #[serde(default)]
    pub filter: LineFilter,
    /// Lines whose substitutes are left out.
    #[serde(default)]
    pub folded: Vec<RowKey>,
}

/// Asks how many of each product were asked for the last time between two places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadLastTimes {
    /// From where.
    pub origin: LocationId,
    /// To where.
    pub destination: LocationId,
    /// Only movements requested for earlier days count.
    pub before: NaiveDate,
}

/// How many of each product were asked for the last time: in the newest earlier movement that has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastTimes {
    /// The products that are known to have been asked for.
    pub products: Vec<LastTimeOf>,
    /// All earlier movements were looked through: what is not among these is asked for the first time.
    pub is_whole: bool,
}

/// How many of a product were asked for the last time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastTimeOf {
    /// The product.
    pub product: ProductId,
    /// How many pieces.
    pub pieces: i64,
}

/// Edits lines: one step of undo, kept when it is answered, and not sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditLines {
    /// The movement.
    pub movement: MovementKey,
    /// What the step is called.
    pub step: StepKind,
    /// The edits, in their order.
    pub edits: Vec<LineEdit>,
    /// How quantities in them are written.
    #[serde(default)]
    pub decimal_mark: DecimalMark,
}

/// Keeps what is being typed in a cell, so that it is there after the window was killed; `None` when
/// the cell was left. No step of undo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeepTyping {
    /// The movement.
    pub movement: MovementKey,
    /// The cell.
    pub typing: Option<TypedCell>,
}

/// So many cells a pasted block has at most, the places that merged cells take among them.
pub const PASTED_CELLS: usize = 200_000;

/// So many columns a pasted block has at most.
pub const PASTED_COLUMNS: usize = 200;

/// Pastes a block as it came from the clipboard: one step of undo, and no row of it is dropped.
///
/// A block of one column goes into the cells of `column` of `targets`, and what is left over into
/// lines of their own. A block of more columns is read by its content: the column whose texts are
/// codes or names of products, and the first of whole numbers after it, or the one that its heads
/// name. A product that stands in an open line changes that line's quantity; rows of the same product
/// within the block are added up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PasteLines {
    /// The movement.
    pub movement: MovementKey,
    /// The column of the cell pasted on.
    pub column: EditorColumn,
    /// The lines on screen from the cell pasted on, downwards; empty on the entry row.
    #[serde(default)]
    pub targets: Vec<RowKey>,
    /// The block, row by row.
    pub cells: Vec<Vec<String>>,
    /// How quantities in it are written.
    #[serde(default)]
    pub decimal_mark: DecimalMark,
}

impl PasteLines {
    /// Whether the block has more cells than [`PASTED_CELLS`], or more columns than
    /// [`PASTED_COLUMNS`].
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        let widths = || self.cells.iter().map(Vec::len);
        widths().any(|width| width > PASTED_COLUMNS) || widths().sum::<usize>() > PASTED_CELLS
    }
}

/// Puts the items of a stocklist in as lines, as a pasted block of codes and quantities.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InsertStocklist {
    /// The movement.
    pub movement: MovementKey,
    /// The stocklist.
    pub stocklist: StocklistId,
}

/// Merges lines of one product: the first gets all quantities, the others are deleted. Until they are
/// sent, these changes are sent and given up together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MergeLines {
    /// The movement.
    pub movement: MovementKey,
    /// One of the lines; all open lines of its product are merged.
    pub row: RowKey,
}

/// Takes the last step back, or does the one taken back last again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UndoStep {
    /// The movement.
    pub movement: MovementKey,
    /// Does it again instead.
    #[serde(default)]
    pub redo: bool,
}

/// Asks what would be sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListChanges {
    /// The movement.
    pub movement: MovementKey,
    /// Lines left out of the request that is shown, by the user's choice.
    #[serde(default)]
    pub without: Vec<RowKey>,
}

/// Sends what can be sent: queued in one transaction, in one request of the service where its rules
/// allow. Of a merge all lines go, or none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SendChanges {
    /// The movement.
    pub movement: MovementKey,
    /// These lines alone; `None` for all that can be sent.
    #[serde(default)]
    pub only: Option<Vec<RowKey>>,
    /// Lines left out of those, by the user's choice: they stay.
    #[serde(default)]
    pub without: Vec<RowKey>,
}

/// Takes an operation that waits for the user back into the editor: what it asked for stands there
/// again as a change not sent, and the operation is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakeBack {
    /// The operation.
    pub operation: OperationKey,
}

/// Finds products for what is typed: by code, by the beginnings of words of the name, and with one
/// letter wrong, missing or too many. Those that fit best come first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindProducts {
    /// What is typed.
    pub text: String,
    /// How many at most; the backend caps it at 50.
    pub count: u32,
    /// The movement whose lines are looked through for products already there.
    #[serde(default)]
    pub movement: Option<MovementKey>,
}

/// Asks for all that helps to decide about a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenLine {
    /// The movement.
    pub movement: MovementKey,
    /// The lines chosen, at least one: the first is shown, what can be done is said of all.
    pub rows: Vec<RowKey>,
}

/// Keeps the reasons of this site, beside those of the interface document and those seen in the
/// service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaveReasons {
    /// Their codes, in the order of their keys.
    pub reasons: Vec<String>,
}
