//! What somebody says of a table that is to become lines, and what would come of it.

use contract::{
    DecimalMark, ImportColumns, ImportKey, ImportPreview, ListProducts, MendedRow, MovementKey,
    PreviewImport, ProductFilter, Rows,
};
use leptos::prelude::*;

use crate::data::query::{Query, use_query};
use crate::effect::{effect, memo};
use crate::pages::import::choices::{Chosen, place, place_or_none, show_place};
use crate::pages::import::mend::Mending;
use crate::pages::import::reading::ImportReading;
use crate::wording::format::Format;

/// A table on its way into lines.
#[derive(Clone, Copy)]
pub struct LinesLook {
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
    /// What somebody says the columns are; `None` until then.
    columns: RwSignal<Option<ImportColumns>>,
    /// What somebody puts right.
    pub mending: Mending,
    format: Format,
}

/// A table as somebody looked at it.
pub struct LookedAt {
    /// The table.
    pub import: ImportKey,
    /// The worksheet, from 0.
    pub sheet: u32,
    /// Its hidden rows are left out.
    pub without_hidden: bool,
    /// What its columns are.
    pub columns: ImportColumns,
    /// Rows that were put right.
    pub mended: Vec<MendedRow>,
    /// How quantities in texts are written.
    pub decimal_mark: DecimalMark,
}

impl LinesLook {
    /// Nothing is looked at. `movement` answers which one gets the lines, `Some(None)` for one that is not made
    /// yet, `None` while that is not known.
    pub fn start(
        format: Format,
        movement: impl Fn() -> Option<Option<MovementKey>> + Send + Sync + 'static,
    ) -> Self {
        let (reading, columns) = (ImportReading::start(), RwSignal::new(None));
        let mending = Mending::start();
        let none = ListProducts { rows: Rows::first(0), filter: ProductFilter::default() };
        let products = use_query(move || reading.table().map(|_| none.clone()));
        let is_partial = memo(move || {
            products.reply.with(|it| it.as_ref().is_some_and(|it| it.freshness.as_of.is_none()))
        });
        let preview = use_query(move || {
            // More codes are known once all products are.
            is_partial.track();
            let (import, sheet) = reading.table()?;
            let decimal_mark = format.decimal_mark();
            let without_hidden = reading.without_hidden.get();
            let (movement, columns, mended) = (movement()?, columns.get(), mending.rows());
            Some(PreviewImport {
                movement,
                import,
                sheet,
                without_hidden,
                columns,
                mended,
                decimal_mark,
            })
        });
        let look = Self {
            reading,
            heads: RwSignal::new(None),
            product: RwSignal::new(None),
            quantity: RwSignal::new(None),
            preview,
            columns,
            mending,
            format,
        };
        effect(move || {
            // What was said of one worksheet is nothing about another, nor about another file.
            reading.table();
            look.forget_preview();
        });
        effect(move || look.show_what_is_taken());
        effect(move || look.take_what_is_said());
        look
    }

    /// The table as it is looked at; nothing until it is known what would come of it.
    pub fn now(self) -> Option<LookedAt> {
        let (import, sheet) = untrack(|| self.reading.table())?;
        Some(LookedAt {
            import,
            sheet,
            without_hidden: self.reading.without_hidden.get_untracked(),
            columns: self.taken()?,
            mended: untrack(|| self.mending.rows()),
            decimal_mark: untrack(|| self.format.decimal_mark()),
        })
    }

    fn taken(self) -> Option<ImportColumns> {
        self.preview.reply.with_untracked(|it| it.as_ref().map(|it| it.taken.clone()))
    }

    fn forget_preview(self) {
        if self.columns.with_untracked(Option::is_some) {
            self.columns.set(None);
        }
        self.mending.forget();
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
        // What is asked for already is on its way.
        let Some(taken) = self.columns.get_untracked().or_else(|| self.taken()) else { return };
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
