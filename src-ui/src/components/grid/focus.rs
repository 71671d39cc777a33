//! The focus that follows the cursor: given to the cursor's cell once that is drawn, kept while rows
//! are drawn anew, taken over from a pane that came to the front before its rows were here.

use leptos::ev::FocusEvent;
use leptos::prelude::*;
use leptos::web_sys::{HtmlElement, Node};
use wasm_bindgen::JsCast;

use super::state::GridState;
use crate::dom;
use crate::effect::{effect, memo};

/// Gives the focus to the cursor's cell once it is drawn, as long as the focus is inside.
pub fn keep_focus(grid: GridState) {
    effect(move || {
        grid.cursor.track();
        grid.action.track();
        grid.top.track();
        grid.row.track();
        grid.height.track();
        // The page of a far row comes later than the cursor.
        grid.data.version.track();
        if !grid.inside.get() || grid.editing.get().is_some() {
            return;
        }
        // A row that comes into view is drawn by then.
        request_animation_frame(move || give_focus(grid));
    });
}

/// Gives the focus to the cursor's cell, unless it was taken up elsewhere.
pub fn give_focus(grid: GridState) {
    let Some(Some(element)) = grid.element.try_get_untracked() else { return };
    let now = dom::focused().filter(|now| now.tag_name() != "BODY");
    if now.is_some_and(|now| !element.contains(Some(&now))) {
        // It was lost here with a row drawn anew, and has been taken up elsewhere since.
        grid.inside.set(false);
        return;
    }
    let still = grid.inside.get_untracked() && grid.editing.get_untracked().is_none();
    let held = dom::focused().is_some_and(|now| {
        element.contains(Some(&now)) && now.get_attribute("tabindex").as_deref() == Some("0")
    });
    if still && !held {
        focus_cell(&element);
    }
}

/// Gives the focus to the cell drawn with the cursor; to the grid itself where none is.
pub fn focus_cell(grid: &HtmlElement) {
    // Whether it is shown is not asked: that would have the engine lay everything out.
    let cell = grid.query_selector("[tabindex=\"0\"]").ok().flatten();
    let cell = cell.and_then(|cell| cell.dyn_into::<HtmlElement>().ok());
    dom::focus(cell.as_ref().unwrap_or(grid));
}

/// A pane comes to the front before its rows are here, and has the focus itself: the rows take it
/// over. A grid in a side panel takes it from the panel's title.
pub fn take_from_pane(grid: GridState) {
    let has_rows = memo(move || {
        grid.data.version.track();
        grid.data.row(0).is_some()
    });
    effect(move || {
        if !has_rows.get() {
            return;
        }
        request_animation_frame(move || {
            let Some(Some(element)) = grid.element.try_get_untracked() else { return };
            let panel = element.closest(".panel").ok().flatten();
            let waits = dom::focused().is_some_and(|now| match &panel {
                Some(panel) => now.tag_name() == "H2" && panel.contains(Some(&now)),
                None => now.tag_name() == "MAIN" && now.contains(Some(&element)),
            });
            if waits {
                dom::focus_first(&element, "[tabindex=\"0\"]");
            }
        });
    });
}

/// The focus came to an element inside.
pub fn entered(grid: GridState) {
    if !grid.inside.get_untracked() {
        grid.inside.set(true);
    }
}

/// The focus left an element inside.
pub fn left(grid: GridState, event: &FocusEvent) {
    let to = event.related_target().and_then(|to| to.dyn_into::<Node>().ok());
    // A grid that is taken away with the focus inside hears of it when its signals are gone.
    let Some(element) = grid.element.try_get_untracked() else { return };
    let inside = element.is_some_and(|element| element.contains(to.as_ref()));
    // Without a next element the focus goes nowhere: a row was drawn anew, or the window is left.
    if to.is_some() && !inside {
        grid.inside.set(false);
    }
}
