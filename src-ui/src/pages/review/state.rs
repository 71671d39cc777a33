//! The inbox on its page: its rows, those that are chosen, and what is done with them.

use std::collections::{HashMap, VecDeque};

use contract::{
    Entry, Failure, LineRef, ListReview, ReadReview, ReadReviewFacts, ReviewAct, ReviewFacts,
    ReviewLine, ReviewLines, ReviewRow, ReviewView, Reviewed, UndoReview,
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
use crate::wording::words::{failure as failure_words, group as group_words};

/// So many rows are read at once.
const AT_ONCE: u32 = 1_000;

/// What is to be done, with which rows, and what is said where there is none.
#[derive(Clone)]
struct ActOnRows {
    act: ReviewAct,
    such: fn(&ReviewRow) -> bool,
    none: &'static str,
}

/// Entries of the list that are chosen, by the first and the last of them.
#[derive(Clone, Copy)]
struct ChosenEntries {
    from: u32,
    to: u32,
    /// They are a group; its head is the first.
    is_group: bool,
}

impl ChosenEntries {
    /// Takes the rows among entries that follow each other; of a group those before the next head.
    fn take(self, entries: Vec<Entry<ReviewRow>>, rows: &mut Vec<ReviewRow>) {
        let is_own_head = |at: usize| rows.is_empty() && at == 0;
        let end = entries
            .iter()
            .enumerate()
            .position(|(at, entry)| self.is_group && entry.row().is_none() && !is_own_head(at));
        let count = end.unwrap_or(entries.len());
        rows.extend(entries.into_iter().take(count).filter_map(Entry::into_row));
    }
}

/// What is chosen, as far as it was read.
struct Gathering {
    chosen: ChosenEntries,
    /// The keys of its first and its last entry, as they are seen.
    edges: (Option<String>, Option<String>),
    /// The question, from the next entry on.
    asked: ListReview,
    rows: Vec<ReviewRow>,
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
    under_way: StoredValue<Vec<LineRef>>,
    /// What was asked for meanwhile, of other rows, in its order: no key is lost.
    next: StoredValue<VecDeque<(Vec<ReviewRow>, ActOnRows)>>,
    /// The last thing is to be taken back after that.
    undo_next: StoredValue<bool>,
    gathering: Sending<ListReview>,
    toasts: Toasts,
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
            next: StoredValue::default(),
            undo_next: StoredValue::new(false),
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

    /// The entry with the cursor.
    fn entry(self) -> Option<Entry<ReviewRow>> {
        let key = self.current.get()?;
        self.rows.find(|entry| key_of_entry(entry) == key)
    }

    /// The row with the cursor.
    pub fn row(self) -> Option<ReviewRow> {
        self.entry().and_then(Entry::into_row)
    }

    /// The group whose head has the cursor: its name, and what stands beside it.
    pub fn group(self) -> Option<(String, Option<String>)> {
        match self.entry()? {
            Entry::Group { key, .. } => Some(group_words(self.i18n, self.format, &key)),
            Entry::Row { .. } => None,
        }
    }

    /// What is chosen, where that may be several rows.
    fn range(self) -> Option<ChosenEntries> {
        let (from, to) = self.grid.get().and_then(GridHandle::selection)?.rows;
        if from != to {
            return Some(ChosenEntries { from, to, is_group: false });
        }
        match self.rows.records(from, from + 1).first()? {
            Entry::Group { rows, folded: false, .. } => {
                Some(ChosenEntries { from, to: from + rows, is_group: true })
            }
            _ => None,
        }
    }

    /// The rows that are chosen, as far as they are here; the one with the cursor where none is.
    pub fn chosen(self) -> Vec<ReviewRow> {
        let rows = self.range().map(|chosen| {
            let mut rows = Vec::new();
            chosen.take(self.rows.records(chosen.from, chosen.to + 1), &mut rows);
            rows
        });
        rows.unwrap_or_else(|| self.row().into_iter().collect())
    }

    /// Whether all that is chosen is here, as it is now.
    pub fn is_whole(self) -> bool {
        self.range().is_none_or(|chosen| self.rows.is_fresh(chosen.from, chosen.to + 1))
    }

    /// How many rows are chosen.
    pub fn count(self) -> u32 {
        match self.range() {
            // Heads among those that were never scrolled to are not known.
            Some(chosen) if !self.is_whole() => {
                chosen.to - chosen.from + u32::from(!chosen.is_group)
            }
            _ => u32::try_from(self.chosen().len()).unwrap_or(u32::MAX),
        }
    }

    /// Whether the cursor is on the head of a group that is folded.
    fn is_folded(self) -> bool {
        matches!(self.entry(), Some(Entry::Group { folded: true, .. }))
    }

    /// Does something with those of the chosen rows it can be done with.
    pub fn act(self, act: ReviewAct, such: fn(&ReviewRow) -> bool, none: &'static str) {
        if untrack(|| self.range().is_none() && self.is_folded()) {
            return self.toasts.tell(untrack(|| say!(self.i18n, review.folded).to_owned()));
        }
        let rows = untrack(|| self.chosen());
        if untrack(|| self.is_busy()) {
            return self.wish(rows, ActOnRows { act, such, none });
        }
        self.failed.set(None);
        match untrack(|| self.range()) {
            // Rows that were never scrolled to are not here yet, or are others by now.
            Some(chosen) if !untrack(|| self.is_whole()) => {
                self.gather(chosen, ActOnRows { act, such, none });
            }
            _ => self.act_on(rows, ActOnRows { act, such, none }),
        }
    }

    /// Something is to be done with rows once what is under way has ended: of two wishes about a row the
    /// last one holds. What is under way for a row is not done again.
    fn wish(self, mut rows: Vec<ReviewRow>, wanted: ActOnRows) {
        if !untrack(|| self.is_whole()) {
            // Rows that are not here yet cannot be named, and the list changes meanwhile.
            return self.tell_to_wait();
        }
        if self.acting.busy.get_untracked() {
            let lines = self.under_way.get_value();
            rows.retain(|row| !lines.contains(&row.line));
        }
        self.next.update_value(|next| {
            let is_wished = |line: &LineRef| rows.iter().any(|row| row.line == *line);
            for (earlier, _) in next.iter_mut() {
                earlier.retain(|row| !is_wished(&row.line));
            }
            next.retain(|(earlier, _)| !earlier.is_empty());
            next.extend((!rows.is_empty()).then_some((rows, wanted)));
        });
    }

    fn is_busy(self) -> bool {
        self.acting.busy.get() || self.gathering.busy.get()
    }

    /// Does what was asked for while something else was being done.
    pub fn go_on(self) {
        effect(move || {
            // Tracked: what is under way ends.
            self.is_busy();
            let next = || self.next.try_update_value(VecDeque::pop_front).flatten();
            while !untrack(|| self.is_busy())
                && let Some((rows, wanted)) = next()
            {
                untrack(|| self.act_on(rows, wanted));
            }
            if !untrack(|| self.is_busy()) && self.undo_next.get_value() {
                self.undo_next.set_value(false);
                self.undo();
            }
        });
    }

    /// Reads all of what is chosen. Where its first or its last entry is not the one that is seen, the list became
    /// another one: nothing is done.
    fn gather(self, chosen: ChosenEntries, wanted: ActOnRows) {
        if !untrack(|| self.rows.is_answered()) {
            return self.tell_to_wait();
        }
        let seen = |at| untrack(|| self.rows.records(at, at + 1).first().map(key_of_entry));
        let edges = (seen(chosen.from), seen(chosen.to));
        let asked = untrack(|| self.filters.ask_rows(chosen.from, 0));
        self.gather_on(Gathering { chosen, edges, asked, rows: Vec::new() }, wanted);
    }

    fn gather_on(self, mut so_far: Gathering, wanted: ActOnRows) {
        let ChosenEntries { from, to, .. } = so_far.chosen;
        let start = so_far.asked.start;
        let count = (to - start + 1).min(AT_ONCE);
        let asked = ListReview { count, ..so_far.asked.clone() };
        self.gathering.send(asked, move |page| {
            let came = u32::try_from(page.rows.len()).unwrap_or(count);
            let is_other = |edge: &Option<String>, entry: Option<&Entry<ReviewRow>>| {
                edge.is_some() && *edge != entry.map(key_of_entry)
            };
            let is_last = start + came > to;
            let (first, last) = (page.rows.first(), page.rows.last());
            if came < count
                || start == from && is_other(&so_far.edges.0, first)
                || is_last && is_other(&so_far.edges.1, last)
            {
                return self.toasts.tell(untrack(|| say!(self.i18n, review.changed).to_owned()));
            }
            so_far.chosen.take(page.rows, &mut so_far.rows);
            so_far.asked.start = start + came;
            match is_last {
                false => self.gather_on(so_far, wanted),
                true => self.act_on(so_far.rows, wanted),
            }
        });
    }

    fn tell_to_wait(self) {
        self.toasts.tell(untrack(|| say!(self.i18n, review.wait).to_owned()));
    }

    fn act_on(self, rows: Vec<ReviewRow>, ActOnRows { act, such, none }: ActOnRows) {
        let mut lines: Vec<ReviewLine> =
            rows.iter().filter(|row| such(row)).map(ReviewLine::from).collect();
        lines.sort_by(|one, other| one.line.cmp(&other.line));
        lines.dedup_by(|one, other| one.line == other.line);
        if lines.is_empty() {
            return self.toasts.tell(none.to_owned());
        }
        self.under_way.set_value(lines.iter().map(|one| one.line.clone()).collect());
        let done = act.clone();
        self.acting.send(ReviewLines { lines, act }, move |answer| self.done(&done, answer));
    }

    fn done(self, act: &ReviewAct, answer: Reviewed) {
        let (i18n, count) = (self.i18n, answer.done);
        let failed = u32::try_from(answer.failed.len()).unwrap_or(u32::MAX);
        let first = answer.failed.into_iter().next().map(|(_, failure)| (failed, failure));
        let not_done = first.as_ref().map(|it| untrack(|| self.not_done(it)));
        self.failed.set(first);
        if count == 0 {
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
        match not_done {
            Some(not_done) => self.toasts.tell(format!("{said} {not_done}")),
            None => self.toasts.say(said),
        }
        self.focus_list();
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

    /// Takes the last mark or rejection back, once what is under way has ended.
    pub fn undo(self) {
        if untrack(|| self.is_busy()) {
            return self.undo_next.set_value(true);
        }
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

    /// Opens the movement at the line.
    pub fn open_line(self) {
        if let Some(row) = untrack(|| self.row()) {
            self.tabs.open_line(row.line);
        }
    }
}
