//! Codes that are scanned in a walk. What a code did is kept with the step it made, also where it made
//! none: no scan is lost.

use contract::{ScanCommand, ScanFound, Topic, WalkKey, WalkScan};
use rules::picking::{
    scan::{KnownCodes, ScanScene, kept, scanned, without},
    tape::{Tape, TapeStep},
};

use rusqlite::{Connection, Transaction};

use super::walks::Walks;
use crate::{
    error::Error,
    store::tables::walks::{self, StoredScan},
};

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
        let known = KnownCodes {
            alias: &|code| self.site.product_of(code),
            listed: &|code| self.site.listed(code),
            bins: &|code| self.site.bins(code),
        };
        let staged = view.open.tape.staged();
        let depots = self.depots_of(&view.open.walk.movements);
        let (tasks, depots, staged) = (&view.tasks, &depots, &staged);
        let scene = ScanScene { tasks, active, staged, depots, known };
        let (mut found, changes) = scanned(code, scene);
        let mut undone = None;
        if let ScanFound::Command { command: ScanCommand::Undo, done, .. } = &mut found {
            let mut open = view.open.clone();
            *done = open.tape.undo();
            undone = Some(open).filter(|_| *done);
        }
        let scan =
            WalkScan { number: 0, at, code: kept(code), found, taken_back: false, settled: false };
        let saved = scan.clone();
        if changes.is_empty() {
            let done = undone.as_ref().map(|open| open.tape.done());
            // Both or none: what could not be kept is done again.
            let save = move |tx: &Transaction<'_>| {
                done.map_or(Ok(()), |done| walks::save_done(tx, key, done))?;
                walks::save_scan(tx, key, None, &saved)
            };
            self.account.store.send(save).await?;
            match undone {
                Some(open) => self.changed(key, open),
                None => self.account.announce(&[Topic::Walks]),
            }
            return Ok(scan);
        }
        let step = TapeStep { at, sent: false, changes };
        let with = move |tx: &Transaction<'_>, n| walks::save_scan(tx, key, Some(n), &saved);
        self.keep_step(key, view.open.clone(), step, with).await?;
        Ok(scan)
    }

    /// So many of the codes that were scanned, the newest first.
    pub(crate) async fn scans(&self, key: WalkKey, count: u32) -> Result<Vec<WalkScan>, Error> {
        let tape = self.open_walks.get(key)?.tape;
        let scans = self.account.store.read(move |file| walks::scans(file, key, count)).await?;
        Ok(scans.into_iter().map(|stored| told(stored, &tape)).collect())
    }

    /// Takes back what one scan counted, as a step of its own, and tells which: without a number of the last one
    /// that counts still, behind all that counted nothing. Nothing where there is none, or where that was done.
    pub(crate) async fn take_back(
        &self,
        key: WalkKey,
        number: Option<u32>,
    ) -> Result<Option<WalkScan>, Error> {
        let _alone = self.alone.lock().await;
        let view = self.view(key).await?;
        let scan = match number {
            Some(number) => {
                let read = move |file: &Connection| walks::scan(file, key, number);
                let stored = self.account.store.read(read).await?.ok_or(Error::Unknown)?;
                Some(told(stored, &view.open.tape))
            }
            None => {
                let read = move |file: &Connection| walks::scans(file, key, u32::MAX);
                let all = self.account.store.read(read).await?;
                let all = all.into_iter().map(|stored| told(stored, &view.open.tape));
                let counts = |scan: &WalkScan| {
                    matches!(scan.found, ScanFound::Counted { .. }) && !scan.taken_back
                };
                let mut left: Vec<_> = all.filter(counts).collect();
                let at = left.iter().position(|scan| !scan.settled).unwrap_or_default();
                (!left.is_empty()).then(|| left.swap_remove(at))
            }
        };
        let Some(scan) = scan.filter(|scan| !scan.taken_back) else { return Ok(None) };
        let number = scan.number;
        if scan.settled {
            return Err(Error::TooLate);
        }
        let changes = without(&scan.found, &view.tasks, &view.open.tape.staged());
        let changes = changes.ok_or(Error::TooLate)?;
        let at = self.account.now();
        let step = TapeStep { at, sent: false, changes };
        let with = move |tx: &Transaction<'_>, n| walks::save_taken_back(tx, key, number, (n, at));
        self.keep_step(key, view.open.clone(), step, with).await?;
        Ok(Some(WalkScan { taken_back: true, ..scan }))
    }
}

/// A scan as it is shown: what it counted was taken back with its step, or by a later one.
fn told(stored: StoredScan, tape: &Tape) -> WalkScan {
    let StoredScan { scan, step, back } = stored;
    let is_undone = step.is_some_and(|step| !tape.has_done(step, scan.at));
    let taken_back = is_undone || back.is_some_and(|(n, at)| tape.has_done(n, at));
    let settled = step.is_some_and(|step| tape.is_settled(step));
    WalkScan { taken_back, settled, ..scan }
}
