//! Draws the elements of rows: what differs from what they showed is written and nothing else; a new
//! one is a copy of one made before; the editor is put into the cell being edited and stays there.
//! Called by `pool`.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::tachys::view::any_view::AnyViewState;
use leptos::tachys::view::{Mountable, Render};
use leptos::web_sys::{Element, HtmlElement};
use wasm_bindgen::JsCast;

use super::ground::Ground;
use super::row::{celled, make, redraw};
use super::slots::{Marks, Slot};
use crate::components::grid::edit::field::CellEditor;
use crate::components::grid::state::GridState;

/// A row in the document.
pub struct PaintedRow {
    /// Its element.
    pub element: Element,
    /// What that shows.
    pub slot: Slot,
}

/// The editor in a cell.
struct Open {
    view: AnyViewState,
    /// The row it is in.
    holder: Element,
    /// The name of that row.
    key: String,
    column: &'static str,
}

/// What rows are drawn with.
pub struct Painter {
    grid: GridState,
    ground: Arc<Ground>,
    /// What new rows are copies of, outside the document.
    model: Option<PaintedRow>,
    editor: Option<Open>,
    /// What the editor's signals live in: it is not drawn anew by each run of an effect.
    owner: Owner,
}

impl Painter {
    /// For the rows of a grid, which is about to be drawn.
    pub fn new(grid: GridState, ground: Arc<Ground>) -> Self {
        let owner = Owner::current().map(|owner| owner.child()).unwrap_or_default();
        Self { grid, ground, model: None, editor: None, owner }
    }

    /// Stands on another ground, if it is another; then everything is to be drawn anew.
    pub fn stand_on(&mut self, ground: Arc<Ground>) -> bool {
        let other = self.ground != ground;
        if other {
            self.close();
            self.ground = ground;
            self.model = None;
        }
        other
    }

    /// Makes a row that shows this.
    pub fn make(&mut self, slot: Slot) -> PaintedRow {
        if celled(&slot).is_none() {
            return PaintedRow { element: make(&self.ground, &slot), slot };
        }
        let element = self.copy(&slot);
        if let Some(place) = slot.marks.editing {
            self.open(&element, &slot, place);
        }
        PaintedRow { element, slot }
    }

    /// Makes a row show this.
    pub fn redraw(&mut self, shown: &mut PaintedRow, now: Slot) {
        if shown.slot == now {
            return;
        }
        let editing = now.marks.editing.filter(|_| celled(&now).is_some());
        let is_open = self.is_open_in(shown);
        let same_cell = editing == shown.slot.marks.editing && shown.slot.shows(now.row.as_ref());
        let goes_on = is_open && same_cell;
        if is_open && !goes_on {
            self.close();
        }
        if celled(&now).is_some() && celled(&shown.slot).is_none() {
            let made = self.copy(&now);
            // One that is not in the document needs no other in its place.
            let _ = shown.element.replace_with_with_node_1(&made);
            shown.element = made;
        } else {
            redraw(&self.ground, &shown.element, &shown.slot, &now);
        }
        shown.slot = now;
        if let Some(place) = editing.filter(|_| !goes_on) {
            self.open(&shown.element, &shown.slot, place);
        }
    }

    /// A row is about to be taken out of the document.
    pub fn let_go(&mut self, shown: &PaintedRow) {
        if self.is_open_in(shown) {
            self.close();
        }
    }

    /// Whether the cell that has the editor is no longer the one being edited.
    pub fn is_left(&self) -> bool {
        let is_edited = |open: &Open| {
            self.grid.editing.with_untracked(|now| {
                now.as_ref().is_some_and(|now| now.key == open.key && now.column == open.column)
            })
        };
        self.editor.as_ref().is_some_and(|open| !is_edited(open))
    }

    fn is_open_in(&self, shown: &PaintedRow) -> bool {
        self.editor.as_ref().is_some_and(|open| open.holder == shown.element)
    }

    /// A row of cells that is a copy of another one, but for what differs.
    fn copy(&mut self, slot: &Slot) -> Element {
        let ground = &self.ground;
        let model = self.model.get_or_insert_with(|| {
            let slot = Slot { marks: Marks::default(), ..slot.clone() };
            PaintedRow { element: make(ground, &slot), slot }
        });
        let Ok(copy) = model.element.clone_node_with_deep(true) else { return make(ground, slot) };
        let copy = copy.unchecked_into();
        redraw(ground, &copy, &model.slot, slot);
        copy
    }

    fn open(&mut self, row: &Element, slot: &Slot, place: usize) {
        self.close();
        let Some((cell, column)) = cell_of(row, place).zip(self.ground.columns.get(place).copied())
        else {
            return;
        };
        let grid = self.grid;
        let view = self.owner.with(|| {
            let mut view = view! { <CellEditor grid column /> }.into_any().build();
            view.mount(&cell, None);
            view
        });
        let key = slot.row.as_ref().map(|row| row.key.clone()).unwrap_or_default();
        self.editor = Some(Open { view, holder: row.clone(), key, column: column.id });
    }

    fn close(&mut self) {
        if let Some(mut open) = self.editor.take() {
            self.owner.cleanup();
            open.view.unmount();
        }
    }
}

/// The cell at a place of a row of cells.
pub fn cell_of(row: &Element, place: usize) -> Option<HtmlElement> {
    row.children().item(u32::try_from(place).ok()?)?.dyn_into().ok()
}

impl Drop for Painter {
    fn drop(&mut self) {
        self.close();
    }
}
