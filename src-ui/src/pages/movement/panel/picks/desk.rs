//! What is known about picking the line, and what becomes of what is typed.

use std::time::Duration;

use contract::{
    DropOperation, Failure, ItemId, MadePick, MovementRef, OperationKey, Pick, PickLine, PickPart,
    PickStand, PickView, ReadPickView, RowKey, WhyNot, WriteState,
};
use leptos::prelude::*;

use super::super::super::edit_queue::{Asking, EditOutcome, Job};
use super::super::LineAction;
use super::super::form::DecisionForm;
use super::super::state::PanelState;
use super::shortage::lowered;
use super::typed::{Of, PickProblem, Picks};
use crate::effect::{effect, memo};
use crate::format::Format;
use crate::i18n::say;
use crate::keys::use_keys;
use crate::query::{Query, use_query};
use crate::words::Shortage;
use crate::{ipc, outbox};

/// So long a line waits for what the service says of its picks.
const LONG_ENOUGH: Duration = Duration::from_secs(3);

/// Picks by the part they are of, or what stands in their way.
pub type TypedPicks = Result<Vec<(ItemId, Vec<Pick>)>, Vec<PickProblem>>;

/// Picking, while the panel is open.
#[derive(Clone, Copy)]
pub struct PickDesk {
    view: Query<PickView>,
    /// The line, as the service names it.
    item: Memo<Option<ItemId>>,
    /// The picks that are typed, part by part; else everything that stands in their way.
    pub picks: Memo<TypedPicks>,
    send: Asking,
    /// What is being sent and what it is called by: asked for again before it is answered, it is the
    /// same operation.
    called: StoredValue<Option<(ItemId, Vec<Pick>, OperationKey)>>,
    give_up: Asking,
    /// Picks that may yet be refused, by which a line is picked whole.
    awaited: RwSignal<Option<Awaited>>,
    /// The line whose picks are being sent.
    sent: StoredValue<Option<RowKey>>,
}

/// Picks of which the service has not said anything yet.
#[derive(Clone, PartialEq)]
struct Awaited {
    row: Option<RowKey>,
    picks: Vec<OperationKey>,
}

impl PickDesk {
    /// Asks for what there is to pick for the line of `item`, while picking is what is being done.
    pub fn start(
        movement: contract::MovementKey,
        act: RwSignal<LineAction>,
        item: Memo<Option<ItemId>>,
        form: RwSignal<DecisionForm>,
        format: Format,
    ) -> Self {
        let view = use_keys().steady(use_query(move || {
            let item = item.get().filter(|_| act.get() == LineAction::Pick)?;
            Some(ReadPickView { movement, item, anew: false })
        }));
        let picks = memo(move || {
            let of = |view: &PickView| form.with(|form| typed(&form.picks, &view.parts, format));
            known(view, item, |view| Some(of(view))).unwrap_or(Ok(Vec::new()))
        });
        Self {
            view,
            item,
            picks,
            send: Asking::start(),
            called: StoredValue::new(None),
            give_up: Asking::start(),
            awaited: RwSignal::new(None),
            sent: StoredValue::new(None),
        }
    }

    /// Goes on to the next line when what is awaited was done, or goes without the user by and by; what
    /// was refused keeps its line.
    pub fn go_on_when_done(self, state: PanelState) {
        self.follow_the_line(state);
        // What was just kept is not shown at once.
        let seen = StoredValue::new(false);
        effect(move || {
            let Some(awaited) = self.awaited.get() else { return seen.set_value(false) };
            if state.of.with(|of| *of != awaited.row) {
                // They went on by themselves, or the line is left out of what is shown.
                state.begin_if_lost();
                return self.awaited.set(None);
            }
            if state.act.get() != LineAction::Pick {
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
            state.go_on();
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

    /// Whether there is something to type in, or nothing more is awaited.
    pub fn is_ready(self) -> bool {
        self.has_stock()
            || self.of_view(|view| Some(view.freshness.reading.is_none())) == Some(true)
    }

    /// Whether something is known that can be taken.
    pub fn has_stock(self) -> bool {
        let has_stock = |view: &PickView| view.parts.iter().any(|part| !part.stock.is_empty());
        self.of_view(|view| Some(has_stock(view))) == Some(true)
    }

    /// Something of what is known; `None` until it is.
    pub fn of_view<T>(self, of: impl FnOnce(&PickView) -> Option<T>) -> Option<T> {
        known(self.view, self.item, of)
    }

    /// Whether it is known what there is to pick.
    pub fn is_known(self) -> bool {
        self.of_view(|_| Some(())).is_some()
    }

    /// Why it is not known.
    pub fn unread(self) -> Option<Failure> {
        self.view.failure.get().filter(|_| !self.is_known())
    }

    /// What stands against picking.
    pub fn why_not(self) -> Option<WhyNot> {
        self.of_view(|view| view.why_not.clone())
    }

    /// One of the things to be picked.
    pub fn part(self, item: &ItemId) -> Option<PickPart> {
        self.of_view(|view| view.parts.iter().find(|part| part.item == *item).cloned())
    }

    /// Why the last press came to nothing.
    pub fn failure(self) -> Option<Failure> {
        self.send.failure.get().or_else(|| self.give_up.failure.get())
    }

    /// An answer is awaited.
    pub fn is_busy(self) -> bool {
        self.send.busy.get() || self.give_up.busy.get()
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
            state.focus_after_drawing_if_lost(super::super::focus::FIRST);
        });
    }

    /// Gives up what was refused; that can be taken back. The button goes with it, and what is typed next
    /// is another quantity.
    pub fn discard(self, state: PanelState, operation: OperationKey) {
        state.focus_after_drawing(super::super::focus::FIRST);
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
            Err(_) => {
                state.tried.set(true);
                state.focus_after_drawing(super::super::focus::MISSING);
            }
            Ok(all) => {
                let whole = untrack(|| self.of_view(|view| Some(is_whole(&view.parts, &all))));
                let row = state.of.get_untracked();
                let whole =
                    whole.unwrap_or(false).then(|| Awaited { row: row.clone(), picks: Vec::new() });
                self.sent.set_value(row.clone());
                self.send_next(state, all, row, whole);
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

    /// Sends the picks of one part after the other: each is a request of its own. A line that is
    /// picked whole by them (`whole`: what of them is still awaited) is done with.
    fn send_next(
        self,
        state: PanelState,
        mut left: Vec<(ItemId, Vec<Pick>)>,
        row: Option<RowKey>,
        whole: Option<Awaited>,
    ) {
        if left.is_empty() {
            self.sent.set_value(None);
            let is_shown = state.of.with_untracked(|of| *of == row);
            match whole {
                Some(awaited) if is_shown && awaited.picks.is_empty() => state.go_on(),
                Some(awaited) if is_shown => self.wait_for(state, awaited),
                // It is left out of what is shown already, and the next is in its place.
                Some(_) => state.focus_after_drawing_if_lost(super::super::focus::FIRST),
                None => {}
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
            let mut whole = whole;
            if let EditOutcome::Written(written) = kept {
                match &written.state {
                    WriteState::Sent { .. } => {}
                    WriteState::Kept { .. } => {
                        whole.iter_mut().for_each(|awaited| awaited.picks.push(key));
                    }
                    WriteState::Stuck(_) | WriteState::Asks => whole = None,
                }
                state.say_sent(&written);
            }
            // The row that was typed in may be gone.
            state.focus_after_drawing_if_lost("[data-begin] input, [data-testid=pick-other]");
            self.send_next(state, left, row, whole);
        });
    }
}

/// Something of what is known. What is known of the line before is no answer for this one.
fn known<T>(
    view: Query<PickView>,
    item: Memo<Option<ItemId>>,
    of: impl FnOnce(&PickView) -> Option<T>,
) -> Option<T> {
    let item = item.get()?;
    view.reply.with(|view| of(view.as_ref().filter(|view| view.item == item)?))
}

/// Whether nothing is left to pick once these are.
fn is_whole(parts: &[PickPart], typed: &[(ItemId, Vec<Pick>)]) -> bool {
    parts.iter().all(|part| {
        let before = |id: &str| {
            let made = part.picks.iter().find(|made| made.id.as_deref() == Some(id));
            made.map_or(0, |made| made.quantity)
        };
        let more = |pick: &Pick| {
            let now = i64::from(pick.quantity);
            now - pick.id.as_deref().map_or(0, before)
        };
        let of_part = typed.iter().filter(|(item, _)| *item == part.item);
        let picked: i64 = of_part.flat_map(|(_, picks)| picks).map(more).sum();
        part.remaining.is_some_and(|remaining| remaining <= picked)
    })
}

fn typed(picks: &Picks, parts: &[PickPart], format: Format) -> TypedPicks {
    let (mut all, mut wrong) = (Vec::new(), Vec::new());
    for part in parts {
        match picks.picks(part, &|text| format.read_quantity(text)) {
            Ok(picks) if picks.is_empty() => {}
            Ok(picks) => all.push((part.item.clone(), picks)),
            Err(more) => wrong.extend(more),
        }
    }
    if wrong.is_empty() { Ok(all) } else { Err(wrong) }
}
