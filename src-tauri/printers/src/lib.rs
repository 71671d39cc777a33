//! The printers of the system, through CUPS: which there are, a PDF sent to one, what became of it.
//!
//! CUPS is spoken to by its own client programs: `lp`, `lpstat` and `cancel`. They know what a client
//! has to know: the socket, `CUPS_SERVER` and `client.conf`, encryption and passwords of a server
//! elsewhere, the user's own default and options, and queues that are made once they are printed on.
//! A client of IPP would have to do all of that again. What the programs do not tell is how a job
//! ended: done, canceled or aborted. That one number is asked for by IPP, where `lpstat -H` says the
//! server is; a server that only answers with encryption does not answer this, and such a job has
//! [`JobState::Ended`].
//!
//! Nothing goes through a shell. Each program has a time in which it ends, or is killed. Where the
//! programs are not installed, and where there is no CUPS, as on Windows, each call is answered by
//! [`PrinterError::Absent`].

mod error;
mod ipp;
mod job;
mod listed;
mod printers;
mod programs;
mod queue;

pub use error::PrinterError;
pub use job::{Job, JobId, Media, Sides};
pub use listed::{Printer, Stand};
pub use printers::Printers;
pub use queue::JobState;
