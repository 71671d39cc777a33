//! Commands about what waits to be sent, as a whole.

use std::sync::Arc;

use contract::{
    Done, Freshness, Held, ListOperations, OperationRow, OutboxState, Page, PauseSending,
    ReadOutbox, ReadSending, SaveSending, Sending, Topic,
};
use rules::{search::MOST_ROWS, search::count_of};

use crate::{
    Backend,
    background::blocking,
    error::Error,
    outbox::{op::Op, undo::key_of_step},
    store::{
        others,
        tables::{drafts, operations},
    },
};

impl Backend {
    /// Tells what waits here: of the open profile, and how much of others.
    ///
    /// # Errors
    /// If the other profiles cannot be looked for.
    pub async fn outbox(&self, _request: ReadOutbox) -> Result<OutboxState, Error> {
        let Ok(workspace) = self.workspace() else {
            let common = Arc::clone(self.common());
            let others = blocking(move || others::others(&common.data, None));
            return Ok(OutboxState { others: others.await?, ..OutboxState::default() });
        };
        let held = match workspace.service.session.is_live() {
            false if workspace.service.session.rests() => Some(Held::Offline),
            false => Some(Held::SignedOut),
            true if workspace.service.is_offline() => Some(Held::Offline),
            true if workspace.service.session.needs_location() => Some(Held::NeedsLocation),
            true => None,
        };
        let now = workspace.account.now();
        let mut forms = workspace.account.store.read(drafts::unsent).await?;
        forms.add(workspace.open_walks.lines_entered());
        let (restored, unsent) =
            (workspace.account.store.restored().await?, workspace.view.unsent(&forms));
        let state = OutboxState { restored, unsent, ..workspace.outbox.shown(held, now) };
        let others = blocking(move || {
            others::others(&workspace.account.common.data, Some(&workspace.account.profile))
        });
        Ok(OutboxState { others: others.await?, ..state })
    }

    /// Reads a window of operations.
    ///
    /// # Errors
    /// If no profile is open, or the file cannot be read.
    pub async fn list_operations(
        &self,
        request: ListOperations,
    ) -> Result<Page<OperationRow>, Error> {
        let workspace = self.workspace()?;
        let (start, filter) = (request.start, request.filter);
        let count = request.count.min(count_of(MOST_ROWS));
        let read = workspace.account.store.read(move |file| {
            let (ops, total) = operations::list(file, &filter, start, count)?;
            let way_back = |op: &Op| operations::stands(file, key_of_step(op.key, 0));
            let asked: Result<Vec<_>, _> = ops.iter().map(way_back).collect();
            let asked = asked?;
            Ok((ops, asked, total))
        });
        let (ops, asked, total) = read.await?;
        // What is in memory is never older than the file.
        let newest = |op: Op| workspace.outbox.newest(op.key).unwrap_or(op);
        let titles = workspace.view.titles();
        let row = |(op, asked)| workspace.view.operation_row_with(newest(op), asked, &titles);
        let rows = ops.into_iter().zip(asked).map(row).collect();
        let as_of = Some(workspace.account.now());
        let freshness = Freshness { as_of, ..Freshness::default() };
        let (matching, known, idle) = (total, total, Vec::new());
        Ok(Page { rows, start, total, matching, known, unread: 0, idle, freshness })
    }

    /// Holds all sending back, or lets it go on, now and after a restart. What is on its way is not
    /// called back.
    ///
    /// # Errors
    /// If no profile is open; if it cannot be kept, and then it holds until the program ends.
    pub async fn pause_sending(&self, request: PauseSending) -> Result<Done, Error> {
        let workspace = self.workspace()?;
        let paused = request.paused;
        let kept = workspace.account.learn(|facts| {
            facts.paused = paused;
            // In the file in the same order as here, however quickly it is pressed.
            workspace.outbox.set_paused(paused);
        });
        let kept = kept.await;
        workspace.operations.announce_operations();
        kept.map(|()| Done {})
    }

    /// How this profile sends.
    ///
    /// # Errors
    /// If no profile is open.
    pub fn sending(
        &self,
        _request: ReadSending,
    ) -> impl Future<Output = Result<Sending, Error>> + Send + use<> {
        std::future::ready(self.workspace().map(|workspace| workspace.account.facts().sending))
    }

    /// Keeps how this profile sends.
    ///
    /// # Errors
    /// If no profile is open, or it cannot be kept.
    pub async fn save_sending(&self, request: SaveSending) -> Result<Sending, Error> {
        let workspace = self.workspace()?;
        workspace.account.learn(|facts| facts.sending = request.sending).await?;
        workspace.account.announce(&[Topic::Settings]);
        Ok(request.sending)
    }
}
