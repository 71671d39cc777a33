//! Words that are read out whenever they change.

use leptos::prelude::*;

use super::each;

/// Words that are read out whenever they change. WebKitGTK tells a screen reader of an element that
/// is new in such a region, and not of other words in an old one: each wording is an element.
#[component]
pub fn Said(
    /// The words; nothing while there are none.
    #[prop(into)]
    words: Signal<Option<String>>,
    /// For tests.
    testid: &'static str,
) -> impl IntoView {
    let drawn = |said: String| view! { <p dir="auto">{said}</p> }.into_any();
    view! {
        <div aria-live="polite" data-testid=testid>
            {each(move || words.get().into_iter().collect(), |said| said.clone(), drawn)}
        </div>
    }
}
