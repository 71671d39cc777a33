//! What is drawn while a condition holds: Leptos' `<Show>`, but one for conditions and contents of
//! every kind, where Leptos compiles one for each.

use leptos::children::ViewFn;
use leptos::prelude::*;

/// A condition that follows the signals it reads.
pub struct Condition(Box<dyn Fn() -> bool + Send + Sync>);

impl<F: Fn() -> bool + Send + Sync + 'static> From<F> for Condition {
    fn from(holds: F) -> Self {
        Self(Box::new(holds))
    }
}

/// Draws its children while a condition holds.
#[component]
pub fn Show(
    /// The condition.
    #[prop(into)]
    when: Condition,
    /// What is drawn while it does not.
    #[prop(optional, into)]
    fallback: ViewFn,
    /// What is drawn while it does.
    children: ChildrenFn,
) -> impl IntoView {
    let holds = ArcMemo::new(move |_| (when.0)());
    move || if holds.get() { children() } else { fallback.run() }
}
