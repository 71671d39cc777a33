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
//! Files: `model` (what a row is), `data` (where rows come from), `calls` (what the page is told),
//! `columns` (state of columns), `chooser` (which are wanted), `fit` (which there is room for, how
//! wide what they hold is), `window` (which rows are drawn
//! where), `moves` and `range` (where keys lead, what is chosen), `block` and `clipboard` (what is
//! copied and pasted), `typed` (what is not answered yet), `state` (what is remembered), `keys`,
//! `act`, `editing`, `pointer`, `drag`, `follow`, `focus` and `handle` (what happens to it),
//! `slots` (what each row shows), `piece`, `paint`, `keep` and `pool` (rows in the document),
//! `row`, `cell`, `note` and `content` (as pieces), `head`, `edit`, `search` and `view` (drawn by
//! views).

mod act;
mod block;
mod calls;
mod cell;
mod cell_edit;
mod chooser;
mod clipboard;
mod columns;
mod content;
mod copied;
mod data;
mod drag;
mod edit;
mod editing;
mod fit;
mod focus;
mod follow;
mod ground;
mod handle;
mod head;
mod keep;
mod keys;
mod model;
mod moves;
mod note;
mod paint;
mod piece;
mod places;
mod pointer;
mod pool;
mod popup;
mod range;
mod row;
mod search;
mod slots;
mod state;
mod typed;
mod view;
mod window;

pub use block::{Block, TooLarge};
pub use calls::{Calls, CellSearch, Fill, Selection};
pub use chooser::ColumnsMenu;
pub use columns::{ColumnState, SortBy};
pub use copied::Copied;
pub use data::GridData;
pub use handle::GridHandle;
pub use model::{
    Against, Align, Cell, CellValue, Column, Content, Edit, EditorKind, Note, Row, RowKind, Symbol,
    Tone,
};
pub use view::Grid;
