//! A key as it is drawn beside what it does.

use leptos::prelude::*;

use crate::keys::use_keys;

/// The caps of a key ("Ctrl+Shift+N").
#[component]
pub fn KeyCaps(
    /// The key.
    chord: &'static str,
    /// It is read out too.
    #[prop(optional)]
    read: bool,
) -> impl IntoView {
    let keys = use_keys();
    view! {
        <span class="keys" aria-hidden=(!read).then_some("true")>
            {move || keys.caps(chord).into_iter().map(|cap| view! { <kbd>{cap}</kbd> }).collect_view()}
        </span>
    }
}
