//! Commands that import lines from files and texts.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use contract::{
    CloseImport, Done, FileFault, IMPORT_FILE, ImportLines, ImportPreview, ImportSource,
    OpenImport, Pasted, PreviewImport, Reason,
};

use crate::{Backend, background::blocking, error::Error};

impl Backend {
    /// Reads a file or a text to be imported.
    ///
    /// # Errors
    /// If no profile is open; [`Reason::NotImported`] with what is wrong with it; [`Error::Invalid`] for a
    /// content that is no Base64.
    pub async fn open_import(&self, request: OpenImport) -> Result<ImportSource, Error> {
        let imports = &self.workspace()?.imports;
        match request {
            OpenImport::Text { text } => imports.open_text(text).await,
            // Four letters are three bytes.
            OpenImport::File { content, .. } if content.len() / 4 * 3 > IMPORT_FILE + 2 => {
                Err(Error::NotAllowed(Reason::NotImported { why: FileFault::TooLarge }))
            }
            OpenImport::File { name, content } => {
                let decoded = blocking(move || BASE64_STANDARD.decode(content)).await?;
                let problem = "it is no Base64";
                let content = decoded.map_err(|_| Error::Invalid { field: "content", problem })?;
                imports.open_file(name, content).await
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

    /// Gives up a table that was read to be imported, if it is open.
    ///
    /// # Errors
    /// If no profile is open.
    pub async fn close_import(&self, request: CloseImport) -> Result<Done, Error> {
        self.workspace()?.imports.close(request.import);
        Ok(Done {})
    }
}
