//! The line under a walk: how much of it is done, and its keys.

use leptos::prelude::*;

use super::state::WalkPage;
use crate::components::{KeyHint, StatusLine};
use crate::i18n::{I18n, say, text};

/// The line.
#[component]
pub fn Foot(page: WalkPage) -> impl IntoView {
    let (i18n, format) = (page.i18n, page.format);
    let view = Signal::derive(move || match page.focus.get() {
        true => say!(i18n, walk.hint_desk).to_owned(),
        false => say!(i18n, walk.hint_focus).to_owned(),
    });
    let hints = vec![
        KeyHint { chord: "Enter", label: text!(i18n, walk.hint_confirm) },
        KeyHint { chord: "-", label: text!(i18n, walk.hint_short) },
        KeyHint { chord: "N", label: text!(i18n, walk.hint_next) },
        KeyHint { chord: "F", label: view },
        KeyHint { chord: "Ctrl+Enter", label: text!(i18n, walk.hint_send) },
        KeyHint { chord: "?", label: text!(i18n, app.all_keys) },
    ];
    let facts = move || {
        let progress = page.with_state(|state| state.walk.progress)?;
        let told = |count: u32, said: fn(I18n, u32, String) -> String| {
            (count > 0).then(|| said(i18n, count, format.number(count)))
        };
        let parts = [
            told(progress.ready, |i18n, count, number| {
                say!(i18n, walk.fact_ready, count = count, number = number)
            }),
            told(progress.checked, |i18n, count, number| {
                say!(i18n, walk.fact_checked, count = count, number = number)
            }),
            told(progress.left_out, |i18n, count, number| {
                say!(i18n, walk.fact_left_out, count = count, number = number)
            }),
            told(progress.unread, |i18n, count, number| {
                say!(i18n, walk.fact_unread, count = count, number = number)
            }),
        ];
        let said = parts.into_iter().flatten();
        Some(said.map(|said| view! { <span>{said}</span> }).collect_view())
    };
    view! { <StatusLine hints>{facts}</StatusLine> }
}
