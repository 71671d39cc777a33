//! What went instead of a product, or was refused: how often, when and why. Each can be forgotten.

use contract::{ForgetPair, LearnedPair, ListPairs, ProductId};
use leptos::prelude::*;

use crate::components::{FailureNote, IconButton, Show, Size};
use crate::data::query::{use_command, use_query};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::ipc;
use crate::wording::format::{Format, use_format};
use crate::wording::words::reason;

/// What went instead of a product.
#[component]
pub fn Pairs(product: ProductId) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let forget = use_command::<ForgetPair>();
    let product = StoredValue::new(product);
    let known = use_query(move || Some(ListPairs { product: product.get_value() }));
    let all = move || known.get().unwrap_or_default();
    let one = move |pair: LearnedPair| {
        let code = pair.instead.code.clone().unwrap_or_else(|| pair.instead.id.to_string());
        let label = say!(i18n, products.forget_pair, code = code.clone());
        let (said, name) = (facts(i18n, format, &pair), pair.instead.name);
        let instead = pair.instead.id;
        let press = move |()| {
            let request = ForgetPair { product: product.get_value(), instead: instead.clone() };
            forget.send(request, |_| ());
        };
        view! {
            <li data-testid="product-pair">
                <div>
                    <p><span class="code">{code}</span>" "<bdi>{name}</bdi></p>
                    <p class="hint"><bdi>{said}</bdi></p>
                </div>
                <IconButton
                    label=Signal::stored(label)
                    icon="x"
                    size=Size::Small
                    on_press=press
                    testid="pair-forget"
                />
            </li>
        }
    };
    view! {
        <Show when=move || known.get().is_some_and(|all| !all.is_empty())>
            <div class="sect">
                <h3>{text!(i18n, products.pairs)}</h3>
                <ul class="pairs" role="list">{move || all().into_iter().map(one).collect_view()}</ul>
                {move || forget.failure.get().map(|failure| view! { <FailureNote failure /> })}
            </div>
        </Show>
    }
}

/// How often, when and where, why, for whom, and whether it was refused.
fn facts(i18n: I18n, format: Format, pair: &LearnedPair) -> String {
    let used = pair.used.as_ref().map(|used| {
        let number = format.number(used.times);
        say!(i18n, products.pair_used, count = used.times, number = number)
    });
    let last = pair.used.as_ref().and_then(|used| used.last).map(|day| format.day(day));
    let place = pair.used.as_ref().and_then(|used| used.place.clone());
    let names: Vec<_> = pair.reasons.iter().map(|code| reason(i18n, code)).collect();
    let reasons = (!names.is_empty()).then(|| names.join(", "));
    let refused = pair.refused.as_ref().map(|refused| {
        let day = format.day(ipc::local_day(refused.at));
        say!(i18n, products.pair_refused, day = day, text = refused.text.clone())
    });
    let file = pair.from_file.then(|| say!(i18n, products.pair_from_file).to_owned());
    let all = [used, last, place, reasons, pair.asked_by.clone(), refused, file];
    all.into_iter().flatten().collect::<Vec<_>>().join("\u{a0}· ")
}
