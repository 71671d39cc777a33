//! The printers of the system, as the window knows them.

use ::printers::{Job, JobId, JobState, Media, Printer, PrinterError, Printers, Sides, Stand};
use contract::{
    Failure, LabelStock, Paper, PaperForm, PaperSize, PrintJob, PrintOrder, PrintState,
    PrinterInfo, PrinterList, PrinterStand, Reason,
};

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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use contract::{LabelSheetSize, PaperCodes, PaperLabels, PaperWords};
    use cups::{Server, pdf};

    use super::*;

    fn paper(form: PaperForm) -> Paper {
        Paper {
            title: "Codes".into(),
            form,
            size: PaperSize::Letter,
            language: "en".into(),
            right_to_left: false,
            words: PaperWords::default(),
        }
    }

    fn codes() -> Paper {
        paper(PaperForm::Codes(PaperCodes::default()))
    }

    fn order(printer: &str) -> PrintOrder {
        PrintOrder { printer: printer.to_owned(), copies: 2, two_sided: true }
    }

    #[test]
    fn labels_are_printed_on_what_they_are_on() {
        let labels = |stock| {
            let (skip, copies, code) = (0, 1, 0);
            PaperForm::Labels(PaperLabels {
                stock,
                skip,
                copies,
                outlines: false,
                code,
                lines: Vec::new(),
            })
        };
        assert_eq!(media(&codes()), Media::Letter);
        let LabelStock::Sheet(sheet) = LabelStock::default() else { unreachable!("it is one") };
        let sheet = LabelStock::Sheet(LabelSheetSize { page: PaperSize::A4, ..sheet });
        assert_eq!(media(&paper(labels(sheet))), Media::A4);
        let roll = media(&paper(labels(LabelStock::Roll(625, 290))));
        assert_eq!(roll, Media::Millimetres { width: 62.5, height: 29.0 });
    }

    #[tokio::test]
    async fn pages_are_printed_and_what_became_of_them_is_told() {
        let server = Server::with(&["ward", "office"]);
        server.set("lpadmin", &["-d", "office"]);
        server.set("lpadmin", &["-p", "office", "-D", "Office, 2nd floor", "-L", "Room 12"]);
        let printers = SystemPrinters::at(server.socket());
        let listed = printers.list().await.unwrap();
        let names: Vec<_> = listed.printers.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["office", "ward"], "the default one first");
        let office = listed.printers.first().unwrap();
        assert_eq!((&*office.description, &*office.location), ("Office, 2nd floor", "Room 12"));
        let job = printers.print(pdf(), &codes(), order("office")).await.unwrap();
        let id = id(&job.job).unwrap();
        server.until(&id, |state| *state == JobState::Done).await;
        assert_eq!(printers.state(&job.job).await.unwrap().state, PrintState::Done);
        assert!(server.sent(&id) == pdf(), "the document is another one");
        assert_eq!(server.arguments(&id)[3], "2");
        // Too late, and no failure.
        printers.cancel(&job.job).await.unwrap();
    }

    #[tokio::test]
    async fn a_printer_that_is_off_or_refuses_says_so() {
        let server = Server::with(&["office", "ward"]);
        let printers = SystemPrinters::at(server.socket());
        server.set("cupsdisable", &["-r", "out of paper", "office"]);
        server.set("cupsreject", &["-r", "moved away", "ward"]);
        let listed = printers.list().await.unwrap().printers;
        let stands: Vec<_> = listed.iter().map(|it| (it.stand, it.message.as_str())).collect();
        let expected =
            [(PrinterStand::Waits, "out of paper"), (PrinterStand::Refuses, "moved away")];
        assert_eq!(stands, expected);
        let job = printers.print(pdf(), &codes(), order("office")).await.unwrap();
        assert_eq!(job.state, PrintState::Off("out of paper".into()));
        printers.cancel(&job.job).await.unwrap();
        assert_eq!(printers.state(&job.job).await.unwrap().state, PrintState::GivenUp);
        let refused = printers.print(pdf(), &codes(), order("ward")).await.unwrap_err();
        assert_eq!(refused.reason, Reason::PrinterRefused { said: "moved away".into() });
    }

    #[tokio::test]
    async fn where_nothing_prints_there_are_no_printers() {
        let mut server = Server::with(&["office"]);
        server.stop();
        let printers = SystemPrinters::at(server.socket());
        assert_eq!(printers.list().await.unwrap(), PrinterList::default());
        let failed = printers.print(pdf(), &codes(), order("office")).await.unwrap_err();
        assert_eq!(failed.reason, Reason::NoPrintService);
        assert!(printers.state("no job").await.is_err());
    }
}
