//! What is asked for in the inbox, one thing after the other: what is pressed while something is being done waits for
//! it, and of two wishes about a row the last one holds. Rows that are chosen and not here are read first.

use std::collections::VecDeque;

use contract::{
    Entry, LineRef, ListReview, ReviewAct, ReviewLine, ReviewLines, ReviewRow, UndoReview,
};
use leptos::prelude::*;

use super::chosen::ChosenEntries;
use super::columns::key_of_entry;
use super::state::{ActOnRows, ReviewState, Wish};
use crate::effect::effect;
use crate::i18n::say;

/// So many rows are read at once.
const AT_ONCE: u32 = 1_000;

/// What is chosen, as far as it was read.
struct Gathering {
    chosen: ChosenEntries,
    /// The keys of its first and its last entry, where they are seen as they were told last.
    edges: (Option<String>, Option<String>),
    /// How many entries the whole list has, as it is seen.
    total: u32,
    /// The question, from the next entry on.
    asked: ListReview,
    rows: Vec<ReviewRow>,
}

impl Gathering {
    /// Whether these entries, which stand from the next place on, can be those that are seen. Of a list that became
    /// another one others stand there.
    fn fits(&self, entries: &[Entry<ReviewRow>], total: u32) -> bool {
        let ChosenEntries { from, to, is_group } = self.chosen;
        let is_first = self.asked.start == from;
        let is_edge = |edge: &Option<String>, entry: Option<&Entry<ReviewRow>>| {
            edge.is_none() || *edge == entry.map(key_of_entry)
        };
        let is_last = u64::from(self.asked.start) + entries.len() as u64 > u64::from(to);
        let is_head = |entry: &Entry<ReviewRow>| match entry {
            Entry::Group { rows, folded, .. } => !folded && *rows == to - from,
            Entry::Row { .. } => false,
        };
        let inner = entries.get(usize::from(is_first)..).unwrap_or_default();
        let is_own = || {
            (!is_first || entries.first().is_some_and(is_head))
                && inner.iter().all(|entry| entry.row().is_some())
        };
        total == self.total
            && (!is_first || is_edge(&self.edges.0, entries.first()))
            && (!is_last || is_edge(&self.edges.1, entries.last()))
            && (!is_group || is_own())
    }
}

impl ReviewState {
    /// Does something with those of the chosen rows it can be done with.
    pub fn act(self, act: ReviewAct, such: fn(&ReviewRow) -> bool, none: &'static str) {
        if untrack(|| self.is_folded()) {
            return self.toasts.tell(untrack(|| say!(self.i18n, review.folded).to_owned()));
        }
        let (rows, wanted) = (untrack(|| self.chosen()), ActOnRows { act, such, none });
        if untrack(|| self.is_busy()) {
            return self.wish(rows, wanted);
        }
        self.failed.set(None);
        match untrack(|| self.range()) {
            // Rows that were never scrolled to are not here yet, or are others by now.
            Some(chosen) if !untrack(|| self.is_whole()) => self.gather(chosen, wanted),
            _ => self.act_on(rows, wanted),
        }
    }

    /// Takes the last mark or rejection back, once what is under way has ended.
    pub fn undo(self) {
        if untrack(|| self.is_busy()) {
            return self.next.update_value(|next| next.push_back(Wish::Undo));
        }
        let can = self.facts.reply.with_untracked(|it| it.as_ref().is_some_and(|it| it.can_undo));
        self.take_back(can || self.is_step.get_value());
    }

    fn take_back(self, can: bool) {
        let (i18n, toasts) = (self.i18n, self.toasts);
        self.is_step.set_value(false);
        if !can {
            return toasts.tell(untrack(|| say!(i18n, review.nothing_to_undo).to_owned()));
        }
        self.undoing.send(UndoReview {}, move |_| {
            toasts.say(untrack(|| say!(i18n, review.undone).to_owned()));
        });
    }

    /// Something is to be done with rows once what is under way has ended: of two wishes about a row the
    /// last one holds. What is under way for a row is not done again.
    fn wish(self, mut rows: Vec<ReviewRow>, wanted: ActOnRows) {
        if !untrack(|| self.is_whole()) {
            // Rows that are not here yet cannot be named, and the list changes meanwhile.
            return self.toasts.tell(untrack(|| say!(self.i18n, review.wait).to_owned()));
        }
        if self.acting.busy.get_untracked() {
            let lines = self.under_way.get_value();
            rows.retain(|row| !lines.contains(&row.line));
        }
        self.next.update_value(|next| {
            let is_wished = |line: &LineRef| rows.iter().any(|row| row.line == *line);
            for wish in next.iter_mut() {
                if let Wish::Act(earlier, _) = wish {
                    earlier.retain(|row| !is_wished(&row.line));
                }
            }
            next.retain(|wish| !matches!(wish, Wish::Act(earlier, _) if earlier.is_empty()));
            next.extend((!rows.is_empty()).then_some(Wish::Act(rows, wanted)));
        });
    }

    fn is_busy(self) -> bool {
        self.acting.busy.get() || self.gathering.busy.get() || self.undoing.busy.get()
    }

    /// Does what was asked for while something else was being done.
    pub fn go_on(self) {
        effect(move || {
            // Tracked: what is under way ends.
            self.is_busy();
            let next = || self.next.try_update_value(VecDeque::pop_front).flatten();
            while !untrack(|| self.is_busy())
                && let Some(wish) = next()
            {
                match wish {
                    Wish::Act(rows, wanted) => untrack(|| self.act_on(rows, wanted)),
                    // What it was pressed for may have come to nothing: what was done before that stays.
                    Wish::Undo => self.take_back(self.is_step.get_value()),
                }
            }
        });
    }

    /// Reads all of what is chosen.
    fn gather(self, chosen: ChosenEntries, wanted: ActOnRows) {
        let total = self.rows.whole.with_untracked(|it| it.as_ref().map_or(0, |it| it.total));
        if !untrack(|| self.rows.is_answered()) {
            return self.say_changed();
        }
        let seen = |at| {
            let entry = untrack(|| self.rows.records(at, at + 1).first().map(key_of_entry));
            entry.filter(|_| untrack(|| self.rows.is_fresh(at, at + 1)))
        };
        let edges = (seen(chosen.from), seen(chosen.to));
        let asked = untrack(|| self.filters.ask_rows(chosen.from, 0));
        self.gather_on(Gathering { chosen, edges, total, asked, rows: Vec::new() }, wanted);
    }

    fn gather_on(self, mut so_far: Gathering, wanted: ActOnRows) {
        let (start, to) = (so_far.asked.start, so_far.chosen.to);
        let count = (to - start + 1).min(AT_ONCE);
        self.gathering.send(ListReview { count, ..so_far.asked.clone() }, move |page| {
            if page.rows.len() as u64 != u64::from(count) || !so_far.fits(&page.rows, page.total) {
                return self.say_changed();
            }
            so_far.rows.extend(page.rows.into_iter().filter_map(Entry::into_row));
            so_far.asked.start = start + count;
            if so_far.asked.start <= to {
                return self.gather_on(so_far, wanted);
            }
            // What was pressed for a row meanwhile holds.
            let wished = self.next.with_value(|next| {
                let lines = next.iter().filter_map(|wish| match wish {
                    Wish::Act(rows, _) => Some(rows.iter().map(|row| row.line.clone())),
                    Wish::Undo => None,
                });
                lines.flatten().collect::<Vec<_>>()
            });
            so_far.rows.retain(|row| !wished.contains(&row.line));
            self.act_on(so_far.rows, wanted);
        });
    }

    fn say_changed(self) {
        self.toasts.tell(untrack(|| say!(self.i18n, review.changed).to_owned()));
    }

    fn act_on(self, rows: Vec<ReviewRow>, ActOnRows { act, such, none }: ActOnRows) {
        let mut lines: Vec<ReviewLine> =
            rows.iter().filter(|row| such(row)).map(ReviewLine::from).collect();
        lines.sort_by(|one, other| one.line.cmp(&other.line));
        lines.dedup_by(|one, other| one.line == other.line);
        self.is_step.set_value(false);
        if lines.is_empty() {
            return self.toasts.tell(none.to_owned());
        }
        self.under_way.set_value(lines.iter().map(|one| one.line.clone()).collect());
        let done = act.clone();
        self.acting.send(ReviewLines { lines, act }, move |answer| self.done(&done, answer));
    }
}

#[cfg(test)]
mod tests {
    use contract::{GroupKey, MovementKey, ReviewFilter, ReviewOrder};
    use serde_json::json;

    use super::*;

    fn row(item: &str) -> Entry<ReviewRow> {
        let row = json!({
            "line": { "movement": MovementKey(uuid::Uuid::nil()), "item": item },
            "stand": "proposed", "number": 1, "product": { "id": "p" }, "kind": "cancel",
            "with": [],
        });
        Entry::Row { row: serde_json::from_value(row).unwrap() }
    }

    fn head(rows: u32, folded: bool) -> Entry<ReviewRow> {
        Entry::Group { key: GroupKey::None, rows, folded }
    }

    fn gathering(chosen: ChosenEntries, start: u32) -> Gathering {
        let (filter, order) = (ReviewFilter::default(), ReviewOrder::default());
        let asked = ListReview { start, count: 0, filter, order, folded: Vec::new() };
        Gathering { chosen, edges: (None, None), total: 9, asked, rows: Vec::new() }
    }

    #[test]
    fn of_a_group_only_its_own_rows_are_taken() {
        let whole = gathering(ChosenEntries { from: 3, to: 5, is_group: true }, 3);
        assert!(whole.fits(&[head(2, false), row("a"), row("b")], 9));
        assert!(!whole.fits(&[head(2, false), row("a"), row("b")], 8), "the list is another one");
        assert!(!whole.fits(&[head(1, false), row("a"), head(7, false)], 9), "it became smaller");
        assert!(!whole.fits(&[head(3, false), row("a"), row("b")], 9), "it became larger");
        assert!(!whole.fits(&[head(2, true), row("a"), row("b")], 9), "it was folded");
        assert!(!whole.fits(&[row("a"), row("b"), head(2, false)], 9), "it moved");
        let second = gathering(ChosenEntries { from: 3, to: 5, is_group: true }, 4);
        assert!(second.fits(&[row("a"), row("b")], 9));
        assert!(!second.fits(&[row("a"), head(4, false)], 9));
    }

    #[test]
    fn of_a_range_heads_are_passed_over_and_its_ends_are_those_that_are_seen() {
        let mut range = gathering(ChosenEntries { from: 3, to: 5, is_group: false }, 3);
        let entries = [row("a"), head(1, false), row("b")];
        assert!(range.fits(&entries, 9));
        range.edges = (Some(key_of_entry(&row("a"))), Some(key_of_entry(&row("b"))));
        assert!(range.fits(&entries, 9));
        assert!(!range.fits(&[row("x"), row("a"), row("b")], 9));
        assert!(!range.fits(&[row("a"), row("b"), row("x")], 9));
    }
}
