//! Requests to the shell itself: preferences, dialogs, the start.

use serde::{Deserialize, Serialize};

use crate::{
    ExportFigures, ExportFormat, JournalFilter, LineRef, MovementKey, Paper, PrintOrder, Settings,
    SheetCell, SheetFormat, SheetKey, SiteFile,
};

/// Asks what the program was started with. The answer comes once the profile used last is open, or is
/// known not to open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadStartOptions {}

/// What the program was started with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartOptions {
    /// `--server URL`
    pub server: Option<String>,
    /// `--practice`, or the practice warehouse was used last and no `--server` is given; asked again
    /// after the first page was painted, never.
    pub practice: bool,
    /// The program's version.
    pub version: String,
    /// The preferences' file was damaged, and what became of it.
    #[serde(default)]
    pub torn_settings: Option<TornSettings>,
    /// The folder the log is kept in.
    #[serde(default)]
    pub log_folder: String,
    /// The preferences as they were kept.
    #[serde(default)]
    pub settings: Settings,
}

/// The preferences' file was damaged when the program started; it is kept aside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TornSettings {
    /// Name of the file it is kept under, in the same folder.
    pub kept_as: String,
    /// The last good preferences are back; otherwise all have their defaults.
    pub restored: bool,
}

/// Says that the window painted its first data; the shell then stops waiting for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstPainted {}

/// Keeps the window's preferences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaveSettings {
    /// All of them.
    pub settings: Settings,
}

/// Starts the practice warehouse inside this program and signs in to it as its first sample user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenPractice {}

/// Lets the user choose a certificate file, shows what is in it, and trusts it for a service; `None`
/// if nothing was chosen, or it was not confirmed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChooseCertificate {
    /// Address of the service, as typed.
    pub server: String,
}

/// Lets the user choose a file and writes the journal into it; `None` if nothing was chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaveJournal {
    /// In which form.
    pub format: ExportFormat,
    /// Which entries.
    #[serde(default)]
    pub filter: JournalFilter,
}

/// Lets the user choose a file and writes a table of this site into it; `None` if nothing was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaveTable {
    /// Which one.
    pub table: SiteFile,
}

/// Lets the user choose a file and writes the figures of the first page into it; `None` if nothing was chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaveFigures {
    /// Which ones, in which form.
    pub figures: ExportFigures,
}

/// Lets the user choose a file for a table that is exported; `None` if nothing was chosen. Rows are added
/// to it until it is finished, and nothing stands in the file before. A few are kept open at once: where
/// there are more, the one that was begun first is given up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BeginSheet {
    /// In which form.
    pub format: SheetFormat,
    /// What the table is called; the name of its file is made of it.
    pub name: String,
    /// The heads of its columns, at most [`crate::SHEET_COLUMNS`].
    pub columns: Vec<String>,
}

/// Begins a table that is printed: rows are added to it as to one that is exported ([`AddSheetRows`]), at
/// most [`crate::PAPER_ROWS`]. It stays open, and can be looked at, saved and printed, until it is given up
/// ([`CancelSheet`]).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BeginPrint {
    /// The heads of its columns, at most [`crate::SHEET_COLUMNS`].
    pub columns: Vec<String>,
    /// The movements of which its rows are: each bin is read as the plan of its depot says, or else of the first one's.
    pub movements: Vec<MovementKey>,
}

/// Draws a page of a table that is printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawPage {
    /// Which table.
    pub sheet: SheetKey,
    /// How it is printed.
    pub paper: Paper,
    /// Which page, from 0; the last one where there are fewer.
    pub page: u32,
    /// The width of the picture, in pixels: 50 to 2,000.
    pub width: u32,
}

/// Lets the user choose a file and writes the pages of a table into it, as a PDF; `None` if nothing was
/// chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavePrint {
    /// Which table.
    pub sheet: SheetKey,
    /// How it is printed.
    pub paper: Paper,
}

/// Asks for the printers of the system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListPrinters {}

/// Sends the pages of a table to a printer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrintPages {
    /// Which table.
    pub sheet: SheetKey,
    /// How it is printed.
    pub paper: Paper,
    /// On which printer.
    pub order: PrintOrder,
}

/// Asks what became of pages that a printer was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadPrintJob {
    /// Which, by [`crate::PrintJob::job`].
    pub job: String,
}

/// Gives up pages that a printer was sent, if they are not printed yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CancelPrintJob {
    /// Which, by [`crate::PrintJob::job`].
    pub job: String,
}

/// Adds rows to a table that is exported or printed. What cannot be written gives the table up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddSheetRows {
    /// Which table.
    pub sheet: SheetKey,
    /// The next rows, at most [`crate::SHEET_ROWS`], with a cell for each column.
    pub rows: Vec<Vec<SheetCell>>,
}

/// Writes a table that is exported into its file: whole, or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishSheet {
    /// Which table.
    pub sheet: SheetKey,
}

/// Gives up a table that is exported or printed: no file comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CancelSheet {
    /// Which table.
    pub sheet: SheetKey,
}

/// A file that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedFile {
    /// Its name, without the folder.
    pub file_name: String,
}

/// Shows a notice of the desktop, in the place of the last one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShowNotice {
    /// What it is about.
    pub title: String,
    /// More of it, in lines; plain text.
    pub text: String,
    /// The line the window goes to when it is pressed; the first page where there is none.
    #[serde(default)]
    pub line: Option<LineRef>,
}

/// Shows at the window's icon how much waits, where the desktop can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShowWaiting {
    /// How much; nothing is shown for 0.
    pub count: u32,
}

/// Closes the window now, while it says what waits here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CloseNow {}

/// Keeps the window open, while it says what waits here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StayOpen {}
