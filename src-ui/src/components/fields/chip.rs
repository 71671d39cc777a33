//! Chips with a list of what may be chosen: a filter of a screen's tools, a single choice, and what both are made
//! of. Del removes a filter.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::combobox::{Choice, Listbox};
use crate::components::{Icon, Popup, Show};
use crate::dom;
use crate::i18n::{say, use_i18n};

/// A filter: several of a list, or none.
#[component]
pub fn FilterChip(
    /// What is filtered.
    #[prop(into)]
    label: Signal<String>,
    /// What may be chosen.
    #[prop(into)]
    choices: Signal<Vec<Choice>>,
    /// Ids of what is chosen.
    chosen: RwSignal<Vec<String>>,
    /// For tests.
    testid: &'static str,
) -> impl IntoView {
    let i18n = use_i18n();
    let shown = move || {
        let ids = chosen.get();
        match &ids[..] {
            [] => None,
            [one] => {
                let known =
                    choices.with(|all| all.iter().find(|c| c.id == *one).map(|c| c.label.clone()));
                Some(known.unwrap_or_else(|| one.clone()))
            }
            several => Some(say!(i18n, field.chosen, number = several.len())),
        }
    };
    let toggle = Callback::new(move |id: String| {
        chosen.update(|ids| match ids.iter().position(|known| *known == id) {
            Some(at) => drop(ids.remove(at)),
            None => ids.push(id),
        });
    });
    view! {
        <Chip
            label
            shown=Signal::derive(shown)
            choices
            chosen=chosen.into()
            several=true
            on_take=toggle
            on_clear=move |()| chosen.set(Vec::new())
            testid
        />
    }
}

/// One of a few, always chosen.
#[component]
pub fn ChoiceChip(
    /// What is chosen.
    #[prop(into)]
    label: Signal<String>,
    /// What may be chosen.
    #[prop(into)]
    choices: Signal<Vec<Choice>>,
    /// The id of the chosen one.
    #[prop(into)]
    value: Signal<String>,
    /// Another was chosen.
    #[prop(into)]
    on_choose: Callback<String>,
    /// The choice that filters nothing: while it is taken, the chip is off.
    #[prop(optional, into)]
    neutral: Option<&'static str>,
    /// For tests.
    testid: &'static str,
) -> impl IntoView {
    let shown = move || {
        let id = value.get();
        choices.with(|all| all.iter().find(|c| c.id == id).map(|c| c.label.clone()))
    };
    let is_on = Signal::derive(move || neutral.is_some_and(|neutral| value.get() != neutral));
    let clear = Callback::new(move |()| {
        if let Some(neutral) = neutral {
            on_choose.run(neutral.to_owned());
        }
    });
    view! {
        <Chip
            label
            shown=Signal::derive(shown)
            choices
            chosen=Signal::derive(move || vec![value.get()])
            is_on
            on_take=on_choose
            on_clear=clear
            testid
        />
    }
}

/// A chip and its list; what is taken of it is up to whoever draws it.
#[component]
pub fn Chip(
    /// What is chosen.
    label: Signal<String>,
    /// Beside it: what of the list is taken, in short.
    shown: Signal<Option<String>>,
    /// What may be chosen.
    choices: Signal<Vec<Choice>>,
    /// Ids of what is taken.
    chosen: Signal<Vec<String>>,
    /// Several may be taken: the list stays open.
    #[prop(optional)]
    several: bool,
    /// There is something to be cleared, by Del or the cross; without it, while anything is shown.
    #[prop(optional)]
    is_on: Option<Signal<bool>>,
    /// An entry was taken, or taken again.
    on_take: Callback<String>,
    /// It is to be cleared.
    #[prop(into)]
    on_clear: Callback<()>,
    /// For tests.
    testid: &'static str,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let anchor = NodeRef::<html::Div>::new();
    let is_on = move || is_on.map_or_else(|| shown.get().is_some(), |on| on.get());
    let back = move || {
        open.set(false);
        if let Some(anchor) = anchor.get_untracked() {
            dom::focus_first(&anchor, "button");
        }
    };
    let take = Callback::new(move |id| {
        on_take.run(id);
        if !several {
            back();
        }
    });
    let on_key = move |event: KeyboardEvent| {
        let opens = event.key() == "ArrowDown";
        if opens {
            open.set(true);
        } else if event.key() == "Delete" && is_on() {
            on_clear.run(());
        } else {
            return;
        }
        event.prevent_default();
        event.stop_propagation();
    };
    view! {
        <div node_ref=anchor>
            <button
                type="button"
                class="chip"
                class:is-on=is_on
                aria-haspopup="listbox"
                aria-expanded=move || open.get().to_string()
                data-testid=testid
                on:click=move |_| open.update(|open| *open = !*open)
                on:keydown=on_key
            >
                {label}
                {move || shown.get().map(|shown| view! { <b>{shown}</b> })}
                <Show
                    when=is_on
                    fallback=|| view! { <Icon name="chevron-down" class="icon icon-sm" /> }
                >
                    <span
                        on:click=move |event| {
                            event.stop_propagation();
                            on_clear.run(());
                        }
                    >
                        <Icon name="x" class="icon icon-sm" />
                    </span>
                </Show>
            </button>
            <Popup anchor open>
                <Listbox label choices chosen several on_take=take on_close=move |()| back() />
            </Popup>
        </div>
    }
}
