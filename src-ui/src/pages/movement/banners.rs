//! The banners of a movement: changes that were previewed at its creation and not sent, and that
//! the service does not list it any more.

use contract::{Failure, FinishMovement, MovementRef, WriteState};
use leptos::prelude::*;

use super::header::Header;
use crate::components::{Banner, BannerTone, Button, FailureNote, Size, Toasts};
use crate::format::use_format;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::query::use_command;

/// The banners, while they are true.
#[component]
pub fn MovementBanners(header: Memo<Option<Header>>) -> impl IntoView {
    let i18n = use_i18n();
    let waiting =
        Memo::new(move |_| header.with(|header| header.as_ref().map_or(0, |h| h.changes_waiting)));
    let gone = Memo::new(move |_| header.with(|header| header.as_ref().is_some_and(|h| h.gone)));
    view! {
        <Show when=move || { waiting.get() > 0 }>
            <ChangesWaiting header waiting />
        </Show>
        <Show when=move || gone.get()>
            <Banner tone=BannerTone::Warning title=text!(i18n, movement.gone) testid="gone" />
        </Show>
    }
}

#[component]
fn ChangesWaiting(header: Memo<Option<Header>>, waiting: Memo<u32>) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let toasts = expect_context::<Toasts>();
    let finish = use_command::<FinishMovement>();
    // Why a part was not sent this time either: an answer, not a failure of the command.
    let partly = RwSignal::new(None::<Failure>);
    let send = move |()| {
        let Some(key) = header.with_untracked(|header| header.as_ref().map(|h| h.key)) else {
            return;
        };
        partly.set(None);
        finish.send(
            FinishMovement { movement: MovementRef::Key(key) },
            move |written| match written.state {
                WriteState::Sent { at, .. } => {
                    let time = untrack(|| format.moment(at));
                    toasts.say(untrack(|| say!(i18n, movement.changes_sent, time = time)));
                }
                WriteState::Partly { failure, .. } => partly.set(Some(failure)),
            },
        );
    };
    let failure = move || finish.failure.get().or_else(|| partly.get());
    view! {
        <Banner
            tone=BannerTone::Warning
            title=Signal::derive(move || not_sent(i18n, waiting.get()))
            testid="changes-waiting"
        >
            <Button
                label=text!(i18n, movement.send_changes)
                size=Size::Small
                busy=finish.busy
                on_press=send
                testid="send-changes"
            />
        </Banner>
        {move || failure().map(|failure| view! {
            <div class="banner banner-red"><FailureNote failure /></div>
        })}
    }
}

fn not_sent(i18n: I18n, waiting: u32) -> String {
    say!(i18n, movement.changes_waiting, count = waiting)
}
