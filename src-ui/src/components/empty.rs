//! Placeholders: an empty state that says what is true and what to do, skeletons (`Bones`) while
//! data is read for the first time, a progress bar with its name.

use leptos::prelude::*;

use super::Icon;

/// An empty state.
#[component]
pub fn Empty(
    /// Its icon.
    icon: &'static str,
    /// What is true.
    #[prop(into)]
    title: Signal<String>,
    /// More of it.
    #[prop(optional, into)]
    text: Signal<String>,
    /// For tests.
    testid: &'static str,
    /// Buttons: what to do.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class="empty" data-testid=testid>
            <Icon name=icon />
            <h3>{title}</h3>
            <p>{text}</p>
            <div class="acts">{children.map(|children| children())}</div>
        </div>
    }
}

/// Lines of a text that is being read.
#[component]
pub fn Bones(
    /// How many.
    #[prop(default = 6)]
    lines: usize,
) -> impl IntoView {
    let line = |_| view! { <p><span class="bone bone-l"></span></p> };
    view! { <div class="bones" aria-hidden="true" data-testid="bones">{(0..lines).map(line).collect_view()}</div> }
}

/// A bar of what is done; without a whole it only says that something is.
#[component]
pub fn Progress(
    /// Its name, read out.
    #[prop(into)]
    label: Signal<String>,
    /// Done.
    #[prop(into)]
    done: Signal<u32>,
    /// Of all; 0 when that is not known.
    #[prop(into)]
    all: Signal<u32>,
) -> impl IntoView {
    view! {
        <progress
            class="bar bar-ink"
            aria-label=label
            max=move || all.get().max(1)
            value=move || (all.get() > 0).then(|| done.get())
        ></progress>
    }
}
