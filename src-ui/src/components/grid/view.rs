//! The grid as a whole: the element that scrolls, its keys, its clicks, and the focus that follows
//! the cursor.

use std::sync::Arc;

use leptos::ev::MouseEvent;
use leptos::html;
use leptos::prelude::*;

use super::calls::Calls;
use super::column::fit;
use super::column::head::Head;
use super::column::state::ColumnState;
use super::data::GridData;
use super::edit::search::SearchList;
use super::focus::{entered, keep_focus, left, take_from_pane};
use super::follow::follow_the_row;
use super::handle::GridHandle;
use super::input::drag::follow_the_pointer;
use super::input::keys;
use super::input::moves::Cursor;
use super::input::pointer::{clicked, opened, pressed, ticked};
use super::model::{Column, Edit, Row, RowKind};
use super::render::pool;
use super::render::row::group;
use super::render::slots::{cursor_is_drawn, group_above};
use super::state::GridState;
use crate::dom;
use crate::effect::{effect, memo};
use crate::i18n::use_i18n;
use crate::keys::use_keys;

/// The virtual grid. `name` is its test id (`{name}-grid`).
#[component]
pub fn Grid(
    /// Its name, in lower case.
    name: &'static str,
    /// What it is called when read out.
    label: Signal<String>,
    /// Its columns.
    columns: Vec<Column>,
    /// Its rows.
    data: GridData,
    /// Order, widths and sorting of its columns.
    layout: RwSignal<ColumnState>,
    /// Rows have children or groups that fold.
    #[prop(optional)]
    tree: bool,
    /// Enter or a double click on a record.
    #[prop(optional, into)]
    on_open: Option<Callback<Arc<Row>>>,
    /// A group or a tree row is folded or unfolded.
    #[prop(optional, into)]
    on_fold: Option<Callback<Arc<Row>>>,
    /// A cell was edited.
    #[prop(optional, into)]
    on_edit: Option<Callback<Edit>>,
    /// A text is being typed in a cell: for a page that keeps it before it is entered.
    #[prop(optional, into)]
    on_typing: Option<Callback<Edit>>,
    /// The button in a row was pressed.
    #[prop(optional, into)]
    on_press: Option<Callback<Arc<Row>>>,
    /// Columns were widened, moved or sorted: the time to keep them.
    #[prop(optional, into)]
    on_layout: Option<Callback<()>>,
    /// The current row changed.
    #[prop(optional, into)]
    on_current: Option<Callback<Option<Arc<Row>>>>,
    /// The column the focus comes to first; the first one where none is named.
    #[prop(optional)]
    begin_in: &'static str,
    /// Cells are chosen one by one, and edited as in a spreadsheet; otherwise rows are chosen.
    #[prop(optional)]
    cells: bool,
    /// What else the page does.
    #[prop(optional)]
    calls: Calls,
    /// The page's hold on it.
    #[prop(optional, into)]
    handle: Option<GridHandle>,
) -> impl IntoView {
    let calls = Calls {
        open: on_open.or(calls.open),
        fold: on_fold.or(calls.fold),
        edit: on_edit.or(calls.edit),
        typing: on_typing.or(calls.typing),
        press: on_press.or(calls.press),
        layout: on_layout.or(calls.layout),
        ..calls
    };
    let region = use_keys().region(name);
    let grid = GridState::new((name, region.clone()), (columns, data, layout), cells, calls);
    // Among those on screen: one that holds nothing may be left out from the beginning.
    let begin = grid.shown_now().iter().position(|column| column.id == begin_in);
    grid.cursor.set(Cursor { row: Some(0), column: begin.unwrap_or(0) });
    keys::bind(use_keys(), use_i18n(), grid);
    let body = pool::start(grid, tree);
    if let Some(handle) = handle {
        handle.take(grid);
    }
    follow_the_row(grid);
    tell_current(grid, on_current);
    tell_selected(grid);
    measure(grid);
    keep_focus(grid);
    take_from_pane(grid);
    follow_the_pointer(grid);
    fit::keep_column(grid);
    fit::reveal_column(grid);
    let template = memo(move || {
        let shown = grid.places.get();
        grid.columns.with_value(|all| grid.layout.with(|layout| layout.template(all, &shown)))
    });
    let count = move || grid.data.total.get().saturating_add(1);
    view! {
        <div
            node_ref=grid.element
            class=match (cells, calls.move_rows) {
                (true, Some(_)) => "grid has-cells can-move",
                (true, None) => "grid has-cells",
                (false, _) => "grid",
            }
            // `:focus-within` would have the engine style all rows anew whenever the focus moves.
            class:has-focus=move || grid.inside.get()
            role=if tree { "treegrid" } else { "grid" }
            aria-label=label
            aria-rowcount=count
            aria-colcount=move || grid.shown().len()
            aria-multiselectable="true"
            tabindex=move || if cursor_is_drawn(grid) { "-1" } else { "0" }
            data-testid=format!("{name}-grid")
            data-region=region
            style=("--cols", move || template.get().0)
            style=("--grid-min", move || dom::css(template.get().1, "rem"))
            on:scroll=move |_| scrolled(grid)
            on:mousedown=move |event| pressed(grid, &event)
            on:click=move |event| clicked(grid, &event)
            on:change=move |event| ticked(grid, &event)
            on:dblclick=move |event| opened(grid, &event)
            on:paste=move |event| grid.pasted(&event)
            on:focusin=move |_| entered(grid)
            on:focusout=move |event| left(grid, &event)
        >
            <Head grid />
            <StuckGroup grid />
            <div
                node_ref=body
                class="grid-body"
                role="rowgroup"
                style:height=move || dom::css(grid.window().body(), "px")
            ></div>
        </div>
        <SearchList grid label />
    }
}

/// The head of the group on screen, held at the top while its rows pass under it.
#[component]
fn StuckGroup(grid: GridState) -> impl IntoView {
    let above = memo(move || group_above(grid));
    let fold = move |event: MouseEvent| {
        event.stop_propagation();
        if let Some((at, row)) = above.get_untracked() {
            grid.put(Cursor { row: Some(at), column: 0 }, false);
            grid.fold(&row);
        }
    };
    let held = NodeRef::<html::Div>::new();
    effect(move || {
        let Some(held) = held.get() else { return };
        held.set_text_content(None);
        if let Some((_, row)) = above.get()
            && let RowKind::Group { name, beside, folded } = &row.kind
        {
            // An element of ours takes any other.
            let _ = held.append_child(&group((name, beside), *folded, false, 1).make());
        }
    });
    view! { <div node_ref=held class="group-stuck" aria-hidden="true" on:click=fold></div> }
}

fn tell_current(grid: GridState, on_current: Option<Callback<Option<Arc<Row>>>>) {
    let Some(on_current) = on_current else { return };
    let current = memo(move || {
        grid.data.version.track();
        grid.cursor.get().row.and_then(|at| grid.data.row(at))
    });
    effect(move || on_current.run(current.get()));
}

fn tell_selected(grid: GridState) {
    let Some(selected) = grid.calls.selected else { return };
    let now = memo(move || grid.selection());
    effect(move || selected.run(now.get()));
}

/// Keeps the height of the part on screen; a hidden grid keeps what it had.
fn measure(grid: GridState) {
    effect(move || {
        let Some(element) = grid.element.get() else { return };
        let head = element.query_selector(".grid-head").ok().flatten();
        dom::watch_size(&element, move |width, height| {
            if width > 0.0 {
                grid.width.set(width);
            }
            let head = head.as_ref().map_or(0.0, |head| {
                let place = dom::place_of(head);
                place.bottom - place.top
            });
            if height > head {
                resized(grid, height - head);
            }
        });
    });
}

/// Something came above or below the grid, or went: the row with the cursor stays on screen. The
/// focus may be in what came.
fn resized(grid: GridState, height: f64) {
    let Some(row) = grid.cursor.get_untracked().row else { return grid.height.set(height) };
    let was_seen = grid.window_now().reveal(row).is_none();
    grid.height.set(height);
    // The engine scrolls by itself where the last row would end above the edge.
    scrolled(grid);
    if was_seen || grid.window_now().shows(row) {
        grid.reveal(row);
    }
}

fn scrolled(grid: GridState) {
    if let Some(element) = grid.element.get_untracked() {
        let top = f64::from(element.scroll_top());
        // What scroll_to set is a fraction of a px away at most.
        if (top - grid.top.get_untracked()).abs() >= 1.0 {
            // The list would stay behind.
            grid.list.close();
            grid.top.set(top);
        }
    }
}
