//! What is said while the window closes and work waits: how much, when it goes, and what is not sent.
//! Nothing is asked; Esc keeps the window open, any other key closes at once, and the shell closes by
//! itself a moment later.

use contract::{CloseNow, Held, OutboxState, StayOpen};
use leptos::prelude::*;

use crate::components::Show;
use crate::data::outbox::{say_all_unsent, say_waiting, use_outbox};
use crate::data::query::use_command;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::wording::format::{Format, use_format};
use crate::{dom, ipc};

/// The note, once the shell says that the window closes.
#[component]
pub fn ClosingNote() -> impl IntoView {
    let (i18n, outbox, format) = (use_i18n(), use_outbox(), use_format());
    let closing = RwSignal::new(false);
    let (now, stay) = (use_command::<CloseNow>(), use_command::<StayOpen>());
    ipc::on_closing(move || closing.set(true));
    // Before the page does: what lies under the note is not meant. It is there as long as the window.
    dom::on_keydown_first(move |event| {
        if !closing.get_untracked() {
            return;
        }
        event.prevent_default();
        event.stop_immediate_propagation();
        if event.key() == "Escape" {
            stay.send(StayOpen {}, move |_| closing.set(false));
        } else if !event.repeat() {
            // The key that closes the window may still be held down.
            now.send(CloseNow {}, |_| ());
        }
    });
    let said = move || outbox.state().map(|state| sentence(i18n, format, &state));
    let said = move || said().unwrap_or_default();
    view! {
        <div role="alert" data-testid="closing">
            <Show when=move || closing.get()>
                <div class="sheet-layer">
                    <div class="scrim">
                        <div class="sheet closing-note">
                            <h2>{text!(i18n, session.closing)}</h2>
                            <p data-testid="closing-sentence">{said}</p>
                            <p class="faint small">{text!(i18n, session.closing_key)}</p>
                        </div>
                    </div>
                </div>
            </Show>
        </div>
    }
}

/// How much goes, and when; and how much waits for the user.
fn sentence(i18n: I18n, format: Format, state: &OutboxState) -> String {
    let goes = |kept: u32| match state.held {
        Some(Held::SignedOut) => say!(i18n, session.closing_sign_in, count = kept),
        Some(Held::NeedsLocation) => say!(i18n, session.closing_location, count = kept),
        Some(Held::Paused) => say!(i18n, session.closing_paused, count = kept),
        _ => say!(i18n, session.closing_next, count = kept),
    };
    let waiting = say_waiting(i18n, state, goes);
    let unsent = say_all_unsent(i18n, format, &state.unsent);
    [waiting, unsent].into_iter().flatten().collect::<Vec<_>>().join(" ")
}
