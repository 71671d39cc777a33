//! The rows in the document: as many as fit on screen. An element stays with its row while that is on
//! screen, and then shows another one; what differs is written and nothing else, so that a change
//! costs what it changes. A new element is a copy of one made before.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use leptos::tachys::view::any_view::AnyViewState;
use leptos::tachys::view::{Mountable, Render};
use leptos::web_sys::Element;
use wasm_bindgen::JsCast;

use super::edit::CellEditor;
use super::model::Row;
use super::row::{Ground, celled, make, redraw};
use super::slots::{Marking, Slot, row_as_drawn};
use super::state::GridState;
use crate::effect::{effect, memo};
use crate::i18n::{say, use_i18n};

/// How far a row is looked for that went up or down because others went or came.
const REACH: usize = 8;

/// Elements kept for rows to come.
const SPARE: usize = 64;

/// A row in the document.
struct Shown {
    element: Element,
    slot: Slot,
}

/// The editor in a cell.
struct Open {
    view: AnyViewState,
    /// The row it is in.
    holder: Element,
}

/// The rows of a grid.
struct Pool {
    grid: GridState,
    ground: Arc<Ground>,
    /// Index of the first row.
    from: u32,
    /// The rows one after the other. After scrolling their elements stand in another order.
    shown: Vec<Shown>,
    /// Elements outside the document.
    spare: Vec<Shown>,
    /// What new rows are copies of, outside the document too.
    model: Option<Shown>,
    editor: Option<Open>,
    /// What the editor's signals live in: it is not drawn anew by each run of an effect.
    owner: Owner,
}

/// Keeps the rows true to the grid; answers the element to put around them.
pub fn start(grid: GridState, tree: bool) -> NodeRef<html::Div> {
    let body = NodeRef::<html::Div>::new();
    let ground = ground(grid, tree);
    let owner = Owner::current().map(|owner| owner.child()).unwrap_or_default();
    let pool = Rc::new(RefCell::new(Pool {
        grid,
        ground: ground.get_untracked(),
        from: 0,
        shown: Vec::new(),
        spare: Vec::new(),
        model: None,
        editor: None,
        owner,
    }));
    let rows = pool.clone();
    effect(move || {
        if let Some(body) = body.get() {
            let mut pool = rows.borrow_mut();
            pool.stand_on(ground.get(), &body);
            pool.fill(&body);
        }
    });
    // Where the focus is and what is chosen changes more often than rows do.
    effect(move || pool.borrow_mut().mark(&Marking::of(grid)));
    body
}

fn ground(grid: GridState, tree: bool) -> Memo<Arc<Ground>> {
    let i18n = use_i18n();
    memo(move || {
        let columns = grid.shown();
        Arc::new(Ground {
            labels: Ground::labels_of(&columns),
            columns,
            places: grid.places.get(),
            cells: grid.cells,
            tree,
            note: grid.id("note"),
            absent: say!(i18n, grid.absent),
            twist: say!(i18n, grid.twist),
        })
    })
}

impl Pool {
    /// Begins anew where columns or words are others.
    fn stand_on(&mut self, ground: Arc<Ground>, body: &Element) {
        if self.ground != ground {
            self.close();
            body.set_text_content(None);
            self.ground = ground;
            self.shown.clear();
            self.spare.clear();
            self.model = None;
        }
    }

    fn fill(&mut self, body: &Element) {
        let grid = self.grid;
        let window = grid.window();
        grid.data.version.track();
        grid.typed.track();
        let (from, to) = window.drawn();
        let rows: Vec<_> = (from..to).map(|at| row_as_drawn(grid, at)).collect();
        let marking = untrack(|| Marking::of(grid));
        let old = std::mem::take(&mut self.shown);
        let stays = stays(&old, self.from, from, &rows);
        let (kept, mut loose) =
            if stays { by_index(old, self.from, from, to) } else { by_key(old, &rows) };
        self.from = from;
        let mut kept = VecDeque::from(kept);
        for (index, row) in (from..).zip(rows) {
            let (marks, place) = (marking.row(index), window.place(index));
            let now = Slot { index, row, place, marks };
            let shown = match kept.pop_front().flatten() {
                Some(shown) => self.redrawn(shown, now),
                None => {
                    // After scrolling an element goes on where it stands: a move would cost a new one.
                    let stands = stays && !loose.is_empty();
                    let shown = match loose.pop().or_else(|| self.spare.pop()) {
                        Some(shown) => self.redrawn(shown, now),
                        None => self.made(now),
                    };
                    let before = kept.iter().flatten().next().map(|next| &next.element);
                    if !stands {
                        // The body takes any row, and what it goes in front of is in the body.
                        let _ = body.insert_before(&shown.element, before.map(AsRef::as_ref));
                    }
                    shown
                }
            };
            self.shown.push(shown);
        }
        self.put_by(loose, body);
        grid.data.want(from, to);
    }

    fn mark(&mut self, marking: &Marking) {
        let shown = std::mem::take(&mut self.shown);
        let marked = (self.from..).zip(shown).map(|(at, shown)| {
            let marks = marking.row(at);
            if shown.slot.marks == marks {
                return shown;
            }
            let now = Slot { marks, ..shown.slot.clone() };
            self.redrawn(shown, now)
        });
        self.shown = marked.collect();
    }

    /// The element of a row, true to what it shows now.
    fn redrawn(&mut self, mut shown: Shown, now: Slot) -> Shown {
        if shown.slot == now {
            return shown;
        }
        let editing = now.marks.editing.filter(|_| celled(&now).is_some());
        let is_open = self.editor.as_ref().is_some_and(|open| open.holder == shown.element);
        let goes_on = is_open
            && editing == shown.slot.marks.editing
            && is_same_key(&shown.slot, &now);
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
            self.open(&shown.element, place);
        }
        shown
    }

    fn made(&mut self, slot: Slot) -> Shown {
        let Some(_) = celled(&slot) else {
            return Shown { element: make(&self.ground, &slot), slot };
        };
        let element = self.copy(&slot);
        if let Some(place) = slot.marks.editing {
            self.open(&element, place);
        }
        Shown { element, slot }
    }

    /// A row of cells that is a copy of another one, but for what differs.
    fn copy(&mut self, slot: &Slot) -> Element {
        let ground = &self.ground;
        let model = self.model.get_or_insert_with(|| {
            let slot = Slot { marks: Default::default(), ..slot.clone() };
            Shown { element: make(ground, &slot), slot }
        });
        let Ok(copy) = model.element.clone_node_with_deep(true) else { return make(ground, slot) };
        let copy = copy.unchecked_into();
        redraw(ground, &copy, &model.slot, slot);
        copy
    }

    /// Takes what is no longer needed out of the document.
    fn put_by(&mut self, loose: Vec<Shown>, body: &Element) {
        let is_open = |shown: &Shown, open: &Option<Open>| {
            open.as_ref().is_some_and(|open| open.holder == shown.element)
        };
        if loose.iter().any(|shown| is_open(shown, &self.editor)) {
            self.close();
        }
        if self.shown.is_empty() {
            body.set_text_content(None);
        } else {
            loose.iter().for_each(|shown| shown.element.remove());
        }
        self.spare.extend(loose);
        self.spare.truncate(SPARE);
    }

    fn open(&mut self, row: &Element, place: usize) {
        self.close();
        let cell = row.children().item(u32::try_from(place).unwrap_or_default());
        let Some((cell, column)) = cell.zip(self.ground.columns.get(place).copied()) else { return };
        let grid = self.grid;
        let view = self.owner.with(|| {
            let mut view = view! { <CellEditor grid column /> }.into_any().build();
            view.mount(&cell, None);
            view
        });
        self.editor = Some(Open { view, holder: row.clone() });
    }

    fn close(&mut self) {
        if let Some(mut open) = self.editor.take() {
            self.owner.cleanup();
            open.view.unmount();
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

/// Rows that are drawn, or `None` where one is to come; and elements that have lost their row.
type Kept = (Vec<Option<Shown>>, Vec<Shown>);

/// Whether rows are where they were: then only scrolling can have changed what is on screen.
fn stays(old: &[Shown], was: u32, from: u32, rows: &[Option<Arc<Row>>]) -> bool {
    let end = |from: u32, count: usize| from + u32::try_from(count).unwrap_or_default();
    let first = was.max(from);
    let last = end(was, old.len()).min(end(from, rows.len())).checked_sub(1);
    let is_same = |at: u32| {
        let (old, now) = (&old[(at - was) as usize].slot.row, &rows[(at - from) as usize]);
        old.as_ref().zip(now.as_ref()).is_none_or(|(old, now)| is_same_row(old, now))
    };
    last.is_some_and(|last| first <= last && is_same(first) && is_same(last))
}

fn is_same_row(one: &Arc<Row>, other: &Arc<Row>) -> bool {
    Arc::ptr_eq(one, other) || one.key == other.key
}

fn is_same_key(one: &Slot, other: &Slot) -> bool {
    let keys = one.row.as_ref().zip(other.row.as_ref());
    keys.is_some_and(|(one, other)| is_same_row(one, other))
}

/// Each element stays with its index.
fn by_index(old: Vec<Shown>, was: u32, from: u32, to: u32) -> Kept {
    let mut kept: Vec<Option<Shown>> = (from..to).map(|_| None).collect();
    let mut loose = Vec::new();
    for (at, shown) in (was..).zip(old) {
        match at.checked_sub(from).and_then(|at| kept.get_mut(at as usize)) {
            Some(place) => *place = Some(shown),
            None => loose.push(shown),
        }
    }
    (kept, loose)
}

/// Each element stays with its row, if that is near where it was; the others show what came instead.
fn by_key(old: Vec<Shown>, rows: &[Option<Arc<Row>>]) -> Kept {
    let mut loose = Vec::new();
    let mut old = VecDeque::from(old);
    let is_of = |shown: &Shown, row: &Option<Arc<Row>>| {
        shown.slot.row.as_ref().zip(row.as_ref()).is_some_and(|(a, b)| is_same_row(a, b))
    };
    let kept = rows.iter().enumerate().map(|(at, row)| {
        if let Some(gone) = old.iter().take(REACH).position(|shown| is_of(shown, row)) {
            loose.extend(old.drain(..gone));
            return old.pop_front();
        }
        let first = old.front()?;
        let comes = rows[at..].iter().skip(1).take(REACH).any(|row| is_of(first, row));
        if comes { None } else { old.pop_front() }
    });
    let kept = kept.collect();
    loose.extend(old);
    (kept, loose)
}
