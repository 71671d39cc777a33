//! What is being imported into lines: what its columns are taken for, and what would come of it.

use contract::{ImportColumns, ImportLines, ImportPreview, PreviewImport};
use leptos::prelude::*;
use leptos::web_sys::DragEvent;

use crate::data::query::{Query, use_query};
use crate::effect::effect;
use crate::pages::import::{Chosen, ImportReading, place, place_or_none, show_place};
use crate::pages::movement::editing::editor::Editor;
use crate::pages::movement::editing::queue::Job;

/// An import into the lines of a movement.
#[derive(Clone, Copy)]
pub struct LinesImport {
    /// The table.
    pub reading: ImportReading,
    /// The row of heads, the column of products and that of quantities, by their places.
    pub heads: Chosen,
    /// See `heads`.
    pub product: Chosen,
    /// See `heads`.
    pub quantity: Chosen,
    /// What would come of it.
    pub preview: Query<ImportPreview>,
    /// The editor of the lines.
    pub editor: Editor,
    /// What somebody says the columns are; `None` until then.
    columns: RwSignal<Option<ImportColumns>>,
}

impl LinesImport {
    /// Nothing is imported.
    pub fn start(editor: Editor) -> Self {
        let (reading, columns) = (ImportReading::start(), RwSignal::new(None));
        let preview = use_query(move || {
            let (import, sheet) = reading.table()?;
            let decimal_mark = editor.format.decimal_mark();
            let (movement, columns) = (editor.lines.key.get()?, columns.get());
            Some(PreviewImport { movement, import, sheet, columns, decimal_mark })
        });
        let import = Self {
            reading,
            heads: RwSignal::new(None),
            product: RwSignal::new(None),
            quantity: RwSignal::new(None),
            preview,
            editor,
            columns,
        };
        effect(move || {
            // What was said of one worksheet is nothing about another, nor about another file.
            reading.table();
            import.forget_preview();
        });
        effect(move || import.show_what_is_taken());
        effect(move || import.take_what_is_said());
        import
    }

    /// Asks what is to be imported; where nothing can be changed, says why.
    pub fn open(self) {
        if self.editor.movement().is_some() {
            self.reading.open();
        }
    }

    /// Asks no more.
    pub fn close(self) {
        self.reading.close();
        self.editor.grid.focus();
    }

    /// A file was dropped on the lines.
    pub fn dropped(self, event: &DragEvent) {
        self.reading.dropped(event, || self.open());
    }

    /// Makes lines of the rows: behind everything that is still on its way into the lines.
    pub fn run(self) {
        let table = untrack(|| self.reading.table());
        let (Some((import, sheet)), Some(movement)) = (table, self.editor.movement()) else {
            return;
        };
        let taken = self.preview.reply.with_untracked(|it| it.as_ref().map(|it| it.taken.clone()));
        let Some(columns) = taken else { return };
        let decimal_mark = untrack(|| self.editor.format.decimal_mark());
        let request = ImportLines { movement, import, sheet, columns, decimal_mark };
        self.editor.queue.push(Job::Import(request), Some(self.editor.account()));
        self.reading.hand_over();
        self.editor.grid.focus();
    }

    fn forget_preview(self) {
        if self.columns.with_untracked(Option::is_some) {
            self.columns.set(None);
        }
        self.preview.reply.set(None);
    }

    /// The fields show what the columns are taken for, until somebody says otherwise.
    fn show_what_is_taken(self) {
        let Some(taken) = self.preview.reply.with(|it| it.as_ref().map(|it| it.taken.clone()))
        else {
            return;
        };
        show_place(self.heads, place_or_none(taken.heads));
        show_place(self.product, taken.products.first().map(u32::to_string));
        show_place(self.quantity, taken.quantity.map(|at| at.to_string()));
    }

    /// What somebody says in the fields is asked for.
    fn take_what_is_said(self) {
        let (heads, product, quantity) =
            (place(self.heads), place(self.product), place(self.quantity));
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
