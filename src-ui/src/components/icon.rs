//! Icons of the sprite in `index.html`, and the product's mark.

use leptos::prelude::*;

/// An icon of the sprite, by its Lucide name. Read out by nobody: the word stands beside it or on
/// the button around it.
#[component]
pub fn Icon(
    /// Name in the sprite.
    name: &'static str,
    /// Classes; `icon-sm`, `icon-lg`, `icon-dir` (mirrored from right to left).
    #[prop(default = "icon")]
    class: &'static str,
) -> impl IntoView {
    // It points where reading goes. Undo and redo turn back in time, in every direction of text alike.
    let turns = name == "log-out";
    view! { <svg class=class class:icon-dir=turns aria-hidden="true"><use href=format!("#i-{name}")></use></svg> }
}

/// The product's mark, in the profile's colour.
#[component]
pub fn Mark(
    /// Classes.
    #[prop(default = "mark")]
    class: &'static str,
) -> impl IntoView {
    view! {
        <svg class=class viewBox="0 0 24 24" aria-hidden="true">
            <path d="M17 6.5H9.8a2.7 2.7 0 0 0 0 5.5h4.4a2.7 2.7 0 0 1 0 5.5H7"></path>
        </svg>
    }
}
