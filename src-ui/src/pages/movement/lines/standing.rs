//! What the body of the movement page shows: the rows, or why there are none and what to do.

use contract::OpenedMovement;
use leptos::prelude::*;

use super::rows::Lines;
use crate::components::{Button, Empty, FailureNote};
use crate::data::query::Query;
use crate::effect::memo;
use crate::i18n::{say, text, use_i18n};
use crate::wording::format::use_format;

/// What stands in the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinesStatus {
    /// Rows, or bones while the first reading is under way.
    Rows,
    /// The movement could not be read at all.
    Failed,
    /// The movement is here, its lines are not.
    Unread,
    /// It has no lines.
    Empty,
    /// No line fits what is looked for.
    NoMatch,
}

/// What is known of a movement and its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct KnownMovement {
    /// The movement is here.
    is_here: bool,
    /// Asking for it failed.
    failed: bool,
    /// Its lines were read.
    is_read: bool,
    /// Lines known, those added here among them.
    known: u32,
    /// Lines shown.
    shown: u32,
}

/// How it stands.
pub fn standing(opened: Query<OpenedMovement>, lines: Lines) -> Memo<LinesStatus> {
    memo(move || {
        stands(KnownMovement {
            is_here: opened.reply.with(Option::is_some),
            failed: opened.failure.with(Option::is_some),
            is_read: lines.is_read(),
            known: lines.known().unwrap_or_default(),
            shown: lines.shown(),
        })
    })
}

fn stands(known: KnownMovement) -> LinesStatus {
    match known {
        KnownMovement { is_here: false, failed: true, .. } => LinesStatus::Failed,
        KnownMovement { is_read: false, known: 0, is_here: true, .. } => LinesStatus::Unread,
        KnownMovement { is_read: true, known: 0, .. } => LinesStatus::Empty,
        KnownMovement { known: 1.., shown: 0, .. } => LinesStatus::NoMatch,
        _ => LinesStatus::Rows,
    }
}

/// Why there are no rows, and what to do.
#[component]
pub fn Nothing(
    /// How it stands.
    standing: LinesStatus,
    /// The movement.
    opened: Query<OpenedMovement>,
    /// Its lines.
    lines: Lines,
    /// Nothing can be added here.
    #[prop(into)]
    read_only: Signal<bool>,
    /// Reads it anew.
    on_read: Callback<()>,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let again = Callback::new(move |()| opened.ask_again());
    let all = Signal::derive(move || {
        let all = lines.known().unwrap_or_default();
        say!(i18n, movement.no_match_text, count = all, number = format.number(all))
    });
    let empty_text = Signal::derive(move || {
        let text = if read_only.get() {
            say!(i18n, movement.empty_text)
        } else {
            say!(i18n, editor.empty_text)
        };
        text.to_owned()
    });
    match standing {
        LinesStatus::Failed => view! {
            <div class="empty">
                {move || opened.failure.get().map(|failure| view! { <FailureNote failure on_retry=again /> })}
            </div>
        }
        .into_any(),
        LinesStatus::Unread => view! {
            <Empty
                icon="cloud-off"
                title=text!(i18n, movement.unread_title)
                text=text!(i18n, movement.unread_text)
                testid="unread"
            >
                <Button label=text!(i18n, movement.refresh) chord="F5" on_press=on_read testid="read-now" />
            </Empty>
        }
        .into_any(),
        LinesStatus::NoMatch => view! {
            <Empty
                icon="search"
                title=text!(i18n, movement.no_match_title)
                text=all
                testid="no-match"
            >
                <Button
                    label=text!(i18n, movement.clear)
                    chord="Esc"
                    on_press=move |()| lines.clear()
                    testid="clear-filters"
                />
            </Empty>
        }
        .into_any(),
        LinesStatus::Empty | LinesStatus::Rows => view! {
            <Empty
                icon="package"
                title=text!(i18n, movement.empty_title)
                text=empty_text
                testid="empty"
            />
        }
        .into_any(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const READ: KnownMovement =
        KnownMovement { is_here: true, failed: false, is_read: true, known: 42, shown: 42 };

    #[test]
    fn lines_are_shown_while_they_are_read_and_once_they_are_here() {
        assert_eq!(stands(READ), LinesStatus::Rows);
        let reading = KnownMovement { is_here: false, is_read: false, known: 0, shown: 0, ..READ };
        assert_eq!(stands(reading), LinesStatus::Rows, "bones");
        assert_eq!(
            stands(KnownMovement { failed: true, ..READ }),
            LinesStatus::Rows,
            "what is here stays"
        );
    }

    #[test]
    fn none_never_read_and_none_that_fits_are_told_apart() {
        assert_eq!(stands(KnownMovement { known: 0, shown: 0, ..READ }), LinesStatus::Empty);
        let unread = KnownMovement { is_read: false, known: 0, shown: 0, ..READ };
        assert_eq!(stands(unread), LinesStatus::Unread);
        let added = KnownMovement { known: 1, shown: 1, ..unread };
        assert_eq!(stands(added), LinesStatus::Rows, "a line added here");
        assert_eq!(stands(KnownMovement { shown: 0, ..READ }), LinesStatus::NoMatch);
        let nowhere = KnownMovement { is_here: false, failed: true, ..unread };
        assert_eq!(stands(nowhere), LinesStatus::Failed);
    }
}
