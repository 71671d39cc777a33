//! Commands that show what waits, and how the profile sends. What the user decides about operations
//! is in `change` and `decide`.

use std::{collections::HashMap, sync::Arc};

use contract::{
    Done, Freshness, Held, ItemId, ListOperations, MovementKey, OperationRow, OutboxState, Page,
    PauseSending, ReadOutbox, ReadSending, RowKey, SaveSending, Sending, Topic, Unsent,
};
use rules::search::{MOST_ROWS, count_of};

use super::{op::Op, undo::key_of_step};
use crate::{
    Backend, background::blocking, error::Error, outbox::MovementView, store::drafts,
    store::drafts::UnsentForms, store::operations, store::others,
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
        let forms = workspace.account.store.read(drafts::unsent).await?;
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

impl MovementView {
    /// Movements with edits that are not sent, the most edited first.
    fn unsent(&self, forms: &UnsentForms) -> Vec<Unsent> {
        let title = |key: MovementKey| {
            let known = self.shown_movement(&key.into())?;
            known.movement.identifier.clone().or_else(|| known.movement.name.clone())
        };
        let headers = &forms.headers;
        let mut unsent: Vec<_> = self
            .unsent_changes(forms)
            .into_iter()
            .map(|(movement, changes)| {
                let title = title(movement).unwrap_or_default();
                Unsent { movement, title, changes, header: headers.contains(&movement) }
            })
            .collect();
        unsent.sort_by_key(|unsent| (std::cmp::Reverse(unsent.changes), unsent.movement));
        unsent
    }

    /// How many changes of each movement are not sent: lines that were edited or have picks typed, and
    /// its header.
    pub(crate) fn unsent_changes(&self, forms: &UnsentForms) -> HashMap<MovementKey, u32> {
        let mut changes = self.editors.unsent();
        for movement in &forms.headers {
            *changes.entry(*movement).or_default() += 1;
        }
        for (movement, items) in &forms.picks {
            let more = self.only_picked(*movement, items);
            if more > 0 {
                *changes.entry(*movement).or_default() += more;
            }
        }
        changes
    }

    /// How many of a movement's lines have nothing but picks that are not sent.
    fn only_picked(&self, movement: MovementKey, items: &[ItemId]) -> u32 {
        let Some(known) = self.movements.find(&movement.into()) else { return 0 };
        let lines = known.movement.lines.as_deref().unwrap_or_default();
        let sheet = self.editors.sheet(movement);
        let is_edited = |item: &ItemId| {
            let draft = sheet.draft(&RowKey::Line(item.clone()));
            draft.is_some_and(|draft| !draft.wants.only_follows())
        };
        // What is typed of a line that is gone can be seen nowhere.
        let is_there = |item: &ItemId| lines.iter().any(|line| line.id == *item);
        count_of(items.iter().filter(|item| is_there(item) && !is_edited(item)).count())
    }
}
