//! What waits here, as the whole window sees it: one query for the top bar, the banners and the
//! sign-in forms. Deliberately absent: the operations themselves, which pages ask for.

use chrono::{DateTime, Utc};
use contract::{Held, OutboxState, ReadOutbox, Restored, SeenRestored};
use leptos::prelude::*;

use crate::format::Format;
use crate::i18n::{I18n, say};
use crate::query::{Query, Sending, use_command, use_query};

/// The outbox at a glance.
#[derive(Clone, Copy)]
pub struct Outbox {
    state: Query<OutboxState>,
    seen: Sending<SeenRestored>,
}

/// The window's outbox.
pub fn use_outbox() -> Outbox {
    expect_context::<Outbox>()
}

impl Outbox {
    /// Begins to ask. Called once, by the app.
    pub fn start() {
        provide_context(Self { state: use_query(|| Some(ReadOutbox {})), seen: use_command() });
    }

    /// What waits; `None` until it is known.
    pub fn state(self) -> Option<OutboxState> {
        self.state.get()
    }

    /// How many changes are kept here and not in the service yet.
    pub fn kept(self) -> u32 {
        self.state.reply.with(|state| state.as_ref().map_or(0, |s| s.waiting + s.attention))
    }

    /// Work brought back after the program ended without being closed, until it was seen.
    pub fn restored(self) -> Option<Restored> {
        self.state.reply.with(|state| state.as_ref()?.restored.clone())
    }

    /// That something was kept here, and when it goes on.
    pub fn say_kept(self, i18n: I18n, format: Format, at: DateTime<Utc>) -> String {
        let time = format.moment(at);
        let held = self.state.reply.with(|state| state.as_ref().and_then(|state| state.held));
        // Whether the service answers is often known only a moment later.
        let when = when(i18n, held.or(Some(Held::Offline)));
        format!("{} {when}", say!(i18n, movement.kept, time = time))
    }

    /// What was brought back was seen.
    pub fn seen_restored(self) {
        self.seen.send(SeenRestored {}, move |_| self.state.ask_again());
    }
}

/// When what waits goes.
pub fn when(i18n: I18n, held: Option<Held>) -> &'static str {
    match held {
        Some(Held::Offline) => say!(i18n, movement.goes_online),
        Some(Held::SignedOut) => say!(i18n, movement.goes_signed_in),
        Some(Held::Paused) => say!(i18n, movement.goes_unpaused),
        None => say!(i18n, movement.goes_soon),
    }
}
