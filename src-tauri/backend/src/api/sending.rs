//! Commands that send edited lines, and show before what is sent.

use contract::{
    Changes, DecimalMark, EditorState, ListChanges, OperationState, RowKey, SendChanges, TakeBack,
    Written,
};
use rules::search::count_of;

use crate::{
    Backend,
    background::blocking,
    editor::{
        draft::together::Chosen,
        plan::{LineToChange, changes, shown},
        send::{Leaving, edits_of, edits_of_merge, waits_for_a_decision},
    },
    error::Error,
    outbox::{
        op::Op,
        questions::{instructions, requests},
    },
};

impl Backend {
    /// Shows what would be sent of a movement's editor, and as what.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a movement not known here.
    pub async fn list_changes(&self, request: ListChanges) -> Result<Changes, Error> {
        let workspace = self.workspace()?;
        blocking(move || {
            let movement = workspace.movements.name_now(request.movement);
            let drawn = workspace.drafts.drawn(movement)?;
            let changes = changes(&drawn);
            let chosen = Chosen::of(&drawn, None, &request.without);
            let go =
                |change: &&LineToChange<'_>| change.planned.goes() && chosen.takes(&change.row.key);
            let ops = workspace.drafts.ops_of(movement, changes.iter().filter(go));
            let requests = requests(&ops);
            let first = requests.first().map_or_else(Vec::new, |first| instructions(first));
            let json = match first.is_empty() {
                true => String::new(),
                false => client::update_body(&workspace.drafts.sent_header(movement), &first)
                    .unwrap_or_else(|trouble| trouble.to_string()),
            };
            let requests = count_of(requests.len());
            let changes = changes.into_iter().map(shown).collect();
            let number = |op: &Op| {
                let key = match op.item() {
                    Some(item) => RowKey::Line(item.clone()),
                    None => RowKey::New(op.key),
                };
                drawn.find(&key).map(|(number, _)| (op.key, number))
            };
            let waiting = workspace.outbox.of_movement(movement);
            let waiting = waiting.iter().filter(|op| op.needs_user()).filter_map(number).collect();
            Ok(Changes { changes, requests, json, waiting })
        })
        .await?
    }

    /// Queues what can be sent of a movement's editor, or of some of its lines. If that is nothing,
    /// nothing is queued, and that is no failure: what was there is on its way already.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a movement not known here; [`Error::UpdatesNotOffered`] by a service
    /// that takes no changes; [`Error::TooLate`] if a refused change that would be replaced is being
    /// tried again; if it cannot be kept. Then all stays in the editor.
    pub async fn send_changes(&self, request: SendChanges) -> Result<Written, Error> {
        let workspace = self.workspace()?;
        if workspace.service.session.lacks_updates() {
            return Err(Error::UpdatesNotOffered);
        }
        let editing = workspace.drafts.edit_sheet(request.movement).await?;
        let movement = editing.movement;
        let Leaving { ops, change, replaced } = workspace.drafts.leaving(&editing, &request);
        let ops = if ops.is_empty() {
            ops
        } else {
            let save = editing.save(&change);
            let looked_at = workspace.reviews.decided_upon(movement, &ops);
            let ops = workspace.operations.keep_instead(ops, &replaced, |_| None, save).await?;
            editing.done(change);
            // It is on its way: that it cannot be marked keeps nothing.
            if let Err(error) = workspace.reviews.keep_marks(looked_at, false).await {
                tracing::warn!(%error, "a decision is to be reviewed that was made upon a proposal");
            }
            ops
        };
        let mut written = workspace.operations.answer(movement.0, &ops).await;
        // Not all is sent while one of them is still here: what waits for the user before what goes.
        let here = workspace.outbox.of_movement(movement);
        let mut here = here.iter().filter(|op| ops.iter().any(|kept| kept.key == op.key));
        let first = here.clone().find(|op| op.needs_user()).or_else(|| here.next());
        if let Some(first) = first {
            written.state = workspace.operations.write_state(first).await;
        }
        Ok(written)
    }

    /// Takes an operation that waits for the user back into the editor, as one step of undo; of a merge
    /// all that was not sent.
    ///
    /// # Errors
    /// [`Error::TooLate`] for one that is on its way, ended, or of which it is not known whether it
    /// was done; [`Error::Invalid`] for one that is about no line; [`Error::Unknown`] and
    /// [`Error::NotAllowed`] where the line is gone or does not take the change any more; if it
    /// cannot be kept. Then the operation stays as it is.
    pub async fn take_back(&self, request: TakeBack) -> Result<EditorState, Error> {
        let workspace = self.workspace()?;
        let op = workspace.outbox.find(request.operation).filter(waits_for_a_decision);
        let op = op.ok_or(Error::TooLate)?;
        let (Some(movement), Some(change)) = (op.movement, op.line_change().cloned()) else {
            return Err(Error::Invalid { field: "operation", problem: "it is about no line" });
        };
        let editing = workspace.drafts.edit_sheet(movement).await?;
        let new_key = || workspace.account.common.clock.new_operation();
        let taken = workspace.outbox.merged_with(&op);
        let can_go = |op: &Op| op.state == OperationState::Queued || waits_for_a_decision(op);
        if !taken.iter().all(can_go) {
            return Err(Error::TooLate);
        }
        let (step, edits) = match taken.as_slice() {
            [_, _, ..] => edits_of_merge(&taken, &editing.drawn, new_key),
            _ => edits_of(change, &editing.drawn, op.key, new_key),
        };
        let change = editing.apply(step, &edits, DecimalMark::default())?;
        let save = editing.save(&change);
        let taken: Vec<_> = taken.iter().map(|op| op.key).collect();
        workspace.operations.keep_instead(Vec::new(), &taken, |_| None, save).await?;
        editing.done(change);
        workspace.drafts.editor_state(movement).await
    }
}
