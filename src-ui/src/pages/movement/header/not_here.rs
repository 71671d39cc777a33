//! The note that a movement cannot be deleted or shipped in Stockhand, and where that is done.

use leptos::prelude::*;

use crate::i18n::{text, use_i18n};

/// The sentence, at the foot of a panel.
#[component]
pub fn NotHere() -> impl IntoView {
    let i18n = use_i18n();
    view! { <p class="panel-note" data-testid="not-here">{text!(i18n, movement.not_here)}</p> }
}
