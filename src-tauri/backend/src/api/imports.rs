//! Commands that import lines and picks from files and texts, and that compare the lines of two movements or lists.

use std::{
    future::{Future, ready},
    sync::Arc,
};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use contract::{
    CloseImport, CompareLines, ComparedLine, ComparedList, Done, FileFault, IMPORT_FILE,
    ImportLines, ImportPicks, ImportPreview, ImportSource, ImportedRows, OpenImport, OpenMovement,
    OpenStocklist, Pasted, PicksImported, PicksPreview, PreviewImport, PreviewPicks, ProductRef,
    Reason, TakeImport,
};

use rules::movements::compared::compared;

use crate::{Backend, background::blocking, error::Error};

impl Backend {
    /// Reads a file or a text to be imported.
    ///
    /// # Errors
    /// If no profile is open; [`Reason::NotImported`] with what is wrong with it; [`Error::Invalid`] for a
    /// content that is no Base64.
    pub async fn open_import(&self, request: OpenImport) -> Result<ImportSource, Error> {
        let tables = &self.workspace()?.tables;
        match request {
            OpenImport::Text { text } => tables.open_text(text).await,
            // Four letters are three bytes.
            OpenImport::File { content, .. } if content.len() / 4 * 3 > IMPORT_FILE + 2 => {
                Err(Error::NotAllowed(Reason::NotImported { why: FileFault::TooLarge }))
            }
            OpenImport::File { name, content } => {
                let decoded = blocking(move || BASE64_STANDARD.decode(content)).await?;
                let problem = "it is no Base64";
                let content = decoded.map_err(|_| Error::Invalid { field: "content", problem })?;
                tables.open_file(name, content).await
            }
        }
    }

    /// Shows what would come of a worksheet; nothing is changed by it.
    ///
    /// # Errors
    /// If no profile is open; [`Error::Unknown`] for a movement or a table that is not known here;
    /// [`Error::Invalid`] for a worksheet that is not there.
    pub async fn preview_import(&self, request: PreviewImport) -> Result<ImportPreview, Error> {
        self.workspace()?.imports.preview(request).await
    }

    /// Makes lines of the rows of a worksheet, and answers what became of each of them.
    ///
    /// # Errors
    /// As of [`Self::preview_import`]; if it cannot be kept: all of it is, or nothing.
    pub async fn import_lines(&self, request: ImportLines) -> Result<Pasted, Error> {
        self.workspace()?.imports.import(request).await
    }

    /// Reads the rows of a worksheet for a movement that is not made yet; nothing is changed by it.
    ///
    /// # Errors
    /// As of [`Self::preview_import`].
    pub async fn take_import(&self, request: TakeImport) -> Result<ImportedRows, Error> {
        self.workspace()?.imports.take(request).await
    }

    /// Shows what would come of a pick list that was filled in; nothing is changed by it.
    ///
    /// # Errors
    /// If no profile is open; [`Error::Unknown`] for a walk that ended or a table that is not open;
    /// [`Error::Invalid`] for a worksheet that is not there.
    pub async fn preview_picks(&self, request: PreviewPicks) -> Result<PicksPreview, Error> {
        self.workspace()?.pick_lists.preview(request).await
    }

    /// Enters the quantities of a pick list in its walk, as one step, and answers what became of each row.
    ///
    /// # Errors
    /// As of [`Self::preview_picks`]; if it cannot be kept: all of it is, or nothing.
    pub async fn import_picks(&self, request: ImportPicks) -> Result<PicksImported, Error> {
        self.workspace()?.pick_lists.import(request).await
    }

    /// Gives up a table that was read to be imported, if it is open.
    ///
    /// # Errors
    /// If no profile is open.
    pub fn close_import(
        &self,
        request: CloseImport,
    ) -> impl Future<Output = Result<Done, Error>> + Send + use<> {
        ready(self.workspace().map(|workspace| {
            workspace.tables.close(request.import);
            Done {}
        }))
    }

    /// Tells how the second of two movements or stocklists differs from the first.
    ///
    /// # Errors
    /// If no profile is open; [`Error::Unknown`] for one that is not known here; [`Error::NeedsSession`] if
    /// it was never read and the service cannot be asked.
    pub async fn compare_lines(&self, request: CompareLines) -> Result<Vec<ComparedLine>, Error> {
        let first = self.listed(request.first).await?;
        let second = self.listed(request.second).await?;
        blocking(move || compared(first.into_iter(), second.into_iter())).await
    }

    /// The products of a movement's lines or a stocklist's items, with their pieces.
    async fn listed(&self, list: ComparedList) -> Result<Vec<(ProductRef, Option<i64>)>, Error> {
        match list {
            ComparedList::Movement(movement) => {
                // Its lines are read first, where they never were.
                self.open_movement(OpenMovement { movement: movement.into(), without_lines: true })
                    .await?;
                let drafts = Arc::clone(&self.workspace()?.drafts);
                blocking(move || drafts.asked_for(movement)).await?
            }
            ComparedList::Stocklist(stocklist) => {
                let list = self.open_stocklist(OpenStocklist { stocklist }).await?;
                Ok(list.items.into_iter().map(|item| (item.product, item.quantity)).collect())
            }
        }
    }
}
