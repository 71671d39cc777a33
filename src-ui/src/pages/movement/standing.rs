//! What stands in the body of a movement: rows, or why there are none and what to do.

use contract::OpenedMovement;
use leptos::prelude::*;

use super::view::LinesView;
use crate::components::{Button, Empty, FailureNote};
use crate::format::use_format;
use crate::i18n::{say, text, use_i18n};
use crate::query::Query;

/// What stands in the body.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Standing {
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

/// How it stands.
pub fn standing(opened: Query<OpenedMovement>, view: LinesView) -> Memo<Standing> {
    Memo::new(move |_| match (opened.reply.with(Option::is_some), view.lines.get()) {
        (false, _) if opened.failure.with(Option::is_some) => Standing::Failed,
        (false, _) => Standing::Rows,
        (true, None) => Standing::Unread,
        (true, Some(lines)) if lines.is_empty() => Standing::Empty,
        (true, Some(_)) if view.places.with(|places| places.is_empty()) => Standing::NoMatch,
        (true, Some(_)) => Standing::Rows,
    })
}

/// Why there are no rows, and what to do.
#[component]
pub fn Nothing(
    /// How it stands.
    standing: Standing,
    /// The movement.
    opened: Query<OpenedMovement>,
    /// Its lines.
    view: LinesView,
    /// Reads it anew.
    on_read: Callback<()>,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let again = Callback::new(move |()| opened.ask_again());
    let all = Signal::derive(move || {
        let all = view.counts.get().all;
        say!(i18n, movement.no_match_text, count = all, number = format.number(all))
    });
    let is_new = move || {
        opened
            .reply
            .with(|reply| reply.as_ref().is_some_and(|reply| reply.movement.id.as_str().is_empty()))
    };
    let empty_text = Signal::derive(move || {
        String::from(if is_new() {
            say!(i18n, movement.empty_new)
        } else {
            say!(i18n, movement.empty_text)
        })
    });
    match standing {
        Standing::Failed => view! {
            <div class="empty">
                {move || opened.failure.get().map(|failure| view! { <FailureNote failure on_retry=again /> })}
            </div>
        }
        .into_any(),
        Standing::Unread => view! {
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
        Standing::NoMatch => view! {
            <Empty
                icon="search"
                title=text!(i18n, movement.no_match_title)
                text=all
                testid="no-match"
            >
                <Button
                    label=text!(i18n, movement.clear)
                    chord="Esc"
                    on_press=move |()| view.clear()
                    testid="clear-filters"
                />
            </Empty>
        }
        .into_any(),
        Standing::Empty | Standing::Rows => view! {
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
