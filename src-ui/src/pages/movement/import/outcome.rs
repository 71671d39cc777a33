//! What would come of an import: every row of it counted once, and the first of those that need attention
//! with what is wrong and which products may be meant.

use contract::{ImportPreview, ImportTrouble};
use leptos::prelude::*;

use crate::i18n::{say, text, use_i18n};
use crate::pages::movement::lines::problems;
use crate::pages::movement::lines::product_search::code_of;
use crate::wording::format::use_format;

/// What would come of it.
#[component]
pub fn Outcome(preview: ImportPreview) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let ImportPreview { outcome, attention, is_remembered, .. } = preview;
    let named = u32::try_from(attention.len()).unwrap_or(u32::MAX);
    let more = outcome.attention.saturating_sub(named);
    view! {
        {is_remembered.then(|| view! {
            <p class="hint" data-testid="import-remembered">{text!(i18n, import.remembered)}</p>
        })}
        {(!attention.is_empty()).then(|| view! {
            <h3>{text!(i18n, import.attention)}</h3>
            <p class="hint">{text!(i18n, import.attention_text)}</p>
            <ol class="import-troubles" role="list" data-testid="import-troubles">
                {attention.into_iter().map(|trouble| view! { <Trouble trouble /> }).collect_view()}
            </ol>
        })}
        {(more > 0).then(|| {
            let said = say!(i18n, import.more, count = more, number = format.number(more));
            view! { <p class="hint" data-testid="import-more">{said}</p> }
        })}
    }
}

/// A row that needs attention.
#[component]
fn Trouble(trouble: ImportTrouble) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let row = say!(i18n, import.row, number = format.number(trouble.row));
    let problem = problems::problem(i18n, format, &trouble.problem);
    let near: Vec<_> = trouble.near.iter().map(code_of).collect();
    let near = (!near.is_empty()).then(|| say!(i18n, import.near, products = near.join(", ")));
    view! {
        <li data-testid="import-trouble">
            <span class="num faint">{row}</span>
            <bdi class="code">{trouble.product}</bdi>
            <bdi class="num">{trouble.quantity}</bdi>
            <span class="why"><span>{problem}</span>{near.map(|near| view! { <bdi class="faint">{near}</bdi> })}</span>
        </li>
    }
}
