//! What is being imported into a walk: what its columns are taken for, and what would come of it.

use contract::{ImportPicks, PickColumns, PicksPreview, PreviewPicks};
use leptos::prelude::*;

use crate::data::query::{Query, use_query};
use crate::effect::effect;
use crate::pages::import::{Chosen, ImportReading, Mending, place, place_or_none, show_place};
use crate::pages::walk::jobs::WalkJob;
use crate::pages::walk::state::WalkPage;

/// An import into a walk.
#[derive(Clone, Copy)]
pub struct PicksImport {
    /// The table.
    pub reading: ImportReading,
    /// The row of heads.
    pub heads: Chosen,
    /// The columns of products, bins, lots, movements and quantities, in the order of [`columns_of`].
    pub columns: [Chosen; 5],
    /// What would come of it.
    pub preview: Query<PicksPreview>,
    /// What somebody puts right in its rows.
    pub mending: Mending,
    /// The walk.
    pub page: WalkPage,
    /// What somebody says the columns are; `None` until then.
    said: RwSignal<Option<PickColumns>>,
}

/// The columns: of products, bins, lots, movements and quantities.
fn columns_of(columns: &PickColumns) -> [Option<u32>; 5] {
    [columns.product, columns.bin, columns.lot, columns.movement, columns.quantity]
}

impl PicksImport {
    /// Nothing is imported.
    pub fn start(page: WalkPage) -> Self {
        let (reading, said) = (ImportReading::start(), RwSignal::new(None));
        let mending = Mending::start();
        let preview = use_query(move || {
            let (import, sheet) = reading.table()?;
            let (walk, decimal_mark) = (page.key, page.format.decimal_mark());
            let (columns, mended) = (said.get(), mending.rows());
            let without_hidden = reading.without_hidden.get();
            Some(PreviewPicks {
                walk,
                import,
                sheet,
                without_hidden,
                columns,
                mended,
                decimal_mark,
            })
        });
        let import = Self {
            reading,
            heads: RwSignal::new(None),
            columns: std::array::from_fn(|_| RwSignal::new(None)),
            preview,
            mending,
            page,
            said,
        };
        effect(move || {
            // What was said of one worksheet is nothing about another, nor about another file.
            reading.table();
            if import.said.with_untracked(Option::is_some) {
                import.said.set(None);
            }
            import.mending.forget();
            import.preview.reply.set(None);
        });
        effect(move || import.show_what_is_taken());
        effect(move || import.take_what_is_said());
        import
    }

    /// Asks no more.
    pub fn close(self) {
        self.reading.close();
        self.page.grid.focus();
    }

    /// Enters the quantities: behind everything that is still on its way into the walk.
    pub fn run(self) {
        let Some((import, sheet)) = untrack(|| self.reading.table()) else { return };
        let Some(columns) = self.taken() else { return };
        let (walk, decimal_mark) = (self.page.key, untrack(|| self.page.format.decimal_mark()));
        let mended = untrack(|| self.mending.rows());
        let without_hidden = self.reading.without_hidden.get_untracked();
        let request =
            ImportPicks { walk, import, sheet, without_hidden, columns, mended, decimal_mark };
        self.page.push(WalkJob::Import(request));
        self.reading.hand_over();
        self.page.grid.focus();
    }

    fn taken(self) -> Option<PickColumns> {
        self.preview.reply.with_untracked(|it| it.as_ref().map(|it| it.taken.clone()))
    }

    /// The fields show what the columns are taken for, until somebody says otherwise.
    fn show_what_is_taken(self) {
        let taken = self.preview.reply.with(|it| it.as_ref().map(|it| it.taken.clone()));
        let Some(taken) = taken else { return };
        show_place(self.heads, place_or_none(taken.heads));
        for (field, at) in self.columns.into_iter().zip(columns_of(&taken)) {
            show_place(field, place_or_none(at));
        }
    }

    /// What somebody says in the fields is asked for.
    fn take_what_is_said(self) {
        let (heads, columns) = (place(self.heads), self.columns.map(place));
        // What is asked for already is on its way.
        let Some(taken) = self.said.get_untracked().or_else(|| self.taken()) else { return };
        let [product, bin, lot, movement, quantity] = columns;
        let said = PickColumns { heads, product, bin, lot, movement, quantity };
        if said != taken {
            self.said.set(Some(said));
        }
    }
}
