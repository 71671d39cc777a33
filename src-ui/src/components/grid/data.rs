//! Where a grid's rows come from: all at hand, or asked for by window; and the row for new records
//! under them. Made by pages and by `rows`, read by everything here.

use std::sync::Arc;

use leptos::prelude::*;

use super::model::Row;
use crate::effect::memo;

type RowAt = Box<dyn Fn(u32) -> Option<Arc<Row>> + Send + Sync>;

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
    row: StoredValue<RowAt>,
    want: Callback<(u32, u32)>,
}

impl GridData {
    /// Rows asked for by window: `row` answers what is here, `want` is told what is shown.
    pub fn new(
        total: Signal<u32>,
        version: Signal<u32>,
        row: impl Fn(u32) -> Option<Arc<Row>> + Send + Sync + 'static,
        want: Callback<(u32, u32)>,
    ) -> Self {
        let idle = Signal::stored(Vec::new());
        Self { total, listed: total, version, idle, row: StoredValue::new(Box::new(row)), want }
    }

    /// Rows that are all here.
    pub fn local(rows: Signal<Vec<Arc<Row>>>) -> Self {
        let version = counted(move || rows.with(|_| ()));
        let total = memo(move || rows.with(|rows| u32::try_from(rows.len()).unwrap_or(0)));
        // Whoever reads rows tracks the version: being told by each of a thousand rows costs more.
        let row =
            move |at: u32| rows.with_untracked(|rows| rows.get(usize::try_from(at).ok()?).cloned());
        Self::new(total.into(), version, row, Callback::new(|_| ()))
    }

    /// The same rows, of which some columns hold nothing.
    pub fn with_idle(self, idle: Signal<Vec<String>>) -> Self {
        Self { idle, ..self }
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
        Self { listed, idle: self.idle, ..Self::new(total, version, row, want) }
    }

    /// The row at an index, if it is here.
    pub fn row(self, at: u32) -> Option<Arc<Row>> {
        self.row.with_value(|row| row(at))
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
