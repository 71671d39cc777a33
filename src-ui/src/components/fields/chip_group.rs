//! Quick filters: chips of which one is always chosen, each with the number of what it shows. A
//! radio group with one stop in the tab order.

use leptos::ev::{KeyboardEvent, WheelEvent};
use leptos::html;
use leptos::prelude::*;

use super::radio::step;
use crate::components::Icon;
use crate::dom;
use crate::effect::{effect_after, memo};

/// The chip that is chosen.
const CHOSEN: &str = "[aria-checked=true]";

/// One of the chips.
#[derive(Clone)]
pub struct ChipChoice<T> {
    /// What is chosen.
    pub value: T,
    /// Its words.
    pub label: Signal<String>,
    /// Its icon, where it has one.
    pub icon: Option<&'static str>,
    /// Beside them: how many it shows, as written; empty while that is not known.
    pub count: Signal<String>,
    /// For tests.
    pub testid: &'static str,
}

/// Chips of which one is chosen.
#[component]
pub fn ChipGroup<T: Copy + PartialEq + Send + Sync + 'static>(
    /// What is chosen between, read out.
    #[prop(into)]
    label: Signal<String>,
    /// The chips.
    choices: Vec<ChipChoice<T>>,
    /// The chosen one.
    value: RwSignal<T>,
) -> impl IntoView {
    let group = NodeRef::<html::Div>::new();
    let values: Vec<T> = choices.iter().map(|choice| choice.value).collect();
    let on_key = move |event: KeyboardEvent| {
        let now = values.iter().position(|v| *v == value.get_untracked()).unwrap_or(0);
        let Some(to) = step(&event, now, values.len(), dom::is_rtl()) else { return };
        event.prevent_default();
        event.stop_propagation();
        let chip = group.get_untracked().and_then(|g| dom::all(&g, "button").into_iter().nth(to));
        if let (Some(chosen), Some(chip)) = (values.get(to), chip) {
            value.set(*chosen);
            dom::focus(&chip);
        }
    };
    show_what_is_chosen(group, value);
    let chip = move |choice: ChipChoice<T>| {
        let is_chosen = memo(move || value.get() == choice.value);
        view! {
            <button
                type="button"
                class="chip"
                role="radio"
                aria-checked=move || is_chosen.get().to_string()
                tabindex=move || if is_chosen.get() { "0" } else { "-1" }
                data-testid=choice.testid
                on:click=move |_| value.set(choice.value)
            >
                {choice.icon.map(|name| view! { <Icon name class="icon icon-sm" /> })}
                {choice.label}
                {move || {
                    let count = choice.count.get();
                    (!count.is_empty()).then(|| view! { " "<b class="num">{count}</b> })
                }}
            </button>
        }
    };
    view! {
        <div
            class="chips"
            role="radiogroup"
            aria-label=label
            node_ref=group
            on:keydown=on_key
            on:wheel=move |event| turn(group, &event)
        >
            {choices.into_iter().map(chip).collect_view()}
        </div>
    }
}

/// The wheel scrolls chips that have no room.
fn turn(group: NodeRef<html::Div>, event: &WheelEvent) {
    if let Some(group) = group.get_untracked().filter(|_| !event.ctrl_key()) {
        dom::scroll_sideways(&group, event.delta_y());
    }
}

/// Where the chips have no room, the chosen one is in sight, whoever chose it.
fn show_what_is_chosen<T: Copy + PartialEq + Send + Sync + 'static>(
    group: NodeRef<html::Div>,
    value: RwSignal<T>,
) {
    effect_after(move |before: Option<T>| {
        let now = value.get();
        if before.is_some_and(|before| before != now) {
            request_animation_frame(move || {
                let group = group.try_get_untracked().flatten();
                let chosen = group.and_then(|group| dom::all(&group, CHOSEN).pop());
                chosen.iter().for_each(dom::scroll_to);
            });
        }
        now
    });
}
