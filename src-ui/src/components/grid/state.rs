//! What a grid remembers while it is on screen: focus, chosen rows, scroll, the cell being edited;
//! and what its keys and clicks do. Drawn by `view`, `head`, `row` and `edit`.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;

use super::columns::ColumnState;
use super::model::{Column, Content, Edit, Editor, GridData, Kind, Row, Value};
use super::moves::{Act, Bounds, Cursor, go};
use super::window::Window;
use crate::dom;

/// The cell being edited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Editing {
    /// Row.
    pub row: u32,
    /// Column, by its place on screen.
    pub place: usize,
    /// What the editor begins with.
    pub text: String,
    /// The text was typed over the cell: the caret goes behind it instead of choosing it all.
    pub typed: bool,
}

/// Where the focus goes when a cell's editor is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// It stays.
    Stay,
    /// One row down.
    Down,
    /// To the next cell that can be edited, `true` for onward.
    Next(bool),
}

/// What a page does for its grid.
#[derive(Clone, Copy, Default)]
pub struct Calls {
    /// Enter or a double click on a record.
    pub open: Option<Callback<Arc<Row>>>,
    /// Folding or unfolding a group or a tree row.
    pub fold: Option<Callback<Arc<Row>>>,
    /// A cell was edited.
    pub edit: Option<Callback<Edit>>,
    /// A text is being typed in a cell, which may yet be restored.
    pub typing: Option<Callback<Edit>>,
    /// The button in a row was pressed.
    pub press: Option<Callback<Arc<Row>>>,
    /// Columns were widened, moved or sorted.
    pub layout: Option<Callback<()>>,
}

/// A grid on screen.
#[derive(Clone, Copy)]
pub struct GridState {
    /// Columns as declared.
    pub columns: StoredValue<Vec<Column>>,
    /// Rows.
    pub data: GridData,
    /// Order, widths, sorting.
    pub layout: RwSignal<ColumnState>,
    /// Indexes of the columns there is room for, in the order shown.
    pub places: Memo<Vec<usize>>,
    /// Where the focus is, or will be.
    pub cursor: RwSignal<Cursor>,
    /// The other end of the chosen rows; `None` when the current row alone is chosen.
    pub anchor: RwSignal<Option<u32>>,
    /// How far it is scrolled, in px.
    pub top: RwSignal<f64>,
    /// Height for rows, in px.
    pub height: RwSignal<f64>,
    /// Width, in px; 0 before it is known.
    pub width: RwSignal<f64>,
    /// Height of a row, in px.
    pub row: RwSignal<f64>,
    /// The focus is inside.
    pub inside: RwSignal<bool>,
    /// The cell being edited.
    pub editing: RwSignal<Option<Editing>>,
    /// The grid's element, which scrolls.
    pub element: NodeRef<html::Div>,
    /// What the page does.
    pub calls: Calls,
}

impl GridState {
    /// Where rows are drawn now.
    pub fn window(self) -> Window {
        Window {
            row: self.row.get(),
            total: self.data.total.get(),
            height: self.height.get(),
            top: self.top.get(),
        }
    }

    /// The columns in the order shown.
    pub fn shown(self) -> Vec<Column> {
        self.columns.with_value(|columns| {
            self.places.with(|all| all.iter().filter_map(|at| columns.get(*at).copied()).collect())
        })
    }

    /// The chosen rows: from, up to and with.
    pub fn chosen(self) -> Option<(u32, u32)> {
        let row = self.cursor.get().row?;
        let other = self.anchor.get().unwrap_or(row);
        Some((row.min(other), row.max(other)))
    }

    /// Puts the focus on a cell and brings its row into view.
    pub fn put(self, cursor: Cursor, extend: bool) {
        let before = self.cursor.get_untracked();
        if extend && cursor.row.is_some() {
            self.anchor.update(|anchor| *anchor = anchor.or(before.row));
        } else {
            self.anchor.set(None);
        }
        self.cursor.set(cursor);
        if let Some(row) = cursor.row {
            self.reveal(row);
        }
    }

    /// Brings a row into view.
    pub fn reveal(self, row: u32) {
        if let Some(top) = untrack(|| self.window()).reveal(row) {
            self.scroll_to(top);
        }
    }

    /// Scrolls; the slots follow at once, not only with the scroll event.
    pub fn scroll_to(self, top: f64) {
        self.top.set(top);
        if let Some(element) = self.element.get_untracked() {
            #[allow(clippy::cast_possible_truncation)] // far below two thousand million px
            element.set_scroll_top(top.round() as i32);
        }
    }

    /// Does what a key asks; answers whether it did anything.
    pub fn act(self, act: Act) -> bool {
        let cursor = self.cursor.get_untracked();
        let bounds = Bounds {
            rows: self.data.total.get_untracked(),
            columns: untrack(|| self.shown()).len(),
            page: untrack(|| self.window()).page(),
            rtl: dom::is_rtl(),
        };
        if self.fold_sideways(act, cursor, bounds.rtl) {
            return true;
        }
        if let Some(to) = go(act, cursor, bounds) {
            let extends = matches!(act, Act::ExtendUp | Act::ExtendDown);
            if !(extends && to.row.is_none()) {
                self.put(to, extends);
            }
            return true;
        }
        match act {
            Act::All => self.choose_all(bounds.rows),
            Act::Open => self.open(cursor, false),
            Act::SortMore => self.sort(cursor, true),
            Act::Edit => self.edit(cursor, None),
            Act::Toggle => self.toggle(cursor),
            Act::Narrower => self.widen(cursor, -0.5),
            Act::Wider => self.widen(cursor, 0.5),
            Act::MoveLeft => self.reorder(cursor, bounds.rtl),
            Act::MoveRight => self.reorder(cursor, !bounds.rtl),
            _ => false,
        }
    }

    /// Begins editing with a typed character, if the cell takes it.
    pub fn typed(self, character: &str) -> bool {
        let cursor = self.cursor.get_untracked();
        let takes = match self.column(cursor.column).and_then(|column| column.editor) {
            Some(Editor::Text) => character != " ",
            Some(Editor::Number) => character.chars().all(|c| c.is_ascii_digit() || c == '-'),
            _ => false,
        };
        takes && self.edit(cursor, Some(character))
    }

    /// Opens a record, folds a group, sorts by a head, edits a cell that can be.
    pub fn open(self, cursor: Cursor, pointer: bool) -> bool {
        let Some(at) = cursor.row else { return self.sort(cursor, false) };
        let Some(row) = self.data.row(at) else { return false };
        if row.is_wide() {
            return self.fold(&row);
        }
        if self.edit(cursor, None)
            || (!pointer && (self.toggle_check(cursor) || self.press(cursor)))
        {
            return true;
        }
        self.calls.open.map(|open| open.run(row)).is_some()
    }

    /// Sorts by the column at the cursor's place.
    pub fn sort(self, cursor: Cursor, beside: bool) -> bool {
        if cursor.row.is_some() {
            return false;
        }
        let Some(column) = self.column(cursor.column).filter(|column| column.sorts) else {
            return false;
        };
        self.layout.update(|layout| layout.sort_by(column.id, beside));
        self.keep_layout();
        true
    }

    /// Folds or unfolds a group or tree row.
    pub fn fold(self, row: &Arc<Row>) -> bool {
        match (self.calls.fold, row.unfolded) {
            (Some(fold), Some(_)) => {
                fold.run(row.clone());
                true
            }
            _ => false,
        }
    }

    /// Begins editing a cell, if its row allows it.
    pub fn edit(self, cursor: Cursor, typed: Option<&str>) -> bool {
        let Some(column) = self.column(cursor.column) else { return false };
        if !matches!(column.editor, Some(Editor::Text | Editor::Number)) {
            return false;
        }
        let Some((row, at, text)) = self.editable(cursor, column) else { return false };
        if row.is_wide() {
            return false;
        }
        let typed_over = typed.is_some();
        let text = typed.map_or(text, str::to_owned);
        self.put(cursor, false);
        let editing = Editing { row: at, place: cursor.column, text, typed: typed_over };
        self.editing.set(Some(editing));
        true
    }

    /// Tells the page what is being typed.
    pub fn type_in(self, text: String) {
        let Some(editing) = self.editing.get_untracked() else { return };
        if let (Some(typing), Some(column)) = (self.calls.typing, self.column(editing.place))
            && let Some(row) = self.data.row(editing.row)
        {
            let value = Value::Text(text);
            typing.run(Edit { key: row.key.clone(), column: column.id, value });
        }
    }

    /// Leaves the editor; with a text, the cell is edited.
    pub fn leave(self, text: Option<String>, leave: Leave) {
        let Some(editing) = self.editing.get_untracked() else { return };
        self.editing.set(None);
        if let (Some(text), Some(row)) = (text, self.data.row(editing.row)) {
            self.hand_over(editing.place, &row, Value::Text(text));
        }
        match leave {
            Leave::Stay => {}
            Leave::Down => drop(self.act(Act::Down)),
            Leave::Next(onward) => self.next_editable(onward),
        }
    }

    /// Ticks or unticks the cell at the cursor.
    pub fn toggle_check(self, cursor: Cursor) -> bool {
        let Some(column) = self.column(cursor.column) else { return false };
        if column.editor != Some(Editor::Check) {
            return false;
        }
        let Some((row, _, _)) = self.editable(cursor, column) else { return false };
        let place = self.declared(column.id);
        let ticked = place.and_then(|at| row.cells.get(at)).map(|cell| cell.content.clone());
        let Some(Content::Check(ticked)) = ticked else { return false };
        self.hand_over(cursor.column, &row, Value::Check(!ticked));
        true
    }

    /// Presses the button in the cell at the cursor.
    pub fn press(self, cursor: Cursor) -> bool {
        let row = cursor.row.and_then(|at| self.data.row(at));
        let place = self.column(cursor.column).and_then(|column| self.declared(column.id));
        let (Some(row), Some(place)) = (row, place) else { return false };
        match (row.cells.get(place).map(|cell| &cell.content), self.calls.press) {
            (Some(Content::Press(_)), Some(press)) => {
                press.run(row);
                true
            }
            _ => false,
        }
    }

    /// Tells the page that columns were changed, so that it keeps them.
    pub fn keep_layout(self) {
        if let Some(keep) = self.calls.layout {
            keep.run(());
        }
    }

    /// The column at a place on screen.
    pub fn column(self, place: usize) -> Option<Column> {
        untrack(|| self.shown()).get(place).copied()
    }

    /// Ticks the row, from whichever of its cells; or folds the group.
    fn toggle(self, cursor: Cursor) -> bool {
        let is_tick = |column: &Column| column.editor == Some(Editor::Check);
        let tick = untrack(|| self.shown()).iter().position(is_tick);
        if tick.is_some_and(|column| self.toggle_check(Cursor { column, ..cursor })) {
            return true;
        }
        let row = cursor.row.and_then(|at| self.data.row(at));
        row.is_some_and(|row| matches!(row.kind, Kind::Group { .. }) && self.fold(&row))
    }

    /// On the first cell of a row, the arrows fold and unfold what has children; back from a child leads to
    /// the row it belongs to.
    fn fold_sideways(self, act: Act, cursor: Cursor, rtl: bool) -> bool {
        let (back, onward) = if rtl { (Act::Right, Act::Left) } else { (Act::Left, Act::Right) };
        let Some(at) = cursor.row.filter(|_| act == back || act == onward) else { return false };
        let Some(row) = self.data.row(at).filter(|row| cursor.column == 0 || row.is_wide()) else {
            return false;
        };
        match (&row.kind, row.unfolded) {
            (Kind::Child, _) if act == back => {
                let is_child = |at: &u32| self.data.row(*at).is_some_and(|r| r.kind == Kind::Child);
                let parent = (0..at).rev().find(|at| !is_child(at));
                parent.map(|row| self.put(Cursor { row: Some(row), column: 0 }, false)).is_some()
            }
            (_, Some(unfolded)) if unfolded == (act == back) => self.fold(&row),
            _ => false,
        }
    }

    fn choose_all(self, rows: u32) -> bool {
        let Some(last) = rows.checked_sub(1) else { return false };
        self.cursor.update(|cursor| cursor.row = Some(last));
        self.anchor.set(Some(0));
        true
    }

    fn widen(self, cursor: Cursor, by: f64) -> bool {
        if cursor.row.is_some() {
            return false;
        }
        let Some(column) = self.column(cursor.column) else { return false };
        self.layout.update(|layout| layout.resize(&column, layout.width(&column) + by));
        self.keep_layout();
        true
    }

    fn reorder(self, cursor: Cursor, onward: bool) -> bool {
        if cursor.row.is_some() {
            return false;
        }
        let columns = self.columns.get_value();
        let mut place = cursor.column;
        let shown = self.places.get_untracked();
        self.layout.update(|layout| {
            place = layout.reorder(&columns, &shown, cursor.column, onward);
        });
        self.put(Cursor { column: place, ..cursor }, false);
        self.keep_layout();
        true
    }

    /// Goes to the next cell of the row, or of the rows after it, whose editor takes text.
    fn next_editable(self, onward: bool) {
        let columns = untrack(|| self.shown());
        let mut cursor = self.cursor.get_untracked();
        // A row further is far enough: an editable column is on every row.
        for _ in 0..columns.len() * 2 {
            let at_edge =
                if onward { cursor.column + 1 == columns.len() } else { cursor.column == 0 };
            cursor = match (at_edge, onward, cursor.row) {
                (false, true, row) => Cursor { row, column: cursor.column + 1 },
                (false, false, row) => Cursor { row, column: cursor.column - 1 },
                (true, true, Some(row)) => Cursor { row: Some(row + 1), column: 0 },
                (true, false, Some(row)) if row > 0 => {
                    Cursor { row: Some(row - 1), column: columns.len() - 1 }
                }
                _ => return,
            };
            let editor = columns.get(cursor.column).and_then(|column| column.editor);
            if editor.is_some() && self.edit(cursor, None) {
                return;
            }
        }
    }

    fn editable(self, cursor: Cursor, column: Column) -> Option<(Arc<Row>, u32, String)> {
        let at = cursor.row?;
        let row = self.data.row(at)?;
        let text = row.cells.get(self.declared(column.id)?)?.edit.clone()?;
        Some((row, at, text))
    }

    fn declared(self, id: &str) -> Option<usize> {
        self.columns.with_value(|columns| columns.iter().position(|column| column.id == id))
    }

    fn hand_over(self, place: usize, row: &Arc<Row>, value: Value) {
        if let (Some(edit), Some(column)) = (self.calls.edit, self.column(place)) {
            edit.run(Edit { key: row.key.clone(), column: column.id, value });
        }
    }
}
