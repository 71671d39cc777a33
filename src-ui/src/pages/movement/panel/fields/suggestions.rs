//! Suggested substitutes: a list with one stop in the tab order, each with what the service said
//! about it. Products the service refused before are struck out with the date; they can still be
//! selected, because the service may accept them now.

use contract::{LineView, Source, Suggestion};
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::swap_rows::{put, refused_row};
use crate::components::Icon;
use crate::dom;
use crate::effect::memo;
use crate::i18n::{say, text};
use crate::pages::movement::panel::state::PanelState;
use crate::pages::movement::panel::words;
use crate::wording::format::name_parts;

/// The list, where there is something to suggest.
#[component]
pub fn Suggestions(state: PanelState) -> impl IntoView {
    let i18n = state.i18n;
    // What is chosen already is suggested no more.
    let suggested = memo(move || {
        let of = |view: &LineView| Some(view.suggestions.clone());
        let mut all = state.of_view(of).unwrap_or_default();
        state.form.with(|form| {
            let taken = |one: &Suggestion| {
                let ids = form.with.iter().filter_map(|row| row.product.as_ref());
                ids.into_iter().any(|product| product.id == one.product.id)
            };
            all.retain(|one| !taken(one));
        });
        all
    });
    // Where all are from the same place, the heading says so for all of them.
    let is_mixed = memo(move || {
        let is_told = |one: &Suggestion| one.source == Source::Service || one.allowed.is_some();
        suggested.with(|all| all.iter().any(is_told))
    });
    let from = move || {
        if is_mixed.get() { say!(i18n, suggestion.both) } else { say!(i18n, panel.from_history) }
    };
    let list = NodeRef::<html::Ul>::new();
    let on_key = move |event: KeyboardEvent| {
        let Some(list) = list.get_untracked() else { return };
        let all = dom::all(&list, "button");
        let now = dom::focused().and_then(|now| all.iter().position(|one| *one == now));
        let to = match (event.key().as_str(), now) {
            ("ArrowDown", Some(at)) => at + 1,
            ("ArrowUp", Some(at)) => at.saturating_sub(1),
            ("Home", _) => 0,
            ("End", _) => all.len().saturating_sub(1),
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        if let Some(one) = all.get(to) {
            dom::focus(one);
            dom::scroll_to(one);
        }
    };
    view! {
        <Show when=move || suggested.with(|all| !all.is_empty())>
            <div class="sect">
                <h3>
                    {text!(i18n, panel.suggestions)}
                    <span class="faint">{from}</span>
                </h3>
                <ul
                    class="sugs"
                    role="list"
                    data-begin=move || refused_row(state).is_some().then_some("")
                    node_ref=list
                    on:keydown=on_key
                    data-testid="suggestions"
                >
                    {move || {
                        state.i18n.track();
                        let (all, is_mixed) = (suggested.get().into_iter().enumerate(), is_mixed.get());
                        let one = |(at, one)| view! { <One state one first=at == 0 is_mixed /> };
                        all.map(one).collect_view()
                    }}
                </ul>
            </div>
        </Show>
    }
}

#[component]
fn One(
    state: PanelState,
    one: Suggestion,
    first: bool,
    /// Others are from elsewhere: it says where it is from.
    is_mixed: bool,
) -> impl IntoView {
    let told = is_mixed.then(|| told(state, &one));
    let ground = words::ground(state.i18n, state.format, &one);
    let name = one.product.name.clone().unwrap_or_default();
    let (strong, rest) = name_parts(&name);
    let (strong, rest) = (strong.to_owned(), rest.to_owned());
    let (is_refused, code) = (one.refused.is_some(), one.product.code.clone());
    let product = StoredValue::new(one.product);
    view! {
        <li>
            <button
                type="button"
                class="option sug"
                class:is-struck=is_refused
                tabindex=if first { "0" } else { "-1" }
                data-testid="suggestion"
                on:click=move |_| put(state, untrack(|| refused_row(state)), product.get_value(), true)
            >
                <span class="code">{code}</span>
                <span class="sug-t">
                    // Whole: what tells them apart often stands at the end.
                    <span class="name" dir="auto"><b>{strong}</b>{rest}</span>
                    <span class="trunc tiny faint" title=ground.clone() dir="auto">{ground.clone()}</span>
                    {told}
                </span>
                {is_refused.then(|| view! { <Icon name="ban" class="icon icon-sm" /> })}
            </button>
        </li>
    }
}

/// Whether the service allows it, what there is of it, and where the suggestion is from.
fn told(state: PanelState, one: &Suggestion) -> impl IntoView + use<> {
    let (i18n, format) = (state.i18n, state.format);
    let is_allowed = one.allowed == Some(true);
    let class = if is_allowed { "st st-ok" } else { "faint" };
    let allowed = words::allowed(i18n, one).map(|word| {
        view! {
            <span class=class data-testid="suggestion-allowed">
                {is_allowed.then(|| view! { <Icon name="circle-check" class="icon icon-sm" /> })}{word}
            </span>
        }
    });
    let stock = one.stock.as_ref().map(|stock| words::stock(i18n, format, stock));
    // Whether it is allowed is the service's own word: that says where it is from.
    let source = one.allowed.is_none().then(|| crate::wording::words::source(i18n, one.source));
    view! {
        <span class="sug-told tiny">
            {allowed}
            {stock.map(|said| view! { <span class="num" data-testid="suggestion-stock">{said}</span> })}
            {source.map(|said| view! { <span class="faint" data-testid="suggestion-source">{said}</span> })}
        </span>
    }
}
