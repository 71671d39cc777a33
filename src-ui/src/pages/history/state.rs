//! What the history knows: its two lists, which entry is looked at, the operation behind it.

use std::sync::Arc;
use std::time::Duration;

use contract::{
    Failure, JournalFilter, JournalRow, ListJournal, ListOperations, OperationFilter, OperationKey,
    OperationRow, Rows,
};
use leptos::prelude::*;

use super::columns::{draw_entry, draw_operation};
use crate::components::grid::{ColumnState, GridHandle, Row};
use crate::data::query::{Quiet, use_query};
use crate::data::rows::{PagedRows, use_rows};
use crate::dom;
use crate::effect::{effect, memo};
use crate::i18n::use_i18n;
use crate::navigation::{SearchTarget, Section, Tabs, use_tabs};
use crate::pages::list::order;
use crate::wording::format::use_format;

/// Which list was looked at last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryList {
    /// What waits.
    Operation,
    /// The journal.
    Entry,
}

/// The history.
#[derive(Clone, Copy)]
pub struct History {
    /// What waits.
    pub outbox: PagedRows<OperationRow>,
    /// What was done.
    pub journal: PagedRows<JournalRow>,
    /// The grid it is drawn in.
    pub grid: GridHandle,
    /// Words to be found in the journal.
    pub text: RwSignal<String>,
    /// The same, as they are looked for.
    pub quiet: Quiet,
    /// Only what went wrong.
    pub problems: RwSignal<bool>,
    /// The side panel is wanted.
    pub panel: RwSignal<bool>,
    /// The journal's entry that is looked at, if one is.
    pub entry: Memo<Option<JournalRow>>,
    /// The operation that is looked at: of the entry, or of the row that waits.
    pub operation: Memo<Option<OperationRow>>,
    /// Why the lists are not as they should be.
    pub failure: Signal<Option<Failure>>,
    chosen: RwSignal<Option<HistoryList>>,
    row: RwSignal<Option<String>>,
    line: RwSignal<Option<String>>,
}

impl History {
    /// Begins to ask. `layout` sorts the journal.
    pub fn start(layout: RwSignal<ColumnState>) -> Self {
        let (i18n, format) = (use_i18n(), use_format());
        let text = RwSignal::new(String::new());
        let quiet = Quiet::after(text.into(), Duration::from_millis(120));
        let problems = RwSignal::new(false);
        let outbox = use_rows(
            move |start, count| {
                let filter =
                    OperationFilter { attention: problems.get(), ..OperationFilter::default() };
                Some(ListOperations { start, count, filter })
            },
            move |_, row| draw_operation(i18n, format, row),
        );
        let journal = use_rows(
            move |start, count| {
                let sort = layout.with(order);
                let rows = Rows { start, count, sort };
                Some(ListJournal { rows, filter: filter(quiet, problems) })
            },
            move |_, row| draw_entry(i18n, format, row),
        );
        let (chosen, row) = (RwSignal::new(None), RwSignal::new(None));
        let line = RwSignal::new(None::<String>);
        let entry = memo(move || {
            let key: OperationKey = line.get()?.parse().ok()?;
            let is_it = chosen.get() == Some(HistoryList::Entry);
            is_it.then(|| journal.find(|row: &JournalRow| row.key == key)).flatten()
        });
        let operation = looked_at(outbox, entry, row, chosen);
        let failure =
            Signal::derive(move || outbox.failure.get().or_else(|| journal.failure.get()));
        let (width, _) = dom::window_size();
        let panel = RwSignal::new(width / dom::rem() >= 62.0);
        let rows = Self {
            outbox,
            journal,
            grid: GridHandle::default(),
            text,
            problems,
            panel,
            entry,
            operation,
            failure,
            quiet,
            chosen,
            row,
            line,
        };
        rows.choose_at_first();
        rows.follow(use_tabs());
        rows
    }

    /// What is shown, for export, which has all steps of it.
    pub fn filter(self) -> JournalFilter {
        untrack(|| filter(self.quiet, self.problems))
    }

    /// Whether anything is filtered.
    pub fn is_filtered(self) -> bool {
        self.problems.get() || self.text.with(|text| !text.trim().is_empty())
    }

    /// Shows what is sought from elsewhere in the window, and nothing besides.
    fn follow(self, tabs: Tabs) {
        effect(move || {
            let Some(sought) = tabs.take_search(Section::History) else { return };
            self.clear();
            self.problems.set(sought == SearchTarget::Problems);
        });
    }

    /// Filters nothing.
    pub fn clear(self) {
        self.problems.set(false);
        self.text.set(String::new());
    }

    /// The panel has something to show.
    pub fn panel_is_shown(self) -> bool {
        let shows = self.entry.with(Option::is_some) || self.operation.with(Option::is_some);
        self.panel.get() && shows
    }

    /// A list got the focus. What stands in the place of an empty one is no entry: the panel stays,
    /// and nothing moves under the pointer.
    pub fn look_at(self, list: HistoryList) {
        let has_rows =
            list == HistoryList::Operation || self.journal.grid.total.get_untracked() > 0;
        if has_rows && self.chosen.get_untracked() != Some(list) {
            self.chosen.set(Some(list));
        }
    }

    /// The other list is looked at.
    pub fn is_aside(self, list: HistoryList) -> bool {
        self.chosen.get().is_some_and(|chosen| chosen != list)
    }

    /// The current row of what waits.
    pub fn at_operation(self, row: Option<Arc<Row>>) {
        self.row.set(row.map(|row| row.key.clone()));
    }

    /// The current entry of the journal.
    pub fn at_entry(self, row: Option<Arc<Row>>) {
        self.line.set(row.map(|row| row.key.clone()));
    }

    /// Until a list gets the focus: what waits, if anything does.
    fn choose_at_first(self) {
        effect(move || {
            if self.chosen.get().is_none() && self.outbox.whole.with(Option::is_some) {
                let waits = self.outbox.grid.total.get() > 0;
                self.chosen.set(Some(if waits {
                    HistoryList::Operation
                } else {
                    HistoryList::Entry
                }));
            }
        });
    }
}

fn filter(quiet: Quiet, problems: RwSignal<bool>) -> JournalFilter {
    let (text, problems) = (quiet.get(), problems.get());
    JournalFilter { text, problems, by_operation: true, ..JournalFilter::default() }
}

/// The operation of the row that waits, or of the journal's entry; kept fresh by asking for it.
fn looked_at(
    outbox: PagedRows<OperationRow>,
    entry: Memo<Option<JournalRow>>,
    row: RwSignal<Option<String>>,
    chosen: RwSignal<Option<HistoryList>>,
) -> Memo<Option<OperationRow>> {
    let key = memo(move || match chosen.get()? {
        HistoryList::Entry => entry.with(|entry| entry.as_ref().map(|entry| entry.key)),
        HistoryList::Operation => row.get()?.parse::<OperationKey>().ok(),
    });
    let asked = use_query(move || {
        let filter =
            OperationFilter { operation: Some(key.get()?), ended: true, ..Default::default() };
        Some(ListOperations { start: 0, count: 1, filter })
    });
    memo(move || {
        let key = key.get()?;
        let is_it = |row: &OperationRow| row.key == key;
        let asked = asked.reply.with(|page| page.as_ref()?.rows.iter().find(|r| is_it(r)).cloned());
        asked.or_else(|| outbox.find(is_it))
    })
}
