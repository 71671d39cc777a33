//! Codes that are scanned in a walk. What a code did is kept with the step it made, also where it made
//! none: no scan is lost.

use contract::{Topic, WalkKey, WalkScan};
use rules::picking::{
    scan::{kept, scanned},
    tape::TapeStep,
};

use super::walks::{Walks, with_step};
use crate::{error::Error, store::tables::walks};

impl Walks {
    /// Does what a scanned code says, and answers when that is kept; `active` is the task with the cursor.
    pub(crate) async fn scan(
        &self,
        key: WalkKey,
        code: &str,
        active: Option<&str>,
    ) -> Result<WalkScan, Error> {
        let _alone = self.alone.lock().await;
        let view = self.view(key).await?;
        let at = self.account.now();
        let (found, changes) = scanned(code, active, &view.tasks, &view.open.tape.staged());
        let scan = WalkScan { at, code: kept(code), found, taken_back: false };
        let saved = scan.clone();
        if changes.is_empty() {
            let save =
                move |tx: &rusqlite::Transaction<'_>| walks::save_scan(tx, key, None, &saved);
            self.account.store.send(save).await?;
            self.account.announce(&[Topic::Walks]);
            return Ok(scan);
        }
        let step = TapeStep { at, sent: false, changes };
        let (open, number) = with_step(view.open.clone(), step.clone());
        let save = move |tx: &rusqlite::Transaction<'_>| {
            walks::save_step(tx, key, number, &step)?;
            walks::save_scan(tx, key, Some(number), &saved)
        };
        self.account.store.send(save).await?;
        self.changed(key, open);
        Ok(scan)
    }

    /// So many of the codes that were scanned, the newest first.
    pub(crate) async fn scans(&self, key: WalkKey, count: u32) -> Result<Vec<WalkScan>, Error> {
        let tape = self.open_walks.get(key)?.tape;
        let scans = self.account.store.read(move |file| walks::scans(file, key, count)).await?;
        let told = |(step, scan): (Option<u32>, WalkScan)| {
            let taken_back = step.is_some_and(|step| !tape.has_done(step, scan.at));
            WalkScan { taken_back, ..scan }
        };
        Ok(scans.into_iter().map(told).collect())
    }
}
