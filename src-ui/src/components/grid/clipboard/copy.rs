//! Copying and pasting blocks of cells. What is copied may lie in the backend alone: the clipboard
//! is promised it at the press of the key, as the engine demands, and gets it when it is here. What
//! is pasted comes with the engine's own event, so that nobody is asked for permission.

use leptos::ev::ClipboardEvent;
use leptos::prelude::*;
use leptos::web_sys::Element;
use wasm_bindgen::JsCast;

use super::block::Block;
use super::copied::Copied;
use crate::clipboard::promise_clipboard;
use crate::components::grid::state::GridState;
use crate::dom;

impl GridState {
    /// Asks the page for the chosen cells; when they are on the clipboard and were to be cut, the
    /// page is told so.
    pub fn copy(self, cut: bool) -> bool {
        let chosen = self.selection_now();
        let (Some(copy), Some(chosen)) = (self.calls.copy, chosen) else { return false };
        let cut = self.calls.cut.filter(|_| cut).zip(Some(chosen.clone()));
        let promised = promise_clipboard(move |taken| {
            if let Some((cut, chosen)) = cut.filter(|_| taken) {
                cut.run(chosen);
            }
        });
        let Some(promised) = promised else { return false };
        let number = self.pending.try_update_value(|(number, pending)| {
            *number = number.wrapping_add(1);
            *pending = Some(promised);
            *number
        });
        let Some(number) = number else { return false };
        copy.run((chosen, Copied { pending: self.pending, number }));
        true
    }

    /// Hands a block to the page, unless it is pasted into the cell being edited.
    pub fn pasted(self, event: &ClipboardEvent) {
        let into_text = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok())
            .is_some_and(|target| dom::takes_text(&target));
        let chosen = self.selection_now();
        let (Some(paste), Some(chosen)) = (self.calls.paste.filter(|_| !into_text), chosen) else {
            return;
        };
        event.prevent_default();
        let Some(data) = event.clipboard_data() else { return };
        let held = |kind: &str| data.get_data(kind).unwrap_or_default();
        let block = Block::read(&held("text/plain"), &held("text/html"));
        if !block.as_ref().is_ok_and(Block::is_empty) {
            paste.run((chosen, block));
        }
    }
}
