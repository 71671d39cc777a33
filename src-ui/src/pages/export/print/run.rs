//! What is printed, from the press of a key to the paper: its rows are read once and held by the backend, which
//! lays them out as often as another paper is chosen. One at a time for each page.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, NaiveDate, Utc};
use contract::{
    AddSheetRows, BeginPrint, CancelPrintJob, CancelSheet, Failure, Language, ListPrinters,
    PAPER_ROWS, Paper, PrintJob, PrintOrder, PrintPages, PrintState, PrinterInfo, PrinterList,
    PrinterStand, ReadPrintJob, SavePrint, SheetKey,
};
use leptos::prelude::*;

use super::choice::{LastOffer, PrintChoice, PrintForm};
use super::paper::paper;
use crate::components::Toasts;
use crate::components::grid::Row;
use crate::i18n::{I18n, say, use_i18n, worded_in};
use crate::ipc;
use crate::look::{DisplaySettings, use_look};
use crate::pages::export::cells::{have_items, printed};
use crate::pages::export::table::{Exported, ExportedTable, Reading, length};
use crate::wording::format::{Format, use_format};
use crate::wording::words::failure as failure_words;

/// So often it is asked what became of pages that were sent.
const LOOK: Duration = Duration::from_secs(1);

/// So often in a row it may not be known, until it is said so.
const MISSES: u32 = 3;

/// Pages that a printer was sent.
#[derive(Clone)]
pub struct SentPages {
    /// What people call the printer.
    pub printer: String,
    /// The job.
    pub job: PrintJob,
}

impl SentPages {
    /// They were not given up.
    fn goes_on(&self) -> bool {
        self.job.state != PrintState::GivenUp
    }
}

/// The printing of a page.
#[derive(Clone, Copy)]
pub struct Print {
    /// What is printed; nothing while nobody asks.
    pub table: RwSignal<Option<ExportedTable>>,
    /// The rows are held under this key, as they come.
    pub sheet: RwSignal<Option<SheetKey>>,
    /// All of them are there, or as many as are printed at once.
    pub is_read: RwSignal<bool>,
    /// Rows that were read, and rows of the grid in all.
    pub rows: RwSignal<(u32, u32)>,
    /// There are more rows than are printed at once.
    pub is_long: RwSignal<bool>,
    /// Why reading, saving or printing failed.
    pub failure: RwSignal<Option<Failure>>,
    /// A file is chosen and written.
    pub saving: RwSignal<bool>,
    /// The printers, once they are known.
    pub printers: RwSignal<Option<PrinterList>>,
    /// Why they are not.
    pub not_listed: RwSignal<Option<Failure>>,
    /// Pages are on their way to the printer.
    pub sending: RwSignal<bool>,
    /// The pages it was sent, until they are printed.
    pub sent: RwSignal<Option<SentPages>>,
    /// What the user chose.
    pub choice: PrintChoice,
    grids: StoredValue<Vec<Exported>>,
    /// How old its rows are, where that is known.
    as_of: RwSignal<Option<DateTime<Utc>>>,
    /// The day on which they were read.
    today: StoredValue<NaiveDate>,
    /// A code among its rows is the number of a trade item.
    pub has_items: RwSignal<bool>,
    /// Counts what was begun: only the last goes on.
    turn: StoredValue<u32>,
    /// Counts how often its rows were read, which is once for each language.
    reading: StoredValue<u32>,
    toasts: Toasts,
    settings: DisplaySettings,
    offered: LastOffer,
    i18n: I18n,
    format: Format,
}

impl Print {
    /// Nothing is printed.
    pub fn start(grids: Vec<Exported>) -> Self {
        let settings = use_look();
        let window = untrack(|| settings.language());
        let print = Self {
            table: RwSignal::new(None),
            sheet: RwSignal::new(None),
            is_read: RwSignal::new(false),
            rows: RwSignal::new((0, 0)),
            is_long: RwSignal::new(false),
            failure: RwSignal::new(None),
            saving: RwSignal::new(false),
            printers: RwSignal::new(None),
            not_listed: RwSignal::new(None),
            sending: RwSignal::new(false),
            sent: RwSignal::new(None),
            choice: PrintChoice::start(window),
            grids: StoredValue::new(grids),
            as_of: RwSignal::new(None),
            today: StoredValue::new(NaiveDate::default()),
            has_items: RwSignal::new(false),
            turn: StoredValue::new(0),
            reading: StoredValue::new(0),
            toasts: expect_context(),
            settings,
            offered: LastOffer::nothing(),
            i18n: use_i18n(),
            format: use_format(),
        };
        on_cleanup(move || print.let_go());
        print
    }

    /// Asks how what the grid with the focus shows is to be printed, and reads its rows meanwhile.
    pub fn open(self) {
        let shown = || self.grids.with_value(|grids| ExportedTable::shown(grids));
        let Some(table) = untrack(shown) else {
            return self.toasts.tell(untrack(|| say!(self.i18n, export.nothing)).to_owned());
        };
        let table = table.on_paper();
        self.let_go();
        self.saving.set(false);
        self.sending.set(false);
        self.sent.set(None);
        self.list_printers();
        self.offer(table.grid);
        self.choice.turn(&table);
        self.read(table);
    }

    /// The same, of labels; who does not print them is not offered them again.
    pub fn open_labels(self) {
        self.open();
        self.choice.form.set(PrintForm::Labels);
        self.offered.forget();
    }

    /// Offers what was printed last; what was chosen since and not printed stays for the same grid.
    fn offer(self, grid: &'static str) {
        let last = self.settings.now().print;
        let (window, mark) = untrack(|| (self.settings.language(), self.format.decimal_mark()));
        if !self.offered.again(grid, &last, window) {
            self.choice.offer(&last, grid, window, mark);
        }
    }

    /// Words what is printed in another language: its rows are read once more.
    pub fn speak(self, language: Language) {
        self.choice.language.set(language);
        if let Some(table) = self.table.get_untracked() {
            self.let_go_rows();
            self.read(table);
        }
    }

    /// Reads the rows of a table in the language that was chosen.
    fn read(self, table: ExportedTable) {
        let language = Some(self.choice.language.get_untracked());
        let table = table.worded(language);
        self.failure.set(None);
        self.is_long.set(false);
        self.is_read.set(false);
        self.has_items.set(false);
        self.as_of.set(None);
        self.today.set_value(ipc::today());
        self.rows.set((0, table.count().unwrap_or_default()));
        self.table.set(Some(table.clone()));
        let reading = self.reading.get_value();
        let request =
            BeginPrint { columns: table.heads.clone(), movements: table.movements.clone() };
        ipc::ask(&request, move |begun| match begun {
            Ok(sheet) if self.is_reading(reading) => {
                self.sheet.set(Some(sheet));
                self.read_on(reading, sheet, Reading::begin(table));
            }
            Ok(sheet) => give_up(sheet),
            Err(failure) => self.not_read(reading, failure),
        });
    }

    fn list_printers(self) {
        ipc::ask(&ListPrinters {}, move |listed| {
            let (printers, failure) = match listed {
                Ok(printers) => (printers, None),
                Err(failure) => (PrinterList::default(), Some(failure)),
            };
            self.printers.try_set(Some(printers));
            self.not_listed.try_set(failure);
        });
    }

    /// Asks no more. Pages that a printer was sent go on.
    pub fn close(self) {
        if let Some(SentPages { printer, .. }) =
            self.sent.get_untracked().filter(SentPages::goes_on)
        {
            self.toasts.say(untrack(|| say!(self.i18n, paper.sent, printer = printer)));
        }
        self.let_go();
        self.table.set(None);
    }

    /// The printer that is chosen: the last one, or else the default one.
    pub fn printer(self) -> Option<PrinterInfo> {
        let chosen = self.choice.printer.get();
        self.printers.with(|list| {
            let printers = &list.as_ref()?.printers;
            let found = printers.iter().find(|printer| printer.name == chosen);
            found.or_else(|| printers.first()).cloned()
        })
    }

    /// Why it cannot be sent to the printer; `None` where it can, or waits for its rows.
    pub fn why_not_printed(self) -> Option<String> {
        match self.printer() {
            Some(printer) if printer.stand == PrinterStand::Refuses => {
                Some(say!(self.i18n, paper.refuses, printer = printer.description))
            }
            _ => self.why_not(),
        }
    }

    /// A printer has pages that were not given up.
    pub fn goes_on(self) -> bool {
        self.sent.with(|sent| sent.as_ref().is_some_and(SentPages::goes_on))
    }

    /// Sends the pages to the printer.
    pub fn print(self) {
        let ready = untrack(|| Some((self.sheet.get()?, self.paper()?, self.printer()?)));
        let is_busy = self.sending.get_untracked() || untrack(|| self.goes_on());
        let Some((sheet, paper, printer)) = ready.filter(|_| !is_busy) else { return };
        self.sending.set(true);
        self.sent.set(None);
        self.failure.set(None);
        let order = PrintOrder {
            printer: printer.name,
            copies: self.choice.sets.get_untracked(),
            two_sided: self.choice.two_sided.get_untracked(),
        };
        self.keep(order.printer.clone());
        let turn = self.turn.get_value();
        let printer = printer.description;
        ipc::ask(&PrintPages { sheet, paper, order }, move |printed| match printed {
            Ok(job) if self.is_on(turn) => {
                self.sending.set(false);
                self.follow(turn, SentPages { printer, job }, 0);
            }
            // The sheet was closed meanwhile: what became of the pages is told all the same.
            Ok(_) => self.toasts.say(untrack(|| say!(self.i18n, paper.sent, printer = printer))),
            Err(failure) if self.is_on(turn) => {
                self.sending.set(false);
                self.fail(turn, failure);
            }
            Err(failure) => self.toasts.tell(untrack(|| failure_words(self.i18n, &failure))),
        });
    }

    /// Looks after pages that were sent, until they are printed or given up.
    /// `missed` says how often in a row it could not be asked.
    fn follow(self, turn: u32, sent: SentPages, missed: u32) {
        if !self.is_on(turn) {
            return;
        }
        let printer = sent.printer.clone();
        let over = match sent.job.state {
            PrintState::Done => say!(self.i18n, paper.printed, printer = printer),
            PrintState::Over => say!(self.i18n, paper.sent, printer = printer),
            _ => {
                self.sent.set(Some(sent.clone()));
                if sent.goes_on() {
                    set_timeout(move || self.look(turn, sent, missed), LOOK);
                }
                return;
            }
        };
        self.toasts.say(over);
        self.sent.set(None);
        // A file is being chosen: that goes on.
        if !self.saving.get_untracked() {
            self.close();
        }
    }

    fn look(self, turn: u32, sent: SentPages, missed: u32) {
        if !self.is_on(turn) {
            return;
        }
        let job = sent.job.job.clone();
        ipc::ask(&ReadPrintJob { job }, move |read| match read {
            Ok(job) => self.follow(turn, SentPages { job, ..sent }, 0),
            Err(failure) if missed >= MISSES && self.is_on(turn) => {
                // Nothing is known of them any more: they must not keep others from being printed.
                self.sent.set(None);
                self.failure.set(Some(failure));
            }
            Err(_) => self.follow(turn, sent, missed + 1),
        });
    }

    /// Gives up pages that were sent and wait.
    pub fn give_up(self) {
        let Some(sent) = self.sent.get_untracked() else { return };
        let turn = self.turn.get_value();
        ipc::ask(&CancelPrintJob { job: sent.job.job }, move |canceled| {
            if let Err(failure) = canceled {
                self.fail(turn, failure);
            }
        });
    }

    /// The document that was chosen; `None` while nothing is asked, a list has no columns, or a number in it is none.
    pub fn paper(self) -> Option<Paper> {
        let table = self.table.get()?;
        paper(self.choice, &table, (self.as_of(), self.today.get_value()))
    }

    /// How old the rows of the document are, as its readers write it; codes are of no age.
    fn as_of(self) -> Option<String> {
        let as_of = self.as_of.get().filter(|_| self.needs_rows())?;
        Some(worded_in(Some(self.choice.language.get()), || {
            let (day, time) =
                (self.format.full_day(ipc::local_day(as_of)), self.format.time(as_of));
            format!("{day}, {time}")
        }))
    }

    /// Its rows are still being read.
    pub fn is_waiting(self) -> bool {
        let is_there =
            if self.needs_rows() { self.is_read.get() } else { self.sheet.get().is_some() };
        !is_there && self.failure.with(Option::is_none)
    }

    fn needs_rows(self) -> bool {
        matches!(self.choice.form.get(), PrintForm::List | PrintForm::Labels)
    }

    /// Why it cannot be printed; `None` where it can, or waits for its rows.
    pub fn why_not(self) -> Option<String> {
        let why = || match self.choice.form.get() {
            PrintForm::List => say!(self.i18n, paper.no_columns).to_owned(),
            _ => say!(self.i18n, paper.not_a_size).to_owned(),
        };
        self.why_no_rows().or_else(|| self.paper().is_none().then(why))
    }

    /// Why its rows cannot be printed; `None` where they can, are waited for, or are not needed.
    pub fn why_no_rows(self) -> Option<String> {
        if !self.needs_rows() {
            None
        } else if self.is_long.get() {
            Some(say!(self.i18n, paper.too_long).to_owned())
        } else if !self.is_read.get() && self.failure.with(Option::is_some) {
            Some(say!(self.i18n, paper.not_read).to_owned())
        } else {
            None
        }
    }

    /// Writes the pages into a file, which is chosen first.
    pub fn save(self) {
        let ready = untrack(|| self.sheet.get().zip(self.paper()));
        let Some((sheet, paper)) = ready.filter(|_| !self.saving.get_untracked()) else { return };
        self.saving.set(true);
        self.failure.set(None);
        let turn = self.turn.get_value();
        ipc::ask(&SavePrint { sheet, paper }, move |saved| {
            let is_on = self.is_on(turn);
            if is_on {
                self.saving.set(false);
            }
            match saved {
                Ok(None) => {}
                Ok(Some(saved)) => {
                    let file = saved.file_name;
                    self.toasts.say(untrack(|| say!(self.i18n, history.exported, file = file)));
                    if is_on {
                        self.keep(self.choice.printer.get_untracked());
                        self.close();
                    }
                }
                Err(failure) if is_on => self.fail(turn, failure),
                Err(failure) => self.toasts.tell(untrack(|| failure_words(self.i18n, &failure))),
            }
        });
    }

    /// The same is offered next time.
    fn keep(self, printer: String) {
        self.choice.printer.set(printer);
        let window = untrack(|| self.settings.language());
        let grid = self.table.with_untracked(|table| table.as_ref().map(|table| table.grid));
        self.offered.forget();
        if let Some(grid) = grid {
            self.settings.change(|settings| self.choice.keep(&mut settings.print, grid, window));
        }
    }

    /// Who ends a reading gives its rows up: nothing is added to them then.
    fn read_on(self, reading: u32, sheet: SheetKey, rest: Reading) {
        rest.next(move |next| match next {
            _ if !self.is_reading(reading) => {}
            Err(failure) => self.not_read(reading, failure),
            Ok((rest, portion)) => {
                let columns = &rest.table.columns;
                let drawn = |row: &Arc<Row>| printed(row, columns);
                let mut rows: Vec<_> = untrack(|| portion.rows.iter().filter_map(drawn).collect());
                let (before, _) = self.rows.get_untracked();
                let room = PAPER_ROWS.saturating_sub(before as usize);
                let is_long = rows.len() > room;
                rows.truncate(room);
                if !self.has_items.get_untracked() && have_items(&rows, columns) {
                    self.has_items.set(true);
                }
                self.rows.set((before + length(rows.len()), portion.all));
                self.as_of.set(portion.as_of);
                self.is_long.set(is_long);
                let is_last = portion.is_last || is_long;
                ipc::ask(&AddSheetRows { sheet, rows }, move |added| match added {
                    Err(failure) => self.not_read(reading, failure),
                    Ok(_) if !self.is_reading(reading) => {}
                    Ok(_) if is_last => self.is_read.set(true),
                    Ok(_) => self.read_on(reading, sheet, rest),
                });
            }
        });
    }

    /// What is under way is no more, and the rows are let go of.
    fn let_go(self) {
        self.turn.try_update_value(|turn| *turn = turn.wrapping_add(1));
        self.let_go_rows();
    }

    fn let_go_rows(self) {
        self.reading.try_update_value(|reading| *reading = reading.wrapping_add(1));
        let held = self.sheet.try_update(Option::take).flatten();
        held.into_iter().for_each(give_up);
    }

    fn is_on(self, turn: u32) -> bool {
        self.turn.try_get_value() == Some(turn)
    }

    fn is_reading(self, reading: u32) -> bool {
        self.reading.try_get_value() == Some(reading)
    }

    fn not_read(self, reading: u32, failure: Failure) {
        if self.is_reading(reading) {
            self.failure.set(Some(failure));
        }
    }

    fn fail(self, turn: u32, failure: Failure) {
        if self.is_on(turn) {
            self.failure.set(Some(failure));
        }
    }
}

fn give_up(sheet: SheetKey) {
    ipc::ask(&CancelSheet { sheet }, |_| ());
}
