//! The first of the rows that need attention, with what is wrong and which products may be meant. Each is put right
//! or left out where it stands, and stays there then.

use contract::ImportTrouble;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::look::LinesLook;
use crate::components::{Button, Icon, Size};
use crate::effect::memo;
use crate::i18n::{say, use_i18n};
use crate::pages::import::looked::ImportAttention;
use crate::wording::format::use_format;
use crate::wording::line_words::{code_of, problem as problem_words};

/// The rows.
#[component]
pub fn Outcome(
    /// The table.
    look: LinesLook,
    /// What becomes of rows that need attention.
    hint: Signal<String>,
) -> impl IntoView {
    let reply = look.preview.reply;
    let places = memo(move || {
        let of = |trouble: &ImportTrouble| trouble.at;
        let places = reply.with(|it| Some(it.as_ref()?.attention.iter().map(of).collect()));
        places.unwrap_or_else(Vec::new)
    });
    let is_remembered = move || reply.with(|it| it.as_ref().is_some_and(|it| it.is_remembered));
    let more = move || {
        reply.with(|it| {
            let Some(it) = it else { return 0 };
            let named = it.attention.iter().filter(|trouble| trouble.problem.is_some()).count();
            it.outcome.attention.saturating_sub(u32::try_from(named).unwrap_or(u32::MAX))
        })
    };
    view! {
        <ImportAttention
            hint
            is_remembered=Signal::derive(is_remembered)
            any=Signal::derive(move || places.with(|places| !places.is_empty()))
            more=Signal::derive(more)
            rows=move || view! {
                <For each=move || places.get() key=|at| *at children=move |at| view! { <Trouble look at /> } />
            }
        />
    }
}

/// A row that needs attention, or did.
#[component]
fn Trouble(look: LinesLook, at: u32) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let trouble = memo(move || {
        look.preview.reply.with(|it| it.as_ref()?.attention.iter().find(|it| it.at == at).cloned())
    });
    let number = move || trouble.with(|it| it.as_ref().map_or(0, |it| it.row));
    let row = move || say!(i18n, import.row, number = format.number(number()));
    let of = move |part: fn(&ImportTrouble) -> &String| {
        Signal::derive(move || {
            trouble.with(|it| it.as_ref().map(part).cloned()).unwrap_or_default()
        })
    };
    let is_left_out = memo(move || trouble.with(|it| it.as_ref().is_some_and(|it| it.is_left_out)));
    let problem = move || {
        let problem = trouble.with(|it| it.as_ref().and_then(|it| it.problem.clone()));
        match (problem, is_left_out.get()) {
            (Some(problem), _) => view! {
                <span class="st st-warn"><Icon name="triangle-alert" />{problem_words(i18n, format, &problem)}</span>
            }
            .into_any(),
            (None, true) => view! {
                <span class="st st-ink"><Icon name="circle-minus" />{say!(i18n, import.left_out)}</span>
            }
            .into_any(),
            (None, false) => view! {
                <span class="st st-ok"><Icon name="check" />{say!(i18n, import.mended)}</span>
            }
            .into_any(),
        }
    };
    let near = move || {
        let near = trouble.with(|it| it.as_ref().map(|it| it.near.clone())).unwrap_or_default();
        (!near.is_empty() && !is_left_out.get()).then(|| {
            let products = near.into_iter().map(|product| {
                let (code, name) = (code_of(&product), product.name.unwrap_or_default());
                let meant = code.clone();
                let label = match name.is_empty() {
                    true => code,
                    false => format!("{code} · {name}"),
                };
                let take = move |()| look.mend(at, |row| row.product = Some(meant.clone()));
                view! { <Button label size=Size::Small on_press=take testid="import-near" /> }
            });
            view! { <span class="near">{say!(i18n, import.near)}" "{products.collect_view()}</span> }
        })
    };
    let leave_out = move |()| look.mend(at, |row| row.is_left_out = !row.is_left_out);
    let act = Signal::derive(move || match is_left_out.get() {
        true => say!(i18n, import.take_in).to_owned(),
        false => say!(i18n, import.leave_out).to_owned(),
    });
    view! {
        <li data-testid="import-trouble" class:is-left-out=move || is_left_out.get()>
            <span class="num faint">{row}</span>
            <MendField
                label=Signal::derive(move || say!(i18n, import.product_of, row = row()))
                value=of(|it| &it.product)
                on_change=move |text| look.mend(at, |row| row.product = Some(text))
                off=is_left_out
                testid="mend-product"
            />
            <MendField
                label=Signal::derive(move || say!(i18n, import.quantity_of, row = row()))
                value=of(|it| &it.quantity)
                on_change=move |text| look.mend(at, |row| row.quantity = Some(text))
                off=is_left_out
                testid="mend-quantity"
            />
            <span class="why" role="status">{problem}{near}</span>
            <Button label=act size=Size::Small on_press=leave_out testid="leave-out" />
        </li>
    }
}

/// A field of a row: entered with Enter, and when it is left.
#[component]
fn MendField(
    label: Signal<String>,
    value: Signal<String>,
    #[prop(into)] on_change: Callback<String>,
    off: Memo<bool>,
    testid: &'static str,
) -> impl IntoView {
    let on_key = move |event: KeyboardEvent| {
        // The browser enters it; the window does not go on with the import.
        if event.key() == "Enter" && !event.is_composing() {
            event.stop_propagation();
        }
    };
    view! {
        <div class="input mend">
            <input
                aria-label=label
                autocomplete="off"
                spellcheck="false"
                dir="auto"
                disabled=move || off.get()
                data-testid=testid
                prop:value=value
                on:change=move |event| on_change.run(event_target_value(&event))
                on:keydown=on_key
            />
        </div>
    }
}
