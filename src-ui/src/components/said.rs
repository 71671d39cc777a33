//! Text that a screen reader reads out whenever it changes.

use leptos::prelude::*;

use super::each;
use crate::wording::format::code_parts;

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
    let part = |(is_code, part): (bool, &str)| {
        let part = part.to_owned();
        if is_code {
            view! { <span class="code">{part}</span> }.into_any()
        } else {
            part.into_any()
        }
    };
    let drawn = move |said: String| {
        let parts: Vec<_> = code_parts(&said).into_iter().map(part).collect();
        view! { <p dir="auto">{parts}</p> }.into_any()
    };
    view! {
        <div aria-live="polite" data-testid=testid>
            {each(move || words.get().into_iter().collect(), |said| said.clone(), drawn)}
        </div>
    }
}
