//! What is being imported: the file or the text, until it is read, and which worksheet of it.

use contract::{
    CloseImport, Failure, FileFault, IMPORT_FILE, ImportKey, ImportSource, OpenImport, Reason,
};
use leptos::prelude::*;
use leptos::web_sys::DragEvent;
use wasm_bindgen::JsValue;

use crate::ipc::{self, FileContent};

/// A table on its way in.
#[derive(Clone, Copy)]
pub struct ImportReading {
    /// Its sheet is open.
    pub is_open: RwSignal<bool>,
    /// What was pasted or typed.
    pub text: RwSignal<String>,
    /// What was read; nothing while it is still asked for.
    pub source: RwSignal<Option<ImportSource>>,
    /// Something is being read.
    pub is_reading: RwSignal<bool>,
    /// Why it could not be.
    pub failure: RwSignal<Option<Failure>>,
    /// The worksheet, by its place.
    pub sheet: RwSignal<Option<String>>,
    /// Its hidden rows are left out.
    pub without_hidden: RwSignal<bool>,
    /// A file is held over the page.
    pub is_over: RwSignal<bool>,
    /// Counts what was begun: only the last goes on.
    turn: StoredValue<u32>,
}

impl ImportReading {
    /// Nothing is imported.
    pub fn start() -> Self {
        let reading = Self {
            is_open: RwSignal::new(false),
            text: RwSignal::default(),
            source: RwSignal::new(None),
            is_reading: RwSignal::new(false),
            failure: RwSignal::new(None),
            sheet: RwSignal::new(None),
            without_hidden: RwSignal::new(false),
            is_over: RwSignal::new(false),
            turn: StoredValue::new(0),
        };
        on_cleanup(move || reading.let_go());
        reading
    }

    /// Asks what is to be imported.
    pub fn open(self) {
        self.ask_anew();
        self.is_open.set(true);
    }

    /// Asks no more.
    pub fn close(self) {
        self.ask_anew();
        self.text.set(String::new());
        self.is_open.set(false);
    }

    /// Asks for another file or text.
    pub fn ask_anew(self) {
        self.let_go();
        self.source.set(None);
        self.failure.set(None);
    }

    /// What was read is used now, and not given up with the sheet.
    pub fn hand_over(self) {
        self.source.set(None);
        self.close();
    }

    /// Reads a file.
    pub fn read_file(self, file: JsValue) {
        let turn = self.begin();
        ipc::read_content(file, IMPORT_FILE, move |read| match read {
            Some(FileContent { name, base64: Some(content) }) => {
                self.read(turn, OpenImport::File { name, content });
            }
            Some(_) => self.fail(turn, Reason::NotImported { why: FileFault::NoTable }),
            None => self.fail(turn, Reason::NotImported { why: FileFault::TooLarge }),
        });
    }

    /// Something is held over the page: a file may be dropped.
    pub fn dragged(self, event: &DragEvent) {
        if ipc::holds_file(event) {
            event.prevent_default();
            self.is_over.set(true);
        }
    }

    /// A file was dropped: `open` opens the sheet, where it can be.
    pub fn dropped(self, event: &DragEvent, open: impl FnOnce()) {
        self.is_over.set(false);
        let Some(file) = ipc::dropped_file(event) else { return };
        event.prevent_default();
        open();
        if self.is_open.get_untracked() {
            self.read_file(file);
        }
    }

    /// Reads what was pasted or typed.
    pub fn read_text(self) {
        let text = self.text.get_untracked();
        if !text.trim().is_empty() {
            let turn = self.begin();
            self.read(turn, OpenImport::Text { text });
        }
    }

    /// The table that was read, and its worksheet.
    pub fn table(self) -> Option<(ImportKey, u32)> {
        let import = self.source.with(|source| source.as_ref().map(|source| source.key))?;
        let sheet = self.sheet.get().and_then(|at| at.parse().ok()).unwrap_or_default();
        Some((import, sheet))
    }

    /// How many rows and columns of the worksheet are hidden in it.
    pub fn hidden(self) -> (u32, u32) {
        let Some((_, at)) = self.table() else { return (0, 0) };
        let at = usize::try_from(at).unwrap_or(usize::MAX);
        let told = self.source.with(|source| {
            let sheet = source.as_ref()?.sheets.get(at)?;
            Some((sheet.hidden_rows, sheet.hidden_columns))
        });
        told.unwrap_or_default()
    }

    fn begin(self) -> u32 {
        self.turn.update_value(|turn| *turn = turn.wrapping_add(1));
        self.failure.set(None);
        self.is_reading.set(true);
        self.turn.get_value()
    }

    fn read(self, turn: u32, request: OpenImport) {
        ipc::ask(&request, move |read| match read {
            Ok(source) if self.is_on(turn) => self.show(source),
            Ok(source) => drop_import(&source),
            Err(failure) => self.fail(turn, failure.reason),
        });
    }

    fn show(self, source: ImportSource) {
        self.is_reading.set(false);
        // The first that is shown where it was made, and holds something.
        let is_first = |sheet: &contract::ImportSheet| !sheet.is_hidden && sheet.rows > 0;
        let first = source.sheets.iter().position(is_first).unwrap_or_default();
        self.sheet.set(Some(first.to_string()));
        self.without_hidden.set(false);
        self.source.set(Some(source));
    }

    fn is_on(self, turn: u32) -> bool {
        self.turn.try_get_value() == Some(turn) && self.is_open.get_untracked()
    }

    fn fail(self, turn: u32, reason: Reason) {
        if self.is_on(turn) {
            self.is_reading.set(false);
            self.failure.set(Some(reason.into()));
        }
    }

    /// What was read is not needed any more.
    fn let_go(self) {
        self.turn.try_update_value(|turn| *turn = turn.wrapping_add(1));
        self.is_reading.try_set(false);
        if let Some(source) = self.source.try_get_untracked().flatten() {
            drop_import(&source);
        }
    }
}

fn drop_import(source: &ImportSource) {
    ipc::ask(&CloseImport { import: source.key }, |_| ());
}
