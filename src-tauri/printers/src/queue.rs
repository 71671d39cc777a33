//! What `lpstat` says of jobs, read.

use crate::job::JobId;
use crate::listed::{Printer, is_unreachable};

/// What became of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobState {
    /// It waits for its turn.
    Waiting,
    /// It is on its way to the printer.
    Printing {
        /// What the printer is said to do or to lack; may be empty.
        message: String,
    },
    /// Somebody, or a rule of the server, holds it back.
    Held,
    /// It waits for its printer, which is switched off, stopped, or not reached.
    Off {
        /// Why, in words of the server or its administrator; may be empty.
        reason: String,
    },
    /// It was handed to the printer whole.
    Done,
    /// Somebody canceled it.
    Canceled,
    /// The server gave it up.
    Aborted,
    /// It is over, and the server does not say how.
    Ended,
    /// The server knows no such job, or has forgotten it.
    Unknown,
}

/// A job in a list of jobs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueuedJob {
    /// Which one, and where it is now.
    pub id: JobId,
    /// How large its documents are, in bytes to the next 1024; `None` where that is not understood.
    pub size: Option<u64>,
    /// What is said of the printer while it has the job.
    pub message: String,
    /// Keywords of IPP.
    pub reasons: Vec<String>,
}

/// The job with this number in what `lpstat -l -o` says.
pub fn find(told: &str, number: u32) -> Option<QueuedJob> {
    let mut found: Option<QueuedJob> = None;
    for line in told.lines() {
        if let Some(line) = line.strip_prefix('\t') {
            let Some(job) = &mut found else { continue };
            if let Some(words) = line.strip_prefix("Status:") {
                words.trim().clone_into(&mut job.message);
            } else if let Some(words) = line.strip_prefix("Alerts:") {
                job.reasons = words.split_whitespace().map(str::to_owned).collect();
            }
            continue;
        }
        if found.is_some() {
            break;
        }
        let id = line.split_whitespace().next().and_then(|id| id.parse::<JobId>().ok());
        // Besides: whose, how large, since when.
        let is_row = line.split_whitespace().nth(3).is_some();
        found = id.filter(|id| id.number == number && is_row).map(|id| QueuedJob {
            id,
            size: size(line),
            message: String::new(),
            reasons: Vec::new(),
        });
    }
    found
}

/// The first number after the job and its user.
fn size(row: &str) -> Option<u64> {
    row.split_whitespace().skip(2).find_map(|word| word.parse().ok())
}

/// The state of a job that is not over; `printer` is the one it waits for, if that is known.
pub fn on_its_way(job: &QueuedJob, printer: Option<&Printer>) -> JobState {
    let has = |part: &str| job.reasons.iter().any(|reason| reason.contains(part));
    let off = printer.filter(|printer| printer.stand.is_off());
    if has("printer-stopped") || has("job-stopped") {
        let said = off.map(|printer| printer.message.clone()).filter(|said| !said.is_empty());
        return JobState::Off { reason: said.unwrap_or_else(|| job.message.clone()) };
    }
    if has("hold") || has("held") {
        return JobState::Held;
    }
    if has("job-printing") || has("processing-to-stop-point") || has("job-transforming") {
        let message = job.message.clone();
        return match is_unreachable(&message) {
            true => JobState::Off { reason: message },
            false => JobState::Printing { message },
        };
    }
    match off {
        Some(printer) => JobState::Off { reason: printer.message.clone() },
        None => JobState::Waiting,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::listed;

    const ROWS: &str = "net-3                   root              1024   Fri Nov 27 13:31:07 2026\n\
        \tStatus: The printer may not exist or is unavailable at this time.\n\
        \tAlerts: job-printing\n\tqueued for net\n\
        bad-3-13 root 1024 Fri Nov 27 13:31:56 2026\n\tAlerts: printer-stopped\n\tqueued for bad-3\n\
        raw2-6 root 1024 Fri Nov 27 13:31:07 2026\n\tAlerts: job-hold-until-specified\n\
        out-11 root 1024 Fri Nov 27 13:31:56 2026\n\tAlerts: none\n\tqueued for out\n";

    #[test]
    fn a_job_is_found_by_its_number() {
        let state = |number| on_its_way(&find(ROWS, number).unwrap(), None);
        let message = "The printer may not exist or is unavailable at this time.".to_owned();
        assert_eq!(state(3), JobState::Off { reason: message });
        assert_eq!(state(13), JobState::Off { reason: String::new() });
        assert_eq!(find(ROWS, 13).unwrap().id.printer(), "bad-3");
        assert_eq!(find(ROWS, 13).unwrap().size, Some(1024));
        assert_eq!(state(6), JobState::Held);
        assert_eq!(state(11), JobState::Waiting);
        for number in [0, 1, 33, 1024] {
            assert_eq!(find(ROWS, number), None);
        }
    }

    #[test]
    fn a_job_waits_for_a_printer_that_is_off() {
        let printers = "printer out disabled since Fri Nov 27 13:28:10 2026 -\n\tno paper\n";
        let printers = listed::printers(printers, "", "", "");
        let reason = "no paper".to_owned();
        let state = on_its_way(&find(ROWS, 11).unwrap(), printers.first());
        assert_eq!(state, JobState::Off { reason });
    }
}
