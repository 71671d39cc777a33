//! Ticks and switches: native inputs. A tick waits for its form, a switch acts at once.

use leptos::prelude::*;

use crate::components::{Icon, Show};

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

/// A tick that something waits for; once that was tried without it, the words below say so.
#[component]
pub fn MustTick(
    /// Its words.
    #[prop(into)]
    label: Signal<String>,
    /// Ticked or not.
    value: RwSignal<bool>,
    /// It was tried without it.
    is_missing: Signal<bool>,
    /// What is said then.
    #[prop(into)]
    hint: Signal<String>,
    /// For tests.
    testid: &'static str,
) -> impl IntoView {
    view! {
        <div class:is-missing=move || is_missing.get()>
            <Check label value testid />
            <div aria-live="polite">
                <Show when=move || is_missing.get()>
                    <span class="hint-error">
                        <Icon name="circle-alert" class="icon icon-sm" />
                        <span>{hint}</span>
                    </span>
                </Show>
            </div>
        </div>
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
