//! The decision typed in the panel, as a sentence.

use contract::ChangeKind;
use leptos::prelude::*;

use super::action::LineAction;
use super::state::PanelState;
use super::words::{cancellation, deletion, replaces, reversion, wrong};
use crate::i18n::say;
use crate::wording::outbox_words::decided;

/// What would be done, as a sentence, else what is missing; `None` where there is nothing to say yet.
pub fn preview(state: PanelState) -> Option<String> {
    let (i18n, format, act) = (state.i18n, state.format, state.act.get());
    let kind = act.kind()?;
    if state.off(act).is_some() {
        return None;
    }
    if state.changes_nothing() {
        return Some(say!(i18n, panel.nothing_changed).to_owned());
    }
    let lines = state.rows.with(Vec::len);
    if lines > 1 {
        return several(state, kind);
    }
    state.of_view(|view| match act {
        LineAction::Delete => Some(deletion(i18n, view)),
        LineAction::Revert => Some(reversion(i18n, format, view)),
        _ => match state.decision(act) {
            Ok(decision) => {
                let line = view.as_in_service.as_deref();
                Some(format!("{}.", decided(i18n, format, &decision, line)))
            }
            Err(_) => missing(state),
        },
    })
}

/// What stands in the way, once it was tried: its field may lie beyond the edge.
fn missing(state: PanelState) -> Option<String> {
    state.wrong().first().map(|of| wrong(state.i18n, state.format, of))
}

/// What would be done with all lines it can be done with.
fn several(state: PanelState, kind: ChangeKind) -> Option<String> {
    let (i18n, format) = (state.i18n, state.format);
    let offer = state.offer(kind)?;
    let count = u32::try_from(offer.rows.len()).unwrap_or(u32::MAX);
    let number = format.number(count);
    Some(match kind {
        ChangeKind::Delete => say!(i18n, panel.delete_several, count = count, number = number),
        ChangeKind::Revert => say!(i18n, panel.revert_several, count = count, number = number),
        _ => {
            let reason = state.form.with(|form| form.reason.trim().to_owned());
            let said = match reason.is_empty() {
                true => missing(state),
                false => Some(cancellation(i18n, format, count, &reason)),
            };
            let lost = offer.replaces.iter().filter_map(|of| replaces(i18n, format, of));
            let said: Vec<_> = said.into_iter().chain(lost).collect();
            return (!said.is_empty()).then(|| said.join(" "));
        }
    })
}
