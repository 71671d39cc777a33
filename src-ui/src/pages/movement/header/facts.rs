//! Names and values in the panels: every value says by itself when the service gave none.

use leptos::prelude::*;

use crate::components::Copyable;
use crate::i18n::{text, use_i18n};
use crate::wording::format::Format;

/// A name and its value, in a list of facts.
#[component]
pub fn Fact(
    /// Its name.
    #[prop(into)]
    label: Signal<String>,
    /// Its value.
    value: Option<AnyView>,
) -> impl IntoView {
    view! {
        <dt>{label}</dt>
        <dd>{or_dash(value)}</dd>
    }
}

/// A name and its value in one line, at the head of a panel.
#[component]
pub fn Short(
    /// Its name.
    #[prop(into)]
    label: Signal<String>,
    /// Its value.
    value: Option<AnyView>,
) -> impl IntoView {
    view! {
        <div>
            <dt>{label}</dt>
            <dd>{or_dash(value)}</dd>
        </div>
    }
}

/// Without a value, a dash that says so.
fn or_dash(value: Option<AnyView>) -> AnyView {
    value.unwrap_or_else(|| {
        let i18n = use_i18n();
        let word = text!(i18n, grid.absent);
        view! { <span class="faint" title=word aria-label=word role="img">"–"</span> }.into_any()
    })
}

/// Text of the record, in its own direction.
pub fn words(text: Option<&str>) -> Option<AnyView> {
    let text = text.map(str::trim).filter(|text| !text.is_empty())?.to_owned();
    Some(view! { <span dir="auto">{text}</span> }.into_any())
}

/// An id of the service, to be carried elsewhere.
pub fn id(label: Signal<String>, id: &str, testid: &'static str) -> Option<AnyView> {
    let value = Signal::stored(id.to_owned());
    Some(view! { <Copyable label value testid /> }.into_any())
}

/// A reason, as the service writes it.
pub fn reason(text: Option<&str>) -> Option<AnyView> {
    let text = text.filter(|text| !text.is_empty())?.to_owned();
    Some(view! { <span class="reason">{text}</span> }.into_any())
}

/// A quantity.
pub fn number(format: Format, number: Option<i64>) -> Option<AnyView> {
    let number = number?;
    Some(view! { <span class="num">{format.number(number)}</span> }.into_any())
}
