//! Toasts: what was just done, for eight seconds, longer while the pointer or the focus is on them.
//! Never for errors, which stay where they happened.

use std::time::Duration;

use leptos::prelude::*;

use super::Icon;

/// How long a toast stays.
const STAYS: Duration = Duration::from_secs(8);

#[derive(Clone, PartialEq, Eq)]
struct Toast {
    number: u32,
    text: String,
}

/// The window's toasts; found by `expect_context::<Toasts>()`.
#[derive(Clone, Copy)]
pub struct Toasts {
    shown: RwSignal<Vec<Toast>>,
    held: RwSignal<bool>,
    next: StoredValue<u32>,
}

impl Toasts {
    /// Makes the place for toasts. Called once, by the app.
    pub fn start() -> Self {
        let toasts = Self {
            shown: RwSignal::new(Vec::new()),
            held: RwSignal::new(false),
            next: StoredValue::new(0),
        };
        provide_context(toasts);
        toasts
    }

    /// Says what was done.
    pub fn say(self, text: String) {
        self.next.update_value(|next| *next = next.wrapping_add(1));
        let number = self.next.get_value();
        self.shown.update(|shown| shown.push(Toast { number, text }));
        self.expire(number);
    }

    fn expire(self, number: u32) {
        set_timeout(
            move || {
                if self.held.get_untracked() {
                    self.expire(number);
                } else {
                    self.shown.update(|shown| shown.retain(|toast| toast.number != number));
                }
            },
            STAYS,
        );
    }
}

/// Where toasts are drawn; once in the window.
#[component]
pub fn ToastPlace() -> impl IntoView {
    let toasts = expect_context::<Toasts>();
    let hold = move |held: bool| toasts.held.set(held);
    view! {
        <div
            class="toast-place"
            role="status"
            data-testid="toasts"
            on:pointerenter=move |_| hold(true)
            on:pointerleave=move |_| hold(false)
        >
            <For each=move || toasts.shown.get() key=|toast| toast.number let:toast>
                <div class="toast"><Icon name="check" /><span>{toast.text}</span></div>
            </For>
        </div>
    }
}
