//! An operation that needs the user: why, and which actions help. Drawn as a banner if it is about
//! the movement; for a line, the same actions are in the note under it.

use contract::{DropOperation, Failure, Operation, OperationRow, OperationState, RetryOperations};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::{Banner, BannerTone, Button, FailureNote, Size, Toasts};
use crate::data::drafts::{Drafts, use_drafts};
use crate::data::outbox;
use crate::data::query::{Sending, use_command};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::ipc;
use crate::navigation::{Sheets, Tabs, use_tabs};
use crate::pages::conflict;
use crate::wording::format::{Format, use_format};
use crate::wording::outbox_words;
use crate::wording::words;

/// An operation that waits for the user, with what helps it.
#[component]
pub fn Parked(row: OperationRow) -> impl IntoView {
    let i18n = use_i18n();
    let ways = Ways::start();
    let title = format!("{}.", about(i18n, &row));
    let said = sentence(i18n, &row.state);
    let (tone, raw) = match &row.state {
        OperationState::Stuck(failure) => (BannerTone::Problem, failure.service_text.clone()),
        _ => (BannerTone::Warning, None),
    };
    view! {
        <Banner tone title=Signal::stored(title) text=Signal::stored(said) raw testid="state-parked">
            {ways.buttons(&row)}
        </Banner>
        {move || ways.failure().map(|failure| view! {
            <div class="banner banner-red"><FailureNote failure /></div>
        })}
    }
}

/// What helps an operation that waits for the user.
#[derive(Clone, Copy)]
pub struct Ways {
    retry: Sending<RetryOperations>,
    give_up: Sending<DropOperation>,
    sheets: Sheets,
    toasts: Toasts,
    drafts: Drafts,
    tabs: Tabs,
    i18n: I18n,
    format: Format,
}

impl Ways {
    /// Nothing was done yet.
    pub fn start() -> Self {
        Self {
            retry: use_command(),
            give_up: use_command(),
            sheets: expect_context(),
            toasts: expect_context(),
            drafts: use_drafts(),
            tabs: use_tabs(),
            i18n: use_i18n(),
            format: use_format(),
        }
    }

    /// Why the last one came to nothing.
    pub fn failure(self) -> Option<Failure> {
        self.retry.failure.get().or_else(|| self.give_up.failure.get())
    }

    fn buttons(self, row: &OperationRow) -> Vec<AnyView> {
        let i18n = self.i18n;
        let mut buttons = Vec::new();
        let mut add = |label, testid, press: fn(Self, &OperationRow)| {
            let row = StoredValue::new(row.clone());
            let on_press = move |()| row.with_value(|row| press(self, row));
            let button = view! { <Button label size=Size::Small on_press testid /> };
            buttons.push(button.into_any());
        };
        match row.state {
            OperationState::Conflict(_) => {
                add(text!(i18n, history.compare), "state-compare", Self::compare);
            }
            OperationState::Unknown(_) => {
                add(text!(i18n, history.answer), "state-answer", Self::answer);
            }
            _ => {
                if self.drafts.can_correct(row) {
                    add(text!(i18n, history.edit), "state-edit", Self::correct);
                }
                add(text!(i18n, history.retry), "state-retry", Self::try_again);
                add(text!(i18n, history.discard), "state-discard", Self::discard);
                add(text!(i18n, history.copy), "state-copy", Self::copy);
            }
        }
        buttons
    }

    /// Compares what both sides have, field by field.
    pub fn compare(self, row: &OperationRow) {
        self.sheets.conflict.set(Some(row.clone()));
    }

    /// Asks the user what became of it.
    pub fn answer(self, row: &OperationRow) {
        self.sheets.question.set(Some(row.clone()));
    }

    fn correct(self, row: &OperationRow) {
        self.drafts.correct(self.tabs, row);
    }

    /// Tries it as it is.
    fn try_again(self, row: &OperationRow) {
        self.retry.send(RetryOperations { operations: vec![row.key] }, |_| ());
    }

    /// Gives it up; that can be taken back.
    fn discard(self, row: &OperationRow) {
        let offer = self.offer_back(row);
        self.give_up.send(DropOperation { operation: row.key }, move |_| offer());
    }

    /// Offers to take up again what was given up.
    pub fn offer_back(self, row: &OperationRow) -> impl FnOnce() + Send + use<> {
        let (operation, i18n, toasts) = (row.key, self.i18n, self.toasts);
        let what = untrack(|| outbox_words::title(i18n, row));
        move || {
            let said = untrack(|| say!(i18n, history.discarded, what = what));
            outbox::offer_back(toasts, said, operation);
        }
    }

    /// Copies what is to be told to whoever helps.
    pub fn copy(self, row: &OperationRow) {
        let (i18n, toasts) = (self.i18n, self.toasts);
        let details = untrack(|| outbox_words::details(i18n, self.format, row));
        spawn_local(async move {
            let copied = ipc::copy(&details).await;
            toasts.say(untrack(|| {
                String::from(if copied {
                    say!(i18n, history.copied)
                } else {
                    say!(i18n, history.copy_failed)
                })
            }));
        });
    }
}

/// What an operation is; on its movement's own page, the movement need not be named.
fn about(i18n: I18n, row: &OperationRow) -> String {
    match row.operation {
        Operation::CreateMovement(_) | Operation::UpdateHeader(_) => {
            outbox_words::what(i18n, &row.operation).to_owned()
        }
        _ => outbox_words::title(i18n, row),
    }
}

/// What an operation waits for.
fn sentence(i18n: I18n, state: &OperationState) -> String {
    match state {
        OperationState::Stuck(failure) => words::failure(i18n, failure),
        OperationState::Conflict(fields) => {
            let fields: Vec<_> = fields.iter().map(|f| conflict::name(i18n, f.field)).collect();
            say!(i18n, movement.changed_too, fields = fields.join(", "))
        }
        _ => say!(i18n, movement.not_known).to_owned(),
    }
}
