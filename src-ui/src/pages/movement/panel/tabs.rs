//! What can be done with the line, in one line: tabs with one stop in the tab order. What its status
//! does not allow is off, and still says why.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::action::LineAction;
use super::state::PanelState;
use crate::components::step;
use crate::dom;
use crate::effect::memo;
use crate::i18n::text;

/// The acts, in the order shown: always the same, so that none stands elsewhere on another line.
const ACTS: [LineAction; 7] = [
    LineAction::Revise,
    LineAction::Substitute,
    LineAction::Cancel,
    LineAction::Revert,
    LineAction::Pick,
    LineAction::Delete,
    LineAction::Details,
];

/// The tabs.
#[component]
pub fn ActTabs(state: PanelState) -> impl IntoView {
    let i18n = state.i18n;
    let group = NodeRef::<html::Div>::new();
    let on_key = move |event: KeyboardEvent| {
        let now = ACTS.iter().position(|act| *act == state.act.get_untracked()).unwrap_or(0);
        let Some(to) = step(&event, now, ACTS.len(), dom::is_rtl()) else { return };
        event.prevent_default();
        event.stop_propagation();
        let tab =
            group.get_untracked().and_then(|group| dom::all(&group, "button").into_iter().nth(to));
        if let (Some(act), Some(tab)) = (ACTS.get(to), tab) {
            state.act.set(*act);
            dom::focus(&tab);
        }
    };
    view! {
        <div
            class="seg seg-block seg-acts"
            role="tablist"
            aria-label=text!(i18n, panel.what)
            node_ref=group
            on:keydown=on_key
        >
            {ACTS.map(|act| view! { <Tab state act /> }).collect_view()}
        </div>
    }
}

#[component]
fn Tab(state: PanelState, act: LineAction) -> impl IntoView {
    let off = memo(move || state.off(act));
    let is_chosen = move || state.act.get() == act;
    view! {
        <button
            type="button"
            role="tab"
            aria-selected=move || is_chosen().to_string()
            aria-disabled=move || off.with(Option::is_some).then_some("true")
            title=move || off.get()
            tabindex=move || if is_chosen() { "0" } else { "-1" }
            data-testid=act.testid()
            on:click=move |_| state.act.set(act)
        >
            {act.label(state.i18n)}
        </button>
    }
}
