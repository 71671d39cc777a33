//! What is to be printed and how, as arguments of `lp`.

use std::fmt;
use std::str::FromStr;

use crate::error::{PrinterError, shown};

/// How a document is to be printed.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    /// The name of the printer, as [`crate::Printer::name`] has it.
    pub printer: String,
    /// What the job is called in the queue. What is no text is left out, and what is too long is cut.
    pub title: String,
    /// So many copies, 1 to 99.
    pub copies: u8,
    /// The paper.
    pub media: Media,
    /// On which sides of it.
    pub sides: Sides,
}

/// The paper a document is printed on. It keeps its size: nothing is scaled to fit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Media {
    /// 210 × 297 mm.
    A4,
    /// Pages of 297 × 210 mm on A4.
    A4Landscape,
    /// 8.5 × 11 inches.
    Letter,
    /// Pages of 11 × 8.5 inches on Letter.
    LetterLandscape,
    /// Another one, as labels on a roll: 1 to 5000 mm.
    Millimetres {
        /// Its width in millimetres.
        width: f32,
        /// Its height in millimetres.
        height: f32,
    },
}

/// Which sides of the paper are printed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    /// The front.
    One,
    /// Both, turned like the pages of a book.
    TwoLongEdge,
}

/// A job that a server took: its printer and its number, as `office-12`.
///
/// The number alone says which job it is; a job may have been moved to another printer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct JobId {
    pub(crate) printer: String,
    pub(crate) number: u32,
}

impl JobId {
    /// The printer that was asked to print it.
    #[must_use]
    pub fn printer(&self) -> &str {
        &self.printer
    }

    /// Its number, one for each job of a server.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }
}

impl fmt::Display for JobId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}-{}", self.printer, self.number)
    }
}

impl FromStr for JobId {
    type Err = PrinterError;

    /// Reads what [`JobId`] shows.
    ///
    /// # Errors
    /// [`PrinterError::NoSuchJob`] for what no job is called.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (printer, number) = text.rsplit_once('-').ok_or(PrinterError::NoSuchJob)?;
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let number = number.parse().ok().filter(|number| is_number && (1..=LAST).contains(number));
        match number {
            Some(number) if is_name(printer) => Ok(Self { printer: printer.to_owned(), number }),
            _ => Err(PrinterError::NoSuchJob),
        }
    }
}

/// The largest number a job can have.
const LAST: u32 = i32::MAX as u32;

/// More bytes than this no printer's name has in CUPS.
const NAME: usize = 127;

/// Whether a printer can be called so: CUPS takes no spaces, and `/` and `#` would mean another thing.
pub(crate) fn is_name(name: &str) -> bool {
    let is_fine = |c: char| !c.is_control() && !c.is_whitespace() && c != '/' && c != '#';
    !name.is_empty() && name.len() <= NAME && name.chars().all(is_fine)
}

/// More bytes than this a title does not keep; CUPS takes 255.
const TITLE: usize = 200;

/// The title as it may stand in a queue: one line of text, never empty.
fn title(text: &str) -> String {
    let is_text = |c: char| !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}');
    let clean: String = text.chars().map(|c| if is_text(c) { c } else { ' ' }).collect();
    let mut kept = String::new();
    for word in clean.split_whitespace() {
        if !kept.is_empty() {
            kept.push(' ');
        }
        kept.push_str(word);
        if kept.len() > TITLE {
            break;
        }
    }
    while kept.len() > TITLE {
        kept.pop();
    }
    let end = kept.trim_end().len();
    kept.truncate(end);
    if kept.is_empty() { "untitled".to_owned() } else { kept }
}

/// The arguments of `lp` for a document that comes in by its standard input. Each text of a caller
/// stands after the option it is the value of, where `lp` looks for no option.
///
/// # Errors
/// What cannot be asked for: no such printer, copies, a size.
pub(crate) fn arguments(job: &Job) -> Result<Vec<String>, PrinterError> {
    if !is_name(&job.printer) {
        return Err(PrinterError::NoSuchPrinter { name: shown(&job.printer) });
    }
    if !(1..=99).contains(&job.copies) {
        return Err(PrinterError::Copies { copies: job.copies });
    }
    let (media, is_landscape) = match job.media {
        Media::A4 => ("A4".to_owned(), false),
        Media::A4Landscape => ("A4".to_owned(), true),
        Media::Letter => ("Letter".to_owned(), false),
        Media::LetterLandscape => ("Letter".to_owned(), true),
        Media::Millimetres { width, height } => (custom(width, height)?, false),
    };
    let sides = match job.sides {
        Sides::One => "one-sided",
        Sides::TwoLongEdge => "two-sided-long-edge",
    };
    let mut arguments = vec!["-d".to_owned(), job.printer.clone()];
    arguments.extend(["-t".to_owned(), title(&job.title), "-n".to_owned(), job.copies.to_string()]);
    let options = [
        format!("media={media}"),
        format!("sides={sides}"),
        "print-scaling=none".to_owned(),
        "document-format=application/pdf".to_owned(),
        // Over what the user has set for all documents: it would make codes smaller.
        "number-up=1".to_owned(),
    ];
    let turned = is_landscape.then(|| "orientation-requested=4".to_owned());
    for option in options.into_iter().chain(turned) {
        arguments.extend(["-o".to_owned(), option]);
    }
    Ok(arguments)
}

/// A size as CUPS names one that is in no list.
fn custom(width: f32, height: f32) -> Result<String, PrinterError> {
    let is_size = |length: f32| (1.0..=5000.0).contains(&length);
    if !is_size(width) || !is_size(height) {
        let (width, height) = (width.to_string(), height.to_string());
        return Err(PrinterError::Size { width, height });
    }
    // To a hundredth of a millimetre, without noughts at the end.
    let told = |length: f32| (f64::from(length) * 100.0).round() / 100.0;
    Ok(format!("Custom.{}x{}mm", told(width), told(height)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_one_line_of_text_that_fits() {
        assert_eq!(title("Pick list 7"), "Pick list 7");
        assert_eq!(title("-o x\n-d\0y\u{2028}z\t"), "-o x -d y z");
        assert_eq!(title(" \n\0"), "untitled");
        assert_eq!(title("قائمة الانتقاء"), "قائمة الانتقاء");
        let long = title(&"ع".repeat(4096));
        assert_eq!(long.len(), TITLE);
        assert_eq!(title(&"a ".repeat(4096)).len(), TITLE - 1);
    }

    #[test]
    fn a_job_is_called_by_its_printer_and_its_number() {
        for text in ["raw-2", "a-12-13", "Büro(1)-7", "--help-12"] {
            assert_eq!(text.parse::<JobId>().unwrap().to_string(), text);
        }
        for text in
            ["", "raw", "raw-", "-3", "raw-0", "raw-+1", "a b-1", "raw-99999999999", "r\n-1"]
        {
            assert_eq!(text.parse::<JobId>(), Err(PrinterError::NoSuchJob), "{text:?}");
        }
    }

    #[test]
    fn a_size_is_told_in_millimetres() {
        assert_eq!(custom(62.0, 29.0).unwrap(), "Custom.62x29mm");
        assert_eq!(custom(57.5, 31.75).unwrap(), "Custom.57.5x31.75mm");
        assert_eq!(custom(62.1, 0.1 + 100.2).unwrap(), "Custom.62.1x100.3mm");
        for length in [0.0, -1.0, f32::NAN, f32::INFINITY, 5001.0] {
            assert!(custom(length, 29.0).is_err() && custom(62.0, length).is_err(), "{length}");
        }
    }
}
