//! The editor in a cell: Enter keeps and goes down, Tab keeps and goes to the next cell that can be
//! edited, Ctrl+Enter keeps and is the page's, or sets all chosen cells; Esc closes the list, then
//! restores; leaving keeps. While it is open it may be drawn anew, here or in another slot: what was
//! typed is the grid's.

use leptos::ev::{FocusEvent, KeyboardEvent};
use leptos::html;
use leptos::prelude::*;
use leptos::web_sys::HtmlInputElement;
use wasm_bindgen::JsCast;

use super::cell_edit::{Entered, Leave};
use super::search::LIST;
use crate::components::grid::focus::focus_cell;
use crate::components::grid::model::{Column, EditorKind};
use crate::components::grid::state::GridState;
use crate::dom;
use crate::effect::effect;

/// The editor of the cell being edited.
#[component]
pub fn CellEditor(grid: GridState, column: Column) -> impl IntoView {
    let editing = grid.editing.get_untracked();
    let (key, begin, typed) = editing.map(|e| (e.key, e.text, e.typed)).unwrap_or_default();
    let searches = column.editor.is_some_and(EditorKind::searches);
    let input = NodeRef::<html::Input>::new();
    effect(move || {
        if let Some(input) = input.get() {
            take_up(grid, &input, (&begin, typed), searches);
        }
    });
    let on_key = move |event: KeyboardEvent| {
        if let Some(input) = input.get_untracked().filter(|_| !event.is_composing()) {
            on_key(grid, &event, input.value(), searches);
        }
    };
    let list = grid.list;
    let expanded = move || searches.then(|| list.open.get().to_string());
    let active = move || {
        let at = list.active.get().filter(|_| searches && list.open.get())?;
        Some(format!("{}-{at}", grid.id(LIST)))
    };
    view! {
        <div class="edit" node_ref=list.anchor>
            <input
                node_ref=input
                aria-label=column.label
                role=searches.then_some("combobox")
                aria-autocomplete=searches.then_some("list")
                aria-expanded=expanded
                aria-controls=move || (searches && list.open.get()).then(|| grid.id(LIST))
                aria-activedescendant=active
                inputmode=column.editor.is_some_and(EditorKind::is_number).then_some("numeric")
                autocomplete="off"
                spellcheck="false"
                data-testid="cell-edit"
                on:input=move |event| typed_in(grid, event_target_value(&event), searches)
                on:keydown=on_key
                on:blur=move |event| left(grid, &event, &key, column)
            />
        </div>
    }
}

/// Takes the focus, with what it begins with: a text, typed over the cell or not. A field that has
/// the focus was drawn before: what is typed in it goes on.
fn take_up(
    grid: GridState,
    input: &HtmlInputElement,
    (begin, typed): (&str, bool),
    searches: bool,
) {
    if dom::focused().is_some_and(|now| now.is_same_node(Some(input))) {
        return;
    }
    // From an attribute, the engine would look for the caret's place in the whole page.
    input.set_value(begin);
    let was_drawn = grid.editor_was_drawn();
    dom::focus(input);
    if !typed {
        return input.select();
    }
    let end = u32::try_from(input.value().encode_utf16().count()).unwrap_or(0);
    // The caret stands behind what was typed; a field of text takes any range.
    let _ = input.set_selection_range(end, end);
    if !was_drawn {
        typed_in(grid, input.value(), searches);
    }
}

fn typed_in(grid: GridState, text: String, searches: bool) {
    grid.type_in(text.clone());
    if searches {
        grid.search_for(text);
    }
}

fn on_key(grid: GridState, event: &KeyboardEvent, text: String, searches: bool) {
    let ctrl = event.ctrl_key() || event.meta_key();
    // With Shift, WebKitGTK has no name for it.
    let is_tab = event.code() == "Tab" && !ctrl;
    match event.key().as_str() {
        _ if is_tab => enter(grid, text, searches, Leave::Next(!event.shift_key())),
        "Enter" if ctrl && grid.set_chosen(&text) => {}
        // What it means to the page, it means with what was typed.
        "Enter" if ctrl || event.alt_key() => return enter(grid, text, searches, Leave::Stay),
        "s" | "S" if ctrl => return enter(grid, text, searches, Leave::Stay),
        // What is no code yet stays, and the list has one for it.
        "Enter" if searches && grid.leads_into_list(&text) => {}
        "Enter" => enter(grid, text, searches, Leave::Down),
        "ArrowDown" | "ArrowUp" if searches => {
            grid.step_in_list(&text, event.key() == "ArrowDown");
        }
        "Escape" if grid.list.open.get_untracked() => grid.list.close(),
        "Escape" => {
            grid.inside.set(true);
            grid.leave(Entered::Nothing, Leave::Stay);
            keep_the_keys(grid);
        }
        key => {
            // The window's keys are heard; everything else is the field's own, whatever it means to
            // the grid.
            if is_field_own(key, ctrl != event.alt_key()) {
                event.stop_propagation();
            }
            return;
        }
    }
    event.prevent_default();
    event.stop_propagation();
}

/// Whether a key is a text field's own: what types, moves the caret, or edits. `command` says that
/// Ctrl or Alt is held, which together type.
fn is_field_own(key: &str, command: bool) -> bool {
    let is_function = key.len() > 1 && key.starts_with('F') && key != "F2" || key == "Tab";
    let is_plain = key.chars().count() == 1;
    // All, the clipboard, undo and redo. Modifiers by themselves are named at length.
    let edits = "acvxyzACVXYZ".contains(key);
    if command && is_plain { edits } else { !is_function }
}

fn enter(grid: GridState, text: String, searches: bool, leave: Leave) {
    let entered = if searches { grid.entered(text) } else { Entered::Text(text) };
    grid.inside.set(true);
    grid.leave(entered, leave);
    if leave == Leave::Stay {
        // The page is about to hear the key.
        keep_the_keys(grid);
    }
}

/// The focus left by a click elsewhere: what was typed is kept. An editor that goes away loses the
/// focus too: after its signals are gone, when it is drawn at another place, or when the next cell
/// is edited already.
fn left(grid: GridState, event: &FocusEvent, key: &str, column: Column) {
    let field = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    // Under a sheet the text waits, and goes on where it was when the sheet is gone.
    let is_under = |field: &HtmlInputElement| field.closest("[inert]").ok().flatten().is_some();
    let Some(field) = field.filter(|field| field.is_connected() && !is_under(field)) else {
        return;
    };
    let now = grid.editing.try_get_untracked().flatten();
    if now.is_some_and(|now| now.key == key && now.column == column.id) {
        grid.leave(Entered::Text(field.value()), Leave::Stay);
    }
}

/// The field is on its way out: its cell has the focus already, and with it the keys.
fn keep_the_keys(grid: GridState) {
    if let Some(element) = grid.element.get_untracked() {
        focus_cell(&element);
    }
}

impl GridState {
    /// Whether the editor was drawn before: then the page knows what was typed, and the list under it
    /// stays as it was left.
    fn editor_was_drawn(self) -> bool {
        let drawn = self.editing.try_update_untracked(|editing| {
            editing.as_mut().map(|editing| std::mem::replace(&mut editing.drawn, true))
        });
        drawn.flatten().unwrap_or_default()
    }

    /// Sets all chosen cells, if there are several; the editor is left.
    fn set_chosen(self, text: &str) -> bool {
        let several = self.range_now().filter(|range| !range.is_single());
        let (Some(range), Some(set)) = (several, self.calls.set) else { return false };
        self.inside.set(true);
        self.leave(Entered::Nothing, Leave::Stay);
        keep_the_keys(self);
        set.run((self.told(range), text.to_owned()));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::is_field_own;

    #[test]
    fn what_types_and_edits_is_the_fields_own() {
        for key in ["a", "F", "7", "ArrowLeft", "F2", "Home"] {
            assert!(is_field_own(key, false), "{key}");
        }
        for key in ["c", "V", "z", "ArrowLeft", "Delete", "Control", "Shift"] {
            assert!(is_field_own(key, true), "Ctrl+{key}");
        }
    }

    #[test]
    fn the_windows_keys_are_heard_while_a_cell_is_edited() {
        for (key, command) in
            [("F1", false), ("F6", false), ("k", true), ("+", true), ("Tab", true)]
        {
            assert!(!is_field_own(key, command), "{key}");
        }
    }
}
