//! What is printed, from the press of a key to the paper: its rows are read once and held by the backend, which
//! lays them out as often as another paper is chosen. One at a time for each page.

use std::sync::Arc;
use std::time::Duration;

use contract::{
    AddSheetRows, BeginPrint, CancelPrintJob, CancelSheet, Failure, ListPrinters, PAPER_ROWS,
    Paper, PrintJob, PrintOrder, PrintPages, PrintState, PrinterInfo, PrinterList, PrinterStand,
    ReadPrintJob, SavePrint, SheetKey,
};
use leptos::prelude::*;

use super::choice::{PrintChoice, PrintForm};
use super::paper::paper;
use crate::components::Toasts;
use crate::components::grid::Row;
use crate::i18n::{I18n, say, use_i18n};
use crate::ipc;
use crate::look::{DisplaySettings, use_look};
use crate::pages::export::cells::printed;
use crate::pages::export::table::{Exported, ExportedTable, Reading, length};
use crate::wording::format::{Format, use_format};

/// So often it is asked what became of pages that were sent.
const LOOK: Duration = Duration::from_secs(1);

/// Pages that a printer was sent.
#[derive(Clone)]
pub struct SentPages {
    /// What people call the printer.
    pub printer: String,
    /// The job.
    pub job: PrintJob,
}

/// The printing of a page.
#[derive(Clone, Copy)]
pub struct Print {
    /// What is printed; nothing while nobody asks.
    pub table: RwSignal<Option<ExportedTable>>,
    /// All rows are there, or as many as are printed at once: they are held under this key.
    pub sheet: RwSignal<Option<SheetKey>>,
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
    /// Pages are on their way to the printer.
    pub sending: RwSignal<bool>,
    /// The pages it was sent, until they are printed.
    pub sent: RwSignal<Option<SentPages>>,
    /// What the user chose.
    pub choice: PrintChoice,
    grids: StoredValue<Vec<Exported>>,
    /// Counts what was begun: only the last goes on.
    turn: StoredValue<u32>,
    toasts: Toasts,
    settings: DisplaySettings,
    i18n: I18n,
    format: Format,
}

impl Print {
    /// Nothing is printed.
    pub fn start(grids: Vec<Exported>) -> Self {
        let print = Self {
            table: RwSignal::new(None),
            sheet: RwSignal::new(None),
            rows: RwSignal::new((0, 0)),
            is_long: RwSignal::new(false),
            failure: RwSignal::new(None),
            saving: RwSignal::new(false),
            printers: RwSignal::new(None),
            sending: RwSignal::new(false),
            sent: RwSignal::new(None),
            choice: PrintChoice::start(),
            grids: StoredValue::new(grids),
            turn: StoredValue::new(0),
            toasts: expect_context(),
            settings: use_look(),
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
        self.let_go();
        self.failure.set(None);
        self.is_long.set(false);
        self.saving.set(false);
        self.sending.set(false);
        self.sent.set(None);
        ipc::ask(&ListPrinters {}, move |listed| {
            // Printers that cannot be listed are none that can be printed on.
            self.printers.try_set(Some(listed.unwrap_or_default()));
        });
        self.rows.set((0, table.count().unwrap_or_default()));
        self.table.set(Some(table.clone()));
        let turn = self.turn.get_value();
        let request = BeginPrint { columns: table.heads.clone() };
        ipc::ask(&request, move |begun| match begun {
            Ok(sheet) => self.read_on(turn, sheet, Reading::begin(table)),
            Err(failure) => self.fail(turn, failure),
        });
    }

    /// Asks no more. Pages that a printer was sent go on.
    pub fn close(self) {
        let waiting =
            self.sent.get_untracked().filter(|sent| sent.job.state != PrintState::GivenUp);
        if let Some(sent) = waiting {
            let printer = sent.printer;
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

    /// Why it cannot be sent to the printer now; `None` where it can.
    pub fn why_not_printed(self) -> Option<String> {
        match self.printer() {
            None if self.printers.with(Option::is_none) => {
                Some(say!(self.i18n, paper.looking).to_owned())
            }
            Some(printer) if printer.stand == PrinterStand::Refuses => {
                Some(say!(self.i18n, paper.refuses, printer = printer.description))
            }
            _ => self.why_not(),
        }
    }

    /// Sends the pages to the printer.
    pub fn print(self) {
        let ready = untrack(|| Some((self.sheet.get()?, self.paper()?, self.printer()?)));
        let is_busy = self.sending.get_untracked() || self.sent.with_untracked(Option::is_some);
        let Some((sheet, paper, printer)) = ready.filter(|_| !is_busy) else { return };
        self.sending.set(true);
        self.failure.set(None);
        let order = PrintOrder {
            printer: printer.name,
            copies: self.choice.sets.get_untracked(),
            two_sided: self.choice.two_sided.get_untracked(),
        };
        self.keep(order.printer.clone());
        let turn = self.turn.get_value();
        ipc::ask(&PrintPages { sheet, paper, order }, move |printed| {
            self.sending.try_set(false);
            match printed {
                Ok(job) => self.follow(turn, SentPages { printer: printer.description, job }),
                Err(failure) => self.fail(turn, failure),
            }
        });
    }

    /// Looks after pages that were sent, until they are printed or given up.
    fn follow(self, turn: u32, sent: SentPages) {
        if !self.is_on(turn) {
            return;
        }
        if sent.job.state == PrintState::Done {
            let printer = sent.printer;
            self.toasts.say(untrack(|| say!(self.i18n, paper.printed, printer = printer)));
            self.sent.set(None);
            return self.close();
        }
        self.sent.set(Some(sent.clone()));
        if sent.job.state != PrintState::GivenUp {
            set_timeout(move || self.look(turn, sent), LOOK);
        }
    }

    fn look(self, turn: u32, sent: SentPages) {
        if self.is_on(turn) {
            let job = sent.job.job.clone();
            ipc::ask(&ReadPrintJob { job }, move |read| {
                let job = read.unwrap_or_else(|_| sent.job.clone());
                self.follow(turn, SentPages { job, ..sent });
            });
        }
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

    /// The document that was chosen; `None` while nothing is asked, or a number in it is none.
    pub fn paper(self) -> Option<Paper> {
        let table = self.table.get()?;
        paper(self.choice, &table, self.i18n, self.format)
    }

    /// Why it cannot be printed now; `None` where it can.
    pub fn why_not(self) -> Option<String> {
        let needs_rows = matches!(self.choice.form.get(), PrintForm::List | PrintForm::Labels);
        if self.is_long.get() && needs_rows {
            Some(say!(self.i18n, paper.too_long).to_owned())
        } else if self.sheet.get().is_none() {
            Some(say!(self.i18n, paper.reading).to_owned())
        } else if self.paper().is_none() {
            Some(say!(self.i18n, paper.not_a_size).to_owned())
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
            self.saving.try_set(false);
            match saved {
                Ok(None) => {}
                Ok(Some(saved)) => {
                    let file = saved.file_name;
                    self.toasts.say(untrack(|| say!(self.i18n, history.exported, file = file)));
                    if self.is_on(turn) {
                        self.keep(self.choice.printer.get_untracked());
                        self.close();
                    }
                }
                Err(failure) => self.fail(turn, failure),
            }
        });
    }

    /// The same paper and printer are offered next time.
    fn keep(self, printer: String) {
        self.choice.printer.set(printer.clone());
        let size = self.choice.size.get_untracked();
        let stock = untrack(|| self.choice.stock.stock(size));
        self.settings.change(|settings| {
            settings.print.size = size;
            settings.print.stock = stock.unwrap_or(settings.print.stock);
            settings.print.printer = Some(printer).filter(|printer| !printer.is_empty());
        });
    }

    fn read_on(self, turn: u32, sheet: SheetKey, reading: Reading) {
        if !self.is_on(turn) {
            return give_up(sheet);
        }
        reading.next(move |next| match next {
            _ if !self.is_on(turn) => give_up(sheet),
            Err(failure) => {
                give_up(sheet);
                self.fail(turn, failure);
            }
            Ok((reading, portion)) => {
                let columns = &reading.table.columns;
                let drawn = |row: &Arc<Row>| printed(row, columns);
                let mut rows: Vec<_> = untrack(|| portion.rows.iter().filter_map(drawn).collect());
                let (before, _) = self.rows.get_untracked();
                let room = PAPER_ROWS.saturating_sub(before as usize);
                let is_long = rows.len() > room;
                rows.truncate(room);
                self.rows.set((before + length(rows.len()), portion.all));
                self.is_long.set(is_long);
                let is_last = portion.is_last || is_long;
                ipc::ask(&AddSheetRows { sheet, rows }, move |added| match added {
                    Err(failure) => self.fail(turn, failure),
                    Ok(_) if !self.is_on(turn) => give_up(sheet),
                    Ok(_) if is_last => self.sheet.set(Some(sheet)),
                    Ok(_) => self.read_on(turn, sheet, reading),
                });
            }
        });
    }

    /// What is under way is no more, and the rows are let go of.
    fn let_go(self) {
        self.turn.try_update_value(|turn| *turn = turn.wrapping_add(1));
        let held = self.sheet.try_update(Option::take).flatten();
        held.into_iter().for_each(give_up);
    }

    fn is_on(self, turn: u32) -> bool {
        self.turn.try_get_value() == Some(turn)
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
