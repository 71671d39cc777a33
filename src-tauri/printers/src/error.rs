//! What goes wrong between here and a printer.

use thiserror::Error;

/// Why something was not printed, or is not known.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PrinterError {
    /// The client programs of CUPS are not installed.
    #[error("there are no programs for printing")]
    Absent,
    /// The programs are there, and no print server answers them.
    #[error("no print server answers")]
    NoServer,
    /// No printer has this name.
    #[error("there is no printer {name}")]
    NoSuchPrinter {
        /// The beginning of the name.
        name: String,
    },
    /// The printer takes no jobs.
    #[error("{printer} takes no jobs: {reason}")]
    Rejecting {
        /// Its name.
        printer: String,
        /// Why, as its administrator said it; may be empty.
        reason: String,
    },
    /// The server knows no such job, or has forgotten it.
    #[error("there is no such job")]
    NoSuchJob,
    /// The job cannot be canceled any more: it is printed, canceled or aborted.
    #[error("the job has ended")]
    Ended,
    /// No answer in time.
    #[error("no answer in time")]
    Late,
    /// The document did not reach the server whole. It is not printed, and can be sent again.
    #[error("the document did not arrive")]
    Lost,
    /// The document was being sent, and nobody says whether it arrived: it may be printed, or not.
    #[error("it is not known whether the document arrived")]
    Unclear,
    /// What was to be printed is no PDF.
    #[error("this is no PDF")]
    NotPdf,
    /// Not between 1 and 99 copies.
    #[error("{copies} copies cannot be asked for")]
    Copies {
        /// So many were asked for.
        copies: u8,
    },
    /// A size of paper that is no size.
    #[error("there is no paper of {width} × {height} mm")]
    Size {
        /// Its width in millimetres, as a text.
        width: String,
        /// Its height in millimetres, as a text.
        height: String,
    },
    /// The server refused, or answered what is not understood; in its own words.
    #[error("the print server refused: {said}")]
    Refused {
        /// The beginning of its words.
        said: String,
    },
    /// A program or a file could not be used; the text is the system's and meant for the log.
    #[error("printing did not work: {0}")]
    System(String),
}

/// So many characters of a text are shown in a message.
const SHOWN: usize = 200;

/// The beginning of a text on one line, as messages show it.
pub(crate) fn shown(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let clean = clean.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut start: String = clean.chars().take(SHOWN).collect();
    if clean.chars().count() > SHOWN {
        start.push('…');
    }
    start
}
