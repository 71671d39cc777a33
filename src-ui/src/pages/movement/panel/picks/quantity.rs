//! The quantity of a pick: `=` puts the rest there, or all of a line of which nothing is typed yet;
//! Enter goes on to the next.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::super::form::DecisionForm;
use super::super::state::PanelState;
use super::part_signal::{PartSignal, type_in, typed};
use super::typed::{Of, PickProblem};
use crate::dom;
use crate::effect::memo;

/// Everything that Enter goes through.
const STOPS: &str = ".pick-rows input, .pick-other input, [data-testid=picks-send]";

/// The field.
#[component]
pub fn Quantity(
    state: PanelState,
    part: PartSignal,
    /// What it is of; while it is nothing, nothing can be typed.
    of: Memo<Option<Of>>,
    /// The quantity it has while nothing is typed.
    #[prop(into)]
    before: Signal<String>,
    /// Its name, read out.
    #[prop(into)]
    label: Signal<String>,
    /// For tests.
    testid: &'static str,
) -> impl IntoView {
    let shown = move || match of.get() {
        Some(of) => typed(state, part, &of, &before.get()),
        None => before.get(),
    };
    let write = move |quantity| type_in(state, part, of, before, quantity);
    let invalid = memo(move || {
        let Some(of) = of.get() else { return false };
        let about = |wrong: &PickProblem| matches!(wrong, PickProblem::Quantity(_, other, _) if *other == of);
        state.picks.wrong(state).iter().any(about)
    });
    let on_key = move |event: KeyboardEvent| {
        if event.key() != "=" {
            return;
        }
        event.prevent_default();
        event.stop_propagation();
        let Some((part, of)) = untrack(|| part.get().zip(of.get())) else { return };
        let is_new =
            |form: &DecisionForm| form.picks.is_untouched(&part) && !part.suggested.is_empty();
        if matches!(of, Of::Stock(..)) && state.form.with_untracked(is_new) {
            return state.form.update(|form| form.picks.suggest(&part));
        }
        let read = |text: &str| state.read(text);
        let rest = state.form.with_untracked(|form| form.picks.rest(&part, &of, &read));
        if let Some(rest) = rest {
            write(rest.to_string());
        }
    };
    view! {
        <div class="input input-num" class:is-error=move || invalid.get()>
            <input
                inputmode="numeric"
                autocomplete="off"
                aria-label=label
                aria-invalid=move || invalid.get().then_some("true")
                data-testid=testid
                readonly=move || of.with(Option::is_none)
                prop:value=shown
                on:input=move |event| write(event_target_value(&event))
                on:keydown=on_key
            />
        </div>
    }
}

/// The focus goes on to the next field of picking, and from the last to what sends them.
pub fn go_on(state: PanelState) -> bool {
    let Some(node) = state.node.get_untracked() else { return false };
    let stops = dom::all(&node, STOPS);
    let now = dom::focused().and_then(|now| stops.iter().position(|stop| *stop == now));
    let next = now.and_then(|now| stops.get(now + 1));
    if let Some(next) = next {
        dom::focus(next);
        dom::select_text();
        dom::scroll_to(next);
    }
    next.is_some()
}
