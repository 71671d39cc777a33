//! A choice in one line: a radio group with one stop in the tab order.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::radio::step;
use crate::components::Icon;
use crate::dom;
use crate::effect::memo;

/// One of the choices.
#[derive(Clone)]
pub struct SegmentChoice<T> {
    /// What is chosen.
    pub value: T,
    /// Its words.
    pub label: Signal<String>,
    /// Its icon.
    pub icon: Option<&'static str>,
    /// For tests.
    pub testid: &'static str,
}

/// A choice in one line.
#[component]
pub fn Segment<T: Clone + PartialEq + Send + Sync + 'static>(
    /// What is chosen between, read out.
    #[prop(into)]
    label: Signal<String>,
    /// The choices.
    choices: Vec<SegmentChoice<T>>,
    /// The chosen one.
    #[prop(into)]
    value: Signal<T>,
    /// Another was chosen.
    #[prop(into)]
    on_choose: Callback<T>,
) -> impl IntoView {
    let group = NodeRef::<html::Div>::new();
    let values: Vec<T> = choices.iter().map(|choice| choice.value.clone()).collect();
    let on_key = move |event: KeyboardEvent| {
        let now = values.iter().position(|v| *v == value.get_untracked()).unwrap_or(0);
        let Some(to) = step(&event, now, values.len(), dom::is_rtl()) else { return };
        event.prevent_default();
        event.stop_propagation();
        if let Some(chosen) = values.get(to) {
            on_choose.run(chosen.clone());
            if let Some(button) = group
                .get_untracked()
                .and_then(|group| dom::all(&group, "button").into_iter().nth(to))
            {
                dom::focus(&button);
            }
        }
    };
    view! {
        <div class="seg" role="radiogroup" aria-label=label node_ref=group on:keydown=on_key>
            {choices
                .into_iter()
                .map(|choice| {
                    let mine = choice.value.clone();
                    let is_chosen = memo(move || value.get() == mine);
                    let chosen = choice.value;
                    view! {
                        <button
                            type="button"
                            role="radio"
                            aria-checked=move || is_chosen.get().to_string()
                            tabindex=move || if is_chosen.get() { "0" } else { "-1" }
                            data-testid=choice.testid
                            on:click=move |_| on_choose.run(chosen.clone())
                        >
                            {choice.icon.map(|icon| view! { <Icon name=icon class="icon icon-sm" /> })}
                            {choice.label}
                        </button>
                    }
                })
                .collect_view()}
        </div>
    }
}
