//! The decision typed in the panel: checked, then added to the changes or sent.

use contract::{
    ChangeKind, Decision, DecisionRule, DropOperation, EditLines, LineEdit, Offer, RowKey,
    SendChanges, StepKind, WriteState, Written,
};
use leptos::prelude::*;

use super::action::LineAction;
use super::form::{DecisionForm, DecisionProblem, decided_in_service};
use super::refused::refused;
use super::selectors::MISSING;
use super::state::PanelState;
use super::words;
use crate::i18n::say;
use crate::pages::movement::editing::queue::{EditOutcome, Job};

/// What becomes of what is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It is kept among the changes, and goes with them.
    Keep,
    /// It is sent at once, alone.
    Send,
    /// It waits for somebody's approval.
    Propose,
}

impl PanelState {
    /// Whether what is being done can be proposed.
    pub fn can_propose(self) -> bool {
        use LineAction::{Cancel, Revise, Substitute};
        matches!(self.act.get(), Revise | Substitute | Cancel)
    }

    /// What this profile wants to become of what is being done.
    fn rule(self) -> DecisionRule {
        // Until it is known nothing is sent that was only to be proposed.
        let Some(sending) = self.sending.reply.get() else { return DecisionRule::OnlyPropose };
        match self.act.get() {
            LineAction::Revise => sending.revise,
            LineAction::Substitute => sending.substitute,
            LineAction::Cancel => sending.cancel,
            _ => DecisionRule::Apply,
        }
    }

    /// Whether what is being done can be applied here: else it waits for somebody in Review.
    pub fn can_apply(self) -> bool {
        self.rule() != DecisionRule::OnlyPropose
    }

    /// What Enter makes of what is typed: what is proposed already is approved by it.
    pub fn usual(self) -> How {
        let waits = self.is_one() && self.of_view(|view| Some(view.line.proposed)) == Some(true);
        match self.rule() {
            DecisionRule::OnlyPropose => How::Propose,
            DecisionRule::Propose if !waits => How::Propose,
            _ => How::Keep,
        }
    }

    /// Does what is usual.
    pub fn go_as_usual(self) {
        self.go(untrack(|| self.usual()));
    }

    /// What stands in the way, once it was tried.
    pub fn wrong(self) -> Vec<DecisionProblem> {
        let tried = self.tried.get();
        self.decision(self.act.get()).err().filter(|_| tried).unwrap_or_default()
    }

    /// What is typed, as a decision.
    pub fn decision(self, act: LineAction) -> Result<Decision, Vec<DecisionProblem>> {
        let product = self.product();
        self.form.with(|form| form.decision(act, product.as_ref(), &|text| self.read(text)))
    }

    /// Whether what is typed is what the service has already, where it can be decided anew.
    pub fn changes_nothing(self) -> bool {
        let act = self.act.get();
        if act != LineAction::Substitute || !self.is_one() {
            return false;
        }
        let now = self.of_view(|view| {
            let line = view.as_in_service.as_deref().filter(|_| view.decision.is_none());
            decided_in_service(line?)
        });
        now.is_some() && self.decision(act).ok() == now
    }

    /// Makes of what is typed what was asked for; a field that stands in the way gets the focus.
    pub fn go(self, how: How) {
        if untrack(|| self.is_busy() || !self.is_current()) {
            return;
        }
        let proposed = how == How::Propose;
        let Some((rows, edits)) = untrack(|| self.edits(proposed)) else {
            self.tried.set(true);
            return self.focus_after_drawing(MISSING);
        };
        if edits.is_empty() {
            return;
        }
        let step = match self.act.get_untracked() {
            LineAction::Delete => StepKind::Delete,
            _ => StepKind::Decide,
        };
        let lost = untrack(|| self.lost());
        let (movement, decimal_mark) = (self.movement, Default::default());
        let job = Job::Edit(EditLines { movement, step, edits, decimal_mark });
        let of = rows.clone();
        let decided = self.of.get_untracked().map(|row| (row, self.form.get_untracked()));
        let of_panel = decided.clone();
        // The panel may be closed by then.
        let forget = move || {
            if let Some((row, typed)) = decided {
                self.drafts.forget(&row, &typed);
            }
        };
        self.queue.ask_and(self.edit, job, forget, move |_| {
            if let Some((row, typed)) = of_panel {
                self.settle(&row, typed);
            }
            lost.into_iter().for_each(|lost| self.toasts.say(lost));
            // What was done to this line is not held ready for the next one.
            if matches!(self.act.get_untracked(), LineAction::Delete | LineAction::Revert) {
                self.act.set(LineAction::Details);
            }
            if how != How::Send {
                self.drop_refused(&of);
            }
            if proposed {
                self.toasts.say(untrack(|| say!(self.i18n, panel.proposed).to_owned()));
            }
            self.back_to_lines();
        });
        if how == How::Send {
            self.send_now(rows);
        }
    }

    /// What is lost of what was decided about several lines and not sent, in words. Of one line the
    /// panel shows it.
    fn lost(self) -> Option<String> {
        let kind = self.act.get().kind().filter(|_| !self.is_one())?;
        words::replaced(self.i18n, self.format, &self.offer(kind)?.replaces)
    }

    /// The lines concerned, and the edits that carry out what is being done; `None` while something
    /// stands in the way.
    fn edits(self, proposed: bool) -> Option<(Vec<RowKey>, Vec<LineEdit>)> {
        let act = self.act.get();
        if self.off(act).is_some() {
            return Some((Vec::new(), Vec::new()));
        }
        if self.changes_nothing() {
            return Some((Vec::new(), Vec::new()));
        }
        let offer = self.offer(act.kind()?)?;
        let rows = offer.rows.iter().cloned();
        if act == LineAction::Delete {
            let deleted = !self.of_view(|view| Some(view.line.deleted))?;
            let edits = rows.map(|row| LineEdit::Delete { row, deleted }).collect();
            return Some((offer.rows, edits));
        }
        let decision = self.decision(act).ok()?;
        // A revert that was decided on is taken back by another.
        let forget = act == LineAction::Revert && self.is_one() && self.reverts();
        let edit = |row: RowKey| {
            let decision = (!forget).then(|| decision.clone());
            LineEdit::Decide { row, decision, proposed }
        };
        let edits = rows.map(edit).collect();
        Some((offer.rows, edits))
    }

    /// Another decision takes the place of those that were refused; what is sent takes it by itself.
    fn drop_refused(self, rows: &[RowKey]) {
        if self.act.get_untracked().kind().is_none_or(|kind| kind == ChangeKind::Delete) {
            return;
        }
        let of = |row| self.operations.with_untracked(|all| refused(all, row));
        for (operation, _) in rows.iter().flat_map(of) {
            self.queue.push(Job::GiveUp(DropOperation { operation }), None);
        }
    }

    /// Whether the line is to be reverted already.
    pub fn reverts(self) -> bool {
        self.of_view(|view| view.decision.clone()) == Some(Decision::Revert)
    }

    /// Whether what is known is of the lines chosen now, and not of those before.
    fn is_current(self) -> bool {
        let of_offer = |offer: &Offer| {
            let left_out = offer.left_out.iter().map(|left_out| left_out.lines).sum::<u32>();
            offer.rows.len() + usize::try_from(left_out).unwrap_or(0)
        };
        self.rows.with(|rows| {
            self.view.with(|view| {
                let view = view.as_ref().filter(|view| rows.first() == Some(&view.line.key));
                view.is_some_and(|view| view.offers.iter().all(|of| of_offer(of) == rows.len()))
            })
        })
    }

    fn send_now(self, rows: Vec<RowKey>) {
        let (movement, only) = (self.movement, Some(rows));
        let request = SendChanges { movement, only, without: Vec::new() };
        self.queue.ask(self.send, Job::Send(request), move |kept| {
            if let EditOutcome::Written(written) = kept {
                self.say_sent(&written);
            }
        });
    }

    /// Says what became of what was sent.
    pub(super) fn say_sent(self, written: &Written) {
        let (i18n, format) = (self.i18n, self.format);
        let said = untrack(|| match written.state {
            WriteState::Sent { at, .. } => Some(say!(i18n, panel.sent, time = format.moment(at))),
            WriteState::Kept { at } => Some(self.outbox.say_kept(i18n, format, at)),
            // The row under the line says what became of it.
            WriteState::Stuck(_) | WriteState::Asks => None,
        });
        said.into_iter().for_each(|said| self.toasts.say(said));
    }

    /// What was typed about a line is decided: from here on the form follows the line again. The panel may
    /// be about another line by now.
    fn settle(self, row: &RowKey, typed: DecisionForm) {
        if self.of.get_untracked().as_ref() == Some(row) {
            self.tried.set(false);
            self.begun.set_value(typed);
        }
    }
}
