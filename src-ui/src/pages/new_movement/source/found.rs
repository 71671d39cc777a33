//! A stocklist as the search found it.

use contract::StocklistRow;
use leptos::html;
use leptos::prelude::*;

use crate::dom;
use crate::effect::{effect, memo};
use crate::i18n::{I18n, say, use_i18n};
use crate::pages::new_movement::marks::{self, Part, Where};
use crate::pages::new_movement::search::StocklistSearch;
use crate::wording::format::use_format;

/// A list found: its name, the letters found marked, and below it what tells it from others.
#[component]
pub fn FoundList(
    /// The search.
    search: StocklistSearch,
    /// Its place among those found.
    at: usize,
    /// The list.
    row: StocklistRow,
    /// Where the search found it.
    found: Where,
    /// What was looked for.
    words: Vec<String>,
) -> impl IntoView {
    let format = use_format();
    let (id, wanted) = (row.id.clone(), row.id.clone());
    let is_chosen = memo(move || search.wanted.with(|id| id.as_ref() == Some(&wanted)));
    let is_active = memo(move || search.active.get() == at);
    let node = NodeRef::<html::Li>::new();
    effect(move || {
        if is_active.get()
            && let Some(node) = node.get()
        {
            dom::reveal(&node);
        }
    });
    view! {
        <li
            class="option opt-2"
            class:is-active=move || is_active.get()
            role="option"
            id=search.option_id(at)
            node_ref=node
            aria-selected=move || is_chosen.get().to_string()
            data-testid="stocklist-option"
            data-id=row.id.to_string()
            // The field keeps the focus.
            on:mousedown=|event| event.prevent_default()
            on:click=move |_| search.choose(id.clone())
        >
            <bdi class="o-main trunc" title=row.name.clone()>{marked(&row.name, &words)}</bdi>
            <span class="end num">{format.number(row.items)}</span>
            <span class="o-sub trunc">{below(use_i18n(), &row, found, &words)}</span>
        </li>
    }
}

/// Number and destination; and where the search found the list, if that is neither.
fn below(i18n: I18n, row: &StocklistRow, found: Where, words: &[String]) -> Vec<AnyView> {
    let place = |text: String, name: &str| {
        let (before, after) = text.split_once(PLACE).unwrap_or((&text, ""));
        let (before, after) = (before.to_owned(), after.to_owned());
        view! { {before}<bdi>{marked(name, words)}</bdi>{after} }.into_any()
    };
    let code = |number| view! { <span class="code">{marked(number, words)}</span> }.into_any();
    let from = row.origin.as_ref().filter(|_| found == Where::Place);
    let parts = [
        row.number.as_deref().map(code),
        (found == Where::Product).then(|| say!(i18n, new_movement.in_product).into_any()),
        row.destination
            .as_ref()
            .map(|to| place(say!(i18n, new_movement.to, place = PLACE), &to.name)),
        from.map(|from| place(say!(i18n, new_movement.from, place = PLACE), &from.name)),
    ];
    let mut below: Vec<AnyView> = parts.into_iter().flatten().collect();
    for at in (1..below.len()).rev() {
        below.insert(at, " · ".into_any());
    }
    below
}

/// Stands in a text where a name comes, whose letters are marked on their own.
const PLACE: char = '\u{fffc}';

fn marked(text: &str, words: &[String]) -> Vec<AnyView> {
    let part = |part: Part| match part.found {
        true => view! { <mark>{part.text}</mark> }.into_any(),
        false => part.text.into_any(),
    };
    marks::parts(text, words).into_iter().map(part).collect()
}
