//! The lines under a movement's tools that say where it stands: what is kept here and when it goes,
//! what is on its way or being looked for, what waits for the user, what could not be kept, that lines
//! of it cannot be read, and that the service does not list it any more. Each goes when it is no longer true. What waits for the
//! user about a line stands under that line, in a note.

use contract::{Held, Operation, OperationRow, OperationState, RowState};
use leptos::prelude::*;

use super::parked::Parked;
use super::view::Header;
use crate::components::{Banner, BannerTone, Button, Size};
use crate::data::outbox::{use_outbox, when};
use crate::effect::memo;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::pages::movement::editing::editor::Editor;
use crate::wording::format::{Format, use_format};
use crate::wording::words;

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
    let gone = memo(move || header.with(|header| header.as_ref().is_some_and(|h| h.gone)));
    let left_out = memo(move || {
        let count = header.with(|header| header.as_ref().map_or(0, |header| header.left_out));
        left_out_text(i18n, format, count)
    });
    let is_new = move || {
        header.with(|header| {
            header.as_ref().is_some_and(|h| is_not_there_yet(h.state, h.id.as_str()))
        })
    };
    let going = memo(move || {
        let going = operations.with(|all| Going::of(all))?;
        let state = outbox.state();
        let held = state.as_ref().and_then(|state| state.held);
        let next = state.and_then(|state| state.next_try).map(|at| format.exact(at));
        Some(going_line(i18n, format, &going, is_new(), (held, next)))
    });
    // The service has nothing of it: what is here is all there is.
    let kept = memo(move || {
        let key = header.with(|header| header.as_ref().map(|header| header.key));
        let edited = key.map_or(0, |key| outbox.count_unsent_in(key));
        let waits = operations.with(|all| u32::try_from(all.len()).unwrap_or(u32::MAX));
        gone_text(i18n, format, edited.saturating_add(waits))
    });
    let parked = memo(move || {
        let of_movement = |row: &&OperationRow| {
            needs_user(row)
                && !matches!(row.operation, Operation::ChangeLine(_) | Operation::Pick { .. })
        };
        operations.with(|all| all.iter().filter(of_movement).cloned().collect::<Vec<_>>())
    });
    view! {
        {move || going.get().map(|(tone, title, text)| view! {
            <Banner tone title=Signal::stored(title) text=Signal::stored(text) testid="state-line" />
        })}
        {move || {
            let rows = parked.get().into_iter().take(SHOWN);
            rows.map(|row| view! { <Parked row /> }).collect_view()
        }}
        {move || left_out.get().map(|title| view! {
            <Banner
                tone=BannerTone::Warning
                title=Signal::stored(title)
                testid="lines-left-out"
            />
        })}
        <Show when=move || gone.get()>
            <Banner
                tone=BannerTone::Warning
                title=text!(i18n, movement.gone)
                text=kept
                testid="gone"
            />
        </Show>
    }
}

/// How many lines cannot be read, and what to do; nothing where all can.
fn left_out_text(i18n: I18n, format: Format, count: u32) -> Option<String> {
    let number = format.number(count);
    (count > 0).then(|| say!(i18n, movement.lines_left_out, count = count, number = number))
}

/// What of a movement that is gone in the service is not sent; nothing where all was.
fn gone_text(i18n: I18n, format: Format, count: u32) -> String {
    if count == 0 {
        return String::new();
    }
    say!(i18n, movement.gone_kept, count = count, number = format.number(count))
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
    busy: u32,
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
            busy: count(|state| matches!(state, OperationState::Busy)),
        })
    }
}

/// The line about it: what is being looked for before what the service was too busy for, before what is
/// on its way, before what waits. `held` is what keeps it back, and when the next try is.
fn going_line(
    i18n: I18n,
    format: Format,
    going: &Going,
    is_new: bool,
    (held, next): (Option<Held>, Option<String>),
) -> (BannerTone, String, String) {
    if going.unsure > 0 {
        let (title, text) = (say!(i18n, movement.no_answer), say!(i18n, movement.checking));
        return (BannerTone::Warning, title.into(), text.into());
    }
    let kept = say!(i18n, movement.kept, time = format.moment(going.kept));
    if going.busy > 0 && held.is_none() {
        let again = next.map(|next| format!(" {}.", say!(i18n, history.next_try, time = next)));
        let text = format!("{kept}{}", again.unwrap_or_default());
        return (BannerTone::Warning, say!(i18n, movement.busy).into(), text);
    }
    let title = if is_new {
        say!(i18n, movement.not_there_yet).to_owned()
    } else {
        let count = going.queued + going.sending + going.busy;
        say!(i18n, movement.changes_wait, count = count, number = format.number(count))
    };
    let when = if going.sending > 0 { say!(i18n, movement.being_sent) } else { when(i18n, held) };
    (BannerTone::Kept, title, format!("{kept} {when}"))
}

/// That something done to lines could not be kept: it is tried again, until it is given up.
#[component]
pub fn NotKept(editor: Editor) -> impl IntoView {
    let i18n = use_i18n();
    move || {
        let failure = editor.queue.failure.get()?;
        let why = words::failure(i18n, &failure);
        let (title, raw) = (say!(i18n, draft.not_kept, why = why), failure.service_text);
        // What holds no work is not tried again: it is only said that it failed.
        let waits = editor.queue.holds.get();
        Some(view! {
            <Banner
                tone=BannerTone::Problem
                title=Signal::stored(title)
                raw
                testid="lines-not-kept"
            >
                {waits.then(|| view! {
                    <Button
                        label=text!(i18n, editor.try_again)
                        size=Size::Small
                        on_press=move |()| editor.queue.try_again()
                        testid="lines-try-again"
                    />
                })}
                <Button
                    label=if waits { text!(i18n, history.discard) } else { text!(i18n, draft.dismiss) }
                    size=Size::Small
                    on_press=move |()| editor.give_up()
                    testid="lines-give-up"
                />
            </Banner>
        })
    }
}

/// That the header was edited and laid aside: it goes when the form sends it.
#[component]
pub fn HeaderNotSent(
    /// Whether it is so.
    shown: Signal<bool>,
    /// Opens the form.
    on_open: Callback<()>,
) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <Show when=move || shown.get()>
            <Banner tone=BannerTone::Kept title=text!(i18n, movement.header_not_sent) testid="header-not-sent">
                <Button
                    label=text!(i18n, movement.header_open)
                    size=Size::Small
                    on_press=move |()| on_open.run(())
                    testid="header-open"
                />
            </Banner>
        </Show>
    }
}

/// That the lines of a movement that is not in the service yet cannot be changed.
#[component]
pub fn NotMade(why_not: Signal<Option<String>>) -> impl IntoView {
    move || {
        let why = why_not.get()?;
        Some(view! {
            <Banner tone=BannerTone::Warning title=Signal::stored(why) testid="read-only" />
        })
    }
}

#[cfg(test)]
mod tests {
    use contract::{Failure, Language, Question, Reason};

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
            merge: None,
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
            row(OperationState::Busy, 1),
            row(OperationState::Conflict(Vec::new()), 9),
        ];
        let going = Going::of(&rows).unwrap();
        assert_eq!((going.queued, going.sending, going.unsure, going.busy), (2, 1, 1, 1));
        assert_eq!(going.kept.timestamp(), 3, "the newest of them");
    }

    #[test]
    fn of_a_movement_that_is_gone_it_is_said_what_is_not_sent() {
        Owner::new().with(|| {
            let said =
                |count| untrack(|| gone_text(I18n::of(Language::English), Format::plain(), count));
            let one = "1 change is not sent. It is saved on this computer.";
            let more = "3 changes are not sent. They are saved on this computer.";
            assert_eq!([0, 1, 3].map(said), ["", one, more]);
        });
    }

    #[test]
    fn lines_that_cannot_be_read_are_told_by_their_number() {
        Owner::new().with(|| {
            let i18n = I18n::of(Language::English);
            let said = |count| untrack(|| left_out_text(i18n, Format::plain(), count));
            let tell = "Tell the administrator of the service.";
            let one = "1 line cannot be read and is not shown. The service still has it.";
            let more = "2 lines cannot be read and are not shown. The service still has them.";
            let told = |said: &str| Some(format!("{said} {tell}"));
            assert_eq!([0, 1, 2].map(said), [None, told(one), told(more)]);
        });
    }

    #[test]
    fn only_a_movement_without_an_id_is_not_there_yet() {
        assert!(is_not_there_yet(RowState::New, ""));
        assert!(is_not_there_yet(RowState::Refused, ""));
        assert!(!is_not_there_yet(RowState::Changed, "m1"));
    }
}
