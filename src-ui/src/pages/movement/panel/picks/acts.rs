//! Sends, corrects and discards picks, and goes on to the next line.

use std::time::Duration;

use contract::{
    DropOperation, ItemId, MadePick, MovementRef, OperationKey, Pick, PickLine, PickPart,
    PickStand, ReadPickView, RowKey, WriteState,
};
use leptos::prelude::*;

use super::super::action::LineAction;
use super::super::form::DecisionForm;
use super::super::selectors::{FIRST, MISSING};
use super::super::state::PanelState;
use super::shortage::lowered;
use super::typed::{Of, PickProblem};
use crate::effect::effect;
use crate::i18n::say;
use crate::pages::movement::editing::queue::{EditOutcome, Job};

use crate::data::outbox;
use crate::ipc;
use crate::wording::words::Shortage;

use super::desk::{Awaited, PickDesk, is_done};

/// So long a line waits for what the service says of its picks.
const LONG_ENOUGH: Duration = Duration::from_secs(3);

impl PickDesk {
    /// Goes on to the next line when what is awaited was done, or goes without the user by and by; what
    /// was refused keeps its line.
    pub fn go_on_when_done(self, state: PanelState) {
        self.follow_the_line(state);
        effect(move || {
            if self.failure().is_some() {
                self.stay(state);
            }
        });
        // What was just kept is not shown at once.
        let seen = StoredValue::new(false);
        effect(move || {
            let Some(awaited) = self.awaited.get() else { return seen.set_value(false) };
            if state.of.with(|of| *of != awaited.row) {
                // They went on by themselves, or the line is left out of what is shown.
                state.begin_if_lost();
                state.release_soon();
                return self.awaited.set(None);
            }
            if state.act.get() != LineAction::Pick {
                self.stay(state);
                return self.awaited.set(None);
            }
            let all = self.of_view(|view| {
                let of = |part: &PickPart| part.picks.clone();
                Some(view.parts.iter().flat_map(of).collect::<Vec<_>>())
            });
            let Some(all) = all else { return };
            let is_awaited = |made: &MadePick| {
                made.operation.is_some_and(|operation| awaited.picks.contains(&operation))
            };
            let stands = |stand| all.iter().any(|it| is_awaited(it) && it.stand == stand);
            seen.update_value(|seen| *seen |= all.iter().any(is_awaited));
            if stands(PickStand::Attention) {
                self.awaited.set(None);
                self.stay(state);
            } else if seen.get_value() && !stands(PickStand::Waiting) || state.outbox.is_held() {
                self.leave_the_line(state);
            }
        });
    }

    /// Nothing is awaited any more; nobody who does something else meanwhile is led away from it.
    fn leave_the_line(self, state: PanelState) {
        self.awaited.set(None);
        let is_picking = state.act.get_untracked() == LineAction::Pick && state.has_focus();
        let untouched =
            state.begun.with_value(|begun| state.form.with_untracked(|form| form == begun));
        if is_picking && untouched {
            self.go_on(state);
        } else {
            self.stay(state);
        }
    }

    /// Goes on to the next line, if there is one.
    fn go_on(self, state: PanelState) {
        if !state.go_on() {
            self.stay(state);
        }
    }

    /// The line is not left after all: what was typed for the next one is told, and not used.
    fn stay(self, state: PanelState) {
        let typed = self.keys.drop_held();
        if !typed.is_empty() {
            state.toasts.tell(untrack(|| say!(state.i18n, pick.typed_ahead, text = typed)));
        }
    }

    /// A line may be left out of what is shown as soon as its pick is kept, before it is answered: the
    /// next has come to its place, and is to be picked.
    fn follow_the_line(self, state: PanelState) {
        effect(move || {
            let of = state.of.get();
            let sent = self.sent.get_value();
            if sent.is_some() && sent != of {
                self.sent.set_value(None);
                state.begin_if_lost();
            }
        });
    }

    /// Awaits what becomes of picks, for a while: a slow service holds nobody up.
    fn wait_for(self, state: PanelState, awaited: Awaited) {
        self.awaited.set(Some(awaited.clone()));
        let go_on = move || {
            if self.awaited.try_with_untracked(|now| now.as_ref() == Some(&awaited)) == Some(true) {
                self.leave_the_line(state);
            }
        };
        set_timeout(go_on, LONG_ENOUGH);
    }

    /// Asks the service anew, however young its last word is.
    pub fn read_anew(self, state: PanelState) {
        let item = untrack(|| self.of_view(|view| Some(view.item.clone())));
        if let Some(item) = item {
            let request = ReadPickView { movement: state.movement, item, anew: true };
            // What comes of it is told by the query, which asks again when it is there.
            ipc::ask(&request, |_| ());
        }
    }

    /// Takes back what was refused, so that it can be corrected: what it was to do is typed again,
    /// of a bin that holds fewer no more than is left there.
    pub fn correct(
        self,
        state: PanelState,
        operation: OperationKey,
        part: PickPart,
        shortage: Option<Shortage>,
    ) {
        let job = Job::GiveUp(DropOperation { operation });
        state.queue.ask(self.give_up, job, move |_| {
            let refused = part.picks.iter().filter(|pick| pick.operation == Some(operation));
            state.form.update(|form| {
                for pick in refused {
                    let bin = pick.bin.as_ref().map(|bin| bin.id.clone());
                    let of = match &pick.id {
                        Some(id) => Of::Made(id.clone()),
                        None => Of::Stock(pick.inventory_item.clone(), bin),
                    };
                    let short = shortage.as_ref().map(|short| lowered(&part, pick, short));
                    let quantity = short.unwrap_or(pick.quantity);
                    form.picks.put(&part, of, quantity.to_string());
                }
            });
            // The button goes; what is scanned or typed next is about this pick.
            state.focus_after_drawing_if_lost("[data-other] input");
            state.focus_after_drawing_if_lost(FIRST);
        });
    }

    /// Gives up what was refused; that can be taken back. The button goes with it, and what is typed next
    /// is another quantity.
    pub fn discard(self, state: PanelState, operation: OperationKey) {
        state.focus_after_drawing(FIRST);
        let said = untrack(|| say!(state.i18n, drawer.dropped)).to_owned();
        let offer = move |_| outbox::offer_back(state.toasts, said, operation);
        state.queue.ask(self.give_up, Job::GiveUp(DropOperation { operation }), offer);
    }

    /// What stands in the way, once it was tried.
    pub fn wrong(self, state: PanelState) -> Vec<PickProblem> {
        let tried = state.tried.get();
        self.picks.get().err().filter(|_| tried).unwrap_or_default()
    }

    /// Sends what is typed; a field that stands in the way gets the focus.
    pub fn go(self, state: PanelState) {
        if untrack(|| self.is_busy() || self.why_not().is_some()) {
            return;
        }
        match self.picks.get_untracked() {
            Err(wrong) => {
                let waits_for_tick = |it: &PickProblem| {
                    matches!(it, PickProblem::Beyond(..) | PickProblem::Expired(..))
                };
                if wrong.iter().any(waits_for_tick) {
                    self.tries.again();
                }
                state.tried.set(true);
                state.focus_after_drawing(MISSING);
            }
            Ok(all) => {
                let done = untrack(|| self.of_view(|view| Some(is_done(&view.parts, &all))));
                let row = state.of.get_untracked();
                let done =
                    done.unwrap_or(false).then(|| Awaited { row: row.clone(), picks: Vec::new() });
                self.sent.set_value(row.clone());
                if done.is_some() {
                    self.keys.hold();
                }
                self.send_next(state, all, row, done);
            }
        }
    }

    /// What these picks are called by until they are kept.
    fn call(self, item: &ItemId, picks: &[Pick]) -> OperationKey {
        let same = self.called.with_value(|called| {
            let same = called.as_ref().filter(|(of, all, _)| of == item && all == picks);
            same.map(|(.., key)| *key)
        });
        let key = same.unwrap_or_else(ipc::new_operation_key);
        self.called.set_value(Some((item.clone(), picks.to_vec(), key)));
        key
    }

    /// Sends the picks of one part after the other: each is a request of its own. A line that is done
    /// with by them (`done`: what of them is still awaited) is left for the next.
    fn send_next(
        self,
        state: PanelState,
        mut left: Vec<(ItemId, Vec<Pick>)>,
        row: Option<RowKey>,
        done: Option<Awaited>,
    ) {
        if left.is_empty() {
            self.sent.set_value(None);
            let is_shown = state.of.with_untracked(|of| *of == row);
            match done {
                Some(awaited) if is_shown && awaited.picks.is_empty() => self.go_on(state),
                Some(awaited) if is_shown => self.wait_for(state, awaited),
                // It is left out of what is shown already, and the next is in its place.
                Some(_) => {
                    state.focus_after_drawing_if_lost(FIRST);
                    state.release_soon();
                }
                None => self.stay(state),
            }
            return;
        }
        let (item, picks) = left.remove(0);
        let movement = MovementRef::Key(state.movement);
        let key = self.call(&item, &picks);
        let job = Job::Pick(PickLine { key: Some(key), movement, item: item.clone(), picks });
        state.queue.ask(self.send, job, move |kept| {
            self.called.set_value(None);
            state.tried.set(false);
            // Another line may be shown by now: what is sent is forgotten where it was typed.
            let forget = move |form: &mut DecisionForm| form.picks.forget(&item);
            if state.of.with_untracked(|of| *of == row) {
                state.form.update(forget);
            } else if let Some(row) = &row {
                state.drafts.change(row, forget);
            }
            // What was refused, or asks for an answer, is not done with.
            let mut done = done;
            if let EditOutcome::Written(written) = kept {
                match &written.state {
                    WriteState::Sent { .. } => {}
                    WriteState::Kept { .. } => {
                        done.iter_mut().for_each(|awaited| awaited.picks.push(key));
                    }
                    WriteState::Stuck(_) | WriteState::Asks => done = None,
                }
                state.say_sent(&written);
            }
            // The row that was typed in may be gone.
            state.focus_after_drawing_if_lost("[data-begin] input, [data-testid=pick-other]");
            self.send_next(state, left, row, done);
        });
    }
}
