//! MovementPage.

use leptos::prelude::*;

use crate::frame::PaneHead;
use crate::i18n::{text, use_i18n};

/// The page.
#[component]
pub fn MovementPage(/// Which one.
    movement: contract::MovementRef,) -> impl IntoView {
    let _ = movement;
    let i18n = use_i18n();
    view! { <PaneHead title=text!(i18n, nav.movement) /> }
}
