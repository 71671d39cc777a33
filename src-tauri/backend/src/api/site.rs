//! Commands about what a site keeps for picking: barcodes of products, what lies where, differences, and
//! labels.

use std::{future::Future, future::ready, sync::Arc};

use barcoders::sym::code128::Code128;
use contract::{
    Alias, Barcode, CountDifference, Done, DrawBarcodes, ExportTable, Exported, ForgetDifferences,
    ForgetPair, IMPORT_LIMIT, ImportReport, ImportTable, LearnedPair, ListAliases, ListDifferences,
    ListPairs, MovementRef, ProductRef, ReadSiteFacts, RemoveAlias, RemoveSiteTable,
    ReportDifference, SaveAlias, SiteFacts, SiteFile, Topic,
};
use rules::{
    picking::scan::alias_key,
    review::pairs::{COLUMNS, Pair},
};

use crate::{
    Backend,
    background::blocking,
    error::Error,
    journal::table::{TableText, write_table},
    store::tables::{refusals, site},
    workspace::Workspace,
};

impl Backend {
    /// Shows barcodes that were learned, by code.
    ///
    /// # Errors
    /// If no profile is open.
    pub fn list_aliases(
        &self,
        request: ListAliases,
    ) -> impl Future<Output = Result<Vec<Alias>, Error>> + Send + use<> {
        let of = move |workspace: Arc<Workspace>| {
            let ListAliases { product, code } = request;
            let key = code.as_deref().map(alias_key);
            let mut all = workspace.site.aliases();
            all.extend(workspace.reviews.barcodes_elsewhere());
            all.retain(|alias| {
                product.as_ref().is_none_or(|product| alias.product.id == *product)
                    && key.as_ref().is_none_or(|key| alias_key(&alias.code) == *key)
            });
            all
        };
        ready(self.workspace().map(of))
    }

    /// Learns that a barcode is of a product.
    ///
    /// # Errors
    /// [`Error::Required`] for no code; [`Error::Unknown`] for a product not known here; if it cannot be
    /// kept.
    pub async fn save_alias(&self, request: SaveAlias) -> Result<Done, Error> {
        let workspace = self.workspace()?;
        let SaveAlias { code, product } = request;
        let named = workspace.drafts.product_known(&product).ok_or(Error::Unknown)?;
        workspace.site.learn(&code, named).await?;
        Ok(Done {})
    }

    /// Forgets a barcode.
    ///
    /// # Errors
    /// If no profile is open, or it cannot be kept.
    pub async fn remove_alias(&self, request: RemoveAlias) -> Result<Done, Error> {
        self.workspace()?.site.forget(&request.code).await?;
        Ok(Done {})
    }

    /// Reads a table from a file, or only says what would come of it.
    ///
    /// # Errors
    /// [`Error::Invalid`] for one that is too long, or is only written; if it cannot be kept.
    pub async fn import_table(&self, request: ImportTable) -> Result<ImportReport, Error> {
        let workspace = self.workspace()?;
        let ImportTable { table, file_name, text, dry_run } = request;
        if text.len() > IMPORT_LIMIT {
            return Err(Error::Invalid { field: "text", problem: "it is too long" });
        }
        match table {
            SiteFile::Stock => workspace.site.import_stock(file_name, text, dry_run).await,
            SiteFile::Aliases => workspace.site.import_aliases(text, dry_run).await,
            SiteFile::Pairs => workspace.pairs.import(text, dry_run).await,
            SiteFile::Differences => {
                Err(Error::Invalid { field: "table", problem: "it is only written" })
            }
        }
    }

    /// Tells which table of what lies where is in use, and how many barcodes are known.
    ///
    /// # Errors
    /// If no profile is open.
    pub fn site_facts(
        &self,
        _request: ReadSiteFacts,
    ) -> impl Future<Output = Result<SiteFacts, Error>> + Send + use<> {
        ready(self.workspace().map(|workspace| workspace.site.facts()))
    }

    /// Uses the table of what lies where no more.
    ///
    /// # Errors
    /// If no profile is open, or it cannot be kept.
    pub async fn remove_site_table(&self, _request: RemoveSiteTable) -> Result<Done, Error> {
        self.workspace()?.site.remove_table().await?;
        Ok(Done {})
    }

    /// Notes that what lies there differs from what is said.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a walk that ended, or a task that is not there; if it cannot be kept.
    pub async fn report_difference(&self, request: ReportDifference) -> Result<Done, Error> {
        let workspace = self.workspace()?;
        let view = workspace.walks.view(request.walk).await?;
        let task = view.tasks.iter().find(|task| task.id == request.task).ok_or(Error::Unknown)?;
        let known = workspace.movements.find(&MovementRef::Key(task.movement));
        let movement = known.and_then(|known| {
            let movement = &known.movement;
            movement.identifier.clone().or_else(|| movement.name.clone())
        });
        let difference = CountDifference {
            number: 0,
            at: workspace.account.now(),
            movement: movement.unwrap_or_default(),
            product: task.product.clone(),
            inventory_item: task.inventory_item.clone(),
            lot: task.lot.clone(),
            expiry: task.expiry,
            bin: task.bin.as_ref().map(|bin| bin.name.clone()),
            expected: task.available.or(task.required),
            counted: request.counted.map(i64::from),
            reason: task.reason.clone(),
        };
        let save = move |tx: &rusqlite::Transaction<'_>| site::save_difference(tx, &difference);
        workspace.account.store.send(save).await?;
        workspace.account.announce(&[Topic::Walks]);
        Ok(Done {})
    }

    /// Shows what was found to differ, the newest first.
    ///
    /// # Errors
    /// If no profile is open, or the file cannot be read.
    pub async fn list_differences(
        &self,
        _request: ListDifferences,
    ) -> Result<Vec<CountDifference>, Error> {
        Ok(self.workspace()?.account.store.read(site::differences).await?)
    }

    /// Forgets what was found to differ.
    ///
    /// # Errors
    /// If no profile is open, or it cannot be kept.
    pub async fn forget_differences(&self, request: ForgetDifferences) -> Result<Done, Error> {
        let workspace = self.workspace()?;
        let forget =
            move |tx: &rusqlite::Transaction<'_>| site::forget_differences(tx, &request.numbers);
        workspace.account.store.send(forget).await?;
        workspace.account.announce(&[Topic::Walks]);
        Ok(Done {})
    }

    /// Writes a table as comma separated values.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a table that is only read; if the file cannot be read.
    pub async fn export_table(&self, request: ExportTable) -> Result<Exported, Error> {
        let workspace = self.workspace()?;
        let text = match request.table {
            SiteFile::Aliases => {
                let aliases = workspace.site.aliases();
                let row =
                    |alias: Alias| [alias.code, alias.product.code.unwrap_or_default()].to_vec();
                write_table(&["barcode", "productCode"], aliases.into_iter().map(row))?
            }
            SiteFile::Differences => {
                let differences = workspace.account.store.read(site::differences).await?;
                write_table(&DIFFERENCE_HEAD, differences.into_iter().map(difference_row))?
            }
            SiteFile::Pairs => {
                let pairs = blocking(move || workspace.pairs.all()).await?;
                write_table(&COLUMNS, pairs.into_iter().map(pair_row))?
            }
            SiteFile::Stock => {
                return Err(Error::Invalid { field: "table", problem: "it is only read" });
            }
        };
        Ok(Exported { text })
    }

    /// Tells what went instead of a product, or was refused, the most used first.
    ///
    /// # Errors
    /// If no profile is open, or the file cannot be read.
    pub async fn list_pairs(&self, request: ListPairs) -> Result<Vec<LearnedPair>, Error> {
        let workspace = self.workspace()?;
        let ListPairs { product } = request;
        let of = product.clone();
        let read = move |file: &_| refusals::of_product(file, &of);
        let refused = workspace.account.store.read(read).await?;
        blocking(move || workspace.pairs.list(&product, refused)).await
    }

    /// Forgets what was learned of two products so far.
    ///
    /// # Errors
    /// If no profile is open, or it cannot be kept.
    pub async fn forget_pair(&self, request: ForgetPair) -> Result<Done, Error> {
        let ForgetPair { product, instead } = request;
        self.workspace()?.pairs.forget((product, instead)).await?;
        Ok(Done {})
    }

    /// Draws texts as bars.
    ///
    /// # Errors
    /// None.
    pub fn draw_barcodes(
        &self,
        request: DrawBarcodes,
    ) -> impl Future<Output = Result<Vec<Barcode>, Error>> + Send + use<> {
        let draw = |text: String| {
            // It names the set of characters first, as the library writes it.
            // A longer one fits on no label.
            let is_plain = (1..=LONGEST_LABEL).contains(&text.len())
                && text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ');
            let code = is_plain.then(|| Code128::new(format!("\u{181}{text}")).ok()).flatten();
            let modules = code.map(|code| code.encode()).unwrap_or_default();
            let modules = modules.iter().map(|bar| if *bar == 1 { '1' } else { '0' }).collect();
            Barcode { text, modules }
        };
        ready(Ok(request.texts.into_iter().map(draw).collect()))
    }
}

/// A pair as a row of its table.
fn pair_row(pair: Pair) -> Vec<String> {
    let code = |product: ProductRef| product.code.unwrap_or_default();
    vec![
        code(pair.product),
        code(pair.instead),
        pair.used.times.to_string(),
        pair.used.last.map(|day| day.to_string()).unwrap_or_default(),
        pair.used.place.unwrap_or_default(),
        pair.reasons.into_iter().next().unwrap_or_default(),
    ]
}

/// A text with more characters has no bars.
const LONGEST_LABEL: usize = 80;

const DIFFERENCE_HEAD: [&str; 10] = [
    "time",
    "movement",
    "productCode",
    "product",
    "inventoryItemId",
    "lotNumber",
    "expirationDate",
    "binName",
    "expected",
    "counted",
];

fn difference_row(difference: CountDifference) -> TableText {
    let number = |number: Option<i64>| number.map(|it| it.to_string()).unwrap_or_default();
    let day = |day: Option<chrono::NaiveDate>| day.map(|it| it.to_string()).unwrap_or_default();
    vec![
        difference.at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true),
        difference.movement,
        difference.product.code.unwrap_or_default(),
        difference.product.name.unwrap_or_default(),
        difference.inventory_item.unwrap_or_default(),
        difference.lot.unwrap_or_default(),
        day(difference.expiry),
        difference.bin.unwrap_or_default(),
        number(difference.expected),
        number(difference.counted),
    ]
}
