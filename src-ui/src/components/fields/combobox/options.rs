//! The list of a field with a list: its entries, the active one in view, what the service told
//! marked.

use contract::Source;
use leptos::html;
use leptos::prelude::*;

use super::choice::Choice;
use super::field::ComboboxField;
use crate::dom;
use crate::effect::effect;
use crate::i18n::{say, use_i18n};
use crate::wording::words;

/// The list of a field.
#[component]
pub fn Options(field: ComboboxField, id: String, label: Signal<String>) -> impl IntoView {
    let i18n = use_i18n();
    let own = id.clone();
    let list = NodeRef::<html::Div>::new();
    effect(move || {
        let at = field.place.get();
        let options = list.get().map(|list| dom::all(&list, "[role=option]")).unwrap_or_default();
        if let Some(option) = options.get(at) {
            option.scroll_into_view_with_bool(false);
        }
    });
    view! {
        <div class="listbox" role="listbox" id=own aria-label=label node_ref=list>
            {move || {
                let matching = field.matching.get();
                if matching.is_empty() {
                    return view! {
                        <div class="option faint" role="option" aria-disabled="true" aria-selected="false">
                            {say!(i18n, field.nothing_found)}
                        </div>
                    }
                    .into_any();
                }
                let id = id.clone();
                matching
                    .into_iter()
                    .enumerate()
                    .map(|(at, choice)| {
                        view! { <Entry field id=format!("{id}-{at}") at choice /> }
                    })
                    .collect_view()
                    .into_any()
            }}
        </div>
    }
}

/// An entry of the list. What the service told is marked; of the others a tooltip says where they are
/// known from.
#[component]
fn Entry(field: ComboboxField, id: String, at: usize, choice: Choice) -> impl IntoView {
    let i18n = field.i18n;
    let (label, detail, source) = (choice.label.clone(), choice.detail.clone(), choice.source);
    let own = choice.id.clone();
    let chosen = move || field.value.with(|value| value.as_ref() == Some(&own)).to_string();
    let is_served = source == Some(Source::Service);
    view! {
        <div
            class="option"
            class:is-active=move || field.place.get() == at
            role="option"
            id=id
            aria-selected=chosen
            title=move || source.filter(|_| !is_served).map(|source| words::source(i18n, source))
            data-testid="option"
            // The field keeps the focus.
            on:mousedown=|event| event.prevent_default()
            on:click=move |_| field.take(&choice)
        >
            <bdi class="trunc">{label}</bdi>
            <span class="end">{detail}</span>
            {is_served.then(|| view! { <Served /> })}
        </div>
    }
}

/// The mark of an entry that the service told.
#[component]
pub fn Served() -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <span class="tag" data-testid="option-served">
            {move || words::source(i18n, Source::Service)}
        </span>
    }
}
