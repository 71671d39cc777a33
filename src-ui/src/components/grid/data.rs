//! Where a grid's rows come from: all at hand, or asked for by window; and the row for new records
//! under them. Made by pages and by `rows`, read by everything here.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use contract::{Failure, Language, Reason};
use leptos::prelude::*;

use super::model::Row;
use crate::effect::memo;
use crate::i18n::worded_in;

type RowAt = Box<dyn Fn(u32) -> Option<Arc<Row>> + Send + Sync>;

/// Rows that were read one after the other, whatever is on screen.
pub struct RowsPart {
    /// The rows; none behind the last one.
    pub rows: Vec<Arc<Row>>,
    /// How many there are in all.
    pub total: u32,
    /// How old what they say is; `None` where that is not known.
    pub as_of: Option<DateTime<Utc>>,
}

/// Done with rows once they are here, or with why they are not.
pub type WithPart = Box<dyn FnOnce(Result<RowsPart, Failure>)>;

type ReadRows = Box<dyn Fn(u32, Option<Language>, WithPart) + Send + Sync>;

/// Rows at hand are read so many at once.
const AT_ONCE: u32 = 500;

/// Where a grid's rows come from.
#[derive(Clone, Copy)]
pub struct GridData {
    /// How many rows there are, the one for new records included.
    pub total: Signal<u32>,
    /// How many of them are of the list.
    pub listed: Signal<u32>,
    /// Changes whenever any row may have changed.
    pub version: Signal<u32>,
    /// Columns that hold nothing, by their ids.
    pub idle: Signal<Vec<String>>,
    /// How many records there are, where that is known without reading them.
    pub records: Signal<Option<u32>>,
    row: StoredValue<RowAt>,
    want: Callback<(u32, u32)>,
    /// Reads those that are not here, or are to be worded in another language.
    read: Option<StoredValue<ReadRows>>,
}

impl GridData {
    /// Rows asked for by window: `row` answers what is here, `want` is told what is shown.
    pub fn new(
        total: Signal<u32>,
        version: Signal<u32>,
        row: impl Fn(u32) -> Option<Arc<Row>> + Send + Sync + 'static,
        want: Callback<(u32, u32)>,
    ) -> Self {
        Self {
            total,
            listed: total,
            version,
            idle: Signal::stored(Vec::new()),
            records: Signal::stored(None),
            row: StoredValue::new(Box::new(row)),
            want,
            read: None,
        }
    }

    /// Rows that are all here.
    pub fn local(rows: Signal<Vec<Arc<Row>>>) -> Self {
        let version = counted(move || rows.with(|_| ()));
        let total = memo(move || rows.with(|rows| u32::try_from(rows.len()).unwrap_or(0)));
        // Whoever reads rows tracks the version: being told by each of a thousand rows costs more.
        let row =
            move |at: u32| rows.with_untracked(|rows| rows.get(usize::try_from(at).ok()?).cloned());
        Self::new(total.into(), version, row, Callback::new(|_| ())).made_by(rows)
    }

    /// The same rows, which are all here; read in another language, they are made anew by this.
    pub fn made_by(self, rows: Signal<Vec<Arc<Row>>>) -> Self {
        let read = move |from: u32, language, then: WithPart| {
            let part = worded_in(language, || {
                rows.with(|rows| {
                    let part = rows.iter().skip(from as usize).take(AT_ONCE as usize);
                    let total = u32::try_from(rows.len()).unwrap_or(0);
                    RowsPart { rows: part.cloned().collect(), total, as_of: None }
                })
            });
            then(Ok(part));
        };
        self.read_by(read, Signal::stored(None))
    }

    /// The same rows, of which some columns hold nothing.
    pub fn with_idle(self, idle: Signal<Vec<String>>) -> Self {
        Self { idle, ..self }
    }

    /// The same rows, which are read by this where they are not here, worded in a language; how many records there
    /// are, where that is known.
    pub fn read_by(
        self,
        read: impl Fn(u32, Option<Language>, WithPart) + Send + Sync + 'static,
        records: Signal<Option<u32>>,
    ) -> Self {
        Self { records, read: Some(StoredValue::new(Box::new(read))), ..self }
    }

    /// The same rows, with room for more.
    pub fn with_total(self, total: Signal<u32>) -> Self {
        Self { total, listed: total, ..self }
    }

    /// Other ways to draw the same rows; what is read beyond the screen is drawn as before.
    pub fn drawn_by(
        self,
        version: Signal<u32>,
        row: impl Fn(u32) -> Option<Arc<Row>> + Send + Sync + 'static,
    ) -> Self {
        Self { version, row: StoredValue::new(Box::new(row)), ..self }
    }

    /// The same rows, each made into another of the same record.
    pub fn mapped(self, map: impl Fn(&Arc<Row>) -> Arc<Row> + Send + Sync + 'static) -> Self {
        let map = Arc::new(map);
        let of_read = map.clone();
        let read = move |from, language, then: WithPart| {
            let map = of_read.clone();
            let mapped = move |part: RowsPart| RowsPart {
                rows: worded_in(language, || part.rows.iter().map(|row| map(row)).collect()),
                ..part
            };
            self.read(from, language, Box::new(move |part| then(part.map(mapped))));
        };
        let row = move |at| self.row(at).map(|row| map(&row));
        self.drawn_by(self.version, row).read_by(read, self.records)
    }

    /// The same rows, and under them always one for new records, which is not counted among them.
    pub fn with_entry(self, entry: Signal<Arc<Row>>) -> Self {
        let listed = self.listed;
        let version = counted(move || {
            self.version.get();
            entry.with(|_| ());
        });
        let row = move |at: u32| {
            if at == listed.get() { Some(entry.get()) } else { self.row(at) }
        };
        let want = Callback::new(move |(from, to): (u32, u32)| {
            let last = listed.get_untracked();
            self.want(from.min(last), to.min(last));
        });
        let total = Signal::derive(move || listed.get().saturating_add(1));
        Self { total, version, row: StoredValue::new(Box::new(row)), want, ..self }
    }

    /// The row at an index, if it is here.
    pub fn row(self, at: u32) -> Option<Arc<Row>> {
        self.row.with_value(|row| row(at))
    }

    /// Reads rows from one on, in portions, whatever is on screen, worded in this language or else in the window's.
    pub fn read(self, from: u32, language: Option<Language>, then: WithPart) {
        // What holds them may be gone.
        let is_gone = self.row.try_with_value(|_| ()).is_none();
        let Some(total) = self.listed.try_get_untracked().filter(|_| !is_gone) else {
            return then(Err(Reason::Unknown.into()));
        };
        if let Some(read) = self.read {
            return read.with_value(|read| read(from, language, then));
        }
        let to = from.saturating_add(AT_ONCE).min(total);
        let rows = untrack(|| (from..to).filter_map(|at| self.row(at)).collect());
        then(Ok(RowsPart { rows, total, as_of: None }));
    }

    /// Says which rows are shown.
    pub fn want(self, from: u32, to: u32) {
        self.want.run((from, to));
    }
}

/// How often something that is read changed. Tracking alone would not do: what was never read tells
/// of no change.
fn counted(read: impl Fn() + Send + Sync + 'static) -> Signal<u32> {
    let times = Memo::new(move |before: Option<&u32>| {
        read();
        before.map_or(0, |before| before.wrapping_add(1))
    });
    times.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(data: GridData, at: u32) -> Option<String> {
        data.row(at).map(|row| row.key.clone())
    }

    /// The keys of all rows, as they are read from the first on; and how often was asked.
    fn read_all(data: GridData) -> (Vec<String>, u32) {
        let (keys, asked) = (StoredValue::new(Vec::new()), StoredValue::new(0));
        loop {
            asked.update_value(|asked| *asked += 1);
            let from = keys.with_value(|keys: &Vec<String>| u32::try_from(keys.len()).unwrap());
            let last = StoredValue::new(true);
            let then = move |part: Result<RowsPart, Failure>| {
                let part = part.unwrap();
                keys.update_value(|keys| {
                    keys.extend(part.rows.iter().map(|row| row.key.clone()));
                    last.set_value(part.rows.is_empty() || keys.len() as u32 >= part.total);
                });
            };
            data.read(from, None, Box::new(then));
            if last.get_value() {
                return (keys.get_value(), asked.get_value());
            }
        }
    }

    #[test]
    fn rows_are_read_to_the_last_whatever_is_on_screen() {
        Owner::new().with(|| {
            let all: Vec<String> = (0..1_234).map(|at| at.to_string()).collect();
            let row = |key: &String| Arc::new(Row::record(key.as_str(), Vec::new()));
            let local = GridData::local(Signal::stored(all.iter().map(row).collect()));
            assert_eq!(read_all(local), (all.clone(), 3));
            let entry = Signal::stored(Arc::new(Row::entry("new", Vec::new())));
            assert_eq!(read_all(local.with_entry(entry)).0, all, "a row for new ones is none");
            // Of a list in windows nothing is here.
            let asked = all.clone();
            let read = move |from: u32, _, then: WithPart| {
                let part = asked.iter().skip(from as usize).take(100).map(row).collect();
                then(Ok(RowsPart { rows: part, total: asked.len() as u32, as_of: None }));
            };
            let windows = GridData::new(
                Signal::stored(1_234),
                Signal::stored(0),
                |_| None,
                Callback::new(|_| ()),
            );
            let windows = windows.read_by(read, Signal::stored(Some(1_234)));
            assert_eq!(read_all(windows), (all.clone(), 13));
            let with_more = windows.with_total(Signal::stored(1_240)).with_entry(entry);
            assert_eq!(read_all(with_more).0, all, "bones are none either");
            let renamed = |row: &Arc<Row>| Arc::new(Row::record(row.key.clone() + "!", Vec::new()));
            let mapped = read_all(windows.mapped(renamed)).0;
            assert!(mapped.iter().zip(&all).all(|(new, old)| *new == format!("{old}!")));
        });
    }

    #[test]
    fn the_row_for_new_records_is_always_the_last_and_is_not_counted_or_asked_for() {
        let owner = Owner::new();
        owner.with(|| {
            let row = |key: &str| Arc::new(Row::record(key, Vec::new()));
            let rows = RwSignal::new(vec![row("a"), row("b")]);
            let asked = RwSignal::new((0, 0));
            let local = GridData::local(rows.into());
            let data = GridData { want: Callback::new(move |window| asked.set(window)), ..local };
            let entry = RwSignal::new(Arc::new(Row::entry("new", Vec::new())));
            let data = data.with_entry(entry.into());
            assert_eq!((data.total.get(), data.listed.get()), (3, 2));
            assert_eq!(key(data, 1).as_deref(), Some("b"));
            assert_eq!(key(data, 2).as_deref(), Some("new"));
            assert_eq!(key(data, 3), None);
            data.want(0, 30);
            assert_eq!(asked.get(), (0, 2));
            let before = data.version.get();
            rows.update(Vec::clear);
            assert_eq!(key(data, 0).as_deref(), Some("new"));
            assert_ne!(data.version.get(), before);
        });
    }
}
