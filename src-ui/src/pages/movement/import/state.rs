//! What is being imported: the file or text, what its columns are taken for, and what would come of it.

use contract::{
    CloseImport, Failure, FileFault, IMPORT_FILE, ImportColumns, ImportLines, ImportPreview,
    ImportSource, OpenImport, PreviewImport, Reason,
};
use leptos::prelude::*;
use leptos::web_sys::DragEvent;
use wasm_bindgen::JsValue;

use crate::data::query::{Query, use_query};
use crate::effect::effect;
use crate::ipc::{self, FileContent};
use crate::pages::movement::editing::editor::Editor;
use crate::pages::movement::editing::queue::Job;

/// The id of "no row".
pub const NO_ROW: &str = "none";

/// An import into the lines of a movement.
#[derive(Clone, Copy)]
pub struct LinesImport {
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
    /// The row of heads, the column of products and that of quantities, by their places.
    pub heads: RwSignal<Option<String>>,
    /// See `heads`.
    pub product: RwSignal<Option<String>>,
    /// See `heads`.
    pub quantity: RwSignal<Option<String>>,
    /// What would come of it.
    pub preview: Query<ImportPreview>,
    /// A file is held over the lines.
    pub is_over: RwSignal<bool>,
    /// The editor of the lines.
    pub editor: Editor,
    /// What somebody says the columns are; `None` until then.
    columns: RwSignal<Option<ImportColumns>>,
    /// Counts what was begun: only the last goes on.
    turn: StoredValue<u32>,
}

impl LinesImport {
    /// Nothing is imported.
    pub fn start(editor: Editor) -> Self {
        let source = RwSignal::new(None::<ImportSource>);
        let (sheet, columns) = (RwSignal::new(None::<String>), RwSignal::new(None));
        let preview = use_query(move || {
            let import = source.with(|source| source.as_ref().map(|source| source.key))?;
            let decimal_mark = editor.format.decimal_mark();
            let sheet = sheet.get().and_then(|at| at.parse().ok()).unwrap_or_default();
            let (movement, columns) = (editor.lines.key.get()?, columns.get());
            Some(PreviewImport { movement, import, sheet, columns, decimal_mark })
        });
        let import = Self {
            is_open: RwSignal::new(false),
            text: RwSignal::default(),
            source,
            is_reading: RwSignal::new(false),
            failure: RwSignal::new(None),
            sheet,
            heads: RwSignal::new(None),
            product: RwSignal::new(None),
            quantity: RwSignal::new(None),
            preview,
            is_over: RwSignal::new(false),
            editor,
            columns,
            turn: StoredValue::new(0),
        };
        effect(move || {
            // What was said of one worksheet is nothing about another.
            import.sheet.track();
            import.forget_preview();
        });
        effect(move || import.show_what_is_taken());
        effect(move || import.take_what_is_said());
        on_cleanup(move || import.let_go());
        import
    }

    /// Asks what is to be imported; where nothing can be changed, says why.
    pub fn open(self) {
        if self.editor.movement().is_some() {
            self.ask_anew();
            self.is_open.set(true);
        }
    }

    /// Asks no more.
    pub fn close(self) {
        self.ask_anew();
        self.text.set(String::new());
        self.is_open.set(false);
        self.editor.grid.focus();
    }

    /// Asks for another file or text.
    pub fn ask_anew(self) {
        self.let_go();
        self.source.set(None);
        self.failure.set(None);
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

    /// Something is held over the lines: a file may be dropped.
    pub fn dragged(self, event: &DragEvent) {
        if ipc::holds_file(event) {
            event.prevent_default();
            self.is_over.set(true);
        }
    }

    /// A file was dropped on the lines.
    pub fn dropped(self, event: &DragEvent) {
        self.is_over.set(false);
        let Some(file) = ipc::dropped_file(event) else { return };
        event.prevent_default();
        self.open();
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

    /// Makes lines of the rows: behind everything that is still on its way into the lines.
    pub fn run(self) {
        let (Some(source), Some(movement)) = (self.source.get_untracked(), self.editor.movement())
        else {
            return;
        };
        let taken = self.preview.reply.with_untracked(|it| it.as_ref().map(|it| it.taken.clone()));
        let Some(columns) = taken else { return };
        let request = ImportLines {
            movement,
            import: source.key,
            sheet: self.sheet_now(),
            columns,
            decimal_mark: untrack(|| self.editor.format.decimal_mark()),
        };
        self.editor.queue.push(Job::Import(request), Some(self.editor.account()));
        // The rows go into the lines: they are not given up with the sheet.
        self.source.set(None);
        self.close();
    }

    fn sheet_now(self) -> u32 {
        self.sheet.get_untracked().and_then(|at| at.parse().ok()).unwrap_or_default()
    }

    fn forget_preview(self) {
        self.columns.set(None);
        self.preview.reply.set(None);
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
        self.forget_preview();
        // The first that is shown where it was made, and holds something.
        let is_first = |sheet: &contract::ImportSheet| !sheet.is_hidden && sheet.rows > 0;
        let first = source.sheets.iter().position(is_first).unwrap_or_default();
        self.sheet.set(Some(first.to_string()));
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

    /// The fields show what the columns are taken for, until somebody says otherwise.
    fn show_what_is_taken(self) {
        let Some(taken) = self.preview.reply.with(|it| it.as_ref().map(|it| it.taken.clone()))
        else {
            return;
        };
        let put = |field: RwSignal<Option<String>>, value: Option<String>| {
            if field.get_untracked() != value {
                field.set(value);
            }
        };
        let heads = taken.heads.map_or_else(|| NO_ROW.to_owned(), |at| at.to_string());
        put(self.heads, Some(heads));
        put(self.product, taken.products.first().map(u32::to_string));
        put(self.quantity, taken.quantity.map(|at| at.to_string()));
    }

    /// What somebody says in the fields is asked for.
    fn take_what_is_said(self) {
        let at = |field: RwSignal<Option<String>>| field.get().and_then(|at| at.parse().ok());
        let (heads, product, quantity) = (at(self.heads), at(self.product), at(self.quantity));
        let taken = self.preview.reply.with_untracked(|it| it.as_ref().map(|it| it.taken.clone()));
        // What is asked for already is on its way.
        let Some(taken) = self.columns.get_untracked().or(taken) else { return };
        let said = ImportColumns {
            heads,
            products: match product {
                Some(first) if taken.products.first() != Some(&first) => vec![first],
                Some(_) => taken.products.clone(),
                None => Vec::new(),
            },
            quantity,
        };
        if said != taken {
            self.columns.set(Some(said));
        }
    }
}

fn drop_import(source: &ImportSource) {
    ipc::ask(&CloseImport { import: source.key }, |_| ());
}
