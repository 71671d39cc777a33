//! The body of the panel for each act.

use contract::EditProblem;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::action::LineAction;
use super::details::Details;
use super::fields::reason::ReasonPart;
use super::fields::swaps::Swaps;
use super::form::DecisionProblem;
use super::picks::PickBody;
use super::selectors::FIRST;
use super::state::PanelState;
use super::words;
use crate::components::{Button, FailureNote, Hint, Icon, NumberField};
use crate::effect::memo;
use crate::i18n::{say, text};
use crate::pages::movement::header::facts::{Short, number};
use crate::wording::format::name_parts;

/// The body.
#[component]
pub fn Body(state: PanelState) -> impl IntoView {
    // Drawn anew only for another act, or when what is allowed changes: fields keep the focus while
    // the line is read again behind them.
    let part = memo(move || {
        let is_known = state.view.with(Option::is_some);
        is_known.then(|| (state.act.get(), state.off(state.act.get()).is_some()))
    });
    view! {
        <div class="panel-body" role="tabpanel" aria-label=move || state.act.get().label(state.i18n).get()>
            <Original state />
            {move || {
                let (act, off) = part.get()?;
                Some(match act {
                    _ if off => view! { <Off state act /> }.into_any(),
                    LineAction::Details => view! { <Details state /> }.into_any(),
                    LineAction::Revise => view! { <Revise state /><ReasonPart state /> }.into_any(),
                    LineAction::Substitute => view! { <Swaps state /><ReasonPart state /> }.into_any(),
                    LineAction::Cancel => view! { <Zero state /><ReasonPart state begins=true /> }.into_any(),
                    LineAction::Pick => view! { <PickBody state /> }.into_any(),
                    LineAction::Delete => view! { <Doomed state /> }.into_any(),
                    LineAction::Revert => ().into_any(),
                })
            }}
            <LeftOut state />
            {move || state.failure().or_else(|| unread(state)).map(|failure| view! { <FailureNote failure /> })}
        </div>
    }
}

fn unread(state: PanelState) -> Option<contract::Failure> {
    state.unread.get().filter(|_| state.view.with(Option::is_none))
}

/// The line it is about.
#[component]
fn Original(state: PanelState) -> impl IntoView {
    let (i18n, format) = (state.i18n, state.format);
    move || {
        if !state.is_one() {
            return None;
        }
        let line = state.of_view(|view| Some(view.line.clone()))?;
        let product = line.product.as_ref();
        let code = line.code_typed.clone().or_else(|| product.and_then(|of| of.code.clone()));
        let name = product.and_then(|of| of.name.clone()).unwrap_or_default();
        let (strong, rest) = name_parts(&name);
        let (strong, rest) = (strong.to_owned(), rest.to_owned());
        let is_short = line.problems.iter().any(|of| matches!(of, EditProblem::AboveAvailable(_)));
        let available = number(format, line.available).map(|value| {
            let sign =
                is_short.then(|| view! { <Icon name="triangle-alert" class="icon icon-sm" /> });
            view! { {sign}{value} }.into_any()
        });
        Some(view! {
            <div class="orig">
                <div>
                    <p class="code" data-testid="line-code">{code}</p>
                    <h3 class="name" dir="auto"><b>{strong}</b>{rest}</h3>
                </div>
                <dl>
                    <Short label=text!(i18n, movement.col_requested) value=number(format, line.requested) />
                    <Short label=text!(i18n, movement.col_ship) value=number(format, line.to_ship) />
                    <Short label=text!(i18n, movement.col_available) value=available />
                </dl>
            </div>
        })
    }
}

/// Why it cannot be done, where it cannot.
#[component]
fn Off(state: PanelState, act: LineAction) -> impl IntoView {
    let can_revert = move || {
        state.is_one() && state.off(LineAction::Revert).is_none() && act != LineAction::Revert
    };
    view! {
        <p class="dim" role="note" data-testid="act-off">{move || state.off(act)}</p>
        <Show when=can_revert>
            <div>
                <Button
                    label=LineAction::Revert.label(state.i18n)
                    icon="undo-2"
                    on_press=move |()| state.act.set(LineAction::Revert)
                    testid="off-revert"
                />
            </div>
        </Show>
    }
}

/// The revised quantity.
#[component]
fn Revise(state: PanelState) -> impl IntoView {
    let (i18n, format) = (state.i18n, state.format);
    let value = state.field(|form| form.quantity.clone(), |form, typed| form.quantity = typed);
    let hint = Signal::derive(move || {
        let wrong =
            state.wrong().into_iter().find(|wrong| matches!(wrong, DecisionProblem::Quantity(_)));
        match wrong {
            Some(wrong) => Hint::Error(words::wrong(i18n, format, &wrong)),
            None if is_zero(state) => Hint::Warn(say!(i18n, panel.zero).to_owned()),
            None => Hint::None,
        }
    });
    // 0 is a cancellation: it goes on there, with the reason where that is missing still.
    let on_key = move |event: KeyboardEvent| {
        let has_reason = state.form.with_untracked(|form| !form.reason.trim().is_empty());
        let goes_on = match event.key().as_str() {
            "Tab" => !event.shift_key(),
            "Enter" => !event.ctrl_key() && !has_reason,
            _ => false,
        };
        if goes_on && untrack(|| is_zero(state)) {
            event.prevent_default();
            event.stop_propagation();
            state.tried.set(event.key() == "Enter");
            state.act.set(LineAction::Cancel);
            state.focus_after_drawing(FIRST);
        }
    };
    view! {
        <div data-begin="" on:keydown=on_key>
            <NumberField label=text!(i18n, panel.revise_to) value hint testid="revise-quantity" />
        </div>
    }
}

/// That a revision to 0 came here.
#[component]
fn Zero(state: PanelState) -> impl IntoView {
    let i18n = state.i18n;
    view! {
        <Show when=move || state.is_one() && is_zero(state)>
            <p class="hint-warn" role="note" data-testid="zero-note">
                <Icon name="triangle-alert" class="icon icon-sm" />
                <span>{text!(i18n, panel.zero)}</span>
            </p>
        </Show>
    }
}

fn is_zero(state: PanelState) -> bool {
    let quantity = state.form.with(|form| form.quantity.clone());
    state.read(&quantity) == contract::Quantity::Whole(0)
}

/// That the line is to be deleted already.
#[component]
fn Doomed(state: PanelState) -> impl IntoView {
    let i18n = state.i18n;
    let is_doomed =
        move || state.is_one() && state.of_view(|view| Some(view.line.deleted)) == Some(true);
    view! {
        <Show when=is_doomed>
            <p class="dim" role="note">{text!(i18n, panel.is_deleted)}</p>
        </Show>
    }
}

/// How many of several lines are left out, and why.
#[component]
fn LeftOut(state: PanelState) -> impl IntoView {
    move || {
        let kind = state.act.get().kind().filter(|_| !state.is_one())?;
        let offer = state.offer(kind).filter(|offer| !offer.rows.is_empty())?;
        let say = |of| words::left_out(state.i18n, state.format, kind, of);
        let all = offer.left_out.iter().map(say);
        Some(
            all.map(|said| view! { <p class="dim small" data-testid="left-out">{said}</p> })
                .collect_view(),
        )
    }
}
