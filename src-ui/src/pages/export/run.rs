//! An export under way: what a grid shows is read to its end, portion by portion, and each portion put
//! where it goes before the next is read. One at a time for each page; a new one, a cancel or the end of
//! the page ends the one before, of which nothing is left.

use std::collections::HashSet;
use std::sync::Arc;

use contract::{
    AddSheetRows, BeginSheet, CancelSheet, Failure, FinishSheet, Paper, Reason, SheetCell,
    SheetFormat, SheetKey,
};
use leptos::prelude::*;

use super::cells::{barcode_column, cells, heads, paper_columns, printed, told};
use super::paper::PaperChoice;
use crate::components::Toasts;
use crate::components::grid::{Block, Column, GridData, GridHandle, Row, RowsPart};
use crate::i18n::{I18n, say, use_i18n};
use crate::ipc::{self, Promised};

/// A grid whose rows can be exported.
#[derive(Clone, Copy)]
pub struct Exported {
    /// The page's hold on it.
    pub grid: GridHandle,
    /// What its rows are called; the file is named after it.
    pub name: Signal<String>,
    /// What is known of all of them together, for paper: what it is, and its value.
    facts: Signal<Vec<(String, String)>>,
}

impl Exported {
    /// A grid, and what its rows are called.
    pub fn new(grid: GridHandle, name: Signal<String>) -> Self {
        Self { grid, name, facts: Signal::stored(Vec::new()) }
    }

    /// With what is known of all rows together.
    pub fn about(self, facts: Signal<Vec<(String, String)>>) -> Self {
        Self { facts, ..self }
    }
}

/// Where an export stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportStage {
    /// It is asked into what.
    Asking,
    /// The file is chosen in a dialog of the system.
    Choosing,
    /// So many rows are read, of so many in all.
    Running(u32, u32),
    /// All are read, and the file is being put in its place: it is too late to give it up.
    Finishing,
}

/// Into what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportTarget {
    /// A file.
    File(SheetFormat),
    /// The clipboard.
    Clipboard,
}

/// What is exported.
#[derive(Clone)]
pub struct ExportedTable {
    /// What its rows are called.
    pub name: String,
    /// The heads of its columns. They are as they were when it was asked: the grid may be drawn anew.
    pub heads: Vec<String>,
    /// What is known of all its rows together.
    pub facts: Vec<(String, String)>,
    /// Its columns, each with its place in a row's cells.
    columns: Arc<Vec<(usize, Column)>>,
    data: GridData,
}

/// The export of a page.
#[derive(Clone, Copy)]
pub struct Export {
    /// What is exported; nothing while nobody asks.
    pub table: RwSignal<Option<ExportedTable>>,
    /// Its rows, once they are counted.
    pub rows: RwSignal<Option<u32>>,
    /// Where it stands.
    pub stage: RwSignal<ExportStage>,
    /// Into what it goes, once that was said.
    pub target: RwSignal<Option<ExportTarget>>,
    /// Why the last one failed.
    pub failure: RwSignal<Option<Failure>>,
    /// It is for paper.
    pub is_print: RwSignal<bool>,
    /// On which paper, and how.
    pub paper: PaperChoice,
    grids: StoredValue<Vec<Exported>>,
    /// Counts what was begun: only the last goes on.
    turn: StoredValue<u32>,
    toasts: Toasts,
    i18n: I18n,
}

/// Where rows go.
enum Sink {
    Nowhere,
    File(SheetKey),
    Clipboard(Promised, Vec<Vec<String>>),
}

/// Rows being read to the end.
struct Reading {
    turn: u32,
    table: ExportedTable,
    /// The next row of the grid.
    at: u32,
    /// Rows of the grid in all; once another number is told, it is another list.
    all: Option<u32>,
    /// Rows of the table so far.
    rows: u32,
    /// What names those of the portions before: one that comes again has moved in the list.
    keys: HashSet<String>,
    sink: Sink,
}

impl Export {
    /// Nothing is exported.
    pub fn start(grids: Vec<Exported>) -> Self {
        let export = Self {
            table: RwSignal::new(None),
            rows: RwSignal::new(None),
            stage: RwSignal::new(ExportStage::Asking),
            target: RwSignal::new(None),
            failure: RwSignal::new(None),
            is_print: RwSignal::new(false),
            paper: PaperChoice::start(),
            grids: StoredValue::new(grids),
            turn: StoredValue::new(0),
            toasts: expect_context(),
            i18n: use_i18n(),
        };
        on_cleanup(move || export.next_turn());
        export
    }

    /// Asks on which paper the grid with the focus is to be printed.
    pub fn print(self) {
        self.is_print.set(true);
        self.show();
    }

    /// Asks into what the grid with the focus is to be exported.
    pub fn open(self) {
        self.is_print.set(false);
        self.show();
    }

    /// Shows what is asked, and counts the rows meanwhile.
    fn show(self) {
        let Some(table) = untrack(|| self.shown()) else {
            return self.toasts.tell(untrack(|| say!(self.i18n, export.nothing)).to_owned());
        };
        self.rows.set(table.data.records.get_untracked());
        self.table.set(Some(table));
        self.ask();
    }

    /// Gives up what is under way; without that, asks no more.
    pub fn close(self) {
        match self.stage.get_untracked() {
            ExportStage::Asking => self.done(),
            ExportStage::Choosing | ExportStage::Running(..) => self.ask(),
            ExportStage::Finishing => {}
        }
    }

    /// Writes a file, which is chosen first.
    pub fn save(self, format: SheetFormat) {
        let Some(table) = self.begin(ExportTarget::File(format), ExportStage::Choosing) else {
            return;
        };
        let reading = self.reading(table, Sink::Nowhere);
        let paper = (format == SheetFormat::Pdf).then(|| untrack(|| self.paper_of(&reading.table)));
        let ExportedTable { name, heads, .. } = reading.table.clone();
        let request = BeginSheet { format, name, columns: heads, paper };
        ipc::ask(&request, move |begun| match begun {
            Ok(Some(sheet)) => self.read_on(Reading { sink: Sink::File(sheet), ..reading }),
            Ok(None) if self.is_on(reading.turn) => self.ask(),
            Ok(None) => {}
            Err(failure) => self.fail(reading.turn, failure),
        });
    }

    /// Puts all of it on the clipboard; to be called for a press.
    pub fn copy(self) {
        let Some(table) = self.begin(ExportTarget::Clipboard, ExportStage::Running(0, 0)) else {
            return;
        };
        let turn = self.turn.get_value();
        // One that was given up did not fail.
        let taken = move |taken| match taken {
            true => self.toasts.say(say!(self.i18n, export.copied).to_owned()),
            false if self.is_on(turn) => {
                self.toasts.say(say!(self.i18n, export.copy_failed).to_owned())
            }
            false => {}
        };
        let promised = ipc::promise_clipboard(move |was_taken| untrack(|| taken(was_taken)));
        let Some(promised) = promised else {
            self.ask();
            return self.toasts.tell(untrack(|| say!(self.i18n, export.copy_failed)).to_owned());
        };
        let head = table.heads.clone();
        self.read_on(self.reading(table, Sink::Clipboard(promised, vec![head])));
    }

    fn shown(self) -> Option<ExportedTable> {
        let grids = self.grids.get_value();
        let focused = grids.iter().filter(|of| of.grid.has_focus());
        let (of, shown) = focused.chain(&grids).find_map(|of| Some((of, of.grid.shown()?)))?;
        let columns = told(shown.columns);
        let (name, heads, facts) = (of.name.get(), heads(&columns), of.facts.get());
        Some(ExportedTable { name, heads, facts, columns: Arc::new(columns), data: shown.data })
    }

    /// Begins something with what is to be exported.
    fn begin(self, target: ExportTarget, stage: ExportStage) -> Option<ExportedTable> {
        let table = self.table.get_untracked()?;
        self.next_turn();
        self.target.set(Some(target));
        self.failure.set(None);
        self.stage.set(stage);
        Some(table)
    }

    /// Asks, and goes on counting where that was broken off.
    fn ask(self) {
        self.rest();
        let table = self.table.get_untracked().filter(|_| self.rows.get_untracked().is_none());
        if let Some(table) = table {
            self.read_on(self.reading(table, Sink::Nowhere));
        }
    }

    /// What is under way, is no more.
    fn rest(self) {
        self.next_turn();
        self.failure.set(None);
        self.stage.set(ExportStage::Asking);
    }

    fn next_turn(self) {
        self.turn.try_update_value(|turn| *turn = turn.wrapping_add(1));
    }

    fn is_on(self, turn: u32) -> bool {
        self.turn.try_get_value() == Some(turn)
    }

    /// How a table is printed.
    fn paper_of(self, table: &ExportedTable) -> Paper {
        let (columns, barcodes) = (paper_columns(&table.columns), barcode_column(&table.columns));
        self.paper.told(self.i18n, (columns, barcodes), table.facts.clone())
    }

    fn reading(self, table: ExportedTable, sink: Sink) -> Reading {
        Reading {
            turn: self.turn.get_value(),
            table,
            at: 0,
            all: None,
            rows: 0,
            keys: HashSet::new(),
            sink,
        }
    }

    fn fail(self, turn: u32, failure: Failure) {
        if self.is_on(turn) {
            match self.stage.get_untracked() {
                // What could not be counted is not counted again and again.
                ExportStage::Asking => self.rest(),
                ExportStage::Choosing | ExportStage::Running(..) | ExportStage::Finishing => {
                    self.ask();
                }
            }
            self.failure.set(Some(failure));
        }
    }

    fn read_on(self, reading: Reading) {
        if !self.is_on(reading.turn) {
            return reading.sink.give_up();
        }
        let (data, at) = (reading.table.data, reading.at);
        data.read(at, Box::new(move |part| self.came(reading, part)));
    }

    fn came(self, mut reading: Reading, part: Result<RowsPart, Failure>) {
        let part = match part {
            _ if !self.is_on(reading.turn) => return reading.sink.give_up(),
            // Rows of two lists in one would be missing, or there twice.
            Ok(part) if reading.all.is_some_and(|all| all != part.total) => {
                Err(Failure::from(Reason::ListChanged))
            }
            Ok(part) if part.rows.iter().any(|row| reading.keys.contains(&row.key)) => {
                Err(Failure::from(Reason::ListChanged))
            }
            part => part,
        };
        let part = match part {
            Ok(part) => part,
            Err(failure) => {
                reading.sink.give_up();
                return self.fail(reading.turn, failure);
            }
        };
        let columns = &reading.table.columns;
        let is_print = self.is_print.get_untracked();
        let drawn =
            |row: &Arc<Row>| if is_print { printed(row, columns) } else { cells(row, columns) };
        let rows: Vec<_> = untrack(|| part.rows.iter().filter_map(drawn).collect());
        // Within a portion there may be two of one name: some services give it twice.
        reading.keys.extend(part.rows.iter().map(|row| row.key.clone()));
        reading.at += length(part.rows.len());
        reading.all = Some(part.total);
        reading.rows += length(rows.len());
        let is_last = part.rows.is_empty() || reading.at >= part.total;
        self.put(reading, rows, is_last);
    }

    /// Puts rows where they go; then the next are read.
    fn put(self, mut reading: Reading, rows: Vec<Vec<SheetCell>>, is_last: bool) {
        if !matches!(reading.sink, Sink::Nowhere) {
            let all = self.rows.get_untracked().or(reading.all).unwrap_or_default();
            self.stage.set(ExportStage::Running(reading.rows, all));
        }
        match &mut reading.sink {
            Sink::Nowhere => {}
            Sink::Clipboard(_, texts) => {
                texts.extend(rows.iter().map(|row| row.iter().map(SheetCell::plain).collect()));
            }
            Sink::File(sheet) => {
                let request = AddSheetRows { sheet: *sheet, rows };
                return ipc::ask(&request, move |added| match added {
                    Err(failure) => self.fail(reading.turn, failure),
                    Ok(_) if is_last => self.end(reading),
                    Ok(_) => self.read_on(reading),
                });
            }
        }
        if is_last { self.end(reading) } else { self.read_on(reading) }
    }

    fn end(self, reading: Reading) {
        if !self.is_on(reading.turn) {
            return reading.sink.give_up();
        }
        match reading.sink {
            Sink::Nowhere => self.rows.set(Some(reading.rows)),
            Sink::Clipboard(promised, texts) => {
                let block = Block { cells: texts };
                promised.keep(&block.text(), &block.html());
                self.done();
            }
            Sink::File(sheet) => {
                self.stage.set(ExportStage::Finishing);
                ipc::ask(&FinishSheet { sheet }, move |saved| match saved {
                    Ok(saved) => {
                        let file = saved.file_name;
                        self.toasts.say(untrack(|| say!(self.i18n, history.exported, file = file)));
                        if self.is_on(reading.turn) {
                            self.done();
                        }
                    }
                    Err(failure) => self.fail(reading.turn, failure),
                });
            }
        }
    }

    fn done(self) {
        self.rest();
        self.table.set(None);
    }
}

impl Sink {
    /// Nothing comes of it.
    fn give_up(self) {
        if let Self::File(sheet) = self {
            ipc::ask(&CancelSheet { sheet }, |_| ());
        }
    }
}

fn length(rows: usize) -> u32 {
    u32::try_from(rows).unwrap_or(u32::MAX)
}
