//! What becomes of the changes in the drawer: they are sent, discarded, approved, or gone into.

use std::sync::Arc;

use contract::{
    ChangeStand, DropOperation, EditLines, LineEdit, OperationRow, OperationState, PlannedChange,
    RetryOperations, RowKey, SendChanges, StepKind, WriteState, Written,
};
use leptos::prelude::*;

use super::plan::{Ticked, about};
use super::state::DrawerState;
use crate::components::grid::Row;
use crate::data::outbox;
use crate::dom;
use crate::i18n::say;
use crate::pages::list::give_back;
use crate::pages::movement::editing::queue::{EditOutcome, Job, Then};
use crate::wording::outbox_words::decision_of;

impl DrawerState {
    /// Closes it; the focus goes back to the lines if it was in here, or went with a row of it.
    pub fn close(self) {
        let node = self.node.get_untracked();
        let inside = node.as_ref().filter(|node| {
            dom::focus_is_lost() || dom::focused().is_some_and(|now| node.contains(Some(&now)))
        });
        let body = inside.and_then(|node| node.closest(".body").ok().flatten());
        give_back(body, || self.open.set(false));
    }

    /// Sends what is ticked and goes, and what was typed before, once that is kept; what the service
    /// refused and is ticked is tried again. Where it is not known yet what there is, it is sent once
    /// it is.
    pub fn send(self) {
        if untrack(|| self.is_busy()) {
            return;
        }
        self.on_send.run(());
        let is_kept = !self.queue.waits.get_untracked();
        if is_kept && !self.is_here.get_untracked() {
            return self.hasty.set(true);
        }
        let Ticked { going, refused, following, .. } = untrack(|| self.ticked());
        if !refused.is_empty() {
            let request = RetryOperations { operations: refused };
            self.queue.ask(self.retry, Job::Retry(request), move |_| {
                self.close();
                self.on_sent.run(());
            });
        }
        let without = self.left_out();
        // What was typed last may be kept, and not be among what is shown yet.
        let is_more = without.is_empty() && self.editor.with_untracked(|editor| editor.ready > 0);
        if going.is_empty() && following.is_empty() && is_kept && !is_more {
            if untrack(|| self.going()) == 0 {
                let counts = |editor: &contract::EditorState| {
                    (editor.changed_here - editor.only_in_panel, editor.ready, editor.only_in_panel)
                };
                let said = untrack(|| match self.editor.with(counts) {
                    (0, _, 0) => say!(self.i18n, drawer.nothing_goes),
                    (0, _, _) => say!(self.i18n, drawer.sent_from_panel),
                    (_, 0, _) => say!(self.i18n, drawer.none_can_go),
                    _ => say!(self.i18n, drawer.nothing_ticked),
                });
                self.toasts.tell(said.to_owned());
            }
            return;
        }
        let is_one = going.len() == 1 && is_kept;
        let request = SendChanges { movement: self.movement, only: None, without };
        self.queue.ask(self.send, Job::Send(request), move |kept| {
            if let EditOutcome::Written(written) = kept {
                self.sent(&written, is_one);
            }
        });
    }

    /// It was sent; `is_one`: a single change.
    fn sent(self, written: &Written, is_one: bool) {
        let (i18n, format) = (self.i18n, self.format);
        untrack(|| match written.state {
            WriteState::Sent { at, .. } => {
                self.toasts.say(say!(i18n, drawer.sent, time = format.moment(at)));
            }
            WriteState::Kept { at } => self.toasts.say(self.outbox.say_kept(i18n, format, at)),
            // Of a single one the row under its line says it.
            WriteState::Stuck(_) | WriteState::Asks if is_one => {}
            WriteState::Stuck(_) | WriteState::Asks => {
                self.toasts.tell(say!(i18n, drawer.sent_in_part).to_owned());
            }
        });
        self.close();
        self.on_sent.run(());
    }

    /// Forgets what is ticked: changes by a step of undo, operations until they are taken up again.
    pub fn discard(self) {
        let Ticked { mut rows, parked, following, .. } = untrack(|| self.ticked());
        let i18n = self.i18n;
        for operation in parked {
            let dropped: Then = Box::new(move |_| {
                let said = untrack(|| say!(i18n, drawer.dropped)).to_owned();
                outbox::offer_back(self.toasts, said, operation);
            });
            self.queue.push(Job::GiveUp(DropOperation { operation }), Some(dropped));
        }
        if rows.is_empty() && following.is_empty() {
            return;
        }
        let count = u32::try_from(rows.len().max(1)).unwrap_or(u32::MAX);
        rows.extend(following);
        let edits = rows.into_iter().map(|row| LineEdit::Forget { row }).collect();
        self.edit_lines(StepKind::Discard, edits, move || {
            let number = self.format.number(count);
            self.toasts
                .say(untrack(|| say!(i18n, drawer.discarded, count = count, number = number)));
        });
    }

    /// Decides what was proposed.
    pub fn approve(self, row: &Row) {
        let Ok(key) = about(&row.key).parse::<RowKey>() else { return };
        let decided = self.changes.reply.with_untracked(|changes| {
            let all = &changes.as_ref()?.changes;
            let is = |change: &&PlannedChange| {
                change.row.as_ref() == Some(&key) && change.stand == ChangeStand::Proposed
            };
            let change = all.iter().find(is)?;
            // Other products in the place of those before are a revert and what comes then.
            change.instructions.iter().rev().find_map(decision_of)
        });
        if let Some(decision) = decided {
            let edit = LineEdit::Decide { row: key, decision: Some(decision), proposed: false };
            self.edit_lines(StepKind::Decide, vec![edit], || ());
        }
    }

    /// Goes on with what a row is about: its conflict, its question, its line.
    pub fn go(self, row: &Arc<Row>) {
        let key = about(&row.key);
        let parked = self.parked.with_untracked(|all| {
            all.iter().find(|known| key == format!("op:{}", known.key)).cloned()
        });
        match parked {
            Some(parked) => match parked.state {
                OperationState::Conflict(_) => self.sheets.conflict.set(Some(parked)),
                OperationState::Unknown(_) => self.sheets.question.set(Some(parked)),
                _ => self.go_to_line(&parked),
            },
            None => {
                if let Ok(key) = key.parse() {
                    self.on_go.run(key);
                }
            }
        }
    }

    fn go_to_line(self, parked: &OperationRow) {
        let line = parked.line.as_ref().map(|line| RowKey::Line(line.id.clone()));
        self.on_go.run(line.unwrap_or(RowKey::New(parked.key)));
    }

    fn edit_lines(
        self,
        step: StepKind,
        edits: Vec<LineEdit>,
        done: impl FnOnce() + Send + 'static,
    ) {
        let (movement, decimal_mark) = (self.movement, Default::default());
        let job = Job::Edit(EditLines { movement, step, edits, decimal_mark });
        self.queue.ask(self.edit, job, move |_| {
            self.turned.set(Vec::new());
            done();
        });
    }

    /// The focus comes in.
    pub(super) fn take_focus(self) {
        request_animation_frame(move || {
            if let Some(Some(node)) = self.node.try_get_untracked() {
                // Without a row there is the way out.
                let firsts = [".drawer-body [tabindex=\"0\"]", "[data-testid=drawer-close]"];
                firsts.into_iter().any(|first| dom::focus_first(&node, first));
            }
        });
    }
}
