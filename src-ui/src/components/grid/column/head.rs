//! The column heads: names, sorting, and the grips that make columns wider and narrower.

use leptos::ev::{MouseEvent, PointerEvent};
use leptos::prelude::*;
use leptos::web_sys::Element;
use wasm_bindgen::JsCast;

use crate::components::Icon;
use crate::components::grid::input::moves::Cursor;
use crate::components::grid::model::{Align, Column};
use crate::components::grid::state::GridState;
use crate::dom;
use crate::effect::memo;

/// A press that moves further than so many px is no click.
const DRAWN: u32 = 4;

/// The column heads.
#[component]
pub fn Head(grid: GridState) -> impl IntoView {
    // The focus moves among rows far more often than it comes here.
    let focus = memo(move || {
        let cursor = grid.cursor.get();
        cursor.row.is_none().then_some(cursor.column)
    });
    view! {
        <div class="grid-head" role="row" aria-rowindex="1">
            {move || {
                grid.shown()
                    .into_iter()
                    .enumerate()
                    .map(|(place, column)| view! { <ColumnHead grid column place focus /> })
                    .collect_view()
            }}
        </div>
    }
}

#[component]
fn ColumnHead(
    grid: GridState,
    column: Column,
    place: usize,
    /// Which of the heads has the focus.
    focus: Memo<Option<usize>>,
) -> impl IntoView {
    let sorted = memo(move || grid.layout.with(|layout| layout.sorted(column.id)));
    let current = move || focus.get() == Some(place);
    let several = move || grid.layout.with(|layout| layout.sort.len() > 1);
    let class = match column.align {
        Align::Start => "",
        Align::End => "n",
        Align::Middle => "mid",
    };
    let quiet = column.quiet || column.sign.is_some();
    // Where the press began: a head that is drawn along is not clicked.
    let from = StoredValue::new(0);
    let press = move |event: MouseEvent| {
        if event.client_x().abs_diff(from.get_value()) > DRAWN {
            return;
        }
        let cursor = Cursor { row: None, column: place };
        grid.put(cursor, false);
        grid.sort(cursor, event.shift_key());
    };
    view! {
        <div
            class=class
            class:is-cell=move || current() && grid.inside.get()
            role="columnheader"
            tabindex=move || if current() { "0" } else { "-1" }
            aria-colindex=place + 1
            aria-sort=move || sorted.get().map(|(_, down)| if down { "descending" } else { "ascending" })
            title=column.label
            data-testid="column"
            data-col=column.id
            on:mousedown=move |event| from.set_value(event.client_x())
            on:click=press
        >
            {move || sorted.get().map(|(rank, down)| view! {
                <Icon name=if down { "arrow-down" } else { "arrow-up" } />
                {several().then(|| view! { <span class="rank">{rank}</span> })}
            })}
            {column.sign.map(|sign| view! { <span aria-hidden="true">{sign}</span> })}
            <span class=if quiet { "vh" } else { "trunc" }>{column.label}</span>
            // The one that takes the room that is left follows the others.
            {(!column.grows).then(|| view! { <Grip grid column /> })}
        </div>
    }
}

/// The end of a column, to be drawn wider or narrower. Its keys are those of the head.
#[component]
fn Grip(grid: GridState, column: Column) -> impl IntoView {
    // Where the press began and how wide the column was then.
    let from = RwSignal::new(None::<(f64, f64)>);
    let down = move |event: PointerEvent| {
        event.prevent_default();
        event.stop_propagation();
        let grip = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let head = grip.as_ref().and_then(|grip| grip.parent_element());
        let Some((grip, head)) = grip.zip(head) else { return };
        // Without capture the pointer is simply lost at the grip's edge.
        let _ = grip.set_pointer_capture(event.pointer_id());
        let place = dom::place_of(&head);
        from.set(Some((f64::from(event.client_x()), (place.right - place.left) / dom::rem())));
    };
    let moved = move |event: PointerEvent| {
        let Some((x, width)) = from.get_untracked() else { return };
        let by = (f64::from(event.client_x()) - x) / dom::rem();
        let by = if dom::is_rtl() { -by } else { by };
        grid.layout.update(|layout| layout.resize(&column, width + by));
    };
    let up = move |_: PointerEvent| {
        if from.get_untracked().is_some() {
            from.set(None);
            grid.keep_layout();
        }
    };
    let fit = move |_: MouseEvent| {
        super::fit::to_contents(grid, &column);
    };
    view! {
        <span
            class="grip"
            class:is-on=move || from.get().is_some()
            aria-hidden="true"
            on:pointerdown=down
            on:pointermove=moved
            on:pointerup=up
            on:pointercancel=up
            on:click=|event| event.stop_propagation()
            on:dblclick=fit
        ></span>
    }
}
