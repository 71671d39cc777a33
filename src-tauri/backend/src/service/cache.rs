//! A cache of reads: each key holds nothing, or a value with the time of its last complete read. At
//! most one read per key runs; whoever wants one meanwhile joins it. Deliberately absent: the store
//! and the service; whoever reads does both.

use std::{collections::HashMap, hash::Hash, sync::Arc};

use parking_lot::{Mutex, MutexGuard};

use chrono::{DateTime, TimeDelta, Utc};
use contract::{Failure, Freshness, Topic};
use tokio::sync::watch;

use crate::{changes::Changes, error::Error};

/// A reading that failed is not tried again behind the user's back before this time has passed,
/// unless the session or the connection is a new one.
const PAUSE_AFTER_FAILURE: TimeDelta = TimeDelta::seconds(30);

/// The cache. Clones share it.
pub(crate) struct Cache<K, V>(Arc<CacheState<K, V>>);

struct CacheState<K, V> {
    cells: Mutex<Cells<K, V>>,
    changes: Changes,
    topics: &'static [Topic],
}

struct Cells<K, V> {
    by_key: HashMap<K, Cell<V>>,
    version: u64,
}

struct Cell<V> {
    value: Option<Arc<V>>,
    age: Option<Age>,
    version: u64,
    reading: Option<Reading>,
    failure: Option<Failure>,
    failed: Option<(DateTime<Utc>, u64)>,
}

struct Reading {
    rows: u32,
    flight: Flight,
}

/// When a complete reading ended, and what it had to leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Age {
    /// When it ended.
    pub as_of: DateTime<Utc>,
    /// How many of its records could not be read.
    pub left_out: u32,
}

impl Age {
    /// Of a reading that left nothing out.
    pub(crate) fn whole(as_of: DateTime<Utc>) -> Self {
        Self { as_of, left_out: 0 }
    }
}

/// What a cell holds at one moment.
pub(crate) struct Glance<V> {
    /// The value; present without [`Freshness::as_of`] while its first reading is under way.
    pub value: Option<Arc<V>>,
    /// How old it is.
    pub freshness: Freshness,
    /// Grows with every change of the value; a sorted order made from this one stays good.
    pub version: u64,
}

/// A reading under way; its end can be awaited any number of times.
#[derive(Clone)]
pub(crate) struct Flight(watch::Receiver<Option<Result<(), Error>>>);

/// What came of asking for a reading.
pub(crate) enum Begun<K: Eq + Hash, V> {
    /// Somebody is reading already.
    Joined(Flight),
    /// The caller is to read, and says how it went through the turn.
    Mine(Turn<K, V>, Flight),
}

/// The right, and the duty, to read one key. Dropped without an end, the reading counts as ended
/// by closing.
pub(crate) struct Turn<K: Eq + Hash, V> {
    cache: Cache<K, V>,
    key: K,
    epoch: u64,
    end: watch::Sender<Option<Result<(), Error>>>,
    ended: bool,
}

impl<K, V> Clone for Cache<K, V> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<V> Default for Cell<V> {
    fn default() -> Self {
        Self { value: None, age: None, version: 0, reading: None, failure: None, failed: None }
    }
}

impl<K: Eq + Hash + Clone, V> Cache<K, V> {
    /// An empty cache whose changes are announced as `topics`.
    pub(crate) fn new(changes: &Changes, topics: &'static [Topic]) -> Self {
        let cells = Mutex::new(Cells { by_key: HashMap::new(), version: 0 });
        Self(Arc::new(CacheState { cells, changes: changes.clone(), topics }))
    }

    /// What is held for a key; nothing and no age if it was never asked for.
    pub(crate) fn look(&self, key: &K) -> Glance<V> {
        let cells = self.cells();
        match cells.by_key.get(key) {
            Some(cell) => Glance {
                value: cell.value.clone(),
                freshness: cell.freshness(),
                version: cell.version,
            },
            None => Glance { value: None, freshness: Freshness::default(), version: 0 },
        }
    }

    /// Every value held, with its key and age.
    pub(crate) fn values(&self) -> Vec<(K, Arc<V>, Option<DateTime<Utc>>)> {
        let cells = self.cells();
        let held = cells.by_key.iter();
        held.filter_map(|(key, cell)| Some((key.clone(), cell.value.clone()?, cell.as_of())))
            .collect()
    }

    /// Grows with every change of any value.
    pub(crate) fn version(&self) -> u64 {
        self.cells().version
    }

    /// When the newest complete reading ended.
    pub(crate) fn newest(&self) -> Option<DateTime<Utc>> {
        self.cells().by_key.values().filter_map(Cell::as_of).max()
    }

    /// Whether the key should be read behind: nobody reads it, and it was never read, or is older
    /// than `limit`, or the last try failed long enough ago or in another `epoch`.
    pub(crate) fn is_due(&self, key: &K, now: DateTime<Utc>, limit: TimeDelta, epoch: u64) -> bool {
        let cells = self.cells();
        let Some(cell) = cells.by_key.get(key) else { return true };
        if cell.reading.is_some() {
            return false;
        }
        match (cell.failed, cell.as_of()) {
            (Some((at, failed_in)), _) => {
                failed_in != epoch || is_past(at, now, PAUSE_AFTER_FAILURE)
            }
            (None, Some(as_of)) => is_past(as_of, now, limit),
            (None, None) => true,
        }
    }

    /// Asks for the right to read a key. The cell shows from here on that it is being read.
    pub(crate) fn begin(&self, key: &K, epoch: u64) -> Begun<K, V> {
        let mut cells = self.cells();
        let cell = cells.by_key.entry(key.clone()).or_default();
        if let Some(reading) = &cell.reading {
            return Begun::Joined(reading.flight.clone());
        }
        let (end, flight) = watch::channel(None);
        let flight = Flight(flight);
        cell.reading = Some(Reading { rows: 0, flight: flight.clone() });
        drop(cells);
        self.announce();
        let turn = Turn { cache: self.clone(), key: key.clone(), epoch, end, ended: false };
        Begun::Mine(turn, flight)
    }

    /// Puts in what the store held.
    pub(crate) fn restore(&self, key: K, value: V, age: Option<Age>) {
        let mut cells = self.cells();
        let version = cells.next_version();
        let value = Some(Arc::new(value));
        cells.by_key.insert(key, Cell { value, age, version, ..Cell::default() });
    }

    /// Puts in what the store held of a key that was not asked for since.
    pub(crate) fn recall(&self, key: &K, value: V, as_of: DateTime<Utc>) {
        let mut cells = self.cells();
        let version = cells.next_version();
        let cell = cells.by_key.entry(key.clone()).or_default();
        if cell.value.is_none() {
            cell.value = Some(Arc::new(value));
            (cell.age, cell.version) = (Some(Age::whole(as_of)), version);
        }
    }

    /// Puts in what was read outside of a turn.
    pub(crate) fn learn(&self, key: &K, value: V, now: DateTime<Utc>) {
        let mut cells = self.cells();
        let version = cells.next_version();
        let cell = cells.by_key.entry(key.clone()).or_default();
        (cell.value, cell.version) = (Some(Arc::new(value)), version);
        cell.succeed(Age::whole(now));
        drop(cells);
        self.announce();
    }

    /// Changes a value in place, beginning with an empty one, and hands over what `change` returns.
    /// Nothing else can change it meanwhile, so what `change` sends to the store stays in order.
    pub(crate) fn edit<T>(&self, key: &K, change: impl FnOnce(&mut V) -> T) -> T
    where
        V: Clone + Default,
    {
        let mut cells = self.cells();
        let version = cells.next_version();
        let cell = cells.by_key.entry(key.clone()).or_default();
        cell.version = version;
        let result = change(Arc::make_mut(cell.value.get_or_insert_default()));
        drop(cells);
        self.announce();
        result
    }

    /// Drops the values that `keep` does not want, but none that is being read.
    pub(crate) fn retain(&self, mut keep: impl FnMut(&K) -> bool) {
        self.cells().by_key.retain(|key, cell| cell.reading.is_some() || keep(key));
    }

    fn announce(&self) {
        self.0.changes.announce(self.0.topics);
    }

    fn cells(&self) -> MutexGuard<'_, Cells<K, V>> {
        self.0.cells.lock()
    }
}

impl<K: Eq + Hash + Clone, V> Turn<K, V> {
    /// Says how many rows came so far.
    pub(crate) fn progress(&self, rows: usize) {
        self.change(|cell, _| {
            if let Some(reading) = &mut cell.reading {
                reading.rows = u32::try_from(rows).unwrap_or(u32::MAX);
            }
        });
    }

    /// Shows the rows that came so far, unless an earlier reading was complete: then its rows stay
    /// until this one is.
    pub(crate) fn show(&self, value: impl FnOnce() -> V) {
        self.change(|cell, version| {
            if cell.age.is_none() {
                cell.value = Some(Arc::new(value()));
                cell.version = version;
            }
        });
    }

    /// Ends the reading with its whole result.
    pub(crate) fn done(self, value: V, now: DateTime<Utc>) {
        self.done_but(value, Age::whole(now));
    }

    /// Ends the reading with its result, which may lack what could not be read.
    pub(crate) fn done_but(mut self, value: V, age: Age) {
        self.end(Ok(()), |cell, version| {
            cell.value = Some(Arc::new(value));
            cell.version = version;
            cell.succeed(age);
        });
    }

    /// Ends a reading whose rows were put in by [`Cache::edit`] as they came.
    pub(crate) fn done_in_place(mut self, age: Age) {
        self.end(Ok(()), |cell, _| cell.succeed(age));
    }

    /// Ends the reading without a result; what was there before stays.
    pub(crate) fn failed(mut self, error: &Error, now: DateTime<Utc>) {
        let epoch = self.epoch;
        self.end(Err(error.clone()), |cell, _| {
            cell.failure = Some(error.clone().into());
            cell.failed = Some((now, epoch));
        });
    }

    fn end(&mut self, result: Result<(), Error>, change: impl FnOnce(&mut Cell<V>, u64)) {
        self.ended = true;
        self.change(|cell, version| {
            cell.reading = None;
            change(cell, version);
        });
        let _ = self.end.send(Some(result));
    }

    fn change(&self, change: impl FnOnce(&mut Cell<V>, u64)) {
        let mut cells = self.cache.cells();
        let version = cells.next_version();
        change(cells.by_key.entry(self.key.clone()).or_default(), version);
        drop(cells);
        self.cache.announce();
    }
}

impl<K: Eq + Hash, V> Drop for Turn<K, V> {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        let mut cells = self.cache.0.cells.lock();
        if let Some(cell) = cells.by_key.get_mut(&self.key) {
            cell.reading = None;
        }
    }
}

impl Flight {
    /// Waits until the reading has ended, and answers how.
    pub(crate) async fn wait(mut self) -> Result<(), Error> {
        match self.0.wait_for(Option::is_some).await {
            Ok(end) => end.clone().unwrap_or(Err(Error::Closed)),
            Err(_) => Err(Error::Closed),
        }
    }
}

/// Whether so much time has passed. A time to come was written by a clock that was wrong.
fn is_past(at: DateTime<Utc>, now: DateTime<Utc>, limit: TimeDelta) -> bool {
    at > now || now - at >= limit
}

impl<V> Cell<V> {
    fn as_of(&self) -> Option<DateTime<Utc>> {
        self.age.map(|age| age.as_of)
    }

    fn succeed(&mut self, age: Age) {
        self.age = Some(age);
        self.failure = None;
        self.failed = None;
    }

    fn freshness(&self) -> Freshness {
        Freshness {
            as_of: self.as_of(),
            reading: self.reading.as_ref().map(|reading| reading.rows),
            failure: self.failure.clone(),
            left_out: self.age.map_or(0, |age| age.left_out),
        }
    }
}

impl<K, V> Cells<K, V> {
    fn next_version(&mut self) -> u64 {
        self.version += 1;
        self.version
    }
}

#[cfg(test)]
mod tests;
