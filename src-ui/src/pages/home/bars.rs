//! A list of numbers with a bar for each, which leads to what is counted. The bar says nothing that the number
//! does not.

use leptos::prelude::*;

use crate::components::{Show, each};
use crate::effect::memo;

/// A number with its bar.
#[derive(Clone, PartialEq)]
pub struct Bar<T> {
    /// What it is called in the list.
    pub id: String,
    /// What it is of.
    pub label: String,
    /// The number, as it is read.
    pub value: String,
    /// How long the bar is, in thousandths.
    pub length: u32,
    /// What it leads to.
    pub to: T,
}

/// The list. An entry stays where it is while its number changes.
#[component]
pub fn Bars<T: Clone + PartialEq + Send + Sync + 'static>(
    /// Its title.
    title: Signal<String>,
    /// What it counts, where the title does not say it.
    #[prop(optional)]
    hint: Option<Signal<String>>,
    /// The entries.
    bars: Signal<Vec<Bar<T>>>,
    /// Goes to what is counted.
    go: Callback<T>,
    /// For tests.
    testid: &'static str,
) -> impl IntoView {
    let bars = memo(move || bars.get());
    let entry = move |first: Bar<T>| {
        let id = first.id.clone();
        let now = memo(move || {
            let found = bars.with(|bars| bars.iter().find(|bar| bar.id == id).cloned());
            found.unwrap_or_else(|| first.clone())
        });
        view! {
            <li>
                <button
                    type="button"
                    class="barrow"
                    data-entry=""
                    data-testid=testid
                    on:click=move |_| go.run(now.get_untracked().to)
                >
                    <bdi class="trunc" title=move || now.get().label>{move || now.get().label}</bdi>
                    " "
                    <progress
                        class="bar bar-wide"
                        max="1000"
                        value=move || now.with(|bar| bar.length)
                        aria-hidden="true"
                    ></progress>
                    <span class="num">{move || now.get().value}</span>
                </button>
            </li>
        }
        .into_any()
    };
    view! {
        <Show when=move || bars.with(|bars| !bars.is_empty())>
            <h3>{title}</h3>
            {hint.map(|hint| view! { <p class="hint">{hint}</p> })}
            <ul>{each(move || bars.get(), |bar| bar.id.clone(), entry)}</ul>
        </Show>
    }
}
