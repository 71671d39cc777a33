//! A short text of the service that people carry elsewhere: an id, a code. It is a read-only field,
//! as high as its text, that chooses its whole text when it gets the focus, so that Ctrl+C takes
//! it; the window has no access to the clipboard of its own.

use leptos::html;
use leptos::prelude::*;

/// More letters than this take a second row in a panel.
const ROW: usize = 28;

/// The text.
#[component]
pub fn Copyable(
    /// What it is, read out.
    #[prop(into)]
    label: Signal<String>,
    /// The text.
    #[prop(into)]
    value: Signal<String>,
    /// For tests.
    testid: &'static str,
) -> impl IntoView {
    let field = NodeRef::<html::Textarea>::new();
    let choose = move |_| {
        if let Some(field) = field.get_untracked() {
            field.select();
        }
    };
    view! {
        <textarea
            node_ref=field
            class="copyable code"
            rows=move || value.with(|text| text.chars().count().div_ceil(ROW).max(1).to_string())
            readonly=true
            aria-label=label
            title=move || value.get()
            data-testid=testid
            prop:value=move || value.get()
            on:focus=choose
        ></textarea>
    }
}
