//! What can be done with the chosen decisions, by keys and by the buttons under the card.

use contract::{ReasonChoice, ReviewAct, ReviewRow, ReviewStand};
use leptos::prelude::*;

use super::state::ReviewState;
use crate::components::{Button, ButtonKind, IconButton, Show, TextField};
use crate::effect::memo;
use crate::i18n::{say, text};
use crate::keys::use_keys;
use crate::wording::words::reason_name;

/// So many reasons have a key of their own.
const KEYS: usize = 9;

fn is_proposal(row: &ReviewRow) -> bool {
    row.stand.is_proposal()
}

fn is_not_sending(row: &ReviewRow) -> bool {
    row.stand != ReviewStand::Sending
}

fn is_answered(row: &ReviewRow) -> bool {
    matches!(row.stand, ReviewStand::Answered(_))
}

fn is_in_service(row: &ReviewRow) -> bool {
    row.stand.is_in_service()
}

impl ReviewState {
    fn approve(self) {
        let reason = self.reason.get_untracked();
        let none = untrack(|| say!(self.i18n, review.no_proposal));
        self.act(ReviewAct::Approve { reason }, is_proposal, none);
    }

    fn reject(self) {
        let note = self.note.get_untracked();
        let none = untrack(|| say!(self.i18n, review.no_proposal));
        self.act(ReviewAct::Reject { note }, is_proposal, none);
    }

    fn mark(self) {
        let rows = untrack(|| self.chosen());
        if rows.iter().any(is_answered) {
            return self.act(ReviewAct::Dismiss, is_answered, "");
        }
        let reviewed = !rows.iter().all(|row| row.stand == ReviewStand::Reviewed);
        let none = untrack(|| say!(self.i18n, review.not_in_service));
        self.act(ReviewAct::Mark { reviewed }, is_in_service, none);
    }

    fn revert(self) {
        let none = untrack(|| say!(self.i18n, review.not_in_service));
        self.act(ReviewAct::Revert, is_in_service, none);
    }

    /// Nothing of the lines goes; for the reason that is selected, else for that of the one that is chosen.
    fn cancel(self) {
        let own = || untrack(|| self.row()).and_then(|row| row.reason);
        let reason = self.reason.get_untracked().or_else(own);
        let none = untrack(|| say!(self.i18n, review.no_proposal));
        self.act(
            ReviewAct::Cancel { reason: reason.unwrap_or_default() },
            |row| is_proposal(row) && is_not_sending(row),
            none,
        );
    }

    fn reasons(self) -> Vec<ReasonChoice> {
        let mut all = self.facts.get().map(|facts| facts.reasons).unwrap_or_default();
        all.truncate(KEYS);
        all
    }

    /// Selects a reason, or none again.
    fn select(self, at: usize) {
        let code = untrack(|| self.reasons()).get(at).map(|choice| choice.code.clone());
        self.reason.update(|reason| *reason = code.filter(|code| reason.as_ref() != Some(code)));
    }
}

/// Binds the keys of the page.
pub fn bind(page: ReviewState) {
    let (i18n, keys) = (page.i18n, use_keys());
    keys.on_page("J", text!(i18n, review.hint_next), move || page.step(false));
    keys.on_page("K", text!(i18n, review.previous), move || page.step(true));
    keys.on_page("A", text!(i18n, review.approve), move || page.approve());
    keys.on_page("X", text!(i18n, review.reject), move || page.reject());
    keys.on_page("P", text!(i18n, review.replace), move || page.open_line());
    keys.on_page("M", text!(i18n, review.mark), move || page.mark());
    keys.on_page("R", text!(i18n, review.revert_long), move || page.revert());
    keys.on_page("C", text!(i18n, review.cancel_long), move || page.cancel());
    keys.on_page("Ctrl+Z", text!(i18n, review.undo), move || page.undo());
    for at in 0..KEYS {
        let label = text!(i18n, review.choose_reason);
        keys.on_page(&(at + 1).to_string(), label, move || page.select(at));
    }
}

/// The buttons under the card.
#[component]
pub fn Acts(page: ReviewState) -> impl IntoView {
    let (i18n, format) = (page.i18n, page.format);
    let count = memo(move || page.chosen().len());
    let proposals = memo(move || page.chosen().iter().filter(|row| is_proposal(row)).count());
    let in_service = memo(move || page.chosen().iter().any(is_in_service));
    let answered = memo(move || page.chosen().iter().any(is_answered));
    let all_reviewed =
        memo(move || page.chosen().iter().all(|row| row.stand == ReviewStand::Reviewed));
    let number = move |count: usize| format.number(u32::try_from(count).unwrap_or(u32::MAX));
    let approve = Signal::derive(move || match proposals.get() {
        0 | 1 => say!(i18n, review.approve).to_owned(),
        several => say!(i18n, review.approve_several, number = number(several)),
    });
    let mark = Signal::derive(move || match all_reviewed.get() {
        true => say!(i18n, review.unmark).to_owned(),
        false => say!(i18n, review.mark).to_owned(),
    });
    let chips = memo(move || page.reasons());
    let chip = move |(at, choice): (usize, ReasonChoice)| {
        let code = choice.code.clone();
        let is_on = move || page.reason.with(|reason| reason.as_ref() == Some(&code));
        view! {
            <button
                type="button"
                class="chip"
                aria-pressed=move || is_on().to_string()
                data-testid="review-reason-chip"
                on:click=move |_| page.select(at)
            >
                <kbd aria-hidden="true">{at + 1}</kbd>
                <b dir="auto">{reason_name(i18n, &choice)}</b>
            </button>
        }
    };
    let some = move || proposals.get() > 0;
    view! {
        <div class="card-foot" data-region="review-acts">
            <Show when=some>
                <div class="chips" role="group" aria-label=text!(i18n, review.other_reason)>
                    <span class="faint small">{text!(i18n, review.other_reason)}</span>
                    {move || chips.get().into_iter().enumerate().map(chip).collect_view()}
                </div>
                <Button
                    label=approve
                    kind=ButtonKind::Primary
                    icon="check"
                    chord="A"
                    busy=page.acting.busy
                    on_press=move |()| page.approve()
                    testid="review-approve"
                />
                <Button
                    label=text!(i18n, review.reject)
                    icon="x"
                    chord="X"
                    on_press=move |()| page.reject()
                    testid="review-reject"
                />
                <Button
                    label=text!(i18n, review.cancel_long)
                    icon="ban"
                    chord="C"
                    on_press=move |()| page.cancel()
                    testid="review-cancel"
                />
                <div class="card-note">
                    <TextField label=text!(i18n, review.note) value=page.note optional=true testid="review-note" />
                </div>
            </Show>
            <Show when=move || in_service.get()>
                <Button
                    label=mark
                    kind=ButtonKind::Soft
                    icon="check"
                    chord="M"
                    busy=page.acting.busy
                    on_press=move |()| page.mark()
                    testid="review-mark"
                />
                <Button
                    label=text!(i18n, review.revert_long)
                    icon="undo-2"
                    chord="R"
                    on_press=move |()| page.revert()
                    testid="review-revert"
                />
            </Show>
            <Show when=move || answered.get()>
                <Button
                    label=text!(i18n, review.dismiss)
                    kind=ButtonKind::Soft
                    icon="check"
                    chord="M"
                    busy=page.acting.busy
                    on_press=move |()| page.mark()
                    testid="review-dismiss"
                />
            </Show>
            <Button
                label=text!(i18n, review.replace)
                icon="replace"
                chord="P"
                on_press=move |()| page.open_line()
                testid="review-replace"
            />
            <span class="push"></span>
            <Show when=move || { count.get() > 1 }>
                <span class="faint small num">
                    {move || say!(i18n, review.chosen, number = number(count.get()))}
                </span>
            </Show>
            <IconButton
                label=text!(i18n, review.previous)
                icon="arrow-up"
                chord="K"
                on_press=move |()| page.step(true)
                testid="review-previous"
            />
            <IconButton
                label=text!(i18n, review.hint_next)
                icon="arrow-down"
                chord="J"
                on_press=move |()| page.step(false)
                testid="review-next"
            />
        </div>
    }
}
