//! The grid as a whole: the element that scrolls, its keys, its clicks, and the focus that follows
//! the cursor.

use std::sync::Arc;

use leptos::ev::{FocusEvent, MouseEvent};
use leptos::prelude::*;
use leptos::web_sys::{Element, Node};
use wasm_bindgen::JsCast;

use super::columns::ColumnState;
use super::fit;
use super::head::Head;
use super::model::{Column, Edit, GridData, Kind, Row};
use super::moves::{Act, Cursor, KEYS};
use super::row::{SlotRow, group};
use super::slots::{Slots, cursor_is_drawn, follow_the_row, group_above};
use super::state::{Calls, GridState};
use crate::dom;
use crate::i18n::{I18n, text, use_i18n};
use crate::keys::{Keys, Scope, use_keys};
use crate::look::use_look;

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
) -> impl IntoView {
    let shown = layout.with_untracked(|layout| layout.shown(&columns));
    let begin = shown.iter().position(|at| columns.get(*at).is_some_and(|c| c.id == begin_in));
    let (columns, row, width) = (StoredValue::new(columns), use_look().row, RwSignal::new(0.0));
    let grid = GridState {
        columns,
        data,
        layout,
        places: fit::places(columns, layout, width, row),
        cursor: RwSignal::new(Cursor { row: Some(0), column: begin.unwrap_or(0) }),
        anchor: RwSignal::new(None),
        top: RwSignal::new(0.0),
        height: RwSignal::new(0.0),
        width,
        row,
        inside: RwSignal::new(false),
        editing: RwSignal::new(None),
        element: NodeRef::new(),
        calls: Calls {
            open: on_open,
            fold: on_fold,
            edit: on_edit,
            typing: on_typing,
            press: on_press,
            layout: on_layout,
        },
    };
    let region = bind_keys(use_keys(), use_i18n(), name, grid);
    let slots = Slots::start(grid);
    follow_the_row(grid);
    tell_current(grid, on_current);
    measure(grid);
    keep_focus(grid);
    take_from_pane(grid);
    fit::keep_column(grid);
    fit::reveal_column(grid);
    let template = Memo::new(move |_| {
        let shown = grid.places.get();
        grid.columns.with_value(|all| grid.layout.with(|layout| layout.template(all, &shown)))
    });
    let count = move || grid.data.total.get().saturating_add(1);
    view! {
        <div
            node_ref=grid.element
            class="grid"
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
            on:dblclick=move |event| opened(grid, &event)
            on:focusin=move |_| grid.inside.set(true)
            on:focusout=move |event| left(grid, &event)
        >
            <Head grid />
            <StuckGroup grid />
            <div
                class="grid-body"
                role="rowgroup"
                style:height=move || dom::css(grid.window().body(), "px")
            >
                <For
                    each=move || slots.pool.get().into_iter().enumerate()
                    key=|(at, _)| *at
                    children=move |(_, slot)| view! { <SlotRow grid showing=slot tree /> }
                />
            </div>
        </div>
    }
}

/// The head of the group on screen, held at the top while its rows pass under it.
#[component]
fn StuckGroup(grid: GridState) -> impl IntoView {
    let above = Memo::new(move |_| group_above(grid));
    let fold = move |event: MouseEvent| {
        event.stop_propagation();
        if let Some((at, row)) = above.get_untracked() {
            grid.put(Cursor { row: Some(at), column: 0 }, false);
            grid.fold(&row);
        }
    };
    view! {
        <div class="group-stuck" aria-hidden="true" on:click=fold>
            {move || {
                let (_, row) = above.get()?;
                let Kind::Group { name, beside, folded } = row.kind.clone() else {
                    return None;
                };
                Some(group(name, beside, folded, false, 1))
            }}
        </div>
    }
}

/// Binds the grid's keys to a region of its own; answers the region's name.
fn bind_keys(keys: Keys, i18n: I18n, name: &str, grid: GridState) -> String {
    let region = keys.region(name);
    let scope = Scope::Region(region.clone());
    for (chord, act) in KEYS {
        let act = *act;
        let label = label_of(act, i18n);
        keys.bind_if(scope.clone(), chord, label, move |_| grid.act(act));
    }
    keys.rest_of(scope, move |press| press.chord.types() && grid.typed(&press.chord.key));
    region
}

/// What the list of keys says of an act; the first key of several that belong together says it.
fn label_of(act: Act, i18n: I18n) -> Option<Signal<String>> {
    Some(match act {
        Act::Left | Act::Right | Act::Up | Act::Down => text!(i18n, grid.cells),
        Act::RowStart | Act::RowEnd => text!(i18n, grid.row_ends),
        Act::PageUp | Act::PageDown => text!(i18n, grid.page),
        Act::Start | Act::End | Act::First | Act::Last => text!(i18n, grid.ends),
        Act::ExtendUp | Act::ExtendDown => text!(i18n, grid.extend),
        Act::All => text!(i18n, grid.all),
        Act::Open => text!(i18n, grid.open),
        Act::SortMore => text!(i18n, grid.sort_more),
        Act::Edit => text!(i18n, grid.edit),
        Act::Toggle => text!(i18n, grid.toggle),
        Act::Narrower | Act::Wider => text!(i18n, grid.resize),
        Act::MoveLeft | Act::MoveRight => text!(i18n, grid.reorder),
    })
}

fn tell_current(grid: GridState, on_current: Option<Callback<Option<Arc<Row>>>>) {
    let Some(on_current) = on_current else { return };
    let current = Memo::new(move |_| {
        grid.data.version.track();
        grid.cursor.get().row.and_then(|at| grid.data.row(at))
    });
    Effect::new(move || on_current.run(current.get()));
}

/// Keeps the height of the part on screen; a hidden grid keeps what it had.
fn measure(grid: GridState) {
    Effect::new(move || {
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
                grid.height.set(height - head);
            }
        });
    });
}

/// Gives the focus to the cursor's cell once it is drawn, as long as the focus is inside.
fn keep_focus(grid: GridState) {
    Effect::new(move || {
        grid.cursor.track();
        grid.top.track();
        grid.row.track();
        // The page of a far row comes later than the cursor.
        grid.data.version.track();
        if !grid.inside.get() || grid.editing.get().is_some() {
            return;
        }
        request_animation_frame(move || {
            let Some(Some(element)) = grid.element.try_get_untracked() else { return };
            let now = dom::focused().filter(|now| now.tag_name() != "BODY");
            if now.is_some_and(|now| !element.contains(Some(&now))) {
                // It was lost here with a row drawn anew, and has been taken up elsewhere since.
                grid.inside.set(false);
                return;
            }
            let still = grid.inside.get_untracked() && grid.editing.get_untracked().is_none();
            let held = dom::focused().is_some_and(|now| {
                element.contains(Some(&now))
                    && now.get_attribute("tabindex").as_deref() == Some("0")
            });
            if still && !held && !dom::focus_first(&element, "[tabindex=\"0\"]") {
                dom::focus(&element);
            }
        });
    });
}

/// A pane comes to the front before its rows are here, and has the focus itself: the rows take it
/// over. A grid in a side panel leaves it to the list.
fn take_from_pane(grid: GridState) {
    let has_rows = Memo::new(move |_| {
        grid.data.version.track();
        grid.data.row(0).is_some()
    });
    Effect::new(move || {
        if !has_rows.get() {
            return;
        }
        request_animation_frame(move || {
            let Some(Some(element)) = grid.element.try_get_untracked() else { return };
            let is_list = element.closest(".panel").ok().flatten().is_none();
            let in_pane = dom::focused()
                .is_some_and(|now| now.tag_name() == "MAIN" && now.contains(Some(&element)));
            if is_list && in_pane {
                dom::focus_first(&element, "[tabindex=\"0\"]");
            }
        });
    });
}

fn scrolled(grid: GridState) {
    if let Some(element) = grid.element.get_untracked() {
        let top = f64::from(element.scroll_top());
        // What scroll_to set is a fraction of a px away at most.
        if (top - grid.top.get_untracked()).abs() >= 1.0 {
            grid.top.set(top);
        }
    }
}

/// The cell under a pointer: row and column, by its place on screen.
fn cell_at(event: &MouseEvent) -> Option<Cursor> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let row = target.closest("[data-index]").ok().flatten()?;
    let index = row.get_attribute("data-index")?.parse().ok()?;
    let cell = target.closest("[aria-colindex]").ok().flatten();
    let column = cell.and_then(|cell| cell.get_attribute("aria-colindex")?.parse::<usize>().ok());
    Some(Cursor { row: Some(index), column: column.map_or(0, |at| at.saturating_sub(1)) })
}

fn pressed(grid: GridState, event: &MouseEvent) {
    let in_editor = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
        .is_some_and(|target| target.tag_name() == "INPUT" && dom::takes_text(&target));
    if in_editor || event.button() != 0 {
        return;
    }
    if let Some(cursor) = cell_at(event) {
        if event.shift_key() {
            // Shift would choose text on its way.
            event.prevent_default();
        }
        grid.inside.set(true);
        grid.put(cursor, event.shift_key());
    }
}

fn clicked(grid: GridState, event: &MouseEvent) {
    let Some(cursor) = cell_at(event) else { return };
    let Some(row) = cursor.row.and_then(|at| grid.data.row(at)) else { return };
    let twist = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
        .is_some_and(|target| target.closest(".twist").ok().flatten().is_some());
    if twist || matches!(row.kind, Kind::Group { .. }) {
        grid.fold(&row);
    }
}

fn opened(grid: GridState, event: &MouseEvent) {
    if let Some(cursor) = cell_at(event) {
        let group = cursor.row.and_then(|at| grid.data.row(at)).is_some_and(|row| row.is_wide());
        if !group {
            grid.open(cursor, true);
        }
    }
}

fn left(grid: GridState, event: &FocusEvent) {
    let to = event.related_target().and_then(|to| to.dyn_into::<Node>().ok());
    // A grid that is taken away with the focus inside hears of it when its signals are gone.
    let Some(element) = grid.element.try_get_untracked() else { return };
    let inside = element.is_some_and(|element| element.contains(to.as_ref()));
    // Without a next element the focus goes nowhere: a row was drawn anew, or the window is left.
    if to.is_some() && !inside {
        grid.inside.set(false);
    }
}
