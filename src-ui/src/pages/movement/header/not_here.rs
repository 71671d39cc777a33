//! What the screens of a movement do not do, and where it is done.

use leptos::prelude::*;

use crate::i18n::{text, use_i18n};

/// The sentence, at the foot of a panel.
#[component]
pub fn NotHere() -> impl IntoView {
    let i18n = use_i18n();
    view! { <p class="panel-note" data-testid="not-here">{text!(i18n, movement.not_here)}</p> }
}
