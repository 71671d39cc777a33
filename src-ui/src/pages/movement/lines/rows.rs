//! A movement's lines as the page shows them: windows of rows, sorted, filtered and folded by the
//! backend; and rows beyond the screen, for what is done to many of them at once. Used by the page
//! and by the preview.

use std::time::Duration;

use contract::{
    EditorColumn, EditorLine, EditorRow, Failure, LineFilter, ListLines, MovementKey, OnlyLines,
    RowKey, RowState, Rows,
};
use leptos::prelude::*;

use super::draw::{key_of, line_of};
use super::drawing::Drawing;
use crate::components::grid::{ColumnState, GridData, Row};
use crate::data::query::Quiet;
use crate::data::rows::{PagedRows, Whole, use_rows};
use crate::effect::memo;
use crate::i18n::{I18n, use_i18n};
use crate::ipc;
use crate::pages::list::order;
use crate::wording::format::use_format;
use crate::wording::words;

/// Rows drawn as bones while the movement is read for the first time.
const BONES: u32 = 14;

/// Rows asked for at once beyond the screen; the backend gives no more.
const MANY: u32 = 1000;

/// Rows looked through first: what is sought is near as a rule.
const NEAR: u32 = 100;

/// Done with rows once they are here.
type WithRows = Box<dyn FnOnce(Vec<EditorRow>)>;

/// Done with the row that was looked for and its index, with nothing where there is none, or with why
/// it could not be looked for.
type Found = Box<dyn FnOnce(Result<Option<(u32, &EditorRow)>, Failure>)>;

/// The lines of a movement.
#[derive(Clone, Copy)]
pub struct Lines {
    /// The movement; `None` until it is known which one it is.
    pub key: Memo<Option<MovementKey>>,
    /// Their rows.
    pub rows: PagedRows<EditorRow>,
    /// What is looked for.
    pub text: RwSignal<String>,
    /// The quick filter.
    pub only: RwSignal<OnlyLines>,
    /// Order, widths and sorting of the columns.
    pub layout: RwSignal<ColumnState>,
    question: Question,
}

/// What is asked for, but for the window of rows.
#[derive(Clone, Copy)]
struct Question {
    i18n: I18n,
    key: Memo<Option<MovementKey>>,
    text: Quiet,
    only: RwSignal<OnlyLines>,
    sort: Memo<Vec<contract::Sort<EditorColumn>>>,
    folded: RwSignal<Vec<RowKey>>,
}

impl Question {
    fn ask(self, start: u32, count: u32) -> Option<ListLines> {
        Some(ListLines {
            movement: self.key.get()?,
            rows: Rows { start, count, sort: self.sort.get() },
            filter: self.filter(),
            folded: self.folded.get(),
        })
    }

    fn filter(self) -> LineFilter {
        let reasons =
            words::named_reasons(self.i18n).map(|(code, words)| (code.into(), words.into()));
        LineFilter { text: self.text.get(), only: self.only.get(), reasons: reasons.into() }
    }
}

impl Lines {
    /// All lines, in the order of `layout`.
    pub fn start(
        key: Memo<Option<MovementKey>>,
        layout: RwSignal<ColumnState>,
        read_only: Signal<bool>,
    ) -> Self {
        let (i18n, format) = (use_i18n(), use_format());
        let (text, only) = (RwSignal::new(String::new()), RwSignal::new(OnlyLines::All));
        let question = Question {
            i18n,
            key,
            text: Quiet::after(text.into(), Duration::from_millis(80)),
            only,
            sort: memo(move || layout.with(order::<EditorColumn>)),
            folded: RwSignal::new(Vec::new()),
        };
        let rows = use_rows(
            move |start, count| question.ask(start, count),
            move |_, row| Drawing { i18n, format, read_only: read_only.get() }.row(row),
        );
        Self { key, rows, text, only, layout, question }
    }

    /// The rows for the grid, bones while they are read for the first time.
    pub fn data(self) -> GridData {
        let rows = self.rows;
        let total = memo(move || match rows.grid.total.get() {
            0 if !self.is_read() => BONES,
            total => total,
        });
        rows.grid.with_total(total.into())
    }

    /// Whether the lines were ever read, or are to be as they are here.
    pub fn is_read(self) -> bool {
        let read = |whole: &Whole| whole.freshness.as_of.is_some();
        self.rows.whole.with(|whole| whole.as_ref().is_some_and(read))
    }

    /// How many lines there are, shown or not; `None` until that is known.
    pub fn known(self) -> Option<u32> {
        self.rows.whole.with(|whole| whole.as_ref().map(|whole| whole.known))
    }

    /// Whether there are none, as far as they were read.
    pub fn is_empty(self) -> bool {
        self.is_read() && self.known() == Some(0)
    }

    /// How many lines are shown.
    pub fn shown(self) -> u32 {
        self.rows.whole.with(|whole| whole.as_ref().map_or(0, |whole| whole.matching))
    }

    /// Shows or leaves out what goes instead of a line.
    pub fn fold(self, row: &Row) {
        if let Ok(key) = row.key.parse::<RowKey>() {
            self.question.folded.update(|folded| match folded.iter().position(|k| *k == key) {
                Some(at) => drop(folded.remove(at)),
                None => folded.push(key),
            });
        }
    }

    /// Whether anything is looked for or left out.
    pub fn is_filtered(self) -> bool {
        self.only.get() != OnlyLines::All || self.text.with(|text| !text.trim().is_empty())
    }

    /// What is looked for in the rows shown; a text that is being typed is not yet.
    pub fn filter(self) -> LineFilter {
        self.question.filter()
    }

    /// What is looked for, as it is asked.
    pub fn quiet(self) -> Quiet {
        self.question.text
    }

    /// Whether the lines are in the movement's own order, all of them.
    pub fn is_in_own_order(self) -> bool {
        untrack(|| !self.is_filtered() && self.layout.with(|layout| layout.sort.is_empty()))
    }

    /// Shows all lines again, at once.
    pub fn clear(self) {
        self.only.set(OnlyLines::All);
        self.text.set(String::new());
        self.question.text.end();
    }

    /// The record of a row that is here.
    pub fn find(self, key: &str) -> Option<EditorRow> {
        self.rows.find(|row| key_of(row) == key)
    }

    /// A line that is here.
    pub fn line(self, key: &RowKey) -> Option<EditorLine> {
        let found = self.rows.find(|row| matches!(row, EditorRow::Line(line) if line.key == *key));
        match found? {
            EditorRow::Line(line) => Some(*line),
            _ => None,
        }
    }

    /// The rows from one up to and with another: at once where they are here, else when they came.
    /// Where they cannot be read, nothing is done.
    pub fn read(self, (from, to): (u32, u32), then: impl FnOnce(Vec<EditorRow>) + 'static) {
        let here = untrack(|| self.rows.records(from, to.saturating_add(1)));
        if u32::try_from(here.len()).ok() == (to + 1).checked_sub(from) {
            return then(here);
        }
        self.read_on(from, to, Vec::new(), Box::new(then));
    }

    /// Tells the index of the first row from one on that is looked for; behind the last row it goes
    /// on at the first.
    pub fn seek(
        self,
        from: u32,
        is: fn(&EditorRow, &str) -> bool,
        text: String,
        then: impl FnOnce(u32) + 'static,
    ) {
        let then: Found = Box::new(|found| {
            if let Ok(Some((at, _))) = found {
                then(at);
            }
        });
        let (all, again) = (false, false);
        self.seek_in(from, NEAR, Sought { from, is, text, all, again, then });
    }

    /// Tells the index of the row that is looked for among those that are shown; nothing where it is
    /// left out of them, or they cannot be read.
    pub fn seek_shown(
        self,
        is: fn(&EditorRow, &str) -> bool,
        text: String,
        then: impl FnOnce(Option<u32>) + 'static,
    ) {
        let then: Found = Box::new(|found| then(found.ok().flatten().map(|(at, _)| at)));
        let (from, all, again) = (0, false, false);
        self.seek_in(0, MANY, Sought { from, is, text, all, again, then });
    }

    /// Tells the first row that is looked for, or that there is none; among all lines, whatever is left
    /// out of what is shown.
    pub fn seek_in_all(
        self,
        is: fn(&EditorRow, &str) -> bool,
        text: String,
        then: impl FnOnce(Result<Option<&EditorRow>, Failure>) + 'static,
    ) {
        let then: Found = Box::new(|found| then(found.map(|found| found.map(|(_, row)| row))));
        let (from, all, again) = (0, true, false);
        self.seek_in(0, MANY, Sought { from, is, text, all, again, then });
    }

    fn read_on(self, from: u32, to: u32, mut read: Vec<EditorRow>, then: WithRows) {
        let count = (to + 1).saturating_sub(from).min(MANY);
        let Some(request) = untrack(|| self.question.ask(from, count)) else { return };
        ipc::ask(&request, move |answer| {
            let Some(page) = answer.ok().filter(|_| !self.is_gone()) else { return };
            let came = u32::try_from(page.rows.len()).unwrap_or(0);
            read.extend(page.rows);
            if came == 0 || from + came > to {
                then(read);
            } else {
                self.read_on(from + came, to, read, then);
            }
        });
    }

    /// Whether the page was closed while something was read for it.
    fn is_gone(self) -> bool {
        self.key.try_get_untracked().is_none()
    }

    fn seek_in(self, from: u32, count: u32, mut sought: Sought) {
        if self.is_gone() {
            return;
        }
        let Some(mut request) = untrack(|| self.question.ask(from, count)) else { return };
        if sought.all {
            (request.filter.only, request.filter.text) = (OnlyLines::All, String::new());
        }
        ipc::ask(&request, move |answer| {
            let page = match answer {
                _ if self.is_gone() => return,
                Ok(page) => page,
                Err(failure) => return (sought.then)(Err(failure)),
            };
            let came = u32::try_from(page.rows.len()).unwrap_or(0);
            let found = (from..).zip(&page.rows).find(|(_, row)| (sought.is)(row, &sought.text));
            if found.is_some() {
                return (sought.then)(Ok(found));
            }
            let next = from + came;
            let is_last = came == 0 || next >= page.total;
            let is_through = sought.again && next > sought.from;
            if !is_last && !is_through {
                self.seek_in(next, MANY, sought);
            } else if !sought.again && sought.from > 0 {
                sought.again = true;
                self.seek_in(0, MANY, sought);
            } else {
                (sought.then)(Ok(None));
            }
        });
    }
}

/// A row looked for.
struct Sought {
    from: u32,
    is: fn(&EditorRow, &str) -> bool,
    text: String,
    /// It is looked for among all lines.
    all: bool,
    /// It was looked for up to the last row.
    again: bool,
    then: Found,
}

/// Whether a row is the one of this name.
pub fn is_named(row: &EditorRow, key: &str) -> bool {
    key_of(row) == key
}

/// Whether a row is a line that needs the user.
pub fn needs_attention(row: &EditorRow, _: &str) -> bool {
    let EditorRow::Line(line) = row else { return false };
    let is_noted = matches!(line.state, RowState::Refused | RowState::ChangedElsewhere);
    is_noted || !line.problems.is_empty()
}

/// The lines among rows, each once, also where only what belongs to them is there.
pub fn lines_of(rows: &[EditorRow]) -> Vec<RowKey> {
    let mut lines: Vec<RowKey> = Vec::new();
    for key in rows.iter().map(line_of) {
        if lines.last() != Some(key) {
            lines.push(key.clone());
        }
    }
    lines
}
