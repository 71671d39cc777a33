//! Ticks and switches: native inputs. A tick waits for its form, a switch acts at once.

use leptos::prelude::*;
use leptos::web_sys::HtmlElement;

use crate::components::{Icon, each};
use crate::dom;
use crate::effect::effect;

/// A tick that something waits for, as a selector.
const MUST_TICK: &str = "[data-must-tick]";

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

/// How often something was tried without a tick it waits for, and what had the focus then: once it is ticked,
/// the focus goes back there.
#[derive(Clone, Copy)]
pub struct TickTries {
    count: RwSignal<u32>,
    before: StoredValue<Option<HtmlElement>, LocalStorage>,
}

impl Default for TickTries {
    fn default() -> Self {
        Self { count: RwSignal::new(0), before: StoredValue::new_local(None) }
    }
}

impl TickTries {
    /// It was tried without the tick; to be told before the focus goes to the tick.
    pub fn again(self) {
        // Tried from the tick itself, the focus goes back to where it was tried first.
        if !dom::focus_is_in(MUST_TICK) {
            self.before.set_value(dom::focused());
        }
        self.count.update(|count| *count += 1);
    }

    /// Whether it was tried at all.
    pub fn is_any(self) -> bool {
        self.count.get() > 0
    }

    fn go_back(self) {
        let before = self.before.try_update_value(Option::take).flatten();
        if let Some(before) = before.filter(|before| before.is_connected()) {
            dom::focus(&before);
        }
    }
}

/// A tick that something waits for; as often as that is tried without it, the words below say so anew. Once it
/// is ticked, the focus goes back to where it was tried.
#[component]
pub fn MustTick(
    /// Its words.
    #[prop(into)]
    label: Signal<String>,
    /// Ticked or not.
    value: RwSignal<bool>,
    /// It was tried without it.
    is_missing: Signal<bool>,
    /// How often.
    tries: TickTries,
    /// What is said then.
    #[prop(into)]
    hint: Signal<String>,
    /// For tests.
    testid: &'static str,
) -> impl IntoView {
    effect(move || {
        if value.get() && dom::focus_is_in(MUST_TICK) {
            tries.go_back();
        }
    });
    // Drawn anew for each try: else only the first one is read out.
    let said = move || is_missing.get().then(|| tries.count.get()).into_iter().collect::<Vec<_>>();
    let draw = move |_| {
        view! {
            <span class="hint-error">
                <Icon name="circle-alert" class="icon icon-sm" />
                <span>{hint}</span>
            </span>
        }
        .into_any()
    };
    view! {
        <div data-must-tick="" class:is-missing=move || is_missing.get()>
            <Check label value testid />
            <div aria-live="polite">{each(said, ToString::to_string, draw)}</div>
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
