//! The registry: every promise that is proven here, one line each. The gate's tests and the long
//! runs look a row up by its id.

use crate::promise::{Amount, Counts, Violation};
use crate::{network, outbox, random::Random, session, store};

/// One promise and its proof.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The id it has in SECURITY.md.
    pub id: &'static str,
    /// The promise in one line.
    pub promise: &'static str,
    /// Units of one batch, which is also the gate's amount. A long run is many batches, each with
    /// the next random start.
    pub gate: u64,
    /// Units of a whole long run.
    pub long: u64,
    /// Runs so much of it.
    pub run: fn(Amount) -> Result<Counts, Violation>,
}

/// All rows, in the order of SECURITY.md; one line each, however long.
#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    row("R-D1", "killed while queuing, all that was kept is there once", 200, 3_000, outbox::killed_queuing::run),
    row("R-D3", "a failing disk never leads to a kept", 1, 1, outbox::disk::run),
    row("R-D4", "killed after sending, nothing is sent blindly again", 10, 100, outbox::killed_sending::run),
    row("R-D5", "cut at any byte, one effect or a question", 1, 29, outbox::cuts::run),
    row("R-D6", "mixed histories agree with the service's log", 100, 3_000, outbox::histories::run),
    row("R-D6-variants", "the same with a service as each installation is", 1, 20, outbox::variants::run),
    row("R-D7", "what is always refused blocks no other", 3, 30, outbox::poison::run),
    row("R-D8", "one program at a time opens a profile", 10, 50, store::instances::run),
    row("R-D9", "an upgrade killed at any write loses nothing", 1, 1, store::migration::run),
    row("R-D11", "every change of the journal is found", 1, 1, store::journal::run),
    row("R-S2", "password and session are in no file, log or message", 1, 5, session::canary::run),
    row("R-S3", "late answers never cost a good session", 720, 5_040, session::late::run),
    row("R-S4", "a session's end is told once and costs nothing", 1, 5, session::ends::run),
    row("R-S5", "what is not needed any more is in no memory", 2, 20, session::memory::run),
    row("R-S7", "without a keychain nothing hangs or is written", 1, 5, session::keychain::run),
    row("R-N1", "redirects are never followed", 30, 30, network::redirects::run),
    row("R-N2", "the session goes to its own address alone", 10_000, 1_000_000, network::cookies::run),
    row("R-N4", "every bad certificate is refused by its reason", 14, 14, network::certificates::run),
    row("R-N5", "answers stop at their limit of size", 16, 16, network::size::run),
    row("R-N6", "waits stop at their limit of time", 15, 15, network::time::run),
    row("R-N7", "malformed answers are told and survived", 100_000, 10_000_000, network::decoders::run),
    row("R-N10", "after an outage the service is not run over", 1, 1, outbox::outage::run),
];

/// The row of this id.
///
/// # Errors
/// If there is none.
pub fn find(id: &str) -> Result<&'static Row, Violation> {
    let known = ROWS.iter().find(|row| row.id.eq_ignore_ascii_case(id));
    known.ok_or_else(|| Violation(format!("there is no row {id}")))
}

impl Row {
    /// The random numbers of this row from a start: each row has its own.
    #[must_use]
    pub fn random(&self, start: u64) -> Random {
        Random::new(start).branch(self.id)
    }
}

const fn row(
    id: &'static str,
    promise: &'static str,
    gate: u64,
    long: u64,
    run: fn(Amount) -> Result<Counts, Violation>,
) -> Row {
    Row { id, promise, gate, long, run }
}
