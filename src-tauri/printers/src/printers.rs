//! The calls: list, print, state, cancel.

use std::fs::File;
use std::io::{Seek as _, Write as _};
use std::time::Duration;

use crate::error::PrinterError;
use crate::ipp;
use crate::job::{Job, JobId, arguments};
use crate::listed::{self, Printer};
use crate::programs::{self, Told};
use crate::queue::{self, JobState};

/// So long a program may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// So many times as long it may take to send a document.
const SENDING: u32 = 6;
/// So many times as fast the printers of the network must be found; else they are left out.
const NEARBY: u32 = 3;

/// The printers of the system, or of one CUPS server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printers {
    server: Option<String>,
    patience: Duration,
}

impl Default for Printers {
    fn default() -> Self {
        Self::new()
    }
}

impl Printers {
    /// Those of the system: by `CUPS_SERVER`, `client.conf` or the socket, as the programs find it.
    #[must_use]
    pub fn new() -> Self {
        Self { server: None, patience: PATIENCE }
    }

    /// Those of a server, written as in `CUPS_SERVER`: `host:port` or the path of a socket.
    #[must_use]
    pub fn at(server: impl Into<String>) -> Self {
        Self { server: Some(server.into()), patience: PATIENCE }
    }

    /// The same with another time for each program: 10 seconds unless said. A document may take six
    /// times as long.
    #[must_use]
    pub fn within(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// The printers, in the server's order, then those of the network that have no queue yet.
    /// Empty where there are none.
    ///
    /// # Errors
    /// [`PrinterError::Absent`], [`PrinterError::NoServer`], [`PrinterError::Late`], or the server's
    /// refusal.
    pub async fn list(&self) -> Result<Vec<Printer>, PrinterError> {
        self.reach().await?;
        let (long, accepting, default, known) = tokio::join!(
            self.ask("lpstat", &["-l", "-p"]),
            self.ask("lpstat", &["-a"]),
            self.ask("lpstat", &["-d"]),
            self.run("lpstat", &["-l", "-e"], None, self.patience / NEARBY),
        );
        let (long, accepting, default) = (long?, accepting?, default?);
        // Without a printer `lpstat` says so and may end badly; all else is a failure.
        let is_none = long.wrong.contains("No destinations added");
        if !long.is_well && !is_none {
            self.reach().await?;
            return Err(long.refused());
        }
        let known = known.unwrap_or_default();
        Ok(listed::printers(&long.out, &accepting.out, &default.out, &known.out))
    }

    /// Sends a PDF, as it is, to be printed at its size.
    ///
    /// The document goes by a file without a name: nobody else reads it, it is gone whatever happens,
    /// and half of it is never printed.
    ///
    /// # Errors
    /// Nothing is printed, but for [`PrinterError::Unclear`]: then it is not known.
    pub async fn print(&self, pdf: Vec<u8>, job: &Job) -> Result<JobId, PrinterError> {
        let arguments = arguments(job)?;
        if !pdf.starts_with(b"%PDF-") {
            return Err(PrinterError::NotPdf);
        }
        let kept = tokio::task::spawn_blocking(move || keep(&pdf)).await;
        let document = kept.map_err(|error| PrinterError::System(error.to_string()))?;
        let document = document.map_err(|error| PrinterError::System(error.to_string()))?;
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let limit = self.patience.saturating_mul(SENDING);
        let told = self.run("lp", &arguments, Some(document), limit).await;
        let told = told.map_err(|error| match error {
            PrinterError::Late => PrinterError::Unclear,
            other => other,
        })?;
        match taken(&told.out) {
            Some(id) if told.is_well => self.look(&id).await.map(|()| id),
            _ => Err(self.refusal(&told, &job.printer).await),
        }
    }

    /// Whether the document of a job is there: where the way to the server breaks in the middle of it,
    /// `lp` ends as if all was well, and the job waits for its document.
    async fn look(&self, id: &JobId) -> Result<(), PrinterError> {
        for which in ["not-completed", "completed"] {
            let found = self.find(which, id).await.map_err(|_| PrinterError::Unclear)?;
            let Some(job) = found else { continue };
            if job.size == Some(0) {
                // It would stand in the queue for a while, and nobody would miss it.
                let _ = self.cancel(id).await;
                return Err(PrinterError::Lost);
            }
            return Ok(());
        }
        // A server that keeps no history has done it by now.
        Ok(())
    }

    /// What became of a job.
    ///
    /// # Errors
    /// [`PrinterError::Absent`], [`PrinterError::NoServer`], [`PrinterError::Late`], or the server's
    /// refusal. A job that is not known is [`JobState::Unknown`].
    pub async fn state(&self, id: &JobId) -> Result<JobState, PrinterError> {
        // In this order: a job that ends meanwhile is in the second list.
        if let Some(job) = self.find("not-completed", id).await? {
            let printers = self.ask("lpstat", &["-l", "-p"]).await?;
            let printers = listed::printers(&printers.out, "", "", "");
            let printer = printers.iter().find(|printer| printer.name == job.id.printer);
            return Ok(queue::on_its_way(&job, printer));
        }
        if self.find("completed", id).await?.is_none() {
            return Ok(JobState::Unknown);
        }
        let server = self.ask("lpstat", &["-H"]).await?;
        Ok(ipp::ended(&server.out, id.number, self.patience).await)
    }

    /// Cancels a job that has not ended.
    ///
    /// # Errors
    /// [`PrinterError::NoSuchJob`], [`PrinterError::Ended`] if it is too late, and as for the others.
    pub async fn cancel(&self, id: &JobId) -> Result<(), PrinterError> {
        // By the number behind any word that is no printer. With its printer before it, it might be
        // called as another printer is, whose job would be canceled instead.
        let job = format!("the-job-with-the-number-{}", id.number);
        let told = self.ask("cancel", &[&job]).await?;
        if told.is_well {
            return Ok(());
        }
        if told.wrong.contains("does not exist") {
            return Err(PrinterError::NoSuchJob);
        }
        if told.wrong.contains("is already") {
            return Err(PrinterError::Ended);
        }
        self.reach().await?;
        Err(told.refused())
    }

    async fn find(
        &self,
        which: &str,
        id: &JobId,
    ) -> Result<Option<queue::QueuedJob>, PrinterError> {
        let told = self.ask("lpstat", &["-W", which, "-l", "-o"]).await?;
        if !told.is_well {
            self.reach().await?;
            return Err(told.refused());
        }
        let found = queue::find(&told.out, id.number);
        if found.is_none() {
            // A server that is gone has no jobs, and some versions do not say more.
            self.reach().await?;
        }
        Ok(found)
    }

    /// Why `lp` did not print.
    async fn refusal(&self, told: &Told, printer: &str) -> PrinterError {
        if let Err(error) = self.reach().await {
            // What `lp` says of a server that it never spoke to. All else may have come in between.
            let never = ["does not exist", "not accepting", "not responding", "to connect"];
            let is_clear = never.iter().any(|words| told.wrong.contains(words));
            return if is_clear { error } else { PrinterError::Unclear };
        }
        if told.wrong.contains("printer or class does not exist") {
            return PrinterError::NoSuchPrinter { name: printer.to_owned() };
        }
        if told.wrong.contains("not accepting jobs") {
            let accepting = self.ask("lpstat", &["-a"]).await.unwrap_or_default();
            let reason = listed::refusals(&accepting.out).remove(printer).unwrap_or_default();
            return PrinterError::Rejecting { printer: printer.to_owned(), reason };
        }
        // The way broke while the document was on it, and holds again: what arrived is not known.
        let broken = ["Broken pipe", "Connection reset"];
        if broken.iter().any(|words| told.wrong.contains(words)) {
            return PrinterError::Unclear;
        }
        told.refused()
    }

    /// Whether a server answers.
    async fn reach(&self) -> Result<(), PrinterError> {
        let told = self.ask("lpstat", &["-r"]).await?;
        let is_there = told.out.lines().any(|line| line.trim() == "scheduler is running");
        if is_there { Ok(()) } else { Err(PrinterError::NoServer) }
    }

    async fn ask(&self, program: &str, arguments: &[&str]) -> Result<Told, PrinterError> {
        self.run(program, arguments, None, self.patience).await
    }

    async fn run(
        &self,
        program: &str,
        arguments: &[&str],
        document: Option<File>,
        limit: Duration,
    ) -> Result<Told, PrinterError> {
        let arguments: Vec<String> = arguments.iter().map(|text| (*text).to_owned()).collect();
        programs::run(program, &arguments, self.server.as_deref(), document, limit).await
    }
}

/// A file without a name that holds these bytes, read from its beginning.
fn keep(bytes: &[u8]) -> std::io::Result<File> {
    let mut file = tempfile::tempfile()?;
    file.write_all(bytes)?;
    file.rewind()?;
    Ok(file)
}

/// The job in `request id is office-12 (0 file(s))`.
fn taken(out: &str) -> Option<JobId> {
    let id = out.lines().find_map(|line| line.strip_prefix("request id is "))?;
    id.split_whitespace().next()?.parse().ok()
}
