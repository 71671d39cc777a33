//! Tables whose rows become lines of a movement: what would come of one, and then comes of it. Deliberately
//! absent: which tables are open, and how files are read.

use std::sync::Arc;

use contract::{
    ImportColumns, ImportLines, ImportPreview, ImportTrouble, Pasted, PreviewImport, ProductRef,
    StepKind,
};
use rules::{
    paste::{
        block::{Asked, BlockRow, Columns},
        report::{Account as RowAccount, PasteResolver, take_rows},
        troubles::{Trouble, troubles},
    },
    search::count_of,
};

use super::{
    drawing::LineDrafts,
    drawn::rows::Drawn,
    paste::{lines_of, read_with},
};
use crate::{
    account::Account,
    background::blocking,
    error::Error,
    imported::{
        cells::{ImportCells, KnownTable, TROUBLES, remember},
        tables::ImportTables,
    },
};

/// So many products are offered for one that is not known.
const NEAR: usize = 3;

/// Tables that are imported into movements.
pub(crate) struct Imports {
    pub account: Arc<Account>,
    pub tables: Arc<ImportTables>,
    pub drafts: Arc<LineDrafts>,
}

impl Imports {
    /// What would come of a worksheet.
    pub(crate) async fn preview(&self, request: PreviewImport) -> Result<ImportPreview, Error> {
        let PreviewImport { movement, import, sheet, columns, decimal_mark } = request;
        let cells = self.tables.cells(import, sheet, decimal_mark)?;
        let (drafts, known) = (Arc::clone(&self.drafts), self.account.facts().imports.clone());
        let drawn = self.drafts.edit_sheet(movement).await?.drawn;
        blocking(move || {
            let cells = ListedLines(cells()?);
            Ok(read_with(&drafts, &drawn, decimal_mark, |means| {
                let near = |text: &str| drafts.products.index().find(text, NEAR);
                let near = |text: &str| near(text).into_iter().map(|hit| hit.product).collect();
                cells.preview(columns, &known, &drawn, means, &near)
            }))
        })
        .await?
    }

    /// Makes lines of the rows of a worksheet, and remembers what its columns are.
    pub(crate) async fn import(&self, request: ImportLines) -> Result<Pasted, Error> {
        let ImportLines { movement, import, sheet, columns, decimal_mark } = request;
        let cells = self.tables.cells(import, sheet, decimal_mark)?;
        let editing = self.drafts.edit_sheet(movement).await?;
        let cells = ListedLines(blocking(cells).await??);
        let signature = columns.heads.and_then(|at| cells.0.signature(at));
        let taken = columns.clone();
        let take = move |drafts: &LineDrafts, drawn: &Drawn| {
            read_with(drafts, drawn, decimal_mark, |means| cells.account(&taken, drawn, means))
        };
        let take = self.drafts.take_account(editing, StepKind::Import, decimal_mark, take);
        let pasted = take.await?;
        self.tables.close(import);
        remember(&self.account, |facts| &mut facts.imports, signature, columns).await;
        Ok(pasted)
    }
}

/// The cells of a worksheet, read as lines.
struct ListedLines(ImportCells);

impl ListedLines {
    /// What the rows ask for, and the columns of which nothing is used.
    fn asked(
        &self,
        columns: &ImportColumns,
        means: &PasteResolver<'_>,
    ) -> (Vec<BlockRow>, Vec<String>) {
        let (mut rows, unused) = Columns::chosen(columns).rows(&self.0.rows, means.product);
        // Greetings and the like ask for nothing.
        let asks = |asked: &Asked| asked.product.is_some() || !asked.quantity.is_empty();
        for row in rows.iter_mut().filter(|_| self.0.is_prose) {
            if matches!(row, BlockRow::Asked(asked) if !asks(asked)) {
                *row = BlockRow::Skipped;
            }
        }
        (rows, unused)
    }

    fn account(
        &self,
        columns: &ImportColumns,
        drawn: &Drawn,
        means: &PasteResolver<'_>,
    ) -> RowAccount {
        let (rows, unused) = self.asked(columns, means);
        let mut account = take_rows(rows, &lines_of(drawn), means);
        account.pasted.unused = unused;
        account
    }

    fn preview(
        &self,
        wanted: Option<ImportColumns>,
        known: &[KnownTable<ImportColumns>],
        drawn: &Drawn,
        means: &PasteResolver<'_>,
        near: &dyn Fn(&str) -> Vec<ProductRef>,
    ) -> ImportPreview {
        let cells = &self.0;
        let remembered = if wanted.is_none() { cells.remembered(known) } else { None };
        let remembered =
            remembered.map(|(at, columns)| ImportColumns { heads: Some(at), ..columns });
        let is_remembered = remembered.is_some();
        let guess = || Columns::guess(&cells.rows, &means.product, means.mark).told();
        let taken = wanted.or(remembered).unwrap_or_else(guess);
        let (rows, unused) = self.asked(&taken, means);
        let lines = lines_of(drawn);
        let trouble = |Trouble { at, asked, problem }: Trouble<'_>| ImportTrouble {
            row: cells.numbers.get(at).copied().unwrap_or_default(),
            product: asked.code.clone(),
            quantity: asked.quantity.clone(),
            near: if asked.product.is_none() { near(&asked.code) } else { Vec::new() },
            problem,
        };
        let attention = troubles(&rows, &lines, means.mark).take(TROUBLES).map(trouble).collect();
        let outcome = take_rows(rows, &lines, means).pasted;
        let outcome = Pasted { unused, rows: Vec::new(), ..outcome };
        ImportPreview {
            columns: cells.columns(taken.heads),
            first_rows: cells.first_rows(),
            rows: count_of(cells.rows.len()),
            taken,
            is_remembered,
            outcome,
            attention,
        }
    }
}
