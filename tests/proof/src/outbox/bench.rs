//! P-17 and P-18: what the outbox costs. Ratios within one run, for a computer is as fast as it happens
//! to be: keeping an operation against a bare INSERT and COMMIT of as many bytes with the same settings,
//! in turns; and sending a thousand operations against the time the service itself needed for all the
//! requests that made. `cargo xtask bench outbox` builds this optimised and prints it.

use std::time::{Duration, Instant};

use backend::{Limits, Pace};
use contract::{CreateCategory, LineChange, ReadOutbox};
use practice::Service;
use rusqlite::{Connection, params};

use super::desk::Desk;
use super::killed_queuing::{Template, files};
use super::seat::{Seat, open, open_profile};
use crate::promise::{Violation, check};
use crate::run::until_done;

/// Operations that are kept, and rows that are written beside them.
const KEPT: usize = 600;

/// Movements whose lines are changed, and lines of each: a thousand operations.
const MOVEMENTS: u32 = 100;
const LINES: u32 = 10;

/// A computer that does more than this run, and a peer whose samples lie further apart than this share
/// of their median, say little: such a ratio is void (BENCHMARKS.md).
const LOAD: f64 = 1.5;
const SPREAD: f64 = 0.15;

/// What is made of a ratio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No judgement, whatever the ratio is.
    Void,
    /// At most what it may be.
    Held,
    /// More than that.
    Missed,
}

/// A ratio, and what it is made of.
#[derive(Clone, Copy, Debug)]
pub struct Ratio {
    /// Which row of BENCHMARKS.md.
    pub row: &'static str,
    /// What is measured.
    pub ours: Duration,
    /// What it is measured against.
    pub peer: Duration,
    /// What it may be at most.
    pub most: f64,
    /// How far apart the middle half of the peer's samples lies, as a share of the median; 0 where there
    /// is one sample.
    pub spread: f64,
    /// How much the computer did by its last minute, at the start or at the end, whichever was more.
    pub load: f64,
}

impl Ratio {
    /// How many times the peer's time it takes.
    #[must_use]
    pub fn times(&self) -> f64 {
        self.ours.as_secs_f64() / self.peer.as_secs_f64().max(f64::MIN_POSITIVE)
    }
}

impl Ratio {
    /// Held or missed, unless the run broke the rule.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if self.load > LOAD || self.spread > SPREAD {
            Verdict::Void
        } else if self.times() <= self.most {
            Verdict::Held
        } else {
            Verdict::Missed
        }
    }
}

impl std::fmt::Display for Ratio {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (times, most) = (self.times(), self.most);
        let verdict = match self.verdict() {
            Verdict::Void => "void",
            Verdict::Held => "held",
            Verdict::Missed => "NOT HELD",
        };
        let (row, ours, peer) = (self.row, self.ours, self.peer);
        let (load, spread) = (self.load, self.spread * 100.0);
        write!(
            f,
            "{row}: {ours:.1?} against {peer:.1?}: {times:.3} times, at most {most}: {verdict} \
             (load {load:.1}, the peer's spread {spread:.0} %)"
        )
    }
}

/// Measures both.
///
/// # Errors
/// If something cannot be measured.
pub fn run() -> Result<[Ratio; 2], Violation> {
    until_done(async {
        let before = load();
        let mut ratios = [keeping().await?, sending().await?];
        let load = before.max(load());
        ratios.iter_mut().for_each(|ratio| ratio.load = load);
        Ok(ratios)
    })
}

/// P-17: half of them take less, half more.
async fn keeping() -> Result<Ratio, Violation> {
    let template = Template::prepare().await?;
    let data = template.copy()?;
    std::fs::remove_dir_all(&template.folder)?;
    let backend = open(data.path(), Pace::default(), Limits::default())?;
    open_profile(&backend, &template.profile.server, &template.profile.user_name).await?;
    let file = files(data.path())?.pop().ok_or_else(|| Violation("no file".into()))?;
    // Beside the profile's own, on the same disk.
    let bare = Connection::open(file.with_file_name("bare.sqlite"))?;
    bare.pragma_update(None, "journal_mode", "wal")?;
    bare.pragma_update(None, "synchronous", "full")?;
    bare.execute_batch("CREATE TABLE kept (row INTEGER PRIMARY KEY, body TEXT) STRICT")?;
    let bytes = bytes_of_one(&backend, &file).await?;
    let body = "x".repeat(bytes);
    let (mut ours, mut peer) = (Vec::with_capacity(KEPT), Vec::with_capacity(KEPT));
    for number in 0..KEPT {
        let name = format!("Kept and measured {number:05}");
        let began = Instant::now();
        backend.create_category(CreateCategory { key: None, name }).await?;
        ours.push(began.elapsed());
        let began = Instant::now();
        let transaction = bare.unchecked_transaction()?;
        transaction
            .prepare_cached("INSERT INTO kept (body) VALUES (?1)")?
            .execute(params![body])?;
        transaction.commit()?;
        peer.push(began.elapsed());
    }
    backend.close().await;
    let (ours, spread, peer) = (median(ours), spread(peer.clone()), median(peer));
    Ok(Ratio { row: "P-17", ours, peer, most: 1.15, spread, load: 0.0 })
}

/// How many bytes of values one kept operation is, with its journal entry.
async fn bytes_of_one(
    backend: &backend::Backend,
    file: &std::path::Path,
) -> Result<usize, Violation> {
    backend
        .create_category(CreateCategory { key: None, name: "Kept and measured 00000".into() })
        .await?;
    let reader = Connection::open(file)?;
    let sum = |table: &str| -> Result<usize, Violation> {
        let mut statement =
            reader.prepare(&format!("SELECT * FROM {table} ORDER BY rowid DESC"))?;
        let columns = statement.column_count();
        let mut rows = statement.query([])?;
        let row = rows.next()?.ok_or_else(|| Violation(format!("{table} is empty")))?;
        let mut bytes = 0;
        for column in 0..columns {
            bytes += match row.get_ref(column)? {
                rusqlite::types::ValueRef::Text(text) | rusqlite::types::ValueRef::Blob(text) => {
                    text.len()
                }
                rusqlite::types::ValueRef::Null => 0,
                _ => 8,
            };
        }
        Ok(bytes)
    };
    Ok(sum("operation")? + sum("journal")?)
}

/// P-18: the time from signing in to the last answer, with everything asked for before.
async fn sending() -> Result<Ratio, Violation> {
    let service = Service::start(practice::Options::default()).await?;
    let desk = Desk::open(&service).await?;
    let seat = Seat::take(&service, 0, Pace::default()).await?;
    for number in 0..MOVEMENTS {
        let (id, lines) = desk.with_lines(&format!("Sent {number}"), LINES).await?;
        let movement = seat.look_at(&id).await?.key;
        seat.backend.pause_sending(contract::PauseSending { paused: true }).await?;
        let changes = lines.iter().map(|line| {
            let (item, reason_code) = (line.id.clone(), "STOCKOUT".to_owned());
            LineChange::Revise { item, quantity: 5, reason_code, comments: None }
        });
        super::lines::change(&seat.backend, movement, changes.collect()).await?;
    }
    let before = seat.proxy.exchanges().len();
    let began = Instant::now();
    seat.backend.pause_sending(contract::PauseSending { paused: false }).await?;
    // A glance costs less than a list of what waits.
    while seat.backend.outbox(ReadOutbox {}).await?.waiting > 0 {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let ours = began.elapsed();
    let left = seat.at_rest().await?;
    check(left.is_empty(), || format!("not all was sent: {left:?}"))?;
    let exchanges = seat.proxy.exchanges();
    let served = exchanges.iter().skip(before).filter_map(|one| {
        // From the request being there to its answer being handed on.
        one.ended.map(|ended| ended.saturating_duration_since(one.arrived))
    });
    let peer = served.sum();
    seat.backend.close().await;
    Ok(Ratio { row: "P-18", ours, peer, most: 1.08, spread: 0.0, load: 0.0 })
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// How far apart the middle half lies, as a share of the median.
fn spread(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    let at = |quarter: usize| {
        let last = times.len().saturating_sub(1);
        times.get(last * quarter / 4).copied().unwrap_or_default().as_secs_f64()
    };
    (at(3) - at(1)) / at(2).max(f64::MIN_POSITIVE)
}

/// How much this computer does, by its last minute.
fn load() -> f64 {
    let told = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    told.split(' ').next().and_then(|load| load.parse().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_breaks_the_rule_is_void_whatever_its_ratio() {
        let ratio = |ours, spread, load| {
            let (ours, peer) = (Duration::from_millis(ours), Duration::from_millis(100));
            Ratio { row: "P-17", ours, peer, most: 1.15, spread, load }.verdict()
        };
        assert_eq!(ratio(115, 0.15, 1.5), Verdict::Held);
        assert_eq!(ratio(116, 0.15, 1.5), Verdict::Missed);
        for ours in [90, 200] {
            assert_eq!(ratio(ours, 0.16, 0.2), Verdict::Void);
            assert_eq!(ratio(ours, 0.05, 1.6), Verdict::Void);
        }
    }

    #[test]
    fn the_spread_is_that_of_the_sorted_samples() {
        let times = [9, 1, 5, 3, 7].map(Duration::from_millis).to_vec();
        assert!((spread(times) - 0.8).abs() < 1e-9);
        assert!(spread(Vec::new()).abs() < 1e-9);
    }
}
