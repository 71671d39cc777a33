//! What can be done with the chosen decisions, by keys and by the buttons under the card.

use contract::{ReasonChoice, ReviewAct, ReviewRow, ReviewStand};
use leptos::prelude::*;

use super::meanwhile::not_as_proposed;
use super::state::ReviewState;
use crate::components::{Button, ButtonKind, FailureNote, IconButton, Show, TextField};
use crate::dom;
use crate::effect::{effect_after, memo};
use crate::i18n::{say, text};
use crate::keys::{InTab, Scope, use_keys};
use crate::wording::words::reason_name;

/// So many reasons have a key of their own.
const KEYS: usize = 9;

/// Where the keys hold.
const WITHIN: &str = ".queue, .card";

fn is_proposal(row: &ReviewRow) -> bool {
    row.stand.is_proposal()
}

/// Whether it can still be sent as it is proposed.
fn can_be_approved(row: &ReviewRow) -> bool {
    row.stand == ReviewStand::Proposed
}

/// Whether somebody decided just that in the service.
fn is_already(row: &ReviewRow) -> bool {
    row.stand == ReviewStand::Already
}

/// Whether its line can be canceled: it is proposed, and the service still has the line.
fn can_be_canceled(row: &ReviewRow) -> bool {
    is_proposal(row) && !row.gone
}

/// Whether rows can only be rejected: the service has none of their lines any more.
fn are_gone(rows: &[ReviewRow]) -> bool {
    !rows.is_empty() && rows.iter().all(|row| row.gone)
}

fn is_answered(row: &ReviewRow) -> bool {
    matches!(row.stand, ReviewStand::Answered(_))
}

fn is_in_service(row: &ReviewRow) -> bool {
    row.stand.is_in_service()
}

impl ReviewState {
    fn approve(self) {
        let rows = untrack(|| self.chosen());
        let goes = |row: &ReviewRow| can_be_approved(row) || is_already(row);
        let none_goes = rows.iter().any(is_proposal) && !rows.iter().any(goes);
        if none_goes && untrack(|| self.is_whole()) {
            let said = untrack(|| not_as_proposed(self.i18n, are_gone(&rows)));
            return self.toasts.tell(said.to_owned());
        }
        // What the service has already takes no other reason.
        let reason = self.reason.get_untracked().filter(|_| rows.iter().any(can_be_approved));
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
            let none = untrack(|| say!(self.i18n, review.not_in_service));
            return self.act(ReviewAct::Dismiss, is_answered, none);
        }
        // Those that were decided go first: the others stay, and are next.
        if rows.iter().any(is_already) && !rows.iter().any(is_in_service) {
            let none = untrack(|| say!(self.i18n, review.not_in_service));
            return self.act(ReviewAct::Approve { reason: None }, is_already, none);
        }
        let reviewed = !rows.iter().all(|row| row.stand == ReviewStand::Reviewed);
        let none = untrack(|| say!(self.i18n, review.not_in_service));
        self.act(ReviewAct::Mark { reviewed }, is_in_service, none);
    }

    fn revert(self) {
        let none = untrack(|| say!(self.i18n, review.not_in_service));
        self.act(ReviewAct::Revert, is_in_service, none);
    }

    /// Nothing of the lines goes; for the reason that is selected, else for that of each proposal.
    fn cancel(self) {
        let reason = self.reason.get_untracked().unwrap_or_default();
        let none = untrack(|| match are_gone(&self.chosen()) {
            true => say!(self.i18n, review.line_gone),
            false => say!(self.i18n, review.no_proposal),
        });
        self.act(ReviewAct::Cancel { reason }, can_be_canceled, none);
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

/// Binds the keys of the page. They hold in the list and in the card alone: where a field goes while somebody
/// types in it, the rest of the word must not decide.
pub fn bind(page: ReviewState) {
    let (i18n, keys) = (page.i18n, use_keys());
    let tab = Scope::Tab(use_context::<InTab>().map_or(0, |tab| tab.0));
    let bind = |chord: &str, label: Signal<String>, run: fn(ReviewState)| {
        keys.bind_if(tab.clone(), chord, Some(label), move |_| {
            let holds = dom::focus_is_in(WITHIN) && !dom::focus_takes_text();
            if holds {
                run(page);
            }
            holds
        });
    };
    bind("J", text!(i18n, review.hint_next), |page| page.step(false));
    bind("K", text!(i18n, review.previous), |page| page.step(true));
    bind("A", text!(i18n, review.approve), ReviewState::approve);
    bind("X", text!(i18n, review.reject), ReviewState::reject);
    bind("P", text!(i18n, review.replace), ReviewState::open_line);
    bind("M", text!(i18n, review.mark), ReviewState::mark);
    bind("R", text!(i18n, review.revert_long), ReviewState::revert);
    bind("C", text!(i18n, review.cancel_long), ReviewState::cancel);
    bind("Ctrl+Z", text!(i18n, review.undo), ReviewState::undo);
    for at in 0..KEYS {
        let label = text!(i18n, review.choose_reason);
        keys.bind_if(tab.clone(), &(at + 1).to_string(), Some(label), move |_| {
            let holds = dom::focus_is_in(WITHIN);
            if holds {
                page.select(at);
            }
            holds
        });
    }
}

/// The buttons under the card.
#[component]
pub fn Acts(page: ReviewState) -> impl IntoView {
    let (i18n, format) = (page.i18n, page.format);
    let count = memo(move || page.count());
    let proposals = memo(move || page.chosen().iter().filter(|row| is_proposal(row)).count());
    let approvable = memo(move || page.chosen().iter().filter(|row| can_be_approved(row)).count());
    let already = memo(move || page.chosen().iter().any(is_already));
    let in_service = memo(move || page.chosen().iter().any(is_in_service));
    let answered = memo(move || page.chosen().iter().any(is_answered));
    let all_reviewed =
        memo(move || page.chosen().iter().all(|row| row.stand == ReviewStand::Reviewed));
    let number = move |count: usize| format.number(u32::try_from(count).unwrap_or(u32::MAX));
    let approve = Signal::derive(move || match approvable.get() {
        0 | 1 => say!(i18n, review.approve).to_owned(),
        // Of rows that are not here nobody knows what they are.
        _ if !page.is_whole() => say!(i18n, review.approve).to_owned(),
        several => say!(i18n, review.approve_several, number = number(several)),
    });
    let mark = Signal::derive(move || match all_reviewed.get() {
        true => say!(i18n, review.unmark).to_owned(),
        false => say!(i18n, review.mark).to_owned(),
    });
    let has_row = memo(move || page.row().is_some_and(|row| !row.gone));
    // What is gone has no reason to be given, and nothing to be canceled.
    let all_gone = memo(move || are_gone(&page.chosen()));
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
                on:click=move |_| {
                    page.select(at);
                    page.focus_list();
                }
            >
                <kbd aria-hidden="true">{at + 1}</kbd>
                <b dir="auto">{reason_name(i18n, &choice)}</b>
            </button>
        }
    };
    // What became another line in the service cannot be sent as it is proposed.
    let can_approve = memo(move || approvable.get() > 0 || proposals.get() == 0);
    // The button that was pressed may go with it: keys are for the list then.
    effect_after(move |before: Option<[bool; 3]>| {
        let now = [can_approve.get(), all_gone.get(), has_row.get()];
        if before.is_some_and(|before| before != now) {
            request_animation_frame(move || {
                if dom::focus_is_lost() {
                    page.focus_list();
                }
            });
        }
        now
    });
    let reject = move |kind: ButtonKind| {
        view! {
            <Button
                label=text!(i18n, review.reject)
                kind
                icon="x"
                chord="X"
                on_press=move |()| page.reject()
                testid="review-reject"
            />
        }
    };
    let mark_button = move |label: Signal<String>, testid: &'static str| {
        view! {
            <Button
                label
                kind=ButtonKind::Soft
                icon="check"
                chord="M"
                busy=page.acting.busy
                on_press=move |()| page.mark()
                testid
            />
        }
    };
    let kind_of_reject = move || match already.get() {
        true => ButtonKind::default(),
        false => ButtonKind::Primary,
    };
    // A note that is being typed keeps its field.
    let some = move || proposals.get() > 0 || page.note.with(|note| !note.is_empty());
    let failure = move || {
        let failures =
            [page.acting.failure, page.gathering.failure, page.undoing.failure, page.view.failure];
        failures.into_iter().find_map(|failure| failure.get())
    };
    view! {
        <div class="card-foot" data-region="review-acts">
            {move || page.failed.get().map(|failed| view! {
                <p class="hint-error" role="alert" data-testid="review-failed">
                    {move || page.not_done(&failed)}
                </p>
            })}
            {move || failure().map(|failure| view! { <FailureNote failure /> })}
            <Show when=some>
                <Show when=move || !all_gone.get()>
                    <div class="chips" role="group" aria-label=text!(i18n, review.other_reason)>
                        <span class="faint small">{text!(i18n, review.other_reason)}</span>
                        {move || chips.get().into_iter().enumerate().map(chip).collect_view()}
                    </div>
                </Show>
                <Show when=move || can_approve.get() fallback=move || reject(kind_of_reject())>
                    <Button
                        label=approve
                        kind=ButtonKind::Primary
                        icon="check"
                        chord="A"
                        busy=page.acting.busy
                        on_press=move |()| page.approve()
                        testid="review-approve"
                    />
                    {reject(ButtonKind::default())}
                </Show>
                <Show when=move || !all_gone.get()>
                    <Button
                        label=text!(i18n, review.cancel_long)
                        icon="ban"
                        chord="C"
                        on_press=move |()| page.cancel()
                        testid="review-cancel"
                    />
                </Show>
                <div class="card-note">
                    <TextField
                        label=text!(i18n, review.note)
                        placeholder=text!(i18n, review.note_hint)
                        value=page.note
                        optional=true
                        // The row stays one row.
                        label_hidden=true
                        testid="review-note"
                    />
                </div>
            </Show>
            <Show when=move || in_service.get()>
                {mark_button(mark, "review-mark")}
                <Button
                    label=text!(i18n, review.revert_long)
                    icon="undo-2"
                    chord="R"
                    on_press=move |()| page.revert()
                    testid="review-revert"
                />
            </Show>
            <Show when=move || already.get() && !in_service.get()>
                {mark_button(text!(i18n, review.mark), "review-already")}
            </Show>
            <Show when=move || answered.get()>
                {mark_button(text!(i18n, review.dismiss), "review-dismiss")}
            </Show>
            <Show when=move || has_row.get()>
                <Button
                    label=text!(i18n, review.replace)
                    icon="replace"
                    chord="P"
                    on_press=move |()| page.open_line()
                    testid="review-replace"
                />
            </Show>
            <span class="push"></span>
            <Show when=move || { count.get() > 1 }>
                <span class="faint small num">
                    {move || say!(i18n, review.chosen, number = format.number(count.get()))}
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn row(gone: bool) -> ReviewRow {
        serde_json::from_value(json!({
            "line": { "movement": uuid::Uuid::nil(), "item": "i1" }, "stand": "elsewhere",
            "number": 7, "product": { "id": "p1" }, "kind": "cancel", "with": [], "gone": gone,
        }))
        .unwrap()
    }

    #[test]
    fn a_proposal_whose_line_is_gone_can_be_rejected_and_nothing_else() {
        let (gone, there) = (row(true), row(false));
        assert!(is_proposal(&gone) && is_proposal(&there));
        assert!(!can_be_approved(&gone) && !can_be_canceled(&gone));
        assert!(can_be_canceled(&there));
        assert!(are_gone(std::slice::from_ref(&gone)));
        assert!(!are_gone(&[gone, there]) && !are_gone(&[]));
    }
}
