//! The printers of the system, as the window knows them.

use contract::{
    Failure, LabelStock, Paper, PaperForm, PaperSize, PrintJob, PrintOrder, PrintState,
    PrinterInfo, PrinterList, PrinterStand, Reason,
};
use printers::{Job, JobId, JobState, Media, Printer, PrinterError, Printers, Sides, Stand};

use crate::printed::millimetres;

/// The printers of the system.
#[derive(Clone, Debug, Default)]
pub struct SystemPrinters {
    printers: Printers,
}

impl SystemPrinters {
    /// Those of one CUPS server, as `CUPS_SERVER` writes it.
    #[must_use]
    pub fn at(server: impl Into<String>) -> Self {
        Self { printers: Printers::at(server) }
    }

    /// The printers, the default one first. None where nothing on this computer prints.
    ///
    /// # Errors
    /// [`Reason::NoPrintService`] where it does not answer in time, [`Reason::PrinterRefused`] where it refuses
    /// to tell.
    pub async fn list(&self) -> Result<PrinterList, Failure> {
        match self.printers.list().await {
            Ok(mut printers) => {
                printers.sort_by_key(|printer| !printer.is_default);
                Ok(PrinterList { printers: printers.into_iter().map(info).collect() })
            }
            Err(PrinterError::Absent | PrinterError::NoServer) => Ok(PrinterList::default()),
            Err(error) => Err(failed(error)),
        }
    }

    /// Sends pages to a printer, at their size.
    ///
    /// # Errors
    /// Nothing is printed, but for [`Reason::PagesUnclear`]: then it is not known.
    pub async fn print(
        &self,
        pdf: Vec<u8>,
        paper: &Paper,
        order: PrintOrder,
    ) -> Result<PrintJob, Failure> {
        let PrintOrder { printer, copies, two_sided } = order;
        let sides = if two_sided { Sides::TwoLongEdge } else { Sides::One };
        let job = Job { printer, title: paper.title.clone(), copies, media: media(paper), sides };
        let id = self.printers.print(pdf, &job).await.map_err(failed)?;
        // It was taken; what becomes of it can be asked for again.
        let state = self.printers.state(&id).await.map_or(PrintState::OnTheWay, state);
        Ok(PrintJob { job: id.to_string(), state })
    }

    /// What became of pages that were sent.
    ///
    /// # Errors
    /// [`Reason::NoPrintService`], or there is no such job.
    pub async fn state(&self, job: &str) -> Result<PrintJob, Failure> {
        let found = self.printers.state(&id(job)?).await.map_err(failed)?;
        Ok(PrintJob { job: job.to_owned(), state: state(found) })
    }

    /// Gives up pages that were sent.
    ///
    /// # Errors
    /// As of [`Self::state`]. Those that are printed already are no failure.
    pub async fn cancel(&self, job: &str) -> Result<(), Failure> {
        match self.printers.cancel(&id(job)?).await {
            Ok(()) | Err(PrinterError::Ended | PrinterError::NoSuchJob) => Ok(()),
            Err(error) => Err(failed(error)),
        }
    }
}

fn id(job: &str) -> Result<JobId, Failure> {
    job.parse().map_err(|_| Reason::InvalidRequest { problem: "no such job".into() }.into())
}

fn info(printer: Printer) -> PrinterInfo {
    PrinterInfo {
        stand: match printer.stand {
            Stand::Ready => PrinterStand::Ready,
            Stand::Paused | Stand::Stopped | Stand::Unreachable => PrinterStand::Waits,
            Stand::Rejecting => PrinterStand::Refuses,
        },
        name: printer.name,
        description: printer.description,
        location: printer.location,
        message: printer.message,
    }
}

fn state(state: JobState) -> PrintState {
    match state {
        JobState::Waiting | JobState::Printing { .. } => PrintState::OnTheWay,
        JobState::Held => PrintState::Off(String::new()),
        JobState::Off { reason } => PrintState::Off(reason),
        JobState::Done => PrintState::Done,
        JobState::Ended | JobState::Unknown => PrintState::Over,
        JobState::Canceled | JobState::Aborted => PrintState::GivenUp,
    }
}

/// What lies in the printer: of labels, their sheet or their roll.
fn media(paper: &Paper) -> Media {
    let size = match &paper.form {
        PaperForm::Labels(labels) => match labels.stock {
            LabelStock::Sheet(sheet) => sheet.page,
            LabelStock::Roll(width, height) => {
                let (width, height) = (millimetres(width), millimetres(height));
                return Media::Millimetres { width, height };
            }
        },
        PaperForm::Table(_) | PaperForm::Codes(_) => paper.size,
    };
    match size {
        PaperSize::A4 => Media::A4,
        PaperSize::A4Landscape => Media::A4Landscape,
        PaperSize::Letter => Media::Letter,
        PaperSize::LetterLandscape => Media::LetterLandscape,
    }
}

fn failed(error: PrinterError) -> Failure {
    tracing::error!("printing: {error}");
    match error {
        PrinterError::Absent | PrinterError::NoServer | PrinterError::Late => {
            Reason::NoPrintService.into()
        }
        PrinterError::Lost => Reason::PagesLost.into(),
        PrinterError::Unclear => Reason::PagesUnclear.into(),
        PrinterError::Refused { said } => Reason::PrinterRefused { said }.into(),
        PrinterError::Rejecting { reason, .. } => Reason::PrinterRefused { said: reason }.into(),
        // What else is wrong is in the log, in words that are not the user's.
        _ => Reason::PrinterRefused { said: String::new() }.into(),
    }
}

#[cfg(test)]
mod tests;
