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
    /// Keys that work on this screen, the main ones first.
    #[prop(into)]
    hints: Signal<Vec<KeyHint>>,
    /// Facts: each a `span`. Those in a last one of class `more` give way to the keys.
    children: Children,
) -> impl IntoView {
    let keys = use_keys();
    let hint = move |hint: &KeyHint| {
        let label = hint.label;
        view! { <span><KeyCaps chord=hint.chord read=true />{label}</span> }
    };
    // Where there is little room the last go first, but the one that leads to all of them stays.
    let drawn = move |leads: bool| {
        hints.with(|hints| {
            let on = hints.iter().filter(|hint| keys.is_on(hint.chord));
            on.filter(|hint| (hint.chord == "?") == leads).map(hint).collect_view()
        })
    };
    view! {
        <footer class="foot">
            <div class="facts" role="status" data-testid="status">{children()}</div>
            <div class="hints"><div>{move || drawn(false)}</div>{move || drawn(true)}</div>
        </footer>
    }
}
