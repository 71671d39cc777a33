//! Runs rows: the gate one batch, a long run many. The gate's tests and the program call this.

use std::future::Future;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use crate::figures::Figure;
use crate::promise::{Amount, Counts, Violation};
use crate::rows::{self, Row};

/// The gate's random start: always the same, so that a red gate is red again.
const START: u64 = 1;

/// No row of the gate takes so long, also beside busy loops and a compiler on two cores; one that does
/// hangs.
const PATIENCE: Duration = Duration::from_mins(40);

/// A long run of one row.
#[derive(Clone, Copy, Debug)]
pub struct Soak {
    /// Random start of the first batch; the next has the next number.
    pub start: u64,
    /// Units in all; `None` is what the row names.
    pub count: Option<u64>,
    /// Stops before the batch that would begin later than this.
    pub limit: Option<Duration>,
}

/// Runs a row's gate amount and keeps its figure. For tests: it panics with the violation.
///
/// # Panics
/// If the promise is broken.
pub fn gate(id: &str) {
    let outcome = rows::find(id).and_then(|row| {
        let began = Instant::now();
        let amount = Amount { start: START, count: row.gate, long: false };
        let outcome = within(PATIENCE, move || (row.run)(amount));
        keep(row, false, START, &outcome, began.elapsed())?;
        outcome
    });
    if let Err(violation) = outcome {
        panic!("{id} is broken: {violation}\nonce more: cargo xtask soak {id} --start {START}");
    }
}

/// Runs a row in batches of the gate's amount and keeps the figure of them all. `tell` is told of
/// each batch as it ends.
///
/// # Errors
/// The violation of the first batch that broke the promise, with the start that shows it again.
pub fn soak(row: &Row, how: Soak, tell: &mut dyn FnMut(&str)) -> Result<Counts, Violation> {
    let began = Instant::now();
    let all = how.count.unwrap_or(row.long);
    let (mut done, mut start, mut counts) = (0, how.start, Counts::default());
    let mut broken = None;
    while done < all && how.limit.is_none_or(|limit| done == 0 || began.elapsed() < limit) {
        let count = row.gate.max(1).min(all - done);
        match (row.run)(Amount { start, count, long: true }) {
            Ok(batch) => counts.take_in(&batch),
            Err(Violation(words)) => {
                broken = Some(Violation(format!(
                    "{words}\nonce more: cargo xtask soak {} --start {start} --count {count}",
                    row.id
                )));
                break;
            }
        }
        done += count;
        let seconds = began.elapsed().as_secs();
        tell(&format!("{} start {start}: {done} of {all}, {seconds} s; {counts}", row.id));
        start += 1;
    }
    let outcome = broken.map_or(Ok(counts), Err);
    keep(row, true, how.start, &outcome, began.elapsed())?;
    outcome
}

/// Runs a row's asynchronous part to its end on a runtime of its own, which ends with it.
///
/// # Errors
/// What the part answers; if there can be no runtime.
pub fn until_done<T>(part: impl Future<Output = Result<T, Violation>>) -> Result<T, Violation> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let outcome = runtime.block_on(part);
    // Servers of the row may still wait for something that never comes.
    runtime.shutdown_background();
    outcome
}

/// Does it on a thread of its own, so that what never ends is a violation with a name, too.
fn within(
    patience: Duration,
    work: impl FnOnce() -> Result<Counts, Violation> + Send + 'static,
) -> Result<Counts, Violation> {
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || tell.send(work()));
    told.recv_timeout(patience).unwrap_or_else(|why| {
        let how = if why == RecvTimeoutError::Timeout { "hangs" } else { "broke off" };
        Err(Violation(format!("it {how} after {} s at most", patience.as_secs())))
    })
}

fn keep(
    row: &Row,
    long: bool,
    start: u64,
    outcome: &Result<Counts, Violation>,
    took: Duration,
) -> Result<(), Violation> {
    let counts = outcome.clone().unwrap_or_default();
    Figure { row: row.id, long, start, counts, took, ok: outcome.is_ok() }.keep()
}
