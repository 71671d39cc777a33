//! Ticks and switches: native inputs. A tick waits for its form, a switch acts at once.

use leptos::prelude::*;

/// A tick with its words.
#[component]
pub fn Check(
    /// Its words.
    #[prop(into)]
    label: Signal<String>,
    /// Ticked or not.
    value: RwSignal<bool>,
    /// For tests.
    testid: &'static str,
) -> impl IntoView {
    view! {
        <label class="check">
            <input
                type="checkbox"
                data-testid=testid
                prop:checked=move || value.get()
                on:change=move |event| value.set(event_target_checked(&event))
            />
            {label}
        </label>
    }
}

/// A switch. Its name stands beside it on the page.
#[component]
pub fn Switch(
    /// Its name, read out.
    #[prop(into)]
    label: Signal<String>,
    /// On or off.
    #[prop(into)]
    value: Signal<bool>,
    /// It was switched.
    #[prop(into)]
    on_change: Callback<bool>,
    /// For tests.
    testid: &'static str,
) -> impl IntoView {
    view! {
        <label class="switch">
            <input
                type="checkbox"
                role="switch"
                aria-label=label
                data-testid=testid
                prop:checked=move || value.get()
                on:change=move |event| on_change.run(event_target_checked(&event))
            />
        </label>
    }
}
