//! An export under way: what a grid shows is read to its end, portion by portion, and each portion put
//! where it goes before the next is read. One at a time for each page; a new one, a cancel or the end of
//! the page ends the one before, of which nothing is left.

use std::sync::Arc;

use contract::{
    AddSheetRows, BeginSheet, CancelSheet, Failure, FinishSheet, SheetCell, SheetFormat, SheetKey,
};
use leptos::prelude::*;

use super::cells::cells;
use super::table::{Exported, ExportedTable, Portion, Reading, length};
use crate::components::Toasts;
use crate::components::grid::{Block, Row};
use crate::i18n::{I18n, say, use_i18n};
use crate::ipc::{self, Promised};

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

/// An export on its way.
struct Run {
    turn: u32,
    reading: Reading,
    /// Rows of the table so far.
    rows: u32,
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
            grids: StoredValue::new(grids),
            turn: StoredValue::new(0),
            toasts: expect_context(),
            i18n: use_i18n(),
        };
        on_cleanup(move || export.next_turn());
        export
    }

    /// Asks into what the grid with the focus is to be exported, and counts the rows meanwhile.
    pub fn open(self) {
        let shown = || self.grids.with_value(|grids| ExportedTable::shown(grids));
        let Some(table) = untrack(shown) else {
            return self.toasts.tell(untrack(|| say!(self.i18n, export.nothing)).to_owned());
        };
        self.rows.set(table.count());
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
        let run = self.run(table, Sink::Nowhere);
        let ExportedTable { name, heads, .. } = run.reading.table.clone();
        ipc::ask(&BeginSheet { format, name, columns: heads }, move |begun| match begun {
            Ok(Some(sheet)) => self.read_on(Run { sink: Sink::File(sheet), ..run }),
            Ok(None) if self.is_on(run.turn) => self.ask(),
            Ok(None) => {}
            Err(failure) => self.fail(run.turn, failure),
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
        self.read_on(self.run(table, Sink::Clipboard(promised, vec![head])));
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
            self.read_on(self.run(table, Sink::Nowhere));
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

    fn run(self, table: ExportedTable, sink: Sink) -> Run {
        Run { turn: self.turn.get_value(), reading: Reading::begin(table), rows: 0, sink }
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

    fn read_on(self, run: Run) {
        let Run { turn, reading, rows, sink } = run;
        if !self.is_on(turn) {
            return sink.give_up();
        }
        reading.next(move |next| match next {
            _ if !self.is_on(turn) => sink.give_up(),
            Err(failure) => {
                sink.give_up();
                self.fail(turn, failure);
            }
            Ok((reading, portion)) => {
                let columns = &reading.table.columns;
                let drawn = |row: &Arc<Row>| cells(row, columns);
                let drawn: Vec<_> = untrack(|| portion.rows.iter().filter_map(drawn).collect());
                let rows = rows + length(drawn.len());
                let run = Run { turn, reading, rows, sink };
                self.put(run, drawn, &portion);
            }
        });
    }

    /// Puts rows where they go; then the next are read.
    fn put(self, mut run: Run, rows: Vec<Vec<SheetCell>>, portion: &Portion) {
        if !matches!(run.sink, Sink::Nowhere) {
            let all = self.rows.get_untracked().unwrap_or(portion.all);
            self.stage.set(ExportStage::Running(run.rows, all));
        }
        let is_last = portion.is_last;
        match &mut run.sink {
            Sink::Nowhere => {}
            Sink::Clipboard(_, texts) => {
                texts.extend(rows.iter().map(|row| row.iter().map(SheetCell::plain).collect()));
            }
            Sink::File(sheet) => {
                let request = AddSheetRows { sheet: *sheet, rows };
                return ipc::ask(&request, move |added| match added {
                    Err(failure) => self.fail(run.turn, failure),
                    Ok(_) if is_last => self.end(run),
                    Ok(_) => self.read_on(run),
                });
            }
        }
        if is_last { self.end(run) } else { self.read_on(run) }
    }

    fn end(self, run: Run) {
        if !self.is_on(run.turn) {
            return run.sink.give_up();
        }
        match run.sink {
            Sink::Nowhere => self.rows.set(Some(run.rows)),
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
                        if self.is_on(run.turn) {
                            self.done();
                        }
                    }
                    Err(failure) => self.fail(run.turn, failure),
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
