//! Tables that are being imported: each is read once, looked at as often as somebody says otherwise what its
//! columns are, and gone once its rows are lines, it is given up, or the profile is closed. Deliberately
//! absent: how files are read.

use std::{collections::BTreeMap, sync::Arc};

use contract::{
    DecimalMark, FileFault, IMPORTED_ROWS, IMPORTED_TEXT, ImportColumn, ImportColumns, ImportKey,
    ImportLines, ImportPreview, ImportSheet, ImportSource, ImportTrouble, Pasted, PreviewImport,
    ProductRef, Reason, StepKind,
};
use parking_lot::Mutex;
use rules::{
    paste::{
        block::{Asked, BlockRow, Columns},
        free_text,
        report::{Account as RowAccount, PasteResolver, take_rows},
        troubles::{Trouble, troubles},
    },
    search::{count_of, text::fold},
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
    table::{TableFault, TableFile, TableRow, TableSheet},
};

/// So many are open at once: more than somebody looks at. The one opened first goes for the next.
const OPEN: usize = 16;

/// Heads stand in one of so many rows.
const MAY_BE_HEADS: usize = 15;

/// So many texts of a column are told.
const SAMPLES: usize = 4;

/// So many rows that need attention are told one by one.
const TROUBLES: usize = 20;

/// So many products are offered for one that is not known.
const NEAR: usize = 3;

/// So many kinds of tables are remembered; the one imported longest ago goes for the next.
const REMEMBERED: usize = 50;

/// What a table with these heads was taken for the last time.
pub(crate) type KnownTable = (String, ImportColumns);

/// The tables that are open.
pub(crate) struct Imports {
    pub account: Arc<Account>,
    pub drafts: Arc<LineDrafts>,
    pub open: Mutex<OpenTables>,
}

#[derive(Default)]
pub(crate) struct OpenTables {
    last: u32,
    tables: BTreeMap<u32, Arc<TableFile>>,
}

impl Imports {
    /// Reads a file.
    pub(crate) async fn open_file(
        &self,
        name: String,
        content: Vec<u8>,
    ) -> Result<ImportSource, Error> {
        let read = blocking(move || TableFile::from_bytes(&name, content)).await?;
        self.put(read.map_err(not_imported)?)
    }

    /// Reads a text: in columns where it has some, else as people write.
    pub(crate) async fn open_text(&self, text: String) -> Result<ImportSource, Error> {
        if text.chars().nth(IMPORTED_TEXT).is_some() {
            return Err(not_allowed(FileFault::TextTooLong));
        }
        let read = blocking(move || TableFile::from_text("", &text)).await?;
        self.put(read.map_err(not_imported)?)
    }

    fn put(&self, table: TableFile) -> Result<ImportSource, Error> {
        let sheet = |sheet: &TableSheet| ImportSheet {
            name: sheet.name.clone(),
            rows: count_of(sheet.rows.len()),
            is_hidden: sheet.is_hidden,
        };
        let sheets = table.sheets.iter().map(sheet).collect();
        let mut open = self.open.lock();
        if open.tables.len() >= OPEN {
            open.tables.pop_first();
        }
        open.last = open.last.wrapping_add(1);
        let key = ImportKey(open.last);
        let file_name = table.name.clone();
        open.tables.insert(key.0, Arc::new(table));
        Ok(ImportSource { key, file_name, sheets })
    }

    /// Gives a table up, if it is open.
    pub(crate) fn close(&self, key: ImportKey) {
        self.open.lock().tables.remove(&key.0);
    }

    fn cells(
        &self,
        key: ImportKey,
        sheet: u32,
        mark: DecimalMark,
    ) -> Result<impl FnOnce() -> Result<ImportCells, Error> + Send + use<>, Error> {
        let table = self.open.lock().tables.get(&key.0).cloned().ok_or(Error::Unknown)?;
        let at = usize::try_from(sheet).unwrap_or(usize::MAX);
        if at >= table.sheets.len() {
            return Err(Error::Invalid { field: "sheet", problem: "there is no such one" });
        }
        Ok(move || {
            let cells = table.sheets.get(at).map(|sheet| ImportCells::of(sheet, mark));
            let cells = cells.unwrap_or_default();
            match cells.rows.len() > IMPORTED_ROWS {
                true => Err(not_allowed(FileFault::TooLarge)),
                false => Ok(cells),
            }
        })
    }

    /// What would come of a worksheet.
    pub(crate) async fn preview(&self, request: PreviewImport) -> Result<ImportPreview, Error> {
        let PreviewImport { movement, import, sheet, columns, decimal_mark } = request;
        let cells = self.cells(import, sheet, decimal_mark)?;
        let (drafts, known) = (Arc::clone(&self.drafts), self.account.facts().imports.clone());
        let drawn = self.drafts.edit_sheet(movement).await?.drawn;
        blocking(move || {
            let cells = cells()?;
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
        let cells = self.cells(import, sheet, decimal_mark)?;
        let editing = self.drafts.edit_sheet(movement).await?;
        let cells = blocking(cells).await??;
        let signature = columns.heads.and_then(|at| cells.signature(at));
        let taken = columns.clone();
        let take = move |drafts: &LineDrafts, drawn: &Drawn| {
            read_with(drafts, drawn, decimal_mark, |means| cells.account(&taken, drawn, means))
        };
        let take = self.drafts.take_account(editing, StepKind::Import, decimal_mark, take);
        let pasted = take.await?;
        self.close(import);
        if let Some(signature) = signature
            && let Err(problem) = self.remember(signature, columns).await
        {
            // The rows are lines: what the next table begins with is not worth a failure.
            tracing::warn!("the columns of an import are not remembered: {problem}");
        }
        Ok(pasted)
    }

    async fn remember(&self, signature: String, columns: ImportColumns) -> Result<(), Error> {
        self.account
            .learn(move |facts| {
                facts.imports.retain(|(known, _)| *known != signature);
                facts.imports.insert(0, (signature, columns));
                facts.imports.truncate(REMEMBERED);
            })
            .await
    }
}

fn not_imported(fault: TableFault) -> Error {
    let fault = match fault {
        TableFault::NotRead => FileFault::NoTable,
        TableFault::Encrypted => FileFault::Encrypted,
        TableFault::TooLarge => FileFault::TooLarge,
        TableFault::NoRows => FileFault::Empty,
    };
    not_allowed(fault)
}

fn not_allowed(why: FileFault) -> Error {
    Error::NotAllowed(Reason::NotImported { why })
}

/// The cells of a worksheet as texts.
#[derive(Default)]
struct ImportCells {
    rows: Vec<Vec<String>>,
    /// The numbers of the rows in the file.
    numbers: Vec<u32>,
    /// It is a text as people write, a row for each thing that is asked for.
    is_prose: bool,
}

impl ImportCells {
    fn of(sheet: &TableSheet, mark: DecimalMark) -> Self {
        let texts =
            |row: &TableRow| -> Vec<_> { row.cells.iter().map(|cell| cell.text(mark)).collect() };
        let is_prose = sheet.name.is_empty() && sheet.rows.iter().all(|row| row.cells.len() < 2);
        let rows = sheet.rows.iter().flat_map(|row| {
            let cells = texts(row);
            let rows = if is_prose { free_text::rows_of(&cells, mark) } else { vec![cells] };
            // A line in which nothing stands is a row too.
            let rows = if rows.is_empty() { vec![Vec::new()] } else { rows };
            rows.into_iter().map(|cells| (row.number, cells))
        });
        let (numbers, rows) = rows.unzip();
        Self { rows, numbers, is_prose }
    }

    /// What the rows ask for, and the columns of which nothing is used.
    fn asked(
        &self,
        columns: &ImportColumns,
        means: &PasteResolver<'_>,
    ) -> (Vec<BlockRow>, Vec<String>) {
        let (mut rows, unused) = Columns::chosen(columns).rows(&self.rows, means.product);
        // Greetings and the like ask for nothing.
        let asks = |asked: &Asked| asked.product.is_some() || !asked.quantity.is_empty();
        for row in rows.iter_mut().filter(|_| self.is_prose) {
            if matches!(row, BlockRow::Asked(asked) if !asks(asked)) {
                *row = BlockRow::Skipped;
            }
        }
        (rows, unused)
    }

    /// What the heads of a table are known by.
    fn signature(&self, heads: u32) -> Option<String> {
        let heads = self.rows.get(usize::try_from(heads).ok()?)?;
        let folded: Vec<_> = heads.iter().map(|head| fold(head.trim())).collect();
        folded.iter().any(|head| !head.is_empty()).then(|| folded.join("\u{1f}"))
    }

    /// What a table with the same heads was taken for the last time.
    fn remembered(&self, known: &[KnownTable]) -> Option<ImportColumns> {
        let may_be = (0..).take(self.rows.len().min(MAY_BE_HEADS));
        may_be.filter_map(|at| Some((at, self.signature(at)?))).find_map(|(at, signature)| {
            let (_, columns) = known.iter().find(|(of, _)| *of == signature)?;
            Some(ImportColumns { heads: Some(at), ..columns.clone() })
        })
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
        known: &[KnownTable],
        drawn: &Drawn,
        means: &PasteResolver<'_>,
        near: &dyn Fn(&str) -> Vec<ProductRef>,
    ) -> ImportPreview {
        let remembered = if wanted.is_none() { self.remembered(known) } else { None };
        let is_remembered = remembered.is_some();
        let guess = || Columns::guess(&self.rows, &means.product, means.mark).told();
        let taken = wanted.or(remembered).unwrap_or_else(guess);
        let (rows, unused) = self.asked(&taken, means);
        let lines = lines_of(drawn);
        let trouble = |Trouble { at, asked, problem }: Trouble<'_>| ImportTrouble {
            row: self.numbers.get(at).copied().unwrap_or_default(),
            product: asked.code.clone(),
            quantity: asked.quantity.clone(),
            near: if asked.product.is_none() { near(&asked.code) } else { Vec::new() },
            problem,
        };
        let attention = troubles(&rows, &lines, means.mark).take(TROUBLES).map(trouble).collect();
        let outcome = take_rows(rows, &lines, means).pasted;
        let outcome = Pasted { unused, rows: Vec::new(), ..outcome };
        ImportPreview {
            columns: self.columns(&taken),
            first_rows: self.first_rows(),
            rows: count_of(self.rows.len()),
            taken,
            is_remembered,
            outcome,
            attention,
        }
    }

    fn columns(&self, taken: &ImportColumns) -> Vec<ImportColumn> {
        let begin = taken.heads.map_or(0, |heads| count(heads) + 1);
        let width = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let text =
            |row: &Vec<String>, at: usize| row.get(at).map_or("", |text| text.trim()).to_owned();
        let heads = taken.heads.and_then(|at| self.rows.get(count(at)));
        let column = |at: usize| {
            let texts = self.rows.iter().skip(begin).map(|row| text(row, at));
            let samples: Vec<_> = texts.filter(|text| !text.is_empty()).take(SAMPLES).collect();
            let head = heads.map(|row| text(row, at)).unwrap_or_default();
            let is_there = !samples.is_empty() || !head.is_empty();
            is_there.then(|| ImportColumn { at: count_of(at), head, samples })
        };
        (0..width).filter_map(column).collect()
    }

    fn first_rows(&self) -> Vec<(u32, String)> {
        let texts = |row: &Vec<String>| {
            let texts: Vec<_> =
                row.iter().map(|text| text.trim()).filter(|it| !it.is_empty()).collect();
            texts.join(" · ")
        };
        let rows = (0..).zip(self.rows.iter().take(MAY_BE_HEADS));
        rows.map(|(at, row)| (at, texts(row))).filter(|(_, text)| !text.is_empty()).collect()
    }
}

fn count(at: u32) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}
