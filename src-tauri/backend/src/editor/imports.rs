//! Tables whose rows become lines of a movement, or of one that is not made yet: what would come of one, and then
//! comes of it. Deliberately absent: which tables are open, and how files are read.

use std::{collections::BTreeMap, sync::Arc};

use contract::{
    EditProblem, ImportColumns, ImportLines, ImportPreview, ImportTrouble, ImportedRows, MendedRow,
    Pasted, PreviewImport, StepKind, TakeImport,
};
use rules::{
    paste::{
        block::{Asked, BlockRow, Columns},
        first_lines, marks, mended,
        report::{Account as RowAccount, PasteResolver, PastedLine, take_rows},
        troubles::{Trouble, troubles},
    },
    search::{count_of, product_index::Hit},
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
        cells::{ImportCells, KnownTable, is_told, remember},
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
        let PreviewImport {
            movement,
            import,
            sheet,
            without_hidden,
            columns,
            mended,
            decimal_mark,
        } = request;
        let cells = self.tables.cells(import, sheet, without_hidden, decimal_mark)?;
        self.drafts.products.until_read().await;
        let (drafts, known) = (Arc::clone(&self.drafts), self.account.facts().imports.clone());
        let drawn = match movement {
            Some(movement) => self.drafts.edit_sheet(movement).await?.drawn,
            None => Arc::default(),
        };
        blocking(move || {
            let cells = ListedLines(cells()?);
            Ok(read_with(&drafts, &drawn, decimal_mark, |means| {
                let near = |text: &str| drafts.products.index().find(text, NEAR);
                let told = TableReading { columns, mended: &mended };
                cells.preview(told, &known, &lines_of(&drawn), means, &near)
            }))
        })
        .await?
    }

    /// Makes lines of the rows of a worksheet, and remembers what its columns are.
    pub(crate) async fn import(&self, request: ImportLines) -> Result<Pasted, Error> {
        let ImportLines { movement, import, sheet, without_hidden, columns, mended, decimal_mark } =
            request;
        let cells = self.tables.cells(import, sheet, without_hidden, decimal_mark)?;
        let editing = self.drafts.edit_sheet(movement).await?;
        let cells = ListedLines(blocking(cells).await??);
        let signature = columns.heads.and_then(|at| cells.0.signature(at));
        let taken = columns.clone();
        let take = move |drafts: &LineDrafts, drawn: &Drawn| {
            let lines = lines_of(drawn);
            let account = |means: &PasteResolver<'_>| cells.account(&taken, &mended, &lines, means);
            read_with(drafts, drawn, decimal_mark, account)
        };
        let take = self.drafts.take_account(editing, StepKind::Import, decimal_mark, take);
        let pasted = take.await?;
        self.tables.close(import);
        remember(&self.account, |facts| &mut facts.imports, signature, columns).await;
        Ok(pasted)
    }

    /// Reads the rows of a worksheet for a movement that is not made yet, and remembers what its columns are.
    pub(crate) async fn take(&self, request: TakeImport) -> Result<ImportedRows, Error> {
        let TakeImport { import, sheet, without_hidden, columns, mended, decimal_mark } = request;
        let cells = self.tables.cells(import, sheet, without_hidden, decimal_mark)?;
        let (drafts, taken) = (Arc::clone(&self.drafts), columns.clone());
        let read = move || {
            let cells = ListedLines(cells()?);
            let signature = taken.heads.and_then(|at| cells.0.signature(at));
            let account = |means: &PasteResolver<'_>| cells.account(&taken, &mended, &[], means);
            let account = read_with(&drafts, &Drawn::default(), decimal_mark, account);
            Ok::<_, Error>((signature, first_lines::imported(account, decimal_mark)))
        };
        let (signature, imported) = blocking(read).await??;
        self.tables.close(import);
        remember(&self.account, |facts| &mut facts.imports, signature, columns).await;
        Ok(imported)
    }
}

/// What somebody says of a worksheet.
struct TableReading<'a> {
    columns: Option<ImportColumns>,
    mended: &'a [MendedRow],
}

/// The cells of a worksheet, read as lines.
struct ListedLines(ImportCells);

impl ListedLines {
    /// What the rows ask for, mended ones as somebody says, and the columns of which nothing is used.
    fn asked(
        &self,
        columns: &ImportColumns,
        mended: &[MendedRow],
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
        let quantity = columns.quantity.map(|at| usize::try_from(at).unwrap_or(usize::MAX));
        let is_decimal = |at| quantity.is_some_and(|column| self.0.decimals.holds(at, column));
        marks::settle(&mut rows, is_decimal, means.mark);
        mended::mend(&mut rows, mended, means.product);
        (rows, unused)
    }

    fn account(
        &self,
        columns: &ImportColumns,
        mended: &[MendedRow],
        lines: &[PastedLine],
        means: &PasteResolver<'_>,
    ) -> RowAccount {
        let (mut rows, unused) = self.asked(columns, mended, means);
        mended::leave_out(&mut rows, mended);
        let mut account = take_rows(rows, lines, means);
        account.pasted.unused = unused;
        account
    }

    fn preview(
        &self,
        TableReading { columns: wanted, mended }: TableReading<'_>,
        known: &[KnownTable<ImportColumns>],
        lines: &[PastedLine],
        means: &PasteResolver<'_>,
        near: &dyn Fn(&str) -> Vec<Hit>,
    ) -> ImportPreview {
        let cells = &self.0;
        let remembered = if wanted.is_none() { cells.remembered(known) } else { None };
        let remembered =
            remembered.map(|(at, columns)| ImportColumns { heads: Some(at), ..columns });
        let is_remembered = remembered.is_some();
        let guess = || Columns::guess(&cells.rows, &means.product, means.mark).told();
        let taken = wanted.or(remembered).unwrap_or_else(guess);
        let (mut rows, unused) = self.asked(&taken, mended, means);
        let attention = self.attention(&rows, mended, lines, means, near);
        mended::leave_out(&mut rows, mended);
        let outcome = take_rows(rows, lines, means).pasted;
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

    /// The first rows that need attention, and those that were mended, in their order: one that is mended stays
    /// where it was.
    fn attention(
        &self,
        rows: &[BlockRow],
        mended: &[MendedRow],
        lines: &[PastedLine],
        means: &PasteResolver<'_>,
        near: &dyn Fn(&str) -> Vec<Hit>,
    ) -> Vec<ImportTrouble> {
        let said: BTreeMap<u32, &MendedRow> = mended.iter().map(|row| (row.at, row)).collect();
        let told = |at: u32, asked: &Asked, problem: Option<EditProblem>| {
            let number = usize::try_from(at).ok().and_then(|at| self.0.numbers.get(at));
            let near = if asked.product.is_none() { near(&asked.code) } else { Vec::new() };
            let is_of_several = near.iter().filter(|hit| hit.exact).count() > 1;
            let problem = match problem {
                Some(EditProblem::UnknownProduct) if is_of_several => {
                    Some(EditProblem::SeveralProducts)
                }
                problem => problem,
            };
            let is_left_out = said.get(&at).is_some_and(|row| row.is_left_out);
            ImportTrouble {
                at,
                row: number.copied().unwrap_or_default(),
                product: asked.code.clone(),
                quantity: asked.quantity.clone(),
                near: near.into_iter().map(|hit| hit.product).collect(),
                problem: problem.filter(|_| !is_left_out),
                is_left_out,
            }
        };
        let (mut is_told, mut all) = (is_told(mended), BTreeMap::new());
        // What is left out is added to nothing.
        let mut kept = rows.to_vec();
        mended::leave_out(&mut kept, mended);
        for Trouble { at, asked, problem } in troubles(&kept, lines, means.mark) {
            let at = count_of(at);
            if is_told(at) {
                all.insert(at, told(at, asked, Some(problem)));
            }
        }
        for (at, row) in &said {
            if let Some(asked) = mended::asked(rows, row) {
                all.entry(*at).or_insert_with(|| told(*at, asked, None));
            }
        }
        all.into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use contract::{DecimalMark, OperationKey};

    use super::*;

    #[test]
    fn a_code_of_several_products_is_told_as_such() {
        let row = |code: &str| vec![code.to_owned(), "4".to_owned()];
        let rows = vec![row("GLV-1"), row("GLV-2")];
        let cells = ImportCells { rows, numbers: vec![1, 2], ..ImportCells::default() };
        let cells = ListedLines(cells);
        let near = |code: &str| {
            let hit = |id: &str| Hit {
                product: serde_json::from_value(serde_json::json!({ "id": id })).unwrap(),
                exact: code == "GLV-1",
            };
            vec![hit("a"), hit("b")]
        };
        let means = PasteResolver {
            mark: DecimalMark::Point,
            product: &|_: &str| None,
            person: &|_: &str| None,
            new_key: &|| OperationKey(uuid::Uuid::nil()),
        };
        let columns = ImportColumns { heads: None, products: vec![0], quantity: Some(1) };
        let told = TableReading { columns: Some(columns), mended: &[] };
        let preview = cells.preview(told, &[], &[], &means, &near);
        let problems: Vec<_> = preview.attention.into_iter().map(|it| it.problem).collect();
        let expected = [EditProblem::SeveralProducts, EditProblem::UnknownProduct];
        assert_eq!(problems, expected.map(Some));
    }
}
