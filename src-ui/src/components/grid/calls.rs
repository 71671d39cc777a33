//! What a grid tells its page, and what it tells with it: the callbacks of lists and of pages whose
//! cells are edited as in a spreadsheet. Deliberately absent: deciding what a cell may hold.

use std::sync::Arc;

use leptos::prelude::*;

use super::clipboard::block::{Block, TooLarge};
use super::clipboard::copied::Copied;
use super::model::{Edit, Row};
use crate::components::Choice;

/// What a page does for its grid. What it leaves out, the grid does not offer: the key is not
/// listed, and does nothing.
#[derive(Clone, Copy, Default)]
pub struct Calls {
    /// Enter or a double click on a record.
    pub open: Option<Callback<Arc<Row>>>,
    /// Enter on a record, before anything else; answers whether it did something.
    pub enter: Option<Callback<Arc<Row>, bool>>,
    /// Folding or unfolding a group or a tree row.
    pub fold: Option<Callback<Arc<Row>>>,
    /// A cell was edited. Where cells can be chosen, its text is drawn at once, until the cell that
    /// comes of it is here ([`super::GridHandle::settle`] where none will).
    pub edit: Option<Callback<Edit>>,
    /// A text is being typed in a cell, which may yet be restored.
    pub typing: Option<Callback<Edit>>,
    /// A cell was to be edited whose row does not allow it.
    pub closed: Option<Callback<Arc<Row>>>,
    /// A cell's editor was left, whatever became of the text.
    pub left: Option<Callback<()>>,
    /// The button in a row was pressed.
    pub press: Option<Callback<Arc<Row>>>,
    /// Columns were widened, moved or sorted.
    pub layout: Option<Callback<()>>,
    /// An action of a note was pressed: the note's row, the action's name.
    pub note: Option<Callback<(Arc<Row>, &'static str)>>,
    /// The user went to another cell, by a key or the pointer.
    pub moved: Option<Callback<()>>,
    /// What is chosen has changed.
    pub selected: Option<Callback<Option<Selection>>>,
    /// Chosen cells are to be copied (Ctrl+C): the page puts their texts into [`Copied`], now or
    /// when they are here.
    pub copy: Option<Callback<(Selection, Copied)>>,
    /// Chosen cells were copied and are to be emptied, whole rows to be deleted (Ctrl+X).
    pub cut: Option<Callback<Selection>>,
    /// A block is to be put down, its first cell on the first one chosen (Ctrl+V), or is too large
    /// to be.
    pub paste: Option<Callback<(Selection, Result<Block, TooLarge>)>>,
    /// Cells are to be filled from others (Ctrl+D, or the handle drawn elsewhere).
    pub fill: Option<Callback<Fill>>,
    /// All chosen cells are to hold a text (Ctrl+Enter in an editor).
    pub set: Option<Callback<(Selection, String)>>,
    /// Chosen cells are to be emptied (Delete).
    pub clear: Option<Callback<Selection>>,
    /// Chosen rows are to be deleted (Ctrl+Delete).
    pub delete: Option<Callback<Selection>>,
    /// A row is to be put in before this one (Insert).
    pub insert: Option<Callback<u32>>,
    /// Chosen rows are to be moved by so many records, back where it is less than 0 (Alt+Up,
    /// Alt+Down, or the number of a line drawn elsewhere).
    pub move_rows: Option<Callback<(Selection, i32)>>,
    /// What cells are searched with that have a list ([`super::EditorKind::searches`]).
    pub search: Option<CellSearch>,
}

/// Chosen cells, as told to a page. The row for new records is among them only where nothing else
/// is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Rows by their index: from, up to and with. Children and notes between them count.
    pub rows: (u32, u32),
    /// Ids of the columns in the order shown.
    pub columns: Vec<&'static str>,
    /// The rows are chosen whole; then the columns are all that are shown.
    pub whole: bool,
}

/// Cells to be filled from others: the first row from the first, and from the first again when
/// there are no more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fill {
    /// Where from.
    pub source: Selection,
    /// Where to; of the same columns, and without the source.
    pub target: Selection,
}

/// The search behind cells of [`super::EditorKind::Search`] and [`super::EditorKind::Name`].
#[derive(Clone, Copy)]
pub struct CellSearch {
    /// What was found for the text asked with last. Among codes, `id` is drawn as one, and a text
    /// that is exactly it, or the beginning of it alone, means that choice; among names a text that is
    /// exactly one `label`, or finds one choice alone, means it. `detail` stands at the end.
    pub choices: Signal<Vec<Choice>>,
    /// The text they were found for, among codes.
    pub found_for: Signal<String>,
    /// What is typed now, and in which column.
    pub asked: Callback<(&'static str, String)>,
    /// A choice was taken for a cell: the row's key, the column, the choice's index.
    pub chosen: Callback<(String, &'static str, usize)>,
}
