//! The sum of sent and typed picks against the quantity to ship.

use leptos::prelude::*;

use super::super::state::PanelState;
use super::part_signal::PartSignal;
use super::typed::PickProblem;
use super::words;
use crate::components::{Icon, MustTick, Show, each};
use crate::effect::memo;
use crate::i18n::{say, text};

/// The running sum, and what is missing of it.
#[component]
pub fn PickSum(state: PanelState, part: PartSignal) -> impl IntoView {
    let (i18n, format) = (state.i18n, state.format);
    let total = memo(move || {
        let part = part.get()?;
        let read = move |text: &str| state.read(text);
        let total = state.form.with(|form| form.picks.total(&part, &read));
        Some((total, part))
    });
    let sum = move |(total, required, begun): (i64, Option<i64>, bool)| {
        let of = required.map(|all| say!(i18n, panel.of, number = format.number(all)));
        let left = required.map(|all| all.saturating_sub(total));
        let rest = left.map(|left| {
            // Nothing is amiss before something is typed.
            let (class, icon) = match left {
                0 => ("st st-ok", Some("check")),
                1.. if !begun => ("st", None),
                _ => ("st st-warn", Some("triangle-alert")),
            };
            view! {
                <div class=class data-testid="pick-rest">
                    {icon.map(|icon| view! { <Icon name=icon /> })}<p>{words::left(state, left)}</p>
                </div>
            }
        });
        view! {
            <div class="sum">
                <p class="num" data-testid="pick-sum"><b>{format.number(total)}</b>" "{of}</p>
                {rest}
            </div>
        }
        .into_any()
    };
    let sums = move || {
        let sum = total.get().map(|(total, part)| (total, part.required, total != part.picked));
        sum.into_iter().collect::<Vec<_>>()
    };
    let beyond = state.field(|form| form.picks.beyond, |form, ticked| form.picks.beyond = ticked);
    let is_beyond = memo(move || {
        let is_more = |all: i64, total: i64, picked: i64| total > all && total > picked;
        total.with(|total| {
            let known = total.as_ref().and_then(|(total, part)| {
                part.required.map(|all| is_more(all, *total, part.picked))
            });
            known == Some(true)
        })
    });
    let expired =
        state.field(|form| form.picks.expired, |form, ticked| form.picks.expired = ticked);
    let is_expired = memo(move || {
        part.with(|part| {
            let part = part.as_ref()?;
            let read = move |text: &str| state.read(text);
            Some(state.form.with(|form| form.picks.takes_expired(part, &read)))
        })
        .unwrap_or_default()
    });
    view! {
        <div aria-live="polite">{each(sums, |sum| format!("{sum:?}"), sum)}</div>
        <Show when=move || is_beyond.get()>
            <MustTickPicks
                state
                label=text!(i18n, pick.allow_beyond)
                value=beyond
                of=|wrong| matches!(wrong, PickProblem::Beyond(..))
                testid="pick-beyond"
            />
        </Show>
        <Show when=move || is_expired.get()>
            <MustTickPicks
                state
                label=text!(i18n, pick.allow_expired)
                value=expired
                of=|wrong| matches!(wrong, PickProblem::Expired(..))
                testid="pick-expired"
            />
        </Show>
    }
}

/// What is to be confirmed before the picks go.
#[component]
fn MustTickPicks(
    state: PanelState,
    label: Signal<String>,
    value: RwSignal<bool>,
    /// The problem it is about.
    of: fn(&PickProblem) -> bool,
    testid: &'static str,
) -> impl IntoView {
    let must_tick = memo(move || state.picks.wrong(state).iter().any(of));
    let hint = text!(state.i18n, pick.tick_it);
    let tries = state.picks.tries;
    view! { <MustTick label value is_missing=must_tick.into() tries hint testid /> }
}
