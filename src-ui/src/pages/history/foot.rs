//! The status line of the history: what waits, what waits for the user, whether the journal is
//! whole.

use std::time::Duration;

use contract::{CheckJournal, JournalFilter, ListJournal, Rows};
use leptos::prelude::*;

use crate::components::{Icon, KeyHint, StatusLine};
use crate::data::outbox::use_outbox;
use crate::data::query::{Quiet, use_query};
use crate::i18n::{say, text, use_i18n};
use crate::wording::format::use_format;

/// The status line.
#[component]
pub fn Foot() -> impl IntoView {
    let (i18n, format, outbox) = (use_i18n(), use_format(), use_outbox());
    // Reading all of it takes its time: only where entries were added, and not for every entry of a
    // busy moment.
    let entries =
        use_query(|| Some(ListJournal { rows: Rows::first(1), filter: JournalFilter::default() }));
    let written = move || entries.get().map(|page| page.known.to_string()).unwrap_or_default();
    let settled = Quiet::after(Signal::derive(written), Duration::from_secs(1));
    let check = use_query(move || {
        settled.get();
        Some(CheckJournal {})
    });
    let hints = vec![
        KeyHint { chord: "Enter", label: text!(i18n, history.hint_details) },
        KeyHint { chord: "Ctrl+Z", label: text!(i18n, history.hint_undo) },
        KeyHint { chord: "Ctrl+E", label: text!(i18n, history.hint_export) },
    ];
    let waiting = move || {
        let number = outbox.state().map_or(0, |state| state.waiting);
        say!(i18n, history.waiting, count = number, number = format.number(number))
    };
    let attention = move || {
        let number = outbox.state()?.attention;
        let words = say!(i18n, history.refused, count = number, number = format.number(number));
        (number > 0).then(|| {
            view! { <span><span class="sym sym-changed" aria-hidden="true">"?"</span>{words}</span> }
        })
    };
    let whole = move || {
        let check = check.get()?;
        let number = format.number(i64::try_from(check.entries).unwrap_or(i64::MAX));
        Some(match check.fault {
            None => {
                let count = u32::try_from(check.entries).unwrap_or(u32::MAX);
                let words = say!(i18n, history.whole, count = count, number = number);
                view! { <span data-testid="journal-check">{words}</span> }.into_any()
            }
            Some(entry) => {
                let words = say!(i18n, history.broken, number = entry);
                view! {
                    <span class="st-error" data-testid="journal-check">
                        <Icon name="circle-alert" class="icon icon-sm" />
                        {words}
                    </span>
                }
                .into_any()
            }
        })
    };
    view! { <StatusLine hints><span>{waiting}</span>{attention}{whole}</StatusLine> }
}
