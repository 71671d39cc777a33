//! The line at a screen's foot: facts at its start, the keys that work now at its end.

use leptos::prelude::*;

use super::KeyCaps;
use crate::keys::use_keys;

/// A key and what it does.
#[derive(Clone)]
pub struct KeyHint {
    /// The key.
    pub chord: &'static str,
    /// What it does, in a word.
    pub label: Signal<String>,
}

/// The status line.
#[component]
pub fn StatusLine(
    /// Keys that work on this screen.
    hints: Vec<KeyHint>,
    /// Facts: each a `span`.
    children: Children,
) -> impl IntoView {
    let keys = use_keys();
    let hint = move |hint: &KeyHint| {
        let label = hint.label;
        view! { <span><KeyCaps chord=hint.chord read=true />{label}</span> }
    };
    // From the end: where there is little room, the last of them stays.
    let hints = move || {
        let on = hints.iter().rev().filter(|hint| keys.is_on(hint.chord));
        on.map(hint).collect_view()
    };
    view! {
        <footer class="foot">
            <div class="facts" role="status" data-testid="status">{children()}</div>
            <div class="hints">{hints}</div>
        </footer>
    }
}
