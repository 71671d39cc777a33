//! The inbox on its page: its rows, those that are chosen, and what is done with them.

use contract::{
    Failure, LineRef, ListReview, ReadReview, ReadReviewFacts, ReviewAct, ReviewFacts, ReviewLines,
    ReviewRow, ReviewView, Reviewed, UndoReview,
};
use leptos::prelude::*;

use super::columns::{draw, key_of};
use super::filters::ReviewFilters;
use crate::components::Toasts;
use crate::components::grid::GridHandle;
use crate::data::query::{Query, Sending, use_command, use_query};
use crate::data::rows::{PagedRows, use_rows};
use crate::effect::memo;
use crate::i18n::{I18n, say, use_i18n};
use crate::navigation::{Tabs, use_tabs};
use crate::wording::format::{Format, use_format};
use crate::wording::words::failure as failure_words;

/// The inbox.
#[derive(Clone, Copy)]
pub struct ReviewState {
    /// Its rows.
    pub rows: PagedRows<ReviewRow>,
    /// How much there is.
    pub facts: Query<ReviewFacts>,
    /// Which are shown.
    pub filters: ReviewFilters,
    /// The one with the cursor, by its key.
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
    undoing: Sending<UndoReview>,
    toasts: Toasts,
    tabs: Tabs,
}

impl ReviewState {
    /// Opens the inbox.
    pub fn start() -> Self {
        let (i18n, format) = (use_i18n(), use_format());
        let filters = ReviewFilters::new();
        let rows = use_rows(
            move |start, count| {
                let (filter, order) = (filters.ask(), filters.order.get());
                Some(ListReview { start, count, filter, order })
            },
            move |_, row| draw(i18n, format, row),
        );
        let current = RwSignal::new(None::<String>);
        let line = memo(move || {
            let key = current.get()?;
            rows.find(|row| key_of(&row.line) == key).map(|row| row.line)
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

    /// The row with the cursor.
    pub fn row(self) -> Option<ReviewRow> {
        let key = self.current.get()?;
        self.rows.find(|row| key_of(&row.line) == key)
    }

    /// The rows that are chosen; the one with the cursor where none is.
    pub fn chosen(self) -> Vec<ReviewRow> {
        let grid = self.grid.get().and_then(GridHandle::selection);
        let rows = grid.filter(|chosen| chosen.rows.0 != chosen.rows.1);
        let rows = rows.map(|chosen| self.rows.records(chosen.rows.0, chosen.rows.1 + 1));
        rows.unwrap_or_else(|| self.row().into_iter().collect())
    }

    /// Does something with those of the chosen rows it can be done with.
    pub fn act(self, act: ReviewAct, such: fn(&ReviewRow) -> bool, none: &'static str) {
        if self.acting.busy.get_untracked() {
            return;
        }
        let chosen = untrack(|| self.chosen());
        let lines: Vec<LineRef> = chosen.into_iter().filter(such).map(|row| row.line).collect();
        if lines.is_empty() {
            return self.toasts.tell(none.to_owned());
        }
        let done = act.clone();
        self.acting.send(ReviewLines { lines, act }, move |answer| self.done(&done, answer));
    }

    fn done(self, act: &ReviewAct, answer: Reviewed) {
        let (i18n, count) = (self.i18n, answer.done);
        let failed = u32::try_from(answer.failed.len()).unwrap_or(u32::MAX);
        let first = answer.failed.into_iter().next().map(|(_, failure)| (failed, failure));
        if let Some((_, failure)) = &first {
            self.toasts.tell(untrack(|| failure_words(i18n, failure)));
        }
        self.failed.set(first);
        if count == 0 {
            return;
        }
        self.note.set(String::new());
        self.reason.set(None);
        let number = self.format.number(count);
        let said = untrack(|| match act {
            ReviewAct::Approve { .. } => {
                say!(i18n, review.approved, count = count, number = number)
            }
            ReviewAct::Reject { .. } => say!(i18n, review.rejected, count = count, number = number),
            ReviewAct::Revert => say!(i18n, review.reverted, count = count, number = number),
            ReviewAct::Cancel { .. } => say!(i18n, review.canceled, count = count, number = number),
            ReviewAct::Dismiss => say!(i18n, review.dismissed).to_owned(),
            ReviewAct::Mark { .. } => say!(i18n, review.marked, count = count, number = number),
        });
        self.toasts.say(said);
        if let Some(grid) = self.grid.get_untracked() {
            grid.focus();
        }
    }

    /// Takes the last mark or rejection back.
    pub fn undo(self) {
        let can = self.facts.reply.with_untracked(|it| it.as_ref().is_some_and(|it| it.can_undo));
        let (i18n, toasts) = (self.i18n, self.toasts);
        if !can {
            return toasts.tell(untrack(|| say!(i18n, review.nothing_to_undo).to_owned()));
        }
        self.undoing.send(UndoReview {}, move |_| {
            toasts.say(untrack(|| say!(i18n, review.undone).to_owned()));
        });
    }

    /// Goes to the next row, or to the one before.
    pub fn step(self, back: bool) {
        let Some(key) = self.current.get_untracked() else { return };
        let at = self.rows.position(|row| key_of(&row.line) == key);
        let (Some(at), Some(grid)) = (at, self.grid.get_untracked()) else { return };
        let to = if back { at.saturating_sub(1) } else { at + 1 };
        let last = self.rows.whole.with_untracked(|it| it.as_ref().map_or(0, |it| it.matching));
        if to < last {
            grid.go(to, "product");
        }
    }

    /// Opens the movement at the line.
    pub fn open_line(self) {
        if let Some(row) = untrack(|| self.row()) {
            self.tabs.open_line(row.line);
        }
    }
}
