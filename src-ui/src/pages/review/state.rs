//! The inbox on its page: its rows, those that are chosen, and what is done with them.

use std::collections::{HashMap, VecDeque};

use contract::{
    Entry, Failure, LineRef, ListReview, ReadReview, ReadReviewFacts, ReviewAct, ReviewFacts,
    ReviewLines, ReviewRow, ReviewView, Reviewed, UndoReview,
};
use leptos::prelude::*;

use super::columns::{draw, key_of_entry};
use super::filters::ReviewFilters;
use crate::components::Toasts;
use crate::components::grid::GridHandle;
use crate::data::query::{Query, Sending, use_command, use_query};
use crate::data::rows::{PagedRows, use_rows};
use crate::dom;
use crate::effect::{effect, memo};
use crate::i18n::{I18n, say, use_i18n};
use crate::navigation::{Tabs, use_tabs};
use crate::wording::format::{Format, use_format};
use crate::wording::words::failure as failure_words;

/// What is to be done with rows, with which of them, and what is said where there is none.
#[derive(Clone)]
pub struct ActOnRows {
    /// What is done.
    pub act: ReviewAct,
    /// With which rows it can be done.
    pub such: fn(&ReviewRow) -> bool,
    /// What is said where there is none.
    pub none: &'static str,
}

/// What was asked for while something else was being done.
#[derive(Clone)]
pub enum Wish {
    /// Something is done with rows.
    Act(Vec<ReviewRow>, ActOnRows),
    /// The last thing is taken back.
    Undo,
}

/// The inbox.
#[derive(Clone, Copy)]
pub struct ReviewState {
    /// Its rows.
    pub rows: PagedRows<Entry<ReviewRow>>,
    /// How much there is.
    pub facts: Query<ReviewFacts>,
    /// Which are shown.
    pub filters: ReviewFilters,
    /// The entry with the cursor, by its key.
    pub current: RwSignal<Option<String>>,
    /// That one, with what helps to judge it.
    pub view: Query<ReviewView>,
    /// The list.
    pub grid: RwSignal<Option<GridHandle>>,
    /// Why a proposal is rejected, as it is typed.
    pub note: RwSignal<String>,
    /// The reason that is given in the place of those of the proposals.
    pub reason: RwSignal<Option<String>>,
    /// What is being done.
    pub acting: Sending<ReviewLines>,
    /// Why the last thing could not be done, with how many lines.
    pub failed: RwSignal<Option<(u32, Failure)>>,
    /// The words.
    pub i18n: I18n,
    /// Numbers and days.
    pub format: Format,
    /// The last taking back.
    pub undoing: Sending<UndoReview>,
    /// The lines something is being done with.
    pub under_way: StoredValue<Vec<LineRef>>,
    /// Whether what was done last can be taken back.
    pub is_step: StoredValue<bool>,
    /// What was asked for meanwhile, in its order: no key is lost.
    pub next: StoredValue<VecDeque<Wish>>,
    /// Rows that are chosen and not here are read.
    pub gathering: Sending<ListReview>,
    /// What is said at the edge of the window.
    pub toasts: Toasts,
    tabs: Tabs,
}

impl ReviewState {
    /// Opens the inbox.
    pub fn start() -> Self {
        let (i18n, format) = (use_i18n(), use_format());
        let filters = ReviewFilters::new();
        filters.follow(use_tabs());
        let rows = use_rows(
            move |start, count| Some(filters.ask_rows(start, count)),
            move |_, entry| draw(i18n, format, entry),
        );
        let current = RwSignal::new(None::<String>);
        let line = memo(move || {
            let key = current.get()?;
            rows.find(|entry| key_of_entry(entry) == key)?.into_row().map(|row| row.line)
        });
        Self {
            rows,
            facts: use_query(|| Some(ReadReviewFacts {})),
            filters,
            current,
            view: use_query(move || Some(ReadReview { line: line.get()? })),
            grid: RwSignal::new(None),
            note: RwSignal::new(String::new()),
            reason: RwSignal::new(None),
            acting: use_command(),
            failed: RwSignal::new(None),
            i18n,
            format,
            undoing: use_command(),
            under_way: StoredValue::new(Vec::new()),
            is_step: StoredValue::new(false),
            next: StoredValue::default(),
            gathering: use_command(),
            toasts: expect_context::<Toasts>(),
            tabs: use_tabs(),
        }
    }

    /// How much there is, beside the title.
    pub fn meta(self) -> String {
        let facts = self.facts.reply.with(|facts| {
            facts.as_ref().map(|facts| (facts.proposals, facts.decided)).unwrap_or_default()
        });
        let told = |count: u32, said: fn(I18n, u32, String) -> String| {
            (count > 0).then(|| said(self.i18n, count, self.format.number(count)))
        };
        let parts = [
            told(facts.0, |i18n, count, number| {
                say!(i18n, review.proposals_count, count = count, number = number)
            }),
            told(facts.1, |i18n, count, number| {
                say!(i18n, review.decided_count, count = count, number = number)
            }),
            told(
                self.rows.whole.with(|whole| whole.as_ref().map_or(0, |whole| whole.unread)),
                |i18n, count, number| say!(i18n, walk.fact_unread, count = count, number = number),
            ),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    /// Says what was done.
    pub fn done(self, act: &ReviewAct, answer: Reviewed) {
        let count = answer.done;
        let is_step = matches!(act, ReviewAct::Reject { .. } | ReviewAct::Mark { .. });
        self.is_step.set_value(is_step && count > 0);
        let failed = u32::try_from(answer.failed.len()).unwrap_or(u32::MAX);
        let first = answer.failed.into_iter().next().map(|(_, failure)| (failed, failure));
        let not_done = first.as_ref().map(|it| untrack(|| self.not_done(it)));
        self.failed.set(first);
        let there = (answer.already > 0).then(|| self.said_already(answer.already));
        if count == 0 && there.is_none() {
            return not_done.into_iter().for_each(|said| self.toasts.tell(said));
        }
        // What was typed since is for another one.
        match act {
            ReviewAct::Reject { note } if self.note.with_untracked(|now| now == note) => {
                self.note.set(String::new());
            }
            ReviewAct::Approve { .. } | ReviewAct::Cancel { .. } => self.reason.set(None),
            _ => {}
        }
        let said = (count > 0).then(|| untrack(|| self.said_done(act, count)));
        let is_whole = not_done.is_none();
        let all: Vec<_> = [said, there, not_done].into_iter().flatten().collect();
        match is_whole {
            true => self.toasts.say(all.join(" ")),
            false => self.toasts.tell(all.join(" ")),
        }
        self.focus_list();
    }

    /// What was done with so many lines.
    fn said_done(self, act: &ReviewAct, count: u32) -> String {
        let (i18n, number) = (self.i18n, self.format.number(count));
        match act {
            ReviewAct::Approve { .. } => {
                say!(i18n, review.approved, count = count, number = number)
            }
            ReviewAct::Reject { .. } => say!(i18n, review.rejected, count = count, number = number),
            ReviewAct::Revert => say!(i18n, review.reverted, count = count, number = number),
            ReviewAct::Cancel { .. } => say!(i18n, review.canceled, count = count, number = number),
            ReviewAct::Dismiss => say!(i18n, review.dismissed).to_owned(),
            ReviewAct::Mark { .. } => say!(i18n, review.marked, count = count, number = number),
        }
    }

    /// Of how many lines the service had just that already.
    fn said_already(self, count: u32) -> String {
        let (i18n, number) = (self.i18n, self.format.number(count));
        untrack(|| say!(i18n, review.already_done, count = count, number = number))
    }

    /// How many lines something could not be done with, and why the first of them.
    pub fn not_done(self, (count, failure): &(u32, Failure)) -> String {
        let (i18n, why) = (self.i18n, failure_words(self.i18n, failure));
        let number = self.format.number(*count);
        say!(i18n, review.not_done, count = *count, number = number, why = why)
    }

    /// The list has the focus, unless somebody is typing: keys are for the row with the cursor.
    pub fn focus_list(self) {
        let grid = self.grid.get_untracked();
        if let Some(grid) = grid.filter(|_| !dom::focus_takes_text()) {
            grid.focus();
        }
    }

    /// A note belongs to the row it was typed for, and comes back with it; a reason is selected anew for each.
    pub fn keep_notes(self) {
        let notes = StoredValue::new(HashMap::<String, String>::new());
        let before = StoredValue::new(None::<String>);
        effect(move || {
            let now = self.current.get();
            let was = before.get_value();
            if was == now {
                return;
            }
            before.set_value(now.clone());
            let note = self.note.get_untracked();
            notes.update_value(|notes| {
                let kept = was.filter(|_| !note.is_empty());
                notes.extend(kept.map(|was| (was, note)));
            });
            let back = now.and_then(|now| notes.try_update_value(|notes| notes.remove(&now))?);
            self.note.set(back.unwrap_or_default());
            self.reason.set(None);
        });
    }

    /// Goes to the next row, or to the one before.
    pub fn step(self, back: bool) {
        let Some(key) = self.current.get_untracked() else { return };
        let at = self.rows.position(|entry| key_of_entry(entry) == key);
        let (Some(at), Some(grid)) = (at, self.grid.get_untracked()) else { return };
        let total = self.rows.whole.with_untracked(|it| it.as_ref().map_or(0, |it| it.total));
        let is_head = |at: &u32| {
            let entries = untrack(|| self.rows.records(*at, at + 1));
            entries.first().is_some_and(|entry| entry.row().is_none())
        };
        // One that is not here yet may be a row.
        let to = match back {
            true => (0..at).rev().find(|at| !is_head(at)),
            false => (at + 1..total).find(|at| !is_head(at)),
        };
        if let Some(to) = to {
            grid.go(to, "product");
        }
    }

    /// Opens the movement at the line, where the service still has it.
    pub fn open_line(self) {
        match untrack(|| self.row()) {
            Some(row) if row.gone => {
                self.toasts.tell(untrack(|| say!(self.i18n, review.line_gone).to_owned()));
            }
            Some(row) => self.tabs.open_line(row.line),
            None => self.toasts.tell(untrack(|| say!(self.i18n, review.no_line).to_owned())),
        }
    }
}
