//! What would come of an import: every row of it counted once, and the first of those that need attention
//! with what is wrong and which products may be meant.

use contract::{ImportPreview, ImportTrouble};
use leptos::prelude::*;

use crate::i18n::{say, text, use_i18n};
use crate::pages::import::ImportAttention;
use crate::pages::movement::lines::problems;
use crate::pages::movement::lines::product_search::code_of;
use crate::wording::format::use_format;

/// What would come of it.
#[component]
pub fn Outcome(preview: ImportPreview) -> impl IntoView {
    let i18n = use_i18n();
    let ImportPreview { outcome, attention, is_remembered, .. } = preview;
    let rows = attention.into_iter().map(|trouble| view! { <Trouble trouble /> }.into_any());
    view! {
        <ImportAttention
            hint=text!(i18n, import.attention_text)
            is_remembered
            rows=rows.collect()
            all=outcome.attention
        />
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
