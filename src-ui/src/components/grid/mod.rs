//! The one virtual grid behind every list: cells with roles and focus, rows of one height moved by
//! transform, group heads and notes as rows, columns that can be widened, moved and sorted, cells
//! that can be edited. The number of elements depends on the window's height alone, never on the
//! number of rows.
//!
//! A page gives it columns, a `GridData` (from `rows::use_rows`, or `GridData::local`), a
//! `ColumnState` and callbacks. Deliberately absent: asking for data, wording, filtering.
//!
//! Files: `model` (what a row is), `columns` (state of columns), `fit` (which there is room for),
//! `window` (which rows are drawn where), `moves` (keys), `state` (focus, selection, scroll),
//! `slots` (the pool of rows), `head`, `row`, `content`, `edit` and `view` (what is drawn).

mod columns;
mod content;
mod edit;
mod fit;
mod head;
mod model;
mod moves;
mod row;
mod slots;
mod state;
mod view;
mod window;

pub use columns::{ColumnState, SortBy};
pub use model::{
    Against, Align, Cell, Column, Content, Edit, Editor, GridData, Kind, Row, Symbol, Tone, Value,
};
pub use view::Grid;
