//! Picks of a walk that were refused: each can be entered again, so that less of it goes, or another lot.

use contract::{Operation, WalkKey};
use rules::picking::{steps::entered_again, tape::TapeStep, tasks::entered_id};
use rusqlite::Transaction;

use super::walks::{Walks, with_step};
use crate::{error::Error, store::tables::walks};

impl Walks {
    /// Gives the refused pick of a task up and enters its numbers again, both or neither; answers the task that
    /// holds the number then.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a task that is not there; [`Error::TooLate`] where its pick does not stand refused
    /// any more, or changes one that was made before; if it cannot be kept.
    pub(crate) async fn enter_again(&self, key: WalkKey, task: &str) -> Result<String, Error> {
        let _alone = self.alone.lock().await;
        // Nobody else picks of the same line meanwhile.
        let _taking = self.operations.taking_up.lock().await;
        let view = self.view(key).await?;
        let task = view.tasks.iter().find(|of| of.id == task).ok_or(Error::Unknown)?;
        let refused = task.refused.and_then(|op| self.operations.outbox.find(op));
        let op = refused.filter(|op| op.is_refused()).ok_or(Error::TooLate)?;
        let Operation::Pick { picks, .. } = &op.body else { return Err(Error::TooLate) };
        if picks.iter().any(|pick| pick.id.is_some()) {
            return Err(Error::TooLate);
        }
        let changes = entered_again(task, picks, &view.open.tape.staged());
        let step = TapeStep { at: self.account.now(), sent: false, changes };
        let (open, number) = with_step(view.open.clone(), step.clone());
        let save = move |tx: &Transaction<'_>| walks::save_step(tx, key, number, &step);
        if self.operations.give_up(&op, save).await?.is_empty() {
            return Err(Error::TooLate);
        }
        self.changed(key, open);
        Ok(entered_id(task))
    }
}
