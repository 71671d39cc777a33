//! A walk as a code finds it that is scanned in it. Pure.

use contract::{PickTask, PlaceRef, ProductId, ProductRef, ScanFound};

use crate::picking::tape::{Staged, TapeChange};

/// What is known of codes beside the tasks.
#[derive(Clone, Copy)]
pub struct KnownCodes<'a> {
    /// The product of which a barcode was learned to be.
    pub alias: &'a dyn Fn(&str) -> Option<ProductId>,
    /// The product that has this id or code.
    pub listed: &'a dyn Fn(&str) -> Option<ProductRef>,
    /// The bins that have this name, number or id, in whatever depot.
    pub bins: &'a dyn Fn(&str) -> Vec<KnownBin>,
}

/// A walk that a code is scanned in.
#[derive(Clone, Copy)]
pub struct ScanScene<'a> {
    /// Its tasks.
    pub tasks: &'a [PickTask],
    /// The task with the cursor.
    pub active: Option<&'a str>,
    /// What is entered.
    pub staged: &'a Staged,
    /// The depots it leads through, each once.
    pub depots: &'a [PlaceRef],
    /// What is known of codes beside the tasks.
    pub known: KnownCodes<'a>,
}

impl ScanScene<'_> {
    /// The task with the cursor.
    pub(super) fn active_task(&self) -> Option<&PickTask> {
        self.tasks.iter().find(|task| Some(&*task.id) == self.active)
    }

    /// Whether a task may be taken from the bin before which the picker stands.
    pub(super) fn stands_at(&self, task: &PickTask) -> bool {
        let at = self.staged.bin();
        at.is_none() || task.bin.as_ref().is_none_or(|bin| Some(&bin.id) == at)
    }
}

/// A bin, and the depot it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownBin {
    /// The bin.
    pub bin: PlaceRef,
    /// The depot.
    pub depot: PlaceRef,
}

/// A scan that changes nothing.
pub(super) fn nothing(found: ScanFound) -> (ScanFound, Vec<TapeChange>) {
    (found, Vec::new())
}
