//! The lines under a movement's tools that say where it stands: what is kept here and when it goes,
//! what is on its way or being looked for, what waits for the user, and that the service does not
//! list it any more. Each goes when it is no longer true.

use contract::{
    DropOperation, Failure, Held, Operation, OperationRow, OperationState, RestoreOperation,
    RetryOperations, RowState,
};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::header::Header;
use crate::app::Sheets;
use crate::components::{Banner, BannerTone, Button, FailureNote, Size, Toasts};
use crate::drafts::{Drafts, use_drafts};
use crate::format::{Format, use_format};
use crate::frame::{Tabs, use_tabs};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::outbox::{use_outbox, when};
use crate::pages::conflict;
use crate::query::{Sending, use_command};
use crate::{ipc, outbox_words, words};

/// So many operations that wait for the user are shown here; the history has them all.
const SHOWN: usize = 3;

/// The banners, while they are true.
#[component]
pub fn MovementBanners(
    /// The movement.
    header: Memo<Option<Header>>,
    /// Operations on it that have not ended.
    operations: Memo<Vec<OperationRow>>,
) -> impl IntoView {
    let (i18n, format, outbox) = (use_i18n(), use_format(), use_outbox());
    let gone = Memo::new(move |_| header.with(|header| header.as_ref().is_some_and(|h| h.gone)));
    let is_new = move || {
        header.with(|header| {
            header.as_ref().is_some_and(|h| is_not_there_yet(h.state, h.id.as_str()))
        })
    };
    let going = Memo::new(move |_| {
        let going = operations.with(|all| Going::of(all))?;
        let held = outbox.state().and_then(|state| state.held);
        Some(going_line(i18n, format, &going, is_new(), held))
    });
    let parked = Memo::new(move |_| {
        operations.with(|all| all.iter().filter(|row| needs_user(row)).cloned().collect::<Vec<_>>())
    });
    view! {
        {move || going.get().map(|(tone, title, text)| view! {
            <Banner tone title=Signal::stored(title) text=Signal::stored(text) testid="state-line" />
        })}
        {move || {
            let rows = parked.get().into_iter().take(SHOWN);
            rows.map(|row| view! { <Parked row /> }).collect_view()
        }}
        <Show when=move || gone.get()>
            <Banner tone=BannerTone::Warning title=text!(i18n, movement.gone) testid="gone" />
        </Show>
    }
}

/// A movement made here that the service has not made yet has no id.
fn is_not_there_yet(state: RowState, id: &str) -> bool {
    id.is_empty() && state != RowState::InService
}

fn needs_user(row: &OperationRow) -> bool {
    matches!(
        row.state,
        OperationState::Stuck(_) | OperationState::Conflict(_) | OperationState::Unknown(_)
    )
}

/// What goes by itself.
#[derive(Clone, Debug, PartialEq)]
struct Going {
    queued: u32,
    sending: u32,
    unsure: u32,
    kept: chrono::DateTime<chrono::Utc>,
}

impl Going {
    /// Counts it; `None` where nothing goes.
    fn of(rows: &[OperationRow]) -> Option<Self> {
        let count = |is: fn(&OperationState) -> bool| {
            u32::try_from(rows.iter().filter(|row| is(&row.state)).count()).unwrap_or(u32::MAX)
        };
        let going = rows.iter().filter(|row| !needs_user(row));
        Some(Self {
            kept: going.map(|row| row.kept).max()?,
            queued: count(|state| matches!(state, OperationState::Queued)),
            sending: count(|state| matches!(state, OperationState::Sending)),
            unsure: count(|state| matches!(state, OperationState::Unsure)),
        })
    }
}

/// The line about it: what is being looked for before what is on its way before what waits.
fn going_line(
    i18n: I18n,
    format: Format,
    going: &Going,
    is_new: bool,
    held: Option<Held>,
) -> (BannerTone, String, String) {
    if going.unsure > 0 {
        let (title, text) = (say!(i18n, movement.no_answer), say!(i18n, movement.checking));
        return (BannerTone::Warning, title.into(), text.into());
    }
    let title = if is_new {
        say!(i18n, movement.not_there_yet).to_owned()
    } else {
        let count = going.queued + going.sending;
        say!(i18n, movement.changes_wait, count = count, number = format.number(count))
    };
    let kept = say!(i18n, movement.kept, time = format.moment(going.kept));
    let when = if going.sending > 0 { say!(i18n, movement.being_sent) } else { when(i18n, held) };
    (BannerTone::Kept, title, format!("{kept} {when}"))
}

/// An operation that waits for the user, with what helps it.
#[component]
fn Parked(row: OperationRow) -> impl IntoView {
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
struct Ways {
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
    fn start() -> Self {
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

    fn failure(self) -> Option<Failure> {
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

    fn compare(self, row: &OperationRow) {
        self.sheets.conflict.set(Some(row.clone()));
    }

    fn answer(self, row: &OperationRow) {
        self.sheets.question.set(Some(row.clone()));
    }

    fn correct(self, row: &OperationRow) {
        self.drafts.correct(self.tabs, row);
    }

    fn try_again(self, row: &OperationRow) {
        self.retry.send(RetryOperations { operations: vec![row.key] }, |_| ());
    }

    fn discard(self, row: &OperationRow) {
        let (operation, i18n, toasts) = (row.key, self.i18n, self.toasts);
        let what = untrack(|| outbox_words::title(i18n, row));
        self.give_up.send(DropOperation { operation }, move |_| {
            let said = untrack(|| say!(i18n, history.discarded, what = what));
            // The page may be closed by then; the offer stays.
            toasts.offer_undo(said, move || ipc::ask(&RestoreOperation { operation }, |_| ()));
        });
    }

    fn copy(self, row: &OperationRow) {
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

#[cfg(test)]
mod tests {
    use contract::{Question, Reason};

    use super::*;

    fn row(state: OperationState, second: i64) -> OperationRow {
        let uuid: &str = "01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f";
        OperationRow {
            key: uuid.parse().unwrap(),
            movement: None,
            title: String::new(),
            operation: Operation::CreateCategory { name: "Dressings".into() },
            line: None,
            header: None,
            state,
            kept: chrono::DateTime::from_timestamp(second, 0).unwrap(),
            attempts: 0,
            undo: None,
        }
    }

    #[test]
    fn what_waits_for_the_user_does_not_count_as_going() {
        let stuck = OperationState::Stuck(Failure::from(Reason::SameProduct));
        let rows = [row(stuck, 9), row(OperationState::Unknown(Question::Picked), 9)];
        assert_eq!(Going::of(&rows), None);
    }

    #[test]
    fn everything_that_goes_is_counted_where_it_stands() {
        let rows = [
            row(OperationState::Queued, 1),
            row(OperationState::Queued, 3),
            row(OperationState::Sending, 2),
            row(OperationState::Unsure, 1),
            row(OperationState::Conflict(Vec::new()), 9),
        ];
        let going = Going::of(&rows).unwrap();
        assert_eq!((going.queued, going.sending, going.unsure), (2, 1, 1));
        assert_eq!(going.kept.timestamp(), 3, "the newest of them");
    }

    #[test]
    fn only_a_movement_without_an_id_is_not_there_yet() {
        assert!(is_not_there_yet(RowState::New, ""));
        assert!(is_not_there_yet(RowState::Refused, ""));
        assert!(!is_not_there_yet(RowState::Changed, "m1"));
    }
}
