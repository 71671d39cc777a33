//! Where a key binding applies (`Scope`), and what it learns about the key press.

use leptos::prelude::use_context;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, Event};

use super::Chord;

/// Where a binding holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Everywhere, also over a sheet (text size, list of keys).
    Always,
    /// Everywhere but over a sheet.
    Window,
    /// In the tab of this number, while it is the current one.
    Tab(u32),
    /// While the focus is inside the element whose `data-region` is this.
    Region(String),
    /// In the topmost sheet, if it is this one.
    Sheet(u32),
}

/// What a binding is told about the press.
#[derive(Clone, Debug)]
pub struct KeyPress {
    /// The key.
    pub chord: Chord,
    /// The key as the browser names it: a character as it was typed, capital or small.
    pub typed: String,
}

/// The number of the tab a page is in, provided by the frame.
#[derive(Clone, Copy)]
pub struct InTab(pub u32);

/// The sheet a component is in, provided by the sheet.
#[derive(Clone)]
pub struct InSheet(pub Scope);

/// Where the keys of this component hold: in the sheet it is in, else in its tab.
pub(super) fn here() -> Scope {
    match use_context::<InSheet>() {
        Some(InSheet(scope)) => scope,
        None => Scope::Tab(use_context::<InTab>().map_or(0, |tab| tab.0)),
    }
}

/// The element an event is about.
pub(super) fn element_of(event: &Event) -> Option<Element> {
    event.target().and_then(|target| target.dyn_into::<Element>().ok())
}
