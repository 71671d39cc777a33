//! Commands about drafts of forms.

use std::{future::Future, future::ready};

use contract::{Done, DropDraft, KeptDraft, ListDrafts, SaveDraft, SeenRestored, Topic};

use crate::{Backend, error::Error, store::tables::drafts};

impl Backend {
    /// Keeps a form being filled in.
    ///
    /// # Errors
    /// If no profile is open; [`Error::TooLate`] for a new movement that was queued meanwhile; if
    /// the form could not be kept.
    pub async fn save_draft(&self, request: SaveDraft) -> Result<KeptDraft, Error> {
        let workspace = self.workspace()?;
        let (draft, kept) = (request.draft, workspace.account.now());
        let row = draft.clone();
        if !workspace.account.store.send(move |tx| drafts::save(tx, &row, kept)).await? {
            return Err(Error::TooLate);
        }
        workspace.account.announce(&[Topic::Drafts]);
        Ok(KeptDraft { draft, kept })
    }

    /// Throws a form away, and with it, where that is wanted, the movement the service refused.
    ///
    /// # Errors
    /// If no profile is open, or the file cannot be written; both are as they were then.
    pub async fn drop_draft(&self, request: DropDraft) -> Result<Done, Error> {
        let workspace = self.workspace()?;
        if request.refused {
            workspace.operations.give_up_refused(request.key).await?;
        } else {
            workspace.account.store.send(move |tx| drafts::forget(tx, request.key)).await?;
        }
        // It may have been one of those that were brought back.
        workspace.account.announce(&[Topic::Drafts, Topic::Outbox]);
        Ok(Done {})
    }

    /// Shows the forms being filled in, those kept last first.
    ///
    /// # Errors
    /// If no profile is open, or the file cannot be read.
    pub async fn list_drafts(&self, _request: ListDrafts) -> Result<Vec<KeptDraft>, Error> {
        Ok(self.workspace()?.account.store.read(drafts::list).await?)
    }

    /// Takes the note of what was restored away.
    ///
    /// # Errors
    /// If no profile is open.
    pub fn seen_restored(
        &self,
        _request: SeenRestored,
    ) -> impl Future<Output = Result<Done, Error>> + Send + use<> {
        ready(self.workspace().map(|workspace| {
            workspace.account.store.forget_restored();
            workspace.account.announce(&[Topic::Outbox]);
            Done {}
        }))
    }
}
