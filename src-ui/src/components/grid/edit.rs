//! The editor in a cell: Enter keeps and goes down, Tab keeps and goes to the next cell that can be
//! edited, Ctrl+Enter keeps and is the page's, Esc restores, leaving keeps.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::state::{GridState, Leave};
use crate::dom;

/// The editor of the cell being edited.
#[component]
pub fn CellEditor(grid: GridState, label: Signal<String>) -> impl IntoView {
    let editing = grid.editing.get_untracked();
    let (begin, typed) = editing.map(|e| (e.text, e.typed)).unwrap_or_default();
    let input = NodeRef::<html::Input>::new();
    Effect::new(move || {
        let Some(input) = input.get() else { return };
        dom::focus(&input);
        if typed {
            let end = u32::try_from(input.value().encode_utf16().count()).unwrap_or(0);
            // The caret stands behind what was typed; a field of text takes any range.
            let _ = input.set_selection_range(end, end);
            grid.type_in(input.value());
        } else {
            input.select();
        }
    });
    let leave = move |to: Leave| {
        let text = input.get_untracked().map(|input| input.value());
        grid.inside.set(true);
        grid.leave(text, to);
        keep_the_keys(grid);
    };
    let on_key = move |event: KeyboardEvent| {
        if event.is_composing() {
            return;
        }
        match event.key().as_str() {
            // What it means to the page, it means with what was typed.
            "Enter" if event.ctrl_key() || event.meta_key() => return leave(Leave::Stay),
            "Enter" => leave(Leave::Down),
            "Tab" => leave(Leave::Next(!event.shift_key())),
            "Escape" => {
                grid.inside.set(true);
                grid.leave(None, Leave::Stay);
                keep_the_keys(grid);
            }
            _ => {
                // Everything else is the field's own, whatever it means to the grid.
                event.stop_propagation();
                return;
            }
        }
        event.prevent_default();
        event.stop_propagation();
    };
    // The focus left by a click elsewhere: what was typed is kept.
    // An editor that goes away loses the focus too, after its signals are gone.
    let on_blur = move |event| {
        if grid.editing.try_get_untracked().flatten().is_some() {
            grid.leave(Some(event_target_value(&event)), Leave::Stay);
        }
    };
    view! {
        <input
            node_ref=input
            value=begin
            aria-label=label
            autocomplete="off"
            spellcheck="false"
            data-testid="cell-edit"
            on:input=move |event| grid.type_in(event_target_value(&event))
            on:keydown=on_key
            on:blur=on_blur
        />
    }
}

/// The next key may come before the next cell is drawn and has the focus: it is the grid's already.
fn keep_the_keys(grid: GridState) {
    if let Some(element) = grid.element.get_untracked() {
        dom::focus(&element);
    }
}
