//! What a grid remembers while it is on screen: focus, chosen cells, scroll, the cell being edited.
//! What keys do with it is `act`'s, what is edited `editing`'s, what the pointer draws `drag`'s.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;

use super::calls::{Calls, Selection};
use super::clipboard::copied::Pending;
use super::column::places;
use super::column::state::ColumnState;
use super::data::GridData;
use super::edit::cell_edit::CellEdit;
use super::edit::popup::SearchPopup;
use super::edit::typed::TypedCells;
use super::input::moves::{Bounds, Cursor};
use super::input::range::Drag;
use super::input::range::{Extent, Range, RangeSelection};
use super::model::{Column, Row, RowKind};
use super::window::Window;
use crate::dom;
use crate::look::use_look;

/// A grid on screen.
#[derive(Clone, Copy)]
pub struct GridState {
    /// Its name.
    pub name: &'static str,
    /// Its name in the document.
    pub region: StoredValue<String>,
    /// Columns as declared.
    pub columns: StoredValue<Vec<Column>>,
    /// Rows.
    pub data: GridData,
    /// Order, widths, sorting.
    pub layout: RwSignal<ColumnState>,
    /// Indexes of the columns there is room for, in the order shown.
    pub places: Memo<Vec<usize>>,
    /// Cells are chosen one by one; otherwise rows are.
    pub cells: bool,
    /// Where the focus is, or will be.
    pub cursor: RwSignal<Cursor>,
    /// What is chosen beside it.
    pub chosen: RwSignal<RangeSelection>,
    /// In a note's row, which of its actions has the focus.
    pub action: RwSignal<usize>,
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
    pub editing: RwSignal<Option<CellEdit>>,
    /// What was typed and is not answered yet.
    pub typed: RwSignal<TypedCells>,
    /// The list under the cell being edited.
    pub list: SearchPopup,
    /// What the pointer draws.
    pub drawn: RwSignal<Option<Drag>>,
    /// What is on its way to the clipboard.
    pub pending: Pending,
    /// The grid's element, which scrolls.
    pub element: NodeRef<html::Div>,
    /// What the page does.
    pub calls: Calls,
}

impl GridState {
    /// A grid about to be drawn: its name, and that in the document; columns, rows and layout; whether cells are
    /// chosen.
    pub fn new(
        (name, region): (&'static str, String),
        (columns, data, layout): (Vec<Column>, GridData, RwSignal<ColumnState>),
        cells: bool,
        calls: Calls,
    ) -> Self {
        let columns = StoredValue::new(columns);
        let (row, width) = (use_look().row, RwSignal::new(0.0));
        Self {
            name,
            region: StoredValue::new(region),
            columns,
            data,
            layout,
            places: places::places(columns, layout, width, row, data.idle),
            cells,
            cursor: RwSignal::new(Cursor::default()),
            chosen: RwSignal::new(RangeSelection::default()),
            action: RwSignal::new(0),
            top: RwSignal::new(0.0),
            height: RwSignal::new(0.0),
            width,
            row,
            inside: RwSignal::new(false),
            editing: RwSignal::new(None),
            typed: RwSignal::new(TypedCells::default()),
            list: SearchPopup::new(),
            drawn: RwSignal::new(None),
            pending: Pending::new_local((0, None)),
            element: NodeRef::new(),
            calls,
        }
    }

    /// Where rows are drawn now.
    pub fn window(self) -> Window {
        Window {
            row: self.row.get(),
            total: self.data.total.get(),
            height: self.height.get(),
            top: self.top.get(),
        }
    }

    /// The name in the document of something inside it.
    pub fn id(self, of: &str) -> String {
        self.region.with_value(|region| format!("{region}-{of}"))
    }

    /// The columns in the order shown.
    pub fn shown(self) -> Vec<Column> {
        self.columns.with_value(|columns| {
            self.places.with(|all| all.iter().filter_map(|at| columns.get(*at).copied()).collect())
        })
    }

    // `untrack` is compiled anew for every closure it is given, with all that is called in it: what is
    // asked for often has one.

    /// Where rows are drawn now, for event handlers.
    pub fn window_now(self) -> Window {
        untrack(|| self.window())
    }

    /// The columns in the order shown, for event handlers.
    pub fn shown_now(self) -> Vec<Column> {
        untrack(|| self.shown())
    }

    /// The chosen cells, for event handlers.
    pub fn range_now(self) -> Option<Range> {
        untrack(|| self.range())
    }

    /// The chosen cells as a page is told of them, for event handlers.
    pub fn selection_now(self) -> Option<Selection> {
        self.range_now().map(|range| self.told(range))
    }

    /// The column at a place on screen.
    pub fn column(self, place: usize) -> Option<Column> {
        let at = self.declared(place)?;
        self.columns.with_value(|columns| columns.get(at).copied())
    }

    /// The index, as declared, of the column at a place on screen.
    pub fn declared(self, place: usize) -> Option<usize> {
        self.places.with_untracked(|places| places.get(place).copied())
    }

    /// The place on screen of a column.
    pub fn place_of(self, column: &str) -> Option<usize> {
        let shown = self.shown_now();
        shown.iter().position(|shown| shown.id == column)
    }

    /// What the grid has room for now.
    pub fn bounds(self) -> Bounds {
        Bounds {
            rows: self.data.total.get_untracked(),
            columns: self.places.with_untracked(Vec::len),
            page: self.window_now().page(),
            rtl: dom::is_rtl(),
        }
    }

    /// The row with the focus.
    pub fn current(self) -> Option<(u32, Arc<Row>)> {
        let at = self.cursor.get_untracked().row?;
        Some((at, self.data.row(at)?))
    }

    /// The first record, or what stands in its place: a group that is folded, the row for new ones.
    pub fn first_record(self) -> u32 {
        let kind = |at: u32| self.data.row(at).map(|row| row.kind.clone());
        let is_group = |at: u32| matches!(kind(at), Some(RowKind::Group { .. }));
        u32::from(is_group(0) && kind(1).is_some() && !is_group(1))
    }

    /// The chosen cells; of a list, rows.
    pub fn range(self) -> Option<Range> {
        let rows = self.data.listed.get();
        let columns = self.places.with(Vec::len);
        let chosen = self.chosen.get();
        let chosen = RangeSelection { rows: chosen.rows || !self.cells, ..chosen };
        chosen.range(self.cursor.get(), Extent { rows, columns })
    }

    /// The chosen cells as a page is told of them.
    pub fn selection(self) -> Option<Selection> {
        self.range().map(|range| self.told(range))
    }

    /// Cells as a page is told of them; reads no signal for its caller.
    pub fn told(self, range: Range) -> Selection {
        let (from, to) = range.columns;
        let shown = self.shown_now();
        let columns = shown.iter().skip(from).take(to + 1 - from).map(|column| column.id).collect();
        Selection { rows: range.rows, columns, whole: range.whole }
    }

    /// The user goes to a cell: the page is told.
    pub fn put(self, cursor: Cursor, extend: bool) {
        if let Some(moved) = self.calls.moved.filter(|_| self.cursor.get_untracked() != cursor) {
            moved.run(());
        }
        self.lead(cursor, extend);
    }

    /// Puts the focus on a cell and brings its row into view; what lies between is chosen too if
    /// that extends a choice.
    pub fn lead(self, cursor: Cursor, extend: bool) {
        let before = self.cursor.get_untracked();
        if extend && cursor.row.is_some() {
            self.chosen.update(|chosen| {
                chosen.from = chosen.from.or(before.row.map(|row| (row, before.column)));
            });
        } else {
            self.choose(RangeSelection::default());
        }
        if before.row != cursor.row {
            self.action.set(0);
        }
        self.cursor.set(cursor);
        if let Some(row) = cursor.row {
            self.reveal(row);
        }
    }

    /// Chooses something else around the cell with the focus.
    pub fn choose(self, chosen: RangeSelection) {
        if self.chosen.get_untracked() != chosen {
            self.chosen.set(chosen);
        }
    }

    /// Brings a row into view.
    pub fn reveal(self, row: u32) {
        if let Some(top) = self.window_now().reveal(row) {
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

    /// Tells the page that columns were changed, so that it keeps them.
    pub fn keep_layout(self) {
        if let Some(keep) = self.calls.layout {
            keep.run(());
        }
    }

    /// How many records further a place between rows lies: in front of the row `before`. What
    /// belongs to a record goes with it.
    pub fn records_to(self, rows: (u32, u32), before: u32) -> i32 {
        let is_record = |at: &u32| self.data.row(*at).is_none_or(|row| row.kind == RowKind::Record);
        let count = |rows: std::ops::Range<u32>| i32::try_from(rows.filter(is_record).count());
        if before > rows.1 {
            count(rows.1 + 1..before).unwrap_or(i32::MAX)
        } else {
            -count(before..rows.0).unwrap_or(i32::MAX)
        }
    }
}
