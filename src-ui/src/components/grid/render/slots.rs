//! What each row on screen shows: its row, its place, what is marked of it. What becomes of it in the
//! document is `pool`'s.

use std::sync::Arc;

use leptos::prelude::*;

use crate::components::grid::edit::typed::TypedCells;
use crate::components::grid::input::range::Drag;
use crate::components::grid::input::range::Range;
use crate::components::grid::model::{EditorKind, Row, RowKind};
use crate::components::grid::state::GridState;

/// How far back the head of the group on screen is looked for.
const GROUP_REACH: u32 = 400;

/// What a slot shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slot {
    /// Index of its row.
    pub index: u32,
    /// The row; `None` while it is not here.
    pub row: Option<Arc<Row>>,
    /// Where it lies, in px.
    pub place: f64,
    /// How it is marked.
    pub marks: Marks,
}

impl Slot {
    /// Whether it shows this row, as it is or as it was.
    pub fn shows(&self, row: Option<&Arc<Row>>) -> bool {
        let rows = self.row.as_ref().zip(row);
        rows.is_some_and(|(one, other)| Arc::ptr_eq(one, other) || one.key == other.key)
    }

    /// Whether every cell of the same row would be drawn as in the other slot.
    pub fn is_marked_like(&self, other: &Self) -> bool {
        // The cell with the focus says which row its note is.
        self.marks == other.marks && (self.index == other.index || self.marks.column.is_none())
    }
}

/// What is marked in a row. Columns are places on screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The column that has the focus, if this is the current row.
    pub column: Option<usize>,
    /// The row is drawn as chosen.
    pub chosen: bool,
    /// The row is chosen whole.
    pub whole: bool,
    /// Cells chosen among several: from, up to and with.
    pub cells: Option<(usize, usize)>,
    /// Cells that are about to be filled.
    pub target: Option<(usize, usize)>,
    /// The cell that has the handle.
    pub handle: Option<usize>,
    /// Rows are about to be put in front of it.
    pub drop: bool,
    /// The action of the note that has the focus.
    pub action: Option<usize>,
    /// The cell being edited.
    pub editing: Option<usize>,
}

impl Marks {
    /// Whether a cell is chosen.
    pub fn has(self, place: usize) -> bool {
        let within = |(from, to): (usize, usize)| (from..=to).contains(&place);
        self.whole || self.cells.map_or(self.column == Some(place), within)
    }
}

/// What is marked in a grid.
pub struct Marking {
    row: Option<u32>,
    column: usize,
    action: usize,
    range: Option<Range>,
    drawn: Option<Drag>,
    handle: Option<(u32, usize)>,
    editing: Option<(u32, usize)>,
    cells: bool,
}

impl Marking {
    /// What is marked now.
    pub fn of(grid: GridState) -> Self {
        let (cursor, drawn) = (grid.cursor.get(), grid.drawn.get());
        let range = grid.range();
        let editing = grid.editing.with(|editing| {
            let editing = editing.as_ref()?;
            Some((editing.row, grid.place_of(editing.column)?))
        });
        let fills = grid.cells && grid.calls.fill.is_some() && editing.is_none();
        let listed = grid.data.listed.get();
        let may_fill = |range: &Range| fills && !range.whole && range.rows.1 < listed;
        let handle = range.filter(may_fill).and_then(|range| {
            let editor = grid.column(range.columns.1).and_then(|column| column.editor);
            editor.filter(|editor| *editor != EditorKind::Check)?;
            Some((range.rows.1, range.columns.1))
        });
        let (row, column) = (cursor.row, cursor.column);
        let (action, cells) = (grid.action.get(), grid.cells);
        Self { row, column, action, range, drawn, handle, editing, cells }
    }

    /// Where the focus is, or will be: the row, and the place of the column.
    pub fn cursor(&self) -> (Option<u32>, usize) {
        (self.row, self.column)
    }

    /// What is marked in a row.
    pub fn row(&self, at: u32) -> Marks {
        let current = self.row == Some(at);
        let range = self.range.filter(|range| range.has_row(at));
        let whole = range.is_some_and(|range| range.whole);
        let several = range.filter(|range| self.cells && !whole && !range.is_single());
        let drop = matches!(self.drawn, Some(Drag::Rows(_, Some(before))) if before == at);
        let target = match self.drawn {
            Some(Drag::Handle(_, target)) => target.filter(|target| target.has_row(at)),
            _ => None,
        };
        Marks {
            column: current.then_some(self.column),
            chosen: whole || range.is_some_and(Range::is_single),
            whole,
            cells: several.map(|range| range.columns),
            target: target.map(|target| target.columns),
            handle: self.handle.filter(|(row, _)| *row == at).map(|(_, column)| column),
            drop,
            action: current.then_some(self.action),
            editing: self.editing.filter(|(row, _)| *row == at).map(|(_, column)| column),
        }
    }
}

/// A row, with what was typed into it and is not answered yet.
pub fn row_as_drawn(grid: GridState, at: u32) -> Option<Arc<Row>> {
    let row = grid.data.row(at)?;
    if grid.typed.with_untracked(TypedCells::is_empty) {
        return Some(row);
    }
    grid.typed.try_update_untracked(|typed| typed.over(row))
}

/// Whether the cell with the focus is drawn; if not, the grid itself takes the focus.
pub fn cursor_is_drawn(grid: GridState) -> bool {
    let (from, to) = grid.window().drawn();
    match grid.cursor.get().row {
        None => true,
        Some(row) => (from..to).contains(&row),
    }
}

/// The head of the group whose rows are at the top of the screen, when it has scrolled out.
pub fn group_above(grid: GridState) -> Option<(u32, Arc<Row>)> {
    grid.data.version.track();
    let window = grid.window();
    if window.top <= 0.0 || window.total == 0 {
        return None;
    }
    let first = window.first();
    for at in (first.saturating_sub(GROUP_REACH)..=first).rev() {
        let row = grid.data.row(at)?;
        if matches!(row.kind, RowKind::Group { .. }) {
            return Some((at, row));
        }
        if at == first && !row.is_wide() && !has_groups(grid) {
            return None;
        }
    }
    None
}

/// Whether the list is grouped: then its first row is a head.
fn has_groups(grid: GridState) -> bool {
    // The first row may have been let go of by now; then a head somewhere above is looked for.
    grid.data.row(0).is_none_or(|row| matches!(row.kind, RowKind::Group { .. }))
}
