//! Dragging with the pointer: a range of cells, the handle that fills, rows to another place. It
//! begins with a press in `pointer`, follows the pointer over the window, and scrolls at the grid's
//! edges. Each has keys that do the same (`keys`).

use std::time::Duration;

use leptos::ev::MouseEvent;
use leptos::leptos_dom::helpers::IntervalHandle;
use leptos::prelude::*;

use super::moves::Cursor;
use super::range::{Drag, RangeSelection};
use crate::components::grid::calls::Fill;
use crate::components::grid::model::RowKind;
use crate::components::grid::state::GridState;
use crate::dom;

/// How far the pointer goes, in px, before a press becomes a drawing.
const SLACK: f64 = 4.0;

/// How often the grid scrolls while the pointer is beyond its edge.
const PACE: Duration = Duration::from_millis(50);

/// A press that may become a drawing.
#[derive(Clone, Copy, Default)]
struct PressStart {
    began: (f64, f64),
    /// Where the pointer is.
    now: (f64, f64),
    ticking: Option<IntervalHandle>,
}

/// Follows the pointer as long as the grid is there, if there is anything to draw in it.
pub fn follow_the_pointer(grid: GridState) {
    if !grid.cells && grid.calls.move_rows.is_none() {
        return;
    }
    let press = StoredValue::new(PressStart::default());
    let began = window_event_listener(leptos::ev::mousedown, move |event| {
        stop(press);
        press.update_value(|press| press.began = place_of(&event));
    });
    let moved = window_event_listener(leptos::ev::mousemove, move |event| {
        if grid.drawn.get_untracked().is_some() {
            hear(grid, press, &event);
        }
    });
    let ended = window_event_listener(leptos::ev::mouseup, move |event| {
        let Some(drawn) = grid.drawn.get_untracked() else { return };
        if stop(press) {
            grid.end(drawn);
        } else {
            grid.drawn.set(None);
            grid.clicked_number(drawn, place_of(&event));
        }
    });
    on_cleanup(move || {
        began.remove();
        moved.remove();
        ended.remove();
        stop(press);
    });
}

fn hear(grid: GridState, press: StoredValue<PressStart>, event: &MouseEvent) {
    if event.buttons() & 1 == 0 {
        // It was let go of beyond the window.
        stop(press);
        grid.drawn.set(None);
        return;
    }
    let at = place_of(event);
    let begins = press.try_update_value(|press| {
        press.now = at;
        let far = (press.began.0 - at.0).abs().max((press.began.1 - at.1).abs()) >= SLACK;
        far && press.ticking.is_none()
    });
    if begins == Some(true) {
        let tick = move || {
            let (x, y) = press.with_value(|press| press.now);
            if grid.drawn.get_untracked().is_some() {
                grid.draw_to(x, y);
            } else {
                stop(press);
            }
        };
        // Without ticks it follows the pointer, and scrolls only while that moves.
        let ticking = set_interval_with_handle(tick, PACE).ok();
        press.update_value(|press| press.ticking = ticking);
    }
    if press.with_value(|press| press.ticking.is_some()) {
        grid.draw_to(at.0, at.1);
    }
}

fn place_of(event: &MouseEvent) -> (f64, f64) {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}

/// Ends a press; answers whether it had become a drawing.
fn stop(press: StoredValue<PressStart>) -> bool {
    let ticking = press.try_update_value(|press| std::mem::take(press).ticking).flatten();
    if let Some(ticking) = ticking {
        ticking.clear();
    }
    ticking.is_some()
}

impl GridState {
    /// Lets go of what is being drawn; answers whether anything was.
    pub fn let_go(self) -> bool {
        let drew = self.drawn.get_untracked().is_some();
        if drew {
            self.drawn.set(None);
        }
        drew
    }

    /// One of several chosen rows was pressed at its number and let go of there: it alone is meant.
    fn clicked_number(self, drawn: Drag, (x, y): (f64, f64)) {
        let Some(at) = self.point(x, y).filter(|_| matches!(drawn, Drag::Rows(..))) else {
            return;
        };
        self.put(Cursor { row: Some(at.row), column: at.column }, false);
        self.choose(RangeSelection { rows: self.cells, ..RangeSelection::default() });
    }

    fn draw_to(self, x: f64, y: f64) {
        let Some(at) = self.point(x, y) else { return };
        match self.drawn.get_untracked() {
            Some(Drag::Cells) => {
                let to = Cursor { row: Some(at.row), column: at.column };
                if self.cursor.get_untracked() != to {
                    self.put(to, true);
                }
            }
            Some(Drag::Handle(source, before)) => {
                let last = self.data.listed.get_untracked().saturating_sub(1);
                let target = source.drawn_to(at.row.min(last));
                if target != before {
                    self.drawn.set(Some(Drag::Handle(source, target)));
                }
                self.reveal(at.row);
            }
            Some(Drag::Rows(rows, before)) => {
                let target = Some(self.record_from(at.gap)).filter(|to| is_elsewhere(rows, *to));
                if target != before {
                    self.drawn.set(Some(Drag::Rows(rows, target)));
                }
                self.reveal(at.row);
            }
            None => {}
        }
    }

    fn end(self, drawn: Drag) {
        self.drawn.set(None);
        match drawn {
            Drag::Handle(source, Some(target)) => {
                if let Some(fill) = self.calls.fill {
                    let whole = source.with(target);
                    self.put(Cursor { row: Some(whole.rows.0), column: whole.columns.0 }, false);
                    self.choose(RangeSelection {
                        from: Some((whole.rows.1, whole.columns.1)),
                        ..RangeSelection::default()
                    });
                    fill.run(Fill { source: self.told(source), target: self.told(target) });
                }
            }
            Drag::Rows(rows, Some(before)) => {
                let by = self.records_to(rows, before);
                let chosen = self.selection_now();
                if let (Some(call), Some(chosen), true) = (self.calls.move_rows, chosen, by != 0) {
                    call.run((chosen, by));
                }
            }
            _ => {}
        }
    }

    /// The first record, or row for new ones, from a row on: rows are put in front of it.
    fn record_from(self, row: u32) -> u32 {
        let belongs = |at: &u32| {
            let row = self.data.row(*at);
            row.is_some_and(|row| matches!(row.kind, RowKind::Child | RowKind::Note(_)))
        };
        let listed = self.data.listed.get_untracked();
        (row..listed).find(|at| !belongs(at)).unwrap_or(listed)
    }

    /// The cell at a point of the window, or the one nearest to it.
    fn point(self, x: f64, y: f64) -> Option<Point> {
        let element = self.element.get_untracked()?;
        let head = dom::all(&element, ".grid-head").into_iter().next()?;
        let heads = dom::all(&head, "[role=columnheader]");
        let edges: Vec<(f64, f64)> = heads
            .iter()
            .map(|head| {
                let place = dom::place_of(head);
                (place.left, place.right)
            })
            .collect();
        let window = self.window_now();
        let y = y - dom::place_of(&head).bottom;
        let last = window.total.checked_sub(1)?;
        Some(Point {
            row: window.row_at(y).min(last),
            gap: window.row_at(y + window.row / 2.0).min(self.data.listed.get_untracked()),
            column: column_at(x, &edges),
        })
    }
}

/// A cell, and the gap between rows, nearest to a point.
struct Point {
    row: u32,
    /// The row below the gap.
    gap: u32,
    column: usize,
}

/// The column nearest to a point, whichever way text runs: each by its left and right edge.
fn column_at(x: f64, edges: &[(f64, f64)]) -> usize {
    let distance = |(left, right): &(f64, f64)| (left - x).max(x - right).max(0.0);
    let nearest = edges.iter().enumerate().min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)));
    nearest.map_or(0, |(at, _)| at)
}

/// Whether rows come to lie elsewhere when they are put in front of a row.
fn is_elsewhere(rows: (u32, u32), before: u32) -> bool {
    before < rows.0 || before > rows.1 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_column_under_the_pointer_is_found_whichever_way_text_runs() {
        let onward = [(0.0, 40.0), (40.0, 100.0), (100.0, 160.0)];
        let back = [(120.0, 160.0), (60.0, 120.0), (0.0, 60.0)];
        assert_eq!([-5.0, 10.0, 99.0, 400.0].map(|x| column_at(x, &onward)), [0, 0, 1, 2]);
        assert_eq!([-5.0, 10.0, 99.0, 400.0].map(|x| column_at(x, &back)), [2, 2, 1, 0]);
        assert_eq!(column_at(3.0, &[]), 0);
    }

    #[test]
    fn rows_put_in_front_of_themselves_stay() {
        assert!(!is_elsewhere((3, 5), 3) && !is_elsewhere((3, 5), 5) && !is_elsewhere((3, 5), 6));
        assert!(is_elsewhere((3, 5), 2) && is_elsewhere((3, 5), 7));
    }
}
