//! The head of the outbox: how much waits, what holds it back, and whether other users have changes
//! waiting on this computer.

use contract::{Held, MovementRef, OtherWork};
use leptos::prelude::*;

use crate::components::{Button, ButtonKind};
use crate::data::outbox::{NAMED, say_more_unsent, say_unsent, use_outbox};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::navigation::{Route, use_tabs};
use crate::wording::address::host_of;
use crate::wording::format::use_format;

/// The head of what waits.
#[component]
pub fn OutboxFacts() -> impl IntoView {
    let (i18n, format, outbox) = (use_i18n(), use_format(), use_outbox());
    let count = move || {
        let state = outbox.state()?;
        let (goes, asks) = (state.waiting, state.attention);
        let number = |count: u32| format.number(count);
        let goes =
            (goes > 0).then(|| say!(i18n, history.waiting, count = goes, number = number(goes)));
        let asks =
            (asks > 0).then(|| say!(i18n, history.refused, count = asks, number = number(asks)));
        Some([goes, asks].into_iter().flatten().collect::<Vec<_>>().join(" · "))
    };
    let beside = move || {
        let state = outbox.state()?;
        let next = state.next_try.map(|at| say!(i18n, history.next_try, time = format.exact(at)));
        // Of what waits for the user nothing goes by itself.
        let held = state.held.filter(|held| state.waiting > 0 || *held == Held::Paused);
        Some(match (held, next) {
            (Some(Held::Paused), _) => say!(i18n, history.held_paused).to_owned(),
            (Some(Held::SignedOut), _) => say!(i18n, history.held_signed_out).to_owned(),
            (Some(Held::NeedsLocation), _) => say!(i18n, history.held_location).to_owned(),
            (Some(Held::Offline), Some(next)) => {
                format!("{} · {next}", say!(i18n, history.held_offline))
            }
            (Some(Held::Offline), None) => say!(i18n, history.held_offline).to_owned(),
            (None, Some(next)) => next,
            (None, None) => say!(i18n, history.order).to_owned(),
        })
    };
    view! {
        <h2 id="outbox-title" class="block-h">
            {text!(i18n, outbox.title)}
            <span class="count" data-testid="outbox-count">{count}</span>
            <span class="faint small push" role="status" data-testid="outbox-held">{beside}</span>
        </h2>
        <UnsentWork />
        <OthersWork />
    }
}

/// Edited lines that are not sent, with the way to each.
#[component]
fn UnsentWork() -> impl IntoView {
    let (i18n, format, outbox, tabs) = (use_i18n(), use_format(), use_outbox(), use_tabs());
    let note = move |said: String, leads_to: Route| {
        view! {
            <p class="block-note" data-testid="unsent-work">
                {said} " "
                <Button
                    label=text!(i18n, history.open)
                    kind=ButtonKind::Link
                    on_press=move |()| tabs.open(leads_to.clone())
                    testid="unsent-open"
                />
            </p>
        }
    };
    move || {
        let unsent = outbox.state().map(|state| state.unsent).unwrap_or_default();
        let more = say_more_unsent(i18n, format, &unsent).map(|said| note(said, Route::Movements));
        let named = unsent.iter().take(NAMED).map(|unsent| {
            let route = Route::Movement(MovementRef::Key(unsent.movement));
            note(say_unsent(i18n, format, unsent), route)
        });
        view! { {named.collect_view()} {more} }
    }
}

/// Work of other users that waits on this computer: nobody else sees what it is.
#[component]
pub fn OthersWork() -> impl IntoView {
    let (i18n, outbox) = (use_i18n(), use_outbox());
    let note = move |other: OtherWork| {
        view! { <p class="block-note" data-testid="others-work">{others(i18n, &other)}</p> }
    };
    move || {
        let others = outbox.state().map(|state| state.others).unwrap_or_default();
        others.into_iter().map(note).collect_view()
    }
}

fn others(i18n: I18n, other: &OtherWork) -> String {
    let name = format!("{} ({})", other.profile.user_name, host_of(&other.profile.server));
    let waiting =
        (other.waiting > 0).then(|| say!(i18n, outbox.others, count = other.waiting, name = name));
    let unsent = (other.unsent > 0)
        .then(|| say!(i18n, outbox.others_unsent, count = other.unsent, name = name));
    [waiting, unsent].into_iter().flatten().collect::<Vec<_>>().join(" ")
}
