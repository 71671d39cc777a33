//! Pick lists that come back: tables whose rows say what was picked in a walk. What would come of one is told;
//! then it is one step of the walk, kept whole or not at all, that is taken back like any other.

use std::sync::Arc;

use contract::{
    DecimalMark, ImportPicks, MendedRow, PickColumns, PickTrouble, PicksImported, PicksPreview,
    PreviewPicks, Walk,
};
use rules::{
    picking::{
        listed::{
            account::{ListedFault, ListedPicks, PickList, take_picks},
            columns::guess,
            finder::TaskFinder,
        },
        scan::KnownCodes,
        tape::{TapeChange, TapeStep},
    },
    search::count_of,
};

use super::{
    site::SiteData,
    walks::{WalkView, Walks},
};
use crate::{
    account::Account,
    background::blocking,
    error::Error,
    imported::{
        cells::{ImportCells, KnownTable, is_told, remember},
        tables::ImportTables,
    },
    lookups::products::Products,
};

/// Tables that are imported into walks.
pub(crate) struct PickLists {
    pub account: Arc<Account>,
    pub tables: Arc<ImportTables>,
    pub products: Arc<Products>,
    pub site: Arc<SiteData>,
    pub walks: Arc<Walks>,
}

impl PickLists {
    /// What would come of a worksheet.
    pub(crate) async fn preview(&self, request: PreviewPicks) -> Result<PicksPreview, Error> {
        let PreviewPicks {
            walk: key,
            import,
            sheet,
            without_hidden,
            columns,
            mended,
            decimal_mark: mark,
        } = request;
        let cells = self.tables.cells(import, sheet, without_hidden, mark)?;
        self.products.until_read().await;
        let known = self.account.facts().pick_lists.clone();
        let view = self.walks.view(key).await?;
        let walk = self.walks.shown(key, &view);
        let codes = self.codes();
        blocking(move || {
            let cells = cells()?;
            Ok(codes.read(&view, &walk, |finder| {
                let remembered = if columns.is_none() { remembered(&cells, &known) } else { None };
                let is_remembered = remembered.is_some();
                let guessed = || guess(&cells.rows, finder, mark);
                let taken = columns.or(remembered).unwrap_or_else(guessed);
                let picks = take_picks(list(&cells, &taken, &mended, mark), finder);
                let attention = attention(picks.faults, &mended);
                PicksPreview {
                    columns: cells.columns(taken.heads),
                    first_rows: cells.first_rows(),
                    rows: count_of(cells.rows.len()),
                    outcome: picks.outcome,
                    taken,
                    is_remembered,
                    attention,
                }
            }))
        })
        .await?
    }

    /// Enters what a worksheet says, and remembers what its columns are.
    pub(crate) async fn import(&self, request: ImportPicks) -> Result<PicksImported, Error> {
        let ImportPicks {
            walk: key,
            import,
            sheet,
            without_hidden,
            columns,
            mended,
            decimal_mark: mark,
        } = request;
        let cells = blocking(self.tables.cells(import, sheet, without_hidden, mark)?).await??;
        let signature = columns.heads.and_then(|at| cells.signature(at));
        let taken = columns.clone();
        let outcome = {
            // Nothing else is entered between what is looked at and what is kept.
            let _alone = self.walks.alone.lock().await;
            let view = self.walks.view(key).await?;
            let walk = self.walks.shown(key, &view);
            let codes = self.codes();
            let seen = Arc::clone(&view);
            let (outcome, changes) =
                blocking(move || codes.changes(&seen, &walk, list(&cells, &taken, &mended, mark)))
                    .await?;
            if !changes.is_empty() {
                let step = TapeStep { at: self.account.now(), sent: false, changes };
                self.walks.keep_step(key, view.open.clone(), step, |_, _| Ok(())).await?;
            }
            outcome
        };
        self.tables.close(import);
        remember(&self.account, |facts| &mut facts.pick_lists, signature, columns).await;
        Ok(outcome)
    }

    fn codes(&self) -> ListedCodes {
        ListedCodes { products: Arc::clone(&self.products), site: Arc::clone(&self.site) }
    }
}

/// What is known of the codes in a list.
struct ListedCodes {
    products: Arc<Products>,
    site: Arc<SiteData>,
}

impl ListedCodes {
    fn read<T>(&self, view: &WalkView, walk: &Walk, read: impl FnOnce(&TaskFinder<'_>) -> T) -> T {
        let index = self.products.index();
        let known = KnownCodes {
            alias: &|code| self.site.product_of(code),
            listed: &|code| index.named(code),
            bins: &|code| self.site.bins(code),
        };
        read(&TaskFinder::of(&view.tasks, &walk.movements, known))
    }

    /// What becomes of the rows of a list, and what it changes.
    fn changes(
        &self,
        view: &WalkView,
        walk: &Walk,
        list: PickList<'_>,
    ) -> (PicksImported, Vec<TapeChange>) {
        self.read(view, walk, |finder| {
            let picks: ListedPicks<'_> = take_picks(list, finder);
            (picks.outcome, picks.changes(&view.open.tape.staged()))
        })
    }
}

fn list<'a>(
    cells: &'a ImportCells,
    columns: &'a PickColumns,
    mended: &'a [MendedRow],
    mark: DecimalMark,
) -> PickList<'a> {
    let ImportCells { rows, numbers, decimals, is_prose } = cells;
    PickList { cells: rows, numbers, decimals, is_prose: *is_prose, columns, mended, mark }
}

/// The first rows that need attention, and all that were mended.
fn attention(faults: Vec<ListedFault>, mended: &[MendedRow]) -> Vec<PickTrouble> {
    let mut is_told = is_told(mended);
    faults.into_iter().map(trouble).filter(|trouble| is_told(trouble.at)).collect()
}

fn remembered(cells: &ImportCells, known: &[KnownTable<PickColumns>]) -> Option<PickColumns> {
    let (at, columns) = cells.remembered(known)?;
    Some(PickColumns { heads: Some(at), ..columns })
}

fn trouble(fault: ListedFault) -> PickTrouble {
    let ListedFault { at, row, product, bin, quantity, problem, is_left_out } = fault;
    PickTrouble { at: count_of(at), row, product, bin, quantity, problem, is_left_out }
}
