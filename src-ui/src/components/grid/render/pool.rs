//! The rows in the document: as many as fit on screen, and which element shows which row. An element
//! stays with its row while that is on screen, and then shows another one. What it shows is drawn by
//! `paint`.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use leptos::html;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use leptos::web_sys::{Element, HtmlElement};

use super::ground::Ground;
use super::keep::{by_index, by_row, stays};
use super::paint::{PaintedRow, Painter, cell_of};
use super::row::celled;
use super::slots::{Marking, Slot, row_as_drawn};
use crate::components::grid::focus::give_focus;
use crate::components::grid::state::GridState;
use crate::dom;
use crate::effect::{effect, memo};
use crate::i18n::{say, use_i18n};

/// Nothing is scrolled any more after so long.
const AT_REST: Duration = Duration::from_millis(200);

/// Elements kept for rows to come.
const SPARE: usize = 64;

/// The rows of a grid.
struct Pool {
    grid: GridState,
    painter: Painter,
    /// Index of the first row.
    from: u32,
    /// The rows one after the other. While a grid is scrolled their elements stand in another order.
    shown: Vec<PaintedRow>,
    /// Elements outside the document.
    spare: Vec<PaintedRow>,
    /// The elements stand in another order than their rows.
    turned: bool,
}

/// Keeps the rows true to the grid; answers the element to put around them.
pub fn start(grid: GridState, tree: bool) -> NodeRef<html::Div> {
    let body = NodeRef::<html::Div>::new();
    let ground = ground(grid, tree);
    let painter = Painter::new(grid, ground.get_untracked());
    let (shown, spare) = (Vec::new(), Vec::new());
    let pool = Pool { grid, painter, from: 0, shown, spare, turned: false };
    let pool = Rc::new(RefCell::new(pool));
    let (rows, later) = (pool.clone(), Later::default());
    effect(move || {
        if let Some(body) = body.get() {
            let has_focus = || dom::focused().is_some_and(|now| body.contains(Some(&now)));
            let had_focus = has_focus();
            rows.borrow_mut().fill(ground.get(), &body);
            settle_later(&rows, &later, &body);
            if had_focus && !has_focus() {
                // Its row was drawn anew, and the next key may come before the next frame.
                untrack(|| give_focus(grid));
            }
        }
    });
    // Where the focus is and what is chosen changes more often than rows do.
    effect(move || {
        let marking = Marking::of(grid);
        pool.borrow_mut().mark(&marking);
        // The next key may come before the next frame.
        untrack(|| {
            if grid.inside.get() {
                give_focus(grid);
            }
        });
    });
    body
}

/// What is to be done once it is no longer put off.
type Later = Cell<Option<TimeoutHandle>>;

/// Once nothing is scrolled any more, the elements are put in the order of their rows.
fn settle_later(rows: &Rc<RefCell<Pool>>, later: &Later, body: &Element) {
    if let Some(earlier) = later.take() {
        earlier.clear();
    }
    if rows.borrow().turned {
        let (rows, body) = (rows.clone(), body.clone());
        let settle = move || {
            // The grid may be gone, and another one have the body.
            if rows.borrow().grid.top.try_get_untracked().is_some() {
                rows.borrow_mut().settle(&body);
            }
        };
        later.set(set_timeout_with_handle(settle, AT_REST).ok());
    }
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
    fn fill(&mut self, ground: Arc<Ground>, body: &Element) {
        if self.painter.stand_on(ground) {
            self.shown.clear();
            self.spare.clear();
        }
        if self.shown.is_empty() {
            // The element may come from a grid before, with its rows in it.
            body.set_text_content(None);
        }
        let grid = self.grid;
        let window = grid.window();
        grid.data.version.track();
        grid.typed.track();
        let (from, to) = window.drawn();
        let rows: Vec<_> = (from..to).map(|at| row_as_drawn(grid, at)).collect();
        let marking = untrack(|| Marking::of(grid));
        let old = std::mem::take(&mut self.shown);
        let was = self.from;
        let is_of = |shown: &PaintedRow, at: usize| shown.slot.shows(rows[at].as_ref());
        let in_old = |at: u32| is_of(&old[(at - was) as usize], (at - from) as usize);
        let stays = stays(was..was + count_of(&old), from..to, in_old);
        let (kept, mut loose) =
            if stays { by_index(old, was, from..to) } else { by_row(old, rows.len(), is_of) };
        self.from = from;
        let mut kept = VecDeque::from(kept);
        for (index, row) in (from..).zip(rows) {
            let (marks, place) = (marking.row(index), window.place(index));
            let now = Slot { index, row, place, marks };
            let shown = if let Some(mut shown) = kept.pop_front().flatten() {
                self.painter.redraw(&mut shown, now);
                shown
            } else {
                // After scrolling an element goes on where it stands: a move would cost a new one.
                let stands = stays && !loose.is_empty();
                self.turned |= stands;
                let shown = self.take(loose.pop(), now);
                let before = kept.iter().flatten().next().map(|next| next.element.as_ref());
                if !stands {
                    // The body takes any row, and what it goes in front of is in the body.
                    let _ = body.insert_before(&shown.element, before);
                }
                shown
            };
            self.shown.push(shown);
        }
        self.put_by(loose, body);
        grid.data.want(from, to);
    }

    /// Puts the elements in the order of their rows: whoever has the page read out hears them in it.
    /// What has the focus stays where it is, for what is moved loses it.
    fn settle(&mut self, body: &Element) {
        self.turned = false;
        let focus = dom::focused();
        let has_focus =
            |shown: &PaintedRow| shown.element.contains(focus.as_deref().map(AsRef::as_ref));
        let fixed = self.shown.iter().position(|shown| focus.is_some() && has_focus(shown));
        let fixed = fixed.unwrap_or_default();
        for pair in self.shown.windows(2).skip(fixed) {
            let behind = pair[0].element.next_sibling();
            if behind.as_ref() != Some(pair[1].element.as_ref()) {
                // Both are in the body.
                let _ = body.insert_before(&pair[1].element, behind.as_ref());
            }
        }
        for pair in self.shown.windows(2).take(fixed).rev() {
            if pair[1].element.previous_sibling().as_ref() != Some(pair[0].element.as_ref()) {
                let _ = body.insert_before(&pair[0].element, Some(pair[1].element.as_ref()));
            }
        }
    }

    /// The element of a cell that is in the document.
    fn cell(&self, (row, place): (Option<u32>, usize)) -> Option<HtmlElement> {
        let at = row?.checked_sub(self.from)?;
        let shown = self.shown.get(usize::try_from(at).ok()?)?;
        celled(&shown.slot).and_then(|_| cell_of(&shown.element, place))
    }

    /// An element for a row that has none.
    fn take(&mut self, loose: Option<PaintedRow>, now: Slot) -> PaintedRow {
        let Some(mut shown) = loose.or_else(|| self.spare.pop()) else {
            return self.painter.make(now);
        };
        self.painter.redraw(&mut shown, now);
        shown
    }

    /// Takes what is no longer needed out of the document.
    fn put_by(&mut self, loose: Vec<PaintedRow>, body: &Element) {
        loose.iter().for_each(|shown| self.painter.let_go(shown));
        if self.shown.is_empty() {
            body.set_text_content(None);
        } else {
            loose.iter().for_each(|shown| shown.element.remove());
        }
        self.spare.extend(loose);
        self.spare.truncate(SPARE);
    }

    /// Marks the rows.
    fn mark(&mut self, marking: &Marking) {
        if self.painter.is_left()
            && let Some(cell) = self.cell(marking.cursor())
        {
            // First: a field that is taken away with the focus in it has the engine paint everything.
            dom::focus(&cell);
        }
        for (at, shown) in (self.from..).zip(&mut self.shown) {
            let marks = marking.row(at);
            if shown.slot.marks != marks {
                let now = Slot { marks, ..shown.slot.clone() };
                self.painter.redraw(shown, now);
            }
        }
    }
}

fn count_of(rows: &[PaintedRow]) -> u32 {
    u32::try_from(rows.len()).unwrap_or_default()
}
