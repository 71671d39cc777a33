//! The one virtual grid behind every list: cells with roles and focus, rows of one height moved by
//! transform, group heads and notes as rows, columns that can be widened, moved and sorted; and on
//! pages that are edited, a spreadsheet: ranges of cells, editing in place, blocks over the
//! clipboard, filling, a row for new records. The number of elements depends on the window's height
//! alone, never on the number of rows.
//!
//! A page gives it columns, a `GridData` (from `rows::use_rows`, or `GridData::local`), a
//! `ColumnState` and callbacks (`Calls`). Deliberately absent: asking for data, wording, filtering,
//! and what becomes of an edit, a block or a deletion, which is the page's.
//!
//! Files: `model` (what a row is), `datum` (what a cell stands for), `words` (what it says), `data` (where rows come from), `calls` (what the page is told),
//! `state` (what is remembered), `window` (which rows are drawn where), `view` (the whole), `follow`,
//! `focus` and `handle` (what happens to it from outside). Folders: `render` (rows in the document),
//! `input` (keys and pointer), `edit` (the cell being edited), `clipboard`, `column`.

mod calls;
mod clipboard;
mod column;
mod data;
mod datum;
mod edit;
mod focus;
mod follow;
mod handle;
mod input;
mod model;
mod render;
mod state;
mod view;
mod window;
mod words;

pub use calls::{Calls, CellSearch, Fill, Selection};
pub use clipboard::block::{Block, TooLarge};
pub use clipboard::copied::Copied;
pub use column::chooser::ColumnsMenu;
pub use column::state::{ColumnState, SortBy};
pub use data::{GridData, RowsPart, WithPart};
pub use datum::Datum;
pub use handle::{ColumnStand, GridHandle, ShownTable};
pub use model::{
    Against, Align, Cell, CellValue, Column, Content, Edit, EditorKind, Note, Row, RowKind, Symbol,
    Tone,
};
pub use view::Grid;
