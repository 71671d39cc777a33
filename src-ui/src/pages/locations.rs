//! Locations.

use leptos::prelude::*;

use crate::frame::PaneHead;
use crate::i18n::{text, use_i18n};

/// The page.
#[component]
pub fn Locations() -> impl IntoView {
    
    let i18n = use_i18n();
    view! { <PaneHead title=text!(i18n, nav.locations) /> }
}
