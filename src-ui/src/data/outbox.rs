//! What waits here, as the whole window sees it: one query for the top bar, the banners and the
//! sign-in forms. Deliberately absent: the operations themselves, which pages ask for.

use chrono::{DateTime, Utc};
use contract::{
    Held, MovementKey, OperationKey, OutboxState, ReadOutbox, RestoreOperation, Restored,
    SeenRestored, Unsent,
};
use leptos::prelude::*;

use crate::components::Toasts;
use crate::data::query::{Query, Sending, use_command, use_query};
use crate::i18n::{I18n, say};
use crate::ipc;
use crate::wording::format::Format;

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

    /// Whether something keeps all of it from being sent for now.
    pub fn is_held(self) -> bool {
        self.state.reply.with(|state| state.as_ref().is_some_and(|state| state.held.is_some()))
    }

    /// How many changes are kept here and not in the service yet.
    pub fn kept(self) -> u32 {
        self.state.reply.with(|state| state.as_ref().map_or(0, |s| s.waiting + s.attention))
    }

    /// How many lines were edited in all movements and are not sent.
    pub fn unsent(self) -> u32 {
        let count = |state: &OutboxState| state.unsent.iter().map(|unsent| unsent.changes).sum();
        self.state.reply.with(|state| state.as_ref().map_or(0, count))
    }

    /// What was edited in a movement and is not sent.
    pub fn unsent_in(self, movement: MovementKey) -> Option<Unsent> {
        self.state.reply.with_untracked(|state| {
            state.as_ref()?.unsent.iter().find(|unsent| unsent.movement == movement).cloned()
        })
    }

    /// How much was edited in a movement and is not sent.
    pub fn count_unsent_in(self, movement: MovementKey) -> u32 {
        let of = |unsent: &&Unsent| unsent.movement == movement;
        self.state.reply.with(|state| {
            state.as_ref().and_then(|it| it.unsent.iter().find(of)).map_or(0, |it| it.changes)
        })
    }

    /// Whether the header of a movement was edited and is not sent.
    pub fn is_header_unsent(self, movement: MovementKey) -> bool {
        let is_it = |unsent: &Unsent| unsent.movement == movement && unsent.header;
        self.state.reply.with(|state| state.as_ref().is_some_and(|it| it.unsent.iter().any(is_it)))
    }

    /// What goes by itself, in the words of `goes`, and what waits for the user, which does not; `None`
    /// where neither is here.
    pub fn say_waiting(self, i18n: I18n, goes: impl Fn(u32) -> String) -> Option<String> {
        self.state.reply.with(|state| say_waiting(i18n, state.as_ref()?, goes))
    }

    /// Work brought back after the program ended without being closed, until it was seen.
    pub fn restored(self) -> Option<Restored> {
        self.state.reply.with(|state| state.as_ref()?.restored.clone())
    }

    /// That something was kept here, and when it goes on.
    pub fn say_kept(self, i18n: I18n, format: Format, at: DateTime<Utc>) -> String {
        let time = format.moment(at);
        let held = self.state.reply.with(|state| state.as_ref().and_then(|state| state.held));
        let when = when(i18n, held);
        format!("{} {when}", say!(i18n, movement.kept, time = time))
    }

    /// What was brought back was seen.
    pub fn seen_restored(self) {
        self.seen.send(SeenRestored {}, move |_| self.state.ask_again());
    }
}

/// What goes by itself, in the words of `goes`, and what waits for the user; `None` where neither does.
pub fn say_waiting(
    i18n: I18n,
    state: &OutboxState,
    goes: impl Fn(u32) -> String,
) -> Option<String> {
    let goes = (state.waiting > 0).then(|| match state.held {
        // Whatever comes back, what the user holds goes when they let it.
        Some(Held::Paused) => say!(i18n, session.closing_paused, count = state.waiting),
        _ => goes(state.waiting),
    });
    let asks = (state.attention > 0).then(|| say!(i18n, outbox.asks, count = state.attention));
    match (goes, asks) {
        (Some(goes), Some(asks)) => Some(format!("{goes} {asks}")),
        (goes, asks) => goes.or(asks),
    }
}

/// Says that an operation was given up, and offers to take it up again. The page may be closed by then;
/// the offer stays.
pub fn offer_back(toasts: Toasts, said: String, operation: OperationKey) {
    toasts.offer_undo(said, move || ipc::ask(&RestoreOperation { operation }, |_| ()));
}

/// That changes of a movement are not sent.
pub fn say_unsent(i18n: I18n, format: Format, unsent: &Unsent) -> String {
    let (count, title) = (unsent.changes, &unsent.title);
    say!(i18n, outbox.unsent_in, count = count, number = format.number(count), title = title)
}

/// So many movements with unsent changes are named at once.
pub const NAMED: usize = 5;

/// That more than the named movements have changes that are not sent; `None` if all are named.
pub fn say_more_unsent(i18n: I18n, format: Format, all: &[Unsent]) -> Option<String> {
    let more = u32::try_from(all.len().saturating_sub(NAMED)).unwrap_or(u32::MAX);
    let said = || say!(i18n, outbox.unsent_more, count = more, number = format.number(more));
    (more > 0).then(said)
}

/// What is not sent, movement by movement; `None` where everything is.
pub fn say_all_unsent(i18n: I18n, format: Format, all: &[Unsent]) -> Option<String> {
    let named = all.iter().take(NAMED).map(|unsent| say_unsent(i18n, format, unsent));
    let said: Vec<String> = named.chain(say_more_unsent(i18n, format, all)).collect();
    (!said.is_empty()).then(|| said.join(" "))
}

/// When what waits goes.
pub fn when(i18n: I18n, held: Option<Held>) -> &'static str {
    match held {
        Some(Held::Offline) => say!(i18n, movement.goes_online),
        Some(Held::SignedOut) => say!(i18n, movement.goes_signed_in),
        Some(Held::NeedsLocation) => say!(i18n, movement.goes_located),
        Some(Held::Paused) => say!(i18n, movement.goes_unpaused),
        None => say!(i18n, movement.goes_soon),
    }
}

#[cfg(test)]
mod tests {
    use contract::Language;

    use super::*;

    /// What is said in English of so many that go, and so many that wait for the user.
    fn said(waiting: u32, attention: u32, held: Option<Held>) -> Option<String> {
        let state = OutboxState { waiting, attention, held, ..OutboxState::default() };
        Owner::new().with(|| {
            let i18n = I18n::of(Language::English);
            untrack(|| say_waiting(i18n, &state, |count| say!(i18n, session.kept, count = count)))
        })
    }

    #[test]
    fn what_was_refused_is_not_promised_to_go() {
        let goes = "2 changes are saved on this computer. They will be sent when you sign in.";
        let asks = "1 change is saved on this computer and needs your answer in History.";
        assert_eq!(said(2, 1, None), Some(format!("{goes} {asks}")));
        assert_eq!(said(2, 0, Some(Held::SignedOut)).as_deref(), Some(goes));
        assert_eq!(said(0, 1, None).as_deref(), Some(asks));
        assert_eq!(said(0, 0, None), None);
    }

    #[test]
    fn what_the_user_holds_is_not_promised_to_go_by_itself() {
        let goes =
            "2 changes are saved on this computer. They will be sent when you resume sending.";
        assert_eq!(said(2, 0, Some(Held::Paused)).as_deref(), Some(goes));
    }
}
