//! The rows in the document: as many as fit on screen, and which element shows which row. An element
//! stays with its row while that is on screen, and then shows another one. What it shows is drawn by
//! `paint`.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use leptos::web_sys::Element;

use super::model::Row;
use super::paint::{Painter, Shown};
use super::row::Ground;
use super::slots::{Marking, Slot, is_same_row, row_as_drawn};
use super::state::GridState;
use crate::effect::{effect, memo};
use crate::i18n::{say, use_i18n};

/// How far a row is looked for that went up or down because others went or came.
const REACH: usize = 8;

/// Elements kept for rows to come.
const SPARE: usize = 64;

/// The rows of a grid.
struct Pool {
    grid: GridState,
    painter: Painter,
    /// Index of the first row.
    from: u32,
    /// The rows one after the other. After scrolling their elements stand in another order.
    shown: Vec<Shown>,
    /// Elements outside the document.
    spare: Vec<Shown>,
}

/// Keeps the rows true to the grid; answers the element to put around them.
pub fn start(grid: GridState, tree: bool) -> NodeRef<html::Div> {
    let body = NodeRef::<html::Div>::new();
    let ground = ground(grid, tree);
    let painter = Painter::new(grid, ground.get_untracked());
    let pool = Pool { grid, painter, from: 0, shown: Vec::new(), spare: Vec::new() };
    let pool = Rc::new(RefCell::new(pool));
    let rows = pool.clone();
    effect(move || {
        if let Some(body) = body.get() {
            rows.borrow_mut().fill(ground.get(), &body);
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
    fn fill(&mut self, ground: Arc<Ground>, body: &Element) {
        if self.painter.stand_on(ground) {
            body.set_text_content(None);
            self.shown.clear();
            self.spare.clear();
        }
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
            let shown = if let Some(mut shown) = kept.pop_front().flatten() {
                self.painter.redraw(&mut shown, now);
                shown
            } else {
                // After scrolling an element goes on where it stands: a move would cost a new one.
                let stands = stays && !loose.is_empty();
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

    /// An element for a row that has none.
    fn take(&mut self, loose: Option<Shown>, now: Slot) -> Shown {
        let Some(mut shown) = loose.or_else(|| self.spare.pop()) else {
            return self.painter.make(now);
        };
        self.painter.redraw(&mut shown, now);
        shown
    }

    /// Takes what is no longer needed out of the document.
    fn put_by(&mut self, loose: Vec<Shown>, body: &Element) {
        loose.iter().for_each(|shown| self.painter.let_go(shown));
        if self.shown.is_empty() {
            body.set_text_content(None);
        } else {
            loose.iter().for_each(|shown| shown.element.remove());
        }
        self.spare.extend(loose);
        self.spare.truncate(SPARE);
    }

    fn mark(&mut self, marking: &Marking) {
        for (at, shown) in (self.from..).zip(&mut self.shown) {
            let marks = marking.row(at);
            if shown.slot.marks != marks {
                let now = Slot { marks, ..shown.slot.clone() };
                self.painter.redraw(shown, now);
            }
        }
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
